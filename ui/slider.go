package ui

import (
	"math"

	tea "charm.land/bubbletea/v2"
)

// Slider picks a value on a linear or logarithmic track. The screen sets the
// fields, draws it, and hands it keys and the mouse.
type Slider struct {
	Label string // before the track
	// Text is the value with its unit, as the screen writes it.
	Text string
	Scale
	// Value is what is picked. Set keeps it in range; a screen that writes it
	// directly answers for that itself.
	Value float64
	// Integer allows whole numbers only; the scale must hold one.
	Integer bool
	// Step is what an arrow key adds; 0 means a twentieth of a decade on a log
	// track and about a hundredth of the range on a linear one. Fine is the
	// same with shift; 0 means the third significant digit on a log track and
	// a tenth of Step on a linear one.
	Step, Fine float64
	// Marks are named places, written in the row below the track; a press on a
	// name picks exactly its value.
	Marks []Tick
	// Head is the number of columns before the track, for sliders that stand
	// under each other and under a chart; 0 means as many as the texts need.
	Head int
	// Reach is the number of rows above and below the track that take a press
	// as well; leave it 0 where another slider stands there.
	Reach int

	rect  Rect
	track track
	marks []placed
}

// Set picks v, clamped, rounded where Integer asks for it; NaN picks Min. It
// reports whether the value changed.
func (s *Slider) Set(v float64) (changed bool) {
	v = s.round(s.Clamp(v))
	changed = v != s.Value
	s.Value = v
	return changed
}

// round makes v whole where Integer is set, but never leaves the scale.
func (s *Slider) round(v float64) float64 {
	if !s.Integer {
		return v
	}
	r := math.Round(v)
	switch {
	case r < s.Min:
		r = math.Ceil(s.Min)
	case r > s.Max:
		r = math.Floor(s.Max)
	}
	return s.Clamp(r)
}

// Track returns the columns between the ends of the track as last drawn: the
// plot of a chart with the same columns and Scale shows Value above the
// handle.
func (s *Slider) Track() Rect { return s.track.rect }

// Hit reports whether (x, y) lies on the slider as last drawn, texts
// included.
func (s *Slider) Hit(x, y int) bool {
	return s.rect.Contains(x, y) || s.track.hit(x, y, s.Reach)
}

// Held reports whether the mouse holds the handle.
func (s *Slider) Held() bool { return s.track.held }

// Draw draws label, value and track into the first row of r and the names of
// the marks into the second. The texts give way to the track where r is
// narrow, the label first.
func (s *Slider) Draw(c *Canvas, r Rect, st *Styles, focused bool) {
	s.rect, s.track.rect, s.marks = r, Rect{}, s.marks[:0]
	if r.Empty() {
		return
	}
	c.WithClip(r, func() {
		head := s.drawHead(c, r, st, focused)
		bar := Rect{r.X + head, r.Y, r.W - head, 1}
		s.track.draw(c, bar, func(w int) int { return s.Column(s.Value, w) }, st, focused)
		s.drawMarks(c, st)
	})
}

// minTrack is the narrowest track for which the texts still have room.
const minTrack = 8

func (s *Slider) drawHead(c *Canvas, r Rect, st *Styles, focused bool) int {
	text, label := Width(s.Text), Width(s.Label)
	head := s.Head
	if head <= 0 {
		head = label + text + 3
	}
	if r.W-head < minTrack {
		head = text + 2
		label = 0
	}
	if r.W-head < minTrack {
		return 0
	}
	if focused {
		c.Set(r.X, r.Y, '▸', st.Focus)
	}
	end := r.X + head - 1
	c.TextRight(end, r.Y, s.Text, st.Bold)
	look := st.Muted
	if focused {
		look = st.Focus
	}
	if label > 0 {
		c.Text(r.X+1, r.Y, Fit(s.Label, end-text-r.X-2), look)
	}
	return head
}

