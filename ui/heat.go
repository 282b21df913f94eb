package ui

import (
	"math"
	"strconv"

	tea "charm.land/bubbletea/v2"
)

// Heat shows many values from 0 to 1 as a grid of cells, such as the load of
// each worker, with a cursor. Each row begins with the number of its first
// cell.
type Heat struct {
	Values []float64 // 0 to 1, one a cell
	// Cursor is the cell that the keys move; -1 for none.
	Cursor int
	// Chosen is a cell to point at; -1 for none.
	Chosen int
	// Look returns the style of a cell; nil takes one by the value.
	Look func(i int) Style

	rect Rect // where the cells stand, without the numbers
	cols int
	step int // columns from one cell to the next
	top  int // the first row in view
}

// heatLevels are the glyphs from low to high; the second set is for terminals
// without them.
func heatLevels(ascii bool) [5]rune {
	if ascii {
		return [...]rune{'.', ':', '+', 'x', '#'}
	}
	return [...]rune{'·', '░', '▒', '▓', '█'}
}

// heatLevel returns the step of a value on the ramp of n; -1 for NaN. Only 0
// is the lowest and only 1 and above the highest.
func heatLevel(v float64, n int) int {
	switch {
	case math.IsNaN(v):
		return -1
	case v <= 0:
		return 0
	case v >= 1:
		return n - 1
	}
	return 1 + int(v*float64(n-2))
}

// Draw draws the grid into r, scrolled so that the cursor (or else the chosen
// cell) is in view, and says how many cells are not.
func (h *Heat) Draw(c *Canvas, r Rect, st *Styles, focused bool) {
	h.rect = Rect{}
	if r.Empty() || len(h.Values) == 0 {
		return
	}
	gutter := len(strconv.Itoa(len(h.Values)-1)) + 2
	if gutter > r.W/2 {
		gutter = 1
	}
	rows := h.layout(r, gutter)
	if h.cols == 0 {
		return
	}
	c.WithClip(r, func() {
		for row := range h.rect.H {
			first := (h.top + row) * h.cols
			if first >= len(h.Values) {
				break
			}
			if gutter > 1 {
				c.TextRight(h.rect.X-2, h.rect.Y+row, strconv.Itoa(first), st.Muted)
			}
			for i := first; i < min(first+h.cols, len(h.Values)); i++ {
				h.drawCell(c, i, st, focused)
			}
		}
		if rows > h.rect.H {
			shown := max(0, min((h.top+h.rect.H)*h.cols, len(h.Values))-h.top*h.cols)
			text := "+" + Thousands(len(h.Values)-shown) + " more"
			c.Text(r.X, r.Y+r.H-1, Fit(text, r.W), st.Muted)
		}
	})
}

// layout picks the widest cells with which all values fit, whole tens to a
// row where it can, and returns the rows that all values take.
func (h *Heat) layout(r Rect, gutter int) (rows int) {
	for h.step = 3; h.step >= 1; h.step-- {
		h.cols = max(0, (r.W-gutter)/h.step)
		if h.cols > 10 {
			h.cols -= h.cols % 10
		}
		h.cols = min(h.cols, len(h.Values))
		if h.cols == 0 {
			continue
		}
		rows = (len(h.Values) + h.cols - 1) / h.cols
		if rows <= r.H || h.step == 1 {
			break
		}
	}
	h.step = max(1, h.step)
	h.rect = Rect{r.X + gutter, r.Y, min(h.cols*h.step, r.W-gutter), r.H}
	if rows > r.H {
		h.rect.H = r.H - 1
	}
	keep := h.Cursor
	if keep < 0 {
		keep = h.Chosen
	}
	if row := clamp(keep, 0, len(h.Values)-1) / max(1, h.cols); row < h.top {
		h.top = row
	} else if row >= h.top+h.rect.H {
		h.top = row - h.rect.H + 1
	}
	h.top = clamp(h.top, 0, rows-h.rect.H)
	return rows
}

func (h *Heat) drawCell(c *Canvas, i int, st *Styles, focused bool) {
	x := h.rect.X + i%h.cols*h.step
	y := h.rect.Y + i/h.cols - h.top
	ramp := heatLevels(c.ascii)
	level := heatLevel(h.Values[i], len(ramp))
	glyph, look := '?', st.Warn
	if level >= 0 {
		glyph = ramp[level]
		look = [...]Style{st.Faint, st.Muted, st.Text, st.Accent, st.Warn}[level]
	}
	if h.Look != nil {
		look = h.Look(i)
	}
	switch {
	case i == h.Cursor && h.step > 1:
		c.Set(x-1, y, '[', st.Focus)
		c.Set(x+1, y, ']', st.Focus)
		if focused {
			look = st.Selected
		}
	case i == h.Cursor:
		look = st.Selected
	case i == h.Chosen && h.step > 1:
		c.Set(x-1, y, '▸', st.Accent)
	case i == h.Chosen:
		look = st.Selected
	}
	c.Set(x, y, glyph, look)
}

// At returns the cell at (x, y) as last drawn.
func (h *Heat) At(x, y int) (i int, ok bool) {
	if !h.rect.Contains(x, y) {
		return 0, false
	}
	i = (h.top+y-h.rect.Y)*h.cols + (x-h.rect.X)/h.step
	return i, i < len(h.Values)
}

// Key moves the cursor with arrows, page up and down, home and end.
func (h *Heat) Key(k tea.KeyPressMsg) (changed bool) {
	page := max(1, h.rect.H) * h.cols
	moves := map[string]int{
		"left": -1, "h": -1, "right": 1, "l": 1, "up": -h.cols, "k": -h.cols, "down": h.cols, "j": h.cols,
		"pgup": -page, "pgdown": page, "home": -len(h.Values), "end": len(h.Values),
	}
	n, ok := moves[k.String()]
	return ok && h.moveTo(max(0, h.Cursor)+n)
}

// Pointer puts the cursor under a press or a drag.
func (h *Heat) Pointer(p Pointer) (changed bool) {
	if p.Kind != Press && p.Kind != Drag {
		return false
	}
	i, ok := h.At(p.X, p.Y)
	return ok && h.moveTo(i)
}

func (h *Heat) moveTo(i int) (changed bool) {
	if len(h.Values) == 0 {
		return false
	}
	i = clamp(i, 0, len(h.Values)-1)
	changed = i != h.Cursor
	h.Cursor = i
	return changed
}
