package views

import (
	"fmt"
	"math"

	"kvtui/core/cost"
	"kvtui/ui"
)

// drawChart draws time over bandwidth in the columns of the slider.
func (v *Cost) drawChart(c *ui.Canvas) {
	r := v.at.chart
	track := v.sliders[fieldGBps].Track()
	if r.H < 4 || track.Empty() {
		v.chart = ui.Chart{}
		return
	}
	note := v.w.sameColumns
	if v.at.narrow {
		note = ""
	}
	in := ui.Box(c, r, v.w.chart, note, v.sty.Border, v.sty.Title)
	if v.chart.Version == 0 || v.drawn != v.seen {
		v.drawn = v.seen
		v.plot()
	}
	v.chart.Over = track
	in.H++ // the numbers stand on the lower edge
	v.chart.Draw(c, in, v.sty)
	v.drawKey(c, in)
}

// plot gives the chart its lines and marks.
func (v *Cost) plot() {
	ch, w, n := &v.chart, v.w, &v.n
	ch.Version++
	x := v.sliders[fieldGBps].Scale
	ch.X = ui.Axis{Scale: x, Unit: "GB/s", Format: axisRate}
	ch.Y = evenDecades(v.timeScale(x), v.at.chart.H-2) // within the frame, whose lower edge has the numbers of X
	prefill := n.move.PrefillMS
	ch.Series = []ui.Series{{Points: []ui.Point{
		{X: x.Min, Y: cost.BytesMS(n.kv, x.Min)}, {X: x.Max, Y: cost.BytesMS(n.kv, x.Max)},
	}}}
	ch.HLines = []ui.Line{{At: prefill, Label: fmt.Sprintf(w.recompute, ui.Ms(prefill))}}
	ch.VLines = v.linkLines()
	ch.VLines = append(ch.VLines, ui.Line{At: v.st.GBps, Style: v.sty.Focus})
	ch.Marks = []ui.Mark{ // the first on top: the dot is never under a border
		{
			Point: ui.Point{X: v.st.GBps, Y: n.move.TransferMS}, Rune: '●',
			Label: fmt.Sprintf(w.you, ui.Ms(n.move.TransferMS)), Style: v.sty.Handle,
		},
		v.borderMark(n.move.BorderGBps, prefill, '◆', w.breakEven),
	}
	ch.Shades = []ui.Shade{{
		X0: n.move.BorderGBps, X1: math.Inf(1), Y0: math.Inf(-1), Y1: prefill, Label: w.movePays, Style: v.sty.Good,
	}}
	if n.hasSaved && n.freed > 0 {
		freed := v.n.freed
		ch.HLines = append(ch.HLines, ui.Line{At: freed, Label: fmt.Sprintf(w.splitFrees, ui.Ms(freed))})
		ch.Marks = append(ch.Marks, v.borderMark(n.split.BorderGBps, freed, '◇', w.splitBorder))
	}
}

// linkLines are the link presets with the time that each takes, where the
// plot is large enough to name them all.
func (v *Cost) linkLines() (lines []ui.Line) {
	if v.at.chart.H < 18 || v.at.chart.W < threeColumns {
		return nil
	}
	for _, l := range linkPresets() {
		ms := cost.BytesMS(v.n.kv, l.GBps())
		lines = append(lines, ui.Line{At: l.GBps(), Label: l.Short + " " + ui.Ms(ms), Style: v.sty.Faint})
	}
	return lines
}

// borderMark marks a border; beyond the axis it says so in words.
func (v *Cost) borderMark(gbps, ms float64, glyph rune, template string) ui.Mark {
	x := v.sliders[fieldGBps].Scale
	label := fmt.Sprintf(template, ui.GBps(gbps))
	if template == v.w.breakEven {
		switch {
		case gbps > x.Max:
			label = fmt.Sprintf(v.w.breakBeyond, exactRate(x.Max))
		case gbps < x.Min:
			label = fmt.Sprintf(v.w.breakBelow, exactRate(x.Min))
		}
	}
	return ui.Mark{Point: ui.Point{X: gbps, Y: ms}, Rune: glyph, Label: label, Style: v.sty.Warn}
}

