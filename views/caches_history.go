package views

import (
	tea "charm.land/bubbletea/v2"

	"kvtui/core/block"
	"kvtui/core/sim"
	"kvtui/ui"
)

// history is a dialog with all that happens to one block of a run: who computed
// it, who reused it, when it was let go.
type history struct {
	s       *Session
	run     *run
	request int // whose chain the block is of
	at      int // place in the chain, from 0
	worker  int
	all     bool // of every worker

	lines   []historyLine // nil while the records are looked through
	loading bool
	cursor  int
	top     int
	moved   bool
	r       ui.Rect
	body    ui.Rect
	st      *ui.Styles
}

// blockHistory is what looking through the records found, on its way back.
type blockHistory struct {
	to     *history
	block  block.Prefix
	worker int
	events []sim.Event
}

// openHistory opens the dialog for block at of a request's chain on a worker.
func openHistory(h ui.Host, s *Session, request, at, worker int) {
	d := &history{s: s, run: s.run, request: request, at: at, worker: worker}
	h.Open(d)
	d.look(h)
}

func (d *history) block() block.Prefix { return d.chain().At(d.at) }

func (d *history) chain() block.Chain {
	return d.run.line.Recording().Set.Requests[d.request].Chain
}

// on is the worker whose records are looked through.
func (d *history) on() int {
	if d.all {
		return sim.AllWorkers
	}
	return d.worker
}

// look looks through all records, beside the update loop: they may be millions.
func (d *history) look(h ui.Host) {
	rec, p, w := d.run.line.Recording(), d.block(), d.on()
	d.loading = true
	h.Run(func() any { return blockHistory{d, p, w, sim.History(rec, w, p)} })
}

// deliver hands the events to the dialog, unless it has gone on to another
// block since.
func (b blockHistory) deliver() {
	d := b.to
	if b.block != d.block() || b.worker != d.on() {
		return
	}
	d.loading, d.lines = false, historyLines(b.events)
	d.cursor, d.moved = 0, true
	for i, l := range d.lines {
		if l.step <= d.s.Step() {
			d.cursor = i
		}
	}
}

// Size implements ui.Dialog.
func (d *history) Size(w, h int) (int, int) { return min(w-4, 76), min(h-2, 26) }

// Resize implements ui.Dialog.
func (d *history) Resize(r ui.Rect, st *ui.Styles) { d.r, d.st = r, st }

// Capturing implements ui.Dialog.
func (d *history) Capturing() bool { return false }

// Key implements ui.Dialog.
func (d *history) Key(k tea.KeyPressMsg, h ui.Host) (done bool) {
	page := max(1, d.body.H)
	switch k.String() {
	case "up", "k":
		d.move(-1)
	case "down", "j":
		d.move(1)
	case "pgup":
		d.move(-page)
	case "pgdown", "space":
		d.move(page)
	case "home", "g":
		d.move(-len(d.lines))
	case "end", "G":
		d.move(len(d.lines))
	case "left", "h":
		d.walk(-1, h)
	case "right", "l":
		d.walk(1, h)
	case "a":
		d.all = !d.all
		d.look(h)
	case "enter":
		return d.visit()
	}
	return false
}

func (d *history) move(by int) {
	d.cursor, d.moved = max(0, min(d.cursor+by, len(d.lines)-1)), true
}

// walk goes along the chain.
func (d *history) walk(by int, h ui.Host) {
	if to := d.at + by; to >= 0 && to < d.chain().Len() {
		d.at = to
		d.look(h)
	}
}

// visit goes to the step under the cursor.
func (d *history) visit() (done bool) {
	if d.loading || len(d.lines) == 0 || d.s.run != d.run {
		return false
	}
	d.s.seek(d.lines[d.cursor].step)
	return true
}

// Pointer implements ui.Dialog: the wheel scrolls, a press chooses a line, and
// on the chosen one goes there.
func (d *history) Pointer(p ui.Pointer, _ ui.Host) (done bool) {
	switch p.Kind {
	case ui.WheelUp:
		d.move(-1)
	case ui.WheelDown:
		d.move(1)
	case ui.Press:
		i := d.top + p.Y - d.body.Y
		if !d.body.Contains(p.X, p.Y) || i >= len(d.lines) {
			return false
		}
		if i == d.cursor {
			return d.visit()
		}
		d.cursor = i
	case ui.Drag, ui.Release:
	}
	return false
}

// Draw implements ui.Dialog.
func (d *history) Draw(c *ui.Canvas) {
	set := d.run.line.Recording().Set
	n := d.chain().Len()
	name := groupName(set, set.Requests[d.request].Group)
	if d.at < set.Common && set.Traced || set.Requests[d.request].Group < 0 {
		name = cachesCommon
	}
	title := historyTitle(name, d.at, n, d.worker, d.all)
	in := ui.Box(c, d.r, longest(d.r.W-6, title...), "", d.st.Focus, d.st.Title).Inset(1, 0)
	foot, in := in.Bottom(1)
	c.Text(foot.X, foot.Y, longest(foot.W, historyKeys()...), d.st.Muted)
	head, in := in.Top(min(2, in.H))
	d.drawNow(c, head)
	_, d.body = in.Top(min(1, max(0, in.H-3)))
	switch {
	case d.loading && d.lines == nil:
		c.Text(d.body.X, d.body.Y, historyLoading, d.st.Faint)
		return
	case len(d.lines) == 0:
		c.Text(d.body.X, d.body.Y, longest(d.body.W, historyNothing()...), d.st.Faint)
		return
	}
	d.top = scrolled(d.top, d.cursor, len(d.lines), d.body.H, d.moved)
	d.moved = false
	for i := range min(d.body.H, len(d.lines)-d.top) {
		d.drawLine(c, ui.Rect{X: d.body.X, Y: d.body.Y + i, W: d.body.W, H: 1}, d.top+i)
	}
}

// drawNow counts what happened up to the step on screen, and says where the
// block is then.
func (d *history) drawNow(c *ui.Canvas, r ui.Rect) {
	if d.s.run != d.run || r.H < 1 {
		return
	}
	held, known := d.run.line.State().Holds(d.worker, d.block())
	c.Text(r.X, r.Y, longest(r.W, historyNow(d.worker, held, known)...), d.st.Bold)
	if r.H > 1 && !d.loading {
		c.Text(r.X, r.Y+1, longest(r.W, historySum(d.lines, d.s.Step())...), d.st.Text)
	}
}

func (d *history) drawLine(c *ui.Canvas, r ui.Rect, i int) {
	l := d.lines[i]
	look := d.st.Text
	if l.step > d.s.Step() {
		look = d.st.Muted
	}
	if i == d.cursor {
		c.Set(r.X, r.Y, '▸', d.st.Accent)
	}
	text := longest(r.W-2, l.words(d.all, l.step > d.s.Step(), len(thousands(d.run.requests)))...)
	c.Text(r.X+2, r.Y, text, look)
	if i == d.cursor {
		c.Restyle(ui.Rect{X: r.X + 2, Y: r.Y, W: ui.Width(text), H: 1}, d.st.Selected)
	}
}
