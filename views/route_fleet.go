package views

import (
	"fmt"
	"strings"

	"kvtui/core/sim"
	"kvtui/ui"
)

// Smallest widths of a worker with lanes, in cells, and the height from which
// on it has a frame.
const (
	laneW, narrowW = 38, 24
	framedH        = 7
	tallH          = 9 // from here on what a worker holds is shown as well
	pastH          = 4 // rows of what is over, from here on as a list
)

// underWay is what is under way on every worker at a step: it stays the same while
// time goes on to the next.
type underWay struct {
	run    *run
	step   int
	on     [][]int32   // by worker: places in State.Live, in order of arrival
	counts [][gone]int // by worker: requests by phase
	ways   [][]mark    // by place in State.Live
}

// fleetNow sorts the live requests by worker.
func (v *Route) fleetNow() *underWay {
	f, st := &v.fleet, v.s.run.line.State()
	if f.run == v.s.run && f.step == st.Step && f.on != nil {
		return f
	}
	if f.run != v.s.run || len(f.on) != len(st.Workers) {
		*f = underWay{on: make([][]int32, len(st.Workers)), counts: make([][gone]int, len(st.Workers))}
	}
	f.run, f.step, f.ways = v.s.run, st.Step, f.ways[:0]
	for w := range f.on {
		f.on[w] = f.on[w][:0]
	}
	clear(f.counts)
	for i := range st.Live {
		way := v.s.run.clock.way(int(st.Live[i].Request), st.Step)
		f.ways = append(f.ways, way)
		if len(way) == 0 {
			continue
		}
		m := way[len(way)-1]
		if m.phase == gone {
			continue
		}
		f.on[m.worker] = append(f.on[m.worker], int32(i))
		f.counts[m.worker][m.phase]++
	}
	return f
}

// drawFleet shows the workers with what is under way on them: one pool, or
// those that prefill above those that decode, with the link between.
func (v *Route) drawFleet(c *ui.Canvas, r ui.Rect) {
	v.spots, v.outcomes = v.spots[:0], v.outcomes[:0]
	if r.Empty() {
		return
	}
	first, all := v.s.run.st.Workers, v.s.run.st.Fleet()
	var legend, link ui.Rect
	full := r
	if !v.at.compact || r.H >= 6 {
		legend, r = r.Top(1)
	}
	var placed bool
	if all == first || v.at.compact {
		placed = v.placePool(r, 0, all)
	} else {
		above := (r.H - 1) / 2
		upper, rest := r.Top(above)
		link, rest = rest.Top(1)
		placed = v.placePool(upper, 0, first) && v.placePool(rest, first, all)
	}
	if !placed {
		v.spots = v.spots[:0]
		if !link.Empty() {
			link, r = r.Top(1)
			v.drawLink(c, link)
		}
		v.drawHeat(c, ui.Rect{X: full.X, Y: r.Y, W: full.W, H: r.H})
		return
	}
	cell := v.scale()
	v.drawLegendOfLanes(c, legend, cell)
	v.eachSpot(func(b ui.Rect, w int) { v.drawWorkerLanes(c, b, w, cell) })
	if !link.Empty() {
		v.drawLink(c, link)
	}
}

// placePool gives workers from to to-1 their rectangles, if all fit: in as many
// columns as leave bars long enough, or with a line each.
func (v *Route) placePool(r ui.Rect, from, to int) bool {
	n, gap := to-from, 2
	for _, least := range []int{laneW, narrowW} {
		cols := min(n, max(1, (r.W+gap)/(least+gap)))
		rows := (n + cols - 1) / cols
		h := r.H / rows
		if h < 2 && least == laneW || h < 1 {
			continue
		}
		cols = (n + rows - 1) / rows
		for i := range n {
			x0, x1 := i%cols*(r.W+gap)/cols, (i%cols+1)*(r.W+gap)/cols-gap
			y0, y1 := i/cols*r.H/rows, (i/cols+1)*r.H/rows
			v.spots = append(v.spots, spot{ui.Rect{X: r.X + x0, Y: r.Y + y0, W: x1 - x0, H: y1 - y0}, from + i})
		}
		return true
	}
	return false
}

// drawWorkerLanes is a worker with a lane for each of its requests, the newest
// on top, and below what ended there last.
func (v *Route) drawWorkerLanes(c *ui.Canvas, r ui.Rect, w int, cell int64) {
	v.drawWorkerHead(c, r, w)
	body := inner(r)
	if body.H < 1 {
		return
	}
	st := v.s.run.line.State()
	if v.lowest() >= tallH && w < v.s.run.st.Workers {
		var set ui.Rect
		set, body = body.Bottom(min(body.H/2, v.set().Groups+2))
		v.drawSet(c, set, w)
	}
	switch past := body.H / 2; {
	case past >= pastH && len(v.fleetNow().on[w]) < body.H-past:
		var over ui.Rect
		over, body = body.Bottom(past)
		v.drawPast(c, over, w)
	case v.footed(w, body.H):
		var foot ui.Rect
		foot, body = body.Bottom(1)
		v.drawLastOver(c, foot, w)
	}
	if st.Workers[w].Down {
		for i, l := range wrap(longest(body.W*body.H, v.s.downWords(w)...), body.W) {
			if i < body.H {
				c.Text(body.X, body.Y+i, l, v.st.Bad)
			}
		}
		return
	}
	v.drawLanes(c, body, v.fleetNow().on[w], cell)
}

