package sim

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kvtui/core/pyrand"
	"kvtui/core/route"
	"kvtui/core/scenario"
	"kvtui/core/workload"
)

// strategy is a scenario of a strategy with its defaults.
func strategy(name string, workers int, k scenario.Knowledge) scenario.Scenario {
	return scenario.Scenario{Options: route.DefaultOptions(), Workers: workers, Seed: 1}.With(scenario.Mode{Strategy: name, Knowledge: k})
}

// TestStrategiesRun runs every strategy over labs and small traces, and holds
// each choice against the decision explained from the folded state: the same
// worker again where nothing is drawn, and no better one where scores decide.
func TestStrategiesRun(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		info := rapid.SampledFrom(route.Strategies()).Draw(t, "strategy")
		sc := drawScenario(t)
		sc.Strategy, sc.Options = info.Name, route.DefaultOptions()
		sc.Options.BalanceAbs = rapid.IntRange(0, 4).Draw(t, "abs")
		rec := recorded(t, sc, drawSet(t, sc.Seed))
		again, err := NewRecording(context.Background(), sc, rec.Set)
		if err != nil || !slices.Equal(again.Records, rec.Records) {
			t.Fatalf("another run differs: %v", err)
		}
		line := NewTimeline(rec)
		for i, q := range rec.Set.Requests {
			d := line.Decision(i)
			v := newRouterView(foldTo(rec, rec.First[i]))
			r := toRoute(q, rec.Set.Size)
			c := info.New(sc.Options).Choose(v, r, pyrand.New(int64(i)))
			if drawn(d.Rule) != drawn(c.Rule) || !drawn(c.Rule) && c != d.Choice {
				t.Fatalf("request %d: %+v from the state, the run chose %+v", i, c, d.Choice)
			}
			for _, s := range d.Scores {
				if d.Rule == route.LowestCost && s.Total < d.Scores[d.Worker].Total ||
					d.Rule == route.HighestScore && s.Total > d.Scores[d.Worker].Total ||
					d.Rule == route.RandomTie && d.Scores[c.Worker].Total != d.Scores[d.Worker].Total {
					t.Fatalf("request %d: %+v", i, d)
				}
			}
		}
	})
}

// drawn reports whether a rule draws.
func drawn(r route.Rule) bool {
	return slices.Contains([]route.Rule{route.Draw, route.TwoChoices, route.FirstDrawn, route.RandomTie, route.Softmax}, r)
}

// TestCostAnchors holds dynamo's cost on the real trace against a small
// reference program: argmin of uncached tokens plus the tokens that the worker
// computed beyond the least, with caches known exactly. Ties differ, hence 1 %
// and, where full caches carry a tie on for long, 3 %.
func TestCostAnchors(t *testing.T) {
	set := conversation(t)
	for _, c := range []struct {
		workers, capacity int
		rate, within      float64
	}{
		{1, 0, 0.3734, 0.0002},
		{4, 0, 0.3135, 0.01},
		{8, 0, 0.3053, 0.01},
		{16, 0, 0.2997, 0.02},
		{4, 4000, 0.2213, 0.03},
		{8, 4000, 0.2732, 0.03},
		{16, 4000, 0.2913, 0.03},
		{8, 1000, 0.1461, 0.03},
	} {
		sc := strategy("dynamo", c.workers, scenario.Events)
		sc.Capacity = c.capacity
		tot := NewTotals(c.workers)
		if err := Run(context.Background(), sc, set, tot.Apply); err != nil {
			t.Fatal(err)
		}
		t.Logf("%d workers, %d blocks: %.4f, want %.4f; imbalance %.4f", c.workers, c.capacity, tot.TokenHitRate(), c.rate, tot.Imbalance())
		if math.Abs(tot.TokenHitRate()/c.rate-1) > c.within || tot.Imbalance() > 1.02 {
			t.Errorf("%d workers of %d blocks: token hit rate %.4f, want %.4f; imbalance %.4f", c.workers, c.capacity, tot.TokenHitRate(), c.rate, tot.Imbalance())
		}
	}
}

// BenchmarkStrategies is the simulation of the real trace under each strategy,
// records kept.
func BenchmarkStrategies(b *testing.B) {
	set := conversation(b)
	for _, info := range route.Strategies() {
		for _, workers := range []int{8, 1000} {
			b.Run(fmt.Sprintf("%s/%d", info.Name, workers), func(b *testing.B) {
				benchRun(b, strategy(info.Name, workers, scenario.Approximate), set)
			})
		}
	}
}

// TestSessionsStay holds that the turns of a recorded conversation go to one
// worker under session, though they share no block, and that not all
// conversations do.
func TestSessionsStay(t *testing.T) {
	var text strings.Builder
	for i := range 120 {
		fmt.Fprintf(&text, "{\"session_id\": \"s%d\", \"input_length\": 512, \"hash_ids\": [%d]}\n", i%30, i)
	}
	set, err := workload.ReadSet(t.Context(), strings.NewReader(text.String()), "chats", workload.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rec, err := NewRecording(t.Context(), strategy("session", 8, scenario.Approximate), set)
	if err != nil {
		t.Fatal(err)
	}
	workers := map[int]int32{} // by session
	used := map[int32]bool{}
	for i, q := range set.Requests {
		w := rec.Records[rec.First[i]].Worker
		if before, ok := workers[q.Session]; ok && before != w {
			t.Fatalf("session %d went to W%d, then to W%d", q.Session, before, w)
		}
		workers[q.Session], used[w] = w, true
	}
	if len(workers) != 30 || len(used) < 2 {
		t.Errorf("%d sessions on %d workers", len(workers), len(used))
	}
}

// TestSessionKnowsNoFuture holds that session gives a trace without session ids
// one number, in memory, where groups are known, and streamed, where they are
// not.
func TestSessionKnowsNoFuture(t *testing.T) {
	var text strings.Builder
	for i := range 60 {
		fmt.Fprintf(&text, "{\"input_length\": 1024, \"hash_ids\": [%d, %d]}\n", i%7, i)
	}
	open := func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text.String())), nil }
	set, err := workload.ReadSet(t.Context(), strings.NewReader(text.String()), "t", workload.Options{})
	if err != nil {
		t.Fatal(err)
	}
	stream, err := workload.NewStream(t.Context(), "t", open, workload.Options{})
	if err != nil {
		t.Fatal(err)
	}
	sc := strategy("session", 4, scenario.Approximate)
	var where [2][]int32
	for i, w := range []workload.Workload{set, stream} {
		err := Run(t.Context(), sc, w, func(r Record) {
			if r.Kind == Routed {
				where[i] = append(where[i], r.Worker)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := stream.Close(); err != nil {
		t.Fatal(err)
	}
	if set.Groups != 7 || len(where[0]) != 60 || !slices.Equal(where[0], where[1]) {
		t.Errorf("%d groups; in memory %v, streamed %v", set.Groups, where[0], where[1])
	}
	for i, w := range where[0] {
		if w != int32(i%4) { // fewest requests, lowest number
			t.Errorf("request %d went to W%d", i, w)
		}
	}
}
