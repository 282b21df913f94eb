package sim

import (
	"math"
	"testing"

	"kvtui/core/scenario"
)

// TestWarmupByHand: the first two requests by number are left out, whenever they
// end. Request 0 decodes to 102 ms, beyond all others; request 1 fits no worker
// at 5. Requests 2 and 3, of workers 2 and 3, have their first tokens after 2 and
// 1.6 ms and are over at 14 and 22.6: 12.6 ms from the first arrival at 10.
func TestWarmupByHand(t *testing.T) {
	sc := plain(func(sc *scenario.Scenario) { sc.Workers, sc.Capacity, sc.Clock.Warmup = 4, 20, 2 })
	set := handSet(
		prompt{tokens: 100, output: 101}, prompt{at: 5 * msec, tokens: 400, output: 1},
		prompt{at: 10 * msec, tokens: 100, output: 3}, prompt{at: 20 * msec, tokens: 60, output: 2},
	)
	all, warm, err := Measure(t.Context(), sc, set, false)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		got  Figures
		want []float64
	}{
		"all":  {all, []float64{4, 3, 1, 0.102, 660, 260, 106, 2, 102, 100 * 4 / 260.}},
		"warm": {warm, []float64{2, 2, 0, 0.0126, 160, 160, 5, 2, 4, 100 * 4 / 160.}},
	} {
		g := c.got
		got := []float64{
			float64(g.Requests), float64(g.TTFT.Count), float64(g.Lost[TooLong]), g.Seconds, float64(g.PromptTokens),
			float64(g.ComputedTokens), float64(g.OutputTokens), g.TTFT.Most, g.EndToEnd.Most, g.Imbalance,
		}
		for i, want := range c.want {
			if math.Abs(got[i]-want) > 1e-9*want {
				t.Errorf("%s: figure %d is %v, want %v", name, i, got[i], want)
			}
		}
	}
	if warm.TTFT.P50 != 1.6 || all.TTFT.P50 != 2 || warm.ITL.Mean != 1 || warm.RequestsPerS != 2/warm.Seconds {
		t.Errorf("TTFT %+v, warm %+v, ITL %+v", all.TTFT, warm.TTFT, warm.ITL)
	}
	sc.Clock.Warmup = 4
	if _, none, err := Measure(t.Context(), sc, set, false); err != nil || none.Requests != 0 || none.TTFT.Count != 0 || none.ComputedTokens != 0 || none.Seconds != 0 {
		t.Errorf("a warm-up of all leaves %+v, %v", none, err)
	}
}

// TestPreemptionIsInITL: the wait for room and the second prefill come between a
// request's tokens. The moments are those of TestIterationsByHand: request 1 has
// its first token at 2.8 ms, gives up its blocks, waits for request 0 to 3.8 and
// computes 2 tokens again in 1.02, where a token takes 1; and 19 gaps between
// 2.64 and 39.81 ms.
func TestPreemptionIsInITL(t *testing.T) {
	for _, c := range []struct {
		capacity int
		prompts  []prompt
		gaps     int
		span     int64 // ns from the first token to the last
	}{
		{7, []prompt{{blocks: blocks(1, 2), tokens: 47, output: 3}, {blocks: blocks(5, 2), tokens: 33, output: 2}}, 1, 2_020_000},
		{6, []prompt{{blocks: blocks(1, 2), output: 20}, {blocks: blocks(5, 2), output: 20}}, 19, 37_170_000},
	} {
		sc := plain(func(sc *scenario.Scenario) { sc.Capacity = c.capacity })
		x := handTimes(t, sc, handSet(c.prompts...))[1]
		if itl, ok := x.ITL(); !ok || x.Preempted != 1 || itl != float64(c.span)/float64(c.gaps) {
			t.Errorf("%v ns between tokens, %d preemptions, want %d ns over %d", itl, x.Preempted, c.span, c.gaps)
		}
		all, _, err := Measure(t.Context(), sc, handSet(c.prompts...), false)
		if want := math.Round(float64(c.span)/float64(c.gaps)) / 1e6; err != nil || all.ITL.Most != want || all.ITL.Count != 2 || all.Preemptions != 1 {
			t.Errorf("ITL %+v, %d preemptions, want at most %v ms: %v", all.ITL, all.Preemptions, want, err)
		}
	}
}
