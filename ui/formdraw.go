package ui

import "strings"

const (
	minValueW  = 6
	maxValueW  = 24
	applyWord  = "enter apply"
	cancelWord = "esc cancel"
)

// formGeometry is where the parts of a form are: drawing and mouse share it.
// A value stands between two arrows, ‹ value ›, a Text in brackets.
type formGeometry struct {
	in, rows       Rect
	valueX, valueW int // valueX is the left arrow
	textW          int // the value of a Text, which may reach under the hints
	hintX          int
	apply, cancel  Rect
}

func (f *Form) geometry() formGeometry {
	g := formGeometry{in: f.r.Inset(2, 1)}
	var foot Rect
	foot, g.rows = g.in.Bottom(1)
	_, g.rows = g.rows.Bottom(1)
	g.valueX = g.in.X + 2 + f.labelW() + 2
	g.valueW = clamp(f.valueW(), 1, g.in.X+g.in.W-g.valueX-4)
	g.hintX = g.valueX + g.valueW + 5 + f.unitW()
	g.textW = clamp(maxValueW, 1, g.in.X+g.in.W-g.valueX-4)
	g.apply = Rect{foot.X, foot.Y, Width(applyWord), foot.H}
	g.cancel = Rect{foot.X + g.apply.W + 3, foot.Y, Width(cancelWord), foot.H}
	return g
}

func (g *formGeometry) width(e *entry) int {
	if e.Kind == Text {
		return g.textW
	}
	return g.valueW
}

func (f *Form) labelW() int {
	w := 0
	for _, e := range f.fields {
		w = max(w, Width(e.Label))
	}
	return w
}

func (f *Form) unitW() int {
	w := 0
	for _, e := range f.fields {
		w = max(w, Width(e.Unit))
	}
	if w > 0 {
		w++
	}
	return w
}

func (f *Form) valueW() int {
	w := minValueW
	for _, e := range f.fields {
		switch e.Kind {
		case Text:
		case Integer:
			w = max(w, len(e.Value)+1)
		case Choice:
			for _, c := range e.Choices {
				w = max(w, Width(c))
			}
		}
	}
	return min(w, maxValueW)
}

// Size asks for a row for each field, one for what is said about it, and one
// for the two words at the foot.
func (f *Form) Size(w, _ int) (int, int) {
	left := 2 + f.labelW() + 2
	want := max(left+f.valueW()+5+f.unitW()+16, Width(applyWord)+3+Width(cancelWord), Width(f.title)+2)
	for i := range f.fields {
		e := &f.fields[i]
		want = max(want, Width(e.Note))
		if e.Kind == Text {
			want = max(want, left+maxValueW+5+Width(e.Unit))
		} else {
			want = max(want, left+f.valueW()+5+f.unitW()+2+Width(e.hint()))
		}
	}
	return min(w, want+4), len(f.fields) + 4
}

// Resize places the form.
func (f *Form) Resize(r Rect, st *Styles) {
	f.r, f.st = r, st
	f.scroll()
}

// scroll keeps the focus in view.
func (f *Form) scroll() {
	h := f.geometry().rows.H
	f.top = clamp(f.top, f.cur-h+1, f.cur)
	f.top = clamp(f.top, 0, len(f.fields)-h)
}

// Draw draws the form.
func (f *Form) Draw(c *Canvas) {
	g := f.geometry()
	note := ""
	if g.rows.H < len(f.fields) {
		note = "↑↓ more"
	}
	Box(c, f.r, f.title, note, f.st.Focus, f.st.Title)
	for y := range g.rows.H {
		if i := f.top + y; i < len(f.fields) {
			f.drawField(c, g, i, g.rows.Y+y)
		}
	}
	c.WithClip(g.in, func() { f.drawFoot(c, g) })
}

// drawFoot says what is wrong, else what the field is for; its line is the
// one place with room for all of it.
func (f *Form) drawFoot(c *Canvas, g formGeometry) {
	text, st := f.remark(g)
	c.Text(g.in.X, g.rows.Y+g.rows.H, Fit(text, g.in.W), st)
	c.Text(g.apply.X, g.apply.Y, applyWord, f.st.Key)
	c.Text(g.cancel.X, g.cancel.Y, cancelWord, f.st.Key)
}

func (f *Form) remark(g formGeometry) (string, Style) {
	e := f.focused()
	switch {
	case f.err != nil:
		return "! " + f.err.Error(), f.st.Bad
	case e == nil:
		return "", f.st.Muted
	case e.err != nil:
		return "! " + e.Label + ": " + e.err.Error(), f.st.Bad
	case e.Note == "" && g.hintX+Width(e.hint()) > g.in.X+g.in.W: // no room beside it
		return strings.TrimSpace(e.hint() + " " + e.Unit), f.st.Muted
	}
	return e.Note, f.st.Muted
}

func (f *Form) drawField(c *Canvas, g formGeometry, i, y int) {
	e, st := &f.fields[i], f.st
	w := g.width(e)
	label, value := st.Text, st.Text
	switch {
	case e.Off:
		label, value = st.Faint, st.Faint
	case i == f.cur:
		c.Text(g.in.X, y, "▸", st.Accent)
		label = st.Bold
		if e.fresh {
			value = st.Selected
		}
	}
	c.Text(g.in.X+2, y, e.Label, label)
	c.Text(g.valueX+2, y, e.window(w), value)
	if !e.Off {
		left, right := "‹", "›"
		if e.Kind == Text {
			left, right = "[", "]"
		}
		c.Text(g.valueX, y, left, st.Key)
		c.Text(g.valueX+w+3, y, right, st.Key)
	}
	f.drawSide(c, g, e, y)
}

// drawSide writes the unit and what is accepted, or what is wrong, beside a
// value: whole or not at all, but for an error.
func (f *Form) drawSide(c *Canvas, g formGeometry, e *entry, y int) {
	end := g.in.X + g.in.W
	x := g.valueX + g.width(e) + 5
	if x+Width(e.Unit) <= end {
		c.Text(x, y, e.Unit, f.st.Muted)
	}
	x = max(g.hintX, x)
	if e.err != nil {
		c.Text(x, y, Fit("! "+e.err.Error(), end-x), f.st.Bad)
	} else if hint := e.hint(); x+Width(hint) <= end {
		c.Text(x, y, hint, f.st.Muted)
	}
}

// hint is what stands beside a value to say what is accepted.
func (e *entry) hint() string {
	if e.Kind == Integer && e.bounded() && !e.Off {
		return e.accepted()
	}
	return ""
}

// window is the part of the value that fits w columns and holds the cursor.
func (e *entry) window(w int) string {
	if e.Kind == Choice {
		return Fit(e.value(), w)
	}
	rs := []rune(e.input.Value())
	return Fit(string(rs[e.windowFrom(rs, w):]), w)
}

// windowFrom is the first character in view; one column stays for the cursor.
func (e *entry) windowFrom(rs []rune, w int) int {
	from, pos := 0, min(e.input.Position(), len(rs))
	for from < pos && Width(string(rs[from:pos])) >= w {
		from++
	}
	return from
}

// Cursor returns the cell where typing goes.
func (f *Form) Cursor() (x, y int, ok bool) {
	e := f.focused()
	if e == nil || e.Kind == Choice {
		return 0, 0, false
	}
	g := f.geometry()
	rs := []rune(e.input.Value())
	pos := min(e.input.Position(), len(rs))
	x = g.valueX + 2 + Width(string(rs[e.windowFrom(rs, g.width(e)):pos]))
	y = g.rows.Y + f.cur - f.top
	return x, y, f.r.Inset(1, 1).Contains(x, y)
}
