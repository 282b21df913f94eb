package views

import (
	"testing"
	"time"

	"kvtui/core/scenario"
	"kvtui/ui"
	"kvtui/ui/drive"
)

// TestTimelineByMouse clicks and drags the handle: it goes to the end of the
// request under the pointer, at once.
func TestTimelineByMouse(t *testing.T) {
	u := open(t, lab(kv, 2, 0), nil)
	tr := u.v.timeline.Track()
	at := func(x int) int { return int(float64(x)/float64(tr.W-1)*72 + 0.5) }
	ends := func(what string, x int) {
		t.Helper()
		line := u.s.run.line
		if got, want := u.s.Step(), line.End(at(x)-1); got != want {
			t.Errorf("%s to column %d: step %d, want %d, the end of request %d", what, x, got, want, at(x))
		}
		if got := u.v.timeline.Pos; got != at(x) {
			t.Errorf("%s to column %d: the handle stands at %d, want %d", what, x, got, at(x))
		}
	}
	u.Click(tr.X+40, tr.Y)
	ends("a click", 40)
	u.Down(tr.X+40, tr.Y)
	for _, x := range []int{41, 60, 3, 90} {
		u.Move(tr.X+x, tr.Y+2) // a hand need not keep to the row
		u.Advance(50 * time.Millisecond)
		ends("a drag", x)
	}
	u.Move(tr.X+1000, tr.Y)
	ends("a drag beyond the end", tr.W-1)
	u.Up(tr.X+20, tr.Y)
	ends("a release", 20)
	u.Move(tr.X+70, tr.Y)
	ends("motion after the release", 20)
	u.See("all overlaps equal")
}

// TestTimelineWhilePlaying: to take the handle is to stop the run.
func TestTimelineWhilePlaying(t *testing.T) {
	u := open(t, lab(kv, 2, 0), nil)
	u.Key("space")
	u.Advance(300 * time.Millisecond)
	tr := u.v.timeline.Track()
	u.Click(tr.X+30, tr.Y)
	step := u.s.Step()
	u.Advance(3 * time.Second)
	if u.s.Moving() || u.s.Step() != step {
		t.Error("the run plays on under the hand")
	}
}

func TestWheel(t *testing.T) {
	u := open(t, lab(kv, 2, 0), nil)
	u.Wheel(60, 5, 3)
	if u.s.Request() != 2 {
		t.Errorf("three notches down go to request %d", u.s.Request()+1)
	}
	u.Wheel(60, 5, -1)
	if u.s.Request() != 1 {
		t.Errorf("a notch up goes to request %d", u.s.Request()+1)
	}
	u.Wheel(60, 5, -9)
	if u.s.Step() != 0 {
		t.Errorf("notches beyond the start go to step %d", u.s.Step())
	}
}

// TestWorkersByKeyAndMouse moves the cursor over the workers and opens one.
func TestWorkersByKeyAndMouse(t *testing.T) {
	for _, workers := range []int{2, 8, 64, 1000} {
		u := open(t, lab(kv, workers, 200), nil)
		chosen := func(what string, want int) {
			t.Helper()
			if u.v.chosen != want {
				t.Errorf("%d workers, %s: worker %d is chosen, want %d", workers, what, u.v.chosen, want)
			}
		}
		u.Key("tab")
		chosen("tab", 0)
		u.Key("right")
		chosen("right", 1)
		u.Key("end", "right")
		chosen("end", workers-1)
		u.Key("home", "left")
		chosen("home", 0)
		u.Key("enter")
		u.See("esc closes", "tokens reused", " held", "the router's index lists")
		u.Key("esc")
		u.SeeNot("esc closes")
		u.Key("tab")
		chosen("tab again", -1)
	}
	u := open(t, lab(kv, 2, 200), nil)
	at := u.v.spots[1].rect
	u.Click(at.X+3, at.Y+1)
	if u.See("W1]"); u.v.chosen != 1 {
		t.Errorf("a click chooses worker %d", u.v.chosen)
	}
	u.Click(at.X+3, at.Y+1)
	u.See("esc closes")
}

// TestWorkersOfALargeFleet are cells: a row down is many workers on, and a
// click takes the one under it.
func TestWorkersOfALargeFleet(t *testing.T) {
	u := open(t, lab(kv, 1000, 200), nil)
	u.Key("tab", "down")
	row := u.v.chosen
	if row < 5 {
		t.Errorf("a row down is worker %d", row)
	}
	u.Key("right", "up")
	if u.v.chosen != 1 {
		t.Errorf("right and up is worker %d, want 1", u.v.chosen)
	}
	at := u.v.at.workers
	for y := at.Y; y < at.Y+at.H; y++ {
		for x := at.X; x < at.X+at.W; x++ {
			if w, ok := u.v.workerAt(x, y); ok && w == row+2 {
				u.Click(x, y)
			}
		}
	}
	if u.v.chosen != row+2 {
		t.Errorf("a click on worker %d chooses %d", row+2, u.v.chosen)
	}
}

