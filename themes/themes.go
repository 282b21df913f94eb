// Package themes gives colours to roles. It knows no screen: a role says what
// a thing means (a border, a warning, the third series), a theme which colour
// that is.
package themes

import (
	"image/color"

	"charm.land/lipgloss/v2"
)

// Theme is a set of colours by role. A nil colour keeps the terminal's own.
type Theme struct {
	Name string // as --theme takes it
	// Plain draws without any colour; attributes and glyphs carry all meaning.
	Plain bool
	// Paper is the background that the colours are chosen for. It is asked
	// for only where the terminal's own is known to be the other kind.
	Paper color.Color

	Text, Muted, Faint color.Color   // reading text, labels, what is barely there
	Accent, OnAccent   color.Color   // what is chosen; text on it
	Border, Focus      color.Color   // frames; the frame that has the focus
	Good, Warn, Bad    color.Color   // pays, take care, does not pay
	Track              color.Color   // slider and timeline tracks
	Belief, Gone       color.Color   // held but unknown; believed but gone
	Series             []color.Color // lines of a chart, in order
	Groups             []color.Color // prefixes, by number modulo the length
}

// Names lists the built-in themes in the order that `t` walks through them.
// "auto" follows the terminal's background.
func Names() []string {
	return []string{"auto", "dark", "light", "high-contrast", "terminal", "mono"}
}

// Named returns a built-in theme. "auto" is dark or light, by the terminal's
// background. ok is false for an unknown name.
func Named(name string, dark bool) (t Theme, ok bool) {
	switch name {
	case "auto":
		if dark {
			return darkTheme(), true
		}
		return lightTheme(), true
	case "dark":
		return darkTheme(), true
	case "light":
		return lightTheme(), true
	case "high-contrast":
		return contrastTheme(dark), true
	case "terminal":
		return terminalTheme(), true
	case "mono":
		return Theme{Name: "mono", Plain: true}, true
	}
	return Theme{}, false
}

func darkTheme() Theme {
	return Theme{
		Name: "dark", Paper: hex("#101418"),
		Text: hex("#d8dee9"), Muted: hex("#9fadc0"), Faint: hex("#7d8ca3"),
		Accent: hex("#8ec7ff"), OnAccent: hex("#0d1a26"),
		Border: hex("#56657b"), Focus: hex("#8ec7ff"),
		Good: hex("#5fd7a7"), Warn: hex("#f0b840"), Bad: hex("#ff8f70"),
		Track: hex("#55637a"), Belief: hex("#f0b840"), Gone: hex("#ff8f70"),
		Series: hexes("#56b4e9", "#e69f00", "#009e73", "#cc79a7", "#d0c84a", "#d55e00", "#8f9bff", "#a0a8b4"),
		Groups: hexes("#56b4e9", "#e69f00", "#2fbf93", "#e08fc0", "#f0e442", "#e8743a",
			"#9aa5ff", "#8fd14f", "#ff9db0", "#4fd8d8", "#c9a26b", "#c08cff"),
	}
}

func lightTheme() Theme {
	return Theme{
		Name: "light", Paper: hex("#fafafa"),
		Text: hex("#1f2630"), Muted: hex("#4c5868"), Faint: hex("#626f84"),
		Accent: hex("#0a5fb4"), OnAccent: hex("#ffffff"),
		Border: hex("#8c98a8"), Focus: hex("#0a5fb4"),
		Good: hex("#0b7a54"), Warn: hex("#8f5f00"), Bad: hex("#b53a0c"),
		Track: hex("#7f8c9e"), Belief: hex("#8f5f00"), Gone: hex("#b53a0c"),
		Series: hexes("#0072b2", "#b06f00", "#00795a", "#a8487f", "#7a7400", "#b34700", "#4a55c8", "#667080"),
		Groups: hexes("#0072b2", "#b06f00", "#00795a", "#a8487f", "#7a7400", "#b34700",
			"#4a55c8", "#4c7d12", "#b8405c", "#0b7d86", "#80592a", "#7840c0"),
	}
}

func contrastTheme(dark bool) Theme {
	t := lightTheme()
	ink, paper := hex("#000000"), hex("#ffffff")
	if dark {
		t = darkTheme()
		ink, paper = paper, ink
	}
	t.Name = "high-contrast"
	t.Text, t.Muted, t.Faint = ink, ink, ink
	t.Border, t.Track = ink, ink
	t.Accent, t.OnAccent, t.Focus = ink, paper, ink
	return t
}

// terminalTheme uses the 16 colours that the user set up and the terminal's
// own foreground and background.
func terminalTheme() Theme {
	c := func(names ...int) []color.Color {
		out := make([]color.Color, len(names))
		for i, n := range names {
			out[i] = lipgloss.ANSIColor(n)
		}
		return out
	}
	one := func(n int) color.Color { return lipgloss.ANSIColor(n) }
	return Theme{
		Name:  "terminal",
		Muted: one(8), Faint: one(8), Accent: one(6), OnAccent: one(0),
		Border: one(8), Focus: one(6), Good: one(2), Warn: one(3), Bad: one(1),
		Track: one(8), Belief: one(3), Gone: one(1),
		Series: c(12, 3, 2, 5, 6, 1, 13, 8),
		Groups: c(12, 3, 2, 5, 6, 9, 13, 11, 10, 14),
	}
}

func hex(s string) color.Color { return lipgloss.Color(s) }

func hexes(ss ...string) []color.Color {
	out := make([]color.Color, len(ss))
	for i, s := range ss {
		out[i] = hex(s)
	}
	return out
}
