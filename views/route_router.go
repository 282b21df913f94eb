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
		note = "queue " + thousands(v.waiting())
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

// drawStart says what to do before the first request.
func (v *Route) drawStart(c *ui.Canvas, r ui.Rect) {
	lines := []string{
		"Nothing has been routed yet: every cache is empty.",
		"",
		"space plays the run, n takes one request, . one step.",
		"s changes the strategy, e what the router knows, w the workers.",
	}
	if v.s.run.requests == 0 {
		lines = []string{"This run has no requests: o changes its prefixes and sends."}
	}
	row := r.Y
	for _, l := range lines {
		for _, part := range wrap(l, r.W) {
			if row < r.Y+r.H {
				c.Text(r.X, row, part, v.st.Text)
			}
			row++
		}
	}
}

// drawDecision lays out, from above: the request, the chain with each worker's
// share of it, why, what to beware of, and the steps where there is room.
func (v *Route) drawDecision(c *ui.Canvas, r ui.Rect) {
	n := v.s.Request()
	d := v.s.run.decision(n)
	why := wrap(whyWords(d, n), r.W-5)
	warn := v.warnLines(r.W-2, v.warnRows())
	head, r := r.Top(1)
	v.drawRequest(c, head, n)
	notes := min(len(why), 2) + len(warn)
	rows := r.H - notes
	table := min(rows, len(d.Scores)+2)
	steps := rows - table
	if v.at.beside && steps < 7 && len(d.Scores) > 4 {
		table = max(6, rows-8)
		steps = rows - table
	}
	tr, r := r.Top(table)
	v.drawTable(c, tr, d)
	if v.at.beside && steps > 2 {
		_, r = r.Top(1)
		steps--
	}
	for i, l := range why[:min(len(why), 2)] {
		if i == 0 {
			c.Text(r.X, r.Y, "why", v.st.Muted)
		}
		c.Text(r.X+5, r.Y, l, v.st.Bold)
		_, r = r.Top(1)
	}
	for i, l := range warn {
		if i == 0 {
			c.Text(r.X, r.Y, "!", v.st.Warn)
		}
		c.Text(r.X+2, r.Y, l, v.st.Warn)
		_, r = r.Top(1)
	}
	if drift := v.s.driftWords(); drift != nil && steps > 4 {
		c.Text(r.X+2, r.Y, longest(r.W-2, drift...), v.st.Warn)
		_, r = r.Top(1)
		steps--
	}
	if steps > 2 {
		v.drawBelow(c, r, n)
	}
}

// drawBelow fills what is left of the router's room: the steps, the legend,
// and who holds what.
func (v *Route) drawBelow(c *ui.Canvas, r ui.Rect, n int) {
	_, r = r.Top(1)
	long := v.s.run.line.End(n) - v.s.run.line.Start(n) + 1
	if r.H < long && !v.at.beside {
		return
	}
	steps, r := r.Top(long)
	v.drawSteps(c, steps, n)
	if r.H < 4 {
		return
	}
	legend, r := r.Bottom(max(2, 120/max(1, r.W)+1))
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
		x = c.Text(x, r.Y, "no own prefix", v.st.Muted)
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
	for _, text := range []string{now, shortStep(now)} {
		if x+4+ui.Width(text) <= r.X+r.W {
			c.TextRight(r.X+r.W, r.Y, "● "+text, v.st.Accent)
			break
		}
	}
}

// drawSteps lists the steps of the request, the present one marked.
func (v *Route) drawSteps(c *ui.Canvas, r ui.Rect, n int) {
	line := v.s.run.line
	from, to := line.Start(n), line.End(n)
	c.Text(r.X, r.Y, fmt.Sprintf("steps of #%d", n+1), v.st.Muted)
	for i := from; i < to && 1+i-from < r.H; i++ {
		y := r.Y + 1 + i - from
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
	for _, l := range wrap(whyWords(v.s.run.decision(n), n), r.W) {
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
