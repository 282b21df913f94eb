package views

import (
	"fmt"
	"math"

	"kvtui/core/cost"
	"kvtui/ui"
)

// costGrid is the break-even map on screen and its cursor.
type costGrid struct {
	chart ui.Chart // axes, border and marks; the cells lie under it
	plot  ui.Rect  // the cells as last drawn; empty where there is no room
	cells cost.Map // rows from below
	// The cursor, tokens and GB/s; 0 before it was moved, when it is the point
	// of the sliders.
	tokens int
	gbps   float64
}

// mapGlyphs are the glyphs of a cell by size of gain and of loss: under 10 ms,
// under 100, under 1,000, and more. None stands for both, so that no colour is
// needed to tell them apart.
func mapGlyphs(ascii bool) (gain, loss [4]rune) {
	if ascii {
		return [...]rune{'+', '*', '%', '#'}, [...]rune{'.', '-', 'x', 'X'}
	}
	return [...]rune{'░', '▒', '▓', '█'}, [...]rune{'·', '-', '×', '╳'}
}

// mapCell returns the glyph and look of a cell that gains ms.
func (v *Cost) mapCell(ms float64, ascii bool) (rune, ui.Style) {
	gain, loss := mapGlyphs(ascii)
	if math.IsNaN(ms) {
		return '?', v.sty.Faint
	}
	level := 3
	switch abs := math.Abs(ms); {
	case abs < 10:
		level = 0
	case abs < 100:
		level = 1
	case abs < 1000:
		level = 2
	}
	switch {
	case ms > 0:
		return gain[level], v.sty.Good
	case ms < 0:
		return loss[level], v.sty.Bad
	}
	return '=', v.sty.Warn
}

// drawMap draws ms gained or lost over bandwidth, in the columns of the slider,
// and prompt tokens, rising.
func (v *Cost) drawMap(c *ui.Canvas) {
	v.chart = ui.Chart{}
	r, track := v.at.chart, v.sliders[fieldGBps].Track()
	if r.H < mapRows || track.Empty() {
		v.grid.plot, v.drawn = ui.Rect{}, v.seen
		return
	}
	v.fields = append(v.fields, fieldMap)
	frame := v.sty.Border
	if v.focus == fieldMap {
		frame = v.sty.Focus
	}
	gain, loss := mapGlyphs(c.ASCII())
	titles, note := []string{v.w.mapMove, v.w.mapMoveShort}, v.w.againstRecompute
	if v.n.trade.Splits() {
		titles, note = []string{v.w.mapSplit, v.w.mapSplitShort}, v.w.againstOne
	}
	if v.n.simulated && v.n.trade.Splits() {
		titles = v.w.mapAlone
	}
	var forms []string
	for _, t := range titles {
		forms = append(forms, fmt.Sprintf(t, string(gain[:]), string(loss[:])))
	}
	title := fitting(r.W-6, forms...)
	if ui.Width(title)+ui.Width(note)+7 > r.W {
		note = ""
	}
	in := ui.Box(c, r, title, note, frame, v.sty.Title)
	plot := ui.Rect{X: track.X, Y: in.Y, W: track.W, H: in.H}
	if v.drawn != v.seen || plot != v.grid.plot {
		v.drawn, v.grid.plot = v.seen, plot
		v.chartMap()
	}
	v.drawCells(c)
	in.H++ // the numbers stand on the lower edge
	v.grid.chart.Over = track
	v.grid.chart.Draw(c, in, v.sty)
	v.drawCursor(c)
}

// chartMap computes the cells of the plot, and the border and marks over them.
func (v *Cost) chartMap() {
	g, n := &v.grid, &v.n
	ch := &g.chart
	ch.Version++
	x := v.sliders[fieldGBps].Scale
	y := ui.Scale{Min: cost.MapMinTokens, Max: cost.MapMaxTokens, Log: true}
	y.Min, y.Max = min(y.Min, max(1, float64(v.st.Tokens))), max(y.Max, float64(v.st.Tokens))
	ch.X = ui.Axis{Scale: x, Unit: "GB/s", Format: axisRate}
	ch.Y = ui.Axis{Scale: y, Unit: v.w.tokens, Ticks: tokenTicks()}
	var tokens []int
	for row := range g.plot.H {
		tokens = append(tokens, g.rowTokens(row))
	}
	var rates []float64
	for col := range g.plot.W {
		rates = append(rates, x.Value(col, g.plot.W))
	}
	g.cells = cost.NewMap(n.trade, tokens, rates)
	ch.Series = []ui.Series{{Points: v.mapBorder(y), Style: v.sty.Warn, Letter: '|'}}
	ch.Marks = []ui.Mark{{
		Point: ui.Point{X: v.st.GBps, Y: float64(max(1, v.st.Tokens))}, Rune: '●', Label: v.w.mapYou, Style: v.sty.Handle,
	}}
}

