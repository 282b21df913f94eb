package ui

import "math"

// spot is a place for the first column of a label.
type spot struct{ x, y int }

// labels writes the names, the weightiest first: a name that finds no room is
// left out whole.
func (s *sketch) labels() {
	for _, m := range s.Marks {
		if x, y := s.cell(m.Point); !math.IsNaN(m.X) && !math.IsNaN(m.Y) {
			s.place(m.Label, s.look(m.Style, s.st.Bold), around(x, y, Width(m.Label)))
		}
	}
	for _, l := range s.HLines {
		if _, y := s.cell(Point{s.X.Min, l.At}); s.Y.holds(l.At) {
			s.place(l.Label, s.look(l.Style, s.st.Muted), s.alongRow(y, Width(l.Label)))
		}
	}
	for i, se := range s.Series {
		style, _ := s.seriesLook(i)
		s.place(se.Name, style, s.alongPath(s.paths[i], Width(se.Name)))
	}
	for _, l := range s.VLines {
		if x, _ := s.cell(Point{l.At, s.Y.Min}); s.X.holds(l.At) {
			s.place(l.Label, s.look(l.Style, s.st.Muted), s.besideColumn(x, Width(l.Label)))
		}
	}
	for _, sh := range s.Shades {
		s.place(sh.Label, s.look(sh.Style, s.st.Muted), s.within(s.shadeRect(sh), Width(sh.Label)))
	}
}

// place writes text at the cheapest spot, the first among equals.
func (s *sketch) place(text string, style Style, spots []spot) {
	w := Width(text)
	if w == 0 {
		return
	}
	best, at := math.MaxInt, spot{}
	for _, p := range spots {
		if cost, ok := s.covers(p, w); ok && cost < best {
			best, at = cost, p
		}
	}
	if best == math.MaxInt {
		return
	}
	s.c.Text(at.x, at.y, text, style)
	for x := at.x - 1; x <= at.x+w; x++ {
		s.spend(x, at.y, costTaken)
		if s.r.Contains(x, at.y) && (x < at.x || x == at.x+w) {
			s.clearRule(x, at.y)
		}
	}
}

// clearRule blanks a cell of a border or a shade beside a label.
func (s *sketch) clearRule(x, y int) {
	switch s.c.cells[y*s.c.w+x].r {
	case '╌', '░':
		s.c.Set(x, y, ' ', Style{})
	}
}

// covers sums the cost of w columns from p on and of the column on each side,
// so that a label does not lean on a curve; those two must not hold another
// label either.
func (s *sketch) covers(p spot, w int) (cost int, ok bool) {
	if !s.r.Contains(p.x, p.y) || !s.r.Contains(p.x+w-1, p.y) {
		return 0, false
	}
	for x := max(p.x-1, s.r.X); x <= min(p.x+w, s.r.X+s.r.W-1); x++ {
		v := s.cost[(p.y-s.r.Y)*s.r.W+x-s.r.X]
		within := x >= p.x && x < p.x+w
		if within && v == costTaken || !within && s.lettered(x, p.y) {
			return 0, false
		}
		if within || v == costCurve {
			cost += int(v)
		}
	}
	return cost, true
}

// lettered reports whether a cell belongs to a label.
func (s *sketch) lettered(x, y int) bool {
	i := (y-s.r.Y)*s.r.W + x - s.r.X
	r := s.c.cells[y*s.c.w+x].r
	return s.cost[i] == costTaken && r != 0 && r != ' '
}

// around returns places beside a mark: right, left, then above and below.
func around(x, y, w int) []spot {
	return []spot{
		{x + 2, y},
		{x + 2, y - 1},
		{x - 1 - w, y},
		{x + 2, y + 1},
		{x - 1 - w, y - 1},
		{x - 1 - w, y + 1},
		{x - w/2, y - 1},
		{x - w/2, y + 1},
	}
}

// alongRow returns places on a border from right to left.
func (s *sketch) alongRow(y, w int) []spot {
	var out []spot
	for x := s.r.X + s.r.W - w - 1; x >= s.r.X; x-- {
		out = append(out, spot{x, y})
	}
	return out
}

// besideColumn returns places right and left of a border, from the top.
func (s *sketch) besideColumn(x, w int) []spot {
	var out []spot
	for y := s.r.Y; y < s.r.Y+s.r.H; y++ {
		out = append(out, spot{x + 2, y}, spot{x - 1 - w, y})
	}
	return out
}

// alongPath returns places after the end of a line, then above and below it
// from right to left.
func (s *sketch) alongPath(path []int, w int) []spot {
	var out []spot
	step := max(1, len(path)/12)
	for x := len(path) - 1; x >= 0; {
		if path[x] < 0 {
			x--
			continue
		}
		at := spot{s.r.X + x, s.r.Y + path[x]}
		if len(out) == 0 {
			out = append(out, spot{at.x + 2, at.y}, spot{at.x + 2, at.y - 1}, spot{at.x + 2, at.y + 1})
		}
		for _, dy := range [...]int{-1, 1, -2, 2} {
			out = append(out, spot{at.x - w + 1, at.y + dy}, spot{at.x, at.y + dy})
		}
		x -= step
	}
	return out
}

// within returns places inside a shade, from its middle outwards.
func (s *sketch) within(r Rect, w int) []spot {
	if w > r.W-2 {
		return nil
	}
	var out []spot
	mid := r.Y + r.H/2
	for d := range r.H + 1 {
		for _, y := range [...]int{mid - d, mid + d} {
			if y < r.Y || y >= r.Y+r.H {
				continue
			}
			for dx := 0; dx <= (r.W-w)/2; dx++ {
				x := r.X + (r.W-w)/2
				out = append(out, spot{x - dx, y}, spot{min(x+dx, r.X+r.W-w), y})
			}
		}
	}
	return out
}
