package scenario_test

import (
	"strings"
	"testing"

	"kvtui/core/sim"
)

// clocked runs a built-in scenario on its clock, changed by settings.
func clocked(t *testing.T, name string, settings ...string) sim.Figures {
	t.Helper()
	f := builtin(t, name)
	for _, s := range settings {
		key, value, _ := strings.Cut(s, "=")
		if err := f.Set(key, value); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Check(); err != nil || !f.Clock.On || f.Generator().Len() != 200 {
		t.Fatalf("%s: %v, clock %v, %d requests", name, err, f.Clock.On, f.Generator().Len())
	}
	all, _, err := sim.Measure(t.Context(), f.Scenario, f.Generator(), false)
	if err != nil {
		t.Fatal(err)
	}
	lost := 0
	for _, n := range all.Lost {
		lost += n
	}
	if all.TTFT.Count+lost != 200 || all.Requests != 200 {
		t.Errorf("%s: %d served, %d lost of %d", name, all.TTFT.Count, lost, all.Requests)
	}
	return all
}

// between fails unless a ratio is in a range.
func between(t *testing.T, what string, ratio, low, high float64) {
	t.Helper()
	if !(ratio >= low && ratio <= high) {
		t.Errorf("%s: %.2f, not %v to %v", what, ratio, low, high)
	}
}

// TestOneGPUSplit: published are 1,359 ms split and 190 ms in one process.
func TestOneGPUSplit(t *testing.T) {
	split, one := clocked(t, "one-gpu-split"), clocked(t, "one-gpu-split", "split.decode_workers=0")
	between(t, "TTFT, split over one process", split.TTFT.P50/one.TTFT.P50, 5, 9)
	between(t, "transfer over TTFT", split.Transfer.P50/split.TTFT.P50, 0.8, 1)
	if one.Transfer.Count != 0 || split.Transfer.Count != 200 {
		t.Errorf("%d and %d transfers", one.Transfer.Count, split.Transfer.Count)
	}
}

// TestClusters: published are 43 and 465 ms, 8.7 and 5.0 requests/s, and cached
// shares of 0.57 to 0.66 and 0.40 to 0.42.
func TestClusters(t *testing.T) {
	kv, split := clocked(t, "cluster-kv"), clocked(t, "cluster-split")
	between(t, "TTFT, split over KV routing", split.TTFT.P50/kv.TTFT.P50, 7, 15)
	between(t, "requests/s, KV routing over split", kv.RequestsPerS/split.RequestsPerS, 1.4, 2.2)
	between(t, "cached, KV routing", kv.TokenHitRate(), 0.52, 0.71)
	between(t, "cached, split", split.TokenHitRate(), 0.3, 0.47)
	if split.ComputedTokens <= kv.ComputedTokens {
		t.Errorf("split computes %d tokens, KV routing %d", split.ComputedTokens, kv.ComputedTokens)
	}
}

// TestGigabit: the first four requests are served, as published, and then the
// worker is killed again and again; without a limit nothing is lost.
func TestGigabit(t *testing.T) {
	killed, free := clocked(t, "gigabit"), clocked(t, "gigabit", "host.limit_mib=0")
	if killed.Lost[sim.WorkerDown] < 100 || free.TTFT.Count != 200 {
		t.Errorf("lost %v with the limit, served %d without", killed.Lost, free.TTFT.Count)
	}
	// Beyond what the link carries, prompts wait for room on the prefill worker.
	clocked(t, "gigabit", "host.limit_mib=0", "arrivals.rate_per_s=0.6", "workload.groups=12")
	if first := clocked(t, "gigabit", "arrivals.kind=closed", "host.restart_ms=1e9"); first.TTFT.Count != 4 {
		t.Errorf("%d served one at a time before the kill", first.TTFT.Count)
	}
}

// TestFastSplit: tokens come faster than from two workers that do both, first
// tokens later, and more requests are within the goal.
func TestFastSplit(t *testing.T) {
	split, both := clocked(t, "fast-split"), clocked(t, "fast-split", "split.decode_workers=0", "fleet.workers=2")
	between(t, "ITL, split over both", split.ITL.P50/both.ITL.P50, 0.4, 0.85)
	between(t, "worst ITL, split over both", split.ITL.Most/both.ITL.Most, 0.2, 0.7)
	between(t, "TTFT, split over both", split.TTFT.P50/both.TTFT.P50, 1.1, 3)
	if split.GoodShare <= both.GoodShare {
		t.Errorf("within the goal: %v split, %v both", split.GoodShare, both.GoodShare)
	}
}

func TestOverload(t *testing.T) {
	over, calm := clocked(t, "overload"), clocked(t, "overload", "arrivals.rate_per_s=4")
	between(t, "queue, overload over calm", over.Queue.P90/calm.Queue.P90, 50, 1e4)
	if over.Preemptions == 0 || calm.Preemptions != 0 {
		t.Errorf("%d and %d preemptions", over.Preemptions, calm.Preemptions)
	}
	longer := clocked(t, "overload", "workload.requests=200", "arrivals.rate_per_s=40")
	between(t, "queue at twice the rate", longer.Queue.P90/over.Queue.P90, 1.2, 4)
}
