package views

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/exp/golden"

	"kvtui/core/clock"
	"kvtui/core/cost"
	"kvtui/core/sim"
	"kvtui/ui"
	"kvtui/ui/drive"
	"kvtui/views/state"
)

// stallState is the lab's prompt on the 24 GB class engine, simulated.
func stallState() state.Cost {
	st := state.DefaultCost()
	st.Preset, st.Simulate = clock.GPU24GB.String(), usualLoad()
	return st
}

// freedBy is what a simulation of its own says.
func freedBy(t testing.TB, st state.Cost, tokens int) sim.Freed {
	t.Helper()
	p, ok := clock.ByPrefillKey(st.Preset)
	if !ok {
		t.Fatalf("%s has no engine", st.Preset)
	}
	f, err := sim.FreedBySplit(t.Context(), p.Figures(), st.Simulate, tokens)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

const restsLong = 5 * time.Second

func TestCostStallLooks(t *testing.T) {
	var out strings.Builder
	show := func(w, h int, change func(*ui.Config), set func(*state.Cost)) {
		st := stallState()
		set(&st)
		u, _ := mapUser(t, &st, w, h, change)
		u.Advance(restsLong)
		out.WriteString(u.Screen() + "\n")
	}
	for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 60}} {
		show(size[0], size[1], nil, func(st *state.Cost) { st.GBps = 12.5 })
		show(size[0], size[1], nil, func(st *state.Cost) { st.GBps, st.Map = 12.5, true })
	}
	show(80, 24, plainASCII, func(st *state.Cost) { st.Map = true })
	show(80, 24, nil, func(st *state.Cost) { st.Tokens, st.Model = 32_768, "Llama-3.1-8B" })
	golden.RequireEqual(t, out.String())
}

// TestCostSimulates: the form starts a simulation on an engine, and the verdict
// has its figures with the word for it until one is typed.
func TestCostSimulates(t *testing.T) {
	st := labCost()
	u := costUser(t, &st, 200, 60)
	u.SeeNot("simulat")
	u.Key("V")
	u.See("Simulate what a split frees", "GPUs", "in flight", "output")
	u.Key("enter")
	want := sim.Load{Workers: 4, Concurrency: 16, Output: 128}
	if st.Simulate != want || st.Preset != "8gb" || st.PrefillMS != 0 {
		t.Fatalf("the form sets %+v, %s, prefill %v ms", st.Simulate, st.Preset, st.PrefillMS)
	}
	u.Advance(restsLong)
	f := freedBy(t, st, 1500)
	u.See("frees ‹ "+ui.Ms(f.MS)+" › of "+ui.Ms(f.Together.EndToEnd.Mean)+" (simulated), takes 282.9 ms: does not pay",
		"simulated: 4 GPUs, 16 in flight, 128 out", "best split "+thousands(f.Prefill)+" prefill + "+thousands(4-f.Prefill)+" decode")
	u.Key("l", "l", "l")
	u.See("at best (simulated), takes 13.8 ms: pays")
	u.Key("v")
	u.Type("300")
	u.Key("enter")
	u.SeeNot("simulat")
	if u.See("split pays", "300.0 ms"); st.Simulate != (sim.Load{}) {
		t.Errorf("300 ms typed leave %+v", st.Simulate)
	}
}

// TestCostStallIsOfTheInputs: a change of what the simulation depends on takes
// its figures off the screen at once, and others come.
func TestCostStallIsOfTheInputs(t *testing.T) {
	for name, c := range map[string]struct {
		keys []string
		set  func(st *state.Cost)
	}{
		"tokens": {[]string{"up", "up", "right"}, nil},
		"engine": {[]string{"F"}, nil},
		"load":   {nil, func(st *state.Cost) { st.Simulate.Concurrency = 8 }},
	} {
		st := stallState()
		u := costUser(t, &st, 200, 60)
		u.See("simulating what a split frees")
		u.SeeNot("frees ‹")
		u.Advance(restsLong)
		u.See("frees ‹ " + ui.Ms(freedBy(t, st, st.Tokens).MS))
		if u.Key(c.keys...); c.set != nil {
			c.set(&st)
			u.Key("ctrl+l")
			u.Resize(200, 60)
		}
		if screen := u.Screen(); !strings.Contains(screen, "simulating what a split frees") || strings.Contains(screen, "frees ‹") || strings.Contains(screen, "split from") {
			t.Errorf("%s: figures of other inputs are left:\n%s", name, screen)
		}
		u.Advance(restsLong)
		u.See("frees ‹ " + ui.Ms(freedBy(t, st, st.Tokens).MS))
	}
}

