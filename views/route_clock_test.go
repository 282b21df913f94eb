package views

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/exp/golden"

	"kvtui/core/clock"
	"kvtui/core/scenario"
	"kvtui/core/workload"
	"kvtui/themes"
	"kvtui/views/state"
)

// timedState is a short run with a clock: six prefixes on two workers with room
// for about two prompts each, four requests at a time.
func timedState(change func(*state.State)) state.State {
	st := state.Default("")
	st.File = st.WithKind(scenario.KindShared)
	st.Shared = workload.SharedPrefix{Requests: 40, Groups: 6, PrefixTokens: 1024, TailTokens: 300, Block: 16}
	st.Strategy, st.Knowledge, st.Workers, st.Capacity = "dynamo", scenario.Events, 2, 260
	st.Clock = clock.Config{
		On:         true,
		Engine:     clock.Engine{BaseMS: 3.96, TokenMS: 0.0395, QuadTokens: 3836, Budget: 512},
		Arrivals:   workload.Pattern{Kind: workload.ClosedLoop, Concurrency: 4},
		Outputs:    workload.Outputs{Kind: workload.Fixed, Tokens: 64},
		FrontEndMS: 8.7, BytesPerToken: 114688, GPUs: "4", Sharing: 0.7,
	}
	if change != nil {
		change(&st)
	}
	return st
}

// splitState has two workers to prefill and two to decode, and a link.
func splitState(change func(*state.State)) state.State {
	return timedState(func(st *state.State) {
		st.Clock.Split = clock.Split{Decode: 2, KVHeads: 8}
		st.Clock.Link = clock.Link{TotalGBps: 0.509}
		if change != nil {
			change(st)
		}
	})
}

// timedStages are runs with a clock that the stage has to bear.
func timedStages() []named {
	made := func(name string, st state.State) named {
		return named{name, func() (state.State, *workload.Set) { return st, nil }}
	}
	return []named{
		made("one pool", timedState(nil)),
		made("split", splitState(nil)),
		made("crowded", timedState(func(st *state.State) {
			st.Capacity = 200
			st.Clock.Arrivals = workload.Pattern{Kind: workload.Poisson, RatePerS: 60}
			st.Clock.Outputs.Tokens = 400
		})),
		made("killed", splitState(func(st *state.State) {
			st.Clock.Host = clock.Host{CopyGBps: 2, BaseMiB: 1000, LimitMiB: 1300, RestartMS: 400}
		})),
		made("local", splitState(func(st *state.State) {
			st.Clock.Split.Conditional, st.Clock.Split.LocalTokens, st.Clock.Split.LocalShare = true, 600, 0.7
			st.Clock.Link = clock.Link{FlowGBps: 2, TotalGBps: 5, PerWorker: true, LatencyMS: 1}
		})),
		made("too long", timedState(func(st *state.State) { st.Capacity = 80 })),
		made("no limits", splitState(func(st *state.State) { st.Clock.Link, st.Capacity = clock.Link{}, 0 })),
		made("approximate", timedState(func(st *state.State) { st.Strategy, st.Knowledge = "kv", scenario.Approximate })),
		made("many workers", splitState(func(st *state.State) { st.Workers, st.Clock.Split.Decode, st.Clock.GPUs = 24, 40, "" })),
		made("no requests", timedState(func(st *state.State) {
			st.File = st.WithKind(scenario.KindLab)
			st.Lab.Prefixes = 0
		})),
		made("loaded", timedState(func(st *state.State) { st.Clock.Store = clock.Store{Blocks: 4000, GBps: 20} })),
	}
}

// TestTimedStageFitsEverywhere draws every run with a clock at every size and at
// moments of every kind, at rest and in motion.
func TestTimedStageFitsEverywhere(t *testing.T) {
	t.Parallel()
	ws, turn := readWords(t), 0
	for _, stage := range timedStages() {
		st, set := stage.make()
		s := newSession(t, st, set)
		at := moments(s.run)
		for _, size := range turnSizes(turn, sizes) {
			turn++
			w, h := size[0], size[1]
			theme, ascii := themes.Names()[turn%len(themes.Names())], turn/len(sizes)%2 == 0
			u := before(t, s, look(theme, ascii), w, h)
			for k := range 4 {
				step := at[(turn+k*len(at)/4)%len(at)]
				u.jumpTo(step)
				where := fmt.Sprintf("%s, step %d, %dx%d", stage.name, step, w, h)
				fits(t, u.Frame(), w, h, ascii)
				ws.check(t, where, u.Screen(), w, h)
				u.Key("space")
				u.Advance(40 * time.Millisecond)
				fits(t, u.Frame(), w, h, ascii)
				ws.check(t, where+", in motion", u.Screen(), w, h)
				u.s.player.stop(u.s.Step())
			}
		}
	}
}

