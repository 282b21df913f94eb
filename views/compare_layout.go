package views

import "kvtui/ui"

// comparePlan is where the parts of the comparison are. Parts that have no
// room are empty.
type comparePlan struct {
	head, note, chart, spread, table, timeline ui.Rect
	compact                                    bool
	// framed parts stand in boxes.
	framed bool
}

// plan cuts the screen into its parts: from 110x27 chart and spread stand side
// by side over the table, down to 78x20 the spread takes the table's place,
// below that only lines.
func (v *Compare) plan() comparePlan {
	r, at := v.r, comparePlan{}
	at.head, r = r.Top(1)
	switch {
	case r.W >= 110 && r.H >= 26:
		at.framed = true
		v.planWide(&at, r)
	case r.W >= 78 && r.H >= 19:
		v.planNarrow(&at, r)
	default:
		at.compact = true
		v.planCompact(&at, r)
	}
	return at
}

// tableRows is the height of the whole table: its head, the ideal, the
// baseline, and the racers.
func (v *Compare) tableRows() int {
	n := 2 + len(v.racers())
	if v.base != nil {
		n += 2
	}
	return n
}

func (v *Compare) planWide(at *comparePlan, r ui.Rect) {
	at.timeline, r = r.Bottom(2)
	at.table, r = r.Bottom(min(v.tableRows()+2, max(r.H/2, r.H-14)))
	at.note, r = r.Bottom(2)
	if at.chart = r; v.spreadShown() {
		at.spread, at.chart = r.Right(max(66, r.W*45/100))
	}
}

func (v *Compare) planNarrow(at *comparePlan, r ui.Rect) {
	extra := r.H - 20
	at.timeline, r = r.Bottom(1 + min(1, extra/4))
	at.chart, r = r.Top(7 + max(0, extra)/2)
	if v.spreadShown() {
		at.spread = r
		return
	}
	at.note, at.table = r.Top(1 + min(1, extra/4))
}

func (v *Compare) planCompact(at *comparePlan, r ui.Rect) {
	at.timeline, r = r.Bottom(1)
	if r.H >= 14 {
		at.chart, r = r.Top(r.H * 2 / 5)
	}
	if v.spreadShown() {
		at.spread = r
		return
	}
	if r.W >= 60 && r.H > 6 {
		at.note, r = r.Top(1)
	}
	at.table = r
}
