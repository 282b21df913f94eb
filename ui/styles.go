package ui

import (
	"image/color"

	"kvtui/themes"
)

// Styles are the looks of a theme by meaning. They are made once per theme
// and colour profile; drawing only picks from them.
type Styles struct {
	Theme string // a name of themes.Names
	// Plain is set where colour is off: glyphs and attributes must do.
	Plain bool
	// Still asks to draw where things end instead of their way there
	// (--reduce-motion).
	Still bool

	Text, Bold, Muted, Faint Style   // words, from loud to quiet
	Title, Border, Focus     Style   // of a panel; the border of the one with the keys
	Accent, Selected         Style   // chosen; chosen and under the cursor
	Tab, TabOn               Style   // a screen's tab; the open one's
	Key                      Style   // a key in help
	Good, Warn, Bad          Style   // verdicts
	Track, Fill, Handle      Style   // slider and timeline
	Belief, Gone             Style   // held but unknown to the router; believed but gone
	Series                   []Style // of lines and bars, by number
	// Group are the colours of prefixes; GroupBold the same for what is
	// happening now, GroupFaint for what fades.
	Group, GroupBold, GroupFaint []Style
}

// NewStyles makes the styles of a theme.
func NewStyles(t themes.Theme) *Styles {
	s := func(c color.Color, a Attr) Style { return NewStyle(c, nil, a) }
	st := &Styles{
		Theme: t.Name, Plain: t.Plain,
		Text: s(t.Text, 0), Bold: s(t.Text, Bold), Muted: s(t.Muted, 0), Faint: s(t.Faint, 0),
		Title: s(t.Text, Bold), Border: s(t.Border, 0), Focus: s(t.Focus, 0),
		Accent: s(t.Accent, Bold), Selected: NewStyle(t.OnAccent, t.Accent, Bold),
		Tab: s(t.Muted, 0), TabOn: NewStyle(t.OnAccent, t.Accent, Bold),
		Key: s(t.Accent, 0), Good: s(t.Good, Bold), Warn: s(t.Warn, Bold), Bad: s(t.Bad, Bold),
		Track: s(t.Track, 0), Fill: s(t.Accent, 0), Handle: s(t.Accent, Bold),
		Belief: s(t.Belief, 0), Gone: s(t.Gone, 0),
	}
	if t.Plain {
		st.Selected, st.TabOn = NewStyle(nil, nil, Reverse), NewStyle(nil, nil, Reverse)
		st.Faint = NewStyle(nil, nil, Faint)
		st.Series, st.Group = []Style{{}}, []Style{{}}
		st.GroupBold, st.GroupFaint = []Style{NewStyle(nil, nil, Bold)}, []Style{NewStyle(nil, nil, Faint)}
		return st
	}
	for _, c := range t.Series {
		st.Series = append(st.Series, s(c, 0))
	}
	for _, c := range t.Groups {
		st.Group = append(st.Group, s(c, 0))
		st.GroupBold = append(st.GroupBold, s(c, Bold))
		st.GroupFaint = append(st.GroupFaint, s(c, Faint))
	}
	return st
}

// SeriesStyle returns the look of the i-th line of a chart.
func (s *Styles) SeriesStyle(i int) Style { return pick(s.Series, i) }

// GroupStyle returns the look of the i-th prefix.
func (s *Styles) GroupStyle(i int) Style { return pick(s.Group, i) }

// GroupNow returns the look of the i-th prefix where something happens to it.
func (s *Styles) GroupNow(i int) Style { return pick(s.GroupBold, i) }

// GroupFading returns the look of the i-th prefix where it goes away.
func (s *Styles) GroupFading(i int) Style { return pick(s.GroupFaint, i) }

func pick(ss []Style, i int) Style {
	if len(ss) == 0 {
		return Style{}
	}
	return ss[((i%len(ss))+len(ss))%len(ss)]
}
