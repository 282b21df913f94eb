package views

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"kvtui/core/scenario"
	"kvtui/core/sim"
	"kvtui/ui"
)

// raceChart is what the chart shows.
type raceChart struct {
	look     *ui.Styles
	version  int
	requests int
	figure   figure
	stage    scenario.Mode
	low      bool // few rows
	age      time.Duration
	ends     []lineEnd
}

// lineEnd is a line where it has come to.
type lineEnd struct {
	name  string
	value float64
	style ui.Style
	// first stands before others of the same height.
	first bool
}

// Patterns that are no racer's own.
const (
	idealDash = ui.Dotted
	baseDash  = ui.DashDot
)

// pen is how a racer's line is drawn. The one on the stage is solid; the
// others differ in colour and pattern.
func (v *Compare) pen(m scenario.Mode) (ui.Style, ui.Dash) {
	i := v.numbers[m]
	switch {
	case m == idealMode():
		return v.st.Bold, idealDash
	case m == v.onStage():
		return v.st.SeriesStyle(i), ui.Solid
	}
	return v.st.SeriesStyle(i), ui.Dash(1 + i%3)
}

// swatch draws a piece of a line, three columns wide.
func swatch(c *ui.Canvas, x, y int, d ui.Dash, look ui.Style) {
	text := ""
	switch d {
	case ui.Solid:
		text = "━━━"
	case ui.Dashed:
		text = "━ ━"
	case ui.Dotted:
		text = "···"
	case ui.DashDot:
		text = "━·━"
	}
	c.Text(x, y, text, look)
}

// shownFigure is what is raced for: where nobody chose, what the lab counts
// for its own stream, and reuse elsewhere.
func (v *Compare) shownFigure() figure {
	switch {
	case v.picked:
		return v.figure
	case v.race.on.Kind == scenario.KindLab:
		return figureHits
	}
	return figureReuse
}

// drawChart draws every racer's line up to the request on the stage.
func (v *Compare) drawChart(c *ui.Canvas, r ui.Rect, n int) {
	if r.H < 4 {
		return
	}
	now := raceChart{look: v.st, version: v.race.version, requests: n, figure: v.figure, stage: v.onStage(), low: r.H < 12}
	old := v.charted
	same := old.look == now.look && old.version == now.version && old.figure == now.figure && old.stage == now.stage && old.low == now.low
	if !same || old.requests != n && (!v.s.Playing() || old.age >= chartEvery) {
		v.charted = now
		v.fillRace(n, now.low)
	}
	note := "m changes it"
	if v.computing() {
		note = wordComputing
	}
	in := ui.Box(c, r, longest(r.W-10-ui.Width(note), v.figure.title(), v.figure.short()), note, v.st.Border, v.st.Title)
	gutter := 2
	for _, e := range v.charted.ends {
		gutter = max(gutter, ui.Width(e.name)+3)
	}
	gutter = max(gutter, min(34, in.W*3/10)) // names may share rows
	plot := in
	plot.W -= min(gutter, in.W/3)
	plot.H++ // the numbers of the axis stand in the lower edge of the box
	v.chart.Draw(c, plot, v.st)
	if n == 0 && in.H > 1 {
		c.Text(in.X+8, in.Y+in.H/2, longest(in.W-10, wordStart, "the lines grow as requests are routed"), v.st.Faint)
		return
	}
	c.WithClip(in, func() { v.drawEnds(c, in) })
}

