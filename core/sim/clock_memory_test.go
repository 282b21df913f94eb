package sim

import (
	"testing"

	"kvtui/core/scenario"
	"kvtui/core/workload"
)

// The requests after which the memory of a run is read.
const (
	earlyRequests = 20_000
	lateRequests  = 80_000
)

// slack is what the heap may vary by for reasons of its own, in bytes.
const slack = 256 << 10

// heapDuring returns the bytes in use after earlyRequests and lateRequests of a
// run: engine, caches, index, workload and meter together. Caches are finite and
// workers report what they store, since what unlimited caches hold, and an
// approximate index, grow with the blocks that there are.
func heapDuring(t *testing.T, streaming bool, edit func(*scenario.Scenario)) (early, late int64) {
	t.Helper()
	sc, w := timedLoad(8, 4096)
	sc.Knowledge = scenario.Events
	edit(&sc)
	stream, ok := w.(workload.SharedPrefix)
	if !ok {
		t.Fatal("the load is another")
	}
	stream.Requests = lateRequests
	over := 0
	m := NewMeter(sc, streaming, func(*Times) {
		switch over++; over {
		case earlyRequests:
			early = heapInUse()
		case lateRequests:
			late = heapInUse()
		}
	})
	if err := Run(t.Context(), sc, stream, m.Apply); err != nil {
		t.Fatal(err)
	}
	all, warm := m.Figures()
	want := lateRequests - sc.Clock.Warmup
	if all.TTFT.Count != lateRequests || sc.Clock.Warmup > 0 && (warm.ITL.Count != want || warm.Transfer.Count != want) {
		t.Fatalf("%d served, %+v, %+v", all.TTFT.Count, warm.ITL, warm.Transfer)
	}
	return early, late
}

// TestStreamingMemory holds that a streaming run needs no more memory for more
// requests.
func TestStreamingMemory(t *testing.T) {
	early, late := heapDuring(t, true, func(*scenario.Scenario) {})
	if late > early+slack {
		t.Errorf("%d KiB after %d requests, %d KiB after %d", early>>10, earlyRequests, late>>10, lateRequests)
	}
}

// TestExactMemory holds that a run which keeps exact times grows only by those:
// six of 8 bytes a request, twice where there is a warm-up, which is 96 bytes.
// Lists have up to a quarter to spare: 96 * (1.25 * 80,000 - 20,000) / 60,000 is
// 128 bytes a request.
func TestExactMemory(t *testing.T) {
	const bound = 128 // bytes a request
	early, late := heapDuring(t, false, func(sc *scenario.Scenario) {
		splitting(4)(sc)
		sc.Clock.Warmup = 1
	})
	per := float64(late-early) / (lateRequests - earlyRequests)
	if late > early+bound*(lateRequests-earlyRequests)+slack {
		t.Errorf("%.1f bytes a request, may be %d: %d KiB after %d, %d KiB after %d", per, bound, early>>10, earlyRequests, late>>10, lateRequests)
	}
	if kept := 96 * (lateRequests - 1.25*earlyRequests) / (lateRequests - earlyRequests); per < kept-1 {
		t.Errorf("%.1f bytes a request: the times, at least %.1f, are not in it", per, kept)
	}
}
