package views

import (
	"context"
	"slices"

	"kvtui/ui"
	"kvtui/views/state"
)

// Cost is the screen that answers whether moving KV is worth it: sliders for
// what a request and a link are like, and everything that follows from them.
// It edits the state that it was made with and holds no other choice than
// which part has the focus.
type Cost struct {
	st *state.Cost
	w  *costWords

	// noted is told of each change: what the state was, what was changed, and
	// the number of the gesture, which several changes may be part of.
	noted   func(was state.Cost, what string, gesture int)
	gesture int
	gliding costField // what the gesture moves, if it may go on

	custom  bool // the state came with a shape of its own, which stays a choice
	seen    state.Cost
	n       costNumbers
	stall   costStall
	ctx     context.Context // ends what is simulated
	sliders [costFields]ui.Slider
	focus   costField
	touched costField // what was set or focused last: the note is about it
	fields  []costField

	r     ui.Rect
	sty   *ui.Styles
	at    costPlaces
	hits  []costHit
	chart ui.Chart
	drawn state.Cost // what the chart or the map shows
	grid  costGrid
}

// costHit is a place that takes a press or a notch of the wheel.
type costHit struct {
	at    ui.Rect
	field costField
	do    func(h ui.Host) // a press; nil gives the focus alone
}

// NewCost makes the screen over st.
func NewCost(st *state.Cost) *Cost {
	w := costEnglish()
	v := &Cost{
		ctx: context.Background(), st: st, w: w, sty: &ui.Styles{}, noted: func(state.Cost, string, int) {}, gliding: fieldNone,
		sliders: costSliders(w), focus: fieldGBps, touched: fieldGBps,
		fields: []costField{fieldModel, fieldPrecision, fieldTokens, fieldPrefill, fieldGBps},
	}
	v.sync()
	if v.tag() != nil {
		v.touched = fieldPrecision // its caveat is the first thing to know
	}
	return v
}

// Title is the word on the tab.
func (v *Cost) Title() string { return v.w.title }

// Resize stores the rectangle and the styles.
func (v *Cost) Resize(r ui.Rect, st *ui.Styles) {
	v.r, v.sty = r, st
	v.place()
}

// place lays the screen out for the chart or for the map.
func (v *Cost) place() {
	v.drawn = state.Cost{} // the chart's marks carry the looks of a theme
	v.at = placeCost(v.r, v.st.Map)
	v.hits = v.hits[:0]
}

// sync brings numbers and sliders in line with the state, which others may
// have changed since.
func (v *Cost) sync() {
	if *v.st == v.seen {
		return
	}
	v.seen = *v.st
	v.stall.follow(v.seen)
	v.count()
}

// recount counts anew with what was simulated since.
func (v *Cost) recount() {
	v.sync()
	v.drawn = state.Cost{}
	v.count()
}

func (v *Cost) count() {
	v.custom = v.custom || v.st.Model == ""
	v.n = countCost(*v.st, v.stall.freed)
	for f := fieldTokens; f < costFields; f++ {
		s := &v.sliders[f]
		s.Value = v.value(f)
		widen(s, s.Value)
		s.Text = v.text(f)
	}
}

// Draw draws the screen; the numbers are those of this moment's state.
func (v *Cost) Draw(c *ui.Canvas) {
	v.sync()
	if v.at.mapped != v.st.Map {
		v.place()
	}
	v.hits, v.fields = v.hits[:0], v.fields[:0]
	if v.r.Empty() {
		v.drawn = v.seen
		return
	}
	c.WithClip(v.r, func() { v.drawAll(c) })
	if !slices.Contains(v.fields, v.focus) && slices.Contains(v.fields, fieldGBps) {
		v.focus = fieldGBps // what had the focus found no room
		v.hits, v.fields = v.hits[:0], v.fields[:0]
		c.Fill(v.r, ' ', v.sty.Text)
		c.WithClip(v.r, func() { v.drawAll(c) })
	}
}

func (v *Cost) drawAll(c *ui.Canvas) {
	v.drawFields(c)
	if v.at.mapped {
		v.drawMap(c)
	} else {
		v.drawChart(c)
	}
	v.drawNumbers(c)
	v.drawTables(c)
}

// Capturing is false: values are typed in dialogs.
func (v *Cost) Capturing() bool { return false }

// Focus moves the focus over the fields that are drawn.
func (v *Cost) Focus(step int) {
	n := len(v.fields)
	if n == 0 {
		return
	}
	at := slices.Index(v.fields, v.focus)
	v.focusOn(v.fields[((at+step)%n+n)%n])
}

func (v *Cost) focusOn(f costField) {
	if f != v.focus {
		v.gliding = fieldNone
	}
	v.focus, v.touched = f, f
}
