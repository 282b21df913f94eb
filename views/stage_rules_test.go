package views

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"kvtui/core/scenario"
	"kvtui/core/sim"
	"kvtui/ui"
	"kvtui/views/state"
)

// TestChartNamesStandAtTheirLines: at any request each name stands in the row
// where its own curve has come to, so those of equal curves share a row; what
// finds no room is counted.
func TestChartNamesStandAtTheirLines(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 60}} {
		for _, mode := range append(scenario.Modes(), scenario.Mode{Strategy: "p2c"}) {
			u := before(t, newSession(t, lab(mode, 3, 0), nil), look("dark", false), size[0], size[1])
			for _, n := range []int{8, 14, 40, 72} {
				u.jumpTo(u.s.run.line.End(n - 1))
				plot := u.v.chart.Plot()
				from := plot.X + u.v.chart.X.Column(float64(n), plot.W) + 2
				shown, left := 0, 0
				for y := range plot.H {
					text := strings.Trim(string([]rune(u.Line(plot.Y + y))[from:]), " │")
					names, rest, _ := strings.Cut(text, " +")
					left += atoi(t, rest)
					for _, c := range u.s.run.curves {
						if !slices.Contains(strings.Split(names, ", "), modeShort(c.Mode())) {
							continue
						}
						shown++
						own := plot.H - 1 - u.v.chart.Y.Column(100*c.HitRate(n), plot.H)
						if below := y - own; below < 0 || below > 3 || below > 0 && plot.H < 10 {
							t.Errorf("%v, request %d: %s stands in row %d, its line ends in row %d\n%s", size, n, modeShort(c.Mode()), y, own, u.Screen())
						}
					}
				}
				if shown+left != len(u.s.run.curves) {
					t.Errorf("%v, request %d: %d names and %d counted, want %d\n%s", size, n, shown, left, len(u.s.run.curves), u.Screen())
				}
			}
		}
	}
}

func atoi(t *testing.T, s string) int {
	t.Helper()
	if s == "" {
		return 0
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestChartNoteTellsOfTheRest: in any room the note names all strategies, or
// says that it does not.
func TestChartNoteTellsOfTheRest(t *testing.T) {
	u := open(t, lab(kv, 2, 300), nil)
	n := u.s.Request() + 1
	for room := range 100 {
		note := u.v.chartNote(n, room)
		if note == "" && room > 20 || ui.Width(note) > room {
			t.Errorf("in %d columns: %q", room, note)
		}
		if all := strings.Count(note, " · ")+1 == len(u.s.run.curves) && !strings.Contains(note, "…"); note != "" && !all && !strings.HasSuffix(note, " · …") {
			t.Errorf("in %d columns %q drops strategies silently", room, note)
		}
	}
	if !strings.Contains(u.v.chartNote(n, 99), "silent") {
		t.Error("with room enough the note lacks a strategy")
	}
}

// TestReusedShowsAmongMany: a cell that stands for several blocks shows that
// one of them is reused, and the head says what a cell stands for, a warning
// or not.
func TestReusedShowsAmongMany(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}} {
		st, set := trace(t)
		u := before(t, newSession(t, st, set), look("dark", false), size[0], size[1])
		u.jumpTo(u.s.run.line.End(2))
		u.See("! ", "its first block")
		per := figures(t, u.Screen(), `1 cell = (\d+) blocks`)[0]
		if per != u.v.table.per || per < 2 {
			t.Errorf("%v: a cell stands for %d blocks, the screen says %d", size, u.v.table.per, per)
		}
		if row := regexp.MustCompile(`W0 +▸ (▣\++) `).FindStringSubmatch(u.Screen()); row == nil {
			t.Errorf("%v: one reused block of 250 is not to be seen:\n%s", size, u.Screen())
		}
	}
}

// TestUnitsStayWithAWarning: with a warning the head has one row, with units.
func TestUnitsStayWithAWarning(t *testing.T) {
	st := lab(scenario.Mode{Strategy: "kv", Knowledge: scenario.Silent}, 2, 100)
	u := before(t, newSession(t, st, nil), look("dark", false), 80, 24)
	u.See("! ", "overlap blk", "sent req")
	u = before(t, newSession(t, lab(kv, 2, 100), nil), look("dark", false), 80, 24)
	u.SeeNot("! ")
	u.See("blocks requests")
}

