package views

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kvtui/core/scenario"
	"kvtui/views/state"
)

// startPlaying presses space at a speed, n notches from 1x.
func startPlaying(s *Session, notches int) {
	s.faster(notches)
	s.playPause()
}

// TestPlayPassesEveryStep plays at every speed in short ticks: steps come one
// after another, in order, and the run takes its time to the end, where it
// stops.
func TestPlayPassesEveryStep(t *testing.T) {
	const tick = time.Millisecond / 10
	for notch := -normalSpeed; notch <= topSpeed-normalSpeed; notch++ {
		s := newSession(t, lab(kv, 2, 0), nil)
		startPlaying(s, notch)
		took, last := time.Duration(0), 0
		for s.Moving() {
			s.Tick(tick)
			took += tick
			if s.Step() != last && s.Step() != last+1 {
				t.Fatalf("speed %d: from step %d to %d within %v", notch, last, s.Step(), tick)
			}
			last = s.Step()
		}
		if s.Step() != s.run.line.Len() {
			t.Errorf("speed %d: stopped at step %d of %d", notch, s.Step(), s.run.line.Len())
		}
		if want := 72 / math.Ldexp(1, notch); math.Abs(took.Seconds()-want) > 0.01*want {
			t.Errorf("speed %d: 72 requests took %v, want %.2f s", notch, took, want)
		}
	}
}

// TestTicksAddUp: the same time in pieces of any size comes to the same place.
func TestTicksAddUp(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		notch := rapid.IntRange(-normalSpeed, topSpeed-normalSpeed).Draw(rt, "speed")
		ms := rapid.SliceOfN(rapid.IntRange(0, 400), 1, 30).Draw(rt, "ms")
		a, b := newSession(t, lab(kv, 2, 0), nil), newSession(t, lab(kv, 2, 0), nil)
		startPlaying(a, notch)
		startPlaying(b, notch)
		sum := time.Duration(0)
		for _, m := range ms {
			a.Tick(time.Duration(m) * time.Millisecond)
			sum += time.Duration(m) * time.Millisecond
		}
		b.Tick(sum)
		at := func(s *Session) float64 { return float64(s.Step()) + s.player.shown }
		if math.Abs(at(a)-at(b)) > 1e-6 {
			rt.Fatalf("in pieces step %d (%v), at once %d (%v)", a.Step(), a.player.shown, b.Step(), b.player.shown)
		}
	})
}

func TestPlayPausesAndEnds(t *testing.T) {
	u := open(t, lab(kv, 2, 0), nil)
	if u.s.Moving() || !u.Asleep() {
		t.Fatal("a run that has not been started moves")
	}
	u.Key("space")
	u.See("▶ 1x", "pause")
	u.Advance(1500 * time.Millisecond)
	if !u.s.Playing() || u.s.Request() != 1 {
		t.Errorf("after 1.5 s at 1x: request %d, playing %v", u.s.Request()+1, u.s.Playing())
	}
	u.Key("space")
	step, frames := u.s.Step(), u.Frames
	u.See("‖ 1x", "play")
	u.Advance(time.Minute)
	if u.s.Moving() || u.s.Step() != step || u.Frames != frames || !u.Asleep() {
		t.Errorf("paused: step %d to %d, %d new frames, asleep %v", step, u.s.Step(), u.Frames-frames, u.Asleep())
	}
	u.Key("G", "p", "space")
	u.Advance(3 * time.Second)
	if u.s.Moving() || u.s.Step() != u.s.run.line.Len() || !u.Asleep() {
		t.Errorf("at the end: step %d, moving %v", u.s.Step(), u.s.Moving())
	}
	u.Key("space")
	u.Advance(100 * time.Millisecond)
	if u.s.Request() != 0 || !u.s.Playing() {
		t.Error("space at the end does not play from the start")
	}
}

func TestSpeeds(t *testing.T) {
	u := open(t, lab(kv, 2, 0), nil)
	for _, want := range []string{"2x", "4x", "8x", "16x", "32x", "64x", "64x"} {
		u.Key("+")
		u.See("‖ " + want)
	}
	for range 20 {
		u.Key("-")
	}
	u.See("‖ 1/4x")
}

// TestHeldKeyDoesNotLag presses n faster than a request is shown: each press
// is one request on.
func TestHeldKeyDoesNotLag(t *testing.T) {
	for _, c := range []struct {
		key string
		on  func(s *Session) int
	}{
		{"n", func(s *Session) int { return s.Request() }},
		{".", func(s *Session) int { return s.Step() }},
	} {
		u := open(t, lab(kv, 2, 0), nil)
		for range 20 {
			u.Key(c.key)
			u.Advance(33 * time.Millisecond)
		}
		u.Advance(2 * time.Second)
		from := c.on(newSession(t, lab(kv, 2, 0), nil))
		if got := c.on(u.s) - from; got != 20 {
			t.Errorf("20 times %s moved on by %d", c.key, got)
		}
		if u.s.Moving() {
			t.Errorf("%s moves on after its end", c.key)
		}
	}
}

