package ui

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"
	"pgregory.net/rapid"

	"kvtui/themes"
)

// linkChart is the ms that moving 172 MB takes over a bandwidth, with the
// border of recomputing.
func linkChart(gbps float64) *Chart {
	const mb, prefill = 172.0, 80.0
	ms := func(g float64) float64 { return mb / g }
	format := func(v float64) string {
		if v >= 1000 {
			return fmt.Sprintf("%g s", v/1000)
		}
		return fmt.Sprintf("%g ms", v)
	}
	return &Chart{
		X:      Axis{Scale: bandwidth, Unit: "GB/s"},
		Y:      Axis{Scale: Scale{Min: 1, Max: 10000, Log: true}, Format: format},
		Series: []Series{{Points: []Point{{0.05, ms(0.05)}, {2000, ms(2000)}}}},
		Marks: []Mark{
			{Point: Point{gbps, ms(gbps)}, Rune: '●', Label: fmt.Sprintf("you: %.1f ms", ms(gbps))},
			{Point: Point{mb / prefill, prefill}, Rune: '◆', Label: "break-even 2.150 GB/s"},
		},
		HLines: []Line{{At: prefill, Label: "recompute: 80.0 ms"}},
		Shades: []Shade{{X0: mb / prefill, X1: math.Inf(1), Y0: math.Inf(-1), Y1: prefill, Label: "move pays"}},
	}
}

// hitsChart is hits over repeats of a few strategies.
func hitsChart(points int) *Chart {
	ch := &Chart{
		X: Axis{Scale: Scale{Max: float64(points)}, Unit: "requests"},
		Y: Axis{Scale: Scale{Max: 100}, Unit: "%"},
	}
	for i, name := range []string{"kv", "random", "rr", "silent"} {
		s := Series{Name: name, Faint: i > 1}
		for x := range points {
			v := 100 - 22*float64(i) + 30/(float64(i)+1)*math.Sin(float64(x*(i+2))/float64(points)*9)
			s.Points = append(s.Points, Point{float64(x), min(v, 100)})
		}
		ch.Series = append(ch.Series, s)
	}
	return ch
}

func chartText(ch *Chart, w, h int, st *Styles, ascii bool) string {
	c := NewCanvas(w, h, ascii)
	ch.Draw(c, c.Bounds(), st)
	return c.String()
}

func TestChartLooks(t *testing.T) {
	mono, _ := themes.Named("mono", true)
	one := hitsChart(14)
	one.X.Max, one.NoX = 72, true
	out := chartText(linkChart(0.608), 78, 10, testStyles(), false) +
		chartText(linkChart(0.608), 78, 10, testStyles(), true) +
		chartText(hitsChart(72), 100, 16, NewStyles(mono), false) +
		chartText(one, 78, 4, testStyles(), false)
	golden.RequireEqual(t, out)
}

func TestChartDotStandsOverTheHandle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := rapid.IntRange(40, 200).Draw(t, "w")
		v := bandwidth.At(rapid.Float64Range(0, 1).Draw(t, "at"))
		c := NewCanvas(w, 14, false)
		s := linkSlider()
		s.Set(v)
		s.Draw(c, Rect{1, 0, w - 4, 2}, testStyles(), true)
		ch := linkChart(v)
		ch.Over = s.Track()
		ch.Marks = ch.Marks[:1]
		ch.Marks[0].Rune = '@'
		ch.Y.Min = 0.01
		ch.Draw(c, Rect{0, 2, w, 12}, testStyles())
		handle, dot := columnOf(c, '●'), columnOf(c, '@')
		if dot != handle {
			t.Fatalf("handle in column %d, dot in %d of\n%s", handle, dot, c.String())
		}
	})
}

// TestChartLinesSeenThroughOthers holds that neither of two equal lines hides
// the other, in dots and in letters.
func TestChartLinesSeenThroughOthers(t *testing.T) {
	flat := []Point{{0, 5}, {10, 5}}
	ch := &Chart{
		X: Axis{Scale: Scale{Max: 10}}, Y: Axis{Scale: Scale{Max: 10}}, NoX: true,
		Series: []Series{
			{Points: flat, Letter: 'a'},
			{Points: flat, Letter: 'b', Dash: Dotted, Through: true},
		},
	}
	text := chartText(ch, 60, 9, testStyles(), true)
	for letter, want := range map[string]bool{"aaaa": true, "b": true, "*": false} {
		if strings.Contains(text, letter) != want {
			t.Errorf("%q there: %t, want %t:\n%s", letter, !want, want, text)
		}
	}
	both := chartText(ch, 60, 9, testStyles(), false)
	ch.Series = ch.Series[:1]
	one := chartText(ch, 60, 9, testStyles(), false)
	if strings.Contains(both, "a") || both == one || !strings.Contains(both, "⠒⠒⠒⠒") && !strings.Contains(both, "⠤⠤⠤⠤") && !strings.Contains(both, "⣀⣀⣀⣀") && !strings.Contains(both, "⠉⠉⠉⠉") {
		t.Errorf("one of two lines is not seen:\n%s\nalone:\n%s", both, one)
	}
}

