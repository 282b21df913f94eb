package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strconv"

	"kvtui/core/round"
	"kvtui/core/scenario"
	"kvtui/core/sim"
)

// runReport is what a run on the clock comes to.
type runReport struct {
	Scenario      string   `json:"scenario,omitempty"`
	Strategy      string   `json:"strategy"`
	Knowledge     string   `json:"knowledge,omitempty"` // of strategies with an index
	Workers       int      `json:"workers"`
	DecodeWorkers int      `json:"decode_workers"` // of their own; 0 where all do both
	Capacity      int      `json:"capacity_blocks"`
	Seed          int64    `json:"seed"`
	Preset        string   `json:"preset"`
	Source        string   `json:"source,omitempty"` // of the preset's figures
	Fitted        []string `json:"fitted"`           // keys whose figures are fitted to measurements
	Quantiles     string   `json:"quantiles"`        // exact, or within 1 %
	Warmup        int      `json:"warmup_requests"`
	All           runPart  `json:"all"`
	Warm          *runPart `json:"warm,omitempty"` // without the warm-up

	file scenario.File
}

// runPart is the figures of some of a run's requests.
type runPart struct {
	Requests       int            `json:"requests"` // over, lost ones included
	Served         int            `json:"served"`
	Lost           map[string]int `json:"lost"` // by cause
	Preemptions    int            `json:"preemptions"`
	Seconds        float64        `json:"seconds"`
	RequestsPerS   float64        `json:"requests_per_s"`
	TokensPerS     float64        `json:"tokens_per_s"` // generated
	GoodputPerS    float64        `json:"goodput_per_s"`
	GoodShare      float64        `json:"good_share"`
	PromptTokens   int64          `json:"prompt_tokens"`
	CachedTokens   int64          `json:"cached_tokens"`
	LoadedTokens   int64          `json:"loaded_tokens"` // from the shared store
	ComputedTokens int64          `json:"computed_tokens"`
	MovedTokens    int64          `json:"moved_tokens"`
	OutputTokens   int64          `json:"output_tokens"`
	TokenHitRate   float64        `json:"token_hit_rate"`
	Imbalance      float64        `json:"imbalance"`
	TTFT           runTimes       `json:"ttft_ms"`
	ITL            runTimes       `json:"itl_ms"`
	EndToEnd       runTimes       `json:"end_to_end_ms"`
	Queue          runTimes       `json:"queue_ms"`
	Prefill        runTimes       `json:"prefill_ms"`
	Transfer       runTimes       `json:"transfer_ms"`
}

// runTimes are order statistics in ms.
type runTimes struct {
	Count int     `json:"count"`
	P50   float64 `json:"p50"`
	P90   float64 `json:"p90"`
	P99   float64 `json:"p99"`
	Mean  float64 `json:"mean"`
	Max   float64 `json:"max"`
}

func newRunReport(f scenario.File, m *sim.Meter, streaming bool) runReport {
	r := runReport{
		Scenario: f.Name, Strategy: f.Strategy, Workers: f.Workers, DecodeWorkers: f.Clock.Split.Decode, Capacity: f.Capacity, Seed: f.Seed,
		Preset: f.Clock.Preset.String(), Source: f.Clock.Preset.Figures().Source, Fitted: f.Fitted(), Quantiles: "exact", Warmup: f.Clock.Warmup, file: f,
	}
	if r.Fitted == nil {
		r.Fitted = []string{}
	}
	if indexed(f.Strategy) {
		r.Knowledge = f.Knowledge.String()
	}
	if streaming {
		r.Quantiles = "within 1 %"
	}
	all, warm := m.Figures()
	r.All = newRunPart(all)
	if f.Clock.Warmup > 0 {
		part := newRunPart(warm)
		r.Warm = &part
	}
	return r
}

// decimals of what is printed as data.
const runDecimals = 6

