package views

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"kvtui/core/scenario"
	"kvtui/core/sim"
	"kvtui/ui"
)

// drawSpread draws how the racers spread over seeds, beside what was measured
// where something was.
func (v *Compare) drawSpread(c *ui.Canvas, r ui.Rect) {
	if r.Empty() {
		return
	}
	note := v.seedWords()
	table, published := publishedFor(v.race.on)
	title := "Spread over seeds"
	switch {
	case published && r.W < 60:
		title = hitsHead(table) + ": " + v.rule.short()
	case published:
		title = "Simulated and measured"
	}
	switch {
	case v.at.framed:
		r = ui.Box(c, r, title, note, v.st.Border, v.st.Title).Inset(1, 0)
	default:
		var head ui.Rect
		head, r = r.Top(1)
		c.Text(head.X+1, head.Y, title, v.st.Title)
		if room := head.W - 4 - ui.Width(title); ui.Width(note) > room {
			note = strings.TrimSuffix(note, " · d closes")
			if ui.Width(note) > room {
				note = ""
			}
		}
		c.TextRight(head.X+head.W-1, head.Y, note, v.st.Muted)
		r = r.Inset(1, 0)
	}
	if published {
		v.drawPublished(c, r, table)
		return
	}
	v.drawSeeds(c, r)
}

// seedWords says which seeds are in.
func (v *Compare) seedWords() string {
	n := v.sownSeeds()
	switch {
	case v.race.set.Len() == 0:
		return ""
	case n < seedCount:
		return fmt.Sprintf("seed %d of %d…", n+1, seedCount)
	}
	return fmt.Sprintf("seeds 1–%d · d closes", seedCount)
}

// wordMiddle heads the differences to the middle of what was measured.
const wordMiddle, wordMid = "to middle", "to mid"

// band is one line of a spread: a range, and what it is held against.
type band struct {
	mode      scenario.Mode
	spread    sim.Spread
	low, high float64
	measured  bool
}

// bands is a group of bands on one scale.
type bands struct {
	head, short string
	text        func(sim.Spread) string
	measured    func(b band) string
	miss        func(v float64) string
	list        []band
	compared    bool
}

// drawSeeds draws the figure raced for, and the others where there is room.
func (v *Compare) drawSeeds(c *ui.Canvas, r ui.Rect) {
	note := "median and range of whole runs"
	if v.race.set.Traced && !v.timed() {
		note = "the order is the trace's: only rules that draw differ by seed"
	}
	racers, figures := modesOf(v.rows(v.done())), v.figures()
	at := slices.Index(figures, v.figure)
	for i := range figures {
		f, modes := figures[(at+i)%len(figures)], racers
		if v.ofIdeal(f) {
			modes = append([]scenario.Mode{idealMode()}, racers...)
		}
		b := v.figureBands(f, modes)
		if i > 0 && r.H < len(b.list)+2 {
			break
		}
		var block ui.Rect
		block, r = r.Top(len(b.list) + 1)
		v.drawBlock(c, block, b)
		_, r = r.Top(1)
		if i == 0 && r.H > 0 && r.H < len(b.list)+2 || r.H > 0 && i == len(figures)-1 {
			c.Text(r.X, r.Y, longest(r.W, note, "median and range"), v.st.Muted)
		}
	}
}

// figureBands is how one figure spreads.
func (v *Compare) figureBands(f figure, modes []scenario.Mode) bands {
	b := bands{head: f.title(), short: f.short(), text: func(s sim.Spread) string {
		if s.Low == s.High {
			return f.text(s.Median)
		}
		unit := " " + f.info().unit
		return fmt.Sprintf("%s (%s–%s)", f.text(s.Median), strings.TrimSuffix(f.text(s.Low), unit), strings.TrimSuffix(f.text(s.High), unit))
	}}
	for _, m := range modes {
		b.list = append(b.list, band{mode: m, spread: v.spreadOf(m, f.ofOutcome)})
	}
	return b
}

func modesOf(rows []row) (out []scenario.Mode) {
	for _, r := range rows {
		out = append(out, r.mode)
	}
	return out
}

// halves is the decimals that a median of counts needs.
func halves(v float64) int {
	if v != math.Trunc(v) {
		return 1
	}
	return 0
}

func rangeText(low, high float64, decimals int) string {
	if low == high {
		return ui.Decimal(low, decimals)
	}
	return ui.Decimal(low, decimals) + "–" + ui.Decimal(high, decimals)
}

// spreadText writes a median, with a decimal at least where it needs one, and
// its range.
func spreadText(decimals int) func(sim.Spread) string {
	return func(s sim.Spread) string {
		text := ui.Decimal(s.Median, max(decimals, halves(s.Median)*min(1, 1-decimals)))
		if s.Low == s.High {
			return text
		}
		return fmt.Sprintf("%s (%s)", text, rangeText(s.Low, s.High, decimals))
	}
}

