package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// motionEvery parts two mouse motions that are handled at once: about 60 a
// second, twice what is drawn.
const motionEvery = 16 * time.Millisecond

// heldMotion is a motion that came too soon after the last one.
type heldMotion tea.MouseMotionMsg

// motionDue ends the wait of a held motion.
type motionDue struct{}

// Filter returns the filter of messages for a program: mouse motion in a
// flood is thinned out, and inside tmux the answer that synchronised output
// (mode 2026) works is dropped, because tmux then sends the whole pane for
// each frame (tmux issue 5612). The last motion of a flood is kept and comes
// late, or as the X of the release.
func Filter(env func(string) string, now func() time.Time) func(tea.Model, tea.Msg) tea.Msg {
	inTmux := env("TMUX") != ""
	var last time.Time
	return func(_ tea.Model, msg tea.Msg) tea.Msg {
		switch m := msg.(type) {
		case tea.MouseMotionMsg:
			if t := now(); t.Sub(last) >= motionEvery {
				last = t
				return msg
			}
			return heldMotion(m)
		case tea.ModeReportMsg:
			if inTmux && m.Mode == ansi.ModeSynchronizedOutput {
				return nil
			}
		}
		return msg
	}
}

// hold keeps the newest motion of a flood until its time has come.
func (s *Shell) hold(m heldMotion) {
	if s.held == nil {
		s.do(s.cfg.After(motionEvery, motionDue{}))
	}
	motion := tea.MouseMotionMsg(m)
	s.held = &motion
}

// releaseHeld handles the motion held back, in its place before what follows.
func (s *Shell) releaseHeld() {
	if m := s.held; m != nil {
		s.held = nil
		s.mouseMsg(*m)
	}
}
