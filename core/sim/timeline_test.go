package sim

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"kvtui/core/scenario"
	"kvtui/core/workload"
)

// TestTimelineEqualsStraightRun walks a run at random, with checkpoints from
// one a step to hardly any, and holds every state against a straight fold.
func TestTimelineEqualsStraightRun(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rec := drawRecording(t)
		every := rapid.SampledFrom([]int{1, 2, 7, 64, 256}).Draw(t, "every")
		budget := rapid.SampledFrom([]int{0, 1 << 14, 1 << 17, checkpointBytes}).Draw(t, "budget")
		line := newTimeline(rec, every, budget)
		if line.Len() != len(rec.Records) || line.State().Step != 0 || line.Recording() != rec {
			t.Fatalf("%d steps, stands at %d; want %d and 0", line.Len(), line.State().Step, len(rec.Records))
		}
		at := 0
		for range 12 {
			switch rapid.IntRange(0, 3).Draw(t, "move") {
			case 0:
				at++
				line.Next()
			case 1:
				at--
				line.Prev()
			case 2:
				if n := rec.Set.Len(); n > 0 {
					line.Decision(rapid.IntRange(0, n-1).Draw(t, "explain"))
				}
			default:
				at = rapid.IntRange(-3, line.Len()+3).Draw(t, "seek")
				line.Seek(at)
			}
			at = min(max(at, 0), line.Len())
			if got, want := look(line.State(), rec.Set), look(foldTo(rec, at), rec.Set); !reflect.DeepEqual(got, want) {
				t.Fatalf("at step %d\ngot  %+v\nwant %+v", at, got, want)
			}
		}
	})
}

// TestTimelineRequests holds which request a step belongs to, and where
// requests start and end.
func TestTimelineRequests(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rec := drawRecording(t)
		line := NewTimeline(rec)
		if line.Request(0) != -1 || line.Start(-1) != 0 || line.End(-1) != 0 || line.Start(rec.Set.Len()) != line.Len() {
			t.Fatal("the ends are wrong")
		}
		for i, r := range rec.Records {
			if got := line.Request(i + 1); got != int(r.Req) {
				t.Fatalf("step %d belongs to request %d, want %d", i+1, got, r.Req)
			}
			if start, end := line.Start(int(r.Req)), line.End(int(r.Req)); i < start || i >= end {
				t.Fatalf("record %d of request %d is not in %d to %d", i, r.Req, start, end)
			}
		}
		for i := range rec.Set.Len() {
			if rec.Records[line.Start(i)].Kind != Routed || rec.Records[line.End(i)-1].Kind != Done {
				t.Fatalf("request %d does not go from routed to done", i)
			}
		}
		for _, none := range []int{-1, rec.Set.Len()} {
			if d := line.Decision(none); len(d.Scores) > 0 {
				t.Fatalf("request %d was decided: %+v", none, d)
			}
		}
	})
}

// TestRecentGroups holds a worker's list of groups, beyond what it remembers,
// against the plain list.
func TestRecentGroups(t *testing.T) {
	sc := scenario.Scenario{Strategy: "rr", Workers: 1, Seed: 5}
	rec := recorded(t, sc, workload.NewLabSet(workload.Lab{Prefixes: 2 * RecentGroups, Reps: 3, PrefixTokens: 16, Block: 16}, 5))
	s := NewState(rec.Set, scenario.Scenario{Workers: 1})
	groups := map[int]bool{}
	for _, r := range rec.Records {
		s.Apply(r)
		if r.Kind != Done {
			continue
		}
		groups[rec.Set.Requests[r.Req].Group] = true
		var want []int32
		shown := map[int]bool{}
		for i := r.Req; i >= 0 && len(want) < RecentGroups; i-- {
			if g := rec.Set.Requests[i].Group; !shown[g] {
				want = append(want, i)
				shown[g] = true
			}
		}
		got, n := s.Workers[0].Recent()
		if n != len(groups) || !reflect.DeepEqual(got, want) {
			t.Fatalf("after request %d: %v of %d groups, want %v of %d", r.Req, got, n, want, len(groups))
		}
	}
}

// TestSeekAllocates holds that walking back and forth leaves next to nothing
// for the collector, whose pauses would be the slowest seeks.
func TestSeekAllocates(t *testing.T) {
	sc := scenario.Scenario{Strategy: "kv", Workers: 8, Seed: 1, Capacity: 200}
	rec := recorded(t, sc, workload.NewLabSet(workload.Lab{Prefixes: 100, Reps: 5, PrefixTokens: 320, TailTokens: 160, Block: 16}, 1))
	line := NewTimeline(rec)
	walk := func() {
		for _, step := range []int{line.Len(), 3, line.Len() / 2, line.Len()/2 - 1, 300} {
			line.Seek(step)
		}
	}
	walk()
	if n := testing.AllocsPerRun(20, walk); n > 0 {
		t.Errorf("%v allocations, want 0", n)
	}
}
