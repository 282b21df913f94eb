package accuracy

import (
	"context"
	"fmt"
	"slices"

	"kvtui/core/clock"
	"kvtui/core/measure"
	"kvtui/core/route"
	"kvtui/core/scenario"
	"kvtui/core/sim"
	"kvtui/core/workload"
)

// clusterFit are the seven numbers fitted to the cluster table.
type clusterFit struct {
	BaseMS   float64 // of an iteration
	TokenMS  float64 // of a token prefilled
	Sharing  float64 // of workers on one GPU
	Blocks   int     // of a worker's cache
	LinkGBps float64 // shared by all transfers
	CopyGBps float64 // between GPU and host
	FrontMS  float64 // of the front end
}

// fittedCluster returns the preset's numbers: what FitCluster finds, rounded.
func fittedCluster() clusterFit {
	f := clock.GPU24GB.Figures()
	return clusterFit{
		BaseMS: f.BaseMS, TokenMS: f.TokenMS, Sharing: f.Sharing, Blocks: f.Blocks,
		LinkGBps: f.Link.TotalGBps, CopyGBps: f.CopyGBps, FrontMS: f.FrontEndMS,
	}
}

const (
	clusterSeeds    = 5
	clusterPrefix   = 2032 // tokens
	clusterTail     = 339  // so that a request has 2,371
	clusterRequests = 200
	clusterOutput   = 64 // tokens
)

// clusterRow is one row of the cluster table.
type clusterRow struct{ prefixes, conc int }

// clusterScenario is a row of the cluster table in one of its arrangements.
func clusterScenario(f clusterFit, r clusterRow, split bool, seed int64) (scenario.Scenario, workload.Workload) {
	sc := scenario.Scenario{
		Strategy: "dynamo", Knowledge: scenario.Events, Options: route.DefaultOptions(), Workers: 6, Seed: seed, Capacity: f.Blocks,
		Clock: clock.Config{
			On:         true,
			Engine:     clock.Engine{BaseMS: f.BaseMS, TokenMS: f.TokenMS, QuadTokens: clock.QwenQuadTokens, Budget: 2048},
			Arrivals:   workload.Pattern{Kind: workload.ClosedLoop, Concurrency: r.conc},
			Outputs:    workload.Outputs{Kind: workload.Fixed, Tokens: clusterOutput},
			FrontEndMS: f.FrontMS, BytesPerToken: clock.QwenKVBytes,
			GPUs: "4+2", Sharing: f.Sharing,
		},
	}
	if split {
		sc.Workers = 2
		sc.Clock.GPUs = "4"
		sc.Clock.Split = clock.Split{Decode: 2, KVHeads: clock.QwenKVHeads}
		sc.Clock.Link = clock.Link{TotalGBps: f.LinkGBps}
		sc.Clock.Host = clock.Host{CopyGBps: f.CopyGBps}
	}
	return sc, workload.SharedPrefix{Requests: clusterRequests, Groups: r.prefixes, PrefixTokens: clusterPrefix, TailTokens: clusterTail, Block: 16}
}

// variant is a change to the cluster's setup that the table must tell from the
// setup itself.
type variant struct {
	name   string
	change func(*scenario.Scenario)
}

// variants are the wrong ones: physics that the fit needs, taken away.
func variants() []variant {
	return []variant{
		{"no host copy", func(sc *scenario.Scenario) { sc.Clock.Host.CopyGBps = 0 }},
		{"full prompt transferred", func(sc *scenario.Scenario) { sc.Clock.Split.Full = true }},
		{"the lab's routing rule", func(sc *scenario.Scenario) { sc.Strategy = "kv" }},
		{"GPUs not shared", func(sc *scenario.Scenario) { sc.Clock.Sharing = 0 }},
		{"unlimited caches", func(sc *scenario.Scenario) { sc.Capacity = 0 }},
	}
}

// clusterFigures are the medians over seeds of a run.
type clusterFigures struct{ p50, p99, rate, cached sim.Spread }

