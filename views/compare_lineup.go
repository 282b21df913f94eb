package views

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"kvtui/core/scenario"
	"kvtui/ui"
)

// lineup is the dialog in which a person says who races.
type lineup struct {
	v      *Compare
	cursor int
	top    int
	r      ui.Rect
	st     *ui.Styles
}

func newLineup(v *Compare) *lineup {
	return &lineup{v: v, cursor: max(0, slices.Index(allModes(), v.cursor))}
}

// Size implements ui.Dialog.
func (d *lineup) Size(w, h int) (int, int) { return min(w-2, 62), min(h, len(allModes())+4) }

// Resize implements ui.Dialog.
func (d *lineup) Resize(r ui.Rect, st *ui.Styles) { d.r, d.st = r, st }

// Capturing implements ui.Dialog.
func (d *lineup) Capturing() bool { return false }

// Key implements ui.Dialog: a racer joins or leaves at once.
func (d *lineup) Key(k tea.KeyPressMsg, h ui.Host) (done bool) {
	n := len(allModes())
	switch k.String() {
	case "up", "k":
		d.cursor = max(0, d.cursor-1)
	case "down", "j":
		d.cursor = min(n-1, d.cursor+1)
	case "home":
		d.cursor = 0
	case "end":
		d.cursor = n - 1
	case "enter", "space":
		d.toggle(allModes()[d.cursor], h)
	case "a":
		d.v.setLineup(allModes(), h)
	case "d":
		d.v.setLineup(usualLineup(), h)
	case "l":
		return true
	}
	return false
}

func (d *lineup) toggle(m scenario.Mode, h ui.Host) {
	in := slices.Contains(d.v.lineup, m)
	var next []scenario.Mode
	for _, o := range allModes() {
		if slices.Contains(d.v.lineup, o) != (o == m) {
			next = append(next, o)
		}
	}
	if in && m == d.v.onStage() {
		h.Toast(racerName(m) + " is on the stage, so it races anyway")
	}
	d.v.setLineup(next, h)
}

// setLineup says who races and starts whoever has not run.
func (v *Compare) setLineup(modes []scenario.Mode, h ui.Host) {
	v.lineup = modes
	v.race.version++
	v.startRace(h)
}

// Pointer implements ui.Dialog: a click toggles, the wheel moves the cursor.
func (d *lineup) Pointer(p ui.Pointer, h ui.Host) (done bool) {
	n := len(allModes())
	switch p.Kind {
	case ui.WheelUp:
		d.cursor = max(0, d.cursor-1)
	case ui.WheelDown:
		d.cursor = min(n-1, d.cursor+1)
	case ui.Press:
		if i := d.top + p.Y - d.r.Y - 1; d.r.Inset(1, 1).Contains(p.X, p.Y) && p.Y < d.r.Y+d.r.H-2 && i < n {
			d.cursor = i
			d.toggle(allModes()[i], h)
		}
	case ui.Drag, ui.Release:
	}
	return false
}

// Draw implements ui.Dialog.
func (d *lineup) Draw(c *ui.Canvas) {
	note := fmt.Sprintf("%d race", len(d.v.racers()))
	in := ui.Box(c, d.r, "Who races", note, d.st.Focus, d.st.Title).Inset(1, 0)
	foot, in := in.Bottom(1)
	c.Text(foot.X, foot.Y, longest(foot.W, "enter joins or leaves · a all · d the usual ten · esc closes", "enter joins/leaves · a all · esc closes", "enter toggles · esc closes"), d.st.Muted)
	all := allModes()
	d.top = min(max(d.top, d.cursor-in.H+1), d.cursor, max(0, len(all)-in.H))
	for i := range min(in.H, len(all)-d.top) {
		m := all[d.top+i]
		y, look := in.Y+i, d.st.Text
		if d.top+i == d.cursor {
			c.Set(in.X, y, '▸', d.st.Focus)
			look = d.st.Accent
		}
		box := "[ ]"
		if slices.Contains(d.v.lineup, m) {
			box = "[x]"
		}
		x := c.Text(in.X+2, y, box+" "+racerName(m), look)
		if words := modeWords(m); in.X+24+ui.Width(words) <= in.X+in.W && x < in.X+23 {
			c.Text(in.X+24, y, words, d.st.Muted)
		}
	}
}

// modeWords says what a rule does.
func modeWords(m scenario.Mode) string {
	switch m.Knowledge {
	case scenario.Events:
		return "hears every store and eviction"
	case scenario.Silent:
		return "hears nothing"
	case scenario.Approximate:
	}
	return map[string]string{
		"rr": "each worker in turn", "random": "any worker", "kv": "most overlap",
		"least-loaded": "fewest requests", "p2c": "the better of two drawn",
		"prefix-hash": "the prompt's head on a ring", "session": "the conversation on a ring",
		"dynamo": "lowest cost: load less overlap", "sglang": "overlap while loads are close",
		"llm-d": "weighted prefix and load",
	}[m.Strategy]
}
