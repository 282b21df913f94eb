package views

import (
	"slices"

	"kvtui/ui"
)

// Draw implements ui.Screen.
func (v *Compare) Draw(c *ui.Canvas) {
	v.heads, v.lines = v.heads[:0], v.lines[:0]
	if v.r.Empty() {
		return
	}
	if v.s.load != nil {
		v.s.drawLoading(c, v.r, v.st)
		return
	}
	v.figure = v.shownFigure()
	if v.sort != columnName && !slices.Contains(v.columnOrder(), v.sort) { // it went with the clock
		v.sort = v.figure.column()
	}
	v.at = v.plan()
	n := v.done()
	v.drawHead(c, v.at.head)
	v.drawChart(c, v.at.chart, n)
	v.drawSpread(c, v.at.spread)
	v.drawNote(c, v.at.note, n)
	v.drawTable(c, v.at.table, n)
	v.timeline.draw(c, v.at.timeline, v.s, v.st, v.focus == 1)
}

// drawHead says what is raced on, and how it plays.
func (v *Compare) drawHead(c *ui.Canvas, r ui.Rect) {
	right := v.s.speedWords()
	x := r.X + r.W - 1 - ui.Width(right)
	var first []string
	if v.computing() || v.s.pending {
		first = []string{wordComputing}
	}
	c.Text(r.X+1, r.Y, groundWords(v.race.on, v.race.set, x-r.X-3, first...), v.st.Muted)
	c.Text(x, r.Y, right, v.st.Text)
}

// drawNote writes what the race shows, as many verdicts as there are rows.
func (v *Compare) drawNote(c *ui.Canvas, r ui.Rect, n int) {
	if r.Empty() {
		return
	}
	said := v.verdicts(n)
	switch {
	case v.race.set.Len() == 0:
		said = []verdict{{verdictNote, []string{wordNothing}}}
	case len(said) == 0:
		said = []verdict{{verdictNote, []string{wordStart, "space plays, G goes to the end"}}}
	}
	for i := range min(r.H, len(said)) {
		look := v.st.Text
		if k := said[i].kind; k == verdictHerd || k == verdictLost {
			look = v.st.Warn
		}
		c.Text(r.X+1, r.Y+i, longest(r.W-2, said[i].says...), look)
	}
}
