package views

import (
	"fmt"

	"kvtui/core/measure"
	"kvtui/core/sim"
	"kvtui/ui"
)

// drawPublished draws hits and mean TTFT of the repeats, simulated over the
// seeds, each beside the band that was measured.
func (v *Compare) drawPublished(c *ui.Canvas, r ui.Rect, t measure.RouterTable) {
	hits := bands{
		head: hitsHead(t) + " repeats: " + v.rule.words(), short: hitsHead(t) + ": " + v.rule.short(),
		compared: true, text: spreadText(0),
		measured: func(b band) string { return rangeText(b.low, b.high, 0) },
		miss:     func(v float64) string { return signed(v, halves(v)) },
	}
	rule := sim.PublishedTTFT()
	ttft := bands{
		head:     fmt.Sprintf("TTFT ms: %.0f + %.0f x computed share (fitted)", rule.FixedMS, rule.SpanMS),
		short:    "Mean TTFT of repeats, ms",
		compared: true, text: spreadText(1),
		measured: func(b band) string { return rangeText(b.low, b.high, 0) },
		miss:     func(v float64) string { return signed(v, 1) },
	}
	for _, m := range v.racers() {
		row, ok := measuredFor(t, m)
		low, high := row.HitRange()
		hits.list = append(hits.list, band{m, v.spreadOf(m, v.rule.of), float64(low), float64(high), ok})
		if ok {
			ttft.list = append(ttft.list, band{m, v.spreadOf(m, meanTTFT), row.TTFTMS[0], row.TTFTMS[1], true})
		}
	}
	v.drawBoth(c, r, hits, ttft)
}

// drawBoth draws hits above times, and below them what the marks mean. What
// nobody measured is left out where not all of it fits.
func (v *Compare) drawBoth(c *ui.Canvas, r ui.Rect, hits, ttft bands) {
	hits.list = measuredFirst(hits.list)
	switch n := len(ttft.list); {
	case r.H < 2*n+2: // one of both in full rather than both in part
		v.drawBlock(c, r, hits)
		return
	case r.H < len(hits.list)+n+2:
		hits.list = hits.list[:n]
	}
	at, r := r.Top(len(hits.list) + 1)
	v.drawBlock(c, at, hits)
	if r.H > len(ttft.list)+3 {
		_, r = r.Top(1)
	}
	at, r = r.Top(len(ttft.list) + 1)
	v.drawBlock(c, at, ttft)
	if r.H > 2 {
		_, r = r.Top(1)
	}
	for _, foot := range [][]string{
		{"▒═ measured · " + ttftWords() + " · h hit rule", "▒═ measured · " + ttftWords(), ttftWords()},
		{"measured: six runs on 8 GB GPUs, 2026-10-07 · simulated: median and range of 30 seeds", "simulated: median and range of 30 seeds"},
	} {
		at, r = r.Top(1)
		if at.H > 0 {
			c.Text(at.X, at.Y, longest(at.W, foot...), v.st.Muted)
		}
	}
	if _, r = r.Top(1); r.H > len(v.racers())+2 {
		v.drawSeeds(c, r)
	}
}

// ttftWords say where the simulated times come from.
func ttftWords() string {
	rule := sim.PublishedTTFT()
	return fmt.Sprintf("TTFT = %.0f ms + %.0f ms x computed share, fitted", rule.FixedMS, rule.SpanMS)
}

func hitsHead(t measure.RouterTable) string {
	return fmt.Sprintf("Hits of %d", t.Prefixes*(t.Reps-1))
}

func meanTTFT(o sim.Outcome) float64 { return o.Repeats.MeanTTFTMS }

func measuredFirst(bs []band) (out []band) {
	for _, want := range []bool{true, false} {
		for _, b := range bs {
			if b.measured == want {
				out = append(out, b)
			}
		}
	}
	return out
}

func (r hitRule) words() string {
	switch r {
	case ruleWhole:
		return "the whole prefix is reused"
	case ruleQuick:
		return "TTFT under 60 % of a miss (as published)"
	case ruleAny:
		return "any block is reused"
	case hitRules:
	}
	return ""
}

func (r hitRule) short() string { return [...]string{"whole prefix", "TTFT < 60 %", "any block"}[r] }
