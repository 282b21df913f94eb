package accuracy

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"kvtui/core/measure"
)

func TestErrIsAgainstTheNearerEnd(t *testing.T) {
	for _, c := range []struct {
		low, high, model, off, err float64
	}{
		{100, 200, 150, 0, 0},
		{100, 200, 100, 0, 0},
		{100, 200, 200, 0, 0},
		{100, 200, 88, -12, -0.12},
		{100, 200, 250, 50, 0.25},
		{80, 80, 100, 20, 0.25},
		{0, 0, 0, 0, 0},
		{0, 0, 3, 3, math.Inf(1)},
	} {
		cell := Cell{Low: c.low, High: c.high, Model: c.model, HasModel: true}
		if off, err := cell.Off(), cell.Err(); off != c.off || err != c.err {
			t.Errorf("%v in %v to %v: off by %v (%v), want %v (%v)", c.model, c.low, c.high, off, err, c.off, c.err)
		}
	}
	none := Cell{Low: 1, High: 2, Model: 1.5}
	if !math.IsNaN(none.Err()) || !math.IsNaN(none.Off()) {
		t.Error("a cell without a model value has an error")
	}
	broken := Cell{Low: 1, High: 2, Model: math.NaN(), HasModel: true, Inside: true}
	if got := broken.Judged().Check; got != Miss || !math.IsNaN(broken.Err()) {
		t.Errorf("NaN is judged %d", got)
	}
}

func TestJudged(t *testing.T) {
	at := func(model float64) Cell {
		return Cell{Low: 100, High: 110, Model: model, HasModel: true, Reason: SharedLink}
	}
	set := func(c Cell, f func(*Cell)) Cell { f(&c); return c }
	tolerant := func(c *Cell) { c.Tolerance = 0.12 }
	for name, c := range map[string]struct {
		cell Cell
		want Check
		why  Reason
	}{
		"no model":           {Cell{Low: 1, High: 1, Tolerance: 1, Reason: SharedLink}, NotChecked, SharedLink},
		"inside":             {at(105), InsideRange, NoReason},
		"nothing asked":      {at(300), NotChecked, SharedLink},
		"at the tolerance":   {set(at(88), tolerant), WithinTolerance, NoReason},
		"beyond it":          {set(at(87.9), tolerant), Miss, SharedLink},
		"above it":           {set(at(110*1.13), tolerant), Miss, SharedLink},
		"close enough":       {set(at(96), func(c *Cell) { c.Within = 4 }), WithinTolerance, NoReason},
		"not close enough":   {set(at(95.9), func(c *Cell) { c.Within = 4 }), Miss, SharedLink},
		"asked to be inside": {set(at(110.1), func(c *Cell) { c.Inside = true }), Miss, SharedLink},
		"unreachable stays":  {set(at(105), func(c *Cell) { c.Check = Unreachable }), Unreachable, SharedLink},
	} {
		if got := c.cell.Judged(); got.Check != c.want || got.Reason != c.why {
			t.Errorf("%s: check %d for reason %d, want %d and %d", name, got.Check, got.Reason, c.want, c.why)
		}
	}
}

// Every page has each published cell once, with a unit or as a share, and no
// model value.
func TestMeasuredPages(t *testing.T) {
	cells := map[string]int{Router: 10, Frontend: 8, OneGPU: 18, Cluster: 53, CrossNode: 6, Mooncake: 4, TransferArticle: 7}
	for _, id := range Pages() {
		p, err := Measured(id)
		if err != nil || p.ID != id || p.Title == "" || p.Source == "" || p.Setup == "" || p.RowName == "" || p.Parameters != nil {
			t.Errorf("%s: %+v, %v", id, p, err)
		}
		if len(p.Cells) != cells[id] {
			t.Errorf("%s: %d cells, want %d", id, len(p.Cells), cells[id])
		}
		for i, c := range p.Cells {
			if p.Find(c.Row, c.Column) != i {
				t.Errorf("%s: %s, %s is there twice", id, c.Row, c.Column)
			}
			share := c.High <= 1 && strings.HasSuffix(c.Column, "cached")
			if c.HasModel || c.Low <= 0 || c.High < c.Low || (c.Unit == "") != share {
				t.Errorf("%s: %+v", id, c)
			}
			if c.Check != NotChecked && c.Check != Unreachable {
				t.Errorf("%s: %s, %s is judged before it was predicted", id, c.Row, c.Column)
			}
		}
		for _, r := range p.Ratios {
			if !hasColumn(p, r.Column) || !hasColumn(p, r.Over) {
				t.Errorf("%s: no columns for %+v", id, r)
			}
		}
	}
	if _, err := Measured("router\x1b"); !errors.Is(err, ErrUnknownPage) || strings.Contains(err.Error(), "\x1b") {
		t.Errorf("an unknown page: %v", err)
	}
	if p, _ := Measured(Router); p.Find("rr", "nothing") != -1 {
		t.Error("found what is not there")
	}
}

