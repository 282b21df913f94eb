package sim

import (
	"runtime"
	"testing"

	"kvtui/core/scenario"
	"kvtui/core/workload"
)

// TestStreamingMemory holds that a streaming run needs no more memory for more
// requests: engine, caches, workload and meter together.
func TestStreamingMemory(t *testing.T) {
	sc, w := timedLoad(8, 4096)
	sc.Knowledge = scenario.Events // an approximate index never forgets
	stream, ok := w.(workload.SharedPrefix)
	if !ok {
		t.Fatal("the load is another")
	}
	stream.Requests = 80_000
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	var early, late uint64
	over := 0
	m := NewMeter(sc, true, func(*Times) {
		switch over++; over {
		case 20_000:
			early = heap()
		case 80_000:
			late = heap()
		}
	})
	if err := Run(t.Context(), sc, stream, m.Apply); err != nil {
		t.Fatal(err)
	}
	if late > early+256<<10 {
		t.Errorf("%d KiB after 20,000 requests, %d KiB after 80,000", early>>10, late>>10)
	}
}
