package ui

import (
	"errors"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"
)

// Values are what a form was filled in with, by field.
type Values map[string]string

// Int returns the value of an Integer field, which the form has checked.
func (v Values) Int(id string) int {
	n, err := parseInt(v[id])
	if err != nil {
		return 0
	}
	return n
}

// FieldError is an error that a form shows on the line of one field.
type FieldError struct {
	Field string // its ID
	Err   error  // shown after the label of the field
}

// Error implements error.
func (e *FieldError) Error() string { return e.Field + ": " + e.Err.Error() }

// Unwrap returns the error without the field.
func (e *FieldError) Unwrap() error { return e.Err }

// Form is a dialog of labelled fields. enter applies all of them, esc none.
type Form struct {
	title  string
	fields []entry
	apply  func(Values, Host) error
	cur    int
	top    int // first field in view
	err    error
	r      Rect
	st     *Styles
}

// NewForm makes a form. apply gets all values, each checked; while it returns
// an error the form stays open and shows it.
func NewForm(title string, fields []Field, apply func(Values, Host) error) *Form {
	f := &Form{title: title, apply: apply, st: &Styles{}}
	for _, fd := range fields {
		f.fields = append(f.fields, newEntry(fd))
	}
	f.cur = max(0, slices.IndexFunc(f.fields, func(e entry) bool { return !e.Off }))
	return f
}

// NewPrompt makes a form that asks for one value.
func NewPrompt(title string, field Field, accept func(text string, h Host) error) *Form {
	return NewForm(title, []Field{field}, func(v Values, h Host) error {
		if err := accept(v[field.ID], h); err != nil {
			return &FieldError{field.ID, err}
		}
		return nil
	})
}

// Capturing reports whether the field with the focus takes any letter.
func (f *Form) Capturing() bool {
	e := f.focused()
	return e != nil && e.Kind == Text
}

func (f *Form) focused() *entry {
	if f.cur >= len(f.fields) || f.fields[f.cur].Off {
		return nil
	}
	return &f.fields[f.cur]
}

// Key moves between fields, changes the one with the focus, or applies.
func (f *Form) Key(k tea.KeyPressMsg, h Host) (done bool) {
	switch k.String() {
	case "enter":
		return f.submit(h)
	case "up", "shift+tab":
		f.move(-1)
	case "down", "tab":
		f.move(1)
	default:
		if e := f.focused(); e != nil {
			f.err = nil
			e.key(k)
		}
	}
	return false
}

// move puts the focus on the next field that is not Off, round the end.
func (f *Form) move(step int) {
	n := len(f.fields)
	for i := 1; i <= n; i++ {
		j := ((f.cur+i*step)%n + n) % n
		if !f.fields[j].Off {
			f.focus(j)
			return
		}
	}
}

func (f *Form) focus(i int) {
	f.cur = i
	f.fields[i].fresh = true
	f.scroll()
}

func (f *Form) submit(h Host) (done bool) {
	f.err = nil
	first := -1
	vals := Values{}
	for i := range f.fields {
		e := &f.fields[i]
		if e.err = e.check(); e.err != nil && first < 0 {
			first = i
		}
		vals[e.ID] = e.value()
		if n, err := parseInt(e.value()); e.Kind == Integer && err == nil {
			vals[e.ID] = strconv.Itoa(n)
		}
	}
	if first >= 0 {
		f.focus(first)
		return false
	}
	if err := f.apply(vals, h); err != nil {
		f.fail(err)
		return false
	}
	return true
}

// fail shows an error of apply: on its field where it names one.
func (f *Form) fail(err error) {
	var fe *FieldError
	if errors.As(err, &fe) {
		i := slices.IndexFunc(f.fields, func(e entry) bool { return e.ID == fe.Field })
		if i >= 0 {
			f.fields[i].err = fe.Err
			f.focus(i)
			return
		}
	}
	f.err = err
}

// Pointer puts the focus on a field, turns a value by its arrows, and presses
// the two words at the foot. The wheel moves the focus.
func (f *Form) Pointer(p Pointer, h Host) (done bool) {
	switch p.Kind {
	case WheelUp:
		f.move(-1)
	case WheelDown:
		f.move(1)
	case Press:
		return f.press(p.X, p.Y, h)
	case Drag, Release:
	}
	return false
}

func (f *Form) press(x, y int, h Host) (done bool) {
	g := f.geometry()
	switch {
	case g.apply.Contains(x, y):
		return f.submit(h)
	case g.cancel.Contains(x, y):
		return true
	case !g.rows.Contains(x, y) || f.top+y-g.rows.Y >= len(f.fields):
		return false
	}
	i := f.top + y - g.rows.Y
	if f.fields[i].Off {
		return false
	}
	f.focus(i)
	switch {
	case f.fields[i].Kind == Text:
	case x >= g.valueX-1 && x <= g.valueX+1:
		f.fields[i].nudge(-1)
	case x >= g.valueX+g.valueW+2 && x <= g.valueX+g.valueW+4:
		f.fields[i].nudge(1)
	}
	return false
}