// TestWholeAxisHasNoFractions holds counts against every small run.
func TestWholeAxisHasNoFractions(t *testing.T) {
	for top := 2.0; top < 40; top++ {
		for n := 1; n < 20; n++ {
			ticks := Axis{Scale: Scale{Min: 1, Max: top}, Whole: true}.ticks(n)
			if len(ticks) == 0 && n > 1 {
				t.Errorf("1 to %g, about %d: no number", top, n)
			}
			for _, tick := range ticks {
				if tick.At != math.Trunc(tick.At) || strings.Contains(tick.Text, ".") {
					t.Errorf("1 to %g, about %d: %q", top, n, tick.Text)
				}
			}
		}
	}
}

func columnOf(c *Canvas, r rune) int {
	for i := range c.cells {
		if c.cells[i].r == r {
			return i % c.w
		}
	}
	return -1
}

func TestChartCurvePassesThroughItsPoints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ch := &Chart{X: Axis{Scale: genScale(t)}, Y: Axis{Scale: genScale(t)}, NoX: true}
		p := Point{
			ch.X.At(rapid.Float64Range(0, 1).Draw(t, "x")),
			ch.Y.At(rapid.Float64Range(0, 1).Draw(t, "y")),
		}
		ch.Series = []Series{{Points: []Point{{ch.X.Min, ch.Y.Min}, p, {ch.X.Max, ch.Y.Max}}}}
		c := NewCanvas(60, 12, false)
		ch.Draw(c, c.Bounds(), testStyles())
		r := ch.Plot()
		x := r.X + ch.X.Column(p.X, r.W)
		y := r.Y + dotY(ch.Y.Fraction(p.Y), r.H)/4
		if got := c.cells[y*c.w+x].r; got <= 0x2800 || got > 0x28ff {
			t.Fatalf("no line at (%d,%d) for %+v in\n%s", x, y, p, c.String())
		}
	})
}

func TestChartLabelsAreWholeAndCoverNoMark(t *testing.T) {
	for w := 20; w <= 120; w++ {
		for _, gbps := range []float64{0.05, 0.608, 2.2, 50, 2000} {
			ch := linkChart(gbps)
			text := chartText(ch, w, 11, testStyles(), false)
			over := ch.X.Column(gbps, ch.Plot().W) == ch.X.Column(ch.Marks[1].X, ch.Plot().W)
			if strings.Count(text, "●")+strings.Count(text, "▼") != 1 || !over && strings.Count(text, "◆") != 1 {
				t.Fatalf("width %d, %g GB/s: a mark is covered:\n%s", w, gbps, text)
			}
			for _, l := range []string{ch.Marks[0].Label, ch.Marks[1].Label, "recompute: 80.0 ms", "move pays"} {
				if strings.Contains(text, l[:4]) && !strings.Contains(text, l) {
					t.Fatalf("width %d, %g GB/s: %q is cut:\n%s", w, gbps, l, text)
				}
			}
		}
	}
}

func TestChartKeepsWideLabelsWholeAtEveryClip(t *testing.T) {
	ch := linkChart(0.608)
	ch.Marks[0].Label = "전송 시간"
	for w := range 79 {
		c := NewCanvas(78, 10, false)
		c.Text(0, 3, strings.Repeat("界", 39), Style{})
		c.WithClip(Rect{0, 0, w, 10}, func() { ch.Draw(c, c.Bounds(), testStyles()) })
		for y, line := range strings.Split(strings.TrimSuffix(c.Frame(), "\n"), "\n") {
			if got := Width(ansi.Strip(line)); got != 78 {
				t.Fatalf("clipped to %d columns, row %d is %d wide: %q", w, y, got, line)
			}
		}
	}
}

func TestChartMarkBeyondTheAxisIsAnArrow(t *testing.T) {
	ch := &Chart{
		X: Axis{Scale: Scale{Max: 10}}, Y: Axis{Scale: Scale{Max: 10}},
		Marks: []Mark{{Point: Point{5, 1e300}, Rune: '●'}, {Point: Point{math.Inf(-1), 5}, Rune: '●'}},
	}
	text := chartText(ch, 40, 10, testStyles(), false)
	if !strings.Contains(text, "▲") || !strings.Contains(text, "◂") || strings.Contains(text, "●") {
		t.Error("no arrows at the edges:\n" + text)
	}
}

