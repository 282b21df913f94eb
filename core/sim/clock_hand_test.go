package sim

import (
	"math"
	"testing"

	"kvtui/core/clock"
	"kvtui/core/scenario"
	"kvtui/core/workload"
)

// handTimes runs a scenario over a set and returns the times of its requests,
// in order.
func handTimes(t *testing.T, sc scenario.Scenario, set *workload.Set) []Times {
	t.Helper()
	out := make([]Times, set.Len())
	fold := &clocked{emit: func(x *Times) { out[x.Request] = *x }}
	if err := Run(t.Context(), sc, set, fold.apply); err != nil {
		t.Fatal(err)
	}
	return out
}

// moments of a request, in ms; those not asked are left out.
type moments map[string]float64

func checkMoments(t *testing.T, request int, x Times, want moments) {
	t.Helper()
	got := map[string]int64{
		"admitted": x.Admitted, "prefilled": x.Prefilled, "sent": x.Sent, "received": x.Received, "first": x.First, "done": x.Done,
		"computed": int64(x.Computed) * msec, "cached": int64(x.Cached) * msec, "loaded": int64(x.Loaded) * msec, "moved": int64(x.Moved) * msec,
		"preempted": int64(x.Preempted) * msec, "cause": int64(x.Cause) * msec,
	}
	for name, ms := range want {
		ns, known := got[name]
		if exact := int64(math.Round(ms * 1e6)); !known || ns != exact {
			t.Errorf("request %d: %s is %v, want %v (ms, or a number)", request, name, float64(ns)/1e6, ms)
		}
	}
}

type handCase struct {
	name    string
	sc      scenario.Scenario
	prompts []prompt
	want    []moments
}

func runHand(t *testing.T, cases []handCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			times := handTimes(t, c.sc, handSet(c.prompts...))
			if len(times) < len(c.want) {
				t.Fatalf("%d requests ended, want %d", len(times), len(c.want))
			}
			for i, want := range c.want {
				checkMoments(t, i, times[i], want)
			}
		})
	}
}

