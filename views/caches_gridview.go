package views

import (
	"strconv"

	"kvtui/ui"
)

// drawGrid draws the grid, with the room of each worker above and the cell
// under the cursor in words below.
func (v *Caches) drawGrid(c *ui.Canvas, r ui.Rect) {
	v.grid.drawn = gridDrawn{}
	if r.Empty() {
		return
	}
	rows := v.prefixes()
	title := cachesGridTitle(r.W)
	_, _, cols := v.gridColumns(r.W - 4)
	hidden := v.s.run.st.Workers - cols
	in := v.frame(c, r, onGrid, title, longest(r.W-8-ui.Width(title), cachesOrderWords(v.order(), len(rows), hidden)...))
	if in.H < 3 {
		return
	}
	legend, foot := 0, 1
	switch {
	case in.H >= 24:
		legend, foot = cachesLegendRows(in.W), 2
	case in.H >= 14:
		foot = 2
	}
	words, in := in.Bottom(foot)
	key, in := in.Bottom(legend)
	v.drawCellWords(c, words, rows)
	v.drawShareKey(c, key)
	if len(rows) == 0 {
		c.Text(in.X, in.Y, longest(in.W, cachesNothingYet()...), v.st.Faint)
		return
	}
	v.drawCells(c, in, rows)
}

// gridColumns returns the width of the names in a grid of w columns, that of a
// worker, and how many workers are in view.
func (v *Caches) gridColumns(w int) (label int, m gridMode, cols int) {
	label = v.gridLabel()
	room := max(1, w-label-gridCopies)
	m = v.gridMode(room)
	return label, m, min(v.s.run.st.Workers, max(1, (room+1)/m.step))
}

// drawCells draws the numbers of the workers, their room, and the rows.
func (v *Caches) drawCells(c *ui.Canvas, r ui.Rect, rows []prefixRow) {
	n := v.s.run.st.Workers
	label, m, cols := v.gridColumns(r.W)
	heads := 3
	switch {
	case r.H < 9:
		heads = 1
	case m.step < 4:
		heads = 2 // no room for numbers
	}
	g := &v.grid
	g.left = scrolled(g.left, v.worker, n, cols, true)
	x0 := r.X + label
	head, body := r.Top(heads)
	v.workerNumbers(c, x0, head.Y, m, cols)
	if hidden := n - cols; hidden > 0 && v.at.compact { // else the box says it
		c.Text(r.X+1, head.Y, longest(label-2, cachesHidden(hidden)...), v.st.Muted)
	}
	g.drawn.copies = min(r.X+r.W, x0+cols*m.step+gridCopies)
	c.TextRight(g.drawn.copies, head.Y, "copies", v.st.Muted)
	if heads > 1 {
		v.drawRoom(c, head, x0, m, cols)
	}
	others := v.others(rows)
	tail := ui.Rect{}
	if others != nil && body.H > 4 {
		tail, body = body.Bottom(1)
	}
	cursor := v.gridCursor(rows)
	g.top = scrolled(g.top, cursor, len(rows), body.H, g.moved)
	g.moved = false
	shown := min(body.H, len(rows)-g.top)
	g.drawn = gridDrawn{ui.Rect{X: x0, Y: body.Y, W: cols * m.step, H: shown}, m, shown, cols, g.drawn.copies}
	for i := range shown {
		v.drawRow(c, ui.Rect{X: r.X, Y: body.Y + i, W: r.W, H: 1}, g.top+i, rows, cursor)
	}
	if !tail.Empty() {
		v.drawOthers(c, tail, x0, m, cols, others, body.Y+shown)
	}
}

// drawRow draws one prefix on all workers in view.
func (v *Caches) drawRow(c *ui.Canvas, r ui.Rect, i int, rows []prefixRow, cursor int) {
	d, row := &v.grid.drawn, rows[i]
	one := []prefixRow{row}
	v.countCopies(one)
	look := v.st.Text
	if row.group >= 0 {
		look = v.st.GroupStyle(row.group)
	}
	if i == cursor {
		c.Set(r.X, r.Y, '▸', v.st.Accent)
	}
	c.Text(r.X+1, r.Y, v.rowName(row), look)
	for k := range d.cols {
		w := v.grid.left + k
		cell := v.cell(i, w, row, d.mode.bar)
		x := d.cells.X + k*d.mode.step
		for j := range min(d.mode.bar, row.to-row.from) {
			c.Set(x+j, r.Y, cell.bar[j], v.shareLook(cell.bar[j], row.group))
		}
		end := x + d.mode.bar
		if d.mode.digits > 0 {
			end += 1 + d.mode.digits
			if cell.Held > 0 {
				c.TextRight(end, r.Y, thousands(cell.Held), v.st.Muted)
			}
		}
		if i == cursor && w == v.worker {
			v.mark(c, ui.Rect{X: x, Y: r.Y, W: end - x, H: 1})
		}
	}
	copies := v.st.Muted
	if one[0].copies > 1 {
		copies = v.st.Accent
	}
	c.TextRight(d.copies, r.Y, strconv.Itoa(one[0].copies), copies)
}

