package views

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/exp/golden"

	"kvtui/core/scenario"
	"kvtui/core/sim"
	"kvtui/core/workload"
	"kvtui/themes"
	"kvtui/ui"
	"kvtui/views/state"
)

// onClock is a built-in scenario with a clock, at its end.
func onClock(t testing.TB, name string) state.State {
	t.Helper()
	f, err := scenario.Builtin(name)
	if err != nil || !f.Clock.On {
		t.Fatalf("%s: %v, clock %v", name, err, f.Clock.On)
	}
	st := state.Of(name, f)
	st.Step = state.MaxStep
	return st
}

func TestCompareTimedGoldens(t *testing.T) {
	for _, g := range []struct {
		name  string
		keys  []string
		theme string
		ascii bool
		w, h  int
	}{
		{"cluster-kv 80x24", nil, "dark", false, 80, 24},
		{"cluster-kv 120x36", nil, "dark", false, 120, 36},
		{"cluster-kv 200x60 spread", []string{"d"}, "dark", false, 200, 60},
		{"cluster-kv 80x24 ascii", nil, "dark", true, 80, 24},
		{"cluster-kv 40x12", nil, "dark", false, 40, 12},
		{"cluster-split 80x24 spread", []string{"d"}, "mono", false, 80, 24},
		{"overload 120x36 baseline", []string{"b", "p", "p"}, "dark", false, 120, 36},
		{"gigabit 200x60", nil, "dark", true, 200, 60},
	} {
		name, _, _ := strings.Cut(g.name, " ")
		t.Run(g.name, func(t *testing.T) {
			a := compareAt(t, onClock(t, name), nil, look(g.theme, g.ascii), g.w, g.h)
			for _, key := range g.keys {
				a.Key(key)
				a.Advance(10 * time.Second)
			}
			golden.RequireEqual(t, a.Screen())
		})
	}
}

// ended goes to where so many requests are over on the stage.
func (a *arena) ended(n int) {
	a.s.seek(int(a.s.run.clock.done[n-1]))
	a.Key("c", "C") // draws anew
}

// TestCompareTimedNumbers holds every row, at several moments, against figures
// that a run of that rule alone comes to after as many requests.
func TestCompareTimedNumbers(t *testing.T) {
	for _, name := range []string{"cluster-split", "overload", "gigabit"} {
		st := onClock(t, name)
		a := compareOpen(t, st, 200, 60)
		for _, n := range []int{7, 60, 200} {
			a.ended(n)
			if a.v.done() != n {
				t.Fatalf("%d are over, not %d", a.v.done(), n)
			}
			for _, m := range usualLineup() {
				f := figuresAfter(t, st.With(m), a.s.Set(), n)
				want := []string{
					ui.Decimal(f.RequestsPerS, 2) + "/s", plural(f.Preemptions, "time", "times"), thousands(n-f.TTFT.Count) + " req",
					ui.Percent(f.TokenHitRate()), ui.Decimal(f.Imbalance, 2) + " x",
				}
				if f.TTFT.Count > 0 {
					want = append(want, ui.Ms(f.TTFT.P50), ui.Ms(f.TTFT.P99), ui.Ms(f.ITL.P50))
				}
				line := a.row(t, racerName(m))
				for _, w := range want {
					if !strings.Contains(line, " "+w+" ") {
						t.Errorf("%s, %s after %d requests: %q lacks %q", name, racerName(m), n, line, w)
					}
				}
			}
			ideal := a.row(t, "ideal")
			if strings.Count(ideal, "%") != 1 || strings.Contains(ideal, "ms") || strings.Contains(ideal, "/s") {
				t.Errorf("%s: the ideal has more than a hit rate: %q", name, ideal)
			}
		}
		all, _, err := sim.Measure(context.Background(), st.Scenario, a.s.Set(), false)
		if err != nil {
			t.Fatal(err)
		}
		r := a.v.rowOf(a.v.onStage(), 200)
		if r.value != all.TTFT.P50 || r.clock.RequestsPerS != all.RequestsPerS || r.imbalance != all.Imbalance || r.reuse != all.TokenHitRate() || r.computed != all.ComputedTokens {
			t.Errorf("%s: %+v, measured %+v", name, r.standing, all)
		}
	}
}

