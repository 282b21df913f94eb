package views

import (
	"fmt"
	"slices"

	"kvtui/core/block"
	"kvtui/ui"
)

const (
	prefixCells = 6 // cells a worker for one prefix, at most
	lookBack    = 400
)

// drawPrefixes is the map of who holds what: a row for each prefix sent so far,
// the newest first where not all fit, and for each worker how much of it is in
// its cache and in the index.
func (v *Route) drawPrefixes(c *ui.Canvas, r ui.Rect) {
	rows := v.prefixRows(r.H - 2)
	n := v.s.run.st.Scenario.Workers
	cols := min(n, (r.W-18)/(prefixCells+3))
	if cols < n {
		cols = (r.W - 26) / (prefixCells + 3) // with room for the count of the rest
	}
	if len(rows) == 0 || r.H < 4 || cols < 1 {
		return
	}
	c.Text(r.X, r.Y, "who holds what", v.st.Muted)
	x0 := r.X + 18
	for w := range cols {
		look := v.st.Muted
		if v.isTarget(w) {
			look = v.st.Accent
		}
		c.Text(x0+w*(prefixCells+3), r.Y, fmt.Sprintf("W%d", w), look)
	}
	if cols < n {
		c.TextRight(r.X+r.W, r.Y, fmt.Sprintf("+%s more", thousands(n-cols)), v.st.Muted)
	}
	for i, req := range rows {
		y := r.Y + 1 + i
		g := v.set().Requests[req].Group
		c.Text(r.X, y, groupName(v.set(), g), v.st.GroupStyle(max(0, g)))
		c.TextRight(r.X+16, y, blocks(v.set().Shared(req)), v.st.Faint)
		for w := range cols {
			v.prefixOn(c, x0+w*(prefixCells+3), y, w, req)
		}
	}
}

// prefixRows returns the newest request of each prefix sent so far, by prefix
// in the lab, newest first in a trace.
func (v *Route) prefixRows(limit int) []int {
	seen := map[int]bool{}
	var out []int
	from := v.s.Request()
	if v.s.player.quick() { // the rows stay for a while
		from -= from % 8
	}
	for i := from; i >= 0 && i > from-lookBack && len(out) < limit; i-- {
		if g := v.set().Requests[i].Group; g >= 0 && !seen[g] && v.set().Shared(i) > 0 {
			seen[g] = true
			out = append(out, i)
		}
	}
	if !v.set().Traced {
		slices.SortFunc(out, func(a, b int) int { return v.set().Requests[a].Group - v.set().Requests[b].Group })
	}
	return out
}

// prefixOn draws a prefix's blocks on one worker, several to a cell where they
// are many.
func (v *Route) prefixOn(c *ui.Canvas, x, y, w, req int) {
	r := v.set().Requests[req]
	n := v.set().Shared(req)
	per := (n + prefixCells - 1) / prefixCells
	i := 0
	var top ui.Cell
	r.Chain.Each(0, n, func(sp block.Span) {
		for j := range sp.N {
			pre := sp.First + block.Prefix(j)
			cell := v.fadingCell(v.cell(w, pre, r.Group), w, i, pre, r.Group)
			if i%per == 0 || cell.Weight > top.Weight {
				top = cell
			}
			if i++; i%per == 0 || i == n {
				c.Set(x+(i-1)/per, y, top.Glyph, top.Style)
			}
		}
	})
}

// glyphWords are the states of a block, as the legend and help name them; room
// is what a worker can hold, 0 for all.
func glyphWords(room int) []glyphText {
	words := []glyphText{
		{glyphHeld, "held and known"},
		{glyphReused, "reused now"},
		{glyphNew, "computed now"},
		{glyphGone, "believed, not there"},
		{glyphUnknown, "held, not known"},
		{glyphNone, "not there"},
	}
	if room > 0 {
		words = append(words, glyphText{glyphEvicted, "evicted now"})
	}
	return words
}

// legend puts the glyphs into help: actions that no key triggers.
func (v *Route) legend() []ui.Action {
	var out []ui.Action
	for _, g := range glyphWords(v.s.run.st.Scenario.Capacity) {
		out = append(out, ui.Action{ID: g.text, Show: string(g.glyph), Text: g.text, Group: "Blocks of a worker"})
	}
	return out
}

// drawLegend names the glyphs of blocks.
func (v *Route) drawLegend(c *ui.Canvas, r ui.Rect) {
	x, y := r.X, r.Y
	for _, l := range glyphWords(v.s.run.st.Scenario.Capacity) {
		if x > r.X && x+3+ui.Width(l.text) > r.X+r.W {
			x, y = r.X, y+1
		}
		if y >= r.Y+r.H {
			return
		}
		c.Set(x, y, l.glyph, v.st.Text)
		x = c.Text(x+2, y, l.text, v.st.Muted) + 2
	}
}
