package sim

import (
	"testing"

	"kvtui/core/block"
	"kvtui/core/clock"
	"kvtui/core/route"
	"kvtui/core/scenario"
)

// TestConditionalByHand holds where a decode worker serves a request alone: the
// one of request 0, whose first blocks request 1 has in common, so that what is
// beyond them is uncached. Request 0 itself, nothing of which is cached, is
// never below a share.
func TestConditionalByHand(t *testing.T) {
	split := func(tokens int, share float64) scenario.Scenario {
		return moving(func(c *clock.Config) {
			c.Split.Conditional, c.Split.LocalTokens, c.Split.LocalShare = true, tokens, share
		})
	}
	six := []block.Prefix{1, 2, 3, 4, 5, 6}
	// A prompt that has so many of the six blocks, and so many tokens.
	tail := func(common, tokens int) prompt {
		return prompt{at: 50 * msec, blocks: append(six[:common:common], blocks(50, tokens/16-common)...), tokens: tokens, output: 3}
	}
	for _, c := range []struct {
		name   string
		sc     scenario.Scenario
		second prompt
		local  bool
		want   moments
	}{
		// 39 tokens on the decode worker: 1.39, and a ms for each token more.
		{"just under the tokens", split(40, 0.5), tail(6, 135), true, moments{"cached": 96, "computed": 39, "moved": 0, "admitted": 50, "prefilled": 51.39, "first": 51.39, "done": 53.39}},
		// 40 on the other; then three blocks of nine in 4.8; then a decode.
		{"at the tokens", split(40, 0.5), tail(6, 136), false, moments{"cached": 96, "computed": 40, "moved": 48, "prefilled": 51.4, "sent": 51.4, "received": 56.2, "first": 57.2, "done": 59.2}},
		// 79 of 159 tokens, 80 of 160.
		{"just under the share", split(1000, 0.5), tail(5, 159), true, moments{"cached": 80, "computed": 79, "moved": 0, "first": 51.79, "done": 53.79}},
		{"at the share", split(1000, 0.5), tail(5, 160), false, moments{"cached": 80, "computed": 80, "moved": 80, "sent": 51.8, "received": 59.8, "first": 60.8, "done": 62.8}},
		// 39 of 55 tokens.
		{"the tokens alone do not do", split(40, 0.5), tail(1, 55), false, moments{"computed": 39, "moved": 48, "sent": 51.39, "received": 56.19}},
		// 41 of 137 tokens.
		{"the share alone does not", split(40, 0.5), tail(6, 137), false, moments{"computed": 41, "moved": 48, "sent": 51.41, "received": 56.21}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var times []Times
			var rules []route.Rule
			sent := map[int32]int{}
			fold := &clocked{emit: func(x *Times) { times = append(times, *x) }}
			err := Run(t.Context(), c.sc, handSet(prompt{blocks: six, output: 1}, c.second), func(r Record) {
				fold.apply(r)
				switch r.Kind {
				case Routed:
					rules = append(rules, r.Rule)
				case Sent, Crossed, Received:
					sent[r.Req]++
				default:
				}
			})
			if err != nil || len(times) != 2 || len(rules) != 2 {
				t.Fatal(err, times, rules)
			}
			checkMoments(t, 0, times[0], moments{"moved": 96, "first": 12.56})
			checkMoments(t, 1, times[1], c.want)
			x, worker, decode := times[1], int32(0), int32(1)
			if c.local {
				worker, decode = 1, -1
				checkMoments(t, 1, x, moments{"sent": -1e-6, "received": -1e-6})
			}
			if rules[0] == route.Local || (rules[1] == route.Local) != c.local || sent[0] != 2 || (sent[1] == 0) != c.local {
				t.Errorf("by rules %v, %v records of sending", rules, sent)
			}
			if x.Routed != worker || x.Worker != worker || x.Decode != decode {
				t.Errorf("routed to %d, on %d, then %d", x.Routed, x.Worker, x.Decode)
			}
		})
	}
}

// TestFullAgainstMissingByHand: request 1 has blocks in common with request 0,
// whose six the decode worker holds; a token is 100,000 B and 0.1 ms.
func TestFullAgainstMissingByHand(t *testing.T) {
	full := moving(func(c *clock.Config) { c.Split.Full = true })
	missing := moving(func(*clock.Config) {})
	after := func(tokens int, common int) []prompt {
		return []prompt{
			{blocks: blocks(1, 6), output: 1},
			{at: 50 * msec, blocks: append(blocks(1, common), blocks(21, tokens/16-common)...), tokens: tokens, output: 1},
		}
	}
	// 36 of 100 tokens in 1.36. Seven blocks, one of them with four tokens, go
	// whole: three that are missing, or all.
	part, sent := after(100, 4), moments{"cached": 64, "computed": 36, "sent": 51.36}
	// The last of six blocks is computed again, in 1.16, and none is missing.
	whole, again := after(96, 6), moments{"cached": 80, "computed": 16, "sent": 51.16}
	for _, c := range []struct {
		name    string
		sc      scenario.Scenario
		prompts []prompt
		sent    moments
		want    moments
		bytes   float64
	}{
		{"missing", missing, part, sent, moments{"moved": 48, "received": 56.16, "first": 57.16}, 4_800_000},
		{"full", full, part, sent, moments{"moved": 112, "received": 62.56, "first": 63.56}, 11_200_000},
		{"nothing is missing", missing, whole, again, moments{"moved": 0, "received": 51.16, "first": 52.16}, 0},
		{"full, though nothing is missing", full, whole, again, moments{"moved": 96, "received": 60.76, "first": 61.76}, 9_600_000},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := handTimes(t, c.sc, handSet(c.prompts...))[1]
			checkMoments(t, 1, x, c.sent)
			checkMoments(t, 1, x, c.want)
			if got := c.sc.Clock.MovedBytes(int(x.Moved)); got != c.bytes {
				t.Errorf("%v B, want %v", got, c.bytes)
			}
		})
	}
}
