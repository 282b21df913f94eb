package views

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kvtui/core/scenario"
	"kvtui/core/workload"
	"kvtui/ui"
	"kvtui/views/state"
)

// afresh opens the state that y would copy: knowledge is part of the lab's
// names, so it is kept only where the strategy has an index.
func afresh(t testing.TB, st state.State, set *workload.Set) *Session {
	t.Helper()
	name, publish, events := st.Scenario.Mode().LabName()
	m, err := scenario.ParseMode(name, publish || !events)
	if err != nil {
		t.Fatal(err)
	}
	st.Scenario = st.With(m)
	return newSession(t, st, set)
}

// same fails unless a session opened with the state on screen shows the same
// screen, cell by cell. What is no part of the state is carried over: how fast
// it would play, which part has the focus, and the window.
func (u *stand) same(t testing.TB, set *workload.Set, cfg ui.Config, w, h int, after string) {
	t.Helper()
	s := afresh(t, u.s.State(), set)
	s.player.speed = u.s.player.speed
	f := before(t, s, cfg, 1, 1)
	f.v.focus, f.v.chosen = u.v.focus, u.v.chosen
	f.Resize(w, h)
	if got, want := u.Frame(), f.Frame(); got != want {
		t.Fatalf("after %s the screen is not that of its state %s\n%s\nbut\n%s", after, u.s.State().Command(), f.Screen(), u.Screen())
	}
}

// deed is something that a person does.
type deed struct {
	name string
	do   func(u *stand, rt *rapid.T)
}

func deeds() []deed {
	keys := []string{
		"n", "p", "N", "P", ".", ",", "g", "G", "j", "J", "+", "-", "=", "space", "r", "R", "s", "S", "e", "w", "W", "u", "u",
		"tab", "shift+tab", "enter", "esc", "left", "right", "up", "down", "home", "end", "pgup", "pgdown", "h", "l", "o", "?", "#", "7", "3", "backspace",
	}
	var out []deed
	for _, k := range keys {
		out = append(out, deed{k, func(u *stand, _ *rapid.T) { u.Key(k) }})
	}
	x, y := rapid.IntRange(0, 119), rapid.IntRange(0, 39)
	return append(out,
		deed{"wait", func(u *stand, rt *rapid.T) {
			u.Advance(time.Duration(rapid.IntRange(1, 900).Draw(rt, "ms")) * time.Millisecond)
		}},
		deed{"click", func(u *stand, rt *rapid.T) { u.Click(x.Draw(rt, "x"), y.Draw(rt, "y")) }},
		deed{"wheel", func(u *stand, rt *rapid.T) {
			u.Wheel(x.Draw(rt, "x"), y.Draw(rt, "y"), rapid.IntRange(-3, 3).Draw(rt, "notches"))
		}},
		deed{"drag", func(u *stand, rt *rapid.T) {
			if tr := u.v.timeline.Track(); tr.W > 0 {
				u.Drag(tr.X+x.Draw(rt, "from")%tr.W, tr.Y, x.Draw(rt, "to"), y.Draw(rt, "row"))
			}
		}},
	)
}

// TestScreenIsAlwaysThatOfItsState lets a person do anything, in any order:
// what is on screen is a scenario and a step, and nothing else.
func TestScreenIsAlwaysThatOfItsState(t *testing.T) {
	all, windows := deeds(), [][2]int{{80, 24}, {120, 40}, {200, 60}, {40, 12}}
	st, set := trace(t)
	rapid.Check(t, func(rt *rapid.T) {
		first, over := state.Default(""), (*workload.Set)(nil)
		if rapid.IntRange(0, 3).Draw(rt, "workload") == 0 {
			first, over = st, set
		}
		size := rapid.SampledFrom(windows).Draw(rt, "window")
		cfg := look("dark", false)
		u := before(t, newSession(t, first, over), cfg, size[0], size[1])
		var done []string
		for range rapid.IntRange(1, 25).Draw(rt, "deeds") {
			d := rapid.SampledFrom(all).Draw(rt, "deed")
			d.do(u, rt)
			done = append(done, d.name)
		}
		u.rest()
		u.same(t, over, cfg, size[0], size[1], strings.Join(done, " "))
	})
}

// TestBackIsExact takes requests and steps forward and back: every frame on
// the way back is the one that was there on the way out.
func TestBackIsExact(t *testing.T) {
	for _, keys := range [][2]string{{"n", "p"}, {".", ","}, {"N", "P"}} {
		u := open(t, lab(scenario.Mode{Strategy: "kv", Knowledge: scenario.Events}, 3, 0), nil)
		frames := []string{u.Frame()}
		for range 7 {
			u.Key(keys[0])
			u.Advance(2 * time.Second)
			frames = append(frames, u.Frame())
		}
		for i := len(frames) - 2; i >= 0; i-- {
			u.Key(keys[1])
			if u.Frame() != frames[i] {
				t.Errorf("%s back to %d of %s: the frame is another one", keys[1], i, keys[0])
			}
		}
	}
}

