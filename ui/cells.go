package ui

import "slices"

// Cell is the state of one block, or of N blocks in a row that are alike.
type Cell struct {
	Glyph rune // one cell wide
	Style Style
	N     int // 0 counts as 1
	// Weight decides which state a cell shows that stands for several blocks:
	// the highest, the first among equals.
	Weight int
}

func (c Cell) count() int { return max(1, c.N) }

// CellRun is a labelled row of blocks, such as the chain of one prefix.
type CellRun struct {
	Label      string // before the cells
	LabelStyle Style
	Cells      []Cell // from the head of the chain
	Note       string // after the cells
}

// runSize is what a run needs of a line.
type runSize struct{ label, note, blocks int }

func (r CellRun) size() runSize {
	s := runSize{label: Width(r.Label), note: Width(r.Note)}
	for _, c := range r.Cells {
		s.blocks += c.count()
	}
	return s
}

// width returns the columns of the run with k blocks to a cell.
func (s runSize) width(k int) int {
	w := s.label
	for _, n := range [...]int{(s.blocks + k - 1) / k, s.note} {
		if n > 0 && w > 0 {
			w++
		}
		w += n
	}
	return w
}

// CellGrid shows runs of blocks one after another, wrapped between runs. Runs
// too long for a line, or too many for the room, are drawn with several
// blocks to a cell; the screen says so with PerCell.
type CellGrid struct {
	Runs []CellRun // in reading order
	// AtLeast is the smallest number of blocks to a cell, so that grids side
	// by side can share one; 0 means 1.
	AtLeast int
	// Extra counts runs that the screen did not hand over, since they would
	// not fit anyway; they are counted with those not shown.
	Extra int

	sizes           []runSize
	perCell, hidden int
}

const (
	runGap = 2
	// fewCells is the length of the longest run down to which blocks are
	// merged for the sake of showing more runs.
	fewCells = 12
)

// PerCell returns how many blocks one cell stood for when last drawn.
func (g *CellGrid) PerCell() int { return max(1, g.perCell) }

// Hidden returns how many runs found no room when last drawn.
func (g *CellGrid) Hidden() int { return g.hidden }

// Fits returns the number of blocks to a cell that the grid would take in a
// rectangle of that size.
func (g *CellGrid) Fits(w, h int) (perCell int) {
	g.measure()
	long := 0
	for _, s := range g.sizes {
		long = max(long, s.blocks)
	}
	for k := max(1, g.AtLeast); ; k *= 2 {
		cells := (long + k - 1) / k
		if cells <= 1 {
			return k
		}
		if g.widest(k) > w {
			continue
		}
		if _, all := g.flow(w, h, k); all || cells <= fewCells {
			return k
		}
	}
}

func (g *CellGrid) measure() {
	g.sizes = g.sizes[:0]
	for _, r := range g.Runs {
		g.sizes = append(g.sizes, r.size())
	}
}

func (g *CellGrid) widest(k int) (w int) {
	for _, s := range g.sizes {
		w = max(w, s.width(k))
	}
	return w
}

// Draw draws as many runs as fit and says how many do not.
func (g *CellGrid) Draw(c *Canvas, r Rect, st *Styles) {
	g.perCell, g.hidden = 1, 0
	if r.Empty() || len(g.Runs)+g.Extra == 0 {
		return
	}
	k := g.Fits(r.W, r.H)
	at, all := g.flow(r.W, r.H, k)
	more := ""
	if !all {
		at, more = g.makeRoom(at, r, k)
	}
	g.perCell, g.hidden = k, len(g.Runs)+g.Extra-len(at)
	c.WithClip(r, func() {
		for i, p := range at {
			g.Runs[i].draw(c, r.X+p.x, r.Y+p.y, k, r.W, st)
		}
		if more != "" {
			x, y := 0, 0
			if n := len(at); n > 0 {
				x, y = at[n-1].x+g.sizes[n-1].width(k)+runGap, at[n-1].y
				if x+Width(more) > r.W {
					x, y = 0, y+1
				}
			}
			c.Text(r.X+x, r.Y+y, more, st.Muted)
		}
	})
}

// flow places the runs line by line, in columns where their labels are
// equally wide and all fit so; all reports whether every run found room.
func (g *CellGrid) flow(w, h, k int) (at []spot, all bool) {
	if g.evenLabels() {
		if at, all = g.wrap(w, h, k, g.widest(k)); all {
			return at, all
		}
	}
	return g.wrap(w, h, k, 0)
}

func (g *CellGrid) evenLabels() bool {
	return !slices.ContainsFunc(g.sizes, func(s runSize) bool { return s.label != g.sizes[0].label })
}

func (g *CellGrid) wrap(w, h, k, column int) (at []spot, all bool) {
	x, y := 0, 0
	for _, s := range g.sizes {
		rw := s.width(k)
		if x > 0 && x+rw > w {
			x, y = 0, y+1
		}
		if y >= h {
			return at, false
		}
		at = append(at, spot{x, y})
		x += max(rw, column) + runGap
	}
	return at, g.Extra == 0
}

// makeRoom takes runs off the end until the count of those not shown has its
// place after the last.
func (g *CellGrid) makeRoom(at []spot, r Rect, k int) ([]spot, string) {
	for n := len(at); ; n-- {
		more := "+" + Thousands(len(g.Runs)+g.Extra-n) + " more"
		if Width(more) > r.W {
			more = Fit("+"+Thousands(len(g.Runs)+g.Extra-n), r.W)
		}
		if n == 0 {
			return nil, more
		}
		last := at[n-1]
		if last.x+g.sizes[n-1].width(k)+runGap+Width(more) <= r.W || last.y < r.H-1 {
			return at[:n], more
		}
	}
}

func (r CellRun) draw(c *Canvas, x, y, k, room int, st *Styles) {
	look := r.LabelStyle
	if look == (Style{}) {
		look = st.Text
	}
	end := x
	if r.Label != "" {
		end = c.Text(x, y, Fit(r.Label, room), look)
	}
	if len(r.Cells) > 0 {
		if end > x {
			end++
		}
		end = r.drawCells(c, end, y, k)
	}
	if r.Note != "" {
		if end > x {
			end++
		}
		c.Text(end, y, Fit(r.Note, x+room-end), st.Muted)
	}
}

// drawCells draws one cell for each k blocks and returns the column after.
func (r CellRun) drawCells(c *Canvas, x, y, k int) int {
	var top Cell // the weightiest of the blocks gathered so far
	have := 0
	for _, cell := range r.Cells {
		for n := cell.count(); n > 0; {
			if have == 0 || cell.Weight > top.Weight {
				top = cell
			}
			take := min(n, k-have)
			n, have = n-take, have+take
			if have == k {
				c.Set(x, y, top.Glyph, top.Style)
				x, have = x+1, 0
			}
		}
	}
	if have > 0 {
		c.Set(x, y, top.Glyph, top.Style)
		x++
	}
	return x
}