func TestCostStallSaysWhyNot(t *testing.T) {
	for want, set := range map[string]func(st *state.Cost){
		"this prefill is a line and no engine": func(st *state.Cost) { st.Preset = cost.LinePrefill },
		"prefill is yours, not the engine's":   func(st *state.Cost) { st.PrefillMS = 80 },
		"only for prompts of 1 to 1,000,000":   func(st *state.Cost) { st.Tokens = 2_000_000 },
	} {
		for _, mapped := range []bool{false, true} {
			st := stallState()
			st.Map = mapped
			set(&st)
			u := costUser(t, &st, 120, 36)
			u.Advance(restsLong)
			u.See("not simulated", want)
			u.SeeNot("(simulated)", "simulating")
		}
	}
	st := stallState()
	u := costUser(t, &st, 120, 36)
	u.Key("V")
	u.See("simulation of what a split frees was stopped")
	u.Advance(restsLong)
	u.SeeNot("(simulated)")
	u.Key("V", "enter")
	u.Advance(restsLong)
	u.See("(simulated)")
}

// TestCostStallMap: every row has the gain at what is simulated for its prompt,
// and no cell says anything before that.
func TestCostStallMap(t *testing.T) {
	st := stallState()
	st.Map = true
	u, v := mapUser(t, &st, 120, 36, nil)
	for row, gains := range v.grid.cells.GainMS {
		for _, ms := range gains {
			if !math.IsNaN(ms) {
				t.Fatalf("row %d gains %v ms, which nobody has simulated", row, ms)
			}
		}
	}
	u.See("not simulated yet", "????????")
	u.Advance(restsLong)
	u.SeeNot("not simulated yet", "??")
	gains := map[bool]int{}
	for row, n := range v.grid.cells.Tokens {
		ms := freedBy(t, st, n).MS
		for col, gbps := range v.grid.cells.GBps {
			want := ms - float64(n)*114_688/(gbps*1e6)
			if got := v.grid.cells.GainMS[row][col]; math.Abs(got-want) > 1e-6*math.Abs(want)+1e-6 {
				t.Fatalf("%d tokens at %v GB/s: %v ms, want %v", n, gbps, got, want)
			}
			gains[want > 0]++
		}
	}
	if gains[true] < 100 || gains[false] < 100 {
		t.Errorf("cells that gain: %v", gains)
	}
	u.Click(v.grid.plot.X+3, v.grid.plot.Y)
	n, _ := v.cursor()
	u.See("cursor "+thousands(n)+" tokens", "border none")
}

// TestCostStallGoesOnInTheMap: the rows are simulated once the map is opened,
// which draws them only after the key, and V stops and goes on.
func TestCostStallGoesOnInTheMap(t *testing.T) {
	for _, still := range []bool{false, true} {
		st := stallState()
		u, _ := mapUser(t, &st, 120, 36, func(cfg *ui.Config) { cfg.ReduceMotion = still })
		u.Advance(restsLong)
		u.Key("m")
		u.See("??")
		u.Key("V")
		u.See("stopped after 0 of 14 prompts")
		u.Advance(restsLong)
		u.See("stopped after 0 of 14 prompts")
		u.Key("V", "enter")
		u.Advance(restsLong)
		u.SeeNot("??")
		u.Key("m", "F")
		u.Advance(restsLong)
		u.Key("m")
		u.See("??")
		u.Advance(restsLong)
		u.SeeNot("??")
	}
}

// TestCostStallRests: with all that is on screen simulated the clock stands.
func TestCostStallRests(t *testing.T) {
	for _, size := range [][2]int{{40, 12}, {60, 20}, {120, 36}} {
		for _, mapped := range []bool{false, true} {
			st := stallState()
			st.Map = mapped
			u, v := mapUser(t, &st, size[0], size[1], nil)
			u.Advance(restsLong)
			if v.Moving() {
				t.Errorf("%v, map %v: still moving", size, mapped)
			}
		}
	}
}

