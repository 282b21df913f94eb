package views

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"kvtui/core/block"
	"kvtui/core/route"
	"kvtui/core/scenario"
	"kvtui/core/sim"
	"kvtui/ui"
)

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
