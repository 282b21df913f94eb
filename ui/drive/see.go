package drive

import (
	"strings"

	"kvtui/ui"
)

// Find returns the first cell of a text on the screen; it fails the test when
// the text is not there.
func (u *User) Find(text string) (x, y int) {
	u.t.Helper()
	for y, l := range strings.Split(u.Screen(), "\n") {
		if before, _, ok := strings.Cut(l, text); ok {
			return ui.Width(before), y
		}
	}
	u.t.Fatalf("%q is not on the screen:\n%s", text, u.Screen())
	return 0, 0
}

// Has reports whether a text stands on the screen, within one row.
func (u *User) Has(text string) bool { return strings.Contains(u.Screen(), text) }

// See fails the test unless every text is on the screen.
func (u *User) See(texts ...string) {
	u.t.Helper()
	for _, s := range texts {
		if !u.Has(s) {
			u.t.Errorf("%q is not on the screen:\n%s", s, u.Screen())
		}
	}
}

// SeeNot fails the test if any text is on the screen.
func (u *User) SeeNot(texts ...string) {
	u.t.Helper()
	for _, s := range texts {
		if u.Has(s) {
			u.t.Errorf("%q is on the screen:\n%s", s, u.Screen())
		}
	}
}

// Line returns one row of the screen, from the top, 0 the first.
func (u *User) Line(y int) string {
	u.t.Helper()
	lines := strings.Split(u.Screen(), "\n")
	if y < 0 || y >= len(lines) {
		u.t.Fatalf("row %d of %d", y, len(lines))
	}
	return lines[y]
}
