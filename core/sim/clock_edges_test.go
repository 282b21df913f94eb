package sim

import (
	"math"
	"testing"

	"kvtui/core/clock"
	"kvtui/core/scenario"
)

// TestEdgesEnd holds that runs with figures at the edge of what is accepted end,
// with every request over at a time that is one.
func TestEdgesEnd(t *testing.T) {
	const tiny, long = 1e-300, 1e9
	var many []prompt
	for i := range 40 {
		many = append(many, prompt{at: int64(i) * msec, blocks: blocks(1+6*(i%9), 6), tokens: 97, output: 1 + i%5})
	}
	late := []prompt{{at: 1 << 62, blocks: blocks(1, 6), output: 1_000_000}, {at: 1 << 62, tokens: 0, output: 3}, {at: 1 << 62, blocks: blocks(1, 6), output: 1}}
	for name, edit := range map[string]func(*scenario.Scenario){
		"nothing takes time": func(sc *scenario.Scenario) {
			sc.Clock.Engine = clock.Engine{}
			splitting(1)(sc)
			sc.Clock.Split.Layers = 4
		},
		"hardly any link": func(sc *scenario.Scenario) { splitting(2)(sc); sc.Clock.Link.TotalGBps = tiny },
		"hardly any flow": func(sc *scenario.Scenario) {
			splitting(2)(sc)
			sc.Clock.Link.FlowGBps = tiny
			sc.Clock.Split.Layers = 4
		},
		"hardly any copy":             func(sc *scenario.Scenario) { splitting(1)(sc); sc.Clock.Host.CopyGBps = tiny },
		"hardly any memory bandwidth": func(sc *scenario.Scenario) { sc.Clock.Engine.MemoryGBps = tiny },
		"hardly any store":            func(sc *scenario.Scenario) { sc.Workers, sc.Clock.Store = 2, clock.Store{Blocks: 9, GBps: tiny} },
		"long everything": func(sc *scenario.Scenario) {
			splitting(1)(sc)
			sc.Clock.Engine = clock.Engine{BaseMS: long, SequenceMS: long, TokenMS: long, QuadTokens: 1}
			sc.Clock.FrontEndMS, sc.Clock.EventDelayMS, sc.Clock.Link.LatencyMS = long, long, long
			sc.Strategy, sc.Knowledge = "kv", scenario.Events
		},
		"long and shared": func(sc *scenario.Scenario) {
			sc.Workers, sc.Clock.GPUs, sc.Clock.Sharing = 4, "4", 1
			sc.Clock.Engine = clock.Engine{BaseMS: long, TokenMS: long}
		},
		"a block":       func(sc *scenario.Scenario) { sc.Capacity = 1 },
		"two blocks":    func(sc *scenario.Scenario) { sc.Capacity = 2; splitting(1)(sc) },
		"1,000 workers": func(sc *scenario.Scenario) { sc.Workers = 1000; sc.Strategy = "dynamo"; sc.Knowledge = scenario.Events },
		"more decode than prefill": func(sc *scenario.Scenario) {
			splitting(5000)(sc)
			sc.Clock.Split.Conditional, sc.Clock.Split.LocalTokens, sc.Clock.Split.LocalShare = true, 1000, 1
		},
		"a token a step":     func(sc *scenario.Scenario) { sc.Clock.Engine.Budget = 1 },
		"a store of a block": func(sc *scenario.Scenario) { sc.Workers, sc.Clock.Store = 2, clock.Store{Blocks: 1, GBps: 1} },
	} {
		for _, prompts := range [][]prompt{many, late, nil} {
			set := handSet(prompts...)
			times := handTimes(t, plain(edit), set)
			for i, x := range times {
				if x.Done < set.Requests[i].At || x.Done > endOfTime || x.Cause == Served && (x.First > x.Done || int(x.Output) != set.Requests[i].Output) {
					t.Errorf("%s: %+v", name, x)
				}
			}
		}
	}
}

// TestAfter holds that no sum of times runs over.
func TestAfter(t *testing.T) {
	for _, c := range []struct {
		now  int64
		ns   float64
		want int64
	}{
		{5, 7, 12},
		{0, math.Inf(1), endOfTime},
		{0, math.NaN(), endOfTime},
		{1 << 62, 1 << 62, endOfTime},
		{endOfTime, 1e15, endOfTime},
		{1 << 62, 1, 1<<62 + 1},
	} {
		if got := after(c.now, c.ns); got != c.want {
			t.Errorf("%v ns after %d is %d, want %d", c.ns, c.now, got, c.want)
		}
	}
}

// TestNothingUncomputedIsCached: the second request, two tokens a step, has a
// part of its five blocks when the first one's answer needs its room.
func TestNothingUncomputedIsCached(t *testing.T) {
	sc := plain(func(sc *scenario.Scenario) { sc.Capacity, sc.Clock.Engine.Budget = 8, 3 })
	set := handSet(prompt{blocks: blocks(1, 1), output: 40}, prompt{blocks: blocks(5, 5), output: 1})
	computed, preempted := 0, 0
	err := Run(t.Context(), sc, set, func(r Record) {
		switch {
		case r.Req != 1:
		case r.Kind == Computed:
			computed += int(r.Tokens)
		case r.Kind == Preempted:
			preempted++
		case r.Kind == Stored && preempted < 2 && int(r.To)*16 > computed:
			t.Errorf("%d blocks are cached of %d tokens", r.To, computed)
		}
	})
	if err != nil || preempted == 0 || computed < 80 {
		t.Errorf("%d tokens computed, %d times preempted, %v", computed, preempted, err)
	}
}

// TestAnswersStayInUnlimitedCaches: the second turn finds the first one's prompt
// and answer, 32 + 31 tokens: three whole blocks.
func TestAnswersStayInUnlimitedCaches(t *testing.T) {
	set := handSet(prompt{blocks: blocks(1, 2), output: 32}, prompt{at: 100 * msec, blocks: blocks(1, 4), output: 1})
	set, err := set.WithOutputs(plain().Clock.Outputs, 1)
	if err != nil {
		t.Fatal(err)
	}
	set.Requests[0].Answer = set.Requests[1].Chain[:0:0].Append(3)
	if x := handTimes(t, plain(), set)[1]; x.Cached != 48 {
		t.Errorf("%d tokens are found", x.Cached)
	}
}

// TestFleetHasALimit: records have 16 bits for a decode worker's number.
func TestFleetHasALimit(t *testing.T) {
	sc := plain(splitting(1000))
	sc.Workers = scenario.MaxWorkers - 1000
	if err := sc.Validate(); err != nil {
		t.Error(err)
	}
	if sc.Workers++; sc.Validate() == nil {
		t.Error("a fleet of more workers than have numbers is accepted")
	}
}
