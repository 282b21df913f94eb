package accuracy

import (
	"context"
	"fmt"

	"kvtui/core/clock"
	"kvtui/core/cost"
	"kvtui/core/measure"
	"kvtui/core/route"
	"kvtui/core/scenario"
	"kvtui/core/sim"
	"kvtui/core/workload"
)

// What a cell runs; the source does not say how many requests.
const (
	oneGPURequests = 40
	oneGPUOutput   = 64 // tokens
)

// oneGPUFit are the four numbers fitted to the one-GPU table.
type oneGPUFit struct {
	BaseMS     float64 // of an iteration
	TokenMS    float64 // of a token prefilled
	FrontEndMS float64 // before a request is queued
	LinkGBps   float64 // shared by all transfers
}

// fittedOneGPU returns the preset's numbers: what FitOneGPU finds, rounded.
func fittedOneGPU() oneGPUFit {
	f := clock.GPU8GB.Figures()
	return oneGPUFit{BaseMS: f.BaseMS, TokenMS: f.TokenMS, FrontEndMS: f.FrontEndMS, LinkGBps: f.Link.TotalGBps}
}

// oneGPUScenario is a cell of the one-GPU table.
func oneGPUScenario(f oneGPUFit, input, conc int, mode measure.Mode) (scenario.Scenario, workload.Workload) {
	sc := scenario.Scenario{Strategy: "rr", Options: route.DefaultOptions(), Workers: 1, Seed: 1}
	sc.Clock = clock.Config{
		On:         true,
		Engine:     clock.Engine{BaseMS: f.BaseMS, TokenMS: f.TokenMS, QuadTokens: clock.QwenQuadTokens, Budget: 2048},
		Arrivals:   workload.Pattern{Kind: workload.ClosedLoop, Concurrency: conc},
		Outputs:    workload.Outputs{Kind: workload.Fixed, Tokens: oneGPUOutput},
		FrontEndMS: f.FrontEndMS, BytesPerToken: clock.QwenKVBytes,
		Link: clock.Link{TotalGBps: f.LinkGBps},
	}
	if mode == measure.Disaggregated {
		sc.Clock.Split = clock.Split{Decode: 1, KVHeads: clock.QwenKVHeads}
		sc.Clock.GPUs, sc.Clock.Sharing = "2", clock.DefaultSharing
	}
	const most = 2000 // of a user's file with very many in flight
	return sc, workload.SharedPrefix{Requests: min(most, max(oneGPURequests, 3*conc)), Groups: 1, TailTokens: input, Block: 16}
}

// oneGPUTTFT returns the median times to first token of cells, in ms.
func oneGPUTTFT(ctx context.Context, f oneGPUFit, cells []oneGPUCell) ([]float64, error) {
	out := make([]float64, len(cells))
	for i, c := range cells {
		sc, w := oneGPUScenario(f, c.input, c.conc, c.mode)
		all, _, err := sim.Measure(ctx, sc, w, false)
		if err != nil {
			return nil, err
		}
		out[i] = all.TTFT.P50
	}
	return out, nil
}

type oneGPUCell struct {
	input, conc int
	mode        measure.Mode
	ms          float64
}

func oneGPUCells() (cells []oneGPUCell) {
	for _, r := range measure.PublishedOneGPU().Rows {
		cells = append(cells,
			oneGPUCell{r.Input, r.Conc, measure.Aggregated, r.AggMS},
			oneGPUCell{r.Input, r.Conc, measure.Disaggregated, r.DisaggMS})
	}
	return cells
}

