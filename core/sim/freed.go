package sim

import (
	"context"
	"fmt"

	"kvtui/core/clock"
	"kvtui/core/route"
	"kvtui/core/scenario"
	"kvtui/core/workload"
)

// loadRounds returns the requests of a run, for each that is in flight: until
// the start, when all arrive at once, is forgotten, and those that count after
// it. Where many are in flight fewer rounds do.
func loadRounds(inFlight int) (warmup, counted int) {
	warmup = min(max(1024/inFlight, 4), 16)
	return warmup, 3 * warmup
}

// Freed is what splitting a fleet frees of a request's time at best: with KV
// memory without limit, and a link that takes no time. What a real link takes is
// to be held against it.
type Freed struct {
	MS       float64 // mean end-to-end time in one pool less that in two; below 0 where splitting costs even so
	Prefill  int     // workers of the better split
	Together Figures
	Apart    Figures
}

// FreedBySplit runs a load of prompts of so many tokens on one pool and on every
// split of the same workers, each on a GPU of its own, and compares the best of
// these. Splitting frees the time that decodes lose to prefills in their batch,
// and queueing for prefill. g brings the engine and its bytes of KV a token.
func FreedBySplit(ctx context.Context, g clock.Figures, l Load, prompt int) (Freed, error) {
	if err := l.Validate(); err != nil {
		return Freed{}, err
	}
	if prompt < 1 || prompt > MaxLoadPrompt {
		return Freed{}, fmt.Errorf("a prompt of %d tokens: accepted are 1 to %d", prompt, MaxLoadPrompt)
	}
	warmup, counted := loadRounds(l.Concurrency)
	run := func(prefill, decode int) (Figures, error) {
		sc := scenario.Scenario{
			Strategy: "least-loaded", Options: route.DefaultOptions(), Workers: prefill, Seed: 1,
			Clock: clock.Config{
				On: true, Engine: g.Engine, BytesPerToken: g.BytesPerToken, Split: clock.Split{Decode: decode, KVHeads: 1},
				Arrivals: workload.Pattern{Kind: workload.ClosedLoop, Concurrency: l.Concurrency},
				Outputs:  workload.Outputs{Kind: workload.Fixed, Tokens: l.Output},
				Warmup:   warmup * l.Concurrency,
			},
		}
		all := workload.SharedPrefix{Requests: (warmup + counted) * l.Concurrency, Groups: 1, TailTokens: prompt, Block: prompt}
		_, warm, err := Measure(ctx, sc, all, true)
		return warm, err
	}
	together, err := run(l.Workers, 0)
	if err != nil {
		return Freed{}, err
	}
	out := Freed{Together: together}
	for p := 1; p < l.Workers; p++ {
		apart, err := run(p, l.Workers-p)
		if err != nil {
			return Freed{}, err
		}
		if p == 1 || apart.EndToEnd.Mean < out.Apart.EndToEnd.Mean {
			out.Apart, out.Prefill = apart, p
		}
	}
	out.MS = out.Together.EndToEnd.Mean - out.Apart.EndToEnd.Mean
	return out, nil
}
