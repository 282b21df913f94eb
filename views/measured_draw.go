package views

import (
	"fmt"
	"math"
	"slices"

	"kvtui/core/accuracy"
	"kvtui/ui"
)

// Draw implements ui.Screen.
func (v *Measured) Draw(c *ui.Canvas) {
	v.hits = v.hits[:0]
	if v.r.Empty() {
		return
	}
	p := v.place
	if p.boxed {
		ui.Box(c, p.frame, "", "", v.st.Border, v.st.Title)
		v.drawTables(c)
		v.drawParameters(c)
	}
	v.drawPicker(c)
	for i, line := range wrap(v.about(), p.about.W) {
		if i < p.about.H {
			c.Text(p.about.X, p.about.Y+i, line, v.st.Muted)
		}
	}
	v.drawHeads(c)
	most := barScales(v.shown().page)
	c.WithClip(p.table, func() {
		for y := 0; y < p.table.H && v.top+y < len(v.lines); y++ {
			v.drawLine(c, p.table.Y+y, v.lines[v.top+y], most)
		}
	})
	if last := min(v.top+p.table.H, len(v.lines)); p.foot.H > 0 {
		if !p.compact && !v.keyFits(p.cols.bar) {
			v.drawBarKey(c, p.foot.X, p.foot.Y, p.foot.W/2)
		}
		c.TextRight(p.foot.X+p.foot.W, p.foot.Y, fmt.Sprintf(v.w.lines, thousands(v.top+1), thousands(last), thousands(len(v.lines))), v.st.Muted)
	}
}

// drawPicker draws the choice of the table and how the model stands.
func (v *Measured) drawPicker(c *ui.Canvas) {
	r := v.place.picker
	if r.W < 4 {
		return
	}
	count := fmt.Sprintf(" %d/%d", v.at+1, len(v.pages))
	title := ui.Fit(v.shown().page.Title, r.W-6-ui.Width(count))
	x := r.X + 1
	v.hits = append(v.hits, measuredHit{ui.Rect{X: x, Y: r.Y, W: 2, H: 1}, func(ui.Host) { v.show(v.at - 1) }})
	x = c.Text(x, r.Y, "‹ ", v.st.Focus)
	x = c.Text(x, r.Y, title, v.st.Title)
	v.hits = append(v.hits, measuredHit{ui.Rect{X: x, Y: r.Y, W: 2, H: 1}, func(ui.Host) { v.show(v.at + 1) }})
	x = c.Text(x, r.Y, " ›", v.st.Focus)
	x = c.Text(x, r.Y, count, v.st.Muted)
	if room := r.X + r.W - 2 - x; room > 0 {
		status := longest(room, v.w.status(v.shown(), v.spinner()), v.w.side(v.shown()), "")
		c.TextRight(r.X+r.W-1, r.Y, status, v.st.Accent)
	}
}

// drawHeads draws the heads of the columns; those of what was measured and of
// the model differ in style.
func (v *Measured) drawHeads(c *ui.Canvas) {
	r, k := v.place.heads, v.place.cols
	if r.H == 0 {
		return
	}
	p := v.shown().page
	x := c.Text(r.X, r.Y, ui.Fit(p.RowName, max(k.label, r.W/2)), v.st.Muted)
	if v.place.compact {
		end := r.X + r.W - ui.Width(v.w.model)
		if at := end - 3 - ui.Width(v.w.measured); at > x {
			c.Text(at, r.Y, v.w.measured, v.st.Title)
			c.Set(end-2, r.Y, '│', v.st.Border)
			c.Text(end, r.Y, v.w.model, v.st.Accent)
		}
		return
	}
	c.TextRight(r.X+k.xValue+k.value, r.Y, v.w.measured, v.st.Title)
	if k.ratio > 0 {
		c.TextRight(r.X+k.xRatio+k.ratio, r.Y, v.w.ratio, v.st.Title)
	}
	if k.runs > 0 {
		c.Text(r.X+k.xRuns, r.Y, v.w.runs, v.st.Title)
	}
	v.drawBarKey(c, r.X+k.xBar, r.Y, k.bar)
	c.Set(r.X+k.xModel-2, r.Y, '│', v.st.Border)
	c.TextRight(r.X+k.xModel+k.model, r.Y, v.w.model, v.st.Accent)
	if k.modelRatio > 0 {
		c.TextRight(r.X+k.xModelRatio+k.modelRatio, r.Y, v.w.ratio, v.st.Accent)
	}
	c.TextRight(r.X+k.xOff+k.off, r.Y, v.w.off, v.st.Accent)
	if k.tight && slices.ContainsFunc(p.Cells, accuracy.Cell.Asked) {
		c.Text(r.X+k.xCheck, r.Y, v.w.within, v.st.Accent)
	}
}

