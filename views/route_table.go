package views

import (
	"fmt"
	"strconv"

	"kvtui/core/block"
	"kvtui/core/route"
	"kvtui/core/scenario"
	"kvtui/core/sim"
	"kvtui/ui"
)

// tableLabel is the width of the decision table's first column, the worker.
const tableLabel = 7

// drawTable draws the chain across and a row for each worker: which of its
// blocks the worker has, and the terms of the decision.
func (v *Route) drawTable(c *ui.Canvas, r ui.Rect, d route.Decision) {
	if r.H < 2 {
		return
	}
	heads := min(2, r.H-1)
	if r.H < 2+min(2, len(d.Scores)) {
		heads = 1
	}
	v.table.columns = termColumns(v.s.run.st.Strategy, heads == 1, v.s.run.st.Clock)
	terms := 0
	for _, t := range v.table.columns {
		terms += t.width
	}
	req := v.set().Requests[v.s.Request()]
	n := req.Chain.Len()
	room := r.W - tableLabel - terms
	wide, per := 3, 1
	if 3*n > room {
		room -= 2 // apart from the terms
		wide = 1
		per = max(1, (n+room-1)/max(1, room))
	}
	head, body := r.Top(heads)
	v.table = tableDrawn{x: r.X + tableLabel, wide: wide, per: per, blocks: n, terms: r.X + r.W - terms, columns: v.table.columns}
	end := 0
	c.WithClip(head, func() { end = v.tableHead(c, head) })
	rows := body.H
	show, left := ranked(d, rows)
	switch {
	case left > 0 && rows > 2:
		show, left = ranked(d, rows-1)
		c.Text(r.X, r.Y+r.H-1, "+"+plural(left, "more worker", "more workers"), v.st.Muted)
	case left > 0:
		note := fmt.Sprintf("%d of %s workers", len(show), thousands(len(d.Scores)))
		if to := v.table.terms - 4; end+2+ui.Width(note) <= to {
			c.TextRight(to, r.Y, note, v.st.Faint)
		}
	}
	for i, s := range show {
		row := ui.Rect{X: r.X, Y: body.Y + i, W: r.W, H: 1}
		v.table.y, v.table.workers = body.Y, append(v.table.workers, s.Worker)
		v.tableRow(c, row, s, s.Worker == d.Worker)
	}
}

// tableDrawn is where the blocks of the decision table were drawn.
type tableDrawn struct {
	x, y      int
	wide, per int // columns of a cell, blocks of one
	blocks    int // of the chain
	terms     int // the column where the terms begin
	columns   []termColumn
	workers   []int // by row
}

// blockAt returns the worker and the block of the chain that the decision table
// shows at a cell: the first one where a cell stands for several.
func (v *Route) blockAt(x, y int) (w, at int, ok bool) {
	t := &v.table
	row := y - t.y
	if row < 0 || row >= len(t.workers) || x < t.x {
		return 0, 0, false
	}
	at = (x - t.x) / t.wide * t.per
	return t.workers[row], at, at < t.blocks
}

// tableHead writes what the columns are, and returns the column after what it
// wrote over the blocks in its first row.
func (v *Route) tableHead(c *ui.Canvas, r ui.Rect) (end int) {
	t := &v.table
	c.Text(r.X, r.Y, "block", v.st.Muted)
	x := t.terms
	for _, col := range t.columns {
		x += col.width
		c.TextRight(x, r.Y, col.head, v.st.Muted)
		c.TextRight(x, r.Y+1, col.unit, v.st.Faint)
	}
	switch {
	case t.blocks == 0:
		return c.Text(t.x, r.Y, longest(t.terms-4-t.x, "none: the prompt is shorter than one", "none: too short"), v.st.Warn)
	case t.wide == 3:
		c.Text(r.X, r.Y+1, "name", v.st.Muted)
		for i, name := range v.names() {
			c.TextRight(t.x+3*i+2, r.Y, strconv.Itoa(i+1), v.st.Muted)
			c.Text(t.x+3*i, r.Y+1, name, v.st.GroupStyle(max(0, v.set().Requests[v.s.Request()].Group)))
		}
		return t.x + 3*t.blocks
	}
	return v.cellsHead(c, r)
}

// cellsHead numbers the first and the last block over narrow cells, and says
// what a cell stands for: between the two where there is no row below.
func (v *Route) cellsHead(c *ui.Canvas, r ui.Rect) (end int) {
	t := &v.table
	end = t.x + (t.blocks+t.per-1)/t.per
	last, note := thousands(t.blocks), fmt.Sprintf("1 cell = %d blocks", t.per)
	switch {
	case t.per == 1:
	case r.H > 1:
		c.Text(t.x, r.Y+1, longest(t.terms+1-t.x, note, fmt.Sprintf("1 = %d blk", t.per), ""), v.st.Faint)
	case ui.Width(note)+2*(ui.Width(last)+2) <= end-t.x:
		c.Text(t.x+(end-t.x-ui.Width(note))/2, r.Y, note, v.st.Faint)
	default:
		return max(end, c.Text(t.x, r.Y, note, v.st.Faint))
	}
	c.Text(t.x, r.Y, "1", v.st.Muted)
	if end-ui.Width(last) > t.x+1 {
		c.TextRight(end, r.Y, last, v.st.Muted)
	}
	return end
}

// names returns two hex digits of each block's name, made once a request.
func (v *Route) names() []string {
	n := v.s.Request()
	if v.named.request != n || v.named.run != v.s.run {
		v.named.request, v.named.run, v.named.text = n, v.s.run, nil
		for _, name := range v.set().Names(n) {
			v.named.text = append(v.named.text, fmt.Sprintf("%x", name[:1]))
		}
	}
	return v.named.text
}

