package ui

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

var (
	bandwidth = Scale{Min: 0.05, Max: 2000, Log: true}
	oddScales = []Scale{
		{},
		{Min: 1, Max: 1},
		{Min: 5, Max: -5},
		{Min: -1e308, Max: 1e308},
		{Min: math.NaN(), Max: 1},
		{Min: math.Inf(-1), Max: math.Inf(1)},
		{Min: 0, Max: 10, Log: true},
		{Min: 1e-300, Max: 1e300, Log: true},
		{Min: 1, Max: math.Inf(1), Log: true},
	}
	oddValues = []float64{0, -1, 1, 1e300, -1e300, 5e-324, math.NaN(), math.Inf(1), math.Inf(-1)}
)

// genScale draws scales wide enough against their own rounding.
func genScale(t *rapid.T) Scale {
	if rapid.Bool().Draw(t, "log") {
		lo := rapid.Float64Range(1e-6, 1e3).Draw(t, "min")
		return Scale{Min: lo, Max: lo * rapid.Float64Range(1.5, 1e9).Draw(t, "ratio"), Log: true}
	}
	lo := rapid.Float64Range(-1e6, 1e6).Draw(t, "min")
	return Scale{Min: lo, Max: lo + rapid.Float64Range(1e-2, 1e9).Draw(t, "span")}
}

func TestScaleColumnInvertsValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, w := genScale(t), rapid.IntRange(1, 300).Draw(t, "w")
		prev := math.Inf(-1)
		for c := range w {
			v := s.Value(c, w)
			if got := s.Column(v, w); got != c {
				t.Fatalf("%+v: column %d of %d is %g, which is in column %d", s, c, w, v, got)
			}
			if v <= prev || v < s.Min || v > s.Max {
				t.Fatalf("%+v: column %d of %d has value %g after %g", s, c, w, v, prev)
			}
			prev = v
		}
		if w > 1 && (s.Value(0, w) != s.Min || s.Value(w-1, w) != s.Max) {
			t.Fatalf("%+v: the ends are %g and %g", s, s.Value(0, w), s.Value(w-1, w))
		}
	})
}

func TestScaleColumnIsMonotone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, w := genScale(t), rapid.IntRange(0, 300).Draw(t, "w")
		a, b := rapid.Float64().Draw(t, "a"), rapid.Float64().Draw(t, "b")
		ca, cb := s.Column(min(a, b), w), s.Column(max(a, b), w)
		if ca > cb || ca < 0 || cb > max(0, w-1) {
			t.Fatalf("%+v: %g and %g in columns %d and %d of %d", s, min(a, b), max(a, b), ca, cb, w)
		}
	})
}

func TestScaleTakesAnything(t *testing.T) {
	for _, s := range oddScales {
		for _, v := range oddValues {
			for _, w := range []int{-3, 0, 1, 2, 50} {
				if c := s.Column(v, w); c < 0 || c > max(0, w-1) {
					t.Errorf("%+v: %g is in column %d of %d", s, v, c, w)
				}
				s.Value(w, w)
			}
			if f := s.Fraction(v); !(f >= 0 && f <= 1) {
				t.Errorf("%+v: fraction of %g is %g", s, v, f)
			}
		}
	}
}

func TestScaleDecadesAreEven(t *testing.T) {
	s := Scale{Min: 0.1, Max: 1000, Log: true}
	for i, v := range []float64{0.1, 1, 10, 100, 1000} {
		if c := s.Column(v, 41); c != 10*i {
			t.Errorf("%g is in column %d of 41, want %d", v, c, 10*i)
		}
	}
}

func TestNextMultiple(t *testing.T) {
	for _, c := range []struct {
		v, step float64
		dir     int
		want    float64
	}{
		{0.608, 0.001, 1, 0.609},
		{0.608, 0.001, -1, 0.607},
		{0.3, 0.1, 1, 0.4},
		{1503.2711, 10, 1, 1510},
		{1503.2711, 10, -1, 1500},
		{7, 2, 1, 8},
		{-7, 2, -1, -8},
	} {
		if got := nextMultiple(c.v, c.step, c.dir); got != c.want {
			t.Errorf("after %g by %g towards %+d: %v, want %v", c.v, c.step, c.dir, got, c.want)
		}
	}
}