// TestChangesStayAtTheRequest changes everything mid-run: the request stays,
// undo restores scenario and step exactly.
func TestChangesStayAtTheRequest(t *testing.T) {
	st := request14(t)
	for _, key := range []string{"s", "S", "e", "w", "W", "R"} {
		u := open(t, st, nil)
		was, frame := u.s.State(), u.Frame()
		u.Key(key)
		if got := u.s.Request(); got != 13 {
			t.Errorf("%s at request 14 goes to request %d", key, got+1)
		}
		if now := u.s.State(); now.Scenario == was.Scenario {
			t.Errorf("%s changes nothing", key)
		}
		if end := u.s.run.line.End(13); u.s.Step() != end {
			t.Errorf("%s: step %d, want the end of the request, %d", key, u.s.Step(), end)
		}
		u.Key("u")
		u.Advance(5 * time.Second)
		if got := u.s.State(); got != was {
			t.Errorf("%s and undo: %+v, want %+v", key, got, was)
		}
		if u.Frame() != frame {
			t.Errorf("%s and undo show another frame", key)
		}
	}
}

func TestUndoEnds(t *testing.T) {
	u := open(t, request14(t), nil)
	u.Key("w", "w", "s")
	for _, want := range []string{"kv approximate · 4 workers", "3 workers", "2 workers"} {
		u.Key("u")
		u.See(want)
	}
	u.Key("u")
	u.See("nothing to undo")
}

func TestWorkersKeepTheirBounds(t *testing.T) {
	u := open(t, lab(kv, 1, 0), nil)
	u.Key("W")
	u.See("1 to 1,024 workers")
	for range 30 {
		u.Key("w")
	}
	u.See("1,024 workers")
	if n := u.s.State().Workers; n != maxShownWorkers {
		t.Errorf("%d workers after many w", n)
	}
	for range 30 {
		u.Key("W")
	}
	if n := u.s.State().Workers; n != 1 {
		t.Errorf("%d workers after many W", n)
	}
}

// slow is a host whose work is done when the test says so.
type slow struct {
	works  []func() any
	toasts []string
}

func (h *slow) Toast(text string)   { h.toasts = append(h.toasts, text) }
func (h *slow) Open(ui.Dialog)      {}
func (h *slow) Copy(string)         {}
func (h *slow) Run(work func() any) { h.works = append(h.works, work) }

func press(s *Session, h ui.Host, id string) {
	for _, a := range append(s.changes(), s.Global()...) {
		if a.ID == id && !a.Off {
			a.Do(h)
		}
	}
}

// TestQuickKeysAddUp presses keys while the first change is still computed: one
// run lands, with all of them, and as many undos take them back one by one,
// however quick they are.
func TestQuickKeysAddUp(t *testing.T) {
	st := request14(t)
	s, h := newSession(t, st, nil), &slow{}
	press(s, h, "workers")
	press(s, h, "workers")
	press(s, h, "workers")
	if got := s.State(); got != st {
		t.Errorf("before anything is computed the state is %+v", got)
	}
	for i := len(h.works) - 1; i >= 0; i-- { // the newest first
		s.Deliver(h.works[i](), h)
		if got := s.State().Workers; got != 5 {
			t.Errorf("%d workers, want 5", got)
		}
	}
	press(s, h, "strategy")
	h.works, h.toasts = nil, nil
	for range 5 {
		press(s, h, "undo")
	}
	for _, work := range h.works {
		s.Deliver(work(), h)
	}
	if got := s.State(); got != st {
		t.Errorf("undo goes to %+v, want %+v", got, st)
	}
	want := []string{"undone: strategy least-loaded", "undone: 5 workers", "undone: 4 workers", "undone: 3 workers", "nothing to undo"}
	if !slices.Equal(h.toasts, want) {
		t.Errorf("toasts %q, want %q", h.toasts, want)
	}
}

// TestUndoneStepIsThatOfTheWayBack: a change on top of an undo that is still
// being computed comes back to where that undo leads.
func TestUndoneStepIsThatOfTheWayBack(t *testing.T) {
	st := request14(t)
	s, h := newSession(t, st, nil), &slow{}
	press(s, h, "workers")
	s.Deliver(h.works[0](), h)
	s.seek(3)
	press(s, h, "undo")
	press(s, h, "strategy")
	press(s, h, "undo")
	s.Deliver(h.works[len(h.works)-1](), h)
	if got := s.State(); got != st {
		t.Errorf("undo goes to %+v, want %+v", got, st)
	}
}

