package views

import (
	"slices"

	"kvtui/core/scenario"
	"kvtui/core/sim"
	"kvtui/ui"
)

// figure is what the race is about.
type figure uint8

const (
	figureReuse figure = iota
	figureHits
	figureImbalance
	// What only a clock brings. Times are of requests served.
	figureTTFT
	figureTTFT99
	figureITL
	figureRate
	figureCount
)

// figureInfo is how a figure is written and judged.
type figureInfo struct {
	title, short string // with the unit
	chart        string // title of its lines where they say it otherwise
	unit         string
	gap          string // unit of a difference: that of two percentages is in points
	decimals     int
	column       columnID
	lower        bool // is better
}

// info returns what there is to say of a figure.
func (f figure) info() figureInfo {
	return [figureCount]figureInfo{
		figureReuse: {title: "Reused over prompt tokens, %", short: "Reused, %", unit: "%", gap: "pt", decimals: 1, column: columnReuse},
		figureHits:  {title: "Lab hits over repeats, %", short: "Hits, %", unit: "%", gap: "pt", decimals: 1, column: columnHits},
		figureImbalance: {
			title: "Imbalance, most over mean tokens computed, x", short: "Imbalance, x",
			unit: "x", gap: "x", decimals: 2, column: columnImbalance, lower: true,
		},
		figureTTFT: {
			title: "TTFT p50, transfer included, ms", short: "TTFT p50, ms", chart: "TTFT p50 over all served so far, transfer included, ms",
			unit: "ms", gap: "ms", decimals: 1, column: columnTTFT, lower: true,
		},
		figureTTFT99: {
			title: "TTFT p99, transfer included, ms", short: "TTFT p99, ms", chart: "TTFT p99 over all served so far, transfer included, ms",
			unit: "ms", gap: "ms", decimals: 1, column: columnTTFT99, lower: true,
		},
		figureITL: {
			title: "ITL p50, ms", short: "ITL p50, ms", chart: "ITL p50 over all served so far, ms",
			unit: "ms", gap: "ms", decimals: 2, column: columnITL, lower: true,
		},
		figureRate: {
			title: "Served, requests/s", short: "Served, req/s", chart: "Served so far, requests/s",
			unit: "req/s", gap: "req/s", decimals: 2, column: columnRate,
		},
	}[f]
}

func (f figure) title() string    { return f.info().title }
func (f figure) short() string    { return f.info().short } // for narrow places
func (f figure) column() columnID { return f.info().column }

// lines is the title of the figure's lines in the chart.
func (f figure) lines() string {
	if i := f.info(); i.chart != "" {
		return i.chart
	}
	return f.title()
}

// timed reports whether only a clock brings the figure.
func (f figure) timed() bool { return f >= figureTTFT }

// text writes a value of the figure with its unit.
func (f figure) text(v float64) string {
	i := f.info()
	return ui.Decimal(v, i.decimals) + " " + i.unit
}

// gapText writes a difference of two values.
func (f figure) gapText(v float64) string {
	i := f.info()
	return signed(v, i.decimals) + " " + i.gap
}

// timed reports whether the race is on a clock.
func (v *Compare) timed() bool { return v.race.on.Clock.On }

// figures are those that can be raced for, the first unless a person chooses.
func (v *Compare) figures() []figure {
	lab := v.race.on.Kind == scenario.KindLab
	switch {
	case v.timed() && lab:
		return []figure{figureTTFT, figureTTFT99, figureITL, figureRate, figureReuse, figureImbalance, figureHits}
	case v.timed():
		return []figure{figureTTFT, figureTTFT99, figureITL, figureRate, figureReuse, figureImbalance}
	case lab: // what it counts
		return []figure{figureHits, figureImbalance, figureReuse}
	}
	return []figure{figureReuse, figureHits, figureImbalance}
}

// shownFigure is what is raced for.
func (v *Compare) shownFigure() figure {
	all := v.figures()
	if v.picked && slices.Contains(all, v.figure) {
		return v.figure
	}
	return all[0]
}

// nextFigure races for another figure, and sorts by it.
func (v *Compare) nextFigure() {
	all := v.figures()
	v.figure, v.picked = all[(slices.Index(all, v.shownFigure())+1)%len(all)], true
	v.sort = v.figure.column()
}

// valueAt returns a figure of a curve after n requests, in its unit; ok is false
// where nothing has been counted yet that it is about.
func valueAt(f figure, c sim.Curve, n int) (value float64, ok bool) {
	n = min(n, c.Len())
	if n < 1 || f.timed() && c.Clock == nil {
		return 0, false
	}
	var t sim.Timed
	if c.Clock != nil {
		t = c.Clock[n-1]
	}
	switch f {
	case figureReuse:
		return 100 * c.TokenHitRate(n), true
	case figureHits:
		return 100 * c.HitRate(n), c.Repeats[n-1] > 0
	case figureImbalance:
		return c.Imbalance(n), true
	case figureTTFT:
		return ms(t.TTFT50), t.Served(n) > 0
	case figureTTFT99:
		return ms(t.TTFT99), t.Served(n) > 0
	case figureITL:
		return ms(t.ITL50), t.ITL50 > 0
	case figureRate:
		return t.RequestsPerS, t.RequestsPerS > 0
	case figureCount:
	}
	return 0, false
}

func ms(ns int64) float64 { return float64(ns) / 1e6 }

// ofOutcome is the figure at the end of a run, in its unit.
func (f figure) ofOutcome(o sim.Outcome) float64 {
	switch f {
	case figureReuse:
		return 100 * o.Totals.TokenHitRate()
	case figureHits:
		return 100 * o.Totals.HitRate()
	case figureImbalance:
		if o.Figures.Requests > 0 { // of the workers that prefill
			return o.Figures.Imbalance
		}
		return o.Totals.Imbalance()
	case figureTTFT:
		return o.Figures.TTFT.P50
	case figureTTFT99:
		return o.Figures.TTFT.P99
	case figureITL:
		return o.Figures.ITL.P50
	case figureRate:
		return o.Figures.RequestsPerS
	case figureCount:
	}
	return 0
}

// ofIdeal reports whether the ideal says anything about a figure: on a clock,
// its times mean nothing.
func (v *Compare) ofIdeal(f figure) bool { return !v.timed() || f == figureReuse }
