package accuracy

import (
	"context"
	"fmt"
	"math"
	"slices"

	"kvtui/core/clock"
	"kvtui/core/errtext"
	"kvtui/core/fit"
	"kvtui/core/measure"
	"kvtui/core/sim"
)

// FitOneGPU fits the one-GPU table's four numbers anew, by simulation. The
// result's parameters are iteration, prefill, front end and link.
func FitOneGPU(ctx context.Context) (fit.Result, error) {
	return fitCells(ctx, oneGPUCells(), 3, 3000)
}

// fitCells fits cells measured on one GPU by simulation, with no iteration
// shorter than baseMS. Without a split cell the link is not fitted.
func fitCells(ctx context.Context, cells []oneGPUCell, baseMS float64, limit int) (fit.Result, error) {
	measured, split := make([]float64, len(cells)), false
	for i, c := range cells {
		measured[i] = c.ms
		split = split || c.mode == measure.Disaggregated
	}
	start, err := startOf(ctx, cells)
	if err != nil {
		return fit.Result{}, err
	}
	p := fit.Problem{
		Names: []string{"iteration", "prefill", "front end", "link"}, Units: []string{MS, msToken, MS, gbps},
		Start: start, Low: []float64{baseMS, 0.001, 0.1, 0.01}, High: []float64{60, 1, 200, 1000},
		Measured: measured, Limit: limit,
		Predict: func(ctx context.Context, p []float64) ([]float64, error) {
			return oneGPUTTFT(ctx, fitOf(p), cells)
		},
	}
	if !split {
		p.Names, p.Units, p.Start, p.Low, p.High = p.Names[:3], p.Units[:3], p.Start[:3], p.Low[:3], p.High[:3]
	}
	return fit.Minimize(ctx, p)
}

// startOf scales the published GPU's times to those of the cells, as a place to
// begin the search.
func startOf(ctx context.Context, cells []oneGPUCell) ([]float64, error) {
	f := oneGPUFit{BaseMS: 4, TokenMS: 0.04, FrontEndMS: 8, LinkGBps: 0.5}
	ttft, err := oneGPUTTFT(ctx, f, cells)
	if err != nil {
		return nil, err
	}
	var ratios []float64
	for i, c := range cells {
		ratios = append(ratios, c.ms/ttft[i])
	}
	k := 1.0
	if len(ratios) > 0 {
		k = sim.NewSpread(ratios).Median
	}
	within := func(v, low, high float64) float64 { return min(max(v, low), high) }
	return []float64{within(f.BaseMS*k, 3, 60), within(f.TokenMS*k, 0.001, 1), within(f.FrontEndMS*k, 0.1, 200), within(f.LinkGBps/k, 0.01, 1000)}, nil
}

// fitOf names the parameters of fitCells.
func fitOf(p []float64) oneGPUFit {
	f := oneGPUFit{BaseMS: p[0], TokenMS: p[1], FrontEndMS: p[2]}
	if len(p) > 3 {
		f.LinkGBps = p[3]
	}
	return f
}

// PredictFile returns a page of OfFile with the model's values: one GPU that
// serves Qwen3-0.6B in one process or split, its parameters fitted to the very
// cells by simulation, which takes some seconds. Where there are fewer cells
// than parameters the error is a *fit.TooFewError.
func PredictFile(ctx context.Context, page Page) (Page, error) {
	var cells []oneGPUCell
	for _, c := range page.Cells {
		cell := oneGPUCell{mode: measure.Aggregated, ms: c.Low}
		if c.Column == ColSplit {
			cell.mode = measure.Disaggregated
		}
		if _, err := fmt.Sscanf(c.Row, "%dx%d", &cell.input, &cell.conc); err != nil {
			return Page{}, fmt.Errorf("row %s: %w", errtext.Quote(c.Row), err)
		}
		cells = append(cells, cell)
	}
	const enough = 1500 // evaluations
	r, err := fitCells(ctx, cells, 1, enough)
	if err != nil {
		return Page{}, err
	}
	m := model{page}
	m.Cells = slices.Clone(page.Cells)
	for i := range m.Cells {
		m.Cells[i].Model, m.Cells[i].HasModel = r.Predicted[i], true
	}
	const on = "the cells of the file"
	f := fitOf(r.Params)
	m.fitted("iteration", MS, f.BaseMS, on)
	m.fitted("prefill", msToken, f.TokenMS, on)
	m.fitted("front end", MS, f.FrontEndMS, on)
	if f.LinkGBps > 0 {
		m.fitted("link, shared evenly", gbps, f.LinkGBps, on)
	}
	m.frozen("KV of a token", "B", clock.QwenKVBytes, "Qwen3-0.6B")
	m.frozen("sharing of the GPU", "", clock.DefaultSharing, "default of the time model")
	m.frozen("output", tokens, oneGPUOutput, "stated here: the file does not say")
	m.frozen("requests a cell", "", oneGPURequests, "stated here")
	return page.Beside(m.Page), nil
}

// FitCluster fits the cluster table's seven numbers anew, by some minutes of
// simulation. Its p50, requests/s and cached ratios count alike, p99 does not.
// The search starts near where one of 1,500 evaluations ended: each of a
// hundred runs jumps where a request finds its prefix or not, so it goes on
// without end and gains little. The result's parameters are iteration, prefill,
// sharing, capacity, link, copies and front end.
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
		Start: []float64{3.1, 0.014, 0.87, 630, 3.8, 1.55, 19},
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