// TestCostStallIsUndone: a simulation is one change of the cost screen.
func TestCostStallIsUndone(t *testing.T) {
	s := newSession(t, state.Default(""), nil)
	cfg := costConfig(&s.cost)
	cfg.Screens[0].Screen = s.CostScreen()
	cfg.Actions = s.Global()
	u := drive.Start(t, cfg, 120, 36)
	was := s.cost
	u.Key("V", "enter")
	u.Advance(restsLong)
	u.See("(simulated)")
	if got := s.State().Command(); !strings.Contains(got, "--simulate-stall 4,16,128") || !strings.Contains(got, "--prefill-preset 8gb") {
		t.Errorf("the command line is %s", got)
	}
	u.Key("u")
	u.See("undone: stalls freed")
	if u.SeeNot("simulat"); s.cost != was {
		t.Errorf("after undo: %+v", s.cost)
	}
}

// TestCostStallDropsWhatWasOvertaken: a result that comes after its inputs were
// changed is not taken, and its run is ended.
func TestCostStallDropsWhatWasOvertaken(t *testing.T) {
	st, h := stallState(), &slow{}
	v := NewCost(&st)
	v.Resize(ui.Rect{W: 120, H: 34}, &ui.Styles{Still: true})
	v.Tick(restsLong, h)
	if len(h.works) != 1 || v.Moving() {
		t.Fatalf("%d runs, moving %v though nothing turns", len(h.works), v.Moving())
	}
	st.Tokens = 3000
	if !v.Moving() {
		t.Error("the clock stands while a run has to be ended")
	}
	v.Tick(restsLong, h)
	if len(h.works) != 2 {
		t.Fatalf("%d runs after another prompt", len(h.works))
	}
	late, ok := h.works[0]().(stallFound)
	if !ok || late.err == nil {
		t.Errorf("the first run went on: %+v", late.freed)
	}
	v.Deliver(late, h)
	if v.n.hasSaved {
		t.Error("the result of another prompt was taken")
	}
	if v.Deliver(h.works[1](), h); !v.n.hasSaved || v.n.saved != freedBy(t, st, 3000).MS || v.Moving() {
		t.Errorf("the result was not taken: %v ms, moving %v", v.n.saved, v.Moving())
	}
}

// TestCostStallCutsNoWord at any usual size, in any stage.
func TestCostStallCutsNoWord(t *testing.T) {
	if testing.Short() {
		t.Skip("every size, in one goroutine")
	}
	for _, size := range [][2]int{{40, 12}, {60, 20}, {80, 24}, {100, 30}, {120, 36}, {200, 60}} {
		for _, set := range []func(*state.Cost){
			func(*state.Cost) {},
			func(st *state.Cost) { st.Tokens, st.OverheadMS = 131_072, 50 },
			func(st *state.Cost) { st.Preset = cost.LinePrefill },
			func(st *state.Cost) { st.PrefillMS = 80 },
			func(st *state.Cost) { st.Tokens = 2_000_000 },
			func(st *state.Cost) { st.Model, st.GBps = "DeepSeek-V3", 900 },
		} {
			for _, mapped := range []bool{false, true} {
				st := stallState()
				st.Map = mapped
				set(&st)
				u := costUser(t, &st, size[0], size[1])
				for range 2 {
					if s := u.Screen(); strings.Contains(s, "…") || strings.Contains(s, "%!") {
						t.Fatalf("%v, map %v: a word is cut:\n%s", size, mapped, s)
					}
					u.Advance(restsLong)
				}
			}
		}
	}
}

// TestCostCrowdsTheLink: a split that pays for one request alone, while all in
// flight would wait longer for the link than one pool takes, is not recommended.
func TestCostCrowdsTheLink(t *testing.T) {
	st := state.DefaultCost()
	st.Preset, st.Simulate, st.Tokens = clock.H100Qwen8B.String(), usualLoad(), 4000
	st.Model = "Qwen3-8B"
	st.GBps = 3.125
	f, transfer := freedBy(t, st, 4000), 188.74368
	if whole := f.Together.EndToEnd.Mean; f.MS <= transfer || 16*transfer <= whole {
		t.Fatalf("freed %v of %v ms against %v ms: not the case meant", f.MS, whole, transfer)
	}
	u := costUser(t, &st, 120, 36)
	u.Advance(restsLong)
	u.See("pays alone", "split pays alone, not shared", "all 16 in flight on one link: "+ui.Ms(16*transfer)+" each at least: do not split")
	u.Key("l", "l")
	u.SeeNot("do not split", "alone")
	u.See("split pays")
}
