package ui

import (
	tea "charm.land/bubbletea/v2"
)

// help is the dialog that lists every action by group.
type help struct {
	title string
	lines []helpLine
	keyW  int
	top   int // first line in view
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
			if !a.Off && a.Group == g {
				b := a.Binding().Help()
				h.keyW = max(h.keyW, Width(b.Key))
				h.lines = append(h.lines, helpLine{keys: b.Key, text: b.Desc})
			}
		}
	}
	return h
}

// groups lists the groups of enabled actions in order of first use.
func groups(actions []Action) []string {
	var out []string
	seen := map[string]bool{}
	for _, a := range actions {
		if !a.Off && !seen[a.Group] {
			seen[a.Group] = true
			out = append(out, a.Group)
		}
	}
	return out
}

func (h *help) Size(w, _ int) (int, int) {
	want := Width(h.title) + 6
	for _, l := range h.lines {
		want = max(want, h.keyW+2+Width(l.text)+6, Width(l.head)+6)
	}
	return min(w, max(want, MinW)), len(h.lines) + 2
}

func (h *help) Resize(r Rect, st *Styles) {
	h.r, h.st = r, st
	h.scroll(0)
}

func (h *help) Capturing() bool { return false }

func (h *help) page() int { return max(1, h.r.H-2) }

func (h *help) scroll(by int) { h.top = clamp(h.top+by, 0, len(h.lines)-h.page()) }

func (h *help) Draw(c *Canvas) {
	in := Box(c, h.r, h.title, h.note(), h.st.Focus, h.st.Title).Inset(1, 0)
	for y := range in.H {
		if h.top+y >= len(h.lines) {
			return
		}
		l := h.lines[h.top+y]
		c.Text(in.X, in.Y+y, l.head, h.st.Bold)
		c.Text(in.X, in.Y+y, l.keys, h.st.Key)
		c.Text(in.X+h.keyW+2, in.Y+y, Fit(l.text, in.W-h.keyW-2), h.st.Text)
	}
}

// note says which way there is more.
func (h *help) note() string {
	up, down := h.top > 0, h.top+h.page() < len(h.lines)
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
		h.scroll(-len(h.lines))
	case "end", "G":
		h.scroll(len(h.lines))
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