func TestChartAtIsTheValueUnderTheCell(t *testing.T) {
	ch := linkChart(0.608)
	c := NewCanvas(80, 12, false)
	ch.Draw(c, Rect{2, 1, 76, 11}, testStyles())
	r := ch.Plot()
	p, ok := ch.At(r.X+r.W-1, r.Y)
	if !ok || p.X != 2000 || p.Y != 10000 {
		t.Errorf("the upper right corner is %+v, %t", p, ok)
	}
	if _, ok := ch.At(r.X-1, r.Y); ok {
		t.Error("the axis is no part of the plot")
	}
}

func TestChartKeepsWhatItDrewUntilTheVersionChanges(t *testing.T) {
	ch, st := linkChart(0.608), testStyles()
	ch.Version = 1
	before := chartText(ch, 78, 10, st, false)
	ch.Marks[0].X = 100
	if chartText(ch, 78, 10, st, false) != before {
		t.Error("drawn anew with the same version")
	}
	ch.Version++
	if chartText(ch, 78, 10, st, false) == before {
		t.Error("not drawn anew with another version")
	}
	old := chartText(ch, 78, 10, st, false)
	if chartText(ch, 70, 10, st, false) == old {
		t.Error("not drawn anew in another size")
	}
}

func TestChartAtEverySizeAndValue(t *testing.T) {
	for _, size := range sizes {
		for _, sc := range append(oddScales, bandwidth, Scale{Max: 100}) {
			ch := linkChart(0.608)
			ch.X.Scale = sc
			ch.Y.Scale = sc
			for _, v := range oddValues {
				ch.Series = append(ch.Series, Series{Name: "line", Points: []Point{{v, 1}, {1, v}, {v, v}, {2, 3}, {-v, 4}}})
				ch.Marks = append(ch.Marks, Mark{Point: Point{v, v}, Rune: 'x', Label: "mark"})
				ch.HLines = append(ch.HLines, Line{At: v, Label: "h"})
				ch.VLines = append(ch.VLines, Line{At: v, Label: "v"})
				ch.Shades = append(ch.Shades, Shade{X0: v, X1: -v, Y0: v, Y1: 1, Label: "s"})
			}
			inside(t, size[0], size[1], func(c *Canvas, r Rect) { ch.Draw(c, r, testStyles()) })
			ch.Over = Rect{X: 1, W: 500}
			inside(t, size[0], size[1], func(c *Canvas, r Rect) { ch.Draw(c, r, testStyles()) })
		}
	}
}

func TestRoundNumbers(t *testing.T) {
	for _, c := range []struct {
		s    Scale
		n    int
		want string
	}{
		{Scale{Max: 100}, 1, "[0 100]"},
		{Scale{Max: 100}, 5, "[0 20 40 60 80 100]"},
		{Scale{Min: -0.3, Max: 0.3}, 3, "[-0.2 0 0.2]"},
		{Scale{Max: 12031}, 6, "[0 5000 10000]"},
		{Scale{Min: 0.1, Max: 1000, Log: true}, 5, "[0.1 1 10 100 1000]"},
		{Scale{Min: 0.1, Max: 1000, Log: true}, 2, "[0.1 10 1000]"},
		{Scale{Min: 3, Max: 60, Log: true}, 5, "[5 10 20 50]"},
		{Scale{Min: 5, Max: 5}, 5, "[]"},
		{Scale{Max: math.Inf(1)}, 5, "[]"},
	} {
		if got := fmt.Sprint(c.s.round(c.n)); got != c.want {
			t.Errorf("%+v, about %d: %s, want %s", c.s, c.n, got, c.want)
		}
	}
}

func benchmarkChart(b *testing.B, w, h, points int, version uint64) {
	b.Helper()
	ch, c, st := hitsChart(points), NewCanvas(w, h, false), testStyles()
	ch.Version = version
	b.ReportAllocs()
	for b.Loop() {
		ch.Draw(c, c.Bounds(), st)
	}
}

func BenchmarkChart(b *testing.B) {
	b.Run("drawn 120x40", func(b *testing.B) { benchmarkChart(b, 120, 40, 72, 0) })
	b.Run("drawn 200x60", func(b *testing.B) { benchmarkChart(b, 200, 60, 72, 0) })
	b.Run("drawn 200x60 trace", func(b *testing.B) { benchmarkChart(b, 200, 60, 12031, 0) })
	b.Run("kept 120x40", func(b *testing.B) { benchmarkChart(b, 120, 40, 72, 1) })
	b.Run("kept 200x60", func(b *testing.B) { benchmarkChart(b, 200, 60, 72, 1) })
}
