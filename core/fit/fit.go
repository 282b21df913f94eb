// Package fit finds the parameters of a model from measurements: any model, given
// as a function, and one in closed form for times to first token.
package fit

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/optimize"
)

// Problem is a model, its parameters and what it is held against.
type Problem struct {
	Names, Units []string  // of the parameters
	Start        []float64 // where the search begins, within the bounds
	Low, High    []float64 // bounds of each parameter, above 0: the search runs in logarithms
	Measured     []float64 // above 0, one per cell

	// Predict returns the model's value for every cell, in the unit of Measured.
	// Equal parameters must give equal values. An error ends the search; a value
	// that is not above 0 only speaks against the parameters. It may keep neither
	// slice.
	Predict func(ctx context.Context, params []float64) ([]float64, error)

	Limit int // evaluations of Predict in the search, at most; 0 stands for DefaultLimit
}

// DefaultLimit is the evaluations that a search may take unless told otherwise.
const DefaultLimit = 20_000

// Result is the best that a search found.
type Result struct {
	Params      []float64 // in the order of Names
	AtBound     []bool    // parameters that ended on a bound, and so might lie beyond
	Predicted   []float64 // the model's values, one per cell
	Residuals   []float64 // Predicted / Measured - 1
	Worst       float64   // the largest residual without its sign
	Condition   float64   // how poorly the cells tell the parameters apart, from 1 up; +Inf: not at all
	Converged   bool      // false where the search ended by its limit
	Evaluations int       // calls of Predict
}

// maxCondition is far above what files of a few lengths and concurrencies reach
// (tens to thousands) and below what differences leave of a singular matrix.
const maxCondition = 1e6

// Determined reports whether the cells tell the parameters apart. Where they do
// not, other parameters fit as well and the ones found say nothing.
func (r Result) Determined() bool { return r.Condition <= maxCondition }

// TooFewError says that a problem has fewer cells than parameters.
type TooFewError struct{ Cells, Params int }

func (e *TooFewError) Error() string {
	return fmt.Sprintf("%d cells cannot fix %d parameters; accepted: at least one cell for each parameter", e.Cells, e.Params)
}

// Minimize searches the parameters that minimise the sum over cells of
// ln(predicted/measured)^2, so that a cell of 80 ms counts as much as one of
// 2,400 ms. It is Nelder and Mead's simplex (gonum's, with the coefficients of
// Gao and Han), begun again from its best point until that no longer helps; before
// each descent every parameter in turn tries values up to a thousand times larger
// and smaller. The same problem gives the same result. The minimum may still be a
// local one.
//
// It fails with a *TooFewError, with an error of Predict or of ctx, or where the
// problem itself is malformed. Reaching the limit is no error, see
// Result.Converged.
func Minimize(ctx context.Context, p Problem) (Result, error) {
	if err := p.check(); err != nil {
		return Result{}, err
	}
	s := search{p: p, limit: p.Limit}
	if s.limit == 0 {
		s.limit = DefaultLimit
	}
	best, converged, err := s.run(ctx)
	if err != nil {
		return Result{}, err
	}
	r := Result{Params: s.params(best), Converged: converged, AtBound: make([]bool, len(best))}
	for i, v := range r.Params {
		const near = 1e-6
		r.AtBound[i] = v <= p.Low[i]*(1+near) || v >= p.High[i]*(1-near)
	}
	if r.Predicted, err = s.predict(ctx, r.Params); err != nil {
		return Result{}, err
	}
	for i, v := range r.Predicted {
		residual := v/p.Measured[i] - 1
		r.Residuals = append(r.Residuals, residual)
		r.Worst = max(r.Worst, math.Abs(residual))
	}
	if r.Condition, err = s.condition(ctx, best); err != nil {
		return Result{}, err
	}
	r.Evaluations = s.evaluations
	return r, nil
}

func (p Problem) check() error {
	n := len(p.Names)
	if n == 0 || len(p.Units) != n || len(p.Start) != n || len(p.Low) != n || len(p.High) != n || p.Predict == nil || p.Limit < 0 {
		return errors.New("malformed problem: accepted is a name, unit, start and bounds for each parameter, a model and a limit from 0")
	}
	for i, name := range p.Names {
		ordered := 0 < p.Low[i] && p.Low[i] <= p.Start[i] && p.Start[i] <= p.High[i] // never true of NaN
		if !ordered || math.IsInf(p.High[i], 1) {
			return fmt.Errorf("parameter %s starts at %g within %g to %g; accepted: bounds above 0 around the start", name, p.Start[i], p.Low[i], p.High[i])
		}
	}
	for i, m := range p.Measured {
		if !(m > 0) || math.IsInf(m, 1) {
			return fmt.Errorf("measured value %d is %g; accepted: numbers above 0", i+1, m)
		}
	}
	if len(p.Measured) < n {
		return &TooFewError{len(p.Measured), n}
	}
	return nil
}

