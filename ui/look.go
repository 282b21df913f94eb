package ui

import (
	"image/color"
	"slices"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"kvtui/themes"
)

const autoTheme = "auto"

// look is what the styles are made from.
type look struct {
	theme string
	dark  bool // the terminal's background
	known bool // the terminal said so
	plain bool // no colour can or may be shown
}

func (l look) followsBackground() bool {
	return l.theme == autoTheme || l.theme == "high-contrast"
}

func (l look) themed() themes.Theme {
	name := l.theme
	if l.plain {
		name = "mono"
	}
	t, ok := themes.Named(name, l.dark)
	if !ok {
		t, _ = themes.Named(autoTheme, l.dark)
	}
	return t
}

// paper is the background to ask for: that of a fixed theme that could not be
// read on the terminal's own, else nil.
func (l look) paper() color.Color {
	t := l.themed()
	wantsDark := t.Name == "dark"
	if !l.known || l.followsBackground() || wantsDark == l.dark {
		return nil
	}
	return t.Paper
}

// restyle remakes the styles and hands them out; everything is drawn anew.
func (s *Shell) restyle() {
	s.styles = NewStyles(s.look.themed())
	s.styles.Still = s.cfg.ReduceMotion
	s.layout()
}

func (s *Shell) setDark(dark bool) {
	s.look.known = true
	if s.look.dark != dark {
		s.look.dark = dark
		s.restyle()
	}
}

func (s *Shell) setProfile(p colorprofile.Profile) {
	plain := s.cfg.NoColor || p == colorprofile.NoTTY || p == colorprofile.ASCII
	if s.look.plain != plain {
		s.look.plain = plain
		s.restyle()
	}
}

func (s *Shell) nextTheme() {
	names := themes.Names()
	s.look.theme = names[(slices.Index(names, s.look.theme)+1)%len(names)]
	s.restyle()
	if s.look.followsBackground() && !s.look.known {
		s.do(tea.RequestBackgroundColor)
	}
	if s.look.plain {
		s.toast("theme " + s.look.theme + " (colour is off)")
		return
	}
	s.toast("theme " + s.look.theme)
}
