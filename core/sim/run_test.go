package sim

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kvtui/core/block"
	"kvtui/core/route"
	"kvtui/core/scenario"
	"kvtui/core/workload"
)

// TestRunTruth follows a run step by step and holds, at every one of them, what
// must always be so of caches; and, when a request is done, of beliefs.
func TestRunTruth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rec := drawRecording(t)
		s, sc := NewState(rec.Set, rec.Scenario), rec.Scenario
		var known []block.Prefix // of the worker of the last request, before it
		for _, r := range rec.Records {
			if r.Kind == Routed {
				known = look(s, rec.Set).Workers[r.Worker].KnownBlocks
			}
			s.Apply(r)
			w := look(s, rec.Set).Workers[r.Worker]
			if w.Held != len(w.HeldBlocks) || w.Known != len(w.KnownBlocks) {
				t.Fatalf("%+v: counts %d held %d known, sets %d and %d", r, w.Held, w.Known, len(w.HeldBlocks), len(w.KnownBlocks))
			}
			if sc.Capacity > 0 && w.Held > sc.Capacity {
				t.Fatalf("%+v: holds %d of %d blocks", r, w.Held, sc.Capacity)
			}
			if r.Kind != Done {
				continue
			}
			closed(t, s, int(r.Worker), rec.Set)
			belief(t, rec, w, known)
		}
	})
}

// closed holds that a worker which has a block has all before it.
func closed(t *rapid.T, s *State, w int, set *workload.Set) {
	for _, r := range set.Requests {
		lead := naiveLead(s, w, r.Chain, false)
		if got := s.Lead(w, r.Chain); got != lead {
			t.Fatalf("worker %d leads %v by %d, want %d", w, r.Chain, got, lead)
		}
		for i := lead; i < r.Chain.Len(); i++ {
			if held, _ := s.Holds(w, r.Chain.At(i)); held {
				t.Fatalf("worker %d has block %d of %v but not %d", w, i, r.Chain, lead)
			}
		}
	}
}

// belief holds what an index of each kind knows once a request is done.
func belief(t *rapid.T, rec *Recording, w seenWorker, before []block.Prefix) {
	switch k := rec.Scenario.Knowledge; {
	case !indexed(t, rec) || k == scenario.Silent:
		if w.Known > 0 {
			t.Fatalf("the index knows %d blocks", w.Known)
		}
	case k == scenario.Events:
		if !slices.Equal(w.KnownBlocks, w.HeldBlocks) {
			t.Fatalf("believes %v, holds %v", w.KnownBlocks, w.HeldBlocks)
		}
	default:
		chain := rec.Set.Requests[w.Request].Chain
		for i := range chain.Len() {
			before = append(before, chain.At(i))
		}
		slices.Sort(before)
		if !slices.Equal(w.KnownBlocks, slices.Compact(before)) {
			t.Fatalf("remembers %v, was sent %v", w.KnownBlocks, before)
		}
	}
}

// TestRunChoices holds every choice against one made anew from the state before
// it, by the strategy and by the lab's definition.
func TestRunChoices(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rec := drawRecording(t)
		line := NewTimeline(rec)
		for i, q := range rec.Set.Requests {
			first := rec.First[i]
			r, s := rec.Records[first], foldTo(rec, first)
			d := line.Decision(i)
			if int(r.Req) != i || r.Kind != Routed || d.Worker != int(r.Worker) || d.Rule != r.Rule || len(d.Scores) != len(s.Workers) {
				t.Fatalf("request %d: %+v, %+v", i, r, d)
			}
			for w, score := range d.Scores {
				if score != (route.Score{Worker: w, Overlap: naiveLead(s, w, q.Chain, true), Sent: s.Workers[w].Sent}) {
					t.Fatalf("request %d: score %+v", i, score)
				}
			}
			if !indexed(t, rec) {
				continue
			}
			info, err := route.ByName(rec.Scenario.Strategy)
			if err != nil {
				t.Fatal(err)
			}
			again := info.New(route.Options{}).Choose(newRouterView(s), toRoute(q, rec.Set.Size), nil)
			if again != d.Choice || d.Worker != naiveKV(s, q.Chain) {
				t.Fatalf("request %d went to %d by rule %d; from the state %+v, by definition %d", i, d.Worker, d.Rule, again, naiveKV(s, q.Chain))
			}
		}
	})
}