func (s *Slider) drawMarks(c *Canvas, st *Styles) {
	t := s.track.rect
	if len(s.Marks) == 0 || s.rect.H < 2 || t.Empty() {
		return
	}
	handle := s.Column(s.Value, t.W)
	for _, m := range s.Marks {
		if col := s.Column(m.At, t.W); s.inRange(m.At) && col > handle {
			c.Set(t.X+col, t.Y, '┬', st.Track)
		}
	}
	s.marks = placeTicks(s.marks, s.Marks, s.Scale, t, s.rect)
	for _, m := range s.marks {
		look := st.Muted
		if m.tick.At == s.Value {
			look = st.Accent
		}
		c.Text(m.x, s.rect.Y+1, m.text(), look)
	}
}

func (s *Slider) inRange(v float64) bool { return v >= s.Min && v <= s.Max }

// Key handles arrows, h and l, shift for fine steps, page up and down for ten
// steps, home and end, and reports whether the value changed.
func (s *Slider) Key(k tea.KeyPressMsg) (changed bool) {
	switch k.String() {
	case "left", "h":
		return s.step(-1, 1, false)
	case "right", "l":
		return s.step(1, 1, false)
	case "shift+left":
		return s.step(-1, 1, true)
	case "shift+right":
		return s.step(1, 1, true)
	case "pgdown":
		return s.step(-1, 10, false)
	case "pgup":
		return s.step(1, 10, false)
	case "home":
		return s.Set(s.Min)
	case "end":
		return s.Set(s.Max)
	}
	return false
}

// Pointer handles the mouse by where the slider was last drawn and reports
// whether the value changed.
func (s *Slider) Pointer(p Pointer) (changed bool) {
	if dir := p.wheel(); dir != 0 {
		return s.Hit(p.X, p.Y) && s.step(dir, 1, p.Fine)
	}
	if v, ok := s.markAt(p.X, p.Y); ok && p.Kind == Press {
		s.track.held = false
		return s.Set(v)
	}
	col, ok := s.track.pointer(p, s.Reach)
	return ok && s.Set(s.valueAt(col))
}

func (s *Slider) markAt(x, y int) (v float64, ok bool) {
	for _, m := range s.marks {
		if y == s.rect.Y+1 && x >= m.x && x < m.x+Width(m.text()) {
			return m.tick.At, true
		}
	}
	return 0, false
}

// valueAt returns the roundest value whose handle stands in column col, so
// that dragging gives 1,500 and not 1,503.2711. A column that Value stands in
// already keeps it: a press on the handle moves nothing.
func (s *Slider) valueAt(col int) float64 {
	w := s.track.rect.W
	switch {
	case col <= 0:
		return s.Min
	case col >= w-1:
		return s.Max
	case s.Column(s.Value, w) == col && s.inRange(s.Value):
		return s.Value
	}
	return nicest(s.Scale.Value(col, w), func(v float64) bool {
		return s.inRange(v) && s.Column(v, w) == col && (!s.Integer || v == math.Trunc(v))
	})
}

// step goes n steps in direction dir.
func (s *Slider) step(dir, n int, fine bool) (changed bool) {
	v := s.Clamp(s.Value)
	for range n {
		v = s.Clamp(s.next(v, dir, fine))
	}
	return s.Set(v)
}

func (s *Slider) next(v float64, dir int, fine bool) float64 {
	size := s.Step
	if fine {
		size = s.fine(v, dir)
	} else if size <= 0 && s.log() {
		return nextGrid(v, dir, s.whole)
	} else if size <= 0 {
		size = niceStep((s.Max - s.Min) / 100)
	}
	if s.Integer {
		size = max(1, math.Round(size))
	}
	return nextMultiple(v, size, dir)
}

func (s *Slider) whole(v float64) float64 {
	if s.Integer {
		return math.Round(v)
	}
	return v
}

// fine is the smallest step that still shows in a value of three digits. Just
// above a power of ten, going down, it is the smaller one below.
func (s *Slider) fine(v float64, dir int) float64 {
	switch {
	case s.Fine > 0:
		return s.Fine
	case s.Step > 0:
		return s.Step / 10
	case !s.log():
		return niceStep((s.Max-s.Min)/100) / 10
	}
	if dir < 0 {
		v *= 1 - 1e-9
	}
	return multiple(1, 1, exponent(v)-2)
}