// figuresAfter runs a scenario until so many requests are over.
func figuresAfter(t testing.TB, sc scenario.Scenario, set *workload.Set, n int) (out sim.Figures) {
	t.Helper()
	m := sim.NewMeter(sc, false, nil)
	err := sim.Run(context.Background(), sc, set, func(r sim.Record) {
		m.Apply(r)
		if r.Kind == sim.Done {
			if n--; n == 0 {
				out, _ = m.Figures()
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestTimedChart holds the ends of the chart's lines against the curves, the
// ideal among them for reuse alone, and what says what they are.
func TestTimedChart(t *testing.T) {
	a := compareOpen(t, onClock(t, "cluster-kv"), 120, 36)
	racers := len(a.v.racers())
	titles := []string{
		"TTFT p50 over all served so far, transfer included, ms", "TTFT p99 over all served so far, transfer included, ms",
		"ITL p50 over all served so far, ms", "Served so far, requests/s", "Reused over prompt tokens, %",
		"Imbalance, most over mean tokens computed, x", "TTFT p50 over all served so far, transfer included, ms",
	}
	for i, title := range titles {
		a.See(title)
		lines := racers
		if a.v.figure == figureReuse {
			lines++
		}
		if len(a.v.chart.Series) != lines || len(a.v.charted.ends) != lines {
			t.Errorf("%s: %d lines, want %d", title, len(a.v.chart.Series), lines)
		}
		for _, e := range a.v.charted.ends {
			for m, c := range a.v.race.curves {
				want, _ := valueAt(a.v.figure, c, 200)
				if racerName(m) == e.name && (e.value != want || e.value > a.v.chart.Y.Max) {
					t.Errorf("%s: %s ends at %v under %v, want %v", title, e.name, e.value, a.v.chart.Y.Max, want)
				}
			}
		}
		if a.v.sort != a.v.figure.column() {
			t.Errorf("%d: sorted by %d", i, a.v.sort)
		}
		a.Key("m")
	}
}

// TestLongQueuesHaveDecades: where one rule herds, its queue is long, and the
// others are still to be told apart.
func TestLongQueuesHaveDecades(t *testing.T) {
	st, set := herding(t, 40)
	st.Clock = onClock(t, "cluster-kv").Clock
	st.Clock.GPUs, st.Clock.Sharing, st.Clock.Outputs.Tokens = "", 0, 2
	st.Clock.Arrivals = workload.Pattern{Kind: workload.Poisson, RatePerS: 40}
	for _, size := range [][2]int{{120, 36}, {80, 24}} {
		a := compareAt(t, st, set, look("dark", false), size[0], size[1])
		y := a.v.chart.Y
		if !y.Log || y.Max < 100*y.Min {
			t.Fatalf("the axis is %+v", y.Scale)
		}
		herd, even := a.v.rowOf(kv, 400), a.v.rowOf(scenario.Mode{Strategy: "rr"}, 400)
		if herd.value < 20*even.value || even.value < y.Min || herd.value > y.Max {
			t.Errorf("kv %v ms, rr %v ms on %+v", herd.value, even.value, y.Scale)
		}
	}
	a := compareOpen(t, onClock(t, "cluster-kv"), 120, 36)
	if y := a.v.chart.Y; y.Log || y.Min != 0 {
		t.Errorf("without one the axis is %+v", y.Scale)
	}
}

func TestTimedCeiling(t *testing.T) {
	for high, want := range map[float64]string{0: "1", 0.05: "0.05", 0.055: "0.06", 1.1: "1.2", 7: "8", 9.5: "10", 10: "10", 104: "120", 1286: "1,500", 2056050: "2,500,000"} {
		top, decimals := timedCeiling(high)
		if got := ui.Decimal(top, decimals); got != want || top < high {
			t.Errorf("%v: %v, written %s, want %s", high, top, got, want)
		}
	}
}

// TestTimedOrder holds that what is lower is better comes first where it is.
func TestTimedOrder(t *testing.T) {
	a := compareOpen(t, onClock(t, "cluster-kv"), 200, 60)
	for _, head := range []string{"TTFT p50▾", "TTFT p99▾", "ITL p50▾", "requests/s▾"} {
		a.See(head)
		values := []float64{}
		for _, r := range a.v.rows(200) {
			v := map[columnID]float64{columnTTFT: ms(r.clock.TTFT50), columnTTFT99: ms(r.clock.TTFT99), columnITL: ms(r.clock.ITL50), columnRate: -r.clock.RequestsPerS}[a.v.sort]
			values = append(values, v)
		}
		if !slices.IsSorted(values) || values[0] == values[len(values)-1] {
			t.Errorf("%s: %v", head, values)
		}
		a.Key("c")
	}
	none := column{}
	for _, c := range columns() {
		if c.id == columnTTFT {
			none = c
		}
	}
	if r := none.rank(standing{}); !math.IsInf(r, -1) {
		t.Errorf("without anything served it ranks %v", r)
	}
}

// TestTimedBaseline pins a run and reads differences of times, the lower the
// better; one without a clock has none.
func TestTimedBaseline(t *testing.T) {
	a := compareOpen(t, onClock(t, "cluster-kv"), 200, 60)
	a.Key("b")
	base, _ := valueAt(figureTTFT, a.v.race.curves[a.v.onStage()], 200)
	check := func(f figure) {
		t.Helper()
		for _, m := range usualLineup() {
			r := a.v.rowOf(m, 200)
			before, _ := valueAt(f, a.v.base.curve, 200)
			if want := f.gapText(r.value - before); !strings.Contains(a.row(t, racerName(m)), " "+want+" ") || r.lead != before-r.value {
				t.Errorf("%s is not %s to the baseline, or leads by %v: %q", racerName(m), want, r.lead, a.row(t, racerName(m)))
			}
		}
	}
	check(figureTTFT)
	if rr := a.v.rowOf(scenario.Mode{Strategy: "rr"}, 200); rr.value <= base || rr.lead >= 0 {
		t.Errorf("rr is slower, and leads by %v", rr.lead)
	}
	a.Key("m", "m")
	check(figureITL)
	a.v.base.curve.Clock = nil // as of a run without one
	a.Key("c", "C")
	if line := a.row(t, "rr"); !strings.Contains(line, wordNone) {
		t.Errorf("a difference to a run without a clock: %q", line)
	}
}

// TestTimedSpread holds what seeds give against runs of each.
func TestTimedSpread(t *testing.T) {
	st := onClock(t, "overload")
	st.Shared.Requests = 40
	a := compareOpen(t, st, 200, 60)
	a.Key("d")
	a.Advance(time.Minute)
	a.See("seeds 1–30", "TTFT p50, transfer included, ms", "TTFT p99, transfer included, ms", "ITL p50, ms")
	m := scenario.Mode{Strategy: "p2c"}
	var p50 []float64
	for seed := int64(1); seed <= seedCount; seed++ {
		sc := st.With(m)
		sc.Seed = seed
		all, _, err := sim.Measure(context.Background(), sc, st.Shared, false)
		if err != nil {
			t.Fatal(err)
		}
		p50 = append(p50, all.TTFT.P50)
	}
	want := sim.NewSpread(p50)
	if got := a.v.spreadOf(m, figureTTFT.ofOutcome); got != want || got.Low == got.High {
		t.Errorf("p2c spreads as %+v, want %+v", got, want)
	}
	a.See(fmt.Sprintf(" %s ms (%s–%s) ", ui.Decimal(want.Median, 1), ui.Decimal(want.Low, 1), ui.Decimal(want.High, 1)))
	a.Key("m", "m", "m")
	a.See("Served, requests/s", " req/s (")
}

// TestTimedVerdicts holds the sentences against their numbers.
func TestTimedVerdicts(t *testing.T) {
	a := compareOpen(t, onClock(t, "cluster-kv"), 200, 60)
	fast, slow := a.v.rowOf(scenario.Mode{Strategy: "prefix-hash"}, 200), a.v.rowOf(scenario.Mode{Strategy: "rr"}, 200)
	a.See(fmt.Sprintf("lowest TTFT p50, transfer included: prefix-hash %s (p99 %s); highest: rr and kv silent %s",
		ui.Ms(ms(fast.clock.TTFT50)), ui.Ms(ms(fast.clock.TTFT99)), ui.Ms(ms(slow.clock.TTFT50))))
	g := compareOpen(t, onClock(t, "gigabit"), 200, 60)
	one := g.v.rowOf(scenario.Mode{Strategy: "rr"}, 200).clock
	if one.Lost == 0 {
		t.Error("nothing is lost where the worker is killed")
	}
	g.See(fmt.Sprintf("lost under every rule: %d of 200 requests", one.Lost), "TTFT p50, transfer included, is "+ui.Ms(ms(one.TTFT50))+" under every rule")
	at := func(name string, lost int32) row {
		return row{mode: scenario.Mode{Strategy: name}, ok: true, standing: standing{clock: sim.Timed{Lost: lost}}}
	}
	if got := lostWords([]row{at("rr", 3), at("kv", 9)}, 20); got[0] != "lost requests: kv 9 of 20; fewest: rr 3" {
		t.Errorf("%q", got)
	}
	if lostWords([]row{at("rr", 0)}, 20) != nil || fastWords([]row{at("rr", 20)}) != nil {
		t.Error("there is nothing to say")
	}
}

// TestClockComesAndGoes opens a scenario without a clock and back: figure, order
// and published table go with it.
func TestClockComesAndGoes(t *testing.T) {
	st := routerTable()
	st.Clock = onClock(t, "overload").Clock
	if _, ok := publishedFor(ground{State: st}); ok {
		t.Error("the router table was not measured on this clock")
	}
	a := compareOpen(t, st, 120, 36)
	a.See("TTFT p50▾")
	bare := st
	bare.Clock.On = false
	h := &slow{}
	a.s.request(h, bare, true)
	a.s.Deliver(h.works[0](), h)
	a.Key("down") // wakes the screen
	a.Advance(time.Second)
	a.See("Lab hits over repeats, %", "lab hits▾")
	a.SeeNot("TTFT p50 over")
}

// TestTraceOnAClockIsOneGround: another rule on the stage is no other ground,
// though its run has answers of its own.
func TestTraceOnAClockIsOneGround(t *testing.T) {
	st, set := herding(t, 0)
	st.Clock = onClock(t, "cluster-kv").Clock
	st.Clock.Arrivals = workload.Pattern{Kind: workload.ClosedLoop, Concurrency: 4}
	a := compareAt(t, st, set, look("dark", false), 120, 36)
	on := a.v.race.on
	a.Key("s")
	a.Advance(time.Second)
	if a.v.onStage() == kv || a.v.ground() != on || a.v.race.on != on || on.trace != set {
		t.Error("the ground has changed with the rule")
	}
}

func TestCompareTimedFitsEverywhere(t *testing.T) {
	if testing.Short() {
		t.Skip("every size, in one goroutine")
	}
	t.Parallel()
	turn := 0
	for _, stage := range timedStages() {
		st, set := stage.make()
		for _, size := range turnSizes(turn, [][2]int{{40, 12}, sizes[2+turn%6], {80, 24}, {120, 36}, {200, 60}}) {
			turn++
			st.Step = []int{0, 40, state.MaxStep}[turn%3]
			theme, ascii := themes.Names()[turn%len(themes.Names())], turn%2 == 0
			a := compareAt(t, st, set, look(theme, ascii), size[0], size[1])
			where := fmt.Sprintf("%s, %v, %s", stage.name, size, theme)
			for _, key := range []string{"", "m", "b", "m", "d", "G"} {
				if key != "" {
					a.Key(key)
					a.Advance(10 * time.Second)
				}
				fits(t, a.Frame(), size[0], size[1], ascii)
				a.whole(t, where+" "+key, size, ascii)
			}
		}
	}
}
