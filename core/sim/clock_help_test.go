package sim

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"

	"kvtui/core/block"
	"kvtui/core/clock"
	"kvtui/core/route"
	"kvtui/core/scenario"
	"kvtui/core/workload"
)

const msec = int64(1e6) // ns

// prompt is a request of a hand-made set: its blocks by number, what else it
// has in tokens, and what it generates.
type prompt struct {
	at     int64 // ns
	blocks []block.Prefix
	tokens int // of the prompt; 0 is whole blocks
	output int
}

// blocks returns n block numbers from the first on.
func blocks(first, n int) (out []block.Prefix) {
	for i := range n {
		out = append(out, block.Prefix(first+i))
	}
	return out
}

// handSet is a stamped set of prompts in blocks of 16 tokens.
func handSet(prompts ...prompt) *workload.Set {
	s := &workload.Set{Name: "by hand", Size: 16, Traced: true, Prefixes: 1}
	for i, p := range prompts {
		r := workload.Request{Index: i, Group: -1, Session: -1, At: p.at, Tokens: p.tokens, Output: p.output}
		if p.tokens == 0 {
			r.Tokens = 16 * len(p.blocks)
		}
		for _, b := range p.blocks {
			r.Chain = r.Chain.Append(b)
			s.Prefixes = max(s.Prefixes, int(b)+1)
		}
		s.Requests = append(s.Requests, r)
	}
	s.Counts.Stamped = len(s.Requests)
	return s
}

// plain is a scenario of one worker that takes 1 ms an iteration and 0.01 ms a
// token, with a budget of 100 tokens.
func plain(edit ...func(*scenario.Scenario)) scenario.Scenario {
	sc := scenario.Scenario{Strategy: "rr", Options: route.DefaultOptions(), Workers: 1, Seed: 1}
	sc.Clock = clock.Config{
		On: true, Engine: clock.Engine{BaseMS: 1, TokenMS: 0.01, Budget: 100},
		Arrivals: workload.Pattern{Kind: workload.Stamps}, BytesPerToken: 1000,
	}
	for _, f := range edit {
		f(&sc)
	}
	return sc
}

// splitting makes a scenario one of a prefill and a decode pool on GPUs of
// their own.
func splitting(decode int) func(*scenario.Scenario) {
	return func(sc *scenario.Scenario) { sc.Clock.Split.Decode, sc.Clock.Split.KVHeads = decode, 8 }
}

// drawTimed draws a scenario with a clock and requests for it. Everything is
// small, so that caches fill, requests wait and are preempted.
func drawTimed(t *rapid.T) (scenario.Scenario, *workload.Set) {
	ms := func(name string, values ...float64) float64 { return rapid.SampledFrom(values).Draw(t, name) }
	few := func(name string, values ...int) int { return rapid.SampledFrom(values).Draw(t, name) }
	sc := scenario.Scenario{
		Options: route.DefaultOptions(), Seed: rapid.Int64Range(-9, 9).Draw(t, "seed"),
		Workers: few("workers", 1, 1, 2, 3),
	}
	sc.Strategy = rapid.SampledFrom([]string{"rr", "random", "kv", "dynamo", "least-loaded", "sglang", "llm-d"}).Draw(t, "strategy")
	sc.Knowledge = rapid.SampledFrom([]scenario.Knowledge{scenario.Approximate, scenario.Events, scenario.Silent}).Draw(t, "knowledge")
	if rapid.IntRange(0, 3).Draw(t, "restart") == 0 {
		sc.Flaws.RestartAt, sc.Flaws.RestartWorker = few("restart at", 1, 2, 4, 9), rapid.IntRange(0, sc.Workers-1).Draw(t, "restart worker")
	}
	c := clock.Config{
		On: true, BytesPerToken: ms("bytes", 0, 1000, 1e6), GPUs: rapid.SampledFrom([]string{"", "1", "2", "3+1", "2+2", "9"}).Draw(t, "gpus"),
		Sharing: ms("sharing", 0, 0.3, 0.7, 1), FrontEndMS: ms("front end", 0, 0, 0.5, 30), EventDelayMS: ms("event delay", 0, 0, 0.1, 40),
		Engine: clock.Engine{
			BaseMS: ms("base", 0, 1, 3.7), SequenceMS: ms("sequence", 0, 0.1), TokenMS: ms("token", 0, 0.013, 1), QuadTokens: ms("quad", 0, 100),
			MemoryGBps: ms("memory", 0, 1), Budget: few("budget", 0, 1, 7, 64), Sequences: few("sequences", 0, 0, 1, 2, 5), Mocker: few("mocker", 0, 0, 0, 1) == 1,
		},
	}
	if rapid.Bool().Draw(t, "split") {
		drawSplit(t, &c)
	}
	if few("store", 0, 1) == 1 {
		c.Store = clock.Store{Blocks: few("store blocks", 1, 4, 50), GBps: ms("store rate", 0, 0.01, 1), LatencyMS: ms("store latency", 0, 0, 0.1, 5)}
	}
	set := drawClockedSet(t, sc.Seed)
	c.Arrivals, c.Outputs = drawArrivals(t, set)
	// Around what one or a few of the requests take.
	longest := 0
	for _, r := range set.Requests {
		longest = max(longest, (r.Tokens+max(c.Outputs.Tokens, r.Output))/set.Size)
	}
	sc.Capacity = few("capacity", 0, 1, longest, longest+2, longest+2, longest+3, longest+6, 3*longest+2)
	c.Split.Capacity = few("decode capacity", 0, longest+2, longest+3, 2*longest+2)
	sc.Clock = c
	return sc, set
}

