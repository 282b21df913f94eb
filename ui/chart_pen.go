package ui

import (
	"math"
	"slices"

	"github.com/NimbleMarkets/ntcharts/v2/canvas"
	"github.com/NimbleMarkets/ntcharts/v2/canvas/graph"
)

// dotX and dotY return the braille dot of a fraction of an axis of n cells:
// two dots a column, four a row from the top. The cell of the dot is the one
// that Scale.Column gives.
func dotX(f float64, n int) int { return int(math.Floor(f*float64(n-1)*2 + 1)) }

func dotY(f float64, n int) int { return int(math.Floor((1-f)*float64(n-1)*4 + 2)) }

// pen draws a line onto the one grid of a series. The grid is only ever given
// dots inside it: ntcharts panics or runs away on wild sizes and values.
type pen struct {
	grid *graph.BrailleGrid
	dash []bool // on and off in turn, nil for solid
	n    int    // dots drawn so far, for the phase of the dash
	at   canvas.Point
	down bool
}

func newPen(w, h int, d Dash) *pen {
	return &pen{grid: graph.NewBrailleGrid(w, h, 0, 1, 0, 1), dash: d.dots()}
}

func (d Dash) dots() []bool {
	switch d {
	case Solid:
		return nil
	case Dashed:
		return runs(5, 3)
	case Dotted:
		return runs(1, 3)
	case DashDot:
		return runs(6, 3, 1, 3)
	}
	return nil
}

// runs returns that many dots on, then off, and so on.
func runs(lengths ...int) (dots []bool) {
	for i, n := range lengths {
		dots = append(dots, slices.Repeat([]bool{i%2 == 0}, n)...)
	}
	return dots
}

func (p *pen) lift() { p.down = false }

// to draws from where the pen is to the dot, or only the dot after a lift.
func (p *pen) to(x, y int) {
	next := canvas.Point{X: x, Y: y}
	switch {
	case !p.down:
		p.dot(next)
	case next == p.at:
	case max(x-p.at.X, p.at.X-x, y-p.at.Y, p.at.Y-y) == 1:
		p.dot(next)
	default:
		line := graph.GetLinePoints(p.at, next)
		if len(line) > 0 && line[0] != p.at {
			slices.Reverse(line)
		}
		for _, d := range line[min(1, len(line)):] {
			p.dot(d)
		}
	}
	p.at, p.down = next, true
}

func (p *pen) dot(d canvas.Point) {
	if p.dash == nil || p.dash[p.n%len(p.dash)] {
		p.grid.Set(d)
	}
	p.n++
}

// clipUnit cuts the segment from a to b to the unit square (Liang and
// Barsky); ok is false where nothing is left.
func clipUnit(a, b Point) (Point, Point, bool) {
	dx, dy := b.X-a.X, b.Y-a.Y
	t0, t1 := 0.0, 1.0
	for _, e := range [...][2]float64{{-dx, a.X}, {dx, 1 - a.X}, {-dy, a.Y}, {dy, 1 - a.Y}} {
		step, room := e[0], e[1]
		switch {
		case step == 0 && room < 0:
			return a, b, false
		case step < 0:
			t0 = max(t0, room/step)
		case step > 0:
			t1 = min(t1, room/step)
		}
	}
	if t0 > t1 {
		return a, b, false
	}
	unit := func(t float64) Point {
		return Point{min(max(a.X+t*dx, 0), 1), min(max(a.Y+t*dy, 0), 1)}
	}
	return unit(t0), unit(t1), true
}
