package sim

import (
	"math"
	"reflect"
	"testing"

	"kvtui/core/clock"
	"kvtui/core/scenario"
)

// TestFiguresByHand: request 0 has its first token after 2 ms and two more in 2;
// request 1, on the other worker, after 1.5; request 2 fits no worker at 20 ms.
// Request 0 is the warm-up.
func TestFiguresByHand(t *testing.T) {
	sc := plain(func(sc *scenario.Scenario) {
		sc.Workers, sc.Capacity, sc.Clock.Warmup, sc.Clock.Goal = 2, 10, 1, clock.Goal{TTFTMS: 1.8}
	})
	set := handSet(prompt{tokens: 100, output: 3}, prompt{at: 10 * msec, tokens: 50, output: 1}, prompt{at: 20 * msec, tokens: 200, output: 1})
	for _, streaming := range []bool{false, true} {
		all, warm, err := Measure(t.Context(), sc, set, streaming)
		if err != nil {
			t.Fatal(err)
		}
		lost := map[Cause]int{TooLong: 1}
		for name, f := range map[string]struct {
			got  Figures
			want []float64
		}{
			"all":  {all, []float64{3, 2, 1, 1, 0.02, 100, 200, 50, 1. / 3, 350, 150, 4, 4. / 3}},
			"warm": {warm, []float64{2, 1, 0, 1, 0.01, 100, 100, 100, 0.5, 250, 50, 1, 2}},
		} {
			g := f.got
			got := []float64{
				float64(g.Requests), float64(g.TTFT.Count), float64(g.ITL.Count), float64(g.Lost[TooLong]), g.Seconds, g.RequestsPerS, g.TokensPerS,
				g.GoodputPerS, g.GoodShare, float64(g.PromptTokens), float64(g.ComputedTokens), float64(g.OutputTokens), g.Imbalance,
			}
			for i, want := range f.want {
				if math.Abs(got[i]-want) > 1e-9*want {
					t.Errorf("%s: figure %d is %v, want %v", name, i, got[i], want)
				}
			}
			if !reflect.DeepEqual(g.Lost, lost) {
				t.Errorf("%s: lost %v", name, g.Lost)
			}
		}
		near := func(got, want float64) bool { return math.Abs(got-want) <= 0.01*want }
		if !near(all.TTFT.P50, 1.5) || !near(all.TTFT.P99, 2) || !near(all.ITL.P50, 1) || !near(warm.TTFT.P50, 1.5) || !streaming && all.TTFT.P99 != 2 {
			t.Errorf("TTFT %+v, warm %+v, ITL %+v ms", all.TTFT, warm.TTFT, all.ITL)
		}
	}
}
