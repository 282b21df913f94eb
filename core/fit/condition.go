package fit

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"
)

// condition returns the condition number of the log predictions' derivatives by
// the log parameters, each column scaled to length 1 so that a weak parameter
// (1 ms in 400) is not taken for one that cannot be told from another. A
// parameter that no cell depends on gives +Inf. Derivatives are central
// differences.
func (s *search) condition(ctx context.Context, at []float64) (float64, error) {
	const step = 1e-4
	slopes := mat.NewDense(len(s.p.Measured), len(at), nil)
	for j := range at {
		var sides [2][]float64
		for k, d := range []float64{-step, step} {
			params := s.params(at)
			params[j] *= math.Exp(d) // past a bound too: it is the slope that counts
			var err error
			if sides[k], err = s.predict(ctx, params); err != nil {
				return 0, err
			}
		}
		column := make([]float64, len(sides[0]))
		for i := range column {
			column[i] = math.Log(sides[1][i] / sides[0][i])
		}
		length := mat.Norm(mat.NewVecDense(len(column), column), 2)
		if !(length > 0) || math.IsInf(length, 1) {
			return math.Inf(1), nil
		}
		for i, v := range column {
			slopes.Set(i, j, v/length)
		}
	}
	return mat.Cond(slopes, 2), nil
}
