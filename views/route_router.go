package views

import (
	"fmt"
	"sort"
	"strings"

	"kvtui/core/route"
	"kvtui/ui"
)

// drawRouter shows the request on its way and how the router decided.
func (v *Route) drawRouter(c *ui.Canvas, r ui.Rect) {
	v.table = tableDrawn{}
	if r.Empty() {
		return
	}
	if v.at.compact {
		v.drawRouterLines(c, r.Inset(1, 0))
		return
	}
	note := ""
	if !v.at.beside {
		note = v.toComeWords()
	}
	in := ui.Box(c, r, "Router", note, v.st.Border, v.st.Title).Inset(1, 0)
	if !v.at.beside {
		var top ui.Rect
		top, in = in.Top(1)
		v.drawQueue(c, ui.Rect{X: top.X - 1, Y: top.Y, W: top.W + 1, H: 1})
	}
	if v.s.Request() < 0 {
		v.drawStart(c, in)
		return
	}
	v.drawDecision(c, in)
}

// drawStart says what to do before the first request, and below what is to
// come.
func (v *Route) drawStart(c *ui.Canvas, r ui.Rect) {
	lines := []string{
		"Nothing has been routed yet: every cache is empty.",
		"",
		"space plays the run, n takes one request, . one step.",
		"s changes the strategy, e what the router knows, w the workers.",
	}
	if v.s.run.requests == 0 {
		lines = []string{"This run has no requests: o changes its prefixes and sends."}
	} else if r.H >= 16 {
		lines = append(lines, "j finds the next miss, tie, eviction or wrong belief, # a request.", "o opens all options, ? lists all keys.")
	}
	for _, l := range lines {
		parts := wrap(l, r.W)
		for _, part := range parts {
			var row ui.Rect
			row, r = r.Top(1)
			if row.H > 0 {
				c.Text(row.X, row.Y, part, v.st.Text)
			}
		}
		if len(parts) == 0 {
			_, r = r.Top(1)
		}
	}
	if v.at.beside {
		v.drawMap(c, r)
	}
}

// decisionRows shares the rows below the request among the table and, where
// the rooms stand side by side, the steps: those come first, since the table
// can count the workers it leaves out.
func (v *Route) decisionRows(r ui.Rect, rows, workers int) (table, steps int) {
	table = min(rows, workers+2)
	if v.at.beside {
		reserved := 3 + min(v.s.run.longest, mostSteps) // a blank row above the reason and the steps, and their head
		if legend := 1 + v.legendRows(r.W); rows-reserved-legend >= manyRows {
			reserved += legend
		}
		table = max(min(table, rows-reserved), min(table, fewRows))
	}
	return table, rows - table
}

const (
	mostSteps = 8 // steps of a request for which rows are kept
	fewRows   = 5 // of the table, at least
	manyRows  = 9 // of the table, before rows are kept for the legend
)

// drawDecision lays out, from above: the request, the chain with each worker's
// share of it, why, what to beware of, and the steps where there is room.
func (v *Route) drawDecision(c *ui.Canvas, r ui.Rect) {
	n := v.s.Request()
	d := v.s.run.decision(n)
	why := wrap(v.s.whyOf(d, n), r.W-5)
	why = why[:min(len(why), 2)]
	warn := v.warnLines(r.W-2, v.warnRows())
	head, r := r.Top(1)
	v.drawRequest(c, head, n)
	table, steps := v.decisionRows(r, r.H-len(why)-len(warn), len(d.Scores))
	tr, r := r.Top(table)
	v.drawTable(c, tr, d)
	if v.at.beside && steps > 2 {
		_, r = r.Top(1)
		steps--
	}
	r = v.drawNotes(c, r, 5, "why", why, v.st.Muted, v.st.Bold)
	r = v.drawNotes(c, r, 2, "!", warn, v.st.Warn, v.st.Warn)
	long := v.stepRows(n)
	if drift := v.s.driftWords(); drift != nil && steps > min(long, mostSteps+1)+1 {
		r = v.drawNotes(c, r, 2, "", []string{longest(r.W-2, drift...)}, v.st.Warn, v.st.Warn)
		steps--
	}
	if steps > 2 {
		v.drawBelow(c, r, n)
	}
}

// drawNotes writes lines from column x on, a mark before the first, and
// returns what is left of the rectangle.
func (v *Route) drawNotes(c *ui.Canvas, r ui.Rect, x int, mark string, lines []string, markLook, look ui.Style) ui.Rect {
	for i, l := range lines {
		if i == 0 {
			c.Text(r.X, r.Y, mark, markLook)
		}
		c.Text(r.X+x, r.Y, l, look)
		_, r = r.Top(1)
	}
	return r
}

// drawBelow fills what is left of the router's room: the steps, the legend,
// and who holds what.
func (v *Route) drawBelow(c *ui.Canvas, r ui.Rect, n int) {
	_, r = r.Top(1)
	long := v.stepRows(n)
	if r.H < long && !v.at.beside {
		return
	}
	steps, r := r.Top(min(long, r.H))
	v.drawSteps(c, steps, n)
	v.drawMap(c, r)
}

// drawMap puts the legend at the foot of a room, and above it who holds what.
func (v *Route) drawMap(c *ui.Canvas, r ui.Rect) {
	rows := v.legendRows(r.W)
	if r.H < rows {
		return
	}
	legend, r := r.Bottom(rows)
	v.drawLegend(c, legend)
	_, r = r.Top(1)
	v.drawPrefixes(c, r)
}

