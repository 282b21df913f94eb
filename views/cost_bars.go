package views

import (
	"fmt"
	"math"

	"kvtui/ui"
)

// barsHead is the number of columns before the bars in full words.
const barsHead = 20

// barLines are the bars of the time to first token: two rows, or three with
// layer-wise sending on its own.
func (v *Cost) barLines() []costLine {
	rank := 2
	if v.at.narrow {
		rank = 9
	}
	draw := func(c *ui.Canvas, r ui.Rect) { v.drawBars(c, r, r.H > 2) }
	l := costLine{field: fieldNone, rank: rank, rows: 2, gap: true, draw: draw}
	if v.at.boxed {
		l.rows = 3
	}
	return []costLine{l}
}

func (v *Cost) drawBars(c *ui.Canvas, r ui.Rect, layers bool) {
	w, n, st := v.w, &v.n, v.sty
	prefill := n.move.PrefillMS
	split := []ui.Segment{{Value: prefill}, {Value: n.move.TransferMS}, {Value: v.st.OverheadMS}}
	sum := fmt.Sprintf(w.sum, ui.Ms(n.ttft))
	if v.st.OverheadMS > 0 {
		sum = fmt.Sprintf(w.sumOverhead, ui.Ms(n.ttft))
	}
	b := ui.Bars{Head: barsHead, Bars: []ui.Bar{
		{Label: w.oneProcess, Text: ui.Ms(prefill), Parts: split[:1]},
		{Label: w.split, Text: sum, Parts: split},
	}}
	hidden := ui.Percent(n.hidden)
	switch {
	case v.at.narrow:
		b.Head, b.Bars[0].Label, b.Bars[1].Label = 0, w.oneNarrow, w.splitNarrow
		b.Bars[1].Text = ui.Ms(n.ttft)
	case layers:
		rest := []ui.Segment{{Value: prefill}, {Value: n.layered - prefill - v.st.OverheadMS}, {Value: v.st.OverheadMS}}
		b.Bars = append(b.Bars, ui.Bar{Label: w.byLayers, Text: fmt.Sprintf(w.hidden, ui.Ms(n.layered), hidden), Parts: rest})
	default:
		b.Bars[1].Text = fmt.Sprintf(w.sumHidden, ui.Ms(n.ttft), ui.Ms(n.layered), hidden)
	}
	in := ui.Rect{X: r.X + 1, Y: r.Y, W: r.W - 2, H: r.H}
	b.Draw(c, in, st)
	if !v.at.narrow {
		v.drawPrefillTag(c, in, &b)
	}
}

// drawPrefillTag says at the right of the first bar what its time rests on,
// where the bar leaves room for it.
func (v *Cost) drawPrefillTag(c *ui.Canvas, r ui.Rect, b *ui.Bars) {
	forms, look := v.prefillTag()
	tail := 0
	for _, bar := range b.Bars {
		tail = max(tail, ui.Width(bar.Text)+1)
	}
	share := v.n.move.PrefillMS / v.n.ttft
	bar := int(math.Ceil(share * float64(r.W-b.Head-tail)))
	end := r.X + b.Head + bar + 2 + ui.Width(b.Bars[0].Text)
	for _, tag := range forms {
		if x := r.X + r.W - ui.Width(tag); x > end {
			c.Text(x, r.Y, tag, look)
			if v.n.basis == basisYours {
				v.hits = append(v.hits, costHit{
					at: ui.Rect{X: x, Y: r.Y, W: ui.Width(tag), H: 1}, field: fieldPrefill, do: func(ui.Host) { v.follow() },
				})
			}
			return
		}
	}
}
