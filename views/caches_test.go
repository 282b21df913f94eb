package views

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/exp/golden"

	"kvtui/core/block"
	"kvtui/core/route"
	"kvtui/core/scenario"
	"kvtui/core/sim"
	"kvtui/themes"
	"kvtui/ui"
	"kvtui/ui/drive"
	"kvtui/views/state"
)

// keeper is a person before the caches.
type keeper struct {
	*drive.User
	s *Session
	v *Caches
}

// cachesOf puts a person before the caches of a session; the stage stands
// beside them, as in the program.
func cachesOf(t testing.TB, s *Session, cfg ui.Config, w, h int) *keeper {
	t.Helper()
	v := NewCaches(s)
	cfg.Screens, cfg.Actions = []ui.Slot{{Key: "1", Screen: NewRoute(s)}, {Key: "3", Screen: v}}, s.Global()
	cfg.Start = 1
	return &keeper{drive.Start(t, cfg, w, h), s, v}
}

func (u *keeper) jumpTo(step int) {
	u.s.seek(step)
	u.Send(tea.ResumeMsg{})
}

// full is the lab with room for 40 blocks a worker, at a step.
func full(mode scenario.Mode, workers, step int) state.State {
	st := lab(mode, workers, step)
	st.Scenario.Capacity = 40
	return st
}

// TestCachesFitEverywhere draws every workload, fleet and mode at every size,
// each part in focus. Themes, glyphs and moments take turns.
func TestCachesFitEverywhere(t *testing.T) {
	ws, turn := readWords(t), 0
	for _, stage := range stages(t) {
		for i, workers := range []int{1, 2, 8, 64, 1000} {
			for _, mode := range []scenario.Mode{kv, scenario.Modes()[(i+turn)%5]} {
				st, set := stage.make()
				st.Scenario = st.Scenario.With(mode)
				st.Scenario.Workers, st.Scenario.Capacity = workers, []int{0, 40, 4000}[(i+turn)%3]
				s := newSession(t, st, set)
				at := moments(s.run)
				for _, size := range sizes {
					turn++
					theme, ascii := themes.Names()[turn%len(themes.Names())], turn/len(sizes)%2 == 0
					u := cachesOf(t, s, look(theme, ascii), size[0], size[1])
					for k := range int(cachesParts) {
						u.jumpTo(at[(turn+k)%len(at)])
						fits(t, u.Frame(), size[0], size[1], ascii)
						where := fmt.Sprintf("%s, %s, %d workers, focus %d, step %d, %dx%d", stage.name, modeName(mode), workers, k, u.s.Step(), size[0], size[1])
						ws.check(t, where, u.Screen(), size[0], size[1])
						u.Key("tab")
					}
				}
			}
		}
	}
}

// TestCachesGoldens holds moments against drawings that were looked at.
func TestCachesGoldens(t *testing.T) {
	for _, g := range []struct {
		name  string
		theme string
		ascii bool
		w, h  int
		keys  []string
	}{
		{"80x24", "dark", false, 80, 24, nil},
		{"120x36", "dark", false, 120, 36, nil},
		{"200x60", "dark", false, 200, 60, nil},
		{"40x12", "dark", false, 40, 12, nil},
		{"40x12-tree", "dark", false, 40, 12, []string{"tab"}},
		{"40x12-landings", "dark", false, 40, 12, []string{"tab", "tab"}},
		{"80x24-tree", "mono", false, 80, 24, []string{"tab", "down", "right"}},
		{"80x24-ascii", "dark", true, 80, 24, nil},
		{"80x24-history", "light", false, 80, 24, []string{"right", "down", "down", "enter"}},
	} {
		t.Run(g.name, func(t *testing.T) {
			u := cachesOf(t, newSession(t, full(kv, 2, 200), nil), look(g.theme, g.ascii), g.w, g.h)
			u.Key(g.keys...)
			out := u.Screen()
			if g.theme != "dark" {
				out += "\n" + styleMap(u.Frame())
			}
			golden.RequireEqual(t, out)
		})
	}
	t.Run("trace-120x36", func(t *testing.T) {
		st, set := trace(t)
		st.Scenario.Capacity = 300
		s := newSession(t, st, set)
		s.seek(s.run.line.End(20))
		golden.RequireEqual(t, cachesOf(t, s, look("dark", false), 120, 36).Screen())
	})
}