// fillRace hands the curves to the chart; low says that it has few rows.
func (v *Compare) fillRace(n int, low bool) {
	v.chart.Series, v.charted.ends = v.chart.Series[:0], nil
	total := v.race.set.Len()
	high := 0.0
	add := func(name string, curve sim.Curve, style ui.Style, dash ui.Dash, first bool) {
		have := min(n, len(curve.Hits))
		s := ui.Series{Style: style, Dash: dash, Points: racePoints(v.figure, curve, have)}
		for k := max(1, total/64); k <= min(total, len(curve.Hits)); k += max(1, total/64) {
			high = max(high, valueAt(v.figure, curve, k))
		}
		v.chart.Series = append(v.chart.Series, s)
		if len(s.Points) > 0 {
			v.charted.ends = append(v.charted.ends, lineEnd{name, s.Points[len(s.Points)-1].Y, style, first})
		}
	}
	modes := append([]scenario.Mode{v.onStage()}, idealMode())
	for _, m := range append(modes, v.racers()...) {
		curve, ok := v.race.curves[m]
		if !ok || m == v.onStage() && len(v.chart.Series) > 0 {
			continue
		}
		style, dash := v.pen(m)
		add(racerName(m), curve, style, dash, m == v.onStage())
	}
	if v.base != nil && v.sameRequests() {
		add("baseline", v.base.curve, v.st.Text, baseDash, false)
	}
	v.chart.X = ui.Axis{Scale: ui.Scale{Min: 1, Max: float64(max(2, total))}, Unit: "requests"}
	v.chart.Y = ui.Axis{Scale: ui.Scale{Min: 0, Max: raceCeiling(high)}, Unit: "%"}
	if top := v.chart.Y.Max; low {
		v.chart.Y.Ticks = []ui.Tick{{At: 0, Text: "0"}, {At: top, Text: ui.Decimal(top, 0)}}
	}
	if v.figure == figureImbalance {
		v.chart.Y = ui.Axis{Scale: ui.Scale{Min: 1, Max: float64(max(2, v.race.on.Scenario.Workers)), Log: true}, Unit: "x"}
	}
	v.chart.Version++
}

// raceCeiling is the top of an axis in percent.
func raceCeiling(high float64) float64 {
	for _, t := range []float64{5, 10, 20, 30, 40, 50, 60, 80} {
		if high <= t {
			return t
		}
	}
	return 100
}

// racePoints thins a curve to what a terminal can show, its last point kept.
func racePoints(f figure, c sim.Curve, n int) []ui.Point {
	var out []ui.Point
	every := max(1, n/maxPoints)
	for k := 1; k <= n; k++ {
		if (k-1)%every != 0 && k != n || f == figureHits && c.Repeats[k-1] == 0 {
			continue
		}
		out = append(out, ui.Point{X: float64(k), Y: valueAt(f, c, k)})
	}
	return out
}

// drawEnds names the lines beside their ends. Names at one height share a row;
// those that find no room there go into the next free one, or are counted.
func (v *Compare) drawEnds(c *ui.Canvas, in ui.Rect) {
	plot := v.chart.Plot()
	if plot.Empty() || len(v.charted.ends) == 0 {
		return
	}
	x := plot.X + v.chart.X.Column(float64(v.charted.requests), plot.W) + 2
	room := in.X + in.W - x
	rows, left := v.endRows(plot.H, room)
	for y, es := range rows {
		at := x
		for i, e := range es {
			if i > 0 {
				at = c.Text(at, plot.Y+y, ", ", v.st.Muted)
			}
			at = c.Text(at, plot.Y+y, e.name, e.style)
		}
		if left[y] > 0 {
			c.Text(at, plot.Y+y, fmt.Sprintf(" +%d", left[y]), v.st.Muted)
		}
	}
}

// endRows shares the rows of a plot among the names; left counts, by row,
// those that found no room. In a high plot a name may stand a few rows below
// its line, where no other line ends: those before it in its row are higher.
func (v *Compare) endRows(h, room int) (rows [][]lineEnd, left []int) {
	ends := slices.Clone(v.charted.ends)
	slices.SortStableFunc(ends, func(a, b lineEnd) int {
		switch {
		case a.first != b.first && a.first:
			return -1
		case a.first != b.first:
			return 1
		}
		return cmp.Compare(b.value, a.value)
	})
	rows, left = make([][]lineEnd, h), make([]int, h)
	room -= ui.Width(" +9")
	var over []lineEnd
	row := func(e lineEnd) int { return h - 1 - v.chart.Y.Column(e.value, h) }
	for _, e := range ends {
		if y := row(e); widthOf(rows[y], e) <= room {
			rows[y] = append(rows[y], e)
		} else {
			over = append(over, e)
		}
	}
	own := make([]bool, h)
	for y := range rows {
		own[y] = len(rows[y]) > 0
	}
next:
	for _, e := range over {
		y := row(e)
		for at := y + 1; h >= 10 && at < min(h, y+4); at++ {
			if !own[at] && widthOf(rows[at], e) <= room {
				rows[at] = append(rows[at], e)
				continue next
			}
		}
		left[y]++
	}
	return rows, left
}

func widthOf(es []lineEnd, more lineEnd) int {
	names := make([]string, 0, len(es)+1)
	for _, e := range append(slices.Clone(es), more) {
		names = append(names, e.name)
	}
	return ui.Width(strings.Join(names, ", "))
}