// mapBorder is the border over the cells. A simulated one has a point for each
// row, up to the first that is not simulated yet.
func (v *Cost) mapBorder(y ui.Scale) (border []ui.Point) {
	g, n := &v.grid, &v.n
	if n.simulated && n.trade.Splits() {
		for row, gbps := range g.cells.BorderGBps {
			if math.IsNaN(gbps) {
				break
			}
			border = append(border, ui.Point{X: gbps, Y: g.chart.Y.Value(row, g.plot.H)})
		}
		return border
	}
	const perRow = 2
	for i := range g.plot.H*perRow + 1 {
		k := int(math.Round(y.At(float64(i) / float64(g.plot.H*perRow))))
		border = append(border, ui.Point{X: n.trade.BorderGBps(k), Y: float64(k)})
	}
	return border
}

// tokenTicks are the prompt lengths that the map names, the outer ones and
// every second of those between first.
func tokenTicks() (ticks []ui.Tick) {
	for i, n := 0, cost.MapMinTokens; n <= cost.MapMaxTokens; i, n = i+1, n*2 {
		rank := 2
		switch {
		case n == cost.MapMinTokens || n == cost.MapMaxTokens:
			rank = 0
		case i%2 == 0:
			rank = 1
		}
		ticks = append(ticks, ui.Tick{At: float64(n), Text: thousands(n), Rank: rank})
	}
	return ticks
}

// rowTokens returns the prompt length of a row, counted from below.
func (g *costGrid) rowTokens(row int) int {
	return int(math.Round(g.chart.Y.Value(row, g.plot.H)))
}

// drawCells draws every cell; in each second row the link presets have their
// columns.
func (v *Cost) drawCells(c *ui.Canvas) {
	g := &v.grid
	line := '┆'
	if c.ASCII() {
		line = ':'
	}
	presets := map[int]bool{}
	for _, l := range linkPresets() {
		presets[g.chart.X.Column(l.GBps(), g.plot.W)] = true
	}
	for row, gains := range g.cells.GainMS {
		y := g.plot.Y + g.plot.H - 1 - row
		for col, ms := range gains {
			glyph, look := v.mapCell(ms, c.ASCII())
			if presets[col] && row%2 == 1 {
				glyph, look = line, v.sty.Text
			}
			c.Set(g.plot.X+col, y, glyph, look)
		}
	}
}

// cell returns the column and the row, counted from below, of the cursor.
func (v *Cost) cursorCell() (col, row int) {
	g := &v.grid
	tokens, gbps := v.cursor()
	return g.chart.X.Column(gbps, g.plot.W), g.chart.Y.Column(float64(tokens), g.plot.H)
}

// cursor returns where the cursor is, tokens and GB/s.
func (v *Cost) cursor() (tokens int, gbps float64) {
	if v.grid.tokens == 0 {
		return max(1, v.st.Tokens), v.st.GBps
	}
	return v.grid.tokens, v.grid.gbps
}

// drawCursor puts the cell of the cursor between brackets. Without the focus it
// shows only once it was moved.
func (v *Cost) drawCursor(c *ui.Canvas) {
	g := &v.grid
	if v.focus != fieldMap && g.tokens == 0 || g.plot.Empty() {
		return
	}
	col, row := v.cursorCell()
	x, y := g.plot.X+col, g.plot.Y+g.plot.H-1-row
	look := v.sty.Muted
	if v.focus == fieldMap {
		look = v.sty.Focus
		c.Restyle(ui.Rect{X: x, Y: y, W: 1, H: 1}, v.sty.Selected)
	}
	c.Set(x-1, y, '[', look)
	c.Set(x+1, y, ']', look)
}