// TestChosenWorkerStays while the fleet shrinks, as far as there is one.
func TestChosenWorkerStays(t *testing.T) {
	u := open(t, lab(kv, 3, 200), nil)
	u.Key("tab", "end", "W")
	if u.v.chosen != 1 {
		t.Errorf("worker %d of 2 is chosen", u.v.chosen)
	}
	u.See("W1]")
}

// TestInspectorFollows its worker, and lives through a fleet that shrinks
// under it.
func TestInspectorFollows(t *testing.T) {
	u := open(t, lab(kv, 3, 300), nil)
	st := u.s.run.line.State()
	u.Key("tab", "end", "enter")
	u.See(plural(st.Workers[2].Sent, "request sent", "requests sent"))
	u.Key("down", "pgdown", "up")
	u.Wheel(60, 20, 2)
	u.s.swap(newSession(t, lab(kv, 1, 300), nil).run, 300)
	u.Resize(100, 30)
	fits(t, u.Frame(), 100, 30, false)
}

// TestNoKeyClashes in any state of the stage, with the shell's own keys.
func TestNoKeyClashes(t *testing.T) {
	for _, mode := range scenario.Modes() {
		u := open(t, lab(mode, 2, 30), nil)
		if c := ui.Clashes(u.Shell().Actions()...); c != nil {
			t.Errorf("%s: %v", modeName(mode), c)
		}
	}
	st, set := trace(t)
	if c := ui.Clashes(open(t, st, set).Shell().Actions()...); c != nil {
		t.Errorf("trace: %v", c)
	}
}

// TestKeysThatDoNothingAreOff: knowledge where there is no index, a seed that
// changes nothing.
func TestKeysThatDoNothingAreOff(t *testing.T) {
	off := func(u *stand, id string) bool {
		for _, a := range u.v.Actions() {
			if a.ID == id {
				return a.Off
			}
		}
		t.Fatalf("no action %s", id)
		return false
	}
	st, set := trace(t)
	for _, c := range []struct {
		strategy string
		trace    bool
		id       string
		want     bool
	}{
		{"kv", false, "knowledge", false},
		{"rr", false, "knowledge", true},
		{"random", false, "knowledge", true},
		{"rr", false, "reseed", false},
		{"rr", true, "reseed", true},
		{"kv", true, "reseed", true},
		{"random", true, "reseed", false},
	} {
		u := open(t, lab(scenario.Mode{Strategy: c.strategy}, 2, 0), nil)
		if c.trace {
			st.Strategy = c.strategy
			u = open(t, st, set)
		}
		if off(u, c.id) != c.want {
			t.Errorf("%s, trace %v: %s is off: %v", c.strategy, c.trace, c.id, !c.want)
		}
	}
}

// FuzzKeys lets a monkey at the keyboard, the mouse and the window of the
// whole program: each two bytes are one deed. Every frame fits its window.
func FuzzKeys(f *testing.F) {
	f.Add([]byte("\x00\x01\x10\x05\x20\x08\x30\x02"))
	f.Add([]byte{0, 13, 6, 40, 2, 12, 3, 9, 4, 9, 5, 200, 6, 6, 0, 20})
	f.Add([]byte{0, 18, 0, 20, 0, 33, 0, 34, 1, 99, 0, 9, 6, 255, 0, 5, 7, 3})
	keys := []string{
		"n", "p", "N", "P", ".", ",", "g", "G", "j", "J", "+", "-", "space", "space", "r", "R", "s", "S", "e", "w", "W", "u",
		"o", "#", "?", "t", "M", "y", "1", "2", "3", "3", "4", "z", "[", "]", "\\", "a", "tab", "shift+tab", "enter", "esc", "q", "up", "down", "left", "right",
		"home", "end", "pgup", "pgdown", "backspace", "ctrl+u", "ctrl+l", "ctrl+z", "5", "9", "0",
	}
	st, set := trace(f)
	f.Fuzz(func(t *testing.T, doings []byte) {
		s := newSession(t, lab(kv, 2, 40), nil)
		if len(doings)%2 == 1 {
			s = newSession(t, st, set)
		}
		cfg := look("auto", len(doings)%4 == 2)
		cfg.Screens = []ui.Slot{
			{Key: "1", Screen: NewRoute(s)}, {Key: "2", Screen: NewCompare(s)}, {Key: "3", Screen: NewCaches(s)}, {Key: "4", Screen: s.CostScreen()}, {Key: "5", Screen: NewMeasured(s)},
		}
		cfg.Actions = s.Global()
		u := drive.Start(t, cfg, 80, 24)
		u.Monkey(doings, keys, 80, 24, func(w, h int) { fits(t, u.Frame(), w, h, cfg.ASCII) })
	})
}
