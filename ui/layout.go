package ui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"
)

// hot is a place outside the body that a click acts on.
type hot struct {
	at Rect
	do func(Host)
}

// Cursored is what a dialog or a screen with a text field adds to show where
// typing goes: the cell of the terminal's own cursor.
type Cursored interface {
	// Cursor returns a cell of the whole screen; ok is false where none types.
	Cursor() (x, y int, ok bool)
}

func (s *Shell) small() bool { return s.w < MinW || s.h < MinH }

func (s *Shell) resize(w, h int) {
	s.w, s.h = max(0, w), max(0, h)
	s.canvas.Resize(s.w, s.h)
	s.layout()
}

// layout gives screens and dialogs their rectangles; below the smallest size
// screens get an empty one.
func (s *Shell) layout() {
	s.body = Rect{}
	if !s.small() {
		s.body = Rect{0, 1, s.w, s.h - 2}
	}
	for _, slot := range s.cfg.Screens {
		slot.Screen.Resize(s.body, s.styles)
	}
	for _, d := range s.dialogs {
		s.place(d)
	}
	s.dirty = true
}

// place centres a dialog in the body.
func (s *Shell) place(d Dialog) { d.Resize(s.dialogRect(d), s.styles) }

func (s *Shell) dialogRect(d Dialog) Rect {
	w, h := d.Size(s.body.W, s.body.H)
	w, h = clamp(w, 0, s.body.W), clamp(h, 0, s.body.H)
	return Rect{s.body.X + (s.body.W-w)/2, s.body.Y + (s.body.H-h)/2, w, h}
}

func (s *Shell) frame() tea.View {
	s.canvas.Clear()
	s.hots = s.hots[:0]
	v := tea.View{AltScreen: true, ReportFocus: true, WindowTitle: s.cfg.Name, BackgroundColor: s.look.paper()}
	if s.mouse {
		v.MouseMode = tea.MouseModeCellMotion
	}
	if scr := s.screen(); scr != nil {
		v.WindowTitle += " - " + scr.Title()
	}
	if s.small() {
		s.drawSmall()
	} else {
		s.drawAll()
		v.Cursor = s.cursor()
	}
	v.Content = s.canvas.Frame()
	return v
}

func (s *Shell) drawAll() {
	if scr := s.screen(); scr != nil {
		s.canvas.WithClip(s.body, func() { scr.Draw(s.canvas) })
	}
	s.drawTabs()
	s.drawFooter()
	for i, d := range s.dialogs {
		if i == 0 {
			s.canvas.Restyle(s.canvas.Bounds(), s.styles.Faint)
		}
		r := s.dialogRect(d)
		s.canvas.Fill(Rect{r.X - 1, r.Y, r.W + 2, r.H}, ' ', s.styles.Text)
		s.canvas.WithClip(r, func() { d.Draw(s.canvas) })
	}
	s.drawToasts()
}

// drawSmall asks for more room, in as many words as fit.
func (s *Shell) drawSmall() {
	needs := fmt.Sprintf("%dx%d", MinW, MinH)
	text := ""
	for _, form := range []string{
		fmt.Sprintf("%s needs %s, this is %dx%d", s.cfg.Name, needs, s.w, s.h),
		fmt.Sprintf("needs %s, this is %dx%d", needs, s.w, s.h),
		s.cfg.Name + " needs " + needs, "needs " + needs, needs,
	} {
		if text = form; Width(form) <= s.w {
			break
		}
	}
	text = Fit(text, s.w)
	s.canvas.Text((s.w-Width(text))/2, s.h/2, text, s.styles.Text)
}

func (s *Shell) cursor() *tea.Cursor {
	var at any = s.screen()
	if n := len(s.dialogs); n > 0 {
		at = s.dialogs[n-1]
	}
	c, ok := at.(Cursored)
	if !ok {
		return nil
	}
	x, y, ok := c.Cursor()
	if !ok || !s.canvas.Bounds().Contains(x, y) {
		return nil
	}
	cur := tea.NewCursor(x, y)
	cur.Blink = false // a blink is output while nothing happens
	return cur
}