// runs are sessions in which belief and truth go apart in every way.
func runs(t *testing.T) map[string]*Session {
	t.Helper()
	flawed := full(scenario.Mode{Strategy: "kv", Knowledge: scenario.Events}, 3, 0)
	flawed.Scenario.Flaws.Loss = 0.4
	restarts := full(kv, 2, 0)
	restarts.Scenario.Flaws.RestartAt, restarts.Scenario.Flaws.RestartWorker = 30, 1
	st, set := trace(t)
	st.Scenario.Workers, st.Scenario.Capacity = 3, 260
	out := map[string]*Session{"trace": newSession(t, st, set)}
	for name, st := range map[string]state.State{
		"full": full(kv, 2, 0), "rr": full(scenario.Mode{Strategy: "rr"}, 5, 0), "lossy": flawed, "restart": restarts, "lab": lab(kv, 4, 0),
	} {
		out[name] = newSession(t, st, nil)
	}
	return out
}

// TestCachesNumbers holds the figures and every cell of the grid against the
// state, block by block.
func TestCachesNumbers(t *testing.T) {
	for name, s := range runs(t) {
		u := cachesOf(t, s, look("dark", false), 200, 60)
		for step := 0; step <= s.run.line.Len(); step += 1 + s.run.line.Len()/23 {
			u.jumpTo(step)
			where := fmt.Sprintf("%s, step %d", name, step)
			u.checkFigures(t, where)
			for i, row := range u.v.prefixes() {
				u.checkRow(t, where, i, row)
			}
		}
	}
}

func (u *keeper) checkFigures(t *testing.T, where string) {
	t.Helper()
	st := u.s.run.line.State()
	on := map[block.Prefix]int{}
	held, known, both := 0, 0, 0
	for w := range st.Workers {
		for p := block.Prefix(1); int(p) < u.s.Set().Prefixes; p++ {
			h, k := st.Holds(w, p)
			held, known, both = held+one(h), known+one(k), both+one(h && k)
			on[p] += one(h)
		}
	}
	distinct, several := 0, 0
	for _, n := range on {
		distinct, several = distinct+one(n > 0), several+one(n > 1)
	}
	room := "room unlimited"
	if c := u.s.run.st.Scenario.Capacity; c > 0 {
		room = blocks(c*len(st.Workers)-held) + " free"
	}
	u.See(fmt.Sprintf("held %s · %s different · %s of them on several workers · %s", blocks(held), thousands(distinct), thousands(several), room))
	if !indexed(u.s.run.st.Scenario.Strategy) {
		u.See("keeps no index")
		return
	}
	u.See(fmt.Sprintf("index lists %s: %s held · %s held but not listed · %s listed but not there",
		blocks(known), thousands(both), thousands(held-both), thousands(known-both)))
	if p := st.Totals.Promised; p > 0 {
		u.See(fmt.Sprintf("reused %s of %s promised, %.1f %%", thousands(st.Totals.Reused), blocks(p), 100*float64(st.Totals.Reused)/float64(p)))
	}
}

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// checkRow holds a row as drawn against the blocks of its prefix.
func (u *keeper) checkRow(t *testing.T, where string, i int, row prefixRow) {
	t.Helper()
	d, st := u.v.grid.drawn, u.s.run.line.State()
	y := d.cells.Y + i - u.v.grid.top
	if i < u.v.grid.top || i >= u.v.grid.top+d.rows {
		return
	}
	line := []rune(strings.Split(u.Screen(), "\n")[y])
	at := func(x, n int) string {
		out := ""
		for k := x; k < min(x+n, len(line)); k++ {
			out += string(line[k])
		}
		return strings.TrimSpace(out)
	}
	copies := 0
	for w := range st.Workers {
		n, first := 0, false
		for k := row.from; k < row.to; k++ {
			h, _ := st.Holds(w, u.s.Set().Requests[row.request].Chain.At(k))
			n += one(h)
			first = first || h
		}
		copies += one(first)
		want := ""
		if n > 0 {
			want = thousands(n)
		}
		x := d.cells.X + w*d.mode.step
		if got := at(x+d.mode.bar+1, d.mode.digits); got != want {
			t.Fatalf("%s: row %d on W%d shows %q blocks, want %q\n%s", where, i, w, got, want, u.Screen())
		}
		if got := shareGlyph(naiveShare(u, w, row), row.to-row.from); d.mode.bar > 1 && row.to-row.from == 1 && at(x, 1) != string(got) {
			t.Fatalf("%s: row %d on W%d is %q, want %q", where, i, w, at(x, 1), got)
		}
	}
	if got := at(d.copies-6, 6); got != strconv.Itoa(copies) {
		t.Fatalf("%s: row %d shows %q copies, want %d\n%s", where, i, got, copies, u.Screen())
	}
}

