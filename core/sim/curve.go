package sim

import (
	"context"

	"kvtui/core/scenario"
	"kvtui/core/workload"
)

// Curve is how the totals of one run grow: entry i is once i+1 requests are
// over. Without a clock those are the first, in their order; with one they end
// in any order, and those that were lost count too.
type Curve struct {
	Scenario scenario.Scenario // what was run
	Repeats  []int32           // the lab's, as in Totals
	Hits     []int32           // the lab's, as in Totals
	Prompt   []int64           // tokens
	Reused   []int64           // tokens
	Most     []int64           // tokens computed by the prefilling worker that computed the most
	Evicted  []int32           // blocks
	Clock    []Timed           // nil without a clock
}

// NewCurve runs a scenario over a set and keeps its totals each time that a
// request is over.
func NewCurve(ctx context.Context, sc scenario.Scenario, set *workload.Set) (Curve, error) {
	n := set.Len()
	c := Curve{
		Scenario: sc, Repeats: make([]int32, 0, n), Hits: make([]int32, 0, n),
		Prompt: make([]int64, 0, n), Reused: make([]int64, 0, n), Most: make([]int64, 0, n), Evicted: make([]int32, 0, n),
	}
	if sc.Clock.On {
		k := newCurver(&c, n)
		err := Run(ctx, sc, set, k.apply)
		k.rank()
		return c, err
	}
	t := NewTotals(sc.Fleet())
	most := int64(0)
	err := Run(ctx, sc, set, func(r Record) {
		t.Apply(r)
		switch r.Kind {
		case Computed:
			most = max(most, t.Computed[r.Worker])
		case Done:
			c.Repeats = append(c.Repeats, int32(t.Repeats))
			c.Hits = append(c.Hits, int32(t.Hits))
			c.Prompt = append(c.Prompt, t.PromptTokens)
			c.Reused = append(c.Reused, t.ReusedTokens)
			c.Most = append(c.Most, most)
			c.Evicted = append(c.Evicted, int32(t.Evictions))
		default:
		}
	})
	return c, err
}

// Race runs scenarios over the same requests, several at a time, and returns
// their curves in the order of the scenarios.
func Race(ctx context.Context, scs []scenario.Scenario, set *workload.Set) ([]Curve, error) {
	return each(ctx, scs, func(ctx context.Context, sc scenario.Scenario) (Curve, error) { return NewCurve(ctx, sc, set) })
}

// Ideal is the scenario whose token hit rate no routing of another can beat:
// one unlimited cache shared by all workers. Its times mean nothing.
func Ideal(of scenario.Scenario) scenario.Scenario {
	return scenario.Scenario{Strategy: "rr", Workers: 1, Seed: of.Seed, Clock: idealClock(of.Clock)}
}

// Len returns how many requests were over at the end.
func (c Curve) Len() int { return len(c.Prompt) }

// Mode returns the strategy of the run, with its knowledge.
func (c Curve) Mode() scenario.Mode { return c.Scenario.Mode() }

// HitRate returns lab hits over repeats after so many requests, 0 before the
// first repeat.
func (c Curve) HitRate(requests int) float64 {
	if requests < 1 {
		return 0
	}
	return ratio(float64(c.Hits[requests-1]), float64(c.Repeats[requests-1]))
}

// TokenHitRate returns reused over prompt tokens after so many requests.
func (c Curve) TokenHitRate(requests int) float64 {
	if requests < 1 {
		return 0
	}
	return ratio(float64(c.Reused[requests-1]), float64(c.Prompt[requests-1]))
}

// Computed returns the tokens computed after so many requests; on a clock, by
// then, for requests under way too.
func (c Curve) Computed(requests int) int64 {
	if requests < 1 {
		return 0
	}
	if c.Clock != nil {
		return c.Clock[requests-1].Computed
	}
	return c.Prompt[requests-1] - c.Reused[requests-1]
}

// Imbalance returns the most over the mean of the tokens computed per worker
// that prefills, after so many requests; 0 before anything was computed.
func (c Curve) Imbalance(requests int) float64 {
	if requests < 1 {
		return 0
	}
	filled := c.Computed(requests)
	if c.Clock != nil {
		filled = c.Clock[requests-1].Prefilled
	}
	return ratio(float64(c.Most[requests-1])*float64(Prefillers(c.Scenario)), float64(filled))
}
