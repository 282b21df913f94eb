package views

import (
	"fmt"

	"kvtui/core/sim"
	"kvtui/ui"
)

// Smallest sizes of a worker's panel, in cells.
const (
	boxW, boxH   = 36, 5
	rowsW, rowsH = 36, 2
	lineW, lineH = 38, 1
)

// drawWorkers shows the fleet in as much detail as there is room for: boxes, a
// few lines each, a line each, or a cell each.
func (v *Route) drawWorkers(c *ui.Canvas, r ui.Rect) {
	v.spots, v.outcomes = v.spots[:0], v.outcomes[:0]
	if r.Empty() {
		return
	}
	n := v.s.run.st.Workers
	in := r
	switch {
	case v.at.beside:
		in = r.Inset(2, 1)
	case !v.at.compact:
		in.W--
	}
	count := plural(n, "worker", "workers")
	note := longest(r.W-16, "bar: tokens computed · "+count, "bar: tokens computed")
	switch {
	case !v.at.compact && v.grid(r, n, boxW, boxH, 1):
		v.eachSpot(func(b ui.Rect, w int) { v.workerBox(c, b, w) })
		v.s.drawOutcomes(c, v.st, v.outcomes)
		return
	case v.grid(in, n, rowsW, rowsH, 2):
		v.eachSpot(func(b ui.Rect, w int) { v.workerRows(c, b, w) })
	case v.grid(in, n, lineW, lineH, 2):
		v.eachSpot(func(b ui.Rect, w int) { v.workerLine(c, b, w) })
	default:
		v.drawHeat(c, in)
	}
	v.s.drawOutcomes(c, v.st, v.outcomes)
	switch {
	case v.at.beside:
		ui.Box(c, r, "Workers", note, v.st.Border, v.st.Title)
	case len(v.spots) > 0 && v.spots[0].rect.Y > in.Y:
		c.TextRight(in.X+in.W, in.Y, note, v.st.Muted)
	}
}

// grid places n panels in columns as wide as fit, if all fit with at least
// minW x minH cells each. Boxes share out the whole room. Panels without a
// frame are read as a table, so all are alike, and bars can be compared; a row
// that is left free lies above them.
func (v *Route) grid(r ui.Rect, n, minW, minH, gap int) bool {
	cols := min(n, max(1, (r.W+gap)/(minW+gap)))
	rows := (n + cols - 1) / cols
	if r.W < minW || rows*minH > r.H {
		return false
	}
	cols = (n + rows - 1) / rows // no row nearly empty
	w, h := (r.W+gap)/cols-gap, 1
	if minH > 1 {
		h = min(r.H/rows, 6)
	}
	if minH < boxH && !v.at.beside && rows*h < r.H {
		_, r = r.Top(1)
	}
	for i := range n {
		b := ui.Rect{X: r.X + i%cols*(w+gap), Y: r.Y + i/cols*h, W: w, H: h}
		if minH == boxH {
			x0, x1 := i%cols*(r.W+gap)/cols, (i%cols+1)*(r.W+gap)/cols-gap
			y0, y1 := i/cols*r.H/rows, (i/cols+1)*r.H/rows
			b = ui.Rect{X: r.X + x0, Y: r.Y + y0, W: x1 - x0, H: y1 - y0}
		}
		v.spots = append(v.spots, spot{b, i})
	}
	return true
}

func (v *Route) eachSpot(draw func(r ui.Rect, w int)) {
	for _, s := range v.spots {
		draw(s.rect, s.worker)
	}
}

// isTarget reports whether the request on screen went to worker w.
func (v *Route) isTarget(w int) bool {
	return v.s.run.line.State().Target == w
}

func (v *Route) workerTitle(w int) (title string, look ui.Style) {
	title, look = fmt.Sprintf("W%d", w), v.st.Title
	if v.isTarget(w) {
		title, look = "▸ "+title, v.st.Accent
	}
	if v.focus == 1 && v.chosen == w {
		title = "[" + title + "]"
	}
	return title, look
}

func (v *Route) workerNote(w int) string {
	st := &v.s.run.line.State().Workers[w]
	held := blocks(st.Held)
	if room := v.s.run.st.Capacity; room > 0 {
		held = fmt.Sprintf("%s of %s", thousands(st.Held), blocks(room))
	}
	return fmt.Sprintf("%s sent · %s", thousands(st.Sent), held)
}

