package views

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"kvtui/ui"
)

// inspector is a dialog with all that one worker did and holds.
type inspector struct {
	s      *Session
	worker int
	top    int
	r      ui.Rect
	st     *ui.Styles
}

func newInspector(s *Session, worker int) *inspector { return &inspector{s: s, worker: worker} }

// Size implements ui.Dialog.
func (d *inspector) Size(w, h int) (int, int) { return min(w-4, 84), min(h-2, 30) }

// Resize implements ui.Dialog.
func (d *inspector) Resize(r ui.Rect, st *ui.Styles) { d.r, d.st = r, st }

// Capturing implements ui.Dialog.
func (d *inspector) Capturing() bool { return false }

// Key implements ui.Dialog: it scrolls.
func (d *inspector) Key(k tea.KeyPressMsg, _ ui.Host) (done bool) {
	switch k.String() {
	case "up", "k":
		d.top--
	case "down", "j":
		d.top++
	case "pgup":
		d.top -= 10
	case "pgdown", "space":
		d.top += 10
	case "enter":
		return true
	}
	return false
}

// Pointer implements ui.Dialog: the wheel scrolls.
func (d *inspector) Pointer(p ui.Pointer, _ ui.Host) (done bool) {
	switch p.Kind {
	case ui.WheelUp:
		d.top--
	case ui.WheelDown:
		d.top++
	case ui.Press, ui.Drag, ui.Release:
	}
	return false
}

// Draw implements ui.Dialog.
func (d *inspector) Draw(c *ui.Canvas) {
	if d.worker >= len(d.s.run.served) {
		return
	}
	in := ui.Box(c, d.r, fmt.Sprintf("W%d", d.worker), "esc closes", d.st.Focus, d.st.Title).Inset(1, 0)
	st := d.s.run.line.State()
	w := &st.Workers[d.worker]
	_, groups := w.Recent()
	for _, l := range []string{
		fmt.Sprintf("%s sent · %s of %s held", plural(w.Sent, "request", "requests"), blocks(w.Held), plural(groups, "prefix", "prefixes")),
		fmt.Sprintf("%s tokens reused · %s tokens computed", thousands(int(w.Reused)), thousands(int(st.Totals.Computed[d.worker]))),
		fmt.Sprintf("the router's index lists %s for it", blocks(w.Known)),
	} {
		if in.H > 0 {
			c.Text(in.X, in.Y, ui.Fit(l, in.W), d.st.Text)
		}
		_, in = in.Top(1)
	}
	_, in = in.Top(1)
	var lines []outcomeLine
	served := d.s.run.served[d.worker][:w.Sent]
	d.top = min(max(d.top, 0), max(0, len(served)-in.H))
	for i := range min(in.H, len(served)-d.top) {
		n := int(served[len(served)-1-d.top-i])
		row := ui.Rect{X: in.X, Y: in.Y + i, W: in.W, H: 1}
		g := d.s.Set().Requests[n].Group
		c.Text(row.X, row.Y, groupName(d.s.Set(), g), d.st.GroupStyle(max(0, g)))
		lines = append(lines, outcomeLine{ui.Rect{X: row.X + 7, Y: row.Y, W: row.W - 7, H: 1}, n, d.st.Text})
	}
	d.s.drawOutcomes(c, d.st, lines)
}
