package ui

import "math"

// Scale maps values to the columns (or rows) of a track and back. A slider and
// a chart that share a Scale and a width show a value in the same column.
type Scale struct {
	Min, Max float64 // the ends, in the unit of the values; Min < Max
	// Log spaces decades evenly. It needs 0 < Min; otherwise the scale is
	// linear.
	Log bool
}

func (s Scale) log() bool { return s.Log && s.Min > 0 && s.Max > 0 }

// Fraction returns where v lies between Min (0) and Max (1), clamped. NaN and
// an empty scale give 0.
func (s Scale) Fraction(v float64) float64 {
	f := s.position(v)
	if math.IsNaN(f) {
		return 0
	}
	return min(max(f, 0), 1)
}

// position is Fraction without the clamp; NaN where v has no place.
func (s Scale) position(v float64) float64 {
	lo, hi := s.Min, s.Max
	if s.log() {
		if v <= 0 {
			return math.Inf(-1)
		}
		lo, hi, v = math.Log10(lo), math.Log10(hi), math.Log10(v)
	}
	// Halves keep the span of the widest scales below overflow.
	span := hi/2 - lo/2
	if !(span > 0) || math.IsInf(span, 1) {
		return math.NaN()
	}
	return (v/2 - lo/2) / span
}

// At returns the value at fraction f of the scale, clamped; exactly Min at 0
// and Max at 1.
func (s Scale) At(f float64) float64 {
	switch {
	case !(f > 0):
		return s.Min
	case f >= 1:
		return s.Max
	case s.log():
		lo, hi := math.Log10(s.Min), math.Log10(s.Max)
		return s.Clamp(math.Pow(10, lo+(hi-lo)*f))
	}
	return s.Clamp(s.Min*(1-f) + s.Max*f)
}

// Clamp returns v within Min and Max; NaN gives Min.
func (s Scale) Clamp(v float64) float64 {
	if math.IsNaN(v) || !(s.Min < s.Max) {
		return s.Min
	}
	return min(max(v, s.Min), s.Max)
}

// Column returns the column of v on a track of w columns, 0 to w-1.
func (s Scale) Column(v float64, w int) int {
	if w <= 1 {
		return 0
	}
	return int(math.Floor(s.Fraction(v)*float64(w-1) + 0.5))
}

// Value returns the value at the centre of a column: Column(Value(c, w), w)
// is c.
func (s Scale) Value(col, w int) float64 {
	if w <= 1 {
		return s.Min
	}
	return s.At(float64(clamp(col, 0, w-1)) / float64(w-1))
}
