package ui

import "slices"

// tabForm is how much of the tabs is written out.
type tabForm uint8

const (
	tabsFull   tabForm = iota // name, every title, help in words
	tabsShort                 // name, numbers, the title of the active one
	tabsBarest                // the same without the name
)

// drawTabs draws the top row in the longest form that fits. The active tab is
// bracketed, so that it shows without colour, and tabs keep their places
// whichever is active.
func (s *Shell) drawTabs() {
	form := tabsFull
	for form < tabsBarest && s.tabsWidth(form) > s.w {
		form++
	}
	x := 1
	if form < tabsBarest {
		x = s.canvas.Text(x, 0, s.cfg.Name, s.styles.Bold) + 2
	}
	for i := range s.cfg.Screens {
		x = s.drawTab(x, i, form)
	}
	help := helpWord(form)
	at := Rect{s.w - len(help) - 1, 0, len(help), 1}
	if at.X > x {
		s.canvas.Text(at.X, 0, help[:1], s.styles.Key)
		s.canvas.Text(at.X+1, 0, help[1:], s.styles.Tab)
		s.hots = append(s.hots, hot{at, s.openHelp})
	}
}

func (s *Shell) drawTab(x, i int, form tabForm) int {
	left, right, st := " ", " ", s.styles.Tab
	if i == s.cur {
		left, right, st = "[", "]", s.styles.TabOn
	}
	end := s.canvas.Text(x, 0, left+s.tabText(i, form)+right, st)
	s.hots = append(s.hots, hot{Rect{x, 0, end - x, 1}, func(Host) { s.show(i) }})
	return end
}

func (s *Shell) tabText(i int, form tabForm) string {
	slot := s.cfg.Screens[i]
	if form != tabsFull && i != s.cur {
		return slot.Key
	}
	return slot.Key + " " + slot.Screen.Title()
}

func (s *Shell) tabsWidth(form tabForm) int {
	w := 1 + len(helpWord(form)) + 2
	if form < tabsBarest {
		w += Width(s.cfg.Name) + 2
	}
	for i := range s.cfg.Screens {
		w += Width(s.tabText(i, form)) + 2
	}
	return w
}

func helpWord(form tabForm) string {
	if form == tabsFull {
		return "? help"
	}
	return "?"
}

// drawFooter lists the Short actions. Their order is their rank: one that
// does not fit is left out, a shorter one after it may still find room.
func (s *Shell) drawFooter() {
	y, x := s.h-1, 1
	actions := slices.DeleteFunc(s.Actions(), func(a Action) bool { return !a.Short || a.Off || a.Do == nil })
	for _, a := range actions {
		label := a.label()
		w := Width(label) + 1 + Width(a.Text)
		if x+w >= s.w {
			continue
		}
		s.canvas.Text(x, y, label, s.styles.Key)
		s.canvas.Text(x+Width(label)+1, y, a.Text, s.styles.Muted)
		s.hots = append(s.hots, hot{Rect{x, y, w, 1}, a.Do})
		x += w + 2
	}
}
