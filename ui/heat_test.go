package ui

import (
	"math"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"
	"pgregory.net/rapid"
)

func loads(n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = float64(i) / float64(n-1)
	}
	return v
}

func TestHeatLooks(t *testing.T) {
	st := testStyles()
	out := ""
	for _, g := range []struct {
		n, w, h, cursor, chosen int
		ascii                   bool
	}{
		{64, 76, 4, 13, 30, false}, {64, 76, 4, 13, 30, true}, {1000, 110, 11, 512, -1, false}, {1000, 60, 5, 999, -1, false},
	} {
		c := NewCanvas(g.w, g.h, g.ascii)
		(&Heat{Values: loads(g.n), Cursor: g.cursor, Chosen: g.chosen}).Draw(c, c.Bounds(), st, true)
		out += c.String() + "\n"
	}
	golden.RequireEqual(t, out)
}

func TestHeatKeepsTheCursorInViewAndUnderTheMouse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := &Heat{Values: loads(rapid.IntRange(2, 1200).Draw(t, "n")), Chosen: -1}
		w, rows := rapid.IntRange(20, 150).Draw(t, "w"), rapid.IntRange(2, 30).Draw(t, "h")
		c := NewCanvas(w, rows, false)
		for range 8 {
			h.Cursor = rapid.IntRange(0, len(h.Values)-1).Draw(t, "cursor")
			h.Draw(c, c.Bounds(), testStyles(), true)
			x := h.rect.X + h.Cursor%h.cols*h.step
			y := h.rect.Y + h.Cursor/h.cols - h.top
			if i, ok := h.At(x, y); !ok || i != h.Cursor {
				t.Fatalf("%dx%d: cell %d of %d stands at (%d,%d), where cell %d is hit (%t)", w, rows, h.Cursor, len(h.Values), x, y, i, ok)
			}
			if h.Pointer(Pointer{Kind: Press, X: x, Y: y}) {
				t.Fatal("a press on the cursor moved it")
			}
		}
	})
}

func TestHeatKeys(t *testing.T) {
	h := &Heat{Values: loads(64), Chosen: -1}
	h.Draw(NewCanvas(40, 8, false), Rect{0, 0, 40, 8}, testStyles(), true)
	for _, c := range []struct {
		key  string
		want int
	}{
		{"right", 1}, {"down", 1 + h.cols}, {"up", 1}, {"left", 0}, {"left", 0}, {"end", 63}, {"down", 63}, {"home", 0}, {"x", 0},
	} {
		before := h.Cursor
		if changed := h.Key(key(c.key)); h.Cursor != c.want || changed != (before != c.want) {
			t.Errorf("%s from %d: %d, changed %t, want %d", c.key, before, h.Cursor, changed, c.want)
		}
	}
}

func TestHeatLevels(t *testing.T) {
	for _, ascii := range []bool{false, true} {
		seen := map[rune]bool{}
		for _, v := range []float64{0, 0.01, 0.5, 0.99, 1} {
			seen[heatLevels(ascii)[heatLevel(v, 5)]] = true
		}
		if len(seen) != 5 {
			t.Errorf("ascii %t: 0, little, half, much and full look like %d things", ascii, len(seen))
		}
	}
}

func TestHeatAtEverySize(t *testing.T) {
	for _, size := range sizes {
		for _, n := range []int{0, 1, 64, 1000} {
			h := &Heat{Values: make([]float64, n), Cursor: n, Chosen: n / 2}
			for i := range h.Values {
				h.Values[i] = oddValues[i%len(oddValues)]
			}
			inside(t, size[0], size[1], func(c *Canvas, r Rect) { h.Draw(c, r, testStyles(), true) })
			h.Key(key("pgdown"))
			h.Pointer(Pointer{Kind: Press, X: 4, Y: 2})
		}
	}
}

func TestBarsLook(t *testing.T) {
	st := testStyles()
	b := Bars{Bars: []Bar{
		{"TTFT one process", "80.0 ms", []Segment{{Value: 80}}},
		{"     split", "362.9 ms = prefill + transfer", []Segment{{Value: 80}, {Value: 282.9}}},
		{"little", "0.1 ms", []Segment{{Value: 0.1}}},
		{"much", "1e300 ms", []Segment{{Value: 1e300}}},
		{"unknown", "- ms", []Segment{{Value: math.NaN()}}},
	}, Max: 400}
	out := ""
	for _, ascii := range []bool{false, true} {
		c := NewCanvas(78, 5, ascii)
		b.Draw(c, c.Bounds(), st)
		out += c.String()
	}
	c := NewCanvas(40, 2, false)
	b.Draw(c, c.Bounds(), st)
	golden.RequireEqual(t, out+c.String())
}

func TestBarsAreToScale(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, v := rapid.Float64Range(0, 1).Draw(t, "a"), rapid.Float64Range(0, 1).Draw(t, "b")
		c := NewCanvas(50, 2, false)
		b := Bars{Max: 2, Bars: []Bar{{Parts: []Segment{{Value: a}, {Value: v}}}, {Parts: []Segment{{Value: a + v}}}}}
		b.Draw(c, c.Bounds(), testStyles())
		row := strings.Split(c.String(), "\n")
		room := 50.0 - 1 - 1
		if got, want := float64(strings.Count(row[0], "█")), a/2*room; math.Abs(got-want) > 0.5 {
			t.Fatalf("%g of 2 over %g columns is %g long", a, room, got)
		}
		whole := float64(strings.Count(row[1], "█"))
		if want := (a + v) / 2 * room; whole > want+0.07 || whole < want-1.07 {
			t.Fatalf("%g of 2 over %g columns is %g long", a+v, room, whole)
		}
	})
}

func TestBarsAtEverySize(t *testing.T) {
	for _, size := range sizes {
		for _, most := range oddValues {
			b := Bars{Max: most}
			for _, v := range oddValues {
				b.Bars = append(b.Bars, Bar{"label", "1.0 ms", []Segment{{Value: v}, {Value: 1}}}, Bar{"one", "", []Segment{{Value: v}}}, Bar{})
			}
			inside(t, size[0], size[1], func(c *Canvas, r Rect) { b.Draw(c, r, testStyles()) })
		}
	}
}
