package sim

import (
	"context"

	"kvtui/core/scenario"
	"kvtui/core/workload"
)

// Curve is how the totals of one run grow: entry i is after request i.
type Curve struct {
	Mode    scenario.Mode
	Repeats []int32
	Hits    []int32
	Prompt  []int64 // tokens
	Reused  []int64 // tokens
}

// NewCurve runs a scenario over a set and keeps its totals after each request.
func NewCurve(ctx context.Context, sc scenario.Scenario, set *workload.Set) (Curve, error) {
	n := set.Len()
	c := Curve{
		Mode: sc.Mode(), Repeats: make([]int32, 0, n), Hits: make([]int32, 0, n),
		Prompt: make([]int64, 0, n), Reused: make([]int64, 0, n),
	}
	t := NewTotals(sc.Workers)
	err := Run(ctx, sc, set, func(r Record) {
		t.Apply(r)
		if r.Kind == Done {
			c.Repeats = append(c.Repeats, int32(t.Repeats))
			c.Hits = append(c.Hits, int32(t.Hits))
			c.Prompt = append(c.Prompt, t.PromptTokens)
			c.Reused = append(c.Reused, t.ReusedTokens)
		}
	})
	return c, err
}

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