// search counts the calls of one search, which walks the logarithms of the
// parameters and treats every point beyond a bound as the bound.
type search struct {
	p                  Problem
	limit, evaluations int
}

func (s *search) params(at []float64) []float64 {
	out := make([]float64, len(at))
	for i, x := range at {
		out[i] = min(max(math.Exp(x), s.p.Low[i]), s.p.High[i])
	}
	return out
}

func (s *search) predict(ctx context.Context, params []float64) ([]float64, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("fit: %w", err)
	}
	s.evaluations++
	out, err := s.p.Predict(ctx, params)
	if err != nil {
		return nil, fmt.Errorf("predict: %w", err)
	}
	if len(out) != len(s.p.Measured) {
		return nil, fmt.Errorf("predict: %d values for %d cells", len(out), len(s.p.Measured))
	}
	return out, nil
}

// run looks around and descends until that gains nothing.
func (s *search) run(ctx context.Context) (best []float64, converged bool, err error) {
	best = make([]float64, len(s.p.Start))
	for i, v := range s.p.Start {
		best[i] = math.Log(v)
	}
	const gain = 1e-9
	for last := math.Inf(1); s.evaluations < s.limit; {
		if err := s.lookAround(ctx, best); err != nil {
			return nil, false, err
		}
		if s.evaluations >= s.limit {
			break
		}
		at, f, done, err := s.descend(ctx, best)
		if err != nil {
			return nil, false, err
		}
		best = at
		if done && (f == 0 || f > last*(1-gain)) {
			return best, true, nil
		}
		last = f
	}
	return best, false, nil
}

// lookAround moves each coordinate in turn to the best of a few far values. A
// parameter that went where it has no effect, such as a link too fast to matter,
// gives the simplex no slope to come back by.
func (s *search) lookAround(ctx context.Context, at []float64) error {
	least := math.Inf(1)
	for i, home := range at {
		best := home
		for _, factor := range []float64{1, 1e-3, 1e-2, 0.1, 0.3, 3, 10, 100, 1000} {
			far := home + math.Log(factor)
			if s.evaluations >= s.limit || factor != 1 && (far < math.Log(s.p.Low[i]) || far > math.Log(s.p.High[i])) {
				continue
			}
			at[i] = far
			predicted, err := s.predict(ctx, s.params(at))
			if err != nil {
				return err
			}
			if f := squares(predicted, s.p.Measured); f < least {
				least, best = f, at[i]
			}
		}
		at[i] = best
	}
	return nil
}

// descend runs one simplex and returns its best point, its sum and whether it
// ended by itself.
func (s *search) descend(ctx context.Context, from []float64) (at []float64, sum float64, done bool, err error) {
	const step = 0.3 // a third up: parameters of a first guess are rarely nearer
	var failed error
	problem := optimize.Problem{
		Func: func(x []float64) float64 {
			predicted, err := s.predict(ctx, s.params(x))
			if err != nil {
				failed = err
				return math.Inf(1)
			}
			return squares(predicted, s.p.Measured)
		},
		Status: func() (optimize.Status, error) {
			if failed != nil {
				return optimize.Failure, failed
			}
			return optimize.NotTerminated, nil
		},
	}
	settings := &optimize.Settings{
		FuncEvaluations: s.limit - s.evaluations,
		Converger:       &optimize.FunctionConverge{Absolute: 1e-18, Relative: 1e-9, Iterations: 60},
	}
	found, err := optimize.Minimize(problem, from, settings, &optimize.NelderMead{SimplexSize: step})
	switch {
	case failed != nil:
		return nil, 0, false, failed
	case err != nil:
		return nil, 0, false, fmt.Errorf("search: %w", err)
	}
	for i, v := range s.params(found.X) {
		found.X[i] = math.Log(v)
	}
	return found.X, found.F, found.Status != optimize.FunctionEvaluationLimit, nil
}

// squares returns the sum of squared log ratios, +Inf where one has none.
func squares(predicted, measured []float64) float64 {
	sum := 0.0
	for i, v := range predicted {
		ratio := math.Log(v / measured[i])
		sum += ratio * ratio
	}
	if math.IsNaN(sum) {
		return math.Inf(1)
	}
	return sum
}
