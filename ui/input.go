package ui

import (
	"slices"
	"unicode"

	tea "charm.land/bubbletea/v2"
)

// grab is who got the last press and so gets its drag and release.
type grab uint8

const (
	grabNone grab = iota
	grabScreen
	grabDialog
)

func (s *Shell) key(k tea.KeyPressMsg) {
	// Someone types, so someone looks: not every terminal that reports a lost
	// focus reports it found again.
	if s.clock.blurred || s.clock.suspended {
		s.clock.awake()
	}
	s.dirty = true
	scr, name := s.screen(), k.String()
	switch {
	case name == keyQuitNow || name == keySuspend || name == keyRedraw:
		s.act(k, s.own)
	case s.small(): // nothing of the screen is in sight, so nothing of it is touched
		if name == keyQuit {
			s.act(k, s.own)
		}
	case len(s.dialogs) > 0:
		s.dialogKey(k)
	case scr != nil && scr.Capturing():
		scr.Key(k, host{s})
	case s.act(k, s.Actions()):
	case scr != nil:
		scr.Key(k, host{s})
	}
}

func (s *Shell) act(k tea.KeyPressMsg, actions []Action) bool {
	a, ok := match(k, actions)
	if ok {
		a.Do(host{s})
	}
	return ok
}

func (s *Shell) dialogKey(k tea.KeyPressMsg) {
	d := s.dialogs[len(s.dialogs)-1]
	name := k.String()
	if name == "esc" || name == "q" && !d.Capturing() || d.Key(k, host{s}) {
		s.closeDialog(d)
	}
}

// closeDialog takes out d, not the top: d may have opened another one.
func (s *Shell) closeDialog(d Dialog) {
	s.dialogs = slices.DeleteFunc(s.dialogs, func(o Dialog) bool { return o == d })
	s.dirty = true
}

// maxPaste bounds what one paste can type, in characters.
const maxPaste = 4096

// paste types text into a field that captures keys; elsewhere it is dropped,
// since each letter would be a command.
func (s *Shell) paste(text string) {
	n := 0
	for _, r := range text {
		scr := s.screen()
		open := len(s.dialogs) > 0
		if !open && (scr == nil || !scr.Capturing()) || n == maxPaste {
			return
		}
		if n++; unicode.IsPrint(r) {
			s.key(tea.KeyPressMsg{Code: r, Text: string(r)})
		}
	}
}

func (s *Shell) mouseMsg(m tea.MouseMsg) {
	if _, newer := m.(tea.MouseMotionMsg); newer {
		s.held = nil
	}
	s.releaseHeld()
	p, ok := pointer(m)
	if !ok {
		return
	}
	if s.clock.blurred {
		s.clock.awake()
	}
	s.dirty = true
	s.pointer(p)
}

// pointer turns a mouse message into a Pointer; ok is false for what screens
// do not hear of.
func pointer(msg tea.MouseMsg) (p Pointer, ok bool) {
	m := msg.Mouse()
	p = Pointer{X: m.X, Y: m.Y, Fine: m.Mod&(tea.ModShift|tea.ModAlt) != 0}
	left := m.Button == tea.MouseLeft
	switch msg.(type) {
	case tea.MouseClickMsg:
		p.Kind = Press
	case tea.MouseMotionMsg:
		p.Kind = Drag
	case tea.MouseReleaseMsg: // old terminals do not say which button
		p.Kind, left = Release, left || m.Button == tea.MouseNone
	case tea.MouseWheelMsg:
		left = m.Button == tea.MouseWheelUp || m.Button == tea.MouseWheelDown
		p.Kind = WheelUp
		if m.Button == tea.MouseWheelDown {
			p.Kind = WheelDown
		}
	}
	return p, left
}

func (s *Shell) pointer(p Pointer) {
	switch p.Kind {
	case Press:
		s.press(p)
	case Drag, Release:
		s.follow(p)
	case WheelUp, WheelDown:
		if len(s.dialogs) > 0 {
			s.dialogPointer(p)
		} else if s.onBody(p) {
			s.screen().Pointer(p, host{s})
		}
	}
}

func (s *Shell) press(p Pointer) {
	s.grab = grabNone
	if len(s.dialogs) > 0 {
		s.grab = grabDialog
		s.dialogPointer(p)
		return
	}
	for _, h := range s.hots {
		if h.at.Contains(p.X, p.Y) {
			h.do(host{s})
			return
		}
	}
	if s.onBody(p) {
		s.grab = grabScreen
		s.screen().Pointer(p, host{s})
	}
}

// follow sends a drag or a release to where its press went.
func (s *Shell) follow(p Pointer) {
	to := s.grab
	if p.Kind == Release {
		s.grab = grabNone
	}
	switch {
	case to == grabScreen && s.screen() != nil:
		s.screen().Pointer(p, host{s})
	case to == grabDialog && len(s.dialogs) > 0:
		s.dialogPointer(p)
	}
}

func (s *Shell) onBody(p Pointer) bool {
	return s.screen() != nil && !s.small() && s.body.Contains(p.X, p.Y)
}

func (s *Shell) dialogPointer(p Pointer) {
	d := s.dialogs[len(s.dialogs)-1]
	if d.Pointer(p, host{s}) {
		s.closeDialog(d)
	}
}
