package sim

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"kvtui/core/clock"
	"kvtui/core/route"
	"kvtui/core/scenario"
	"kvtui/core/workload"
)

// drawClocked draws a small run with a clock: one pool or two, with little room,
// killed workers, and prompts that go on from answers.
func drawClocked(t *rapid.T) (scenario.Scenario, *workload.Set) {
	sc := scenario.Scenario{
		Workers: rapid.IntRange(1, 3).Draw(t, "workers"), Seed: rapid.Int64Range(0, 9).Draw(t, "seed"),
		Capacity: rapid.SampledFrom([]int{0, 12, 60, 200}).Draw(t, "capacity"), Options: route.DefaultOptions(),
		Strategy: rapid.SampledFrom(route.Strategies()).Draw(t, "strategy").Name,
	}
	sc.Clock = clock.Config{
		On: true, Engine: clock.Engine{BaseMS: 4, TokenMS: 0.04, Budget: 256}, BytesPerToken: 1000,
		Arrivals: workload.Pattern{Kind: workload.Poisson, RatePerS: rapid.SampledFrom([]float64{1, 20, 200}).Draw(t, "rate")},
		Outputs:  workload.Outputs{Kind: workload.LogNormal, Tokens: 24, Sigma: 0.8, Max: 200}, FrontEndMS: 3,
	}
	if rapid.Bool().Draw(t, "split") {
		sc.Clock.Split = clock.Split{Decode: rapid.IntRange(1, 2).Draw(t, "decode"), KVHeads: 8}
		sc.Clock.Link.TotalGBps = 0.01
		sc.Clock.Split.Conditional, sc.Clock.Split.LocalTokens, sc.Clock.Split.LocalShare = rapid.Bool().Draw(t, "local"), 150, 0.7
		if rapid.Bool().Draw(t, "kills") {
			sc.Clock.Host = clock.Host{CopyGBps: 1, BaseMiB: 10, LimitMiB: 10.4, RestartMS: 50}
		}
	}
	g := rapid.SampledFrom([]workload.Generator{
		workload.SharedPrefix{Requests: 30, Groups: 4, PrefixTokens: 96, TailTokens: 40, Block: 16},
		workload.Chats{Sessions: 8, Turns: 4, SystemTokens: 32, TurnTokens: 20, OutputTokens: 40, Active: 3, Block: 16},
	}).Draw(t, "workload")
	if _, ok := g.(workload.Chats); ok {
		sc.Clock.Outputs = workload.Outputs{Kind: workload.FromStream}
	}
	return sc, workload.Collect(g, sc.Seed)
}

