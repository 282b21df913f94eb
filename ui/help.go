package ui

import (
	tea "charm.land/bubbletea/v2"
)

// help is the dialog that lists every action by group.
type help struct {
	title string
	lines []helpLine
	keyW  int
	cols  [][]helpLine
	rows  int // of the longest column
	top   int // first row in view
	r     Rect
	st    *Styles
}

// helpLine is a heading, or keys and what they do, or nothing between groups.
type helpLine struct{ head, keys, text string }

func newHelp(name, version string, actions []Action) *help {
	h := &help{title: "Keys of " + name}
	if version != "" {
		h.title += " " + version
	}
	for _, g := range groups(actions) {
		if len(h.lines) > 0 {
			h.lines = append(h.lines, helpLine{})
		}
		h.lines = append(h.lines, helpLine{head: g})
		for _, a := range actions {
			if a.inHelp() && a.Group == g {
				b := a.Binding().Help()
				h.keyW = max(h.keyW, Width(b.Key))
				h.lines = append(h.lines, helpLine{keys: b.Key, text: b.Desc})
			}
		}
	}
	return h
}

// inHelp reports whether an action has a line of its own.
func (a Action) inHelp() bool { return !a.Off && a.Text != "" }

// groups lists the groups of enabled actions in order of first use.
func groups(actions []Action) []string {
	var out []string
	seen := map[string]bool{}
	for _, a := range actions {
		if a.inHelp() && !seen[a.Group] {
			seen[a.Group] = true
			out = append(out, a.Group)
		}
	}
	return out
}

// colW is the width of one column of lines.
func (h *help) colW() int {
	w := 0
	for _, l := range h.lines {
		w = max(w, Width(l.head), h.keyW+2+Width(l.text))
	}
	return w + 3
}

// flow breaks the lines into columns of at most rows lines. A heading does
// not stay behind at the foot of one, nor a gap at the top.
func (h *help) flow(rows int) [][]helpLine {
	var cols [][]helpLine
	rest := h.lines
	for len(rest) > 0 {
		n := min(max(1, rows), len(rest))
		if n > 1 && n < len(rest) && rest[n-1].head != "" {
			n--
		}
		cols = append(cols, rest[:n])
		if rest = rest[n:]; len(rest) > 0 && rest[0] == (helpLine{}) {
			rest = rest[1:]
		}
	}
	return cols
}

// Size takes as few columns as show everything, or all that fit.
func (h *help) Size(w, height int) (int, int) {
	fit := max(1, (w-3)/h.colW())
	rows := height - 2
	cols := len(h.flow(rows))
	if cols > fit {
		cols, rows = fit, len(h.lines)
	}
	for cols > 1 && rows > 1 && len(h.flow(rows-1)) <= cols {
		rows-- // columns of even length
	}
	if cols == 1 {
		rows = len(h.lines)
	}
	return max(cols*h.colW()+3, Width(h.title)+18), rows + 2
}

func (h *help) Resize(r Rect, st *Styles) {
	h.r, h.st = r, st
	fit := max(1, (r.W-3)/h.colW())
	rows := max(1, h.page())
	for len(h.flow(rows)) > fit {
		rows++
	}
	h.cols, h.rows = h.flow(rows), rows
	h.scroll(0)
}

func (h *help) Capturing() bool { return false }

func (h *help) page() int { return max(1, h.r.H-2) }

func (h *help) scroll(by int) { h.top = clamp(h.top+by, 0, h.rows-h.page()) }

func (h *help) Draw(c *Canvas) {
	in := Box(c, h.r, h.title, h.note(), h.st.Focus, h.st.Title)
	for i, col := range h.cols {
		x := in.X + 2 + i*h.colW()
		for y, l := range col[min(h.top, len(col)):] {
			if y < in.H {
				h.drawLine(c, x, in.Y+y, in.X+in.W-1-x, l)
			}
		}
	}
}

func (h *help) drawLine(c *Canvas, x, y, w int, l helpLine) {
	c.Text(x, y, Fit(l.head, w), h.st.Bold)
	c.Text(x, y, Fit(l.keys, w), h.st.Key)
	c.Text(x+h.keyW+2, y, Fit(l.text, w-h.keyW-2), h.st.Text)
}

// note says which way there is more.
func (h *help) note() string {
	up, down := h.top > 0, h.top+h.page() < h.rows
	switch {
	case up && down:
		return "↑↓ more"
	case up:
		return "↑ more"
	case down:
		return "↓ more"
	}
	return "esc close"
}

func (h *help) Key(k tea.KeyPressMsg, _ Host) (done bool) {
	switch k.String() {
	case "?", "enter":
		return true
	case "up", "k":
		h.scroll(-1)
	case "down", "j":
		h.scroll(1)
	case "pgup":
		h.scroll(-h.page())
	case "pgdown", "space":
		h.scroll(h.page())
	case "home", "g":
		h.scroll(-h.rows)
	case "end", "G":
		h.scroll(h.rows)
	}
	return false
}

// Pointer scrolls by the wheel; a click outside closes.
func (h *help) Pointer(p Pointer, _ Host) (done bool) {
	switch p.Kind {
	case WheelUp:
		h.scroll(-1)
	case WheelDown:
		h.scroll(1)
	case Press:
		return !h.r.Contains(p.X, p.Y)
	case Drag, Release:
	}
	return false
}
