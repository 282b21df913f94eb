package sim

import (
	"testing"

	"kvtui/core/clock"
	"kvtui/core/scenario"
)

// TestStoreByHand: 80 tokens of 96 come in 0.58 ms where computing them takes
// 0.8 ms; with 0.4 ms more of latency they are computed.
func TestStoreByHand(t *testing.T) {
	store := func(latency float64) scenario.Scenario {
		return plain(func(sc *scenario.Scenario) {
			sc.Workers, sc.Clock.Store = 2, clock.Store{Blocks: 50, GBps: 1, LatencyMS: latency}
		})
	}
	prompts := []prompt{{blocks: blocks(1, 6), output: 1}, {at: 10 * msec, blocks: blocks(1, 6), output: 1}}
	runHand(t, []handCase{
		{"faster", store(0.5), prompts, []moments{{"first": 1.96}, {"loaded": 80, "computed": 16, "first": 11.74}}},
		{"slower", store(0.9), prompts, []moments{{"first": 1.96}, {"loaded": 0, "computed": 96, "first": 11.96}}},
	})
}

// TestLoadsGivenUpByHand: a token takes 1 ms to compute and 1,000 B, loaded at
// 0.002 GB/s, 0.5 ms to load.
func TestLoadsGivenUpByHand(t *testing.T) {
	at := func(ms float64) int64 { return int64(ms * 1e6) }
	store := func(latency float64, edit func(*scenario.Scenario)) scenario.Scenario {
		return plain(edit, func(sc *scenario.Scenario) {
			sc.Workers, sc.Clock.Engine.TokenMS, sc.Clock.Store = 2, 1, clock.Store{Blocks: 50, GBps: 0.002, LatencyMS: latency}
		})
	}
	six, five := blocks(1, 6), blocks(1, 5)
	runHand(t, []handCase{
		// Request 1 loads from 100 to 140, and W1 is killed at 110; request 3 has the
		// store for itself.
		{
			"killed", store(0, func(sc *scenario.Scenario) { sc.Flaws.RestartAt, sc.Flaws.RestartWorker = 3, 1 }),
			[]prompt{{blocks: six, output: 1}, {at: at(100), blocks: six, output: 1}, {at: at(110), tokens: 1, output: 1}, {at: at(120), blocks: six, output: 1}},
			[]moments{{"first": 97}, {"cause": 2, "done": 110}, {}, {"loaded": 80, "first": 120 + 40 + 17}},
		},
		// Request 3 is admitted at 131, where its load would begin after 10, and makes
		// room for request 1 at 133. That ends at 140: another 10, 32 and 17.
		{
			"preempted", store(10, func(sc *scenario.Scenario) { sc.Capacity = 8 }),
			[]prompt{{blocks: five, output: 1}, {at: at(100), tokens: 30, output: 10}, {at: at(101), tokens: 1, output: 1}, {at: at(102), blocks: five, output: 1}},
			[]moments{{"first": 81}, {"first": 131, "done": 140}, {}, {"admitted": 131, "preempted": 1, "loaded": 64, "first": 140 + 10 + 32 + 17}},
		},
		// With no latency its load is under way at 133.
		{
			"preempted under way", store(0, func(sc *scenario.Scenario) { sc.Capacity = 8 }),
			[]prompt{{blocks: five, output: 1}, {at: at(100), tokens: 30, output: 10}, {at: at(101), tokens: 1, output: 1}, {at: at(102), blocks: five, output: 1}},
			[]moments{{}, {"done": 140}, {}, {"preempted": 1, "first": 140 + 32 + 17}},
		},
	})
}

// TestFullStoreByHand: workers take turns, so that none has a prompt itself when
// it comes again, and each prompt is six blocks. 80 tokens load in 0.18 ms and
// leave 1.16 to compute; all 96 take 1.96.
func TestFullStoreByHand(t *testing.T) {
	store := func(blocks int) scenario.Scenario {
		return plain(func(sc *scenario.Scenario) {
			sc.Workers, sc.Clock.Store = 4, clock.Store{Blocks: blocks, GBps: 1, LatencyMS: 0.1}
		})
	}
	turns := func(firsts ...int) (out []prompt) {
		for i, first := range firsts {
			out = append(out, prompt{at: int64(10*i) * msec, blocks: blocks(first, 6), output: 1})
		}
		return out
	}
	computed := func(at float64) moments {
		return moments{"loaded": 0, "cached": 0, "computed": 96, "first": at + 1.96}
	}
	loaded := func(at float64) moments {
		return moments{"loaded": 80, "cached": 0, "computed": 16, "first": at + 0.18 + 1.16}
	}
	const a, b, c, d = 1, 11, 21, 31
	runHand(t, []handCase{
		// Room for two prompts: c takes the place of a, which then takes that of b. c
		// is used again at 40, so that d takes the place of a and not of c, whose turn
		// it would be by age; then a takes that of c, and d is there.
		{
			"the least recently used goes", store(12), turns(a, b, c, a, c, d, a, d),
			[]moments{computed(0), computed(10), computed(20), computed(30), loaded(40), computed(50), computed(60), loaded(70)},
		},
		{"room for all", store(18), turns(a, b, c, a), []moments{computed(0), computed(10), computed(20), loaded(30)}},
		// c takes the last three blocks of a. The other three, 48 tokens, load in
		// 0.148 ms and leave 48 to compute.
		{"the tail goes first", store(15), turns(a, b, c, a), []moments{{}, {}, {}, {"loaded": 48, "computed": 48, "first": 30 + 0.148 + 1.48}}},
		// It keeps the first four blocks of a prompt.
		{"a prompt larger than the store", store(4), turns(a, a), []moments{computed(0), {"loaded": 64, "computed": 32, "first": 10 + 0.164 + 1.32}}},
	})
}
