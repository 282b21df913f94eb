package sim

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"kvtui/core/scenario"
	"kvtui/core/workload"
)

// modeName is a mode as the command line has it, in one word.
func modeName(m scenario.Mode) string {
	name, publish, events := m.LabName()
	if events {
		return name + map[bool]string{true: "-yes", false: "-no"}[publish]
	}
	return name
}

// BenchmarkReplay is the simulation of the real trace alone, records kept.
func BenchmarkReplay(b *testing.B) {
	set := conversation(b)
	for _, m := range scenario.Modes() {
		for _, workers := range []int{8, 1000} {
			b.Run(fmt.Sprintf("%s/%d", modeName(m), workers), func(b *testing.B) {
				benchRun(b, scenario.Scenario{Workers: workers, Seed: 1}.With(m), set)
			})
		}
	}
}

// BenchmarkReplayFull is the same with caches of 4,000 blocks, which all fill.
func BenchmarkReplayFull(b *testing.B) {
	set := conversation(b)
	for _, m := range scenario.Modes() {
		b.Run(modeName(m), func(b *testing.B) {
			benchRun(b, scenario.Scenario{Workers: 8, Seed: 1, Capacity: 4000}.With(m), set)
		})
	}
}

// BenchmarkLab is 100,000 requests of the lab, from the shuffle on.
func BenchmarkLab(b *testing.B) {
	lab := workload.DefaultLab()
	lab.Prefixes, lab.Reps = 1000, 100
	for _, m := range scenario.Modes() {
		b.Run(modeName(m), func(b *testing.B) { benchRun(b, scenario.Default().With(m), lab) })
	}
}

// benchRun reports, beside the mean, the fastest run: what else the machine
// does counts least in it.
func benchRun(b *testing.B, sc scenario.Scenario, w workload.Workload) {
	b.Helper()
	records := make([]Record, 0, 8*w.Len())
	fastest := time.Hour
	for b.Loop() {
		records = records[:0]
		start := time.Now()
		if err := Run(context.Background(), sc, w, func(r Record) { records = append(records, r) }); err != nil {
			b.Fatal(err)
		}
		fastest = min(fastest, time.Since(start))
	}
	b.ReportMetric(float64(fastest.Nanoseconds()), "fastest-ns")
	b.ReportMetric(float64(w.Len())/fastest.Seconds(), "requests/s")
}

// fullFleet is a run of more than 100,000 steps in which 64 workers of 4,000
// blocks are all full, and belief follows by events.
func fullFleet(tb testing.TB) *Recording {
	tb.Helper()
	set := workload.NewLabSet(workload.Lab{Prefixes: 4000, Reps: 5, PrefixTokens: 60 * 16, TailTokens: 20 * 16, Block: 16}, 1)
	sc := scenario.Scenario{Workers: 64, Capacity: 4000, Seed: 1}.With(scenario.Mode{Strategy: "kv", Knowledge: scenario.Events})
	rec := recorded(tb, sc, set)
	s := foldTo(rec, len(rec.Records))
	for w := range s.Workers {
		if s.Workers[w].Held != sc.Capacity {
			tb.Fatalf("worker %d holds %d of %d blocks", w, s.Workers[w].Held, sc.Capacity)
		}
	}
	if len(rec.Records) < 100_000 {
		tb.Fatalf("only %d steps", len(rec.Records))
	}
	return rec
}

// heapInUse returns the bytes of everything that is in use.
func heapInUse() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// BenchmarkSeek goes to steps at random, and one step back from each, and says
// how long the median and the slowest in a hundred took, and what the
// checkpoints really cost. The trace adds runs with large sets that only grow.
func BenchmarkSeek(b *testing.B) {
	b.Run("full", func(b *testing.B) { benchSeek(b, fullFleet(b)) })
	for _, capacity := range []int{0, 4000} {
		b.Run(fmt.Sprintf("trace-%d", capacity), func(b *testing.B) {
			sc := scenario.Scenario{Workers: 64, Capacity: capacity, Seed: 1}.With(scenario.Mode{Strategy: "rr"})
			rec := recorded(b, sc, conversation(b))
			benchSeek(b, rec)
		})
	}
}

func benchSeek(b *testing.B, rec *Recording) {
	b.Helper()
	before := heapInUse()
	line := NewTimeline(rec)
	cost := heapInUse() - before
	rng := rand.New(rand.NewPCG(1, 2))
	var took []time.Duration
	for b.Loop() {
		for _, step := range []int{rng.IntN(line.Len()), line.State().Step - 1} {
			start := time.Now()
			line.Seek(step)
			took = append(took, time.Since(start))
		}
	}
	slices.Sort(took)
	at := func(share float64) float64 { return took[int(share*float64(len(took)-1))].Seconds() * 1e3 }
	b.ReportMetric(at(0.5), "p50-ms")
	b.ReportMetric(at(0.99), "p99-ms")
	b.ReportMetric(float64(line.Len()), "steps")
	b.ReportMetric(float64(cost)/(1<<20), "checkpoint-MiB")
	runtime.KeepAlive(rec)
}

// TestCheckpointsStayInTheirBudget holds the real memory of checkpoints against
// what they may cost, where many are dropped on the way.
func TestCheckpointsStayInTheirBudget(t *testing.T) {
	if testing.Short() {
		t.Skip("folds a run of 100,000 steps")
	}
	rec := fullFleet(t)
	for _, budget := range []int{24 << 20, 40 << 20, checkpointBytes} {
		before := heapInUse()
		line := newTimeline(rec, 64, budget)
		if cost := heapInUse() - before; cost > int64(budget)+1<<20 {
			t.Errorf("checkpoints cost %d bytes, may cost %d", cost, budget)
		}
		runtime.KeepAlive(line)
	}
	runtime.KeepAlive(rec)
}