func naiveShare(u *keeper, w int, row prefixRow) (n sim.Share) {
	for k := row.from; k < row.to; k++ {
		h, kn := u.s.run.line.State().Holds(w, u.s.Set().Requests[row.request].Chain.At(k))
		n = sim.Share{Held: n.Held + one(h), Known: n.Known + one(kn), Both: n.Both + one(h && kn)}
	}
	return n
}

func TestShareGlyphs(t *testing.T) {
	for _, c := range []struct {
		held, known, both int
		want              rune
	}{
		{0, 0, 0, glyphNone}, {6, 6, 6, glyphHeld}, {6, 0, 0, glyphUnknown}, {6, 5, 5, glyphUnknown},
		{3, 3, 3, glyphPart}, {3, 0, 0, glyphPart}, {0, 6, 0, glyphGone}, {3, 6, 3, glyphGone},
	} {
		if got := shareGlyph(sim.Share{Held: c.held, Known: c.known, Both: c.both}, 6); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

// TestPrefixOrders holds the three orders, and that nothing is shown twice or
// left out.
func TestPrefixOrders(t *testing.T) {
	for name, s := range runs(t) {
		u := cachesOf(t, s, look("dark", false), 120, 40)
		u.jumpTo(s.run.line.Len() / 2)
		seen := map[int]int{}
		for i := range s.Request() + 1 {
			if g := s.Set().Requests[i].Group; g >= 0 {
				seen[g] = i
			}
		}
		orders := map[prefixOrder]bool{}
		for range 3 {
			rows := slices.Clone(u.v.prefixes())
			u.v.countCopies(rows)
			if len(rows) > 0 && rows[0].group == commonRow {
				rows = rows[1:]
			}
			if len(rows) != len(seen) {
				t.Fatalf("%s: %d rows of %d prefixes", name, len(rows), len(seen))
			}
			for i, r := range rows {
				if seen[r.group] != r.request {
					t.Fatalf("%s: prefix %d came last with %d, not %d", name, r.group, seen[r.group], r.request)
				}
				if i == 0 {
					continue
				}
				before := rows[i-1]
				if o := u.v.order(); o == byNumber && before.group >= r.group || o == byRecency && before.request <= r.request || o == byCopies && before.copies < r.copies {
					t.Fatalf("%s, order %d: %+v before %+v", name, o, before, r)
				}
			}
			orders[u.v.order()] = true
			u.Key("z")
		}
		if len(orders) != 3 {
			t.Fatalf("%s: orders %v", name, orders)
		}
	}
}

// TestTreeIsTheWorkersBlocks opens the whole tree and holds its lines against a
// naive walk over the chains.
func TestTreeIsTheWorkersBlocks(t *testing.T) {
	for name, s := range runs(t) {
		for _, part := range []int{3, 2, 1} {
			u := cachesOf(t, s, look("dark", false), 200, 60)
			u.jumpTo(s.run.line.Len() / part)
			u.Key("right")
			u.Key("tab")
			for i := 0; i < len(u.v.readyTree().rows); i++ {
				u.v.tree.cursor = i
				u.v.unfold(true)
			}
			u.checkTree(t, fmt.Sprintf("%s, step %d", name, s.Step()))
		}
	}
}

func (u *keeper) checkTree(t *testing.T, where string) {
	t.Helper()
	w, st, set := u.v.worker, u.s.run.line.State(), u.s.Set()
	uses, parent := map[block.Prefix]int{}, map[block.Prefix]block.Prefix{}
	for _, q := range set.Requests {
		for k := range q.Chain.Len() {
			parent[q.Chain.At(k)] = 0
			if k > 0 {
				parent[q.Chain.At(k)] = q.Chain.At(k - 1)
			}
		}
	}
	for _, r := range u.s.run.served[w][:st.Workers[w].Sent] {
		for k := range set.Requests[r].Chain.Len() {
			uses[set.Requests[r].Chain.At(k)]++
		}
	}
	sum := sim.Share{}
	for i, row := range u.v.tree.rows {
		l := u.v.limb(row.head)
		if row.parent >= 0 && u.v.limb(u.v.tree.rows[row.parent].head).Last != parent[row.head] || row.parent < 0 && parent[row.head] != 0 {
			t.Fatalf("%s: line %d hangs under line %d", where, i, row.parent)
		}
		if got := u.v.tree.uses.Of(row.head); got != uses[row.head] {
			t.Fatalf("%s: line %d: %d requests, want %d", where, i, got, uses[row.head])
		}
		sum = sim.Share{Held: sum.Held + l.Held, Known: sum.Known + l.Known, Both: sum.Both + l.Both}
	}
	wk := st.Workers[w]
	if sum.Held != wk.Held || u.s.run.st.Scenario.Flaws.Loss == 0 && sum.Known != wk.Known {
		t.Fatalf("%s: the tree holds %+v, the worker %d and %d known", where, sum, wk.Held, wk.Known)
	}
	u.Send(tea.ResumeMsg{})
	for i := range min(len(u.v.tree.rows), u.v.tree.body.H) {
		row := u.v.tree.rows[u.v.tree.top+i]
		l := u.v.limb(row.head)
		u.See(fmt.Sprintf("%s · %s tokens · %s", blocks(l.Blocks), thousands(l.Blocks*set.Size), plural(uses[row.head], "request", "requests")))
	}
}

// TestTreeByKeyAndMouse folds and unfolds.
func TestTreeByKeyAndMouse(t *testing.T) {
	u := cachesOf(t, newSession(t, lab(kv, 2, 200), nil), look("dark", false), 80, 24)
	u.Key("tab")
	lines := func() int { return len(u.v.readyTree().rows) }
	folded := lines()
	u.Key("right")
	open := lines()
	if open <= folded {
		t.Fatalf("%d lines, %d after unfolding", folded, open)
	}
	u.Key("right")
	if u.v.tree.cursor != 1 {
		t.Errorf("right on an open node goes to line %d", u.v.tree.cursor)
	}
	u.Key("left")
	if u.v.tree.cursor != 0 {
		t.Errorf("left goes to line %d, not to the parent", u.v.tree.cursor)
	}
	u.Key("left")
	if lines() != folded {
		t.Errorf("%d lines after folding, want %d", lines(), folded)
	}
	u.Click(u.v.tree.body.X, u.v.tree.body.Y)
	if lines() != open {
		t.Errorf("a click on the mark: %d lines, want %d", lines(), open)
	}
	u.Click(u.v.tree.body.X+8, u.v.tree.body.Y+1)
	if u.v.tree.cursor != 1 {
		t.Errorf("a click goes to line %d", u.v.tree.cursor)
	}
	u.Click(u.v.tree.body.X+8, u.v.tree.body.Y+1)
	u.See("Block 7 of 7", "esc closes")
}

// TestLandingsAreWhatHappens: the run's own strategy would send the next
// request where it goes, in every strategy.
func TestLandingsAreWhatHappens(t *testing.T) {
	for _, info := range route.Strategies() {
		st := full(scenario.Mode{Strategy: info.Name}, 3, 0)
		s := newSession(t, st, nil)
		u := cachesOf(t, s, look("dark", false), 200, 60)
		for i := range 40 {
			u.jumpTo(s.run.line.Start(i))
			goes := int(s.run.line.Recording().Records[s.run.line.Start(i)].Worker)
			own := ""
			for l := range strings.SplitSeq(u.Screen(), "\n") {
				if _, after, ok := strings.Cut(l, "▸ "+info.Name+" "); ok {
					own = strings.Fields(after)[0]
				}
			}
			if own != workerName(goes) {
				t.Fatalf("%s: request %d would go to %s, goes to W%d\n%s", info.Name, i+1, own, goes, u.Screen())
			}
		}
		u.See(fmt.Sprintf("Where #%d (", 40))
	}
}

func TestLandingPick(t *testing.T) {
	u := cachesOf(t, newSession(t, lab(kv, 2, 83), nil), look("dark", false), 120, 36)
	u.See("Where #17 (P03) would go now: the next request")
	u.Key("]")
	u.See("Where #18 (")
	u.Key("[", "[", "[")
	u.See(fmt.Sprintf("Where #15 (P11) would go now; it went to W%d", u.s.run.line.Recording().Records[u.s.run.line.Start(14)].Worker))
	u.Key("n")
	u.Advance(5 * time.Second)
	u.See("Where #15 (")
	u.Key("\\")
	u.See("Where #17 (", "the next request")
	u.Key("tab", "tab", "enter")
	u.Key("backspace", "backspace", "7", "1", "enter")
	u.See("Where #71 (")
	u.Key("]", "]", "]")
	u.See("Where #72 (")
}

// TestCachesKeysAndMouse moves the cursor and opens histories.
func TestCachesKeysAndMouse(t *testing.T) {
	u := cachesOf(t, newSession(t, full(kv, 2, 200), nil), look("dark", false), 80, 24)
	u.Key("down", "down", "right")
	if r := u.v.prefixes()[u.v.gridCursor(u.v.prefixes())]; r.group != 2 || u.v.worker != 1 {
		t.Fatalf("the cursor is on prefix %d and W%d", r.group, u.v.worker)
	}
	u.See("P02 on W1", "Prefix tree of W1")
	d := u.v.grid.drawn
	u.Click(d.cells.X, d.cells.Y+1)
	u.See("P01 on W0", "Prefix tree of W0")
	u.SeeNot("esc closes")
	u.Click(d.cells.X, d.cells.Y+1)
	u.See("Block 1 of 7, P01 on W0", "it never comes here")
	u.Key("a")
	u.See("on all workers", "computed, and kept")
	u.Key("esc")
	u.Wheel(d.cells.X, d.cells.Y, 3)
	u.Key("tab", "tab", "tab", "left")
	if got := u.s.Request(); got != 31 {
		t.Errorf("left on the timeline goes to request %d", got+1)
	}
}

// TestHistoryDialog walks along the chain, and goes to what it chose.
func TestHistoryDialog(t *testing.T) {
	s := newSession(t, full(kv, 2, 200), nil)
	u := cachesOf(t, s, look("dark", false), 80, 24)
	u.Key("down", "down", "right", "enter")
	u.See("Block 1 of 7, P02 on W1", "now W1 does not hold it, though the index says so",
		"so far computed 1 time, reused 1 time, evicted 1 time", "#30  evicted to make room; last used by #12", "#38  computed, and kept in the cache (later)")
	u.Key("right")
	u.See("Block 2 of 7")
	u.Key("left", "left")
	u.See("Block 1 of 7")
	u.Key("up", "enter")
	u.SeeNot("esc closes")
	if rec := s.run.line.State().Last; s.Request() != 11 || rec.Kind != sim.Reused {
		t.Errorf("enter goes to request %d, %+v", s.Request()+1, rec)
	}
	u.Key("enter", "down", "enter")
	if rec := s.run.line.State().Last; rec.Kind != sim.Evicted {
		t.Errorf("enter goes to %+v", rec)
	}
}

// TestHistoryLines holds that lines say all that the events do, but for what
// the index hears again.
func TestHistoryLines(t *testing.T) {
	for name, s := range runs(t) {
		rec := s.run.line.Recording()
		for p := block.Prefix(1); int(p) < min(60, s.Set().Prefixes); p++ {
			events := sim.History(rec, sim.AllWorkers, p)
			n := map[sim.Kind]int{}
			for _, e := range events {
				n[e.Kind]++
			}
			got, kept, turned := map[sim.Kind]int{}, 0, 0
			for _, l := range historyLines(events) {
				got[l.Kind]++
				kept, turned = kept+one(l.kept), turned+one(l.turned)
				if texts := l.words(true, true, 2); ui.Width(texts[len(texts)-2]) > 34 || texts[0] == "" {
					t.Fatalf("%s: %+v is %q", name, l, texts)
				}
			}
			for _, k := range []sim.Kind{sim.Computed, sim.Reused, sim.Evicted, sim.Restarted, sim.Lost, sim.Forgotten} {
				if got[k] != n[k] {
					t.Fatalf("%s, block %d: %d lines of kind %d, %d events", name, p, got[k], k, n[k])
				}
			}
			if got[sim.Stored]+kept != n[sim.Stored] || got[sim.Done]+turned != n[sim.Done] {
				t.Fatalf("%s, block %d: stored %d+%d of %d, turned away %d+%d of %d", name, p, got[sim.Stored], kept, n[sim.Stored], got[sim.Done], turned, n[sim.Done])
			}
		}
	}
}

// TestCachesRest: paused nothing is drawn, and playing only steps are.
func TestCachesRest(t *testing.T) {
	u := cachesOf(t, newSession(t, full(kv, 2, 83), nil), look("dark", false), 120, 36)
	frames := u.Frames
	u.Advance(10 * time.Second)
	if u.Frames != frames || !u.Asleep() {
		t.Error("something moves while the run is paused")
	}
	u.Key("space")
	step := u.s.Step()
	u.Advance(3 * time.Second)
	if drawn, steps := u.Frames-frames, u.s.Step()-step; steps == 0 || drawn > steps+3 {
		t.Errorf("%d frames in %d steps", drawn, steps)
	}
}

func TestCachesNoKeyClashes(t *testing.T) {
	for _, mode := range scenario.Modes() {
		u := cachesOf(t, newSession(t, lab(mode, 2, 30), nil), look("dark", false), 80, 24)
		if c := ui.Clashes(u.Shell().Actions()...); c != nil {
			t.Errorf("%s: %v", modeName(mode), c)
		}
	}
}

// TestCachesLive through changes of the run under the cursor.
func TestCachesLive(t *testing.T) {
	u := cachesOf(t, newSession(t, full(kv, 3, 200), nil), look("dark", false), 120, 36)
	u.Key("end", "pgdown", "W", "s", "e", "R", "P", "G", "tab", "end", "r", "enter", "u")
	for _, size := range [][2]int{{40, 12}, {10, 3}, {200, 60}, {80, 24}} {
		u.Resize(size[0], size[1])
		fits(t, u.Frame(), size[0], size[1], false)
	}
	s := newSession(t, lab(kv, 1, 10), nil)
	u.Key("1", "3", "enter")
	u.s.swap(s.run, 10)
	u.Send(tea.ResumeMsg{})
	u.Key("enter", "right", "a", "down")
	fits(t, u.Frame(), 80, 24, false)
}

// TestCachesOfLoadingTrace: before the trace is there, its reading is shown.
func TestCachesOfLoadingTrace(t *testing.T) {
	st, _ := trace(t)
	s, err := Load(t.Context(), st, Source{Read: new(atomic.Int64)})
	if err != nil {
		t.Fatal(err)
	}
	u := cachesOf(t, s, look("dark", false), 80, 24)
	u.See("Reading conversation.jsonl")
	u.Key("enter", "tab", "down", "z", "]")
	u.Click(40, 12)
	fits(t, u.Frame(), 80, 24, false)
}
