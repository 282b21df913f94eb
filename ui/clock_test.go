package ui_test

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"kvtui/ui/drive"
)

func TestPausedSleeps(t *testing.T) {
	s := &stub{name: "Route"}
	u := drive.Start(t, config(s), 80, 24)
	if !u.Asleep() {
		t.Fatal("a tick is armed at the start")
	}
	frames := u.Frames
	u.Advance(time.Minute)
	if u.Frames != frames || s.ticks != 0 {
		t.Errorf("paused: %d frames, %d ticks", u.Frames-frames, s.ticks)
	}
	u.Key("space")
	u.Advance(time.Second)
	if s.ticks < 29 || s.ticks > 31 {
		t.Errorf("%d ticks a second, want 30", s.ticks)
	}
	u.Key("space")
	ticks := s.ticks
	u.Advance(time.Minute)
	if s.ticks != ticks || !u.Asleep() {
		t.Errorf("%d ticks after pause, asleep %v", s.ticks-ticks, u.Asleep())
	}
}

func TestTimeMovesOnByTheClock(t *testing.T) {
	s := &stub{name: "Route"}
	u := drive.Start(t, config(s), 80, 24)
	u.Key("space")
	u.Advance(10 * time.Second)
	if off := 10*time.Second - s.moved; off < 0 || off > 40*time.Millisecond {
		t.Errorf("in 10 s the screen moved %v", s.moved)
	}
}

// Pausing and playing again before the first tick comes must not double the
// ticks: the old one cannot be called back.
func TestOneChainOfTicks(t *testing.T) {
	s := &stub{name: "Route"}
	u := drive.Start(t, config(s), 80, 24)
	for range 9 {
		u.Key("space")
	}
	u.Advance(time.Second)
	if s.ticks > 31 {
		t.Errorf("%d ticks a second", s.ticks)
	}
}

func TestSleepIsNotCaughtUp(t *testing.T) {
	s := &stub{name: "Route"}
	u := drive.Start(t, config(s), 80, 24)
	u.Key("space")
	u.Advance(time.Second)
	u.Send(tea.BlurMsg{})
	before := s.moved
	u.Advance(time.Hour)
	if s.moved != before {
		t.Errorf("moved %v while nobody looked", s.moved-before)
	}
	u.Send(tea.FocusMsg{})
	u.Advance(100 * time.Millisecond)
	if d := s.moved - before; d <= 0 || d > 100*time.Millisecond {
		t.Errorf("moved %v in 100 ms after the focus came back", d)
	}
	before = s.moved
	u.Key("ctrl+z") // the driver resumes at once
	u.Advance(100 * time.Millisecond)
	if d := s.moved - before; d <= 0 || d > 100*time.Millisecond {
		t.Errorf("moved %v in 100 ms after a suspend", d)
	}
}

func TestUnchangedTickDrawsNothing(t *testing.T) {
	s := &stub{name: "Route", still: true}
	u := drive.Start(t, config(s), 80, 24)
	u.Key("space")
	draws := s.draws
	u.Advance(time.Second)
	if s.ticks == 0 || s.draws != draws {
		t.Errorf("%d ticks that changed nothing drew %d frames", s.ticks, s.draws-draws)
	}
}

func TestToastGoesAndWakesOnlyOnce(t *testing.T) {
	s := &stub{name: "Route"}
	u := drive.Start(t, config(s), 80, 24)
	u.Key("a")
	u.See("said")
	u.Advance(2900 * time.Millisecond)
	u.See("said")
	frames := u.Frames
	u.Advance(200 * time.Millisecond)
	u.SeeNot("said")
	if u.Frames != frames+1 || !u.Asleep() {
		t.Errorf("%d frames, asleep %v", u.Frames-frames, u.Asleep())
	}
}

func TestDialogHaltsTheScreen(t *testing.T) {
	s := &stub{name: "Route"}
	u := drive.Start(t, config(s), 80, 24)
	u.Key("space", "?")
	u.Advance(time.Second)
	if s.ticks != 0 {
		t.Errorf("%d ticks under a dialog", s.ticks)
	}
	u.Key("esc")
	u.Advance(time.Second)
	if s.ticks == 0 {
		t.Error("no ticks after the dialog")
	}
}
