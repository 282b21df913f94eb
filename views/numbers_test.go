package views

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kvtui/core/scenario"
	"kvtui/core/sim"
	"kvtui/core/workload"
	"kvtui/views/state"
)

// fold is the state at a step, made from the records alone.
func fold(t testing.TB, st state.State, set *workload.Set) *sim.State {
	t.Helper()
	if set == nil {
		set = workload.NewLabSet(st.Lab, st.Seed)
	}
	now := sim.NewState(set, scenario.Scenario{Workers: st.Workers})
	i := 0
	if err := sim.Run(t.Context(), st.Scenario, set, func(r sim.Record) {
		if i++; i <= st.Step {
			now.Apply(r)
		}
	}); err != nil {
		t.Fatal(err)
	}
	return now
}

// figures returns the numbers in the groups of a pattern's first match.
func figures(t testing.TB, screen, pattern string) []int {
	t.Helper()
	m := regexp.MustCompile(pattern).FindStringSubmatch(screen)
	if m == nil {
		t.Fatalf("%s is not on the screen:\n%s", pattern, screen)
	}
	var out []int
	for _, s := range m[1:] {
		n, err := strconv.Atoi(strings.ReplaceAll(s, ",", ""))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, n)
	}
	return out
}

// TestNumbersAreTheCores reads the screen at any step of any mode and compares
// its figures with a fold of the records.
func TestNumbersAreTheCores(t *testing.T) {
	sizes := [][2]int{{80, 24}, {120, 40}, {200, 60}}
	rapid.Check(t, func(rt *rapid.T) {
		st := lab(rapid.SampledFrom(scenario.Modes()).Draw(rt, "mode"), 2, 0)
		st.Seed = int64(rapid.IntRange(0, 50).Draw(rt, "seed"))
		st.Step = rapid.IntRange(1, 350).Draw(rt, "step")
		size := rapid.SampledFrom(sizes).Draw(rt, "size")
		u := before(t, newSession(t, st, nil), look("dark", false), size[0], size[1])
		screen, now := u.Screen(), fold(t, st, nil)
		compare := func(what, pattern string, want ...int) {
			rt.Helper()
			got := figures(t, screen, pattern)
			for i, w := range want {
				if got[i] != w {
					rt.Fatalf("%s: the screen says %v, the core %v\n%s", what, got, want, screen)
				}
			}
		}
		compare("reused", `([\d,]+) tokens reused`, int(now.Totals.ReusedTokens))
		if now.Totals.Repeats > 0 {
			compare("hits over repeats", `─ \w+ (\d+) of (\d+)`, now.Totals.Hits, now.Totals.Repeats)
		} else if !u.Has("no repeat yet ─") {
			rt.Fatalf("the screen shows a rate of no repeats:\n%s", screen)
		}
		compare("request", `(\d+)/72├`, int(now.Last.Req)+1)
		for w, name := range []string{"W0", "W1"} {
			compare(name, name+` ─+ (\d+) sent · (\d+) blocks?`, now.Workers[w].Sent, now.Workers[w].Held)
		}
		if w := now.Workers[now.Last.Worker]; w.LastReused > 0 {
			compare("outcome", `#`+strconv.Itoa(w.Request+1)+` +(?:HIT |MISS|NEW ) (\d+) of (\d+) reused`, w.LastReused, 7)
		}
	})
}

// TestNumbersOfATrace does the same for workers on a line each.
func TestNumbersOfATrace(t *testing.T) {
	st, set := trace(t)
	rapid.Check(t, func(rt *rapid.T) {
		st := st
		st.Scenario = st.With(rapid.SampledFrom(scenario.Modes()).Draw(rt, "mode"))
		st.Step = rapid.IntRange(1, 150).Draw(rt, "step")
		s := newSession(t, st, set)
		u := before(t, s, look("dark", false), 120, 36)
		now := fold(t, st, set)
		for w := range now.Workers {
			got := figures(t, u.Screen(), `W`+strconv.Itoa(w)+`\]? +([\d,]+) sent +([\d,]+) blk`)
			if got[0] != now.Workers[w].Sent || got[1] != now.Workers[w].Held {
				rt.Fatalf("W%d: the screen says %v, the core %d sent and %d blocks\n%s", w, got, now.Workers[w].Sent, now.Workers[w].Held, u.Screen())
			}
		}
		u.jumpTo(s.run.line.End(s.Request()))
		st.Step = s.Step()
		rate := 100 * fold(t, st, set).Totals.TokenHitRate()
		if text := strconv.FormatFloat(rate, 'f', 1, 64) + " %"; !u.Has("─ " + modeShort(u.v.onScreen()) + " " + text) {
			rt.Fatalf("%s is not the figure of the chart:\n%s", text, u.Screen())
		}
	})
}

// TestGlyphsAreTheCores reads the row of every worker at any step: what is
// held, known, or neither stands there as the state has it. What the router
// noted because of the very request counts as known only once it is held.
func TestGlyphsAreTheCores(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		st := lab(rapid.SampledFrom(scenario.Modes()).Draw(rt, "mode"), 2, rapid.IntRange(1, 350).Draw(rt, "step"))
		st.Capacity = rapid.SampledFrom([]int{0, 20, 9}).Draw(rt, "capacity")
		u := open(t, st, nil)
		now, arrived := fold(t, st, nil), st
		arrived.Step = u.s.run.line.Start(int(now.Last.Req))
		before := fold(t, arrived, nil)
		chain := u.s.Set().Requests[now.Last.Req].Chain
		for w := range 2 {
			row := regexp.MustCompile(`│ W` + strconv.Itoa(w) + ` +▸? +([■▣+□▨·](?: +[■▣+□▨·]){6}) `).FindStringSubmatch(u.Screen())
			if row == nil {
				rt.Fatalf("no row of W%d:\n%s", w, u.Screen())
			}
			for i, g := range strings.Fields(row[1]) {
				held, known := now.Holds(w, chain.At(i))
				if _, was := before.Holds(w, chain.At(i)); st.Knowledge == scenario.Approximate && w == now.Target && !held {
					known = known && was
				}
				want := map[[2]bool]string{{true, true}: "■", {true, false}: "▨", {false, true}: "□", {false, false}: "·"}[[2]bool{held, known}]
				if w == int(now.Last.Worker) {
					me := now.Workers[w]
					switch {
					case i < me.LastReused:
						want = "▣"
					case me.LastTokens > 0:
						want = "+"
					}
				}
				if g != want {
					rt.Fatalf("W%d, block %d: %s, want %s\n%s", w, i+1, g, want, u.Screen())
				}
			}
		}
	})
}
