package ui

import (
	"math"
	"slices"
)

// What it costs a label to cover a cell of the plot. Marks and other labels
// are never covered.
const (
	costFree  = 0
	costRule  = 1 // a border across the plot
	costCurve = 4 // a line of data
	costTaken = 255
)

// sketch is one drawing of a chart's plot.
type sketch struct {
	*Chart
	c    *Canvas
	r    Rect
	st   *Styles
	cost []uint8 // per cell of the plot
	// paths holds, per series and column, the row of the line, -1 for none.
	paths [][]int
	// kept are the cells of the lines that are seen through others.
	kept map[[2]int]bool
}

// piece is how many columns of a line are seen at a time where it shares its
// cells with another.
const piece = 4

func (s *sketch) draw() {
	for _, sh := range s.Shades {
		s.c.Fill(s.shadeRect(sh), '░', s.look(sh.Style, s.st.Faint))
	}
	s.rules()
	s.paths, s.kept = make([][]int, len(s.Series)), map[[2]int]bool{}
	for i := len(s.Series) - 1; i >= 0; i-- {
		s.series(i)
	}
	for _, m := range slices.Backward(s.Marks) {
		s.mark(m)
	}
	s.labels()
}

func (s *sketch) look(own, other Style) Style {
	if own == (Style{}) {
		return other
	}
	return own
}

// spend raises the cost of covering a cell.
func (s *sketch) spend(x, y int, cost uint8) {
	if s.r.Contains(x, y) {
		i := (y-s.r.Y)*s.r.W + x - s.r.X
		s.cost[i] = max(s.cost[i], cost)
	}
}

// cell returns the cell of a point in the plot, clamped to its edge.
func (s *sketch) cell(p Point) (x, y int) {
	return s.r.X + dotX(s.X.Fraction(p.X), s.r.W)/2, s.r.Y + dotY(s.Y.Fraction(p.Y), s.r.H)/4
}

func (s *sketch) shadeRect(sh Shade) Rect {
	x0, y1 := s.cell(Point{sh.X0, sh.Y0})
	x1, y0 := s.cell(Point{sh.X1, sh.Y1})
	return Rect{x0, y0, max(0, x1-x0+1), max(0, y1-y0+1)}.Intersect(s.r)
}

func (s *sketch) rules() {
	for _, l := range s.HLines {
		if _, y := s.cell(Point{s.X.Min, l.At}); s.Y.holds(l.At) {
			for x := s.r.X; x < s.r.X+s.r.W; x++ {
				s.c.Set(x, y, '╌', s.look(l.Style, s.st.Muted))
				s.spend(x, y, costRule)
			}
		}
	}
	for _, l := range s.VLines {
		if x, _ := s.cell(Point{l.At, s.Y.Min}); s.X.holds(l.At) {
			for y := s.r.Y; y < s.r.Y+s.r.H; y++ {
				s.c.Set(x, y, '┆', s.look(l.Style, s.st.Muted))
				s.spend(x, y, costRule)
			}
		}
	}
}

func (s Scale) holds(v float64) bool { return v >= s.Min && v <= s.Max }

// seriesLook returns style and pattern of series i. Without colour a pattern
// stands in for it.
func (s *sketch) seriesLook(i int) (Style, Dash) {
	se := s.Series[i]
	dash := se.Dash
	if s.st.Plain && dash == Solid {
		dash = Dash(i % 4)
	}
	if se.Faint {
		return s.st.Faint, dash
	}
	return s.look(se.Style, s.st.SeriesStyle(i)), dash
}

func (s *sketch) series(i int) {
	style, dash := s.seriesLook(i)
	p := newPen(s.r.W, s.r.H, dash)
	s.trace(p, s.Series[i].Points)
	path := make([]int, s.r.W)
	for x := range path {
		path[x] = -1
	}
	for y, row := range p.grid.BraillePatterns() {
		for x, r := range row {
			if r == 0x2800 {
				continue
			}
			s.dots(i, x, y, r, style)
			path[x] = y
		}
	}
	s.paths[i] = path
	if s.Series[i].Through {
		s.keep(s.Series[i].Points)
	}
}

// keep takes every other piece of a line, gaps of its pattern too, for it.
func (s *sketch) keep(points []Point) {
	p := newPen(s.r.W, s.r.H, Solid)
	s.trace(p, points)
	for y, row := range p.grid.BraillePatterns() {
		for x, r := range row {
			if r != 0x2800 && x/piece%2 == 1 {
				s.kept[[2]int{x, y}] = true
			}
		}
	}
}

// dots draws what line i has in a cell of the plot, unless that is kept for a
// line under it.
func (s *sketch) dots(i, x, y int, r rune, style Style) {
	s.spend(s.r.X+x, s.r.Y+y, costCurve)
	if s.kept[[2]int{x, y}] {
		return
	}
	if letter := s.Series[i].Letter; letter != 0 && s.c.ascii {
		r = letter
	}
	s.c.Set(s.r.X+x, s.r.Y+y, r, style)
}

// trace draws the points, cutting segments at the edges of the plot.
func (s *sketch) trace(p *pen, points []Point) {
	const far = 1e6 // an axis length; beyond it only the direction matters
	last, has := Point{}, false
	for _, v := range points {
		f := Point{s.X.position(v.X), s.Y.position(v.Y)}
		if math.IsNaN(f.X) || math.IsNaN(f.Y) {
			p.lift()
			has = false
			continue
		}
		f = Point{min(max(f.X, -far), far), min(max(f.Y, -far), far)}
		from := last
		if !has {
			from = f
		}
		last, has = f, true
		a, b, ok := clipUnit(from, f)
		if !ok {
			p.lift()
			continue
		}
		if a != from {
			p.lift()
		}
		p.to(dotX(a.X, s.r.W), dotY(a.Y, s.r.H))
		p.to(dotX(b.X, s.r.W), dotY(b.Y, s.r.H))
		if b != f {
			p.lift()
		}
	}
}

func (s *sketch) mark(m Mark) {
	if math.IsNaN(m.X) || math.IsNaN(m.Y) {
		return
	}
	r := m.Rune
	switch {
	case m.Y > s.Y.Max:
		r = '▲'
	case m.Y < s.Y.Min:
		r = '▼'
	case m.X > s.X.Max:
		r = '▸'
	case m.X < s.X.Min:
		r = '◂'
	}
	x, y := s.cell(m.Point)
	s.c.Set(x, y, r, s.look(m.Style, s.st.Bold))
	s.spend(x, y, costTaken)
}