func (v *Route) workerBox(c *ui.Canvas, r ui.Rect, w int) {
	title, look := v.workerTitle(w)
	border := v.st.Border // the target's title tells it: a whole frame is many cells to send
	if v.focus == 1 && v.chosen == w {
		border = v.st.Focus
	}
	in := ui.TitledBox(c, r, title, v.workerNote(w), border, look, v.st.Text).Inset(1, 0)
	g := v.setGrid(w, ui.Rect{W: in.W, H: max(3, in.H*2/3)})
	set, rest := in.Top(max(1, in.H-1))
	switch {
	case len(g.Runs) == 0:
		c.Text(set.X, set.Y, "empty", v.st.Faint)
	case in.H > 6 && in.H >= 2*min(v.set().Groups, sim.RecentGroups)+4:
		set, rest = in.Top(len(g.Runs))
		drawList(c, set, g.Runs, v.st)
	case in.H > 6:
		set, rest = in.Top(g.Height(in.W, in.H*2/3))
		g.Draw(c, set, v.st)
	default:
		g.Draw(c, set, v.st)
	}
	if rest.H > 2 {
		if k := g.PerCell(); k > 1 {
			c.Text(rest.X, rest.Y, fmt.Sprintf("1 cell = %d blocks", k), v.st.Faint)
		}
		_, rest = rest.Top(1)
	}
	v.workerLog(c, rest, w)
}

// drawList draws a set with one prefix a line.
func drawList(c *ui.Canvas, r ui.Rect, runs []ui.CellRun, st *ui.Styles) {
	all := ui.CellGrid{Runs: runs}
	per := all.Fits(r.W, r.H)
	for i := range runs {
		one := ui.CellGrid{Runs: runs[i : i+1], AtLeast: per}
		one.Draw(c, ui.Rect{X: r.X, Y: r.Y + i, W: r.W, H: 1}, st)
	}
}

// workerLog lists what became of the worker's requests down to the last one,
// half a page at a time as the queue does.
func (v *Route) workerLog(c *ui.Canvas, r ui.Rect, w int) {
	served := v.s.run.served[w][:v.s.run.line.State().Workers[w].Sent]
	if len(served) < 2 || r.H < 2 {
		v.workerOutcome(c, r, w)
		return
	}
	half := r.H / 2
	first := max(0, pageStart(len(served)-1, r.H)-half)
	for i, n := range served[first : len(served)-1] {
		v.outcomes = append(v.outcomes, outcomeLine{ui.Rect{X: r.X, Y: r.Y + i, W: r.W, H: 1}, int(n), v.st.Muted})
	}
	_, last := r.Top(len(served) - 1 - first)
	v.workerOutcome(c, last, w)
}

func (v *Route) workerOutcome(c *ui.Canvas, r ui.Rect, w int) {
	st := &v.s.run.line.State().Workers[w]
	if st.Request < 0 {
		c.Text(r.X, r.Y, "no request yet", v.st.Faint)
		return
	}
	look := v.st.Text
	if v.isTarget(w) {
		look = v.st.Bold
	}
	if r.H > 0 {
		v.outcomes = append(v.outcomes, outcomeLine{r, st.Request, look})
	}
}

// longest returns the first text that fits into w columns, or the last one cut.
func longest(w int, texts ...string) string {
	for _, t := range texts {
		if ui.Width(t) <= w {
			return t
		}
	}
	return ui.Fit(texts[len(texts)-1], w)
}

// workerRows is a worker without a frame: a line, and its set below.
func (v *Route) workerRows(c *ui.Canvas, r ui.Rect, w int) {
	head, body := r.Top(1)
	v.workerLine(c, head, w)
	body = ui.Rect{X: body.X + 2, Y: body.Y, W: body.W - 2, H: body.H}
	if body.H > 2 {
		var last ui.Rect
		body.H = min(body.H, 5)
		last, body = body.Bottom(1)
		v.workerOutcome(c, last, w)
	}
	g := v.setGrid(w, body)
	if body.W < 48 || g.Fits(body.W, body.H) == 1 { // prefixes before what a cell stands for
		g.Draw(c, body, v.st)
		return
	}
	body, note := body.Left(body.W - 11)
	g.Draw(c, body, v.st)
	c.TextRight(note.X+note.W, note.Y, fmt.Sprintf("■ = %d blk", g.PerCell()), v.st.Faint)
}