// TestRunOutcome holds the sums of a run, and each request's reuse and lab
// outcome, against what can be counted from outside.
func TestRunOutcome(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rec := drawRecording(t)
		size := rec.Set.BlockSize()
		s := NewState(rec.Set, rec.Scenario)
		groups, served := map[int]bool{}, map[[2]int]bool{}
		tokens, repeats, hits := 0, 0, 0
		for i, q := range rec.Set.Requests {
			w := int(rec.Records[rec.First[i]].Worker)
			held := naiveLead(s, w, q.Chain, false)
			for s.Step < len(rec.Records) && int(rec.Records[s.Step].Req) == i {
				s.Apply(rec.Records[s.Step])
			}
			got := s.Workers[w]
			reused := min(held, max(0, q.Tokens-1)/size)
			if got.LastReused != reused || got.LastTokens != q.Tokens-reused*size || got.Request != i {
				t.Fatalf("request %d: %d blocks reused, %d tokens computed; want %d, %d", i, got.LastReused, got.LastTokens, reused, q.Tokens-reused*size)
			}
			if q.Tokens > 0 && got.LastTokens == 0 {
				t.Fatalf("request %d: the last token was not computed", i)
			}
			hit := q.Group >= 0 && served[[2]int{w, q.Group}]
			if got.Hit != hit {
				t.Fatalf("request %d: lab hit %v, want %v", i, got.Hit, hit)
			}
			if q.Group >= 0 && groups[q.Group] {
				repeats++
			}
			if hit {
				hits++
			}
			tokens += q.Tokens
			groups[q.Group], served[[2]int{w, q.Group}] = true, true
		}
		sum := NewTotals(rec.Scenario.Workers)
		for _, r := range rec.Records {
			sum.Apply(r)
		}
		if !reflect.DeepEqual(sum, s.Totals) {
			t.Fatalf("the state counts %+v, the records %+v", s.Totals, sum)
		}
		computed := int64(0)
		for _, c := range sum.Computed {
			computed += c
		}
		if sum.Requests != rec.Set.Len() || sum.PromptTokens != int64(tokens) || sum.ReusedTokens+computed != int64(tokens) || sum.Repeats != repeats || sum.Hits != hits {
			t.Fatalf("totals are %+v; want %d requests, %d tokens, %d repeats, %d hits", sum, rec.Set.Len(), tokens, repeats, hits)
		}
	})
}

// TestStateIsTheEngine holds the folded state against the engine's own caches
// and index, after every request.
func TestStateIsTheEngine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sc := drawScenario(t)
		set := drawSet(t, sc.Seed)
		s := NewState(set, sc)
		source, rng := set.Open(sc.Seed)
		e, err := newEngine(sc, set.BlockSize(), rng, s.Apply)
		if err != nil {
			t.Fatal(err)
		}
		if e.arrivals, err = workload.Arrive(source, workload.Pattern{}, sc.Seed, set.Stamped()); err != nil {
			t.Fatal(err)
		}
		e.pull()
		for i := 0; len(e.events.heap) > 0; i++ {
			if err := e.step(); err != nil {
				t.Fatal(err)
			}
			for w := range sc.Workers {
				for _, p := range set.Requests {
					if e.caches.Lead(w, p.Chain) != naiveLead(s, w, p.Chain, false) || e.router.index.Lead(w, p.Chain) != naiveLead(s, w, p.Chain, true) {
						t.Fatalf("after event %d engine and state differ on worker %d and %v", i, w, p.Chain)
					}
				}
				if e.router.Sent(w) != s.Workers[w].Sent || sc.Capacity > 0 && e.workers[w].used() != s.Workers[w].Held {
					t.Fatalf("after event %d engine and state differ on worker %d", i, w)
				}
			}
		}
	})
}

// TestRunRepeats holds that a run is the same each time, over a lab and over
// the set made from it.
func TestRunRepeats(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rec := drawRecording(t)
		works := []workload.Workload{rec.Set}
		if !rec.Set.Traced {
			works = append(works, rec.Set.Lab)
		}
		for _, w := range works {
			var again []Record
			if err := Run(context.Background(), rec.Scenario, w, func(r Record) { again = append(again, r) }); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(again, rec.Records) {
				t.Fatal("the same scenario gave other records")
			}
		}
	})
}

// TestRunRefuses holds that nothing is emitted for a scenario that cannot be.
func TestRunRefuses(t *testing.T) {
	none := func(Record) { t.Error("a record was emitted") }
	lab := workload.DefaultLab()
	for _, sc := range []scenario.Scenario{{Strategy: "kv"}, {Strategy: "best", Workers: 1}, {Strategy: "kv", Workers: 1, Capacity: -1}} {
		var arg *workload.ArgError
		if err := Run(context.Background(), sc, lab, none); !errors.As(err, &arg) {
			t.Errorf("%+v: error is %v, want one on an argument", sc, err)
		}
	}
	if _, err := NewRecording(context.Background(), scenario.Default(), workload.NewLabSet(lab, 2)); err == nil {
		t.Error("requests made for seed 2 were taken for seed 1")
	}
}

// TestRunCancelled holds that a run ends soon after its context.
func TestRunCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	lab := workload.DefaultLab()
	lab.Reps = 1000
	served := 0
	err := Run(ctx, scenario.Default(), lab, func(r Record) {
		if r.Kind == Done {
			served++
		}
		cancel()
	})
	if !errors.Is(err, context.Canceled) || served > 2000 {
		t.Errorf("error is %v after %d of %d requests", err, served, lab.Len())
	}
	if _, err = NewRecording(ctx, scenario.Default(), workload.NewLabSet(lab, 1)); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want that of the context", err)
	}
}

// TestTotals holds the rates where there is nothing to divide by, and on sums
// made by hand.
func TestTotals(t *testing.T) {
	for _, c := range []struct {
		tot                   Totals
		hit, token, imbalance float64
	}{
		{NewTotals(3), 0, 0, 0},
		{Totals{Repeats: 4, Hits: 1, PromptTokens: 10, ReusedTokens: 5, Computed: []int64{5, 5}}, 0.25, 0.5, 1},
		{Totals{Computed: []int64{9, 0, 0}}, 0, 0, 3},
		{Totals{Computed: []int64{6, 2, 1, 3}}, 0, 0, 2},
	} {
		if c.tot.HitRate() != c.hit || c.tot.TokenHitRate() != c.token || c.tot.Imbalance() != c.imbalance {
			t.Errorf("%+v: rates %v %v %v, want %v %v %v", c.tot, c.tot.HitRate(), c.tot.TokenHitRate(), c.tot.Imbalance(), c.hit, c.token, c.imbalance)
		}
	}
}
