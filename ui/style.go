package ui

import (
	"image/color"

	"github.com/charmbracelet/x/ansi"
)

// Style is how a cell looks. Canvas compares styles by pointer-like equality of
// their sequence, so a style is made once per theme and handed around.
type Style struct {
	seq string
	// ink is set where the style shows on glyphs only, not on blanks.
	ink bool
}

// Attr is a set of text attributes.
type Attr uint8

// The attributes that every terminal in use draws.
const (
	Bold Attr = 1 << iota
	Faint
	Underline
	Reverse
)

// NewStyle makes a style from a foreground, a background (nil keeps the
// terminal's own) and attributes.
func NewStyle(fg, bg color.Color, attrs Attr) Style {
	var s ansi.Style
	if attrs&Bold != 0 {
		s = s.Bold()
	}
	if attrs&Faint != 0 {
		s = s.Faint()
	}
	if attrs&Underline != 0 {
		s = s.Underline(true)
	}
	if attrs&Reverse != 0 {
		s = s.Reverse(true)
	}
	if fg != nil {
		s = s.ForegroundColor(fg)
	}
	if bg != nil {
		s = s.BackgroundColor(bg)
	}
	if len(s) == 0 {
		return Style{}
	}
	return Style{seq: s.String(), ink: bg == nil && attrs&(Underline|Reverse) == 0}
}