// TestNextShowsItsSteps lets n run to its end: it passes the steps of the
// request and stops there.
func TestNextShowsItsSteps(t *testing.T) {
	u := open(t, lab(kv, 2, 0), nil)
	u.Key("n")
	seen := map[int]bool{}
	for range 100 {
		u.Advance(10 * time.Millisecond)
		seen[u.s.Step()] = true
	}
	end := u.s.run.line.End(0)
	for step := 1; step <= end; step++ {
		if !seen[step] {
			t.Errorf("n never shows step %d of %d", step, end)
		}
	}
	if u.s.Step() != end || !u.Asleep() {
		t.Errorf("n ends at step %d, want %d", u.s.Step(), end)
	}
}

// TestReducedMotionJumps: n and . are there at once, and play moves no marker.
func TestReducedMotionJumps(t *testing.T) {
	cfg := look("dark", false)
	cfg.ReduceMotion = true
	u := before(t, newSession(t, lab(kv, 2, 0), nil), cfg, 80, 24)
	u.Key("n")
	if u.s.Moving() || u.s.Request() != 0 || u.s.Step() != u.s.run.line.End(0) {
		t.Errorf("n: step %d, moving %v", u.s.Step(), u.s.Moving())
	}
	u.Key(".")
	if u.s.Moving() || u.s.Step() != u.s.run.line.End(0)+1 {
		t.Errorf(".: step %d, moving %v", u.s.Step(), u.s.Moving())
	}
	frames := map[string]int{}
	u.Key("space")
	for range 200 {
		u.Advance(10 * time.Millisecond)
		if _, ok := frames[u.Screen()]; !ok {
			frames[u.Screen()] = u.s.Step()
		}
	}
	steps := map[int]bool{}
	for _, step := range frames {
		if steps[step] {
			t.Errorf("step %d is drawn in two ways: something moves", step)
		}
		steps[step] = true
	}
	if len(steps) < 5 {
		t.Errorf("only %d steps in 2 s of play", len(steps))
	}
}

// TestMarkerTravels from the queue over the router to the chosen worker.
func TestMarkerTravels(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		s := newSession(t, request14(t), nil)
		u := before(t, s, look("dark", false), size[0], size[1])
		u.jumpTo(s.run.line.Start(13))
		u.Key("n")
		places := map[string]bool{}
		var last place
		for u.s.Step() <= s.run.line.Start(13)+1 {
			for y, l := range strings.Split(u.Screen(), "\n") {
				before, _, ok := strings.Cut(l, "●")
				if x := len([]rune(before)); ok && y < u.v.at.timeline.Y {
					places[fmt.Sprint(x, y)], last = true, place{x, y}
				}
			}
			u.Advance(33 * time.Millisecond)
		}
		if len(places) < 4 {
			t.Errorf("%v: the marker was seen at %d places only", size, len(places))
		}
		if to := u.v.spots[0].rect; gap(last, place{to.X + 1, to.Y + 1}) > 12 {
			t.Errorf("%v: the marker ends at %v, far from %v", size, last, to)
		}
	}
}

// TestCellsFillOneByOne: while tokens are computed the new blocks come in one
// after another.
func TestCellsFillOneByOne(t *testing.T) {
	s := newSession(t, lab(kv, 2, 0), nil)
	u := before(t, s, look("dark", false), 80, 24)
	u.Key("space")
	most, grown := 0, 0
	for u.s.Request() < 1 {
		u.Advance(33 * time.Millisecond)
		n := strings.Count(u.Line(5)+u.Line(6)+u.Line(7), "+")
		if n > most {
			most, grown = n, grown+1
		}
	}
	if most != 7 || grown < 5 {
		t.Errorf("%d cells computed, in %d pieces, want 7 in at least 5", most, grown)
	}
}

// TestPlayEmptyRun: with nothing to play nothing moves.
func TestPlayEmptyRun(t *testing.T) {
	st := state.Default("")
	st.Lab.Prefixes = 0
	for _, mode := range scenario.Modes() {
		st.Scenario = st.With(mode)
		u := open(t, st, nil)
		u.Key("space", "n", ".", "N", "j", "G", "p", ",", "P", "g", "J")
		u.Advance(time.Second)
		if u.s.Moving() || u.s.Step() != 0 {
			t.Errorf("%s: an empty run is at step %d", modeName(mode), u.s.Step())
		}
		u.See("This run has no requests")
	}
}