func newRunPart(f sim.Figures) runPart {
	p := runPart{
		Requests: f.Requests, Served: f.TTFT.Count, Lost: map[string]int{}, Preemptions: f.Preemptions,
		Seconds: round.To(f.Seconds, runDecimals), RequestsPerS: round.To(f.RequestsPerS, runDecimals), TokensPerS: round.To(f.TokensPerS, runDecimals),
		GoodputPerS: round.To(f.GoodputPerS, runDecimals), GoodShare: round.To(f.GoodShare, runDecimals),
		PromptTokens: f.PromptTokens, CachedTokens: f.CachedTokens, LoadedTokens: f.LoadedTokens, ComputedTokens: f.ComputedTokens,
		MovedTokens: f.MovedTokens, OutputTokens: f.OutputTokens,
		TokenHitRate: round.To(f.TokenHitRate(), runDecimals), Imbalance: round.To(f.Imbalance, runDecimals),
		TTFT: newRunTimes(f.TTFT), ITL: newRunTimes(f.ITL), EndToEnd: newRunTimes(f.EndToEnd),
		Queue: newRunTimes(f.Queue), Prefill: newRunTimes(f.Prefill), Transfer: newRunTimes(f.Transfer),
	}
	for _, c := range causes()[1:] {
		p.Lost[causeWord(c)] = f.Lost[c]
	}
	return p
}

func newRunTimes(q sim.Quantiles) runTimes {
	to := func(x float64) float64 { return round.To(x, runDecimals) }
	return runTimes{q.Count, to(q.P50), to(q.P90), to(q.P99), to(q.Mean), to(q.Most)}
}

// phase is one line of times.
type phase struct {
	name, column string
	times        runTimes
}

func (p runPart) phases() []phase {
	return []phase{
		{"TTFT", "ttft", p.TTFT},
		{"ITL", "itl", p.ITL},
		{"end to end", "end_to_end", p.EndToEnd},
		{"queue", "queue", p.Queue},
		{"prefill", "prefill", p.Prefill},
		{"transfer", "transfer", p.Transfer},
	}
}

// csv has a row of all requests, and one without the warm-up where there is any.
func (r runReport) csv() ([]byte, error) {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	rows := [][]string{append([]string{"requests_of"}, r.All.columns()...), append([]string{"all"}, r.All.cells()...)}
	if r.Warm != nil {
		rows = append(rows, append([]string{"warm"}, r.Warm.cells()...))
	}
	if err := w.WriteAll(rows); err != nil {
		return nil, fmt.Errorf("encode the output: %w", err)
	}
	return out.Bytes(), nil
}

func (p runPart) columns() []string {
	out := []string{"requests", "served"}
	for _, c := range causes()[1:] {
		out = append(out, "lost_"+causeWord(c))
	}
	out = append(out, "preemptions", "seconds", "requests_per_s", "tokens_per_s", "goodput_per_s", "good_share",
		"prompt_tokens", "cached_tokens", "loaded_tokens", "computed_tokens", "moved_tokens", "output_tokens", "token_hit_rate", "imbalance")
	for _, ph := range p.phases() {
		out = append(out, ph.column+"_count")
		for _, s := range []string{"p50", "p90", "p99", "mean", "max"} {
			out = append(out, ph.column+"_"+s+"_ms")
		}
	}
	return out
}

func (p runPart) cells() []string {
	plain := func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
	out := []string{strconv.Itoa(p.Requests), strconv.Itoa(p.Served)}
	for _, c := range causes()[1:] {
		out = append(out, strconv.Itoa(p.Lost[causeWord(c)]))
	}
	out = append(out, strconv.Itoa(p.Preemptions), plain(p.Seconds), plain(p.RequestsPerS), plain(p.TokensPerS), plain(p.GoodputPerS), plain(p.GoodShare))
	for _, n := range []int64{p.PromptTokens, p.CachedTokens, p.LoadedTokens, p.ComputedTokens, p.MovedTokens, p.OutputTokens} {
		out = append(out, strconv.FormatInt(n, 10))
	}
	out = append(out, plain(p.TokenHitRate), plain(p.Imbalance))
	for _, ph := range p.phases() {
		t := ph.times
		out = append(out, strconv.Itoa(t.Count), plain(t.P50), plain(t.P90), plain(t.P99), plain(t.Mean), plain(t.Max))
	}
	return out
}

// printRun prints a report.
func (a *app) printRun(r runReport, output string) error {
	switch output {
	case "json":
		return a.printJSON(r)
	case "csv":
		out, err := r.csv()
		if err != nil {
			return err
		}
		return a.print(out)
	}
	return a.print(r.table())
}