func clusterRun(ctx context.Context, f clusterFit, r clusterRow, split bool, change func(*scenario.Scenario)) (out clusterFigures, err error) {
	var p50, p99, rate, cached []float64
	for seed := int64(1); seed <= clusterSeeds; seed++ {
		sc, w := clusterScenario(f, r, split, seed)
		if change != nil {
			change(&sc)
		}
		all, _, err := sim.Measure(ctx, sc, w, false)
		if err != nil {
			return out, err
		}
		p50, p99 = append(p50, all.TTFT.P50), append(p99, all.TTFT.P99)
		rate, cached = append(rate, all.RequestsPerS), append(cached, all.TokenHitRate())
	}
	return clusterFigures{sim.NewSpread(p50), sim.NewSpread(p99), sim.NewSpread(rate), sim.NewSpread(cached)}, nil
}

// fillCluster puts a run of the whole table on a page.
func fillCluster(ctx context.Context, m *model, f clusterFit, change func(*scenario.Scenario)) error {
	for _, r := range measure.PublishedCluster().Rows {
		row := fmt.Sprintf("%dx%d", r.Prefixes, r.Conc)
		for _, split := range []bool{false, true} {
			got, err := clusterRun(ctx, f, clusterRow{r.Prefixes, r.Conc}, split, change)
			if err != nil {
				return err
			}
			columns := [...]string{ColKVP50, ColKVP99, ColKVReqS, ColKVHit}
			if split {
				columns = [...]string{ColSplP50, ColSplP99, ColSplReqS, ColSplHit}
			}
			for i, v := range [...]sim.Spread{got.p50, got.p99, got.rate, got.cached} {
				m.spread(row, columns[i], v)
			}
		}
	}
	return nil
}

// passing counts the cells of some columns that pass.
func passing(p Page, columns ...string) (n float64) {
	for _, c := range p.Cells {
		if slices.Contains(columns, c.Column) {
			if c = c.Judged(); c.Check == WithinTolerance || c.Check == InsideRange {
				n++
			}
		}
	}
	return n
}

func predictCluster(ctx context.Context, m *model) error {
	f := fittedCluster()
	if err := fillCluster(ctx, m, f, nil); err != nil {
		return err
	}
	m.claim("p50 within 25 %", "of 16", passing(m.Page, ColKVP50, ColSplP50), 15, 16)
	m.claim("requests/s within 20 %", "of 16", passing(m.Page, ColKVReqS, ColSplReqS), 16, 16)
	m.claim("cached ratio within 0.05", "of 5", passing(m.Page, ColKVHit, ColSplHit), 5, 5)
	for _, v := range variants() {
		wrong := model{m.Page}
		wrong.Cells = slices.Clone(m.Cells)
		if err := fillCluster(ctx, &wrong, f, v.change); err != nil {
			return err
		}
		all := passing(wrong.Page, ColKVP50, ColSplP50, ColKVReqS, ColSplReqS, ColKVHit, ColSplHit)
		m.claim("wrong on purpose, "+v.name+": p50, requests/s and cached ratio that hold", "of 37", all, 0, 34)
	}
	const on = "the table: p50, requests/s and cached ratios, once"
	m.fitted("iteration", MS, f.BaseMS, on)
	m.fitted("prefill", msToken, f.TokenMS, on)
	m.fitted("sharing of a GPU", "", f.Sharing, on)
	m.fitted("capacity of a worker", blocks, float64(f.Blocks), on)
	m.fitted("link, shared evenly", gbps, f.LinkGBps, on)
	m.fitted("copies between GPU and host", gbps, f.CopyGBps, on)
	m.fitted("front end", MS, f.FrontMS, on)
	m.frozen("prefix", tokens, clusterPrefix, "stated here: 127 blocks")
	m.frozen("own part of a prompt", tokens, clusterTail, "stated here, so that a request has the published 2,371")
	m.frozen("output", tokens, clusterOutput, "stated here")
	m.frozen("budget of an iteration", tokens, 2048, "vLLM's default")
	m.frozen("requests a run", "", clusterRequests, "stated here: not published; p99 depends on it")
	m.frozen("seeds", "", clusterSeeds, "1 to 5: median, and range in brackets")
	return nil
}