// TestTimedTraceFits draws a trace with stamps on a clock: prompts of very
// different lengths, one too long for a worker.
func TestTimedTraceFits(t *testing.T) {
	ws := readWords(t)
	st, set := trace(t)
	split := splitState(nil)
	st.Clock, st.Workers, st.Capacity = split.Clock, 2, 240
	st.Clock.Arrivals = workload.Pattern{}
	s := newSession(t, st, set)
	for turn, size := range sizes {
		for _, step := range moments(s.run) {
			u := before(t, s, look("dark", turn%2 == 0), size[0], size[1])
			u.jumpTo(step)
			fits(t, u.Frame(), size[0], size[1], turn%2 == 0)
			ws.check(t, fmt.Sprintf("step %d, %v", step, size), u.Screen(), size[0], size[1])
		}
	}
}

// busy is a moment in the middle of a run: with a link, one at which it carries
// KV of two requests.
func busy(s *Session) int64 {
	c := s.run.clock
	for step := s.run.line.Len() / 3; s.run.st.Clock.Split.Decode > 0 && step < s.run.line.Len(); step++ {
		flows := 0
		for _, t := range s.run.line.Seek(step).Live {
			if t.Sent >= 0 && t.Received < 0 {
				flows++
			}
		}
		if flows >= 2 {
			return (c.at(step) + c.at(step+1)) / 2
		}
	}
	return c.end() * 3 / 10
}

// TestTimedGoldens holds moments of both arrangements against drawings that
// were looked at.
func TestTimedGoldens(t *testing.T) {
	for _, g := range []struct {
		name  string
		st    state.State
		theme string
		ascii bool
		w, h  int
	}{
		{"split-80x24", splitState(nil), "dark", false, 80, 24},
		{"split-80x24-mono", splitState(nil), "mono", false, 80, 24},
		{"split-80x24-ascii", splitState(nil), "dark", true, 80, 24},
		{"split-120x36", splitState(nil), "dark", false, 120, 36},
		{"split-200x60", splitState(nil), "dark", false, 200, 60},
		{"split-40x12", splitState(nil), "dark", false, 40, 12},
		{"pool-80x24", timedState(nil), "dark", false, 80, 24},
		{"pool-120x36", timedState(nil), "dark", false, 120, 36},
		{"pool-200x60", timedState(nil), "dark", false, 200, 60},
	} {
		t.Run(g.name, func(t *testing.T) {
			s := newSession(t, g.st, nil)
			s.seekTime(busy(s))
			u := before(t, s, look(g.theme, g.ascii), g.w, g.h)
			out := u.Screen()
			if g.name == "split-80x24" {
				out += "\n" + styleMap(u.Frame())
			}
			golden.RequireEqual(t, out)
		})
	}
}

// TestTimedHelpHasTheLanes: every glyph of a bar is in help.
func TestTimedHelpHasTheLanes(t *testing.T) {
	u := before(t, newSession(t, splitState(nil), nil), look("dark", false), 120, 60)
	u.Key("?")
	for _, l := range phaseLooks() {
		if !strings.Contains(u.Screen(), string(l.glyph)+" "+string(l.letter)) {
			t.Errorf("help does not have %c %s", l.glyph, l.word)
		}
	}
}

// TestLinkSaysWhatIsNotOnIt: KV that is copied or waits is told wherever there
// is room for it, in words that are not cut.
func TestLinkSaysWhatIsNotOnIt(t *testing.T) {
	s := newSession(t, splitState(func(st *state.State) { st.Clock.Host.CopyGBps = 0.5 }), nil)
	v := NewRoute(s)
	alone, both := 0, 0
	for step := 1; step <= s.run.line.Len(); step++ {
		s.seek(step)
		now := v.trafficNow()
		if now.waiting == 0 || alone > 0 && len(now.flows) == 0 || both > 0 && len(now.flows) > 0 {
			continue
		}
		want := thousands(now.waiting) + " copying or queued"
		if len(now.flows) == 0 {
			alone++
			before(t, s, look("dark", false), 120, 36).See(want)
		} else {
			both++
			before(t, s, look("dark", false), 120, 36).See(thousands(len(now.flows))+" crossing", thousands(now.waiting)+" off the link")
		}
		for _, size := range [][2]int{{80, 24}, {200, 60}} {
			before(t, s, look("dark", false), size[0], size[1]).See(want)
		}
	}
	if alone == 0 || both == 0 {
		t.Errorf("%d moments with nothing on the link, %d with both", alone, both)
	}
}