// setGrid is a worker's set with as many prefixes as a rectangle can show in
// some detail.
func (v *Route) setGrid(w int, r ui.Rect) ui.CellGrid {
	runs := v.setRuns(w)
	room := max(1, r.W/14) * max(1, r.H)
	if len(runs) <= room {
		return ui.CellGrid{Runs: runs}
	}
	_, groups := v.s.run.line.State().Workers[w].Recent()
	return ui.CellGrid{Runs: runs[:room], Extra: max(0, groups-room)}
}

// workerLine is a worker on one line: sent, held, and its share of the tokens
// computed as a bar.
func (v *Route) workerLine(c *ui.Canvas, r ui.Rect, w int) {
	title, look := v.workerTitle(w)
	if title[0] == 'W' {
		title = "  " + title
	}
	c.Text(r.X, r.Y, title, look)
	st := v.s.run.line.State()
	sent := ui.Pad(thousands(st.Workers[w].Sent), max(6, len(thousands(v.s.run.requests)))) // bars begin in one column
	held := ui.Pad(thousands(st.Workers[w].Held), max(7, len(thousands(v.set().Prefixes))))
	text := fmt.Sprintf("%s sent %s blk", sent, held)
	if c := v.s.run.st.Capacity; c > 0 && r.W >= lineW+12 {
		text = fmt.Sprintf("%s sent %s of %s blk", sent, held, thousands(c))
	}
	x := c.Text(r.X+8, r.Y, text, v.st.Text) + 1
	room := r.X + r.W - x
	if room < 4 {
		return
	}
	most := int64(1)
	for _, n := range st.Totals.Computed {
		most = max(most, n)
	}
	full := int(int64(room) * st.Totals.Computed[w] / most)
	c.Fill(ui.Rect{X: x, Y: r.Y, W: room, H: 1}, '·', v.st.Faint)
	c.Fill(ui.Rect{X: x, Y: r.Y, W: full, H: 1}, '■', v.st.Fill)
}

// drawHeat shows each worker as one cell by the blocks it holds.
func (v *Route) drawHeat(c *ui.Canvas, r ui.Rect) {
	st := v.s.run.line.State()
	if !v.at.compact {
		var head ui.Rect
		head, r = r.Top(1)
		if v.timed() {
			c.Text(head.X+1, head.Y, longest(head.W-1, "workers, shaded by requests under way (· none, █ the most)", "shaded by requests under way", "shaded by requests"), v.st.Muted)
		} else {
			v.heatHead(c, head)
		}
	}
	most := 1
	for i := range st.Workers {
		most = max(most, v.heatOf(i))
	}
	v.heat = ui.Heat{Values: v.heat.Values[:0]} // afresh, so that it scrolls by the state alone
	for i := range st.Workers {
		v.heat.Values = append(v.heat.Values, float64(v.heatOf(i))/float64(most))
	}
	v.heat.Look = func(int) ui.Style { return v.st.Fill }
	v.heat.Cursor, v.heat.Chosen = v.chosen, st.Target
	foot, grid := r.Bottom(1)
	if r.H < 3 {
		grid = r
	} else if v.heat.Chosen >= 0 {
		v.workerLine(c, foot, v.heat.Chosen)
	}
	v.heat.Draw(c, grid, v.st, v.focus == 1)
}

// heatHead says what the shades of workers stand for.
func (v *Route) heatHead(c *ui.Canvas, head ui.Rect) {
	texts := []string{"workers, shaded by blocks held (· none, █ the most)", "shaded by blocks held (█ the most)", "shaded by blocks"}
	if !v.at.beside { // else the box says it
		texts = append([]string{texts[0] + "; bar: tokens computed"}, texts...)
	}
	c.Text(head.X+1, head.Y, longest(head.W-1, texts...), v.st.Muted)
}

// heatOf is what a worker is shaded by: blocks held, or on a clock requests
// under way.
func (v *Route) heatOf(w int) int {
	if v.timed() {
		return len(v.fleetNow().on[w])
	}
	return v.s.run.line.State().Workers[w].Held
}