// warnRows is how many rows a warning may take: rows are few where the rooms
// stand one above the other.
func (v *Route) warnRows() int {
	if v.at.beside {
		return 2
	}
	return 1
}

// warnLines is the warning as long as it fits into so many rows of w columns.
func (v *Route) warnLines(w, rows int) []string {
	var lines []string
	for _, text := range v.s.warning() {
		if lines = wrap(text, w); len(lines) <= rows {
			break
		}
	}
	return lines[:min(len(lines), rows)]
}

// drawRequest names the request and says what happens to it at this step.
func (v *Route) drawRequest(c *ui.Canvas, r ui.Rect, n int) {
	req := v.set().Requests[n]
	x := c.Text(r.X, r.Y, fmt.Sprintf("#%d  ", n+1), v.st.Bold)
	if req.Group < 0 {
		x = c.Text(x, r.Y, "no shared prefix", v.st.Muted)
	} else {
		x = c.Text(x, r.Y, "prefix ", v.st.Muted)
		x = c.Text(x, r.Y, groupName(v.set(), req.Group), v.st.GroupNow(req.Group))
	}
	size := " · " + plural(req.Tokens, "token", "tokens")
	x = c.Text(x, r.Y, longest(r.X+r.W-x, size+" · "+blocks(req.Chain.Len()), size, ""), v.st.Text)
	line := v.s.run.line
	now := v.s.stepWords(line.State().Last)
	if v.s.player.quick() {
		now = v.s.stepWords(line.Recording().Records[line.Start(n)])
	}
	for _, text := range v.stepForms(now) {
		if x+4+ui.Width(text) <= r.X+r.W {
			c.TextRight(r.X+r.W, r.Y, "● "+text, v.st.Accent)
			break
		}
	}
}

// drawSteps lists the steps of the request, the present one marked and in the
// middle where not all fit.
func (v *Route) drawSteps(c *ui.Canvas, r ui.Rect, n int) {
	if v.timed() {
		v.drawLog(c, r)
		return
	}
	line := v.s.run.line
	from, to := line.Start(n), line.End(n)
	head := fmt.Sprintf("steps of #%d", n+1)
	all, first := to-from, from
	if room := r.H - 1; room < all {
		if !v.s.player.quick() {
			first = min(max(from, v.s.Step()-1-room/2), to-room)
		}
		to = first + max(0, room)
		head += fmt.Sprintf(", %d to %d of %d", first-from+1, to-from, all)
	}
	c.Text(r.X, r.Y, head, v.st.Muted)
	for i := first; i < to; i++ {
		y := r.Y + 1 + i - first
		rec := line.Recording().Records[i]
		look, mark := v.st.Faint, "· "
		switch {
		case v.s.player.quick():
			look, mark = v.st.Text, "· "
		case i+1 == v.s.Step():
			look, mark = v.st.Accent, "▸ "
		case i < v.s.Step():
			look, mark = v.st.Text, "✓ "
		}
		words := v.s.stepWords(rec)
		c.Text(r.X, y, mark+longest(r.W-2, words, shortStep(words)), look)
	}
}

// drawRouterLines is the router in a few lines without a frame.
func (v *Route) drawRouterLines(c *ui.Canvas, r ui.Rect) {
	n := v.s.Request()
	if n < 0 {
		v.drawStart(c, r)
		return
	}
	v.drawRequest(c, ui.Rect{X: r.X, Y: r.Y, W: r.W, H: 1}, n)
	_, r = r.Top(1)
	for _, l := range wrap(v.s.whyOf(v.s.run.decision(n), n), r.W) {
		if r.H > 0 {
			c.Text(r.X, r.Y, l, v.st.Bold)
		}
		_, r = r.Top(1)
	}
	for i, l := range v.warnLines(r.W-2, r.H) {
		if i == 0 {
			c.Text(r.X, r.Y, "!", v.st.Warn)
		}
		c.Text(r.X+2, r.Y+i, l, v.st.Warn)
	}
}

// ranked returns the scores to show in n rows, the chosen worker's first where
// not all fit, and how many are left out.
func ranked(d route.Decision, n int) (show []route.Score, left int) {
	if len(d.Scores) <= n {
		return d.Scores, 0
	}
	all := append([]route.Score(nil), d.Scores...)
	sort.SliceStable(all, func(i, j int) bool {
		a, b := all[i], all[j]
		switch {
		case (a.Worker == d.Worker) != (b.Worker == d.Worker):
			return a.Worker == d.Worker
		case a.Overlap != b.Overlap:
			return a.Overlap > b.Overlap
		case a.Sent != b.Sent:
			return a.Sent < b.Sent
		}
		return a.Worker < b.Worker
	})
	return all[:max(0, n)], len(all) - max(0, n)
}

// wrap breaks a sentence into lines of at most w columns, between words where
// it can.
func wrap(s string, w int) []string {
	if s == "" || w <= 0 {
		return nil
	}
	var out []string
	line := ""
	for _, word := range strings.Fields(s) {
		switch {
		case line == "":
			line = word
		case ui.Width(line)+1+ui.Width(word) <= w:
			line += " " + word
		default:
			out = append(out, ui.Fit(line, w))
			line = word
		}
	}
	return append(out, ui.Fit(line, w))
}
