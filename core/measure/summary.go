package measure

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"kvtui/core/round"
)

// Key names a cell: a prompt length and a number of requests in flight.
type Key struct {
	Input int // tokens
	Conc  int // requests
}

// String returns the key as files spell it, such as 1500x4.
func (k Key) String() string { return fmt.Sprintf("%dx%d", k.Input, k.Conc) }

// Cell is what one cell's repetitions come to.
type Cell struct {
	Key
	AggMS      float64 // median of the repetitions in one process, ms, one decimal
	DisaggMS   float64 // the same for split serving
	Ratio      float64 // split over one process, from the unrounded medians, two decimals
	AggReps    int     // repetitions behind AggMS
	DisaggReps int     // repetitions behind DisaggMS
}

// Lack is a cell that has no repetition of one mode, and so no ratio.
type Lack struct {
	Key
	Mode Mode // the mode that is missing
}

// Summary holds every cell of a measurement file, by input, then conc.
type Summary struct {
	Cells   []Cell // those with repetitions of both modes
	Lacking []Lack // those without
}

// Summarize returns the medians (for an even count the mean of the middle two)
// and ratios of samples, whatever their order. A time of 0 is a sample like any
// other, but it fails where a cell's median in one process is 0 (or so near it
// that the ratio is infinite). Formulas and decimals: lab,
// step 7.
func Summarize(samples []Sample) (Summary, error) {
	times := map[Key][2][]float64{}
	for _, s := range samples {
		k := Key{s.Input, s.Conc}
		modes := times[k]
		modes[s.Mode] = append(modes[s.Mode], s.TTFTMS)
		times[k] = modes
	}
	keys := make([]Key, 0, len(times))
	for k := range times {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b Key) int {
		return cmp.Or(cmp.Compare(a.Input, b.Input), cmp.Compare(a.Conc, b.Conc))
	})
	var sum Summary
	for _, k := range keys {
		agg, disagg := times[k][Aggregated], times[k][Disaggregated]
		switch {
		case len(agg) == 0:
			sum.Lacking = append(sum.Lacking, Lack{k, Aggregated})
			continue
		case len(disagg) == 0:
			sum.Lacking = append(sum.Lacking, Lack{k, Disaggregated})
			continue
		}
		a, d := Median(agg), Median(disagg)
		ratio := d / a
		if a == 0 || math.IsInf(ratio, 0) {
			return Summary{}, fmt.Errorf("cell %s: the agg median is %g ms, which leaves no ratio; accepted: a median above 0 ms", k, a)
		}
		sum.Cells = append(sum.Cells, Cell{
			Key: k, AggMS: round.To(a, 1), DisaggMS: round.To(d, 1), Ratio: round.To(ratio, 2),
			AggReps: len(agg), DisaggReps: len(disagg),
		})
	}
	return sum, nil
}

// MarshalJSON writes the lab's form, cells in order and lacking ones left out:
// {"1500x1":{"agg_ms":78,"disagg_ms":406,"ratio":5.21},...}.
func (s Summary) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	out.WriteByte('{')
	for i, c := range s.Cells {
		if i > 0 {
			out.WriteByte(',')
		}
		cell, err := json.Marshal(struct {
			AggMS    float64 `json:"agg_ms"`
			DisaggMS float64 `json:"disagg_ms"`
			Ratio    float64 `json:"ratio"`
		}{c.AggMS, c.DisaggMS, c.Ratio})
		if err != nil {
			return nil, fmt.Errorf("cell %s: %w", c.Key, err)
		}
		fmt.Fprintf(&out, "%q:%s", c.String(), cell)
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// Median returns the median of times, for an even count the mean of the middle
// two, NaN for none. It does not change times.
func Median(times []float64) float64 {
	if len(times) == 0 {
		return math.NaN()
	}
	times = slices.Sorted(slices.Values(times))
	half := len(times) / 2
	if len(times)%2 == 1 {
		return times[half]
	}
	return (times[half-1] + times[half]) / 2
}