// timeScale spans whole decades that hold the transfer line and both borders.
// It does not depend on the bandwidth, so that dragging moves the dot alone.
func (v *Cost) timeScale(x ui.Scale) ui.Scale {
	lo, hi := cost.BytesMS(v.n.kv, x.Max), cost.BytesMS(v.n.kv, x.Min)
	lo, hi = min(lo, v.n.move.PrefillMS), max(hi, v.n.move.PrefillMS)
	if v.n.hasSaved && v.n.freed > 0 {
		lo, hi = min(lo, v.n.freed), max(hi, v.n.freed)
	}
	decade := func(ms float64, round func(float64) float64) float64 {
		return math.Pow(10, round(math.Log10(max(ms, 1e-9))))
	}
	return ui.Scale{Min: decade(lo, math.Floor), Max: decade(hi, math.Ceil), Log: true}
}

// evenDecades stretches a scale of whole decades upwards, as little as it can,
// so that ticks some decades apart stand the same number of rows apart, two or
// more, in a plot of so many.
func evenDecades(s ui.Scale, rows int) ui.Axis {
	const most = 12 // decades between two ticks
	low, need := math.Round(math.Log10(s.Min)), math.Round(math.Log10(s.Max/s.Min))
	gaps := float64(rows - 1)
	best, every := math.Inf(1), 1.0
	for m := 1.0; m <= most && gaps >= 2; m++ {
		apart := math.Floor(m * gaps / need)
		if apart = min(apart, math.Floor(gaps/2)); apart < 2 { // three ticks at least
			continue
		}
		if span := m * gaps / apart; span < best {
			best, every = span, m
		}
	}
	if math.IsInf(best, 1) {
		best, every = need, max(1, need)
	}
	s.Max = math.Pow(10, low+best)
	a := ui.Axis{Scale: s}
	for k := 0.0; k <= best+1e-9; k += every {
		at := math.Pow(10, low+k)
		a.Ticks = append(a.Ticks, ui.Tick{At: min(at, s.Max), Text: axisTime(at)})
	}
	return a
}

// axisTime writes a decade of ms in two digits of a unit of its size.
func axisTime(ms float64) string {
	const second, minute, hour, day, year = 1e3, 60e3, 3600e3, 86_400e3, 31_557_600e3
	unit, size := "ps", 1e-9
	switch {
	case ms >= year:
		unit, size = "y", year
	case ms >= day:
		unit, size = "d", day
	case ms >= hour:
		unit, size = "h", hour
	case ms >= 10*minute:
		unit, size = "min", minute
	case ms >= second:
		unit, size = "s", second
	case ms >= 0.1:
		unit, size = "ms", 1
	case ms >= 1e-4:
		unit, size = "µs", 1e-3
	case ms >= 1e-7:
		unit, size = "ns", 1e-6
	}
	return exact(ui.RoundTo(ms/size, 2)) + " " + unit
}

// axisRate writes a decade of GB/s; what is too small for that has its own unit.
func axisRate(gbps float64) string {
	switch {
	case gbps < 9.5e-7:
		return exact(ui.RoundTo(gbps*1e9, 2)) + " B/s"
	case gbps < 9.5e-4:
		return exact(ui.RoundTo(gbps*1e6, 2)) + " kB/s"
	case gbps < 9.5e-3:
		return exact(ui.RoundTo(gbps*1e3, 2)) + " MB/s"
	}
	return exact(ui.RoundTo(gbps, 2))
}

// drawKey explains the glyphs in the room left of the axis, where its numbers
// leave any.
func (v *Cost) drawKey(c *ui.Canvas, in ui.Rect) {
	plot := v.chart.Plot()
	if plot.Empty() || v.at.narrow {
		return
	}
	numbers := 0
	for _, t := range v.chart.Y.Ticks {
		numbers = max(numbers, ui.Width(t.Text))
	}
	room := plot.X - in.X - 4 - numbers // blanks at three sides, and the axis
	w, st := v.w, v.sty
	keys := []struct {
		glyph string
		look  ui.Style
		text  string
	}{
		{"●", st.Handle, w.keyYou},
		{"◆", st.Warn, w.keyBreak},
		{"╌", st.Muted, w.keyRecompute},
		{"░", st.Good, w.keyPays},
		{"◇", st.Warn, w.keySplit},
	}
	if !v.n.hasSaved {
		keys = keys[:4]
	}
	for _, k := range keys {
		if ui.Width(k.text)+2 > room {
			return
		}
	}
	for i, k := range keys {
		if i >= plot.H {
			return
		}
		c.Text(in.X+1, plot.Y+i, k.glyph, k.look)
		c.Text(in.X+3, plot.Y+i, k.text, st.Muted)
	}
}
