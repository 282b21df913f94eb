package sim

import (
	"context"
	"fmt"

	"kvtui/core/clock"
	"kvtui/core/route"
	"kvtui/core/scenario"
	"kvtui/core/workload"
)

// Load is a steady load on a fleet: a closed loop of requests of one length,
// without common prefixes.
type Load struct {
	Workers     int // GPUs, at least 2
	Concurrency int // requests in flight
	Prompt      int // tokens
	Output      int // tokens
	Requests    int // to run
}

// Freed is what splitting a fleet frees of a request's time at best, with a link
// that takes no time. What a real link takes is to be held against it.
type Freed struct {
	MS       float64 // mean end-to-end time in one pool less that in two; below 0 where splitting costs even so
	Prefill  int     // workers of the better split
	Together Figures
	Apart    Figures
}

// FreedBySplit runs a load on one pool and on every split of the same workers,
// each on a GPU of its own, and compares the best of these. Splitting frees the
// time that decodes lose to prefills in their batch, and queueing for prefill.
func FreedBySplit(ctx context.Context, e clock.Engine, l Load) (Freed, error) {
	if l.Workers < 2 || l.Workers > 64 || l.Requests < 1 {
		return Freed{}, fmt.Errorf("a load of %d requests on %d workers: accepted are 2 to 64 workers and at least 1 request", l.Requests, l.Workers)
	}
	run := func(prefill, decode int) (Figures, error) {
		sc := scenario.Scenario{
			Strategy: "least-loaded", Options: route.DefaultOptions(), Workers: prefill, Seed: 1,
			Clock: clock.Config{
				On: true, Engine: e, Split: clock.Split{Decode: decode, KVHeads: 1},
				Arrivals: workload.Pattern{Kind: workload.ClosedLoop, Concurrency: l.Concurrency},
				Outputs:  workload.Outputs{Kind: workload.Fixed, Tokens: l.Output},
			},
		}
		const block = 16
		all, _, err := Measure(ctx, sc, workload.SharedPrefix{Requests: l.Requests, Groups: 1, TailTokens: l.Prompt, Block: block}, true)
		return all, err
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
