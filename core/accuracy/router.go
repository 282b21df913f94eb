package accuracy

import (
	"context"
	"math"

	"kvtui/core/clock"
	"kvtui/core/measure"
	"kvtui/core/route"
	"kvtui/core/scenario"
	"kvtui/core/sim"
	"kvtui/core/workload"
)

// The router table's setup. The source counts words; a prompt is taken as 1,700
// tokens, of which the last 20 are its own.
const (
	routerPrompt = 1700 // tokens
	routerTail   = 20   // tokens
	routerSeeds  = 30
	quickShare   = 0.6 // of the first send's TTFT, below which a repeat is a hit
)

// routerTimes are the published times of a hit and of a miss, from which the
// two fitted numbers follow.
const (
	routerHitMS  = 15
	routerMissMS = 80
)

// routerEngine returns the engine and the front end under which a cold prompt
// takes routerMissMS and one whose prefix is cached routerHitMS.
func routerEngine() (clock.Engine, float64) {
	e := clock.Engine{BaseMS: fittedOneGPU().BaseMS, TokenMS: 1, QuadTokens: clock.QwenQuadTokens, Budget: 2048}
	tail := clock.Chunk{Tokens: routerTail, Context: routerPrompt - routerTail}
	cold := e.PrefillMS(clock.Chunk{Tokens: routerPrompt})
	e.TokenMS = (routerMissMS - routerHitMS) / (cold - e.PrefillMS(tail))
	return e, routerHitMS - e.BaseMS - e.PrefillMS(tail)
}

// routerScenario is a row of the router table, the router being Dynamo's with
// random ties unless lab asks for the lab's rule.
func routerScenario(mode string, publish, lab bool, seed int64) (scenario.Scenario, workload.Lab) {
	t := measure.PublishedRouterTable()
	e, front := routerEngine()
	sc := scenario.Scenario{
		Strategy: mode, Options: route.DefaultOptions(), Workers: t.Workers, Seed: seed, Capacity: t.CapacityTokens / 16,
		Clock: clock.Config{
			On: true, Engine: e, FrontEndMS: front, BytesPerToken: clock.QwenKVBytes,
			Arrivals: workload.Pattern{Kind: workload.ClosedLoop, Concurrency: 1},
			Outputs:  workload.Outputs{Kind: workload.Fixed, Tokens: 1},
		},
	}
	switch {
	case mode == "kv-events" && publish:
		sc.Knowledge = scenario.Events
	case mode == "kv-events":
		sc.Knowledge = scenario.Silent
	}
	if mode == "kv" || mode == "kv-events" {
		if sc.Strategy = "dynamo"; lab {
			sc.Strategy = "kv"
		}
	}
	return sc, workload.Lab{Prefixes: t.Prefixes, Reps: t.Reps, PrefixTokens: routerPrompt - routerTail, TailTokens: routerTail, Block: 16}
}

// routerRun returns hits among the repeats and their mean TTFT in ms.
func routerRun(ctx context.Context, sc scenario.Scenario, l workload.Lab) (hits int, meanMS float64, err error) {
	set := workload.NewLabSet(l, sc.Seed)
	first := map[int]int64{}
	repeats, sum := 0, int64(0)
	m := sim.NewMeter(sc, true, func(t *sim.Times) {
		group, ttft := set.Requests[t.Request].Group, t.TTFT()
		cold, again := first[group]
		if !again {
			first[group] = ttft
			return
		}
		repeats++
		sum += ttft
		if float64(ttft) < quickShare*float64(cold) {
			hits++
		}
	})
	err = sim.Run(ctx, sc, set, m.Apply)
	return hits, float64(sum) / 1e6 / float64(max(1, repeats)), err
}

// routerRuns repeats a row for the seeds.
func routerRuns(ctx context.Context, mode string, publish, lab bool) (hits, ms []float64, err error) {
	for seed := int64(1); seed <= routerSeeds; seed++ {
		sc, l := routerScenario(mode, publish, lab, seed)
		h, mean, err := routerRun(ctx, sc, l)
		if err != nil {
			return nil, nil, err
		}
		hits, ms = append(hits, float64(h)), append(ms, mean)
	}
	return hits, ms, nil
}

func predictRouter(ctx context.Context, m *model) error {
	t := measure.PublishedRouterTable()
	for _, r := range t.Rows {
		hits, ms, err := routerRuns(ctx, r.Mode, r.Publish, false)
		if err != nil {
			return err
		}
		row := RouterRow(r.Mode, r.Publish)
		m.spread(row, ColHits, sim.NewSpread(hits))
		times := sim.NewSpread(ms)
		times.Median = math.Round(times.Median) // the source has whole ms
		m.spread(row, ColRepeat, times)
		if r.Mode == "kv" {
			m.claim("runs below 60 hits, Dynamo's rule, approximate", "%", 100*below(hits, 60), 5, 25)
			lab, _, err := routerRuns(ctx, r.Mode, r.Publish, true)
			if err != nil {
				return err
			}
			m.claim("runs below 60 hits, the lab's rule", "%", 100*below(lab, 60), 0, 0)
		}
	}
	e, front := routerEngine()
	m.fitted("prefill", msToken, e.TokenMS, "the published times of a hit, 15 ms, and of a miss, 80 ms")
	m.fitted("front end", MS, front, "the same two")
	m.frozen("iteration", MS, e.BaseMS, "one GPU, split or not")
	m.frozen("context that doubles a token", tokens, clock.QwenQuadTokens, "parameters / (2 * layers * heads * head dim)")
	m.frozen("prompt", tokens, routerPrompt, "stated here: the source counts about 1,500 words")
	m.frozen("capacity", blocks, float64(t.CapacityTokens/16), "published, 14,800 tokens")
	m.frozen("seeds", "", routerSeeds, "1 to 30: median, and range in brackets")
	return nil
}

// below returns the share of values below a limit.
func below(values []float64, limit float64) float64 {
	n := 0
	for _, v := range values {
		if v < limit {
			n++
		}
	}
	return float64(n) / float64(len(values))
}
