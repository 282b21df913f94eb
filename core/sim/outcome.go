package sim

import (
	"context"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"kvtui/core/scenario"
	"kvtui/core/workload"
)

// Outcome is how a whole run ended.
type Outcome struct {
	Totals  Totals  // after the last record
	Repeats Repeats // judged by the rule given
	Figures Figures // with a clock
}

// Outcomes runs scenarios over the same requests, several at a time, and
// returns how they ended, in the order of the scenarios.
func Outcomes(ctx context.Context, scs []scenario.Scenario, set *workload.Set, rule TTFTRule) ([]Outcome, error) {
	return each(ctx, scs, func(ctx context.Context, sc scenario.Scenario) (Outcome, error) {
		t, j := NewTotals(sc.Fleet()), newJudge(set, rule)
		apply := func(r Record) {
			t.Apply(r)
			j.apply(r)
		}
		if !sc.Clock.On {
			err := Run(ctx, sc, set, apply)
			return Outcome{Totals: t, Repeats: j.repeats()}, err
		}
		m := NewMeter(sc, false, nil)
		err := Run(ctx, sc, set, func(r Record) {
			apply(r)
			m.Apply(r)
		})
		all, _ := m.Figures()
		return Outcome{t, j.repeats(), all}, err
	})
}

// each runs scenarios as many at a time as there are cores, and returns what
// comes of them, in their order. The first failure ends the rest.
func each[T any](ctx context.Context, scs []scenario.Scenario, run func(context.Context, scenario.Scenario) (T, error)) ([]T, error) {
	out := make([]T, len(scs))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i, sc := range scs {
		g.Go(func() (err error) {
			out[i], err = run(ctx, sc)
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	return out, nil
}

// Spread is where a figure lies over several runs.
type Spread struct {
	Low, Median, High float64 // in the unit of the figure
	Runs              int     // how many values
}

// NewSpread returns the range and the median of values, for an even number of
// them the mean of the two in the middle. Without values it is zero.
func NewSpread(values []float64) Spread {
	n := len(values)
	if n == 0 {
		return Spread{}
	}
	v := slices.Sorted(slices.Values(values))
	return Spread{Low: v[0], Median: (v[(n-1)/2] + v[n/2]) / 2, High: v[n-1], Runs: n}
}
