package views

import (
	"sort"

	"kvtui/core/block"
	"kvtui/core/sim"
	"kvtui/ui"
)

// cachedSet is a worker's set as drawn, good until a step changes the worker.
type cachedSet struct {
	ready bool
	live  bool // was the worker of the request on screen
	step  int
	runs  []ui.CellRun
}

// setRuns returns what a worker holds, a run a prefix, and at the end a count
// of the blocks that only one request has.
func (v *Route) setRuns(w int) []ui.CellRun {
	if v.cachedOf != v.s.run || v.cachedLook != v.st {
		v.cachedOf, v.cachedLook = v.s.run, v.st
		v.cached = make([]cachedSet, v.s.run.st.Fleet())
	}
	st := v.s.run.line.State()
	k := &v.cached[w]
	live := st.Target == w && !v.timed() // else lanes tell what is under way
	if !k.ready || k.step != st.Workers[w].Step || live || k.live {
		*k = cachedSet{ready: true, step: st.Workers[w].Step, live: live, runs: v.makeRuns(w, live)}
	}
	return k.runs
}

func (v *Route) makeRuns(w int, live bool) []ui.CellRun {
	st, set := v.s.run.line.State(), v.set()
	recent, _ := st.Workers[w].Recent()
	order := append([]int32(nil), recent...)
	if !set.Traced && set.Groups <= sim.RecentGroups {
		sort.Slice(order, func(i, j int) bool { return set.Requests[order[i]].Group < set.Requests[order[j]].Group })
	}
	runs := make([]ui.CellRun, 0, len(order)+1)
	inGroups := 0
	for _, r := range order {
		run, held := v.groupRun(w, int(r), live && r == int32(st.Workers[w].Request))
		inGroups += held
		if len(run.Cells) > 0 {
			runs = append(runs, run)
		}
	}
	return append(runs, v.restRun(w, live, st.Workers[w].Held-inGroups)...)
}

// groupRun shows the shared blocks of request r on worker w and counts those
// held.
func (v *Route) groupRun(w, r int, live bool) (run ui.CellRun, held int) {
	set := v.set()
	req := set.Requests[r]
	p := progress{}
	if live {
		p = v.progress()
	}
	run = ui.CellRun{Label: groupName(set, req.Group), LabelStyle: v.st.Text}
	if live {
		run.LabelStyle = v.st.GroupNow(max(0, req.Group))
	}
	i, shown := 0, false
	req.Chain.Each(0, set.Shared(r), func(sp block.Span) {
		for j := range sp.N {
			pre := sp.First + block.Prefix(j)
			if h, _ := v.s.run.line.State().Holds(w, pre); h {
				held++
			}
			c := v.cell(w, pre, req.Group)
			if live {
				c = v.nowCell(v.noted(c, r, i), i, p, req.Group)
			}
			c = v.fadingCell(c, w, i, pre, req.Group)
			shown = shown || c.Glyph != glyphNone
			run.Cells = appendCell(run.Cells, c)
			i++
		}
	})
	if !shown {
		run.Cells = nil
	}
	return run, held
}

// appendCell adds a block, counting it to the cell before where they are
// alike.
func appendCell(cells []ui.Cell, c ui.Cell) []ui.Cell {
	if n := len(cells); n > 0 && cells[n-1].Glyph == c.Glyph && cells[n-1].Style == c.Style {
		cells[n-1].N++
		return cells
	}
	c.N = 1
	return append(cells, c)
}

// restRun counts the blocks outside the prefixes shown: in the lab the tails.
func (v *Route) restRun(w int, live bool, held int) []ui.CellRun {
	st, set := v.s.run.line.State(), v.set()
	fresh := 0
	if live && !set.Traced {
		r := st.Workers[w].Request
		n, shared := set.Requests[r].Chain.Len(), set.Shared(r)
		p := v.progress()
		fresh = max(0, min(n, p.reused+p.computed)-max(shared, p.reused))
		if st.Workers[w].LastStored > 0 {
			held -= fresh
		}
	}
	if held <= 0 && fresh == 0 {
		return nil
	}
	label := "tails"
	if set.Traced {
		label = "others"
	}
	run := ui.CellRun{Label: label, LabelStyle: v.st.Muted, Note: thousands(max(0, held))}
	if fresh > 0 {
		run.Note += " +" + thousands(fresh)
	}
	return []ui.CellRun{run}
}

// outcome is what became of a request, as far as the steps up to now tell.
type outcome struct {
	repeat, hit      bool
	reused, tokens   int // blocks, tokens computed
	routed, finished bool
}

func (s *Session) outcome(r int) outcome {
	var o outcome
	if s.run.clock != nil {
		if t := s.timesAt(r); t != nil {
			o = outcome{routed: true, reused: int(t.Cached) / s.Set().Size, tokens: int(t.Computed), finished: t.Done >= 0}
		}
		return o
	}
	line := s.run.line
	for _, rec := range line.Recording().Records[line.Start(r):min(line.End(r), s.Step())] {
		switch rec.Kind {
		case sim.Routed:
			o.routed, o.repeat, o.hit = true, rec.Repeat, rec.Hit
		case sim.Reused:
			o.reused = int(rec.To - rec.From)
		case sim.Computed:
			o.tokens = int(rec.Tokens)
		case sim.Done:
			o.finished = true
		default:
		}
	}
	return o
}