// keyPart is a mark of the bars with its meaning.
type keyPart struct {
	text string
	look ui.Style
}

// barKey is what the marks of the bars mean, the most needed first.
func (v *Measured) barKey() []keyPart {
	look := v.st.SeriesStyle(0)
	parts := []keyPart{{v.w.keyModel, v.st.Accent}, {v.w.keyBar, look}, {v.w.keyRange, look}}
	if v.shown().stage != predictedIt {
		return parts[1:]
	}
	return parts
}

// keyFits reports whether w columns, if there are bars, hold the most needed
// part of the key.
func (v *Measured) keyFits(w int) bool { return w == 0 || ui.Width(v.barKey()[0].text) <= w }

// drawBarKey says what the marks of the bars mean, as far as w columns go.
func (v *Measured) drawBarKey(c *ui.Canvas, x, y, w int) {
	end := x + w
	for _, part := range v.barKey() {
		if x+ui.Width(part.text) > end {
			return
		}
		x = c.Text(x, y, part.text, part.look) + 1
	}
}

func (v *Measured) drawLine(c *ui.Canvas, y int, l measuredLine, most map[string]float64) {
	x, w := v.place.table.X, v.place.table.W
	switch l.kind {
	case lineRow:
		c.Text(x, y, ui.Fit(v.shown().page.Cells[l.cell].Row, w), v.st.Bold)
	case lineFigure:
		v.drawFigure(c, y, l.cell, most)
	case lineSecond:
		v.drawSecond(c, y, l.cell)
	case lineWhy:
		if l.cell == 0 {
			c.Set(x+2, y, '└', v.st.Border)
		}
		c.Text(x+4, y, l.text, v.st.Warn)
	case lineHead:
		c.Text(x, y, l.text, v.st.Title)
	case lineText:
		c.Text(x+2, y, l.text, v.st.Muted)
	case lineBlank:
	}
}

// drawFigure draws a cell: what was measured at the left of the rule, the model
// at its right.
func (v *Measured) drawFigure(c *ui.Canvas, y, i int, most map[string]float64) {
	p, k, x := v.shown().page, v.place.cols, v.place.table.X
	cell := p.Cells[i]
	if v.place.compact {
		name := cell.Row
		if !k.flat {
			name += " " + cell.Column
		}
		c.Text(x, y, ui.Fit(name, v.place.table.W), v.st.Text)
		return
	}
	if k.flat {
		c.Text(x, y, cell.Row, v.st.Text)
	} else {
		c.Text(x+2, y, cell.Column, v.st.Text)
	}
	c.TextRight(x+k.xValue+k.value, y, v.w.valueText(cell), v.st.Bold)
	c.TextRight(x+k.xRatio+k.ratio, y, ratioText(p, i), v.st.Text)
	if k.runs > 0 {
		c.Text(x+k.xRuns, y, runsText(cell), v.st.Muted)
	}
	v.drawBar(c, ui.Rect{X: x + k.xBar, Y: y, W: k.bar, H: 1}, cell, most[barScale(p, cell)])
	c.Set(x+k.xModel-2, y, '│', v.st.Border)
	if cell.HasModel {
		c.TextRight(x+k.xModel+k.model, y, v.modelText(cell, !k.short), v.st.Accent)
		c.TextRight(x+k.xOff+k.off, y, offText(cell), v.verdictLook(cell.Check))
	} else {
		c.TextRight(x+k.xModel+k.model, y, wordNone, v.st.Faint)
	}
	if k.modelRatio > 0 {
		c.TextRight(x+k.xModelRatio+k.modelRatio, y, modelRatioText(p, i), v.st.Accent)
	}
	c.Text(x+k.xCheck, y, v.w.checkText(cell, k.tight), v.verdictLook(cell.Check))
}

