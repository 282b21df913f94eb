package accuracy

import (
	"context"
	"errors"
	"math"
	"testing"

	"kvtui/core/fit"
	"kvtui/core/measure"
)

// TestPredictions holds the model to all that is asked of it, but for the
// misses that are known.
func TestPredictions(t *testing.T) {
	misses := map[string]Reason{
		"frontend 32 behind front end": DecodePerSeq,
		"cross-node 4 TTFT of both":    ColdCaches,
	}
	for _, id := range Pages() {
		p, err := Predict(t.Context(), id)
		if err != nil {
			t.Fatal(id, err)
		}
		for _, c := range p.Cells {
			why, known := misses[id+" "+c.Row+" "+c.Column]
			switch missed := c.Check == Miss || c.Check == Unreachable; {
			case c.Asked() && !c.HasModel:
				t.Errorf("%s: %s, %s has no value", id, c.Row, c.Column)
			case missed != known || known && c.Reason != why:
				t.Errorf("%s: %s, %s: %.4g to %.4g published, %.4g predicted: check %d, reason %d", id, c.Row, c.Column, c.Low, c.High, c.Model, c.Check, c.Reason)
			}
		}
		for _, c := range p.Claims {
			if !c.Holds() {
				t.Errorf("%s: %s is %v %s, not %v to %v", id, c.Name, c.Value, c.Unit, c.Low, c.High)
			}
		}
		fitted := 0
		for _, q := range p.Parameters {
			if q.Fitted {
				fitted++
			}
			if q.Source == "" {
				t.Errorf("%s: %s has no source", id, q.Name)
			}
		}
		if most := map[string]int{OneGPU: 4, Cluster: 8}[id]; most > 0 && fitted > most {
			t.Errorf("%s: %d fitted parameters", id, fitted)
		}
	}
	if _, err := Predict(t.Context(), File); !errors.Is(err, ErrUnknownPage) {
		t.Errorf("a file's page: %v", err)
	}
}

// TestWrongPhysicsFails holds that each variant loses cells that its physics is
// about, so that the table tells right from wrong.
func TestWrongPhysicsFails(t *testing.T) {
	if testing.Short() {
		t.Skip("hundreds of simulations, all in one goroutine")
	}
	right := model{cluster()}
	if err := fillCluster(t.Context(), &right, fittedCluster(), nil); err != nil {
		t.Fatal(err)
	}
	times := passing(right.Page, ColKVP50, ColSplP50, ColKVReqS, ColSplReqS)
	cached := passing(right.Page, ColKVHit, ColSplHit)
	for _, v := range variants() {
		wrong := model{cluster()}
		if err := fillCluster(t.Context(), &wrong, fittedCluster(), v.change); err != nil {
			t.Fatal(err)
		}
		lost := times - passing(wrong.Page, ColKVP50, ColSplP50, ColKVReqS, ColSplReqS)
		if lost += cached - passing(wrong.Page, ColKVHit, ColSplHit); lost < 3 {
			t.Errorf("%s loses %v cells", v.name, lost)
		}
	}
}

// TestFittedNumbersAreTheFit holds that the numbers of the page, which are
// rounded, fit about as well as those that the search finds.
func TestFittedNumbersAreTheFit(t *testing.T) {
	if testing.Short() {
		t.Skip("hundreds of simulations, all in one goroutine")
	}
	r, err := FitOneGPU(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	cells := oneGPUCells()
	used, err := oneGPUTTFT(t.Context(), fittedOneGPU(), cells)
	if err != nil {
		t.Fatal(err)
	}
	badness := func(ms []float64) (sum float64) {
		for i, c := range cells {
			sum += math.Pow(math.Log(ms[i]/c.ms), 2)
		}
		return sum
	}
	if in, best := badness(used), badness(r.Predicted); in > 1.1*best {
		t.Errorf("the page's numbers are off by %v, those found, %v, by %v", in, r.Params, best)
	}
	if r.Worst > oneGPUTolerance {
		t.Errorf("worst cell is off by %v", r.Worst)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := FitCluster(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled fit: %v", err)
	}
}

// TestPredictFile holds that the model of a file is fitted to it, and that one
// with too few cells is refused.
func TestPredictFile(t *testing.T) {
	if testing.Short() {
		t.Skip("hundreds of simulations, all in one goroutine")
	}
	var samples []measure.Sample
	for _, c := range oneGPUCells() {
		samples = append(samples, measure.Sample{Mode: c.mode, Input: c.input, Conc: c.conc, Rep: 1, TTFTMS: c.ms / 2})
	}
	p, err := PredictFile(t.Context(), OfFile("half", samples))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range p.Cells {
		if math.Abs(c.Err()) > 0.15 {
			t.Errorf("%s, %s: %v measured, %v predicted", c.Row, c.Column, c.Low, c.Model)
		}
	}
	var few *fit.TooFewError
	if _, err := PredictFile(t.Context(), OfFile("few", samples[:2])); !errors.As(err, &few) {
		t.Errorf("two cells: %v", err)
	}
}

// TestClusterNumbersAreAtAMinimum holds that none of the seven numbers of the
// cluster's preset could be 15 % larger or smaller and fit clearly better.
func TestClusterNumbersAreAtAMinimum(t *testing.T) {
	if testing.Short() {
		t.Skip("hundreds of simulations, all in one goroutine")
	}
	badness := func(f clusterFit) (sum float64) {
		m := model{cluster()}
		if err := fillCluster(t.Context(), &m, f, nil); err != nil {
			t.Fatal(err)
		}
		for _, c := range m.Cells {
			if c.Asked() {
				sum += math.Pow(math.Log(c.Model/((c.Low+c.High)/2)), 2)
			}
		}
		return sum
	}
	best := badness(fittedCluster())
	for i := range 7 {
		for _, k := range []float64{0.85, 1.15} {
			f := fittedCluster()
			blocks := float64(f.Blocks)
			*[]*float64{&f.BaseMS, &f.TokenMS, &f.Sharing, &blocks, &f.LinkGBps, &f.CopyGBps, &f.FrontMS}[i] *= k
			if f.Blocks = int(blocks); f.Sharing > 1 {
				continue
			}
			if got := badness(f); got < 0.8*best { // a rough surface: less is chance
				t.Errorf("number %d times %v: off by %v, against %v", i, k, got, best)
			}
		}
	}
}
