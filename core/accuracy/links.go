package accuracy

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"

	"kvtui/core/clock"
	"kvtui/core/cost"
	"kvtui/core/measure"
	"kvtui/core/route"
	"kvtui/core/scenario"
	"kvtui/core/sim"
	"kvtui/core/workload"
)

// The 1GbE setup: the cluster's requests, with the times of the 8 GB class GPU,
// which prefills, for decode workers too, and a base memory fitted so that the
// prefill worker dies as published.
const (
	crossLinkGBps = 0.112 // measured between the servers
	crossPrefixes = 2
	crossBaseMiB  = 2949
	crossSeeds    = 30
)

func crossScenario(conc int, seed int64) (scenario.Scenario, workload.Workload) {
	f := fittedCluster()
	sc, w := clusterScenario(f, clusterRow{crossPrefixes, conc}, true, seed)
	sc.Workers = 1
	sc.Clock.GPUs = "1+2"
	sc.Clock.Split.Lowest = true
	sc.Clock.Engine.BaseMS, sc.Clock.Engine.TokenMS = fittedOneGPU().BaseMS, fittedOneGPU().TokenMS
	sc.Clock.Link.TotalGBps = crossLinkGBps
	sc.Clock.Host.LimitMiB = measure.PublishedCrossNode().MemoryLimitMiB
	sc.Clock.Host.BaseMiB = crossBaseMiB
	sc.Clock.Host.RestartMS = 60_000
	return sc, w
}

// attempt is a run up to the kill.
type attempt struct {
	ttft   []float64 // of what was served before, ms
	killed float64   // s, 0 for never
}

var errKilled = errors.New("killed")

func attemptOf(ctx context.Context, conc int, seed int64) (a attempt, err error) {
	sc, w := crossScenario(conc, seed)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	meter := sim.NewMeter(sc, false, func(t *sim.Times) {
		if t.Cause == sim.Served && a.killed == 0 {
			a.ttft = append(a.ttft, float64(t.TTFT())/1e6)
		}
	})
	err = sim.Run(ctx, sc, w, func(r sim.Record) {
		if r.Kind == sim.Killed && a.killed == 0 {
			a.killed = float64(r.At) / 1e9
			cancel(errKilled)
		}
		meter.Apply(r)
	})
	if errors.Is(context.Cause(ctx), errKilled) {
		err = nil
	}
	return a, err
}

func predictCrossNode(ctx context.Context, m *model) error {
	t := measure.PublishedCrossNode()
	for _, r := range []measure.CrossNodeRun{t.One, t.Four} {
		var served, median, most, killed []float64
		for seed := int64(1); seed <= crossSeeds; seed++ {
			a, err := attemptOf(ctx, r.Conc, seed)
			if err != nil {
				return err
			}
			s := sim.NewSpread(a.ttft)
			served, killed = append(served, float64(s.Runs)), append(killed, a.killed)
			if s.Runs > 0 {
				median, most = append(median, s.Median), append(most, s.High)
			}
		}
		row := strconv.Itoa(r.Conc)
		m.spread(row, "succeeded", sim.NewSpread(served))
		if r.Conc == 1 {
			m.spread(row, "median TTFT", sim.NewSpread(median))
			m.spread(row, "maximum TTFT", sim.NewSpread(most))
			continue
		}
		m.spread(row, "TTFT of both", sim.NewSpread(median))
		m.spread(row, "killed after", sim.NewSpread(killed))
		m.claim("killed after, four in flight, median seed", Sec, sim.NewSpread(killed).Median, 5, 15)
		m.claim("seeds killed within 5 to 15 s, four in flight; the others within 1 s, where prompts were computed twice", "%", 100*(below(killed, 15)-below(killed, 5)), 50, 100)
	}
	m.fitted("equal decode workers: lowest number (1) or drawn (0)", "", 1, "the median: two of the four requests found their prefix on the decode worker")
	m.fitted("memory without KV", MiB, crossBaseMiB, "the four requests that succeeded one at a time")
	const from, gpu = "cluster, split or not", "one GPU, split or not"
	f, g := fittedCluster(), fittedOneGPU()
	m.frozen("iteration", MS, g.BaseMS, gpu)
	m.frozen("prefill", msToken, g.TokenMS, gpu)
	m.frozen("copies between GPU and host", gbps, f.CopyGBps, from)
	m.frozen("front end", MS, f.FrontMS, from)
	m.frozen("capacity of a worker", blocks, float64(f.Blocks), from)
	m.frozen("link", gbps, crossLinkGBps, "measured, 0.110 to 0.117 GB/s")
	m.frozen("prefixes", "", crossPrefixes, "stated here: the first row of the cluster's grid")
	m.frozen("memory limit", MiB, t.MemoryLimitMiB, "published")
	m.frozen("seeds", "", crossSeeds, "1 to 30: median, and range in brackets")
	return nil
}

