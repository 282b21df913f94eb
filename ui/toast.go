package ui

import (
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"
)

const (
	toastFor  = 3 * time.Second
	maxToasts = 3
	toastRows = 3
)

type toast struct {
	text  string
	until time.Time
}

func (s *Shell) toast(text string) {
	t := toast{strings.Join(strings.Fields(text), " "), s.cfg.Now().Add(toastFor)}
	s.toasts = append(s.toasts, t)
	if n := len(s.toasts); n > maxToasts {
		s.toasts = s.toasts[n-maxToasts:]
	}
	s.dirty = true
}

func (s *Shell) dropToasts(now time.Time) {
	for len(s.toasts) > 0 && !now.Before(s.toasts[0].until) {
		s.toasts = s.toasts[1:]
		s.dirty = true
	}
}

// drawToasts stacks them over the bottom of the body, the newest lowest.
func (s *Shell) drawToasts() {
	room := s.body.W - 4
	y := s.body.Y + s.body.H
	for i := len(s.toasts) - 1; i >= 0; i-- {
		lines := wrap(s.toasts[i].text, room, toastRows)
		w := 0
		for _, l := range lines {
			w = max(w, Width(l))
		}
		y -= len(lines)
		if y < s.body.Y {
			return
		}
		x := s.body.X + s.body.W - w - 3
		s.canvas.Fill(Rect{x, y, w + 2, len(lines)}, ' ', s.styles.Selected)
		for j, l := range lines {
			s.canvas.Text(x+1, y+j, l, s.styles.Selected)
		}
	}
}

// wrap breaks s into at most rows lines of w columns; the last is cut.
func wrap(s string, w, rows int) []string {
	if w <= 0 || s == "" {
		return nil
	}
	lines := strings.Split(ansi.Wrap(s, w, ""), "\n")
	if len(lines) > rows {
		lines[rows-1] = Fit(lines[rows-1]+" "+lines[rows], w)
		lines = lines[:rows]
	}
	return lines
}
