package accuracy

import (
	"cmp"
	"slices"

	"kvtui/core/measure"
)

// File is the id of a page made from a measurement file.
const File = "file"

// OfFile makes a page of a measurement file: for each prompt length and number
// of requests in flight the median of the repetitions of each arrangement that
// was measured, with the repetitions as Runs. name is shown as the title.
func OfFile(name string, samples []measure.Sample) Page {
	s := sheet{Page{
		ID: File, Title: name, Source: name, RowName: "input x in flight", Setup: "median TTFT of the repetitions",
		Ratios: []Ratio{{ColSplit, ColAgg}},
	}}
	times := map[measure.Key][2][]float64{}
	for _, x := range samples {
		k := measure.Key{Input: x.Input, Conc: x.Conc}
		modes := times[k]
		modes[x.Mode] = append(modes[x.Mode], x.TTFTMS)
		times[k] = modes
	}
	keys := make([]measure.Key, 0, len(times))
	for k := range times {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b measure.Key) int {
		return cmp.Or(cmp.Compare(a.Input, b.Input), cmp.Compare(a.Conc, b.Conc))
	})
	for _, k := range keys {
		for mode, column := range [...]string{measure.Aggregated: ColAgg, measure.Disaggregated: ColSplit} {
			runs := times[k][mode]
			if len(runs) == 0 {
				continue
			}
			median := measure.Median(runs)
			s.Cells = append(s.Cells, Cell{Row: k.String(), Column: column, Unit: MS, Low: median, High: median, Runs: runs})
		}
	}
	return s.Page
}