// drawSecond draws the values of a cell in a narrow table.
func (v *Measured) drawSecond(c *ui.Canvas, y, i int) {
	p, r := v.shown().page, v.place.table
	cell := p.Cells[i]
	x := c.Text(r.X+2, y, v.w.valueText(cell), v.st.Bold)
	if ratio := ratioText(p, i); ratio != "" {
		x = c.Text(x+1, y, ratio, v.st.Text)
	}
	c.Set(x+1, y, '│', v.st.Border)
	x += 3
	if !cell.HasModel {
		x = c.Text(x, y, wordNone, v.st.Faint)
	} else {
		x = c.Text(x, y, v.modelText(cell, false), v.st.Accent)
	}
	look, check, brief := v.verdictLook(cell.Check), v.w.checkText(cell, false), v.w.checkText(cell, true)
	room := r.X + r.W - x - 1
	glyph := ""
	if check != "" {
		glyph = string([]rune(check)[:1])
	}
	off := ""
	if cell.HasModel {
		off = offText(cell) + " "
	}
	c.Text(x+1, y, longest(room, off+check, off+brief, off+glyph, glyph, ""), look)
}

// barScale names what a bar is compared with: the two arrangements of a ratio
// share a scale, other columns that of their unit.
func barScale(p accuracy.Page, c accuracy.Cell) string {
	for _, r := range p.Ratios {
		if c.Column == r.Column || c.Column == r.Over {
			return r.Over
		}
	}
	return c.Unit
}

// barScales returns the largest value of each scale, which is a whole bar.
func barScales(p accuracy.Page) map[string]float64 {
	most := map[string]float64{}
	for _, c := range p.Cells {
		top := c.High
		if c.HasModel && !math.IsInf(c.Model, 0) {
			top = max(top, c.Model)
		}
		scale := barScale(p, c)
		most[scale] = max(most[scale], top)
	}
	return most
}

// drawBar draws what was measured, from the lowest to the highest value lighter,
// and marks where the model is.
func (v *Measured) drawBar(c *ui.Canvas, r ui.Rect, cell accuracy.Cell, most float64) {
	if r.W == 0 || !(most > 0) {
		return
	}
	look := v.st.SeriesStyle(0)
	halves := func(x float64) int { return int(math.Round(x / most * float64(2*r.W))) }
	low, high := halves(cell.Low), halves(cell.High)
	if cell.High > 0 {
		high = max(high, 1)
	}
	if cell.Low == cell.High {
		low = high
	}
	c.Fill(ui.Rect{X: r.X, Y: r.Y, W: (high + 1) / 2, H: 1}, '▒', look)
	if low == high {
		low = high / 2 * 2
		if high%2 == 1 {
			c.Set(r.X+high/2, r.Y, '▌', look)
		}
	}
	c.Fill(ui.Rect{X: r.X, Y: r.Y, W: low / 2, H: 1}, '█', look)
	// In the first cell it would hide the bar.
	if at := min(halves(cell.Model)/2, r.W-1); cell.HasModel && at > 0 {
		c.Set(r.X+at, r.Y, '◆', v.st.Accent)
	}
}