// TestIterationsByHand holds exact moments of one pool. An iteration is 1 ms and
// 0.01 ms a token, of which it takes 100; the sums are in each case's comment.
func TestIterationsByHand(t *testing.T) {
	at := func(ms float64) int64 { return int64(ms * 1e6) }
	sequence := plain(func(sc *scenario.Scenario) { sc.Clock.Engine.SequenceMS = 0.1 })
	// Reading the KV of a token takes 1,000 B over 0.1 GB/s: 0.01 ms.
	memory := plain(func(sc *scenario.Scenario) { sc.Clock.Engine.MemoryGBps = 0.1 })
	room := func(blocks int) scenario.Scenario {
		return plain(func(sc *scenario.Scenario) { sc.Capacity = blocks })
	}
	shared := plain(func(sc *scenario.Scenario) { sc.Workers, sc.Clock.GPUs, sc.Clock.Sharing = 2, "2", 1 })
	front := plain(func(sc *scenario.Scenario) { sc.Clock.FrontEndMS = 5 })
	runHand(t, []handCase{
		{
			"a prompt in chunks", plain(), // 100, 100 and 50 tokens: 2 + 2 + 1.5
			[]prompt{{blocks: blocks(1, 15), tokens: 250, output: 1}},
			[]moments{{"admitted": 0, "prefilled": 5.5, "first": 5.5, "done": 5.5, "computed": 250}},
		},
		{
			"two prompts in a budget", plain(), // at 2: 60 and 40; then the other 20
			[]prompt{{tokens: 100, output: 1}, {at: at(1), tokens: 60, output: 1}, {at: at(1), tokens: 60, output: 1}},
			[]moments{{"first": 2}, {"admitted": 2, "first": 4}, {"admitted": 2, "first": 5.2}},
		},
		// 2.1; a decode of 1.1 to 3.2, not two; 1 token and 99: 1 + 0.2 + 0.99; the
		// last token of the second: 1.11; its decode: 1.1.
		{
			"a growing batch", sequence,
			[]prompt{{tokens: 100, output: 3}, {at: at(2.5), tokens: 100, output: 2}},
			[]moments{{"first": 2.1, "done": 5.39}, {"admitted": 3.2, "first": 6.5, "done": 7.6}},
		},
		{"KV read", memory, // 2; contexts of 101 and 102 tokens
			[]prompt{{tokens: 100, output: 3}}, []moments{{"first": 2, "done": 6.03}}},
		{
			"an exact hit of whole blocks", plain(), // the last block is computed again: 16 tokens
			[]prompt{{blocks: blocks(1, 4), output: 1}, {at: at(10), blocks: blocks(1, 4), output: 1}},
			[]moments{{"first": 1.64}, {"cached": 48, "computed": 16, "first": 11.16}},
		},
		{
			"an exact hit and a token", plain(),
			[]prompt{{blocks: blocks(1, 4), tokens: 65, output: 1}, {at: at(10), blocks: blocks(1, 4), tokens: 65, output: 1}},
			[]moments{{"first": 1.65}, {"cached": 64, "computed": 1, "first": 11.01}},
		},
		{
			"equal prompts at once hit what is whole", plain(), // the second comes to its turn after 1.64 ms
			[]prompt{{blocks: blocks(1, 4), output: 1}, {at: at(1), blocks: blocks(1, 4), output: 1}},
			[]moments{{"first": 1.64}, {"cached": 48, "first": 2.8}},
		},
		// Six blocks of room. The first needs its 4th at 2.8; the second, newer, goes,
		// and has two cached blocks when it comes again: 2 tokens of 34.
		{
			"preemption takes the newest", room(7),
			[]prompt{{blocks: blocks(1, 2), tokens: 47, output: 3}, {blocks: blocks(5, 2), tokens: 33, output: 2}},
			[]moments{{"first": 1.47, "done": 3.8, "preempted": 0}, {"first": 2.8, "done": 4.82, "preempted": 1, "computed": 35}},
		},
		// Five blocks of room. The second lacks its third block at 2.64 and goes
		// itself; the first lets one of its two cached blocks go; 17 of 33 tokens
		// again; 18 decodes.
		{
			"preemption and its recompute", room(6),
			[]prompt{{blocks: blocks(1, 2), output: 20}, {blocks: blocks(5, 2), output: 20}},
			[]moments{{"first": 1.32, "done": 20.64}, {"first": 2.64, "done": 39.81, "preempted": 1, "computed": 49}},
		},
		// A decode of 99 steps has room for all of them; an arrival ends it after the
		// step under way, at 3.16, and what the others would take is free again.
		{
			"room of steps to come", room(10),
			[]prompt{{blocks: blocks(1, 1), output: 100}, {at: at(3), blocks: blocks(20, 4), output: 1}},
			[]moments{{"first": 1.16}, {"admitted": 3.16, "first": 4.8}},
		},
		// Nine blocks of room, three of them cached. The second will need eight, and
		// until it does the third hits all that is cached: a token at 13.16.
		{
			"nothing goes before its room is needed", room(10),
			[]prompt{{blocks: blocks(20, 3), output: 1}, {at: at(10), blocks: blocks(1, 1), output: 100}, {at: at(13), blocks: blocks(20, 3), tokens: 49, output: 1}},
			[]moments{{}, {"first": 11.16}, {"cached": 48, "first": 14.17}},
		},
		{
			"two workers on a GPU", shared, // from 1 on each at half
			[]prompt{{tokens: 100, output: 1}, {at: at(1), tokens: 100, output: 1}},
			[]moments{{"first": 3}, {"first": 4}},
		},
		{
			"the front end is hidden where the worker is busy", front,
			[]prompt{{tokens: 100, output: 1}, {tokens: 100, output: 1}, {at: at(20), tokens: 100, output: 1}},
			[]moments{{"first": 7}, {"first": 9}, {"first": 27}},
		},
		{
			"a prompt of no tokens, one of one", plain(),
			[]prompt{{output: 2}, {at: at(10), tokens: 1, output: 1}},
			[]moments{{"first": 1, "done": 2}, {"first": 11.01, "computed": 1}},
		},
		{
			"too long for ever", room(2),
			[]prompt{{tokens: 16, output: 1}, {at: at(10), tokens: 17, output: 1}, {at: at(20), tokens: 16, output: 2}},
			[]moments{{"first": 1.16, "cause": 0}, {"cause": 1, "done": 10}, {"cause": 1}},
		},
	})
}

// moving is a split fleet with tokens of 100,000 B, so that a prompt of 96 takes
// 1.96 ms to prefill and 9.6 ms to move at 1 GB/s.
func moving(edit func(*clock.Config)) scenario.Scenario {
	return plain(splitting(1), func(sc *scenario.Scenario) {
		sc.Clock.BytesPerToken = 100_000
		sc.Clock.Link.TotalGBps = 1
		edit(&sc.Clock)
	})
}

