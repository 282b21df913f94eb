package views

import (
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

// Patterns that are no racer's own.
const (
	idealDash = ui.Dotted
	baseDash  = ui.DashDot
	// baseLetter is the stand-in of the baseline's mark.
	idealLetter, baseLetter = '*', '%'
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

// letter is what a racer's line is drawn with where there are no glyphs.
func (v *Compare) letter(m scenario.Mode) rune {
	if m == idealMode() {
		return idealLetter
	}
	return rune('a' + v.numbers[m])
}

// swatch draws a piece of a line, three columns wide.
func swatch(c *ui.Canvas, x, y int, d ui.Dash, letter rune, look ui.Style) {
	if c.ASCII() {
		c.Text(x, y, strings.Repeat(string(letter), 3), look)
		return
	}
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
	plot := in
	plot.W -= endsGutter(v.charted.ends, in.W)
	plot.H++ // the numbers of the axis stand in the lower edge of the box
	v.chart.Draw(c, plot, v.st)
	if n == 0 && in.H > 1 {
		c.Text(in.X+8, in.Y+in.H/2, longest(in.W-10, wordStart, "the lines grow as requests are routed"), v.st.Faint)
		return
	}
	c.WithClip(in, func() { drawEnds(c, in, v.st, &v.chart, float64(v.charted.requests), v.charted.ends) })
}

// fillRace hands the curves to the chart; low says that it has few rows.
func (v *Compare) fillRace(n int, low bool) {
	v.chart.Series, v.charted.ends = v.chart.Series[:0], nil
	total := v.race.set.Len()
	high := 0.0
	add := func(name string, curve sim.Curve, style ui.Style, dash ui.Dash, letter rune, first bool) {
		have := min(n, len(curve.Hits))
		s := ui.Series{Style: style, Dash: dash, Letter: letter, Through: letter == idealLetter, Points: racePoints(v.figure, curve, have)}
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
		add(racerName(m), curve, style, dash, v.letter(m), m == v.onStage() || m == idealMode())
	}
	if v.base != nil && v.sameRequests() {
		add("baseline", v.base.curve, v.st.Text, baseDash, baseLetter, false)
	}
	v.chart.X = ui.Axis{Scale: ui.Scale{Min: 1, Max: float64(max(2, total))}, Unit: "requests", Whole: true}
	v.chart.Y = ui.Axis{Scale: ui.Scale{Min: 0, Max: raceCeiling(high)}, Unit: "%"}
	if top := v.chart.Y.Max; low {
		v.chart.Y.Ticks = []ui.Tick{{At: 0, Text: "0"}, {At: top, Text: ui.Decimal(top, 0)}}
	}
	if v.figure == figureImbalance {
		v.chart.Y = ui.Axis{Scale: ui.Scale{Min: 1, Max: float64(max(2, v.race.on.Workers)), Log: true}, Unit: "x"}
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
