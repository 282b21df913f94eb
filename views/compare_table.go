package views

import (
	"kvtui/core/scenario"
	"kvtui/core/sim"
	"kvtui/ui"
)

// headSpot and lineSpot are where a column's head and a racer's line were
// drawn.
type headSpot struct {
	rect   ui.Rect
	column columnID
}

type lineSpot struct {
	rect ui.Rect
	mode scenario.Mode
}

// tableMark is the number of columns before a name: cursor, stage, and the
// pattern of the line.
const tableMark = 7

// nameWidth is the room for names.
func (v *Compare) nameWidth() int {
	w := ui.Width("strategy") + 1
	for _, m := range v.racers() {
		w = max(w, ui.Width(racerName(m)))
	}
	return w
}

// drawTable draws a line a racer, the best first, under the ideal and the
// baseline.
func (v *Compare) drawTable(c *ui.Canvas, r ui.Rect, n int) {
	v.heads, v.lines = v.heads[:0], v.lines[:0]
	if r.Empty() {
		return
	}
	if v.at.framed {
		note := "● on the stage · enter puts ▸ there · c sorts"
		r = ui.Box(c, r, longest(r.W-10-ui.Width(note), v.tableTitles(n)...), note, v.st.Border, v.st.Title)
	}
	rows := v.rows(n)
	names := v.nameWidth()
	v.columns = v.fitColumns(r.W-tableMark-names, v.extremes(rows, n))
	if v.base != nil && r.H > 5 && !v.at.compact {
		var note ui.Rect
		note, r = r.Bottom(1)
		c.Text(note.X+1, note.Y, v.baseWords(note.W-2), v.st.Muted)
	}
	head, r := r.Top(1)
	v.drawHeads(c, head, names)
	var line ui.Rect
	if ideal := v.rowOf(idealMode(), n); r.H > 1 {
		line, r = r.Top(1)
		v.drawRow(c, line, ideal, names)
	}
	if v.base != nil && r.H > 1 {
		line, r = r.Top(1)
		b := row{mode: v.base.mode, ok: true, standing: v.standing(v.base.curve, n)}
		if !v.sameRequests() { // the ideal is that of other requests
			b.ofIdeal = unknown
		}
		v.drawBase(c, line, b, names)
	}
	v.drawRows(c, r, rows, names)
}

// extremes are the standings that columns must have room for.
func (v *Compare) extremes(rows []row, n int) (out []standing) {
	end := v.race.set.Len()
	for _, r := range append(rows, row{mode: idealMode()}) {
		if c, ok := v.race.curves[r.mode]; ok {
			out = append(out, v.standing(c, n), v.standing(c, end))
		}
	}
	return out
}

func (v *Compare) drawHeads(c *ui.Canvas, r ui.Rect, names int) {
	put := func(x int, text string, id columnID) {
		look := v.st.Muted
		if id == v.sort {
			text, look = text+"▾", v.st.Bold
		}
		c.Text(x, r.Y, text, look)
		v.heads = append(v.heads, headSpot{ui.Rect{X: x, Y: r.Y, W: ui.Width(text), H: 1}, id})
	}
	put(r.X+tableMark, "strategy", columnName)
	x := r.X + tableMark + names
	for _, col := range v.columns {
		x += columnGap + col.width
		w := ui.Width(col.title)
		if col.id == v.sort {
			w++
		}
		put(x-w, col.title, col.id)
	}
	if bar := v.barRect(r, x); bar.W > 0 {
		c.Text(bar.X, bar.Y, ui.Fit(longest(bar.W, v.figure.title(), v.figure.short()), bar.W), v.st.Muted)
	}
}

// barRect is the room for bars after the last column.
func (v *Compare) barRect(r ui.Rect, x int) ui.Rect {
	bar := ui.Rect{X: x + columnGap + 1, Y: r.Y, W: r.X + r.W - x - columnGap - 2, H: 1}
	if bar.W < 12 {
		bar.W = 0
	}
	return bar
}

