package views

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/exp/golden"
	"pgregory.net/rapid"

	"kvtui/core/clock"
	"kvtui/core/scenario"
	"kvtui/core/sim"
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
			s.seekTime(s.run.clock.end() * 3 / 10) // KV of two requests is on the link
			u := before(t, s, look(g.theme, g.ascii), g.w, g.h)
			out := u.Screen()
			if g.name == "split-80x24" {
				out += "\n" + styleMap(u.Frame())
			}
			golden.RequireEqual(t, out)
		})
	}
}

// TestFiguresAreTheMeters: the figures looked up at each step are those that a
// meter comes to which has seen the records up to there.
func TestFiguresAreTheMeters(t *testing.T) {
	for _, stage := range timedStages() {
		st, _ := stage.make()
		s := newSession(t, st, nil)
		meter := sim.NewMeter(s.run.st.Scenario, false, nil)
		for i, rec := range s.run.clock.recs {
			meter.Apply(rec)
			if rec.Kind != sim.Done && i%97 > 0 {
				continue
			}
			want, _ := meter.Figures()
			got, ok := s.run.clock.soFar(i + 1)
			if !ok {
				if want.Requests > 0 {
					t.Fatalf("%s, step %d: nothing of %d requests", stage.name, i+1, want.Requests)
				}
				continue
			}
			lost := 0
			for _, n := range want.Lost {
				lost += n
			}
			for what, pair := range map[string][2]float64{
				"TTFT p50": {float64(got.TTFT50) / 1e6, want.TTFT.P50}, "TTFT p99": {float64(got.TTFT99) / 1e6, want.TTFT.P99},
				"ITL p50": {float64(got.ITL50) / 1e6, want.ITL.P50}, "requests/s": {got.RequestsPerS, want.RequestsPerS},
				"hit rate": {got.hit, want.TokenHitRate()}, "preemptions": {float64(got.Preempted), float64(want.Preemptions)},
				"lost": {float64(got.Lost), float64(lost)},
			} {
				if math.Abs(pair[0]-pair[1]) > 1e-9*math.Abs(pair[1]) {
					t.Fatalf("%s, step %d: %s is %v, want %v", stage.name, i+1, what, pair[0], pair[1])
				}
			}
		}
	}
}

// TestPhasesFollowTheMoments: what a request does at each step agrees with the
// moments that the state has of it, and it is on a worker of the right pool.
func TestPhasesFollowTheMoments(t *testing.T) {
	seen := map[phase]int{}
	for _, stage := range timedStages() {
		st, _ := stage.make()
		s := newSession(t, st, nil)
		v := NewRoute(s)
		for step := 1; step <= s.run.line.Len(); step++ {
			state, n := s.run.line.Seek(step), 0
			f := v.fleetNow()
			for w, on := range f.on {
				n += len(on)
				for _, i := range on {
					l := &state.Live[i]
					got := f.ways[i][len(f.ways[i])-1].phase
					seen[got]++
					bad := false
					switch got {
					case waits:
						bad = l.Admitted >= 0 && l.Preempted == 0
					case prefills:
						bad = l.Admitted < 0 || l.First >= 0 && l.Preempted == 0
					case moves:
						bad = l.Received >= 0 || l.Prefilled < 0 || w >= st.Workers
					case decodes:
						bad = l.Prefilled < 0 || l.Decode >= 0 && (l.Received < 0 || w < st.Workers)
					case gone:
						bad = true
					}
					if bad {
						t.Fatalf("%s, step %d: request %d is said to be in phase %d on W%d, with %+v", stage.name, step, l.Request+1, got, w, *l)
					}
				}
			}
			if n != len(state.Live) {
				t.Fatalf("%s, step %d: %d requests on workers, %d under way", stage.name, step, n, len(state.Live))
			}
		}
	}
	for p := range gone {
		if seen[p] == 0 {
			t.Errorf("no request was ever in phase %d", p)
		}
	}
}

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

// TestLossesAreTold: a kill, a preemption and what they cost are on the screen.
func TestLossesAreTold(t *testing.T) {
	for name, want := range map[string]map[sim.Kind][]string{
		"killed":   {sim.Killed: {"down until", "host memory", "killed: out of host memory"}},
		"crowded":  {sim.Preempted: {"preempted: no KV room", " preempted"}},
		"too long": {sim.Done: {"lost: never fits the cache", "lost: too long"}},
	} {
		i := slices.IndexFunc(timedStages(), func(n named) bool { return n.name == name })
		st, _ := timedStages()[i].make()
		u := before(t, newSession(t, st, nil), look("dark", false), 200, 60)
		for kind, texts := range want {
			at := slices.IndexFunc(u.s.run.clock.recs, func(r sim.Record) bool { return r.Kind == kind })
			if at < 0 {
				t.Fatalf("%s: nothing of kind %d happens", name, kind)
			}
			u.jumpTo(at + 1)
			u.See(texts...)
		}
		if name != "crowded" {
			u.Key("G")
			u.See("lost: ")
			f, _ := u.s.run.clock.soFar(u.s.Step())
			if f.Lost == 0 {
				t.Errorf("%s: nothing is lost", name)
			}
		}
	}
}

// TestPacketsCross: a packet's place is the share of its transfer that has
// passed, and the link never carries more than its limit.
func TestPacketsCross(t *testing.T) {
	s := newSession(t, splitState(nil), nil)
	v := NewRoute(s)
	most := 0
	for ns := int64(0); ns < s.run.clock.end(); ns += 3_000_000 {
		s.seekTime(ns)
		now := v.trafficNow()
		most = max(most, len(now.flows))
		if len(now.flows) > 0 && math.Abs(now.gbps-0.509) > 1e-9 || len(now.flows) == 0 && now.gbps != 0 {
			t.Fatalf("at %d ns %d transfers use %v GB/s", ns, len(now.flows), now.gbps)
		}
		for _, f := range now.flows {
			all := s.run.clock.times[f.Request]
			want := float64(ns-all.Sent) / float64(all.Received-all.Sent)
			if got := v.crossed(f); math.Abs(got-want) > 1e-9 || got < 0 || got > 1 {
				t.Fatalf("at %d ns request %d is %v across, want %v", ns, f.Request+1, got, want)
			}
		}
	}
	if most < 2 {
		t.Errorf("at most %d transfers at a time: too few to share the link", most)
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