// scale is wide enough for all of a block, on round numbers.
func (b bands) scale() ui.Scale {
	low, high := math.Inf(1), math.Inf(-1)
	for _, d := range b.list {
		if d.spread.Runs > 0 {
			low, high = min(low, d.spread.Low), max(high, d.spread.High)
		}
		if d.measured {
			low, high = min(low, d.low), max(high, d.high)
		}
	}
	if low > high {
		return ui.Scale{Max: 1}
	}
	step := 10.0
	if high < 10 {
		step = 1
	}
	s := ui.Scale{Min: math.Floor(low/step) * step, Max: math.Ceil(high/step) * step}
	if s.Max <= s.Min {
		s.Max = s.Min + step
	}
	return s
}

// drawBlock draws a block: its head with the ends of the scale, then a line a
// band: name, range, simulated, measured, difference.
func (v *Compare) drawBlock(c *ui.Canvas, r ui.Rect, b bands) {
	if r.Empty() {
		return
	}
	names, sim, seen, off, short := 0, ui.Width("simulated"), 0, 0, 0
	for _, d := range b.list {
		names = max(names, ui.Width(racerName(d.mode)))
		if d.spread.Runs > 0 {
			sim = max(sim, ui.Width(b.text(d.spread)))
		}
		if d.measured {
			seen = max(seen, ui.Width(b.measured(d)), ui.Width("measured"))
			off = max(off, ui.Width(b.off(d, false)), ui.Width(wordMiddle))
			short = max(short, ui.Width(b.off(d, true)), ui.Width(wordMid))
		}
	}
	tight := r.W < names+sim+seen+off+3+10
	if tight {
		off = short
	}
	bar := ui.Rect{X: r.X + names + 1, W: r.W - names - 1 - sim - 1 - seen - 1 - off - 1, H: 1}
	if bar.W < 8 {
		bar.W = 0
	}
	scale := b.scale()
	head, body := r.Top(1)
	at := [...]int{r.X + r.W - off - 1 - seen - 1, r.X + r.W - off - 1, r.X + r.W}
	if seen == 0 {
		at[0] = r.X + r.W
	}
	v.blockHead(c, head, b, scale, bar, at, tight)
	shown := len(b.list)
	if shown > body.H {
		shown = max(0, body.H-1)
		c.Text(r.X, body.Y+shown, fmt.Sprintf("+%d more", len(b.list)-shown), v.st.Muted)
	}
	for i, d := range b.list[:shown] {
		bar.Y = body.Y + i
		v.drawBand(c, b, d, scale, bar, at, r.X, tight)
	}
}

// off says how far a band's median lies from the middle of what was measured,
// and whether that is inside.
func (b bands) off(d band, tight bool) string {
	word := " inside"
	switch out := outside(d.spread.Median, d.low, d.high); {
	case out && tight:
		word = " out"
	case out:
		word = " outside"
	case tight:
		word = " in"
	}
	return b.miss(d.spread.Median-(d.low+d.high)/2) + word
}

func (v *Compare) blockHead(c *ui.Canvas, r ui.Rect, b bands, s ui.Scale, bar ui.Rect, at [3]int, tight bool) {
	right := r.X + r.W
	if b.compared {
		off := wordMiddle
		if tight {
			off = wordMid
		}
		c.TextRight(at[2], r.Y, off, v.st.Muted)
		c.TextRight(at[1], r.Y, "measured", v.st.Muted)
		c.TextRight(at[0], r.Y, "simulated", v.st.Muted)
		right = at[0] - ui.Width("simulated") - 1
	}
	ends := ""
	if bar.W > 0 {
		ends = fmt.Sprintf("%s to %s", ui.Decimal(s.Min, 0), ui.Decimal(s.Max, 0))
	}
	if tight && b.compared { // the title says it
		return
	}
	for _, text := range []string{b.head + "  " + ends, b.head, b.short + "  " + ends, b.short} {
		if text = strings.TrimSpace(text); ui.Width(text) <= right-r.X {
			c.Text(r.X, r.Y, text, v.st.Muted)
			return
		}
	}
}

func (v *Compare) drawBand(c *ui.Canvas, b bands, d band, s ui.Scale, bar ui.Rect, at [3]int, x int, tight bool) {
	look, _ := v.pen(d.mode)
	name := v.st.Text
	if d.mode == v.onStage() {
		name = v.st.Accent
	}
	c.Text(x, bar.Y, racerName(d.mode), name)
	if d.measured {
		c.TextRight(at[1], bar.Y, b.measured(d), v.st.Text)
	}
	if d.spread.Runs == 0 {
		c.TextRight(at[0], bar.Y, "…", v.st.Muted)
		return
	}
	if bar.W > 0 {
		ui.DotRange{
			Low: d.spread.Low, Mid: d.spread.Median, High: d.spread.High, Style: look,
			BandLow: d.low, BandHigh: d.high, Banded: d.measured,
		}.Draw(c, bar, s, v.st)
	}
	c.TextRight(at[0], bar.Y, b.text(d.spread), v.st.Bold)
	if !d.measured {
		return
	}
	off := v.st.Good
	if outside(d.spread.Median, d.low, d.high) {
		off = v.st.Bad
	}
	c.TextRight(at[2], bar.Y, b.off(d, tight), off)
}
