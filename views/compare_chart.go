package views

import (
	"math"
	"strconv"
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
	in := ui.Box(c, r, longest(r.W-10-ui.Width(note), v.figure.lines(), v.figure.title(), v.figure.short()), note, v.st.Border, v.st.Title)
	plot := in
	plot.W -= endsGutter(v.charted.ends, in.W)
	plot.H++ // the numbers of the axis stand in the lower edge of the box
	v.chart.Draw(c, plot, v.st)
	if n == 0 && in.H > 1 {
		c.Text(in.X+8, in.Y+in.H/2, longest(in.W-10, wordStart, v.growWords()), v.st.Faint)
		return
	}
	c.WithClip(in, func() { drawEnds(c, in, v.st, &v.chart, float64(v.charted.requests), v.charted.ends) })
}

// fillRace hands the curves to the chart; low says that it has few rows.
func (v *Compare) fillRace(n int, low bool) {
	v.chart.Series, v.charted.ends = v.chart.Series[:0], nil
	total := v.race.set.Len()
	least, high := math.Inf(1), 0.0
	add := func(name string, curve sim.Curve, style ui.Style, dash ui.Dash, letter rune, first bool) {
		have := min(n, curve.Len())
		s := ui.Series{Style: style, Dash: dash, Letter: letter, Through: letter == idealLetter, Points: racePoints(v.figure, curve, have)}
		for k := max(1, total/64); k <= min(total, curve.Len()); k += max(1, total/64) {
			if value, ok := valueAt(v.figure, curve, k); ok {
				least, high = min(least, value), max(high, value)
			}
		}
		v.chart.Series = append(v.chart.Series, s)
		if len(s.Points) > 0 {
			v.charted.ends = append(v.charted.ends, lineEnd{name, s.Points[len(s.Points)-1].Y, style, first})
		}
	}
	modes := append([]scenario.Mode{v.onStage()}, idealMode())
	for _, m := range append(modes, v.racers()...) {
		curve, ok := v.race.curves[m]
		if !ok || m == v.onStage() && len(v.chart.Series) > 0 || m == idealMode() && !v.ofIdeal(v.figure) {
			continue
		}
		style, dash := v.pen(m)
		add(racerName(m), curve, style, dash, v.letter(m), m == v.onStage() || m == idealMode())
	}
	if v.base != nil && v.sameRequests() {
		add("baseline", v.base.curve, v.st.Text, baseDash, baseLetter, false)
	}
	v.chart.X = ui.Axis{Scale: ui.Scale{Min: 1, Max: float64(max(2, total))}, Unit: "requests", Whole: true}
	v.chart.Y = v.raceAxis(least, high, low)
	v.chart.Version++
}

// logFrom is how many times the least the most must be for an axis of times to
// have decades: a herd's queue is that much longer than the others'.
const logFrom = 100

// raceAxis is the axis of the figure for values from least to high; low says
// that it has few rows.
func (v *Compare) raceAxis(least, high float64, low bool) ui.Axis {
	if v.figure == figureImbalance {
		return ui.Axis{Scale: ui.Scale{Min: 1, Max: float64(max(2, sim.Prefillers(v.race.on.Scenario))), Log: true}, Unit: "x"}
	}
	top, decimals := raceCeiling(high), 0
	if v.figure.timed() {
		top, decimals = timedCeiling(high)
	}
	axis := ui.Axis{Scale: ui.Scale{Min: 0, Max: top}, Unit: v.figure.info().unit}
	if v.figure.timed() && v.figure.info().lower && high >= logFrom*least && least > 0 {
		axis.Scale = ui.Scale{Min: math.Pow(10, math.Floor(math.Log10(least))), Max: math.Pow(10, math.Ceil(math.Log10(high))), Log: true}
		top, decimals = axis.Max, 0
	}
	if low {
		axis.Ticks = []ui.Tick{{At: axis.Min, Text: strconv.FormatFloat(axis.Min, 'f', -1, 64)}, {At: top, Text: ui.Decimal(top, decimals)}}
	}
	return axis
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

// timedCeiling is the top of an axis without a natural end, and the decimals
// that it needs.
func timedCeiling(high float64) (top float64, decimals int) {
	if high <= 0 {
		return 1, 0
	}
	power := math.Floor(math.Log10(high))
	for _, t := range []float64{1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10} {
		top = t * math.Pow(10, power)
		decimals = int(max(0, -power))
		if t != math.Trunc(t) {
			decimals = int(max(0, 1-power))
		}
		if high <= top {
			break
		}
	}
	return top, decimals
}

// racePoints thins a curve to what a terminal can show, its last point kept.
func racePoints(f figure, c sim.Curve, n int) []ui.Point {
	var out []ui.Point
	every := max(1, n/maxPoints)
	for k := 1; k <= n; k++ {
		if (k-1)%every != 0 && k != n {
			continue
		}
		if value, ok := valueAt(f, c, k); ok {
			out = append(out, ui.Point{X: float64(k), Y: value})
		}
	}
	return out
}