// TestTransfersByHand holds exact moments of a split fleet.
func TestTransfersByHand(t *testing.T) {
	at := func(ms float64) int64 { return int64(ms * 1e6) }
	plainly := moving(func(*clock.Config) {})
	twoPrefill, fromPrefill := plainly, moving(func(c *clock.Config) { c.Split.FromPrefill = true })
	twoPrefill.Workers = 2
	capped, cards := twoPrefill, twoPrefill
	capped.Clock.Link.FlowGBps = 0.5
	cards.Clock.Link.PerWorker, cards.Clock.Split.Decode = true, 2
	layers := func(gbps float64) scenario.Scenario {
		return moving(func(c *clock.Config) {
			c.Split.FromPrefill, c.Split.Layers, c.Link = true, 4, clock.Link{TotalGBps: gbps, LatencyMS: 2}
		})
	}
	copies := moving(func(c *clock.Config) { c.Link, c.Host.CopyGBps = clock.Link{}, 2 })
	late := moving(func(c *clock.Config) { c.Link = clock.Link{LatencyMS: 2} })
	ranks := func(tp, heads int) scenario.Scenario {
		return moving(func(c *clock.Config) { c.Split.TP, c.Split.KVHeads = tp, heads })
	}
	// A request received at 0.5 ms within an iteration waits for the next.
	joins := moving(func(c *clock.Config) { c.Link = clock.Link{} })
	joins.Workers = 2
	sequences, tight := joins, joins
	tight.Clock.Split.Capacity = 10
	sequences.Clock.Engine.Sequences = 1
	six, other := blocks(1, 6), blocks(11, 6)
	one := []prompt{{blocks: six, output: 1}}
	two := []prompt{{blocks: six, output: 1}, {at: at(4), blocks: other, output: 1}}
	runHand(t, []handCase{
		{"first token from decode", plainly, one, []moments{{"prefilled": 1.96, "sent": 1.96, "received": 11.56, "first": 12.56, "moved": 96}}},
		{"first token from prefill", fromPrefill, one, []moments{{"received": 11.56, "first": 11.56, "done": 11.56}}},
		// Alone to 5.96: 4 of 9.6 MB; then half each to 17.16; then 4 MB alone.
		{"a link shared", twoPrefill, two, []moments{{"received": 17.16}, {"sent": 5.96, "received": 21.16}}},
		{"a limit of each", capped, two, []moments{{"received": 21.16}, {"received": 25.16}}},
		{"cards of their own", cards, two, []moments{{"received": 11.56}, {"received": 15.56}}},
		{"latency alone", late, one, []moments{{"received": 3.96, "first": 4.96}}},
		{"layers, a slow link", layers(1), one, []moments{{"first": 2 + 1.96/4 + 9.6}}},
		{"layers, a fast link", layers(10), one, []moments{{"first": 2 + 1.96 + 0.96/4}}},
		// Copies of 4.8 ms. The second waits for the first's at 6.76, and its own
		// comes in the way of the first's third token on the other side.
		{"host copies", copies, []prompt{{blocks: six, output: 5}, {at: at(1), blocks: other, output: 1}}, []moments{
			{"prefilled": 1.96, "sent": 6.76, "received": 11.56, "first": 12.56, "done": 21.36},
			{"admitted": 6.76, "prefilled": 8.72, "received": 18.36, "first": 19.36},
		}},
		{
			"what is there is not moved", plainly,
			[]prompt{{blocks: six, output: 1}, {at: at(50), blocks: append(blocks(1, 4), blocks(21, 2)...), output: 1}},
			[]moments{{}, {"prefilled": 51.32, "moved": 32, "received": 54.52}},
		},
		{"ranks up to the heads", ranks(4, 8), one, []moments{{"received": 11.56}}},
		{"ranks beyond the heads", ranks(4, 2), one, []moments{{"received": 1.96 + 2*9.6}}},
		{"a latent to every rank", ranks(4, 0), one, []moments{{"received": 1.96 + 4*9.6}}},
		{
			"who comes during an iteration decodes in the next", joins,
			[]prompt{{blocks: six, output: 4}, {at: at(0.5), blocks: other, output: 1}},
			[]moments{{"received": 1.96, "first": 2.96, "done": 5.96}, {"received": 2.46, "first": 3.96}},
		},
		// The first has room for 99 more tokens, until the second's KV comes at 4.64.
		{
			"room on the decode side", tight,
			[]prompt{{blocks: blocks(1, 1), output: 100}, {at: at(3), blocks: blocks(11, 4), output: 1}},
			[]moments{{"first": 2.16}, {"sent": 4.64, "first": 6.16}},
		},
		{
			"a batch of one", sequences,
			[]prompt{{blocks: six, output: 4}, {at: at(0.5), blocks: other, output: 1}},
			[]moments{{"first": 2.96, "done": 5.96}, {"received": 2.46, "first": 6.96}},
		},
	})
}

