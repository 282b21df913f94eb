package sim

import (
	"context"
	"testing"
	"time"

	"kvtui/core/clock"
	"kvtui/core/scenario"
	"kvtui/core/workload"
)

// TestOverloadIsQuick holds a fleet to which all requests come at once to a time
// that grows with their number, not with its square: moving the queue for each
// took minutes.
func TestOverloadIsQuick(t *testing.T) {
	if testing.Short() {
		t.Skip("100,000 requests at once")
	}
	sc, _ := timedLoad(1, 925)
	sc.Workers, sc.Clock.Arrivals.RatePerS = 1, workload.MaxRatePerS
	load := workload.SharedPrefix{Requests: 100_000, Groups: 16, PrefixTokens: 1024, TailTokens: 256, Block: 16}
	begun := time.Now()
	all, _, err := Measure(t.Context(), sc, load, true)
	if took := time.Since(begun); err != nil || all.TTFT.Count != load.Requests || took > 20*time.Second {
		t.Errorf("%d served in %v: %v", all.TTFT.Count, took, err)
	}
}

// TestManyTransfersAreQuick holds a slow link with tens of thousands of
// transfers at once to the same.
func TestManyTransfersAreQuick(t *testing.T) {
	if testing.Short() {
		t.Skip("40,000 transfers at once")
	}
	sc, _ := timedLoad(1, 0)
	splitting(2)(&sc)
	sc.Clock.Arrivals.RatePerS, sc.Clock.Link.TotalGBps = workload.MaxRatePerS, 1e-6
	load := workload.SharedPrefix{Requests: 40_000, Groups: 16, PrefixTokens: 1024, TailTokens: 256, Block: 16}
	begun := time.Now()
	all, _, err := Measure(t.Context(), sc, load, true)
	if took := time.Since(begun); err != nil || all.TTFT.Count != load.Requests || took > 20*time.Second {
		t.Errorf("%d served in %v: %v", all.TTFT.Count, took, err)
	}
}

// TestImbalanceIsOfThosePrefilling holds imbalance to 1 and more where a decode
// worker computes again what it preempts: that is none of the prefill workers'.
func TestImbalanceIsOfThosePrefilling(t *testing.T) {
	sc := plain(splitting(1), func(sc *scenario.Scenario) {
		sc.Workers, sc.Capacity = 2, 12
		sc.Clock.Arrivals = workload.Pattern{Kind: workload.ClosedLoop, Concurrency: 8}
		sc.Clock.Outputs = workload.Outputs{Kind: workload.Fixed, Tokens: 64}
		sc.Clock.Link = clock.Link{TotalGBps: 1}
	})
	set := workload.Collect(workload.SharedPrefix{Requests: 40, Groups: 40, TailTokens: 32, Block: 16}, 1)
	all, _, err := Measure(t.Context(), sc, set, false)
	if err != nil || all.Preemptions == 0 || all.Imbalance != 1 {
		t.Errorf("imbalance %v after %d preemptions, want 1 after some: %v", all.Imbalance, all.Preemptions, err)
	}
	c, err := NewCurve(context.Background(), sc, set)
	if err != nil || c.Imbalance(c.Len()) != 1 {
		t.Errorf("the curve's %v, want 1: %v", c.Imbalance(c.Len()), err)
	}
}
