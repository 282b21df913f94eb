package views

import (
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kvtui/core/sim"
)

// TestOneSecondASecond plays at every speed: the run takes its own time.
func TestOneSecondASecond(t *testing.T) {
	for notch := -normalSpeed; notch <= topSpeed-normalSpeed; notch++ {
		s := newSession(t, splitState(nil), nil)
		startPlaying(s, notch)
		const tick = time.Millisecond
		took, last := time.Duration(0), int64(0)
		for s.Moving() {
			s.Tick(tick)
			took += tick
			c := s.run.clock
			if s.now() < last || c.at(s.Step()) > s.now() || s.now() > 0 && s.Moving() && c.at(s.Step()+1) <= s.now() {
				t.Fatalf("speed %d: at %d ns, after %d, step %d", notch, s.now(), last, s.Step())
			}
			last = s.now()
		}
		want := float64(s.run.clock.end()) / 1e9 / rateOf(s.player.speed)
		if s.Step() != s.run.line.Len() || math.Abs(took.Seconds()-want) > 0.01*want+0.17 {
			t.Errorf("speed %d: step %d after %v, want %d after %.3f s", notch, s.Step(), took, s.run.line.Len(), want)
		}
	}
}

// TestSameMomentSamePicture: a moment played to, in pieces of any length, looks
// as the same moment gone back to.
func TestSameMomentSamePicture(t *testing.T) {
	var pairs [][2]*stand
	for _, stage := range timedStages() {
		st, _ := stage.make()
		pairs = append(pairs, [2]*stand{
			before(t, newSession(t, st, nil), look("dark", false), 120, 40), before(t, newSession(t, st, nil), look("dark", false), 120, 40),
		})
	}
	rapid.Check(t, func(rt *rapid.T) {
		i := rapid.IntRange(0, len(pairs)-1).Draw(rt, "stage")
		a, b := pairs[i][0], pairs[i][1]
		a.s.seek(0)
		a.Key("+", "-") // draws
		a.Key("space")
		for _, ms := range rapid.SliceOfN(rapid.IntRange(150, 400), 1, 6).Draw(rt, "ms") {
			a.Advance(time.Duration(ms) * time.Millisecond)
		}
		if a.s.Playing() {
			a.Key("space")
		}
		now := a.s.now()
		b.s.seek(b.s.run.line.Len())
		b.Key("+", "-")
		b.s.seekTime(now)
		b.Key("+", "-")
		if a.Screen() != b.Screen() {
			rt.Fatalf("stage %d at %d ns: played\n%s\ngone back to\n%s", i, now, a.Screen(), b.Screen())
		}
	})
}

// TestBackIsForward steps through a run and back: every step looks the same.
func TestBackIsForward(t *testing.T) {
	u := before(t, newSession(t, splitState(nil), nil), look("dark", false), 80, 24)
	var seen []string
	for range 150 {
		seen = append(seen, u.Screen())
		u.Key(".")
	}
	for _, want := range slices.Backward(seen) {
		u.Key(",")
		if got := u.Screen(); got != want {
			t.Fatalf("step %d, forward:\n%s\nback:\n%s", u.s.Step(), want, got)
		}
	}
}

// TestKeysOnTheClock: n and p go to where requests are routed, and the clock
// with them.
func TestKeysOnTheClock(t *testing.T) {
	u := before(t, newSession(t, splitState(nil), nil), look("dark", false), 120, 36)
	routed := func(n int) {
		t.Helper()
		last := u.s.run.line.State().Last
		if u.s.Request() != n-1 || last.Kind != sim.Routed || int(last.Req) != n-1 || u.s.now() != last.At || u.s.Moving() {
			t.Errorf("at request %d, record %+v, %d ns; want where request %d is routed", u.s.Request()+1, last, u.s.now(), n)
		}
	}
	u.Key("n", "n", "n")
	routed(3)
	u.Key("n", ".", ".", "p") // requests 1 to 4 come at once
	routed(4)
	u.Key("p")
	routed(3)
	u.Key("N")
	routed(13)
	u.See(seconds(u.s.now()) + " s · #13")
	u.Key("space")
	u.Advance(250 * time.Millisecond)
	u.Key("space")
	if u.s.now() == u.s.run.clock.at(u.s.Step()) {
		t.Fatal("the run stopped at a step: nothing is tested")
	}
	at := u.s.Request() + 1
	u.Key("p")
	routed(at)
	u.Key("G")
	if u.s.now() != u.s.run.clock.end() || u.v.timeline.Pos != u.v.timeline.N {
		t.Errorf("the end is at %d ns, position %d of %d", u.s.now(), u.v.timeline.Pos, u.v.timeline.N)
	}
	u.Key("g", "right", "right")
	if u.s.now() != 2*u.s.run.clock.tick {
		t.Errorf("two positions on is %d ns, want two of %d", u.s.now(), u.s.run.clock.tick)
	}
}