// TestHostMemoryByHand: a block is 1 MiB, a prompt six blocks.
func TestHostMemoryByHand(t *testing.T) {
	at := func(ms float64) int64 { return int64(ms * 1e6) }
	host := func(h clock.Host) scenario.Scenario {
		return plain(splitting(1), func(sc *scenario.Scenario) {
			sc.Clock.BytesPerToken, sc.Clock.Host = mib/16, h
		})
	}
	mirror := host(clock.Host{LimitMiB: 20, BaseMiB: 2.5, RestartMS: 5})
	lag := host(clock.Host{LimitMiB: 10, BaseMiB: 2.5, Lag: true, LagMS: 5, RestartMS: 1})
	apart := func(at float64, first int) prompt {
		return prompt{at: int64(at * 1e6), blocks: blocks(first, 6), output: 1}
	}
	runHand(t, []handCase{
		// 8.5, 14.5, 20.5 MiB. It is back, empty, at 46.96.
		{
			"mirror", mirror,
			[]prompt{apart(0, 1), apart(20, 11), apart(40, 21), apart(45, 31), apart(60, 41)},
			[]moments{{"cause": 0}, {"cause": 0}, {"cause": 2, "done": 41.96}, {"cause": 2, "done": 45}, {"cause": 0, "first": 62.96}},
		},
		// 8.5 MiB, then a block for each repeat.
		{
			"mirror of repeats", mirror,
			[]prompt{apart(0, 1), apart(20, 1), apart(40, 1), apart(60, 1)},
			[]moments{{"cause": 0}, {"cause": 0}, {"cause": 0}, {"cause": 0}},
		},
		{"lag over", lag, []prompt{apart(0, 1), apart(5.5, 11)}, []moments{{"cause": 0}, {"cause": 0}}},
		// Killed at 5.96; the first's buffer, due at 6.96, is none of the new
		// process, which is killed at 10.96 as the old one was.
		{
			"lag", lag,
			[]prompt{apart(0, 1), apart(4, 11), apart(7, 21), apart(9, 31), apart(30, 41)},
			[]moments{{"cause": 0}, {"cause": 2, "done": 5.96}, {"cause": 0, "prefilled": 8.96}, {"cause": 2, "done": 10.96}, {"cause": 0}},
		},
		{
			"what is being sent is lost", func() scenario.Scenario {
				sc := mirror
				sc.Clock.Link.TotalGBps, sc.Clock.Host.LimitMiB = 0.1, 10 // 63 ms a transfer
				return sc
			}(),
			[]prompt{apart(0, 1), apart(10, 11), {at: at(20), blocks: blocks(21, 6), output: 1}},
			[]moments{{"cause": 2, "received": -1e-6, "done": 11.96}, {"cause": 2, "done": 11.96}, {"cause": 0}},
		},
	})
}

// TestMockerByHand holds the polynomial of Dynamo's mocker through a run.
func TestMockerByHand(t *testing.T) {
	for tokens, want := range map[int]float64{512: 24.4, 1024: 32.5, 2048: 49.4, 4096: 85.8, 8192: 169.1} {
		sc := plain(func(sc *scenario.Scenario) { sc.Clock.Engine = clock.Engine{Mocker: true, Budget: 8192} })
		x := handTimes(t, sc, handSet(prompt{tokens: tokens, output: 1}))[0]
		if got := float64(x.TTFT()) / 1e6; math.Abs(got-want) > 0.05 {
			t.Errorf("%d tokens: %v ms, want %v", tokens, got, want)
		}
	}
	// 39 decodes of a request that has 2, then 3, then 4 of 11 blocks.
	sc := plain(func(sc *scenario.Scenario) { sc.Capacity, sc.Clock.Engine = 11, clock.Engine{Mocker: true} })
	x := handTimes(t, sc, handSet(prompt{blocks: blocks(1, 1), output: 40}))[0]
	step := func(used float64) float64 { u := used / 11; return -25.74*u*u + 54.01*u + 5.74 }
	if got, want := float64(x.Done-x.First)/1e6, 16*step(2)+16*step(3)+7*step(4); math.Abs(got-want) > 1e-5 {
		t.Errorf("decode takes %v ms, want %v", got, want)
	}
}

// TestPeerVector is the closest peer's own test of its link: 1,280 tokens of
// 131,072 B at 25 GB/s and 50 us are 6.761 ms.
func TestPeerVector(t *testing.T) {
	sc := plain(splitting(1), func(sc *scenario.Scenario) {
		sc.Clock.BytesPerToken, sc.Clock.Link = 131_072, clock.Link{FlowGBps: 25, LatencyMS: 0.05}
	})
	x := handTimes(t, sc, handSet(prompt{blocks: blocks(1, 80), output: 1}))[0]
	if got := x.Received - x.Sent; got != 6_760_887 {
		t.Errorf("%d ns, want 6,760,887", got)
	}
}