// mooncakeLink is fitted to Mooncake's table, whose sizes count GiB.
func mooncakeLink() clock.Link { return clock.Link{TotalGBps: 149.75, LatencyMS: 0.545} }

// transferMS returns the simulated time of one transfer, in ms.
func transferMS(ctx context.Context, l clock.Link, bytesPerToken float64, prompt int) (ms float64, err error) {
	sc := scenario.Scenario{Strategy: "rr", Options: route.DefaultOptions(), Workers: 1, Seed: 1, Clock: clock.Config{
		On: true, BytesPerToken: bytesPerToken, Link: l, Split: clock.Split{Decode: 1, KVHeads: 1},
	}}
	meter := sim.NewMeter(sc, false, func(t *sim.Times) { ms = float64(t.Received-t.Sent) / 1e6 })
	err = sim.Run(ctx, sc, workload.SharedPrefix{Requests: 1, Groups: 1, TailTokens: prompt, Block: 16}, meter.Apply)
	return ms, err
}

// peer is the vector of the closest peer: 1,280 tokens of 131,072 bytes over 25
// GB/s after 50 us take 6.761 ms. Source: BLIS, prefill/decode transfer.
func peer(ctx context.Context) (float64, error) {
	return transferMS(ctx, clock.Link{TotalGBps: 25, LatencyMS: 0.05}, 131_072, 1280)
}

func predictMooncake(ctx context.Context, m *model) error {
	const name = "Qwen3-8B"
	qwen, err := cost.ModelByName(name)
	if err != nil {
		return err
	}
	bytes := float64(qwen.BytesPerToken(cost.BF16.Width()))
	for _, r := range measure.PublishedMooncake().Rows {
		ms, err := transferMS(ctx, mooncakeLink(), bytes, r.Tokens)
		if err != nil {
			return err
		}
		m.set(strconv.Itoa(r.Tokens), ColTime, ms)
	}
	ms, err := peer(ctx)
	if err != nil {
		return err
	}
	m.fitted("latency", MS, mooncakeLink().LatencyMS, "the four rows")
	m.fitted("link", gbps, mooncakeLink().TotalGBps, "the four rows")
	m.frozen("KV of a token", "B", bytes, "config of "+name)
	m.claim("peer's vector, 1,280 tokens of 131,072 B over 25 GB/s + 0.05 ms", MS, math.Round(ms*1e3)/1e3, 6.761, 6.761)
	return nil
}

func predictArticle(_ context.Context, m *model) error {
	for _, r := range measure.PublishedArticle().Rows {
		if r.GBps > 0 {
			bytes := int64(measure.ArticleTokenBytes) * int64(r.Bits) / 16
			m.set(ArticleRow(r), ColTime, cost.TransferMS(r.Tokens, bytes, r.GBps))
		}
	}
	m.frozen("KV of a token", "B", measure.ArticleTokenBytes, fmt.Sprintf("the article's decimal count; config says %d", 327_680))
	return nil
}