func (v *Route) tableRow(c *ui.Canvas, r ui.Rect, s route.Score, chosen bool) {
	look := v.st.Text
	if chosen {
		look = v.st.Accent
		c.Set(r.X+tableLabel-2, r.Y, '▸', look)
	}
	c.Text(r.X, r.Y, fmt.Sprintf("W%d", s.Worker), look)
	x := v.table.terms
	for _, col := range v.table.columns {
		x += col.width
		text := col.text(s)
		if s.Worker >= v.s.run.st.Workers { // the router did not weigh it
			text = "–"
		}
		c.TextRight(x, r.Y, text, look)
	}

	cells := v.chainCells(s.Worker, chosen)
	x, wide, per := v.table.x, v.table.wide, v.table.per
	for i := 0; i < len(cells); i += per {
		top := cells[i]
		for _, o := range cells[i:min(i+per, len(cells))] {
			if o.Weight > top.Weight {
				top = o
			}
		}
		dx := 0
		if wide == 3 {
			dx = 1
		}
		c.Set(x+i/per*wide+dx, r.Y, top.Glyph, top.Style)
	}
}

// chainCells returns what a worker has of the chain of the request on screen.
func (v *Route) chainCells(w int, chosen bool) []ui.Cell {
	req := v.set().Requests[v.s.Request()]
	cells := make([]ui.Cell, 0, req.Chain.Len())
	p := v.progress()
	i := 0
	for _, sp := range req.Chain {
		for j := range sp.N {
			cell := v.cell(w, sp.First+block.Prefix(j), req.Group)
			if chosen {
				cell = v.nowCell(v.noted(cell, v.s.Request(), i), i, p, req.Group)
			}
			cell = v.fadingCell(cell, w, i, sp.First+block.Prefix(j), req.Group)
			cells = append(cells, cell)
			i++
		}
	}
	return cells
}

// progress tells how far the request on screen has come on its worker: blocks
// reused, and blocks from there on that count as computed at this moment.
type progress struct{ reused, computed int }

func (v *Route) progress() progress {
	st := v.s.run.line.State()
	if st.Step == 0 {
		return progress{}
	}
	if v.timed() {
		return v.timedProgress()
	}
	w := &st.Workers[st.Target]
	p := progress{reused: w.LastReused}
	if w.LastTokens == 0 {
		return p
	}
	p.computed = v.set().Requests[w.Request].Chain.Len() - p.reused
	if st.Last.Kind == sim.Computed && !v.s.player.quick() {
		p.computed = int(float64(p.computed)*v.s.player.seen() + 0.5)
	}
	return p
}

// The glyphs of a block. Each state has one of its own, so that it can be told
// without colour.
const (
	glyphHeld    = '■' // held and known
	glyphReused  = '▣' // reused now
	glyphNew     = '+' // computed now
	glyphGone    = '□' // believed but gone
	glyphUnknown = '▨' // held but unknown
	glyphEvicted = '✗' // let go at this step
	glyphNone    = '·'
)

// cell returns the state of a block on a worker, by cache and index.
func (v *Route) cell(w int, p block.Prefix, g int) ui.Cell {
	held, known := v.s.run.line.State().Holds(w, p)
	g = max(0, g)
	switch {
	case held && known:
		return ui.Cell{Glyph: glyphHeld, Style: v.st.GroupStyle(g), Weight: 2}
	case held:
		return ui.Cell{Glyph: glyphUnknown, Style: v.st.GroupStyle(g), Weight: 2}
	case known:
		return ui.Cell{Glyph: glyphGone, Style: v.st.Gone, Weight: 3}
	}
	return ui.Cell{Glyph: glyphNone, Style: v.st.Faint}
}

// noted is the cell of block i of request r on the worker that serves it: what
// the router noted because of this very request is not there yet, and nobody
// was misled by it. What it believed before, and is gone, stays so.
func (v *Route) noted(c ui.Cell, r, i int) ui.Cell {
	if c.Glyph != glyphGone || r != v.s.Request() || v.s.run.st.Knowledge != scenario.Approximate {
		return c
	}
	if d := v.s.run.decision(r); i < d.Scores[d.Worker].Overlap {
		return c
	}
	return ui.Cell{Glyph: glyphNone, Style: v.st.Faint}
}

// nowCell puts what happens at this step over a block's state.
func (v *Route) nowCell(c ui.Cell, i int, p progress, g int) ui.Cell {
	switch {
	case i < p.reused:
		return ui.Cell{Glyph: glyphReused, Style: v.st.GroupNow(max(0, g)), Weight: 5}
	case i < p.reused+p.computed:
		return ui.Cell{Glyph: glyphNew, Style: v.st.Accent, Weight: 4}
	}
	return c
}

// fadingCell marks block i of a chain where its worker lets it go at this step;
// the mark fades, and the next step shows what is left.
func (v *Route) fadingCell(c ui.Cell, w, i int, p block.Prefix, g int) ui.Cell {
	rec := v.s.run.line.State().Last
	if rec.Kind != sim.Evicted || int(rec.Worker) != w || i < int(rec.From) || i >= int(rec.To) ||
		v.set().Requests[rec.Of].Chain.At(i) != p {
		return c
	}
	look := v.st.GroupNow(max(0, g))
	if v.s.player.seen() > 0.5 {
		look = v.st.GroupFading(max(0, g))
	}
	return ui.Cell{Glyph: glyphEvicted, Style: look, Weight: 6}
}
