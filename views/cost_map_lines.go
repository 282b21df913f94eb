package views

import (
	"cmp"
	"fmt"
	"math"

	"kvtui/core/cost"
	"kvtui/ui"
)

// mapLines are the sentences under the map, in the order in which they stand.
func (v *Cost) mapLines() []costLine {
	var out []costLine
	if v.at.chart.Empty() {
		out = append(out, costLine{field: fieldNone, forms: []string{v.w.mapSmall}})
	} else {
		out = append(out, v.cursorLine())
	}
	if v.n.trade.Splits() {
		out = append(out, v.splitLine(), v.splittingLine())
		if v.n.simulated {
			out = append(out, v.crowdLines()...)
			out = append(out, v.foundLine())
		}
	} else {
		out = append(out, v.moveLines()[0], v.payingLine())
	}
	send := v.sendLine()
	send.rank = 2
	out = append(out, send)
	out = append(out, v.caveatLines()...)
	switch { // the other question
	case v.n.trade.Splits():
		other := v.moveLines()[0]
		other.rank = 5
		out = append(out, other)
	case v.at.boxed, v.n.simulated:
		out = append(out, v.splitLine())
	}
	out = append(out, costLine{field: fieldNone, rank: 9, quiet: true, forms: append(v.mapNote(), "")})
	if v.at.boxed {
		out = append(out, v.widestLine(), v.limitLine(), v.memoryLine(), v.fitLine(), v.rateLine(), costLine{field: fieldNone, rank: 8, quiet: true, forms: append(v.aboutLink(), "")})
	}
	return out
}

// mapNote is what the map has to be read with: a precision with a caveat, else
// what prefill rests on.
func (v *Cost) mapNote() []string {
	if v.tag() == nil && (v.touched == fieldSend || v.touched == fieldPrecision || v.n.trade.Splits()) {
		return v.explained(fieldPrecision)
	}
	return []string{v.aboutPrefill()}
}

// cursorLine reads out the cell of the cursor.
func (v *Cost) cursorLine() costLine {
	w, t := v.w, v.n.trade
	tokens, gbps := v.cursor()
	gain := t.GainMS(tokens, gbps)
	words, tone := v.gainWords(gain)
	transfer, prefill := cost.BytesMS(t.Shrink.Bytes(t.Model, tokens), gbps), t.Prefill(tokens)
	n, rate := thousands(tokens), ui.GBps(gbps)
	link := ""
	for _, l := range linkPresets() {
		p := v.grid.plot
		if !p.Empty() && v.grid.chart.X.Column(l.GBps(), p.W) == v.grid.chart.X.Column(gbps, p.W) {
			link = " (" + l.Short + ")"
		}
	}
	long := fmt.Sprintf(w.cursorMove, n, rate, link, ui.Ms(transfer), ui.Ms(prefill), words)
	if t.Splits() {
		takes := t.Shrink.SplitMS(transfer, prefill, t.Model.Layers) + t.OverheadMS
		long = fmt.Sprintf(w.cursorSplit, n, rate, link, ui.Ms(takes), v.stallText(tokens), words)
	}
	if math.IsNaN(gain) {
		return costLine{field: fieldNone, tone: tone, forms: []string{
			fmt.Sprintf(w.cursorShort, n, rate, words), fmt.Sprintf(w.cursorNarrow, n, rate, words),
		}}
	}
	border := w.noBorder
	if g := t.BorderGBps(tokens); !math.IsInf(g, 1) {
		border = ui.GBps(g)
	}
	tail, short := fmt.Sprintf(w.cursorBorder, border), fmt.Sprintf(w.cursorShort, n, rate, words)
	return costLine{field: fieldNone, tone: tone, forms: []string{
		long + tail, short + tail, short, fmt.Sprintf(w.cursorNarrow, n, rate, words),
	}}
}

// gainWords says in words what a gain is, without a sign.
func (v *Cost) gainWords(ms float64) (string, ui.Style) {
	switch {
	case math.IsNaN(ms):
		return v.w.stallUnknown, v.sty.Muted
	case ms > 0:
		return fmt.Sprintf(v.w.gain, ui.Ms(ms)), v.sty.Good
	case ms < 0:
		return fmt.Sprintf(v.w.loss, ui.Ms(-ms)), v.sty.Bad
	}
	return v.w.evenGain, v.sty.Warn
}

// stallText is what a split frees a request of so many tokens.
func (v *Cost) stallText(tokens int) string {
	ms := v.n.trade.Stall(tokens)
	if ms < 0 {
		return "-" + ui.Ms(-ms)
	}
	return ui.Ms(ms)
}

// splittingLine turns the question round for a split. What layer-wise sending
// hides changes with the prompt, so that there is no one length then.
func (v *Cost) splittingLine() costLine {
	w, t := v.w, v.n.trade
	text := w.splitsHidden
	switch {
	case v.n.simulated:
		text = v.simulatedSplits()
	case !t.Shrink.LayerWise:
		n, _ := cost.LongestSent(t.Model, t.Shrink, v.st.GBps, t.StallMS-t.OverheadMS)
		text = fmt.Sprintf(w.splitsUpTo, thousands(max(0, n)))
	}
	rank := 1
	if v.n.crowded {
		rank = 4 // of transfers alone, which that is not about
	}
	return costLine{field: fieldNone, rank: rank, forms: []string{fmt.Sprintf(w.atRate, ui.GBps(v.st.GBps)) + text, text}}
}

// payingLine turns the question round: which prompts pay on this link, and the
// border of the prompt at hand.
func (v *Cost) payingLine() costLine {
	w, p := v.w, v.n.paying
	text, short := w.paysNever, ""
	upTo, from := p.UpTo > 0, p.From <= longestShown
	switch {
	case p.Always:
		text = w.paysAlways
	case upTo && from:
		text = fmt.Sprintf(w.paysBoth, thousands(p.UpTo), thousands(p.From))
		short = fmt.Sprintf(w.paysBothShort, thousands(p.UpTo), thousands(p.From))
	case upTo:
		text = fmt.Sprintf(w.paysUpTo, thousands(p.UpTo))
	case from:
		text = fmt.Sprintf(w.paysFrom, thousands(p.From))
	}
	border := w.noBorder
	if g := v.n.move.BorderGBps; !math.IsInf(g, 1) {
		border = ui.GBps(g)
	}
	at := fmt.Sprintf(w.atRate, ui.GBps(v.st.GBps)) + text
	return costLine{field: fieldNone, rank: 1, forms: []string{at + fmt.Sprintf(w.borderHere, thousands(v.st.Tokens), border), at, text, cmp.Or(short, text)}}
}