// A prediction cannot change what was published, nor add to it.
func TestBesideKeepsThePublishedFigures(t *testing.T) {
	p, err := Measured(OneGPU)
	if err != nil {
		t.Fatal(err)
	}
	with := p.Beside(Page{Parameters: []Parameter{{Name: "d0", Unit: MS, Value: 3.96, Fitted: true}}, Cells: []Cell{
		{Row: "1500x1", Column: ColAgg, Unit: "s", Low: 1, High: 2, Model: 80, HasModel: true, Tolerance: 0.12},
		{Row: "1500x4", Column: ColSplit, Model: 2000, HasModel: true, Tolerance: 0.12, Reason: SharedLink},
		{Row: "3000x1", Column: ColAgg, Model: 1, HasModel: true},
		{Row: "9x9", Column: ColAgg, Model: 80, HasModel: true},
	}})
	if len(with.Cells) != len(p.Cells) || len(with.Parameters) != 1 {
		t.Fatalf("%d cells, %d parameters", len(with.Cells), len(with.Parameters))
	}
	near, far := with.Cells[0], with.Cells[3]
	if near.Low != 78 || near.High != 78 || near.Unit != MS || near.Model != 80 || near.Check != WithinTolerance {
		t.Errorf("%+v", near)
	}
	if far.Low != 1359 || far.Check != Miss || far.Reason != SharedLink {
		t.Errorf("%+v", far)
	}
	if passed, held := with.Held(); passed != 1 || held != 2 {
		t.Errorf("%d of %d hold", passed, held)
	}
	if p.Cells[0].HasModel {
		t.Error("the page itself has changed")
	}
	if p, err := Measured(CrossNode); err == nil {
		if passed, held := p.Held(); passed != 0 || held != 1 { // the unreachable cell
			t.Errorf("cross-node: %d of %d hold before a prediction", passed, held)
		}
	}
}

func hasColumn(p Page, name string) bool {
	return slices.ContainsFunc(p.Cells, func(c Cell) bool { return c.Column == name })
}

func TestPublishedFiguresStandInTheirCells(t *testing.T) {
	for _, want := range []struct {
		page, row, column, unit string
		low, high               float64
	}{
		{Router, "rr", ColHits, Hits, 35, 43},
		{Router, "kv events", ColRepeat, MS, 15, 15},
		{Router, "kv silent", ColHits, Hits, 37, 44},
		{Router, "kv approximate", ColHits, Hits, 53, 60},
		{Frontend, "8", ColBehind, MS, 129, 141},
		{OneGPU, "3000x4", ColSplit, MS, 2442, 2442},
		{OneGPU, "transfer", "size", MiB, 119.3, 119.3},
		{Cluster, "24x8", ColSplP99, MS, 1776, 1776},
		{Cluster, "12x4", ColKVHit, "", 0.57, 0.66},
		{CrossNode, "1", "maximum TTFT", MS, 2653, 2653},
		{Mooncake, "32768", ColTime, MS, 31.65, 31.65},
		{TransferArticle, "4000, 100GbE, 8 bit", ColTime, MS, 51, 51},
	} {
		p, err := Measured(want.page)
		if err != nil {
			t.Fatal(err)
		}
		i := p.Find(want.row, want.column)
		if i < 0 {
			t.Errorf("%s: no cell %s, %s", want.page, want.row, want.column)
			continue
		}
		if c := p.Cells[i]; c.Low != want.low || c.High != want.high || c.Unit != want.unit {
			t.Errorf("%s: %+v, want %+v", want.page, c, want)
		}
	}
}

func TestOfFile(t *testing.T) {
	p := OfFile("x.jsonl", []measure.Sample{
		{Mode: measure.Disaggregated, Input: 1500, Conc: 4, Rep: 1, TTFTMS: 900},
		{Mode: measure.Aggregated, Input: 1500, Conc: 4, Rep: 2, TTFTMS: 200},
		{Mode: measure.Aggregated, Input: 1500, Conc: 4, Rep: 1, TTFTMS: 100},
		{Mode: measure.Disaggregated, Input: 512, Conc: 8, Rep: 1, TTFTMS: 0},
	})
	want := []Cell{
		{Row: "512x8", Column: ColSplit, Unit: MS, Runs: []float64{0}},
		{Row: "1500x4", Column: ColAgg, Unit: MS, Low: 150, High: 150, Runs: []float64{200, 100}},
		{Row: "1500x4", Column: ColSplit, Unit: MS, Low: 900, High: 900, Runs: []float64{900}},
	}
	if p.ID != File || len(p.Cells) != len(want) {
		t.Fatalf("%+v", p)
	}
	for i, c := range p.Cells {
		if c.Row != want[i].Row || c.Column != want[i].Column || c.Unit != want[i].Unit || c.Low != want[i].Low || c.High != want[i].High || !slices.Equal(c.Runs, want[i].Runs) {
			t.Errorf("%+v, want %+v", c, want[i])
		}
	}
	if empty := OfFile("x", nil); len(empty.Cells) != 0 {
		t.Errorf("%+v", empty)
	}
}