// TestPresentStepIsInItsList: however many workers, steps and notes there are,
// the list of steps shows the present one where the rooms stand side by side,
// and all of them where they are few.
func TestPresentStepIsInItsList(t *testing.T) {
	long := false
	for name, st := range map[string]fleet{
		"8 workers": {workers: 8}, "64 workers": {workers: 64}, "small caches": {workers: 8, capacity: 7},
	} {
		for _, size := range [][2]int{{110, 30}, {120, 36}, {200, 60}} {
			u := before(t, newSession(t, st.state(), nil), look("dark", false), size[0], size[1])
			for step := 1; step <= u.s.run.line.Len(); step += pace(3) {
				u.jumpTo(step)
				r := u.s.Request()
				all := u.s.run.line.End(r) - u.s.run.line.Start(r)
				if !regexp.MustCompile(`│ ▸ \S`).MatchString(u.Screen()) {
					t.Fatalf("%s, %v, step %d: no step is marked\n%s", name, size, step, u.Screen())
				}
				whole := !strings.Contains(u.Screen(), fmt.Sprintf("steps of #%d, ", r+1))
				if !whole && size[1] > 30 && all <= mostSteps {
					t.Fatalf("%s, %v, step %d: %d steps are too many\n%s", name, size, step, all, u.Screen())
				}
				if size[1] == 60 && all <= mostSteps {
					u.See("held and known") // the legend
				}
				long = long || !whole
			}
		}
	}
	if !long {
		t.Error("no list was ever cut: nothing was tested")
	}
}

// fleet is the lab under kv on that many workers of that many blocks.
type fleet struct{ workers, capacity int }

func (f fleet) state() state.State {
	st := lab(kv, f.workers, 0)
	st.Capacity = f.capacity
	return st
}

// TestBarsCompare: panels of a line or a few are equally wide, so that equal
// loads have equal bars, and the screen says what a bar is where a row is free.
func TestBarsCompare(t *testing.T) {
	for workers := 3; workers <= 24; workers++ {
		for _, size := range [][2]int{{79, 23}, {80, 24}, {97, 24}, {120, 36}} {
			u := before(t, newSession(t, lab(scenario.Mode{Strategy: "rr"}, workers, 300), nil), look("dark", false), size[0], size[1])
			low := 0
			for _, sp := range u.v.spots {
				if sp.rect.W != u.v.spots[0].rect.W {
					t.Errorf("%d workers, %v: panels of %d and %d columns", workers, size, sp.rect.W, u.v.spots[0].rect.W)
				}
				low = max(low, sp.rect.Y+sp.rect.H)
			}
			if len(u.v.spots) == 0 || u.Has("╭ W1") || u.Has("╭ ▸ W1") {
				continue
			}
			r := u.v.at.workers
			if free := low < r.Y+r.H || u.v.spots[0].rect.Y > r.Y; free != u.Has("bar: tokens computed") {
				t.Errorf("%d workers, %v: a row is free: %v\n%s", workers, size, free, u.Screen())
			}
		}
	}
	u := before(t, newSession(t, lab(kv, 8, 100), nil), look("dark", false), 80, 24)
	u.See("bar: tokens computed")
}

// TestOnlyDriftIsStale: with caches that lose nothing the approximate index is
// never wrong, and nothing looks as if it were; where blocks were lost, it does.
func TestOnlyDriftIsStale(t *testing.T) {
	stale := func(u *stand) (steps int) {
		for step := 1; step <= u.s.run.line.Len(); step += pace(1) {
			u.jumpTo(step)
			if strings.ContainsRune(strings.ReplaceAll(u.Screen(), "□ believed, not there", ""), glyphGone) {
				steps++
			}
		}
		return steps
	}
	for _, mode := range []scenario.Mode{kv, {Strategy: "dynamo"}} {
		if n := stale(before(t, newSession(t, lab(mode, 2, 0), nil), look("dark", false), 200, 60)); n > 0 {
			t.Errorf("%s: %d steps show a wrong belief that nobody has", modeName(mode), n)
		}
	}
	if stale(open(t, full(kv, 2, 0), nil)) == 0 {
		t.Error("blocks that are gone are never shown as believed in")
	}
}

// TestSingleMovesAreNoPlay: n and . move, but do not play; space completes
// what they began and plays on.
func TestSingleMovesAreNoPlay(t *testing.T) {
	for _, key := range []string{"n", "."} {
		u := open(t, lab(kv, 2, 0), nil)
		u.Key(key)
		if !u.s.Moving() {
			t.Fatalf("%s does not move", key)
		}
		u.SeeNot("▶", "pause")
		u.See("space play")
		to := u.s.player.target
		u.Key("space")
		u.See("▶", "pause")
		if u.s.Step() != to || !u.s.Playing() {
			t.Errorf("space during %s: at step %d, want %d; playing %v", key, u.s.Step(), to, u.s.Playing())
		}
	}
	u := open(t, lab(kv, 2, 0), nil)
	u.Key("G", "p", "n", "space")
	if u.s.Moving() || u.s.Step() != u.s.run.line.Len() {
		t.Errorf("space during the last n: at step %d, moving %v", u.s.Step(), u.s.Moving())
	}
}

