package fit

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
)

// power is y = a x^b at x = 1, 2, 4, which logarithms make a line.
func power(measured ...float64) Problem {
	return Problem{
		Names: []string{"a", "b"}, Units: []string{"ms", ""},
		Start: []float64{1, 1}, Low: []float64{1e-3, 1e-3}, High: []float64{1e3, 10}, Measured: measured,
		Predict: func(_ context.Context, p []float64) ([]float64, error) {
			return []float64{p[0], p[0] * math.Pow(2, p[1]), p[0] * math.Pow(4, p[1])}, nil
		},
	}
}

func TestMinimumIsTheRegressionLine(t *testing.T) {
	r, err := Minimize(t.Context(), power(3, 14, 48))
	if err != nil || !r.Converged {
		t.Fatalf("%+v, %v", r, err)
	}
	// In log2: slope (y3-y1)/2, the mean at x = 2.
	b := math.Log2(48.0/3) / 2
	a := math.Cbrt(3*14*48) / math.Pow(2, b)
	if math.Abs(r.Params[0]/a-1) > 1e-5 || math.Abs(r.Params[1]/b-1) > 1e-5 {
		t.Errorf("%v, want %v and %v", r.Params, a, b)
	}
	for i, m := range []float64{3, 14, 48} {
		if r.Residuals[i] != r.Predicted[i]/m-1 || math.Abs(r.Residuals[i]) > r.Worst {
			t.Errorf("cell %d: %+v", i, r)
		}
	}
	if !r.Determined() || r.Evaluations < 10 || r.Evaluations > 2000 {
		t.Errorf("%+v", r)
	}
}

func TestBoundsHoldAndAreTold(t *testing.T) {
	p := power(3, 14, 48)
	p.High[1] = 1.5
	r, err := Minimize(t.Context(), p)
	if err != nil || r.Params[1] > 1.5 || !r.AtBound[1] || r.AtBound[0] {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestLimitIsKeptAndTold(t *testing.T) {
	for _, limit := range []int{1, 12, 40} {
		p := power(3, 14, 48)
		p.Limit = limit
		r, err := Minimize(t.Context(), p)
		const after = 1 + 2*2 // the prediction that is reported, and the differences
		if err != nil || r.Converged || r.Evaluations != limit+after {
			t.Errorf("limit %d: %+v, %v", limit, r, err)
		}
	}
}

func TestUnusedParameterIsUndetermined(t *testing.T) {
	p := power(3, 14, 48)
	p.Predict = func(_ context.Context, x []float64) ([]float64, error) { return []float64{x[0], x[0], x[0]}, nil }
	if r, err := Minimize(t.Context(), p); err != nil || r.Determined() || !math.IsInf(r.Condition, 1) {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestPointsWithoutPredictionAreAvoided(t *testing.T) {
	p := power(3, 14, 48)
	inner := p.Predict
	p.Predict = func(ctx context.Context, x []float64) ([]float64, error) {
		if x[1] > 1.9 {
			return []float64{math.NaN(), -1, 0}, nil
		}
		return inner(ctx, x)
	}
	if r, err := Minimize(t.Context(), p); err != nil || r.Params[1] > 1.9 || r.Params[1] < 1.8 {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestMinimizeErrors(t *testing.T) {
	broken := errors.New("no such fleet")
	for name, c := range map[string]struct {
		change func(*Problem)
		want   string
	}{
		"few cells":    {func(p *Problem) { p.Measured = p.Measured[:1] }, "1 cells cannot fix 2 parameters"},
		"no unit":      {func(p *Problem) { p.Units = nil }, "malformed"},
		"no model":     {func(p *Problem) { p.Predict = nil }, "malformed"},
		"start out":    {func(p *Problem) { p.Start[0] = 1e4 }, "parameter a starts at 10000 within 0.001 to 1000"},
		"low 0":        {func(p *Problem) { p.Low[1] = 0 }, "parameter b"},
		"NaN":          {func(p *Problem) { p.Start[1] = math.NaN() }, "parameter b"},
		"measured 0":   {func(p *Problem) { p.Measured[1] = 0 }, "measured value 2 is 0"},
		"measured NaN": {func(p *Problem) { p.Measured[1] = math.NaN() }, "measured value 2"},
		"lengths": {func(p *Problem) {
			p.Predict = func(context.Context, []float64) ([]float64, error) { return []float64{1}, nil }
		}, "1 values for 3 cells"},
		"model fails": {func(p *Problem) {
			p.Predict = func(context.Context, []float64) ([]float64, error) { return nil, broken }
		}, "predict: no such fleet"},
	} {
		t.Run(name, func(t *testing.T) {
			p := power(3, 14, 48)
			c.change(&p)
			if _, err := Minimize(t.Context(), p); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

func TestCancelledInTheMiddle(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	p, calls := power(3, 14, 48), 0
	inner := p.Predict
	p.Predict = func(ctx context.Context, x []float64) ([]float64, error) {
		if calls++; calls == 20 {
			cancel()
		}
		return inner(ctx, x)
	}
	if _, err := Minimize(ctx, p); !errors.Is(err, context.Canceled) || calls != 20 {
		t.Errorf("%d calls, %v", calls, err)
	}
}
