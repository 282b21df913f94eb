package ui

import (
	"math"
	"strconv"
)

// Axis is one axis of a chart.
type Axis struct {
	Scale
	// Ticks are the named places; nil means round numbers: decades on a log
	// axis, multiples of 1, 2 or 5 on a linear one.
	Ticks []Tick
	// Format writes the round numbers; nil writes plain numbers with commas.
	Format func(v float64) string
	// Whole leaves out what is no whole number, for what is counted.
	Whole bool
	// Unit stands after the last number of a horizontal axis and after each
	// of a vertical one, a blank between.
	Unit string
}

// ticks returns the ticks for about n round numbers.
func (a Axis) ticks(n int) []Tick {
	if a.Ticks != nil {
		return a.Ticks
	}
	format := a.Format
	if format == nil {
		format = plainNumber
	}
	var out []Tick
	for _, v := range a.round(max(1, n)) {
		if a.Whole && v != math.Trunc(v) {
			continue
		}
		out = append(out, Tick{At: v, Text: format(v)})
	}
	return out
}

func plainNumber(v float64) string {
	if k := math.Abs(v); k != 0 && (k >= 1e9 || k < 1e-4) {
		return strconv.FormatFloat(v, 'g', 3, 64)
	}
	return group(strconv.FormatFloat(v, 'f', -1, 64))
}

// round returns about n round numbers on the scale, ascending.
func (s Scale) round(n int) []float64 {
	if math.IsInf(s.Min, 0) || math.IsInf(s.Max, 0) || !(s.Min < s.Max) {
		return nil
	}
	if !s.log() {
		return s.multiples(niceStep(s.Max/float64(n) - s.Min/float64(n)))
	}
	lo := int(math.Ceil(math.Log10(s.Min) - 1e-9))
	hi := int(math.Floor(math.Log10(s.Max) + 1e-9))
	if hi > lo {
		return s.decades(lo, hi, n)
	}
	var out []float64
	for k := lo - 1; k <= hi; k++ {
		for _, m := range [...]float64{1, 2, 5} {
			if v := multiple(1, m, k); v >= s.Min && v <= s.Max {
				out = append(out, v)
			}
		}
	}
	if len(out) < 2 {
		return s.multiples(niceStep((s.Max - s.Min) / float64(n)))
	}
	return out
}

func (s Scale) decades(lo, hi, n int) []float64 {
	every := max(1, (hi-lo+n)/(n+1))
	var out []float64
	for k := lo; k <= hi; k += every {
		out = append(out, s.Clamp(multiple(1, 1, k)))
	}
	return out
}

// multiples returns the multiples of step on the scale, at most a few dozen.
func (s Scale) multiples(step float64) []float64 {
	k := exponent(step)
	m := math.Round(step / multiple(1, 1, k))
	first := math.Ceil(s.Min/step - 1e-9)
	var out []float64
	for i := range 64 {
		v := multiple(first+float64(i), m, k)
		if v > s.Max+step*1e-9 || math.IsNaN(v) {
			break
		}
		out = append(out, s.Clamp(v+0)) // -0 would print its sign
	}
	return out
}
