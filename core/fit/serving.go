package fit

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"kvtui/core/clock"
	"kvtui/core/cost"
	"kvtui/core/measure"
)

// Cell is the median of the repetitions of one mode, prompt length and number of
// requests in flight.
type Cell struct {
	measure.Key
	Mode   measure.Mode
	TTFTMS float64 // ms
	Reps   int
}

// String returns the cell as messages spell it, such as "agg 1500x4".
func (c Cell) String() string { return c.Mode.String() + " " + c.Key.String() }

// Cells returns the medians of samples (for an even count the mean of the middle
// two), by input, then conc, then mode.
func Cells(samples []measure.Sample) []Cell {
	type key struct {
		measure.Key
		mode measure.Mode
	}
	times := map[key][]float64{}
	for _, s := range samples {
		k := key{measure.Key{Input: s.Input, Conc: s.Conc}, s.Mode}
		times[k] = append(times[k], s.TTFTMS)
	}
	cells := make([]Cell, 0, len(times))
	for k, all := range times {
		cells = append(cells, Cell{k.Key, k.mode, measure.Median(all), len(all)})
	}
	slices.SortFunc(cells, func(a, b Cell) int {
		return cmp.Or(cmp.Compare(a.Input, b.Input), cmp.Compare(a.Conc, b.Conc), cmp.Compare(a.Mode, b.Mode))
	})
	return cells
}

// Params are what Serving fits. FixedMS and LinkGBps are 0 where the cells are of
// one mode.
type Params struct {
	BaseMS   float64 // of a prompt whatever its length, ms
	SlopeMS  float64 // of one token, before attention, ms
	FixedMS  float64 // what a split adds to any request, ms
	LinkGBps float64 // shared by the requests in flight, GB/s (10^9 bytes/s)
}

// Model predicts the time to first token of each cell, in ms. split says whether
// cells of both modes are there, and so whether the last two parameters count.
type Model func(ctx context.Context, p Params, split bool, cells []Cell) ([]float64, error)

// Serving returns the problem of fitting a model's parameters to cells. Where
// both modes are present these are base, slope, fixed and link. With one mode
// alone they are base and slope: the cells of a split alone cannot tell its
// transfer from its prefill, so that both hold what the split added. A cell of
// 0 ms is an error.
func Serving(cells []Cell, model Model) (Problem, error) {
	p := Problem{
		Names: []string{"base", "slope"}, Units: []string{"ms", "ms/token"},
		Start: []float64{10, 0.05}, Low: []float64{1e-3, 1e-6}, High: []float64{1e6, 1e3},
	}
	split := bothModes(cells)
	if split {
		p.Names, p.Units = append(p.Names, "fixed", "link"), append(p.Units, "ms", "GB/s")
		p.Start, p.Low, p.High = append(p.Start, 10, 1), append(p.Low, 1e-3, 1e-4), append(p.High, 1e6, 1e5)
	}
	for _, c := range cells {
		if c.TTFTMS <= 0 {
			return Problem{}, fmt.Errorf("cell %s: the median is %g ms; accepted: a median above 0 ms", c, c.TTFTMS)
		}
		p.Measured = append(p.Measured, c.TTFTMS)
	}
	p.Predict = func(ctx context.Context, x []float64) ([]float64, error) {
		params := Params{BaseMS: x[0], SlopeMS: x[1]}
		if split {
			params.FixedMS, params.LinkGBps = x[2], x[3]
		}
		return model(ctx, params, split, cells)
	}
	return p, nil
}

func bothModes(cells []Cell) bool {
	has := func(m measure.Mode) bool {
		return slices.ContainsFunc(cells, func(c Cell) bool { return c.Mode == m })
	}
	return has(measure.Aggregated) && has(measure.Disaggregated)
}

// Given is what a closed form needs beside what is fitted.
type Given struct {
	Model          cost.Model
	Width          cost.Width
	DoublingTokens float64 // tokens before a token at which attention has doubled its cost: parameters / (2 * layers * heads * head dim)
}

// QwenDoublingTokens is DoublingTokens of Qwen3-0.6B without its embeddings:
// 440 million parameters, 28 layers, 16 heads of 128.
const QwenDoublingTokens = clock.QwenQuadTokens

// ClosedForm returns a model without a clock. With n tokens, c requests in
// flight and q doubling tokens:
//
//	prefill(n)    = base + slope * n * (1 + n / (2q))
//	transfer(n)   = KV bytes of n tokens / link
//	one process   = (c+1)/2 * prefill(n)
//	split         = fixed + max(one process + transfer(n), c * transfer(n))
//
// The first line is a whole prompt's share of attention; the third is the median
// over c equal prompts that come at once and are served first come first served;
// the last says which of two places is narrow: the prefill worker, or a link that
// all c share evenly in a closed loop.
//
// It knows no decode that lengthens steps, no budget of tokens a step, no cached
// prefix, no GPU that both sides share and no limit of memory; the whole prompt
// is moved, in one piece. Only 1 and 4 requests in flight were ever held against
// it: on the lab's one-GPU table it is within 6 % in all eight cells, with four
// parameters fitted to them.
func ClosedForm(g Given) Model {
	return func(_ context.Context, p Params, split bool, cells []Cell) ([]float64, error) {
		out := make([]float64, len(cells))
		for i, c := range cells {
			n, flight := float64(c.Input), float64(c.Conc)
			prefill := p.BaseMS + p.SlopeMS*n*(1+n/(2*g.DoublingTokens))
			out[i] = (flight + 1) / 2 * prefill
			if split && c.Mode == measure.Disaggregated {
				transfer := cost.BytesMS(g.Model.KVBytes(c.Input, g.Width), p.LinkGBps)
				out[i] = p.FixedMS + max(out[i]+transfer, flight*transfer)
			}
		}
		return out, nil
	}
}
