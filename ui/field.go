package ui

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"
)

// FieldKind is what a field takes.
type FieldKind uint8

// The kinds of fields.
const (
	Integer FieldKind = iota // typed, or ←/→ by 1 and pgup/pgdown by 10
	Choice                   // one of Choices, by ←/→
	Text                     // typed; Check judges it
)

// Field is one line of a form.
type Field struct {
	ID, Label string // ID is for code, Label for people
	Kind      FieldKind
	Value     string // to start with
	Unit      string // written after the value
	Note      string // shown while the field has the focus
	// Min and Max bound an Integer; equal means no bounds.
	Min, Max int
	Choices  []string // of a Choice, in the order of the keys
	// Check judges a Text; its error says what is accepted.
	Check func(text string) error
	// Off leaves the field out of reach: it is drawn faint and is skipped.
	Off bool
}

// entry is a field being filled in.
type entry struct {
	Field
	input textinput.Model
	pick  int
	// fresh is set until the first key: typing replaces the value then.
	fresh bool
	err   error
}

func newEntry(f Field) entry {
	e := entry{Field: f, fresh: true}
	if f.Kind == Choice {
		e.pick = max(0, slices.Index(f.Choices, f.Value))
		return e
	}
	in := textinput.New()
	in.SetVirtualCursor(false)
	// Its own paste would run a program to read the clipboard; a terminal's
	// paste comes as keys.
	in.KeyMap.Paste.SetEnabled(false)
	in.CharLimit = 256
	in.SetValue(f.Value)
	in.CursorEnd()
	in.Focus()
	e.input = in
	return e
}

func (e *entry) value() string {
	if e.Kind != Choice {
		return strings.TrimSpace(e.input.Value())
	}
	if len(e.Choices) == 0 {
		return ""
	}
	return e.Choices[e.pick]
}

// key hands a key to the field.
func (e *entry) key(k tea.KeyPressMsg) {
	switch name := k.String(); {
	case e.Kind == Text:
		e.edit(k)
	case name == "left":
		e.nudge(-1)
	case name == "right" || name == "space" && e.Kind == Choice:
		e.nudge(1)
	case e.Kind == Integer && name == "pgup":
		e.nudge(10)
	case e.Kind == Integer && name == "pgdown":
		e.nudge(-10)
	case e.Kind == Integer && strings.Trim(k.Text, "-,0123456789") == "":
		e.edit(k)
	}
}

func (e *entry) edit(k tea.KeyPressMsg) {
	if e.fresh && k.Text != "" {
		e.input.SetValue("")
	}
	e.fresh = false
	e.input, _ = e.input.Update(k)
	e.err = e.check()
}

// nudge moves an Integer by n, or a Choice to a neighbour, round the end.
func (e *entry) nudge(n int) {
	switch e.Kind {
	case Choice:
		if c := len(e.Choices); c > 0 {
			e.pick = ((e.pick+n)%c + c) % c
		}
	case Integer:
		v, err := parseInt(e.value())
		if err != nil {
			v = e.Min - n
		}
		if v += n; e.bounded() {
			v = clamp(v, e.Min, e.Max)
		}
		e.input.SetValue(strconv.Itoa(v))
		e.input.CursorEnd()
		e.err = e.check()
	case Text:
	}
}

func (e *entry) bounded() bool { return e.Min != e.Max }

// accepted says what an Integer may be.
func (e *entry) accepted() string {
	if e.bounded() {
		return Thousands(e.Min) + " to " + Thousands(e.Max)
	}
	return "a whole number"
}

func (e *entry) check() error {
	switch {
	case e.Off || e.Kind == Choice:
		return nil
	case e.Kind == Text && e.Check != nil:
		return e.Check(e.value())
	case e.Kind == Text:
		return nil
	}
	v, err := parseInt(e.value())
	if err != nil || e.bounded() && (v < e.Min || v > e.Max) {
		return errors.New(e.accepted())
	}
	return nil
}

func parseInt(s string) (int, error) {
	v, err := strconv.Atoi(strings.ReplaceAll(s, ",", ""))
	if err != nil {
		return 0, fmt.Errorf("%q is not a whole number", s)
	}
	return v, nil
}