// TestStartTellsWhatComes: before the first request the large stage has the
// legend and counts the queue by prefix.
func TestStartTellsWhatComes(t *testing.T) {
	u := before(t, newSession(t, lab(kv, 2, 0), nil), look("dark", false), 200, 60)
	for _, step := range []int{0, 1, 40, 200} {
		u.jumpTo(step)
		u.See("held and known", "to come")
		sum := 0
		for _, m := range regexp.MustCompile(`│ P\d\d +6 blocks +(\d+) `).FindAllStringSubmatch(u.Screen(), -1) {
			sum += atoi(t, m[1])
		}
		if sum != u.v.waiting() {
			t.Errorf("step %d: %d requests to come by prefix, %d in the queue\n%s", step, sum, u.v.waiting(), u.Screen())
		}
	}
}

// TestTailsAreCounted: wherever tails are shown, so is their number.
func TestTailsAreCounted(t *testing.T) {
	u := open(t, lab(kv, 2, 0), nil)
	seen := 0
	for step := 1; step <= u.s.run.line.Len(); step++ {
		u.jumpTo(step)
		seen += strings.Count(u.Screen(), "tails ")
		if m := regexp.MustCompile(`tails [^\d]`).FindString(u.Screen()); m != "" {
			t.Fatalf("step %d: %q\n%s", step, m, u.Screen())
		}
	}
	if seen == 0 {
		t.Error("no tails")
	}
}

// TestTimelineSaysWhatItsMarksAre where there is a row for them.
func TestTimelineSaysWhatItsMarksAre(t *testing.T) {
	at := func(u *stand) string { return u.Line(u.v.at.timeline.Y + 1) }
	u := open(t, lab(scenario.Mode{Strategy: "random"}, 2, 100), nil)
	if got := at(u); !strings.HasPrefix(got, "misses ") {
		t.Errorf("the marks of misses: %q", got)
	}
	u = open(t, full(kv, 2, 100), nil)
	if got := at(u); !strings.HasPrefix(got, "misses, evictions ") {
		t.Errorf("the marks of misses and evictions: %q", got)
	}
	u = open(t, lab(kv, 2, 100), nil)
	if got := at(u); strings.TrimSpace(got) != "" {
		t.Errorf("a run without misses has marks: %q", got)
	}
}

// TestOutcomesAreWordedAlike: at no step does one worker say "done" and
// another leave it out.
func TestOutcomesAreWordedAlike(t *testing.T) {
	forms := map[string]bool{}
	for _, w := range []int{79, 80, 81, 84, 88, 120} {
		u := before(t, newSession(t, lab(kv, 2, 0), nil), look("dark", false), w, 24)
		for step := 1; step <= u.s.run.line.Len(); step += pace(1) {
			u.jumpTo(step)
			found := regexp.MustCompile(`\d tok( done| computed)? +│`).FindAllStringSubmatch(u.Screen(), -1)
			for _, m := range found {
				forms[m[1]] = true
				if m[1] != found[0][1] {
					t.Fatalf("%d columns, step %d:\n%s", w, step, u.Screen())
				}
			}
		}
	}
	if len(forms) != 3 {
		t.Errorf("only the forms %v were seen", forms)
	}
}

// TestJumpsStopAtWrongBeliefs: j passes no step at which fewer blocks are
// reused than the index promised.
func TestJumpsStopAtWrongBeliefs(t *testing.T) {
	for name, s := range runs(t) {
		wrong := 0
		for i, rec := range s.run.line.Recording().Records {
			if rec.Kind != sim.Computed {
				continue
			}
			s.seek(i + 1)
			lost := s.beliefLost(int(rec.Req))
			if lost {
				wrong++
			}
			if lost != slices.Contains(s.run.notable, i+1) {
				t.Errorf("%s, step %d: a wrong belief is %v, a jump goes there: %v", name, i+1, lost, !lost)
			}
		}
		t.Logf("%s: %d wrong beliefs", name, wrong)
	}
	u := open(t, full(kv, 2, 0), nil)
	seen := false
	for range u.s.run.notable {
		u.Key("j")
		seen = seen || strings.Contains(flat(u), "no longer holds what the router believed")
	}
	if !seen {
		t.Error("j never stops at a wrong belief")
	}
}

// TestChangesDoNotPause: a run that plays goes on after a change, at the same
// request, to the new end; one that stands still does not begin.
func TestChangesDoNotPause(t *testing.T) {
	u := open(t, lab(kv, 2, 0), nil)
	u.Key("space")
	u.Advance(3500 * time.Millisecond)
	at := u.s.Request()
	u.Key("w")
	if u.s.Request() != at || !u.s.Playing() || u.s.run.st.Workers != 3 {
		t.Fatalf("after w: request %d, want %d; playing %v with %d workers", u.s.Request()+1, at+1, u.s.Playing(), u.s.run.st.Workers)
	}
	if u.s.player.target != u.s.run.line.Len() {
		t.Errorf("it plays to step %d, want %d", u.s.player.target, u.s.run.line.Len())
	}
	u.Key("space", "w")
	if u.s.Moving() {
		t.Error("a change starts a run that was paused")
	}
}
