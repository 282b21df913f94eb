package ui_test

import (
	"testing"
	"time"

	"kvtui/ui"
	"kvtui/ui/drive"
)

func TestProgramInATerminal(t *testing.T) {
	u := drive.StartTerm(t, ui.NewShell(config(&stub{name: "Route"}, &stub{name: "Cost"})), 80, 24)
	u.See("[1 Route]", "가나다 wide", "q quit")
	if !u.AltScreen() {
		t.Error("not on the second screen")
	}
	u.Click(20, 0)
	u.See("[4 Cost]")
	u.Key("f", "down", "right")
	u.See("‹ 3")
	u.Key("enter")
	u.See("mode kv, workers 3")
	u.Resize(60, 20)
	u.See("q quit")
	u.Resize(36, 11)
	u.See("kvtui needs 40x12, this is 36x11")
	u.Resize(80, 24)
	u.See("[4 Cost]")
	u.Key("q")
	if !u.Ended() || u.AltScreen() {
		t.Error("q does not end the program and give the screen back")
	}
}

func TestPausedProgramWritesNothing(t *testing.T) {
	u := drive.StartTerm(t, ui.NewShell(config(&stub{name: "Route"})), 80, 24)
	u.See("[1 Route]")
	time.Sleep(200 * time.Millisecond) // answers of the terminal come in
	before := u.Bytes()
	time.Sleep(time.Second)
	if n := u.Bytes() - before; n != 0 {
		t.Errorf("%d bytes in a second of rest", n)
	}
	u.Key("space")
	u.See("5 ticks")
	if u.Bytes() == before {
		t.Error("no bytes while playing")
	}
}