func drawSplit(t *rapid.T, c *clock.Config) {
	ms := func(name string, values ...float64) float64 { return rapid.SampledFrom(values).Draw(t, name) }
	few := func(name string, values ...int) int { return rapid.SampledFrom(values).Draw(t, name) }
	yes := func(name string) bool { return rapid.Bool().Draw(t, name) }
	c.Split = clock.Split{
		Decode: few("decode", 1, 1, 2, 4), Full: yes("full"), FromPrefill: yes("from prefill"),
		Layers: few("layers", 0, 1, 4), Share: ms("share", 0, 0.25, 1), TP: few("tp", 0, 1, 4), KVHeads: few("kv heads", 0, 2),
		Conditional: yes("conditional"), LocalTokens: few("local tokens", 0, 20, 1000), LocalShare: ms("local share", 0.5, 1),
	}
	c.Link = clock.Link{FlowGBps: ms("flow", 0, 0.001, 1), TotalGBps: ms("link", 0, 0.001, 1), LatencyMS: ms("latency", 0, 0.05, 12), PerWorker: yes("cards")}
	c.Host = clock.Host{
		CopyGBps: ms("copy", 0, 0, 0.01, 1), LimitMiB: ms("limit", 0, 0, 0.05, 1, 60), BaseMiB: ms("host base", 0, 0.01, 2),
		Lag: yes("lag"), LagMS: ms("lag ms", 0, 3, 200), RestartMS: ms("restart ms", 0, 1, 90),
	}
}

func drawClockedSet(t *rapid.T, seed int64) *workload.Set {
	few := func(name string, values ...int) int { return rapid.SampledFrom(values).Draw(t, name) }
	n := rapid.IntRange(0, 20).Draw(t, "requests")
	switch rapid.IntRange(0, 2).Draw(t, "workload") {
	case 0:
		return workload.Collect(workload.SharedPrefix{
			Requests: n, Groups: few("groups", 1, 2, 4), PrefixTokens: few("prefix", 0, 1, 16, 40), TailTokens: few("tail", 0, 1, 16, 33),
			OutputTokens: few("output", 0, 1, 2, 40), Block: few("block", 1, 4, 16),
		}, seed)
	case 1:
		g := workload.DefaultChats()
		g.Sessions, g.Turns, g.SystemTokens = few("sessions", 1, 3), few("turns", 1, 3), few("system", 0, 10, 20)
		g.TurnTokens, g.OutputTokens, g.Block, g.Active = few("user", 1, 17), few("answer", 1, 2, 30), few("block", 4, 16), few("active", 1, 3)
		return workload.Collect(g, seed)
	}
	var text strings.Builder
	at := 0
	for range n {
		ids := rapid.SliceOfN(rapid.IntRange(0, 2), 0, 5).Draw(t, "ids")
		at += few("gap", 0, 0, 1, 2, 30)
		fmt.Fprintf(&text, "{\"timestamp\": %d, \"input_length\": %d, \"output_length\": %d, \"hash_ids\": [%s]}\n", at, 512*len(ids)+few("rest", 0, 1, 511),
			few("output", 0, 1, 2, 600), strings.Trim(strings.ReplaceAll(fmt.Sprint(ids), " ", ","), "[]"))
	}
	set, err := workload.ReadMooncake(strings.NewReader(text.String()), "drawn", 0)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func drawArrivals(t *rapid.T, set *workload.Set) (workload.Pattern, workload.Outputs) {
	few := func(name string, values ...int) int { return rapid.SampledFrom(values).Draw(t, name) }
	patterns := []workload.Pattern{
		{Kind: workload.ClosedLoop, Concurrency: few("clients", 1, 2, 5, 9), StaggerNS: int64(few("stagger", 0, 0, 1_500_000))},
		{Kind: workload.Poisson, RatePerS: rapid.SampledFrom([]float64{1e-6, 20, 500, 5000, 1e9}).Draw(t, "rate")},
	}
	if set.Stamped() {
		patterns = append(patterns, workload.Pattern{Kind: workload.Stamps, Speed: 1})
	}
	outputs := []workload.Outputs{{}, {Kind: workload.Fixed, Tokens: few("fixed", 0, 1, 2, 50)}, {Kind: workload.LogNormal, Tokens: 9, Sigma: 1, Max: 100}}
	return rapid.SampledFrom(patterns).Draw(t, "arrivals"), rapid.SampledFrom(outputs).Draw(t, "outputs")
}
