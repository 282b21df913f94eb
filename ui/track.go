package ui

// track is where a slider or timeline was last drawn, and whether the mouse
// holds its handle. Columns count from the cell after the left end.
type track struct {
	rect Rect // the columns between the ends, one row
	held bool
}

// hit reports whether (x, y) is on the track, its ends included, at most
// reach rows away.
func (t *track) hit(x, y, reach int) bool {
	r := t.rect
	return r.W > 0 && x >= r.X-1 && x <= r.X+r.W && y >= r.Y-reach && y <= r.Y+reach
}

// pointer follows press, drag and release and returns the column to set. A
// release sets too, since the filter may have dropped the last motion; a new
// press ends a drag whose release was lost.
func (t *track) pointer(p Pointer, reach int) (col int, ok bool) {
	switch p.Kind {
	case Press:
		t.held = t.hit(p.X, p.Y, reach)
		ok = t.held
	case Drag:
		ok = t.held
	case Release:
		ok = t.held
		t.held = false
	case WheelUp, WheelDown:
	}
	return clamp(p.X-t.rect.X, 0, t.rect.W-1), ok && t.rect.W > 0
}

// draw draws ends, filled part, rest and handle from column x on; it stores
// the columns between the ends.
func (t *track) draw(c *Canvas, r Rect, col func(w int) int, st *Styles, focused bool) {
	t.rect = Rect{}
	if r.W < 3 || r.H < 1 {
		return
	}
	t.rect = Rect{r.X + 1, r.Y, r.W - 2, 1}
	at := t.rect.X + col(t.rect.W)
	handle := st.Handle
	if focused {
		handle = st.Selected
	}
	c.Set(r.X, r.Y, '├', st.Track)
	c.Fill(Rect{t.rect.X, r.Y, at - t.rect.X, 1}, '━', st.Fill)
	c.Fill(Rect{at, r.Y, r.X + r.W - 1 - at, 1}, '─', st.Track)
	c.Set(r.X+r.W-1, r.Y, '┤', st.Track)
	c.Set(at, r.Y, '●', handle)
}

// wheel returns +1 and -1 for a notch up and down, 0 for anything else.
func (p Pointer) wheel() int {
	switch p.Kind {
	case WheelUp:
		return 1
	case WheelDown:
		return -1
	case Press, Drag, Release:
	}
	return 0
}
