package ui

import (
	"fmt"
	"math"

	tea "charm.land/bubbletea/v2"
)

// Timeline picks a position from 0 to N on a track: where in a run one
// stands.
type Timeline struct {
	Pos, N int // 0 to N
	// Events are positions worth a look, in any order; a second row shows how
	// dense they are, where there is room. They are counted once: to change
	// them, set another slice.
	Events []int
	// Head is the number of columns before the track; 0 means as many as the
	// numbers need.
	Head int
	// Label stands for position and count before the track; empty writes them.
	Label string
	// Reach is the number of rows above and below that take a press as well.
	Reach int

	rect  Rect
	track track
	dense density
}

// Set goes to position pos, clamped, and reports whether that changed it.
func (t *Timeline) Set(pos int) (changed bool) {
	pos = clamp(pos, 0, t.N)
	changed = pos != t.Pos
	t.Pos = pos
	return changed
}

// Hit reports whether (x, y) lies on the timeline as last drawn.
func (t *Timeline) Hit(x, y int) bool {
	return t.rect.Contains(x, y) || t.track.hit(x, y, t.Reach)
}

// Held reports whether the mouse holds the handle.
func (t *Timeline) Held() bool { return t.track.held }

// Track returns the columns between the ends of the track as last drawn.
func (t *Timeline) Track() Rect { return t.track.rect }

func (t *Timeline) scale() Scale { return Scale{Max: float64(max(0, t.N))} }

// Draw draws the position, the count and the track into the first row of r
// and the density of events into the second. The number keeps the width of
// the largest position, so that nothing shifts.
func (t *Timeline) Draw(c *Canvas, r Rect, st *Styles, focused bool) {
	t.rect, t.track.rect = r, Rect{}
	if r.Empty() {
		return
	}
	n := Thousands(max(0, t.N))
	text := fmt.Sprintf("%*s/%s", len(n), Thousands(clamp(t.Pos, 0, t.N)), n)
	if t.Label != "" {
		text = t.Label
	}
	head := max(t.Head, Width(text)+1)
	if r.W-head < minTrack {
		head = 0
	}
	c.WithClip(r, func() {
		if head > 0 {
			look := st.Text
			if focused {
				c.Set(r.X, r.Y, '▸', st.Focus)
				look = st.Focus
			}
			c.TextRight(r.X+head, r.Y, text, look)
		}
		bar := Rect{r.X + head, r.Y, r.W - head, 1}
		t.track.draw(c, bar, func(w int) int { return t.scale().Column(float64(t.Pos), w) }, st, focused)
		if r.H > 1 {
			t.dense.draw(c, t.track.rect, r.Y+1, t.Events, t.scale(), st)
		}
	})
}

// Key handles arrows, h and l (one position), page up and down (a twentieth
// of the run, at least ten), home and end, and reports whether the position
// changed.
func (t *Timeline) Key(k tea.KeyPressMsg) (changed bool) {
	switch k.String() {
	case "left", "h", "shift+left":
		return t.Set(t.Pos - 1)
	case "right", "l", "shift+right":
		return t.Set(t.Pos + 1)
	case "pgdown":
		return t.Set(t.Pos - max(10, t.N/20))
	case "pgup":
		return t.Set(t.Pos + max(10, t.N/20))
	case "home":
		return t.Set(0)
	case "end":
		return t.Set(t.N)
	}
	return false
}

// Pointer handles the mouse by where the timeline was last drawn and reports
// whether the position changed. A wheel notch is one position.
func (t *Timeline) Pointer(p Pointer) (changed bool) {
	if dir := p.wheel(); dir != 0 {
		return t.Hit(p.X, p.Y) && t.Set(t.Pos+dir)
	}
	col, ok := t.track.pointer(p, t.Reach)
	w := t.track.rect.W
	if !ok || t.scale().Column(float64(t.Pos), w) == col && col > 0 && col < w-1 {
		return false
	}
	return t.Set(int(math.Round(t.scale().Value(col, w))))
}