// drawRows draws the racers that fit, the one under the cursor among them.
func (v *Compare) drawRows(c *ui.Canvas, r ui.Rect, rows []row, names int) {
	if r.H <= 0 {
		return
	}
	at := v.cursorRow(rows)
	v.top = min(max(v.top, at-r.H+1, 0), max(0, len(rows)-r.H), at)
	for i := range min(r.H, len(rows)-v.top) {
		rw := rows[v.top+i]
		line := ui.Rect{X: r.X, Y: r.Y + i, W: r.W, H: 1}
		v.drawRow(c, line, rw, names)
		v.lines = append(v.lines, lineSpot{line, rw.mode})
		if v.top+i == at {
			c.Set(line.X, line.Y, '▸', v.st.Focus)
		}
	}
	if v.top > 0 {
		c.Set(r.X+r.W-1, r.Y, '▲', v.st.Muted)
	}
	if v.top+r.H < len(rows) {
		c.Set(r.X+r.W-1, r.Y+r.H-1, '▼', v.st.Muted)
	}
}

func (v *Compare) drawRow(c *ui.Canvas, r ui.Rect, rw row, names int) {
	look, dash := v.pen(rw.mode)
	name := v.st.Text
	switch {
	case rw.onStage:
		c.Set(r.X+1, r.Y, '●', v.st.Accent)
		name = v.st.Accent
	case rw.mode == idealMode():
		name = v.st.Bold
	}
	swatch(c, r.X+3, r.Y, dash, v.letter(rw.mode), look)
	c.Text(r.X+tableMark, r.Y, racerName(rw.mode), name)
	v.drawCells(c, r, rw, names, name, look)
}

// drawBase draws the baseline's line.
func (v *Compare) drawBase(c *ui.Canvas, r ui.Rect, rw row, names int) {
	if v.sameRequests() {
		swatch(c, r.X+3, r.Y, baseDash, baseLetter, v.st.Text)
	}
	c.Set(r.X+1, r.Y, '◆', v.st.Text)
	c.Text(r.X+tableMark, r.Y, "baseline", v.st.Text)
	v.drawCells(c, r, rw, names, v.st.Text, v.st.Text)
}

// drawCells draws the numbers of a line, and its bar where there is room.
func (v *Compare) drawCells(c *ui.Canvas, r ui.Rect, rw row, names int, look, bar ui.Style) {
	x := r.X + tableMark + names
	if !rw.ok {
		text := wordComputing
		if !v.computing() {
			text = wordImpossible
		}
		c.Text(x+columnGap, r.Y, text, v.st.Muted)
		return
	}
	for _, col := range v.columns {
		x += columnGap + col.width
		style := look
		if col.id == columnImbalance && v.herds(rw) || col.id == columnLost && rw.clock.Lost > 0 {
			style = v.st.Bad
		}
		text := col.text(rw.standing)
		if rw.mode == idealMode() && v.timed() && col.id != columnReuse { // its times mean nothing
			text = wordNone
		}
		c.TextRight(x, r.Y, text, style)
	}
	if at := v.barRect(r, x); at.W > 0 && rw.requests > 0 && (rw.mode != idealMode() || v.ofIdeal(v.figure)) {
		b := ui.Bars{Max: v.full(), Head: 0, Bars: []ui.Bar{{Parts: []ui.Segment{{Value: rw.value, Style: bar}}}}}
		b.Draw(c, at, v.st)
	}
}

// full is the value of the longest bar: the ideal's, or all on one worker; of
// times and rates, the most that a racer has.
func (v *Compare) full() float64 {
	most := 0.0
	switch c, ok := v.race.curves[idealMode()]; {
	case v.figure == figureImbalance:
		return float64(sim.Prefillers(v.race.on.Scenario))
	case v.figure.timed():
		for _, m := range v.racers() {
			most = max(most, v.rowOf(m, v.done()).value)
		}
	case ok && v.ofIdeal(v.figure):
		most, _ = valueAt(v.figure, c, v.done())
	default:
		return 100
	}
	return max(most, 0.1)
}

// sortNext goes on to another of the columns shown.
func (v *Compare) sortNext(dir int) {
	ids := []columnID{columnName}
	at := 0
	for i, c := range v.columns {
		ids = append(ids, c.id)
		if c.id == v.sort {
			at = i + 1
		}
	}
	v.sort = ids[(at+dir+len(ids))%len(ids)]
}