// mark puts the cursor on a cell.
func (v *Caches) mark(c *ui.Canvas, r ui.Rect) {
	if v.focus == onGrid {
		c.Restyle(r, v.st.Selected)
	}
}

func (v *Caches) rowName(r prefixRow) string {
	if r.group == commonRow {
		return cachesCommon
	}
	return groupName(v.set(), r.group)
}

// drawOthers draws what workers hold beside the rows.
func (v *Caches) drawOthers(c *ui.Canvas, r ui.Rect, x0 int, m gridMode, cols int, others []int, y int) {
	r.Y = min(r.Y, y)
	c.Text(r.X+1, r.Y, cachesOthers(v.set().Traced), v.st.Muted)
	if m.step < 4 {
		return
	}
	for k := range cols {
		c.Text(x0+k*m.step, r.Y, longest(m.step-1, thousands(others[v.grid.left+k]), short(others[v.grid.left+k])), v.st.Muted)
	}
}

// drawRoom draws, below the workers' numbers, the blocks that each holds and
// how full it is.
func (v *Caches) drawRoom(c *ui.Canvas, r ui.Rect, x0 int, m gridMode, cols int) {
	room := v.s.run.st.Capacity
	if m.step >= 4 {
		c.Text(r.X+1, r.Y+1, cachesBlocks, v.st.Muted)
	}
	y := r.Y + r.H - 1
	c.Text(r.X+1, y, cachesRoom, v.st.Muted)
	if room == 0 {
		c.Text(x0, y, longest(r.X+r.W-x0, cachesUnlimited()...), v.st.Muted)
	}
	levels := []rune(" ▁▂▃▄▅▆▇█")
	for k := range cols {
		held := v.state().Workers[v.grid.left+k].Held
		x := x0 + k*m.step
		if m.step >= 4 {
			c.Text(x, r.Y+1, longest(m.step-1, thousands(held), short(held)), v.st.Text)
		}
		switch {
		case room == 0:
		case m.step < 6:
			c.Set(x, y, levels[held*(len(levels)-1)/room], v.st.Fill)
		default:
			w := m.step - 2
			full := held * w / room
			c.Fill(ui.Rect{X: x, Y: y, W: w, H: 1}, '░', v.st.Track)
			c.Fill(ui.Rect{X: x, Y: y, W: full, H: 1}, '█', v.st.Fill)
		}
	}
}

// drawCellWords says what the cell under the cursor shows, and what its worker
// holds in all.
func (v *Caches) drawCellWords(c *ui.Canvas, r ui.Rect, rows []prefixRow) {
	if r.Empty() {
		return
	}
	if len(rows) > 0 {
		row := rows[v.gridCursor(rows)]
		share := v.share(v.worker, row)
		c.Text(r.X, r.Y, longest(r.W, cachesCellWords(v.rowName(row), v.worker, share, row.to-row.from)...), v.st.Text)
		_, r = r.Top(1)
	}
	if r.H > 0 {
		wk := &v.state().Workers[v.worker]
		c.Text(r.X, r.Y, longest(r.W, cachesWorkerWords(v.worker, wk, v.s.run.st.Capacity)...), v.st.Muted)
	}
}

// drawShareKey names the glyphs.
func (v *Caches) drawShareKey(c *ui.Canvas, r ui.Rect) {
	x, y := r.X, r.Y+1
	for _, l := range shareWords() {
		if x > r.X && x+2+ui.Width(l.text) > r.X+r.W {
			x, y = r.X, y+1
		}
		if y >= r.Y+r.H {
			return
		}
		c.Set(x, y, l.glyph, v.st.Text)
		x = c.Text(x+2, y, l.text, v.st.Muted) + 2
	}
}