// TestPausedOnTheClock: nothing is drawn while nothing moves.
func TestPausedOnTheClock(t *testing.T) {
	u := before(t, newSession(t, splitState(nil), nil), look("dark", false), 120, 36)
	u.Key("space")
	u.Advance(500 * time.Millisecond)
	u.Key("space")
	frames, now := u.Frames, u.s.now()
	u.Advance(time.Minute)
	if u.Frames != frames || u.s.now() != now || !u.Asleep() {
		t.Errorf("paused: %d new frames, %d ns on, asleep %v", u.Frames-frames, u.s.now()-now, u.Asleep())
	}
}

// TestStillClock: with reduced motion only steps change what is on screen.
func TestStillClock(t *testing.T) {
	cfg := look("dark", false)
	cfg.ReduceMotion = true
	u := before(t, newSession(t, splitState(nil), nil), cfg, 80, 24)
	u.Key("N", "space")
	frames := map[int]string{}
	for range 800 {
		u.Advance(5 * time.Millisecond)
		if !u.s.Playing() {
			break
		}
		if was, ok := frames[u.s.Step()]; ok && was != u.Screen() {
			t.Fatalf("step %d is drawn in two ways:\n%s\n%s", u.s.Step(), was, u.Screen())
		}
		frames[u.s.Step()] = u.Screen()
	}
	if len(frames) < 15 {
		t.Errorf("only %d steps", len(frames))
	}
}

// TestResizeInTheMiddle of a run that plays: the time goes on, and the frame is
// that of a window that had the size from the start.
func TestResizeInTheMiddle(t *testing.T) {
	u := before(t, newSession(t, splitState(nil), nil), look("dark", false), 120, 36)
	u.Key("space")
	for _, size := range sizes {
		u.Advance(30 * time.Millisecond)
		was := u.s.now()
		u.Resize(size[0], size[1])
		fits(t, u.Frame(), size[0], size[1], false)
		if u.s.now() != was {
			t.Errorf("the resize to %v moves time by %d ns", size, u.s.now()-was)
		}
	}
	u.Resize(120, 36)
	u.Key("space")
	fresh := newSession(t, splitState(nil), nil)
	fresh.seekTime(u.s.now())
	if got, want := u.Screen(), before(t, fresh, look("dark", false), 120, 36).Screen(); got != want {
		t.Errorf("after resizes:\n%s\nfresh:\n%s", got, want)
	}
}

// TestMashedOnTheClock lets a monkey at the keys of runs with a clock.
func TestMashedOnTheClock(t *testing.T) {
	keys := []string{
		"n", "p", "N", "P", ".", ",", "g", "G", "j", "J", "+", "-", "space", "space", "r", "R", "s", "S", "e", "w", "W", "u",
		"#", "3", "enter", "esc", "?", "t", "tab", "up", "down", "left", "right", "home", "end", "pgup", "pgdown",
	}
	stages := timedStages()
	rapid.Check(t, func(rt *rapid.T) {
		i := rapid.IntRange(0, len(stages)-1).Draw(rt, "stage")
		st, _ := stages[i].make()
		u := before(t, newSession(t, st, nil), look("dark", i%2 == 1), 80, 24)
		deeds := rapid.SliceOfN(rapid.Byte(), 2, 40).Draw(rt, "deeds")
		u.Monkey(deeds, keys, 80, 24, func(w, h int) { fits(t, u.Frame(), w, h, i%2 == 1) })
	})
}

// TestChartOnTheClockRests: however much happens, the chart is drawn anew at
// most four times a second.
func TestChartOnTheClockRests(t *testing.T) {
	u := before(t, newSession(t, splitState(nil), nil), look("dark", false), 120, 40)
	u.Key("N", "+", "space")
	from := u.v.chart.Version
	for range 100 {
		u.Advance(10 * time.Millisecond)
	}
	if n := u.v.chart.Version - from; n < 1 || n > 5 {
		t.Errorf("%d charts in a second", n)
	}
}
