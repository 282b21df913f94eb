package ui_test

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"kvtui/ui"
	"kvtui/ui/drive"
)

func TestDragStaysWithThePartThatWasPressed(t *testing.T) {
	s := &stub{name: "Route"}
	u := drive.Start(t, config(s, &stub{name: "Cost"}), 80, 24)
	u.Drag(10, 5, 12, 0)
	last := s.pointers[len(s.pointers)-1]
	if last.Kind != ui.Release || last.X != 12 || last.Y != 0 {
		t.Errorf("the release on the tabs came as %+v", last)
	}
	u.See("[1 Route]")

	s.pointers = nil
	u.Drag(18, 0, 18, 9) // from a tab into the body
	if s.pointers != nil {
		t.Errorf("a drag that began on the tabs reached the screen: %+v", s.pointers)
	}
}

func TestOtherButtonsDoNothing(t *testing.T) {
	s := &stub{name: "Route"}
	u := drive.Start(t, config(s), 80, 24)
	u.Send(tea.MouseClickMsg{X: 5, Y: 5, Button: tea.MouseRight})
	u.Send(tea.MouseMotionMsg{X: 5, Y: 5})
	u.Send(tea.MouseWheelMsg{X: 5, Y: 5, Button: tea.MouseWheelLeft})
	if s.pointers != nil {
		t.Errorf("got %+v", s.pointers)
	}
	u.Wheel(5, 5, 1)
	u.Wheel(5, 5, -1)
	u.Wheel(5, 0, 1) // on the tabs
	u.Send(tea.MouseClickMsg{X: 5, Y: 5, Button: tea.MouseLeft, Mod: tea.ModShift})
	if len(s.pointers) != 3 || s.pointers[0].Kind != ui.WheelDown || s.pointers[1].Kind != ui.WheelUp || !s.pointers[2].Fine {
		t.Errorf("got %+v", s.pointers)
	}
}

func TestFilterThinsMotionAndKeepsTheLast(t *testing.T) {
	now := time.Unix(0, 0)
	filter := ui.Filter(func(string) string { return "" }, func() time.Time { return now })
	s := &stub{name: "Route"}
	u := drive.Start(t, config(s), 80, 24)
	u.Down(10, 5)
	for x := 11; x <= 30; x++ {
		u.Send(filter(u.Shell(), tea.MouseMotionMsg{X: x, Y: 5, Button: tea.MouseLeft}))
		now = now.Add(time.Millisecond)
	}
	if n := len(s.pointers); n != 3 {
		t.Errorf("%d events of 20 motions in 20 ms came through at once, want press and 2 motions", n)
	}
	u.Advance(20 * time.Millisecond)
	if last := s.pointers[len(s.pointers)-1]; last.X != 30 {
		t.Errorf("the last motion was lost: %+v", last)
	}
	u.Send(filter(u.Shell(), tea.MouseMotionMsg{X: 31, Y: 5, Button: tea.MouseLeft}))
	u.Send(filter(u.Shell(), tea.MouseMotionMsg{X: 40, Y: 5, Button: tea.MouseLeft}))
	u.Up(50, 5)
	if last := s.pointers[len(s.pointers)-1]; last.Kind != ui.Release || last.X != 50 {
		t.Errorf("the release came as %+v", last)
	}
	n := len(s.pointers)
	u.Advance(time.Second)
	if len(s.pointers) != n {
		t.Errorf("a motion came after the release: %+v", s.pointers[n:])
	}
}

func TestFilterDropsSynchronisedOutputInsideTmux(t *testing.T) {
	report := tea.ModeReportMsg{Mode: ansi.ModeSynchronizedOutput, Value: ansi.ModeReset}
	other := tea.ModeReportMsg{Mode: ansi.ModeUnicodeCore, Value: ansi.ModeReset}
	for _, tc := range []struct {
		tmux string
		drop bool
	}{{"tmux-0/default,1,0", true}, {"", false}} {
		f := ui.Filter(func(k string) string {
			if k == "TMUX" {
				return tc.tmux
			}
			return ""
		}, time.Now)
		if got := f(nil, report) == nil; got != tc.drop {
			t.Errorf("TMUX=%q: dropped %v", tc.tmux, got)
		}
		if f(nil, other) == nil {
			t.Errorf("TMUX=%q: another mode was dropped", tc.tmux)
		}
	}
}
