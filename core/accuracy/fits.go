package accuracy

import (
	"context"
	"math"

	"kvtui/core/fit"
)

// FitOneGPU fits the one-GPU table's four numbers anew, by simulation. The
// result's parameters are iteration, prefill, front end and link.
func FitOneGPU(ctx context.Context) (fit.Result, error) {
	cells := oneGPUCells()
	measured := make([]float64, len(cells))
	for i, c := range cells {
		measured[i] = c.ms
	}
	return fit.Minimize(ctx, fit.Problem{
		Names: []string{"iteration", "prefill", "front end", "link"}, Units: []string{MS, msToken, MS, gbps},
		Start: []float64{4, 0.04, 8, 0.5}, Low: []float64{3, 0.005, 0.1, 0.1}, High: []float64{30, 0.2, 50, 5},
		Measured: measured, Limit: 3000,
		Predict: func(ctx context.Context, p []float64) ([]float64, error) {
			return oneGPUTTFT(ctx, oneGPUFit{BaseMS: p[0], TokenMS: p[1], FrontEndMS: p[2], LinkGBps: p[3]}, cells)
		},
	})
}

// FitCluster fits the cluster table's seven numbers anew, by about a minute of
// simulation. Its p50, requests/s and cached ratios count alike, p99 does not.
// The result's parameters are iteration, prefill, sharing, capacity, link,
// copies and front end.
func FitCluster(ctx context.Context) (fit.Result, error) {
	wanted := func(m *model, value func(Cell) float64) (out []float64) {
		for _, c := range m.Cells {
			if c.Asked() {
				out = append(out, value(c))
			}
		}
		return out
	}
	page := cluster()
	return fit.Minimize(ctx, fit.Problem{
		Names: []string{"iteration", "prefill", "sharing", "capacity", "link", "copies", "front end"},
		Units: []string{MS, msToken, "", blocks, gbps, gbps, MS},
		Start: []float64{3.5, 0.013, 0.7, 600, 3, 1.7, 20},
		Low:   []float64{1, 0.005, 0.2, 450, 0.5, 0.5, 5}, High: []float64{8, 0.04, 1, 700, 10, 10, 40},
		Measured: wanted(&model{page}, func(c Cell) float64 { return (c.Low + c.High) / 2 }), Limit: 600,
		Predict: func(ctx context.Context, p []float64) ([]float64, error) {
			m := model{page}
			m.Cells = append([]Cell(nil), page.Cells...)
			f := clusterFit{BaseMS: p[0], TokenMS: p[1], Sharing: p[2], Blocks: int(math.Round(p[3])), LinkGBps: p[4], CopyGBps: p[5], FrontMS: p[6]}
			err := fillCluster(ctx, &m, f, nil)
			return wanted(&m, func(c Cell) float64 { return c.Model }), err
		},
	})
}