func predictOneGPU(ctx context.Context, m *model) error {
	f, cells := fittedOneGPU(), oneGPUCells()
	ttft, err := oneGPUTTFT(ctx, f, cells)
	if err != nil {
		return err
	}
	for i, c := range cells {
		column := ColAgg
		if c.mode == measure.Disaggregated {
			column = ColSplit
		}
		m.set(measure.Key{Input: c.input, Conc: c.conc}.String(), column, ttft[i])
	}
	if err := predictTransfers(ctx, f, m); err != nil {
		return err
	}
	const on = "the eight cells"
	m.fitted("iteration", MS, f.BaseMS, on)
	m.fitted("prefill", msToken, f.TokenMS, on)
	m.fitted("front end", MS, f.FrontEndMS, on)
	m.fitted("link, shared evenly", gbps, f.LinkGBps, on)
	m.frozen("sharing of the GPU", "", clock.DefaultSharing, "default of the time model")
	m.frozen("budget of an iteration", tokens, 2048, "vLLM's default")
	m.frozen("context that doubles a token", tokens, clock.QwenQuadTokens, "parameters / (2 * layers * heads * head dim)")
	m.frozen("output", tokens, oneGPUOutput, "published")
	m.frozen("requests a cell", "", oneGPURequests, "stated here: not published")
	x := measure.PublishedOneGPU().Transfer
	m.claim("transfer of 1,500 tokens at 0.608 GB/s", MS, cost.TransferMS(1500, clock.QwenKVBytes, 0.608), 282.9, 283)
	m.claim("tokens in 119.3 MiB", tokens, x.MiB*(1<<20)/clock.QwenKVBytes, 1090, 1092)
	m.claim("transfer of 119.3 MiB at 608 MiB/s", MS, 1e3*x.MiB/x.MiBps, 195.5, 196.5)
	return nil
}

// predictTransfers gives the transfer rows their values: bytes over the sum of
// the transfers' times, as the engine's log counts.
func predictTransfers(ctx context.Context, f oneGPUFit, m *model) error {
	for _, c := range []struct {
		input, conc int
		column      string
	}{{1500, 1, "mean at 1500x1"}, {3000, 4, "means at 3000x4"}} {
		sc, w := oneGPUScenario(f, c.input, c.conc, measure.Disaggregated)
		n, moved, ns := 0, 0.0, 0.0
		meter := sim.NewMeter(sc, true, func(t *sim.Times) {
			n++
			moved += sc.Clock.MovedBytes(int(t.Moved))
			ns += float64(t.Received - t.Sent)
		})
		if err := sim.Run(ctx, sc, w, meter.Apply); err != nil {
			return err
		}
		m.set(RowTransfer, c.column, ns/1e6/float64(n))
		if c.conc > 1 {
			continue
		}
		m.set(RowTransfer, "size", moved/float64(n)/(1<<20))
		m.set(RowDecimal, "size", moved/float64(n)/1e6)
		m.set(RowTransfer, "rate", moved/(1<<20)/(ns/1e9))
		m.set(RowDecimal, "rate", moved/1e6/(ns/1e9))
	}
	return nil
}

// frontEndMS is what a front end adds to an idle server. Frozen: the published
// difference of about 13 ms at one request in flight.
const frontEndMS = 13

func predictFrontend(ctx context.Context, m *model) error {
	t, f := measure.PublishedFrontend(), fittedOneGPU()
	for _, r := range t.Rows {
		for column, extra := range map[string]float64{ColEngine: 0, ColBehind: frontEndMS} {
			sc, w := oneGPUScenario(f, t.Input, r.Conc, measure.Aggregated)
			sc.Clock.FrontEndMS += extra
			sc.Clock.Outputs.Tokens = t.Output
			all, _, err := sim.Measure(ctx, sc, withRequests(w, 10*r.Conc+20), false)
			if err != nil {
				return err
			}
			m.set(fmt.Sprint(r.Conc), column, all.TTFT.P50)
			if r.Conc == 32 {
				m.set(fmt.Sprint(r.Conc), map[string]string{ColEngine: "engine rate", ColBehind: "behind rate"}[column], all.TokensPerS)
			}
		}
	}
	const from = "one GPU, split or not"
	m.frozen("iteration", MS, f.BaseMS, from)
	m.frozen("prefill", msToken, f.TokenMS, from)
	m.frozen("fixed", MS, f.FrontEndMS, from)
	m.frozen("front end", MS, frontEndMS, "published, about 13 ms at one in flight")
	m.frozen("a sequence in the batch", MS, 0, "left out: its lack shows at 8 and 32 in flight")
	return nil
}

// withRequests returns a stream of another length.
func withRequests(w workload.Workload, n int) workload.Workload {
	s, _ := w.(workload.SharedPrefix)
	s.Requests = n
	return s
}
