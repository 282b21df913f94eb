package clock

import (
	"fmt"
	"strconv"
	"strings"

	"kvtui/core/workload"
)

// Config is everything that a run with a clock depends on besides strategy,
// workers and caches. The zero value has no clock: every request is served at
// once. It is comparable.
type Config struct {
	On bool
	// Preset is where the figures came from; they may have been changed since.
	Preset   Preset
	Engine   Engine
	Arrivals workload.Pattern
	Outputs  workload.Outputs
	// FrontEndMS passes between a request's arrival and its worker. It is hidden
	// where the worker is busy anyway.
	FrontEndMS    float64
	BytesPerToken float64 // of KV, as kept and, times Split.Sent, as moved
	// GPUs says how many workers each GPU runs, in worker order, prefill workers
	// before decode ones: "4+2". Workers beyond the list have one each.
	GPUs string
	// Sharing is what a busy worker costs another on its GPU: k of them run at
	// 1/(1 + Sharing*(k-1)). 0 is none, 1 is time slicing.
	Sharing float64
	Split   Split
	Link    Link
	Host    Host
	Store   Store
	// Goal is what goodput asks of a request.
	Goal Goal
	// EventDelayMS passes between a worker's event and the index.
	EventDelayMS float64
	Warmup       int // requests left out of the warm figures
}

// Goal is a limit on both times of a request; 0 is no limit.
type Goal struct{ TTFTMS, ITLMS float64 }

// Split divides the fleet in two: a scenario's workers prefill, and Decode
// others decode. The zero value is one pool.
type Split struct {
	Decode   int // workers; 0 keeps prefill and decode together
	Capacity int // blocks of a decode worker; 0 is that of the others
	// Full moves the whole prompt instead of the blocks that the decode worker
	// lacks.
	Full bool
	// Lowest sends a request to the lowest number among decode workers with
	// equally few blocks; else one of them is drawn, as Dynamo's router does.
	Lowest bool
	// FromPrefill takes the first token from the prefill worker; else the decode
	// worker computes the last prompt token again, as vLLM's does.
	FromPrefill bool
	// Layers above 1 sends each layer as it is computed.
	Layers int
	// Share is the part of the KV bytes that is sent; 0 leaves that to the three
	// below.
	Share      float64
	Precision  Precision
	MixedShare float64 // of Mixed: share of the tokens in two bytes; 0 is cost.MixedFP16Share
	LayerShare float64 // of the layers that are sent; 0 is all
	// TP is the tensor parallel ranks of a decode worker, KVHeads the model's; an
	// MLA latent, KVHeads 0, goes whole to every rank. TP 0 counts as 1.
	TP, KVHeads int
	// Conditional serves a request on the decode worker alone where fewer than
	// LocalTokens of it are uncached there, and less than LocalShare of it.
	// Dynamo's defaults are 2,048 and 0.7.
	Conditional bool
	LocalTokens int
	LocalShare  float64
}

// Link carries KV between workers. A transfer takes LatencyMS, then its bytes
// over min(FlowGBps, TotalGBps / transfers at a time), counted at both ends.
type Link struct {
	FlowGBps  float64 // most for one transfer; 0 is no limit
	TotalGBps float64 // most for all together; 0 is no limit
	LatencyMS float64 // before the first byte of a transfer
	// PerWorker gives every worker a network card of its own; else all transfers
	// share one.
	PerWorker bool
}

// Host is the copying of KV through host memory and what that memory holds.
type Host struct {
	CopyGBps float64 // of the copies between GPU and host; 0 copies nothing
	LimitMiB float64 // memory at which a prefill worker is killed; 0 is never
	BaseMiB  float64 // what it holds without any KV
	// Lag holds a transfer's buffer for LagMS beyond its end. Else the host
	// mirrors the KV pool, and pages once used stay.
	Lag       bool
	LagMS     float64
	RestartMS float64 // from the kill until the worker is back
}

// Store is a KV store that all workers share. A worker loads a prefix from it
// where that is faster than computing it.
type Store struct {
	Blocks    int     // it can hold; 0 is no store
	GBps      float64 // of all loads together
	LatencyMS float64 // of each
}

// StoreCaveat is what a Store leaves out, with the design that it follows.
const StoreCaveat = "taken as free to write and at once complete, reads share its GB/s evenly; Mooncake, Moonshot AI 2024, is the model for it"

// Default returns a configuration without a clock, with what its parts have
// once they are switched on: one client, one request/s, Dynamo's limits of
// conditional splitting.
func Default() Config {
	return Config{
		Arrivals: DefaultArrivals(workload.Auto),
		Split:    Split{Layers: 1, TP: 1, LocalTokens: 2048, LocalShare: 0.7},
	}
}

// DefaultArrivals returns a kind of arrivals with the least that it needs.
func DefaultArrivals(kind workload.PatternKind) workload.Pattern {
	p := workload.Pattern{Kind: kind}
	switch kind {
	case workload.ClosedLoop:
		p.Concurrency = 1
	case workload.Poisson:
		p.RatePerS = 1
	case workload.Stamps:
		p.Speed = 1
	case workload.Auto:
	}
	return p
}

// DefaultOutputs returns a kind of outputs with the length of the published
// measurements.
func DefaultOutputs(kind workload.OutputKind) workload.Outputs {
	const tokens, sigma = 64, 0.5
	o := workload.Outputs{Kind: kind}
	switch kind {
	case workload.Fixed:
		o.Tokens = tokens
	case workload.LogNormal:
		o.Tokens, o.Sigma = tokens, sigma
	case workload.FromStream:
	}
	return o
}

// Groups reads GPUs: the workers of each GPU. The error says what is accepted.
func (c Config) Groups() ([]int, error) {
	if c.GPUs == "" {
		return nil, nil
	}
	var out []int
	for _, part := range strings.Split(c.GPUs, "+") {
		n, err := strconv.Atoi(part)
		if err != nil || n < 1 || n > 1<<16 || len(out) >= 1<<10 {
			return nil, &Error{"clock.gpus", fmt.Sprintf("%.40q is no list of workers a GPU: accepted is a list such as 4+2", c.GPUs)}
		}
		out = append(out, n)
	}
	return out, nil
}

// MovedBytes returns the bytes that cross the link for so many tokens, all
// ranks together.
func (c Config) MovedBytes(tokens int) float64 {
	ranks := float64(max(1, c.Split.TP)) // a latent goes whole to each
	if c.Split.KVHeads > 0 {
		ranks = max(1, ranks/float64(c.Split.KVHeads))
	}
	return float64(tokens) * c.BytesPerToken * c.Split.Sent() * ranks
}
