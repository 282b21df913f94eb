package ui

import "math"

// multiple returns n steps of m x 10^k, rounded once, so that 608 steps of
// 0.001 are exactly 0.608.
func multiple(n, m float64, k int) float64 {
	if k < 0 {
		return n * m / math.Pow10(-k)
	}
	return n * m * math.Pow10(k)
}

// exponent returns k with 10^k <= |v| < 10^(k+1), and 0 for 0, NaN and Inf.
func exponent(v float64) int {
	if v == 0 || math.IsNaN(v) || math.IsInf(v, 0) {
		return 0
	}
	return int(math.Floor(math.Log10(math.Abs(v))))
}

// RoundTo returns v rounded to that many significant digits.
func RoundTo(v float64, digits int) float64 {
	if v == 0 || math.IsNaN(v) || math.IsInf(v, 0) {
		return v
	}
	k := exponent(v) - digits + 1
	r := multiple(math.Round(v/multiple(1, 1, k)), 1, k)
	if math.IsNaN(r) || math.IsInf(r, 0) {
		return v
	}
	return r
}

// nicest returns the number near mid with the fewest significant digits (in
// steps of 5, 2 and 1) that ok accepts, and mid where it accepts none.
func nicest(mid float64, ok func(float64) bool) float64 {
	top := exponent(mid)
	for k := top; k > top-6; k-- {
		for _, m := range [...]float64{5, 2, 1} {
			v := multiple(math.Round(mid/multiple(1, m, k)), m, k)
			if ok(v) {
				return v
			}
		}
	}
	return mid
}

// niceStep returns the smallest 1, 2 or 5 x 10^k that is at least v.
func niceStep(v float64) float64 {
	if !(v > 0) || math.IsInf(v, 1) {
		return 1
	}
	k := exponent(v)
	for _, m := range [...]float64{1, 2, 5} {
		if s := multiple(1, m, k); s >= v*(1-1e-9) {
			return s
		}
	}
	return multiple(1, 1, k+1)
}

// nextMultiple returns the multiple of step after v in direction dir (+1 or
// -1); a v off the grid goes to the neighbour on it.
func nextMultiple(v, step float64, dir int) float64 {
	k := exponent(step)
	m := step / multiple(1, 1, k)
	n := v / step
	if r := math.Round(n); math.Abs(n-r) < 1e-6 {
		n = r
	}
	if dir > 0 {
		n = math.Floor(n) + 1
	} else {
		n = math.Ceil(n) - 1
	}
	return multiple(n, m, k)
}

// nextGrid returns the value after v in direction dir on a grid of 20 values
// a decade (1, 1.12, 1.26, ...), rounded by round. It gives up after a few
// decades where rounding leaves nothing beyond v.
func nextGrid(v float64, dir int, round func(float64) float64) float64 {
	const perDecade = 20
	i := int(math.Round(math.Log10(v)*perDecade)) - dir
	for range 4 * perDecade {
		g := round(RoundTo(math.Pow(10, float64(i)/perDecade), 3))
		if dir > 0 && g > v || dir < 0 && g < v {
			return g
		}
		i += dir
	}
	return v
}
