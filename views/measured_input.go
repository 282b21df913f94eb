package views

import (
	tea "charm.land/bubbletea/v2"

	"kvtui/ui"
)

var _ ui.Screen = (*Measured)(nil)

// Actions implements ui.Screen.
func (v *Measured) Actions() []ui.Action {
	w := v.w
	run := w.doRun
	if v.running() {
		run = w.doStop
	}
	acts := []ui.Action{
		{ID: "measured-table", Keys: []string{rightArrow}, Show: "←/→", Text: w.doTable, Short: true, Do: func(ui.Host) { v.show(v.at + 1) }},
		{ID: "measured-back", Keys: []string{leftArrow}, Do: func(ui.Host) { v.show(v.at - 1) }},
		{ID: "measured-scroll", Show: "↑/↓", Text: w.doScroll, Short: true, Do: func(ui.Host) { v.scroll(1) }},
		{ID: "measured-page", Show: "pgup/pgdn", Text: w.doPage, Short: true, Do: func(ui.Host) { v.scroll(v.pageful()) }},
		{ID: "measured-ends", Show: "home/end", Text: w.doEnds, Do: func(ui.Host) { v.scroll(len(v.lines)) }},
		{ID: "measured-run", Keys: []string{"m"}, Text: run, Short: true, Off: v.Predict == nil, Do: v.toggle},
	}
	for i := range acts {
		acts[i].Group = w.help
	}
	return acts
}

// pageful is how far pgdn goes: one line stays for orientation.
func (v *Measured) pageful() int { return max(1, v.place.table.H-1) }

// Key implements ui.Screen.
func (v *Measured) Key(k tea.KeyPressMsg, _ ui.Host) bool {
	switch k.String() {
	case "up":
		v.scroll(-1)
	case "down":
		v.scroll(1)
	case "pgup":
		v.scroll(-v.pageful())
	case "pgdown":
		v.scroll(v.pageful())
	case "home":
		v.scroll(-len(v.lines))
	case "end":
		v.scroll(len(v.lines))
	default:
		return false
	}
	return true
}

// wheelLines is how far one notch of the wheel scrolls.
const wheelLines = 3

// Pointer implements ui.Screen: the wheel scrolls, and over the picker changes
// the table.
func (v *Measured) Pointer(p ui.Pointer, h ui.Host) bool {
	dir := 1
	switch p.Kind {
	case ui.Press:
		return v.press(p, h)
	case ui.Drag, ui.Release:
		return false
	case ui.WheelUp:
		dir = -1
	case ui.WheelDown:
	}
	if v.place.picker.Contains(p.X, p.Y) || v.place.tables.Contains(p.X, p.Y) {
		v.show(v.at + dir)
		return true
	}
	v.scroll(dir * wheelLines)
	return true
}

func (v *Measured) press(p ui.Pointer, h ui.Host) bool {
	for _, hit := range v.hits {
		if hit.at.Contains(p.X, p.Y) {
			hit.do(h)
			return true
		}
	}
	return false
}
