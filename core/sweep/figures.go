package sweep

import (
	"context"
	"math"

	"kvtui/core/scenario"
	"kvtui/core/sim"
	"kvtui/core/workload"
)

// Figure is a column of a sweep.
type Figure struct {
	Name     string // as files have it, with its unit
	Title    string // for a table
	Decimals int    // to print; that of a count is for medians of an even number of seeds
}

// Figures returns what a sweep prints of each cell: of runs with a clock their
// times, of others what was hit.
func Figures(timed bool) []Figure {
	if timed {
		return []Figure{
			{"ttft_p50_ms", "TTFT p50 ms", 3},
			{"ttft_p99_ms", "TTFT p99 ms", 3},
			{"itl_p50_ms", "ITL p50 ms", 3},
			{"requests_per_s", "requests/s", 3},
			{"tokens_per_s", "tokens/s", 3},
			{"goodput_per_s", "goodput/s", 3},
			{"token_hit_rate", "token hit rate", 4},
			{"imbalance", "imbalance", 4},
			{"preemptions", "preemptions", 1},
			{"lost", "lost", 1},
		}
	}
	return []Figure{
		{"hits", "hits", 1},
		{"repeats", "repeats", 1},
		{"token_hit_rate", "token hit rate", 4},
		{"imbalance", "imbalance", 4},
		{"evictions", "evictions", 1},
	}
}

func figureNames(timed bool) []string {
	var names []string
	for _, f := range Figures(timed) {
		names = append(names, f.Name)
	}
	return names
}

// measure runs a scenario and returns its figures in the order of Figures, NaN
// for those that a run does not have: times of requests when none was served,
// gaps between tokens when none had two. A warm-up is left out.
func measure(ctx context.Context, sc scenario.Scenario, w workload.Workload) ([]float64, error) {
	if !sc.Clock.On {
		t := sim.NewTotals(sc.Fleet())
		if err := sim.Run(ctx, sc, w, t.Apply); err != nil {
			return nil, err
		}
		return []float64{float64(t.Hits), float64(t.Repeats), t.TokenHitRate(), t.Imbalance(), float64(t.Evictions)}, nil
	}
	_, f, err := sim.Measure(ctx, sc, w, false)
	if err != nil {
		return nil, err
	}
	lost := 0
	for _, n := range f.Lost {
		lost += n
	}
	return []float64{
		some(f.TTFT, f.TTFT.P50), some(f.TTFT, f.TTFT.P99), some(f.ITL, f.ITL.P50),
		f.RequestsPerS, f.TokensPerS, f.GoodputPerS, f.TokenHitRate(), f.Imbalance, float64(f.Preemptions), float64(lost),
	}, nil
}

func some(q sim.Quantiles, v float64) float64 {
	if q.Count == 0 {
		return math.NaN()
	}
	return v
}

// medians returns the median of each figure over the runs that have it.
func medians(runs [][]float64) []float64 {
	out := make([]float64, len(runs[0]))
	values := make([]float64, 0, len(runs))
	for i := range out {
		values = values[:0]
		for _, r := range runs {
			if !math.IsNaN(r[i]) {
				values = append(values, r[i])
			}
		}
		if out[i] = math.NaN(); len(values) > 0 {
			out[i] = sim.NewSpread(values).Median
		}
	}
	return out
}