// footed reports whether the last of so many rows says what ended on a worker:
// where lanes leave the row, or are many, or a request was lost.
func (v *Route) footed(w, rows int) bool {
	req, ok := v.s.run.clock.lastOver(w, v.s.Step())
	lost := ok && v.s.run.clock.times[req].Cause != sim.Served
	return ok && rows >= 2 && (lost || rows >= 5 || len(v.fleetNow().on[w]) < rows)
}

// lowest is the height of the lowest room for lanes: all workers show the same.
func (v *Route) lowest() int {
	h := inner(v.spots[0].rect).H
	for _, s := range v.spots {
		h = min(h, inner(s.rect).H)
	}
	return h
}

// drawSet is what a worker holds, where lanes leave room.
func (v *Route) drawSet(c *ui.Canvas, r ui.Rect, w int) {
	head, r := r.Top(1)
	g := v.setGrid(w, r)
	if len(g.Runs) == 0 {
		return
	}
	c.Text(head.X, head.Y, "holds", v.st.Muted)
	g.Draw(c, r, v.st)
}

// drawWorkerHead is a frame with the worker's name and load, or a rule with
// them.
func (v *Route) drawWorkerHead(c *ui.Canvas, r ui.Rect, w int) {
	title, look := v.workerTitle(w)
	border := v.st.Border
	if v.focus == 1 && v.chosen == w {
		border = v.st.Focus
	}
	if split := v.s.run.st.Fleet() > v.s.run.st.Workers; split && r.W >= laneW {
		title += " " + poolName(w < v.s.run.st.Workers)
	}
	note := longest(r.W-ui.Width(title)-8, v.loadWords(w)...)
	if r.H >= framedH {
		ui.TitledBox(c, r, title, note, border, look, v.st.Text)
		return
	}
	c.Fill(ui.Rect{X: r.X, Y: r.Y, W: r.W, H: 1}, '─', border)
	c.Text(r.X+1, r.Y, " "+title+" ", look)
	if note != "" {
		c.TextRight(r.X+r.W-1, r.Y, " "+note+" ", v.st.Text)
	}
}

// loadWords are how many requests are in which phase on a worker, and how much
// KV it holds.
func (v *Route) loadWords(w int) []string {
	st := &v.s.run.line.State().Workers[w]
	var parts []string
	for p, n := range v.fleetNow().counts[w] {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%c %s", phaseLooks()[p].letter, thousands(n)))
		}
	}
	load := strings.Join(parts, " ")
	switch {
	case st.Down:
		return []string{"down"}
	case load == "":
		load = "idle"
	}
	held := thousands(st.Held)
	if room := v.capacity(w); room > 0 {
		held += " of " + thousands(room)
	}
	return []string{load + " · " + held + " blk held", load + " · " + held + " blk", load, ""}
}

// capacity is how many blocks a worker can hold; 0 is unlimited.
func (v *Route) capacity(w int) int {
	st := v.s.run.st
	if w >= st.Workers && st.Clock.Split.Capacity > 0 {
		return st.Clock.Split.Capacity
	}
	return st.Capacity
}

// drawPast lists what became of the requests on a worker down to the last one,
// half a page at a time as the queue does.
func (v *Route) drawPast(c *ui.Canvas, r ui.Rect, w int) {
	ended := v.s.run.clock.endedOn(w, v.s.Step())
	if len(ended) == 0 || r.H < 2 {
		return
	}
	head, r := r.Top(1)
	c.Text(head.X, head.Y, longest(head.W, thousands(len(ended))+" over", ""), v.st.Muted)
	first := max(0, pageStart(len(ended)-1, r.H)-r.H/2)
	for i, k := range ended[first:] {
		v.drawOver(c, ui.Rect{X: r.X, Y: r.Y + i, W: r.W, H: 1}, int(v.s.run.clock.ended[k]))
	}
}

// drawLastOver says what became of the request that ended last on a worker.
func (v *Route) drawLastOver(c *ui.Canvas, r ui.Rect, w int) {
	if req, ok := v.s.run.clock.lastOver(w, v.s.Step()); ok {
		v.drawOver(c, r, req)
	}
}

// drawOver says what became of a request that is over.
func (v *Route) drawOver(c *ui.Canvas, r ui.Rect, req int) {
	look := v.st.Muted
	if v.s.run.clock.times[req].Cause != sim.Served {
		look = v.st.Bad
	}
	x := c.Text(r.X, r.Y, fmt.Sprintf("#%s ", thousands(req+1)), look)
	c.Text(x, r.Y, longest(r.X+r.W-x, append(v.s.timedForms(req), "")...), look)
}

func poolName(prefill bool) string {
	if prefill {
		return "prefill"
	}
	return "decode"
}
