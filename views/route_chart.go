package views

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"kvtui/core/scenario"
	"kvtui/core/sim"
	"kvtui/ui"
)

// chartEvery is how often the chart is drawn anew while a run plays; a chart
// costs far more than the rest of a frame.
const chartEvery = 250 * time.Millisecond

// redrawEvery is twice as long for a run that plays quickly.
func (v *Route) redrawEvery() time.Duration {
	if v.s.player.quick() {
		return 2 * chartEvery
	}
	return chartEvery
}

// charted is what the chart shows.
type charted struct {
	run      *run
	look     *ui.Styles
	requests int
	upTo     float64 // where the lines end on the axis across
	age      time.Duration
	ends     []lineEnd
}

// maxPoints is how many points of a line are handed to the chart: more than
// any terminal has dots in a row.
const maxPoints = 800

// drawChart shows how the rate grew, for the strategy on screen and, faint,
// for the others on the same requests.
func (v *Route) drawChart(c *ui.Canvas, r ui.Rect) {
	if r.Empty() {
		return
	}
	n := v.chartPoints()
	if v.chartDue() {
		v.charted = charted{run: v.s.run, look: v.st, requests: n}
		if v.timed() {
			v.fillTimes(n)
		} else {
			v.fillChart(n)
		}
	}
	title, note := "Hits over repeats, %", ""
	switch room := r.W - 9; {
	case v.timed():
		title = longest(room, "TTFT of each request, ms, transfer included", "TTFT, ms, transfer included")
	case v.s.byTokens():
		title = "Reused over prompt tokens, %"
		fallthrough
	default:
		note = v.chartNote(n, room-ui.Width(title))
	}
	in := ui.Box(c, r, title, note, v.st.Border, v.st.Title)
	plot := in
	plot.W -= endsGutter(v.charted.ends, in.W)
	plot.H++ // the numbers of the axis stand in the lower edge of the box
	v.chart.Draw(c, plot, v.st)
	switch {
	case in.H < 2:
	case v.timed():
	case n == 0:
		c.Text(in.X+8, in.Y+in.H/2, "the lines grow as requests are routed", v.st.Faint)
	case len(v.charted.ends) == 0:
		c.Text(in.X+8, in.Y+in.H/2, "the lines start where a prefix comes again", v.st.Faint)
	}
	c.WithClip(in, func() { drawEnds(c, in, v.st, &v.chart, v.charted.upTo, v.charted.ends) })
}

// chartPoints is how many requests the chart shows: those routed, or on a clock
// those with a first token.
func (v *Route) chartPoints() int {
	if v.timed() {
		return count(v.s.run.clock.firsts, v.s.Step())
	}
	return v.s.Request() + 1
}

// chartDue reports whether the chart no longer shows what it should.
func (v *Route) chartDue() bool {
	was := &v.charted
	return was.run != v.s.run || was.look != v.st ||
		was.requests != v.chartPoints() && (!v.s.Playing() || was.age >= v.redrawEvery())
}

// ordered returns the curves with the mode on screen first.
func (v *Route) ordered() []sim.Curve {
	on := v.onScreen()
	out := []sim.Curve{}
	for _, c := range v.s.run.curves {
		if c.Mode() == on {
			out = append([]sim.Curve{c}, out...)
		} else {
			out = append(out, c)
		}
	}
	return out
}

// onScreen is the mode on screen.
func (v *Route) onScreen() scenario.Mode { return plainMode(v.s.run.st.Mode()) }

// byTokens reports whether reused tokens are counted. Lab hits count whom a
// prefix went to, which says little where caches lose blocks, in a trace, or
// where requests overlap in time.
func (s *Session) byTokens() bool {
	sc := s.run.st.Scenario
	return s.Set().Traced || sc.Capacity > 0 || sc.Flaws.RestartAt > 0 || sc.Clock.On
}

func (v *Route) rate(c sim.Curve, n int) float64 {
	if v.s.byTokens() {
		return 100 * c.TokenHitRate(n)
	}
	return 100 * c.HitRate(n)
}

func (v *Route) fillChart(n int) {
	total := v.s.run.requests
	v.charted.upTo = float64(n)
	high := 0.0
	v.chart.Series = v.chart.Series[:0]
	curves := v.ordered()
	for i, c := range append(curves, v.s.run.ideal) {
		name := "ideal"
		s := ui.Series{Faint: true, Dash: ui.Dotted}
		if i < len(curves) {
			name = modeShort(c.Mode())
			s = ui.Series{Faint: i > 0, Style: v.st.SeriesStyle(modeNumber(c.Mode()))}
		}
		every := max(1, n/maxPoints)
		for k := 1; k <= n; k++ {
			if ((k-1)%every == 0 || k == n) && (v.s.byTokens() || c.Repeats[k-1] > 0) {
				s.Points = append(s.Points, ui.Point{X: float64(k), Y: v.rate(c, k)})
			}
		}
		if at := len(s.Points) - 1; at >= 0 {
			look := v.st.Muted
			if i == 0 {
				look = s.Style
			}
			v.charted.ends = append(v.charted.ends, lineEnd{name, s.Points[at].Y, look, i == 0})
		}
		for k := max(1, total/64); k <= total; k += max(1, total/64) {
			high = max(high, v.rate(c, k))
		}
		v.chart.Series = append(v.chart.Series, s)
	}
	v.chart.X = ui.Axis{Scale: ui.Scale{Min: 1, Max: float64(max(2, total))}, Unit: "requests", Whole: true}
	v.chart.Y = ui.Axis{Scale: ui.Scale{Min: 0, Max: ceiling(high)}, Unit: "%"}
	v.chart.Version++
}

// ceiling is the top of the axis: the next of 10, 20, 50 and 100 %.
func ceiling(high float64) float64 {
	for _, t := range []float64{10, 20, 50} {
		if high <= t {
			return t
		}
	}
	return 100
}

// modeNumber is the mode's place in scenario.Modes, and so its colour; a mode
// that is not there comes after them.
func modeNumber(m scenario.Mode) int {
	if i := slices.Index(scenario.Modes(), m); i >= 0 {
		return i
	}
	return len(scenario.Modes())
}

// chartNote gives the present figures in at most room columns: of the mode on
// screen with its base, then of the others; "…" stands for those left out.
func (v *Route) chartNote(n, room int) string {
	if n == 0 {
		return ""
	}
	var parts []string
	for i, c := range v.ordered() {
		switch {
		case v.s.byTokens():
			parts = append(parts, fmt.Sprintf("%s %.1f %%", modeShort(c.Mode()), v.rate(c, n)))
		case c.Repeats[n-1] == 0:
			return "no repeat yet"
		case i == 0:
			parts = append(parts, fmt.Sprintf("%s %s of %s", modeShort(c.Mode()), thousands(int(c.Hits[n-1])), thousands(int(c.Repeats[n-1]))))
		default:
			parts = append(parts, fmt.Sprintf("%s %s", modeShort(c.Mode()), thousands(int(c.Hits[n-1]))))
		}
	}
	for all := len(parts); len(parts) > 0; parts = parts[:len(parts)-1] {
		text := strings.Join(parts, " · ")
		if len(parts) < all {
			text += " · …"
		}
		if ui.Width(text) <= room {
			return text
		}
	}
	return ""
}
