package views

import "kvtui/ui"

// measuredPlaces are the rectangles of the screen; empty ones are not drawn.
type measuredPlaces struct {
	compact bool // a figure takes two lines
	boxed   bool // frames, and tables and parameters at the side

	picker, about, heads, table, foot ui.Rect
	frame, tables, parameters         ui.Rect // with their frames
	cols                              measuredColumns
}

// Sizes, in cells.
const (
	measuredWide  = 112 // from here on the side has room
	measuredVast  = 176
	measuredFlat  = 70 // below, a figure takes two lines
	aboutRowsMost = 3  // of a screen without frames
)

// layOut places the parts and breaks the page into lines. It is called when the
// size or the page has changed.
func (v *Measured) layOut() {
	r := v.r
	p := measuredPlaces{compact: r.W < measuredFlat, boxed: r.W >= measuredWide && r.H >= 16}
	if p.boxed {
		v.placeSide(&p, &r)
	} else {
		p.picker, r = r.Top(1)
	}
	r = r.Inset(1, 0)
	about := wrap(v.about(), r.W)
	if most := r.H / 4; p.boxed && len(about) <= most || r.H >= 18 && len(about) <= aboutRowsMost {
		p.about, r = r.Top(len(about))
	}
	p.heads, r = r.Top(1)
	p.table = r
	p.cols = v.columns(r.W, p.compact)
	v.place = p
	v.lines = v.broken()
	if len(v.lines) > r.H && r.H > 4 {
		v.place.foot, v.place.table = r.Bottom(1)
	}
	v.scroll(0)
}

// placeSide cuts off the side and the frame of the table.
func (v *Measured) placeSide(p *measuredPlaces, r *ui.Rect) {
	side := 37
	if r.W >= measuredVast {
		side = 54
	}
	var left ui.Rect
	left, p.frame = r.Left(side)
	p.tables, p.parameters = left.Top(len(v.pages) + 2)
	*r = p.frame.Inset(1, 1)
	p.picker, *r = r.Top(1)
}

// about is what stands over a table: the setup and the source.
func (v *Measured) about() string {
	p := v.shown().page
	if p.Source == p.Title {
		return p.Setup
	}
	return p.Setup + " · " + p.Source
}

// measuredColumns are the columns of the table, from its left edge.
type measuredColumns struct {
	flat                              bool // a row has one figure
	short                             bool // no ranges of the model
	tight                             bool // a verdict names its limit alone, under a head
	gap                               int
	label, value, ratio, runs, bar    int // widths; 0 is left out
	model, modelRatio, off, check     int
	verdict                           int // the width of a verdict in words
	xValue, xRatio, xRuns, xBar       int
	xModel, xModelRatio, xOff, xCheck int
}

const (
	offWidth  = 7 // +12.3 %
	ruleWidth = 2 // the rule before the model
	roomy     = 100
	leastBar  = 4
	plainBar  = 12 // from here on other columns have room first
	mostBar   = 40
	mostRuns  = 40
)

// columns shares w columns out: what the texts need first, the bar gets the
// rest.
func (v *Measured) columns(w int, compact bool) measuredColumns {
	p := v.shown().page
	k := measuredColumns{flat: flatRows(p), short: w < roomy, gap: 2, off: offWidth, model: ui.Width(v.w.notRunShort)}
	if k.short {
		k.gap = 1
	}
	for i, c := range p.Cells {
		label := 2 + ui.Width(c.Column)
		if k.flat {
			label = ui.Width(c.Row)
		}
		k.label = max(k.label, label)
		k.value = max(k.value, ui.Width(v.w.valueText(c)))
		k.ratio = max(k.ratio, ui.Width(ratioText(p, i)))
		k.runs = max(k.runs, ui.Width(runsText(c)))
		k.model = max(k.model, ui.Width(v.modelText(c, !k.short)))
		k.modelRatio = max(k.modelRatio, ui.Width(modelRatioText(p, i)))
		k.verdict = max(k.verdict, v.w.checkWidth(c, false))
		k.check = max(k.check, v.w.checkWidth(c, true))
		if c.HasModel {
			k.off = max(k.off, ui.Width(offText(c)))
		}
	}
	k.check = max(k.check, ui.Width(v.w.within))
	k.label = max(k.label, min(ui.Width(p.RowName), 20))
	k.value, k.model = max(k.value, ui.Width(v.w.measured)), max(k.model, ui.Width(v.w.model))
	k.ratio, k.modelRatio = atLeast(k.ratio, v.w.ratio), atLeast(k.modelRatio, v.w.ratio)
	if compact {
		return k
	}
	k.share(w)
	k.place()
	return k
}

// atLeast widens a column that is shown to its head.
func atLeast(w int, head string) int {
	if w == 0 {
		return 0
	}
	return max(w, ui.Width(head))
}

// share leaves out what has no room and gives the bar what is left of w. A short
// bar goes before the model's ratio, a plain one before verdicts in words.
func (k *measuredColumns) share(w int) {
	left := w - ruleWidth
	for _, n := range [...]int{k.label, k.value, k.ratio, k.model, k.off, k.check} {
		if n > 0 {
			left -= n + k.gap
		}
	}
	take := func(n, bar int) bool {
		fits := n <= left-bar
		if fits {
			left -= n
		}
		return fits
	}
	if k.modelRatio > 0 && !take(k.modelRatio+k.gap, leastBar) {
		k.modelRatio = 0
	}
	if k.tight = !take(max(0, k.verdict-k.check), plainBar); !k.tight {
		k.check = max(k.check, k.verdict)
	}
	if k.short || k.runs >= mostRuns || k.runs > 0 && !take(k.runs+k.gap, leastBar) {
		k.runs = 0
	}
	if left >= leastBar {
		k.bar = min(left, mostBar)
	}
}

// place puts the columns one after another.
func (k *measuredColumns) place() {
	x := k.label + k.gap
	next := func(at *int, w int) {
		*at = x
		if w > 0 {
			x += w + k.gap
		}
	}
	next(&k.xValue, k.value)
	next(&k.xRatio, k.ratio)
	next(&k.xRuns, k.runs)
	next(&k.xBar, k.bar)
	x += ruleWidth
	next(&k.xModel, k.model)
	next(&k.xModelRatio, k.modelRatio)
	next(&k.xOff, k.off)
	next(&k.xCheck, k.check)
}
