package fit

import (
	"context"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kvtui/core/cost"
	"kvtui/core/measure"
)

func given(t testing.TB) Given {
	t.Helper()
	m, err := cost.ModelByName("Qwen3-0.6B")
	if err != nil {
		t.Fatal(err)
	}
	return Given{m, cost.BF16.Width(), QwenDoublingTokens}
}

// published is the lab's one-GPU table.
func published(t *testing.T) []Cell {
	t.Helper()
	raw, err := os.ReadFile("testdata/disagg_medians.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	samples, err := measure.ReadAll(strings.NewReader(string(raw)), "disagg_medians.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	return Cells(samples)
}

func fitted(t *testing.T, cells []Cell) Result {
	t.Helper()
	p, err := Serving(cells, ClosedForm(given(t)))
	if err != nil {
		t.Fatal(err)
	}
	r, err := Minimize(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Converged || !r.Determined() || slices.Contains(r.AtBound, true) {
		t.Errorf("no clean end: %+v", r)
	}
	return r
}

// The figures were found apart from this code, with another simplex and formulas
// written again.
func TestPublishedTable(t *testing.T) {
	r := fitted(t, published(t))
	for i, want := range []float64{10.62, 0.03698, 14.87, 0.5416} {
		if math.Abs(r.Params[i]/want-1) > 1e-3 {
			t.Errorf("parameter %d is %v, want %v", i, r.Params[i], want)
		}
	}
	for i, want := range []float64{-1.4, 0.9, 1.2, -5.4, -3.5, 0.4, 3.6, 4.7} {
		if math.Abs(100*r.Residuals[i]-want) > 0.051 {
			t.Errorf("cell %d is off by %.2f %%, want %v", i, 100*r.Residuals[i], want)
		}
	}
	if math.Abs(r.Worst-0.054) > 5e-4 {
		t.Errorf("worst %v", r.Worst)
	}
	if again := fitted(t, published(t)); !reflect.DeepEqual(r, again) {
		t.Errorf("a second search gave %+v after %+v", again, r)
	}
}

func TestOneModeFitsBaseAndSlope(t *testing.T) {
	for _, mode := range []measure.Mode{measure.Aggregated, measure.Disaggregated} {
		cells := slices.DeleteFunc(published(t), func(c Cell) bool { return c.Mode != mode })
		if r := fitted(t, cells); len(r.Params) != 2 || len(r.Predicted) != 4 {
			t.Errorf("%s: %+v", mode, r)
		}
	}
}

func TestClosedFormByHand(t *testing.T) {
	g := given(t) // 114,688 bytes a token
	cells := []Cell{
		{measure.Key{Input: 1918, Conc: 1}, measure.Aggregated, 1, 1},    // half of 3,836: attention adds a quarter
		{measure.Key{Input: 1000, Conc: 1}, measure.Disaggregated, 1, 1}, // prefill queue and one transfer
		{measure.Key{Input: 1000, Conc: 9}, measure.Disaggregated, 1, 1}, // nine transfers
	}
	prefill := 2 + 0.01*1000*(1+1000/7672.0)
	for _, c := range []struct {
		link float64
		want []float64
	}{
		{0.114688, []float64{2 + 0.01*1918*1.25, 7 + prefill + 1000, 7 + 9*1000}},
		{114.688, []float64{2 + 0.01*1918*1.25, 7 + prefill + 1, 7 + 5*prefill + 1}},
	} {
		got, err := ClosedForm(g)(t.Context(), Params{2, 0.01, 7, c.link}, true, cells)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range c.want {
			if math.Abs(got[i]/want-1) > 1e-12 {
				t.Errorf("link %v, cell %d: %v, want %v", c.link, i, got[i], want)
			}
		}
	}
}

func TestCellsAreMediansInOrder(t *testing.T) {
	k := func(n, c int) measure.Key { return measure.Key{Input: n, Conc: c} }
	got := Cells([]measure.Sample{
		{Mode: measure.Disaggregated, Input: 9, Conc: 1, TTFTMS: 7},
		{Mode: measure.Aggregated, Input: 9, Conc: 1, TTFTMS: 30},
		{Mode: measure.Aggregated, Input: 9, Conc: 1, TTFTMS: 10},
		{Mode: measure.Aggregated, Input: 8, Conc: 4, TTFTMS: 90},
		{Mode: measure.Aggregated, Input: 8, Conc: 4, TTFTMS: 5},
		{Mode: measure.Aggregated, Input: 8, Conc: 4, TTFTMS: 6},
	})
	want := []Cell{
		{k(8, 4), measure.Aggregated, 6, 3}, {k(9, 1), measure.Aggregated, 20, 2}, {k(9, 1), measure.Disaggregated, 7, 1},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestServingRefusesZero(t *testing.T) {
	_, err := Serving([]Cell{{measure.Key{Input: 1500, Conc: 4}, measure.Aggregated, 0, 1}}, ClosedForm(given(t)))
	if err == nil || err.Error() != "cell agg 1500x4: the median is 0 ms; accepted: a median above 0 ms" {
		t.Error(err)
	}
}

// One prompt length leaves base and slope as one number.
func TestOneLengthIsUndetermined(t *testing.T) {
	var cells []Cell
	for conc := 1; conc <= 4; conc++ {
		cells = append(cells, Cell{measure.Key{Input: 1500, Conc: conc}, measure.Aggregated, 40 * float64(conc+1), 1})
	}
	p, err := Serving(cells, ClosedForm(given(t)))
	if err != nil {
		t.Fatal(err)
	}
	if r, err := Minimize(t.Context(), p); err != nil || r.Determined() {
		t.Errorf("%+v, %v", r, err)
	}
}

// What a model wrote, the search reads back: no noise, so any parameter that
// matters is found.
func TestKnownParametersAreFound(t *testing.T) {
	model := ClosedForm(given(t))
	rapid.Check(t, func(t *rapid.T) {
		want := []float64{
			rapid.Float64Range(2, 60).Draw(t, "base"), rapid.Float64Range(0.01, 0.2).Draw(t, "slope"),
			rapid.Float64Range(5, 60).Draw(t, "fixed"), rapid.Float64Range(0.1, 10).Draw(t, "link"),
		}
		var cells []Cell
		for _, n := range []int{250, 1500, 3000} {
			for _, conc := range []int{1, 4} {
				for _, mode := range []measure.Mode{measure.Aggregated, measure.Disaggregated} {
					cells = append(cells, Cell{measure.Key{Input: n, Conc: conc}, mode, 1, 1})
				}
			}
		}
		ms, err := model(context.Background(), Params{want[0], want[1], want[2], want[3]}, true, cells)
		if err != nil {
			t.Fatal(err)
		}
		for i := range cells {
			cells[i].TTFTMS = ms[i]
		}
		p, err := Serving(cells, model)
		if err != nil {
			t.Fatal(err)
		}
		r, err := Minimize(context.Background(), p)
		if err != nil || !r.Converged || !r.Determined() {
			t.Fatalf("%+v, %v", r, err)
		}
		for i := range want {
			if math.Abs(r.Params[i]/want[i]-1) > 0.01 {
				t.Fatalf("%s is %v, was %v; %+v", p.Names[i], r.Params[i], want[i], r)
			}
		}
	})
}
