package ui

import tea "charm.land/bubbletea/v2"

// Groups of help that the shell fills.
const (
	groupScreens = "Screens"
	groupProgram = "Everywhere"
)

// The keys that reach the shell whatever is open, but for quit.
const (
	keyQuit    = "q"
	keyQuitNow = "ctrl+c"
	keySuspend = "ctrl+z"
	keyRedraw  = "ctrl+l"
)

// shellActions lists what the shell itself can do, screens first.
func (s *Shell) shellActions() []Action {
	var out []Action
	for i, slot := range s.cfg.Screens {
		out = append(out, Action{
			ID: "screen-" + slot.Key, Keys: []string{slot.Key}, Text: slot.Screen.Title(),
			Group: groupScreens, Do: func(Host) { s.show(i) },
		})
	}
	act := func(id, text string, do func(Host), keys ...string) Action {
		return Action{ID: id, Keys: keys, Text: text, Group: groupProgram, Do: do}
	}
	focus := act("focus", "next part", func(Host) { s.focus(1) }, "tab")
	back := act("focus-back", "previous part", func(Host) { s.focus(-1) }, "shift+tab")
	quit := act("quit", "quit", func(Host) { s.do(tea.Quit) }, keyQuit)
	quit.Short = true
	out = append(out, focus, back,
		act("help", "help", func(h Host) { s.openHelp(h) }, "?"),
		act("theme", "next theme", func(Host) { s.nextTheme() }, "t"),
		act("mouse", "mouse on or off", func(Host) { s.toggleMouse() }, "M"),
		act("redraw", "draw again", func(Host) { s.do(tea.ClearScreen) }, keyRedraw),
		act("suspend", "suspend", func(Host) { s.suspend() }, keySuspend),
		quit,
		act("quit-now", "quit at once", func(Host) { s.do(tea.Quit) }, keyQuitNow),
	)
	return out
}

func (s *Shell) focus(step int) {
	if scr := s.screen(); scr != nil {
		scr.Focus(step)
	}
}

func (s *Shell) openHelp(h Host) { h.Open(newHelp(s.cfg.Name, s.cfg.Version, s.Actions())) }

func (s *Shell) toggleMouse() {
	s.mouse = !s.mouse
	if s.mouse {
		s.toast("mouse on")
		return
	}
	s.toast("mouse off: the terminal selects text again")
}

func (s *Shell) suspend() {
	s.clock.suspended = true
	s.do(tea.Suspend)
}
