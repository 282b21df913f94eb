package views

import (
	"fmt"
	"slices"

	"kvtui/core/block"
	"kvtui/ui"
)

const (
	prefixCells = 6   // cells a worker for one prefix, at most
	lookAround  = 400 // requests before and after the present one
)

// drawPrefixes is the map of who holds what: a row for each prefix sent so far
// or next to come, the newest first where not all fit, with how often it is
// still to come, and for each worker how much of it is in its cache and in the
// index.
func (v *Route) drawPrefixes(c *ui.Canvas, r ui.Rect) {
	rows := v.prefixRows(r.H - 2)
	n := v.s.run.st.Workers
	const each = prefixCells + 3
	label := 18
	if counted := label + 9; counted+n*each <= r.W || r.W >= 70 {
		label = counted
	}
	cols := min(n, (r.W-label)/each)
	if cols < n {
		cols = (r.W - label - 8) / each // with room for the count of the rest
	}
	if len(rows) == 0 || r.H < 4 || cols < 1 {
		return
	}
	c.Text(r.X, r.Y, "who holds what", v.st.Muted)
	if label > 18 {
		c.TextRight(r.X+25, r.Y, "to come", v.st.Muted)
	}
	x0 := r.X + label
	for w := range cols {
		look := v.st.Muted
		if v.isTarget(w) {
			look = v.st.Accent
		}
		c.Text(x0+w*each, r.Y, fmt.Sprintf("W%d", w), look)
	}
	if cols < n {
		c.TextRight(r.X+r.W, r.Y, fmt.Sprintf("+%s more", thousands(n-cols)), v.st.Muted)
	}
	for i, req := range rows {
		y := r.Y + 1 + i
		g := v.set().Requests[req].Group
		c.Text(r.X, y, groupName(v.set(), g), v.st.GroupStyle(max(0, g)))
		c.TextRight(r.X+16, y, blocks(v.set().Shared(req)), v.st.Faint)
		if label > 18 {
			c.TextRight(r.X+25, y, thousands(v.s.run.toCome(g, v.s.Request())), v.st.Faint)
		}
		for w := range cols {
			v.prefixOn(c, x0+w*each, y, w, req)
		}
	}
}

// toCome counts the requests of a group after one.
func (r *run) toCome(group, after int) int {
	all := r.sharing[group]
	i, _ := slices.BinarySearch(all, int32(after+1))
	return len(all) - i
}

// prefixRows returns the newest request of each prefix sent so far, then the
// first of each that is to come; by prefix in the lab, newest first in a trace.
func (v *Route) prefixRows(limit int) []int {
	seen := map[int]bool{}
	var out []int
	add := func(i int) {
		if g := v.set().Requests[i].Group; len(out) < limit && g >= 0 && !seen[g] && v.set().Shared(i) > 0 {
			seen[g] = true
			out = append(out, i)
		}
	}
	from := v.s.Request()
	if v.s.player.quick() { // the rows stay for a while
		from -= from % 8
	}
	for i := from; i >= 0 && i > from-lookAround; i-- {
		add(i)
	}
	for i := from + 1; i < min(v.s.run.requests, from+lookAround); i++ {
		add(i)
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
			cell := v.cell(w, pre, r.Group)
			if v.isTarget(w) {
				cell = v.noted(cell, req, i)
			}
			cell = v.fadingCell(cell, w, i, pre, r.Group)
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
	for _, g := range glyphWords(v.s.run.st.Capacity) {
		out = append(out, ui.Action{ID: g.text, Show: string(g.glyph), Text: g.text, Group: "Blocks of a worker"})
	}
	if v.timed() {
		for _, l := range phaseLooks() {
			out = append(out, ui.Action{ID: l.word, Show: string(l.glyph) + " " + string(l.letter), Text: l.word + laneMeaning(l.letter), Group: "Lanes of a worker"})
		}
	}
	return out
}

// drawLegend names the glyphs of blocks.
func (v *Route) drawLegend(c *ui.Canvas, r ui.Rect) {
	v.placeLegend(r.W, func(x, y int, g glyphText) {
		if y < r.H {
			c.Set(r.X+x, r.Y+y, g.glyph, v.st.Text)
			c.Text(r.X+x+2, r.Y+y, g.text, v.st.Muted)
		}
	})
}

// legendRows is how many rows the legend takes in w columns.
func (v *Route) legendRows(w int) (rows int) {
	v.placeLegend(w, func(_, y int, _ glyphText) { rows = y + 1 })
	return rows
}

// placeLegend gives each glyph its place in w columns.
func (v *Route) placeLegend(w int, at func(x, y int, g glyphText)) {
	x, y := 0, 0
	for _, g := range glyphWords(v.s.run.st.Capacity) {
		if x > 0 && x+2+ui.Width(g.text) > w {
			x, y = 0, y+1
		}
		at(x, y, g)
		x += 4 + ui.Width(g.text)
	}
}