// TestClockedCurve holds each point of a curve against what a meter says at that
// moment, and the last against a run measured alone.
func TestClockedCurve(t *testing.T) {
	lost, preempted, disordered := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		sc, set := drawClocked(t)
		c, err := NewCurve(context.Background(), sc, set)
		if err != nil {
			t.Fatal(err)
		}
		if c.Len() != set.Len() || len(c.Clock) != set.Len() || c.Imbalance(0) != 0 || c.Computed(0) != 0 {
			t.Fatalf("%d points, %d with times, of %d requests", c.Len(), len(c.Clock), set.Len())
		}
		m, n, last := NewMeter(sc, false, nil), 0, int32(-1)
		judged := map[int32]verdict{}
		repeats, hits, evicted := 0, 0, 0
		err = Run(context.Background(), sc, set, func(r Record) {
			m.Apply(r)
			switch r.Kind {
			case Routed:
				judged[r.Req] = verdict{r.Repeat, r.Hit}
			case Evicted:
				evicted += int(r.To - r.From)
			case Done:
				if n++; r.Req < last {
					disordered++
				}
				last = r.Req
				repeats += count(judged[r.Req].repeat)
				hits += count(judged[r.Req].hit)
				all, _ := m.Figures()
				matches(t, c, n, all)
				if int(c.Repeats[n-1]) != repeats || int(c.Hits[n-1]) != hits || int(c.Evicted[n-1]) != evicted {
					t.Fatalf("after %d: %d of %d hits, %d evicted, not %d of %d, %d", n, c.Hits[n-1], c.Repeats[n-1], c.Evicted[n-1], hits, repeats, evicted)
				}
			default:
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		all, _, err := Measure(context.Background(), sc, set, false)
		if err != nil {
			t.Fatal(err)
		}
		matches(t, c, set.Len(), all)
		if got := c.Computed(set.Len()); got != all.ComputedTokens {
			t.Fatalf("%d tokens computed, measured %d", got, all.ComputedTokens)
		}
		lost += int(c.Clock[set.Len()-1].Lost)
		preempted += int(c.Clock[set.Len()-1].Preempted)
	})
	if lost == 0 || preempted == 0 || disordered == 0 {
		t.Errorf("nothing drawn that matters: %d lost, %d preempted, %d out of order", lost, preempted, disordered)
	}
}

// matches holds a point of a curve against figures.
func matches(t *rapid.T, c Curve, n int, f Figures) {
	lost := 0
	for _, k := range f.Lost {
		lost += k
	}
	ms := func(ns int64) float64 { return float64(ns) / 1e6 }
	p := c.Clock[n-1]
	got := [...]float64{
		ms(p.TTFT50), ms(p.TTFT99), ms(p.ITL50), p.RequestsPerS, float64(p.Preempted), float64(p.Lost), float64(p.Served(n)),
		c.TokenHitRate(n), c.Imbalance(n), float64(n),
	}
	want := [...]float64{
		f.TTFT.P50, f.TTFT.P99, f.ITL.P50, f.RequestsPerS, float64(f.Preemptions), float64(lost), float64(f.TTFT.Count),
		f.TokenHitRate(), f.Imbalance, float64(f.Requests),
	}
	if f.Imbalance < 1 && f.Imbalance > 0 {
		t.Fatalf("after %d requests the most is %v times the mean", n, f.Imbalance)
	}
	if got != want {
		t.Fatalf("after %d requests the curve has\n%v, the meter\n%v", n, got, want)
	}
}

// TestIdealOnAClock: no routing reuses more, answers that prompts go on from
// included.
func TestIdealOnAClock(t *testing.T) {
	equal := false
	rapid.Check(t, func(t *rapid.T) {
		sc, set := drawClocked(t)
		run := func(sc scenario.Scenario) Curve {
			c, err := NewCurve(context.Background(), sc, set)
			if err != nil {
				t.Fatal(err)
			}
			return c
		}
		n := set.Len()
		got, ideal := run(sc), run(Ideal(sc))
		if got.TokenHitRate(n) > ideal.TokenHitRate(n) || ideal.Clock[n-1].Lost > 0 {
			t.Fatalf("%s reuses %v of the prompt tokens, the ideal %v", sc.Strategy, got.TokenHitRate(n), ideal.TokenHitRate(n))
		}
		equal = equal || got.TokenHitRate(n) > 0 && got.TokenHitRate(n) == ideal.TokenHitRate(n)
	})
	if !equal {
		t.Error("the ideal is never reached")
	}
}

// TestRanks holds order statistics on the way against those of the same times
// sorted.
func TestRanks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := rapid.SliceOfN(rapid.Int64Range(-1, 40), 0, 60).Draw(t, "times")
		r, d := newRanks(all), distribution{}
		for _, ns := range all {
			r.add(ns)
			d.Add(ns)
			q := d.Quantiles()
			got := [...]float64{float64(r.quantile(0.5)) / 1e6, float64(r.quantile(0.9)) / 1e6, float64(r.quantile(0.99)) / 1e6}
			if want := [...]float64{q.P50, q.P90, q.P99}; got != want {
				t.Fatalf("%v of %v, not %v", got, all, want)
			}
		}
	})
}