// TestOvertakenRunsNeverLand lets results come in any order, or not at all
// while others are asked for: what is on screen is only ever what was asked
// for last, or what was there before.
func TestOvertakenRunsNeverLand(t *testing.T) {
	ids := []string{"workers", "workersless", "strategy", "strategyback", "knowledge", "reseed", "undo"}
	rapid.Check(t, func(rt *rapid.T) {
		s, h := newSession(t, request14(t), nil), &slow{}
		var waiting []int
		for range rapid.IntRange(1, 20).Draw(rt, "moves") {
			if len(waiting) > 0 && rapid.Bool().Draw(rt, "deliver") {
				k := rapid.IntRange(0, len(waiting)-1).Draw(rt, "which")
				was, want, newest := s.State(), s.wantedState(), waiting[k] == len(h.works)-1
				s.Deliver(h.works[waiting[k]](), h)
				waiting = append(waiting[:k], waiting[k+1:]...)
				if now := s.State(); !newest && now != was {
					rt.Fatalf("an overtaken run landed: %+v", now)
				} else if newest && now.Scenario != want.Scenario {
					rt.Fatalf("%+v landed, asked for was %+v", now, want)
				}
				continue
			}
			n := len(h.works)
			press(s, h, rapid.SampledFrom(ids).Draw(rt, "id"))
			if len(h.works) > n {
				waiting = append(waiting, n)
			}
		}
		for _, k := range waiting {
			s.Deliver(h.works[k](), h)
		}
		if s.pending {
			rt.Fatal("still computing at the end")
		}
	})
}

// TestARunThatFailsChangesNothing: the state stays, with a word of why, and
// nothing is left to undo.
func TestARunThatFailsChangesNothing(t *testing.T) {
	s, h := newSession(t, state.Default(""), nil), &slow{}
	next := s.State()
	next.Lab.Prefixes, next.Lab.Reps = 1000, MaxRequests
	s.Change(h, next)
	s.Deliver(h.works[0](), h)
	if got := s.State(); got.Lab != state.Default("").Lab || len(h.toasts) != 1 || s.pending || len(s.undo) != 0 {
		t.Errorf("%+v, toasts %q, pending %v, %d to undo", got, h.toasts, s.pending, len(s.undo))
	}
}

func TestSessionRefusesWhatIsTooLarge(t *testing.T) {
	st := state.Default("")
	st.Lab.Prefixes, st.Lab.Reps = 1000, 1000
	var bad *workload.ArgError
	if _, err := NewSession(t.Context(), st, nil); !errors.As(err, &bad) {
		t.Errorf("a million requests: %v", err)
	}
	st = state.Default("")
	st.Workers = 0
	if _, err := NewSession(t.Context(), st, nil); !errors.As(err, &bad) {
		t.Errorf("no workers: %v", err)
	}
}

// TestOptions fills in the form.
func TestOptions(t *testing.T) {
	u := open(t, lab(kv, 2, 100), nil)
	was := u.s.State()
	u.Key("o")
	u.See("router knows", "sends of each", "prefix length")
	u.Key("down", "down", "backspace")
	u.Type("6")
	u.Key("enter")
	u.See("6 workers")
	u.SeeNot("sends of each")
	if got, want := u.s.Request(), newSession(t, was, nil).Request(); got != want {
		t.Errorf("at request %d after the options, want %d", got+1, want+1)
	}
	u.Key("o", "down", "down", "backspace", "enter")
	u.See("sends of each") // a field without a value keeps the form open
	u.Key("esc", "u")
	if got := u.s.State(); got != was {
		t.Errorf("undo goes to %+v", got)
	}
}

func TestGoToRequest(t *testing.T) {
	u := open(t, lab(kv, 2, 0), nil)
	u.Key("#", "backspace")
	u.Type("14")
	u.Key("enter")
	if u.s.Request() != 13 {
		t.Errorf("# 14 goes to request %d", u.s.Request()+1)
	}
	u.See("14/72")
	u.Key("#", "backspace", "backspace")
	u.Type("73")
	u.Key("enter")
	if u.s.Request() != 13 {
		t.Errorf("# 73 of 72 goes to request %d", u.s.Request()+1)
	}
	empty := state.Default("")
	empty.Lab.Prefixes = 0
	u = open(t, empty, nil)
	u.Key("#")
	u.See("the run has no requests")
}

// TestJumps goes through all that is worth a jump, there and back.
func TestJumps(t *testing.T) {
	u := open(t, lab(scenario.Mode{Strategy: "random"}, 3, 0), nil)
	var there []int
	for {
		at := u.s.Step()
		u.Key("j")
		if u.s.Step() == at {
			break
		}
		there = append(there, u.s.Step())
	}
	u.See("no further miss, tie, eviction or wrong belief that way")
	want := u.s.run.notable
	if fmt.Sprint(there) != fmt.Sprint(want) || len(want) == 0 {
		t.Errorf("j goes to %v, want %v", there, want)
	}
	for _, step := range there {
		rec := u.s.run.line.Recording().Records[step-1]
		if !rec.Repeat || rec.Hit {
			t.Errorf("step %d is no miss: %+v", step, rec)
		}
	}
	for i := len(there) - 2; i >= 0; i-- {
		if u.Key("J"); u.s.Step() != there[i] {
			t.Errorf("J goes to %d, want %d", u.s.Step(), there[i])
		}
	}
}
