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
	On       bool
	Engine   Engine
	Arrivals workload.Pattern
	Outputs  workload.Outputs
	// FrontEndMS passes between a request's arrival and its worker. It is hidden
	// where the worker is busy anyway.
	FrontEndMS    float64
	BytesPerToken float64 // of KV, as kept and, times Split.Share, as moved
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
	// FromPrefill takes the first token from the prefill worker; else the decode
	// worker computes the last prompt token again, as vLLM's does.
	FromPrefill bool
	// Layers above 1 sends each layer as it is computed.
	Layers int
	// Share is the part of the KV bytes that is sent, above 0 and at most 1; 0
	// counts as 1.
	Share float64
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

// Groups reads GPUs: the workers of each GPU. The error says what is accepted.
func (c Config) Groups() ([]int, error) {
	if c.GPUs == "" {
		return nil, nil
	}
	var out []int
	for _, part := range strings.Split(c.GPUs, "+") {
		n, err := strconv.Atoi(part)
		if err != nil || n < 1 || n > 1<<16 || len(out) >= 1<<10 {
			return nil, &Error{"gpus", fmt.Sprintf("%.40q is no list of workers a GPU: accepted is a list such as 4+2", c.GPUs)}
		}
		out = append(out, n)
	}
	return out, nil
}

// MovedBytes returns the bytes that cross the link for so many tokens, all
// ranks together.
func (c Config) MovedBytes(tokens int) float64 {
	share := c.Split.Share
	if share == 0 {
		share = 1
	}
	tp, ranks := float64(max(1, c.Split.TP)), 1.0
	if c.Split.KVHeads == 0 {
		ranks = tp
	} else {
		ranks = max(1, tp/float64(c.Split.KVHeads))
	}
	return float64(tokens) * c.BytesPerToken * share * ranks
}

// Validate checks the figures. The error is an *Error or of the arrivals.
func (c Config) Validate() error {
	if !c.On {
		return nil
	}
	if _, err := c.Groups(); err != nil {
		return err
	}
	const ms, gbps = 1e9, 1e6
	for _, a := range []struct {
		arg          string
		v, low, high float64
	}{
		{"base-ms", c.Engine.BaseMS, 0, ms}, {"sequence-ms", c.Engine.SequenceMS, 0, ms}, {"token-ms", c.Engine.TokenMS, 0, ms},
		{"quad-tokens", c.Engine.QuadTokens, 0, 1e12}, {"memory-gbps", c.Engine.MemoryGBps, 0, gbps},
		{"budget", float64(c.Engine.Budget), 0, 1e9}, {"sequences", float64(c.Engine.Sequences), 0, 1e6},
		{"front-end-ms", c.FrontEndMS, 0, ms}, {"kv-bytes", c.BytesPerToken, 0, 1e9}, {"sharing", c.Sharing, 0, 1},
		{"decode-workers", float64(c.Split.Decode), 0, 65_000}, {"decode-capacity", float64(c.Split.Capacity), 0, 1e9},
		{"layers", float64(c.Split.Layers), 0, 1e4}, {"share", c.Split.Share, 0, 1}, {"tp", float64(c.Split.TP), 0, 1024},
		{"kv-heads", float64(c.Split.KVHeads), 0, 1e6}, {"local-tokens", float64(c.Split.LocalTokens), 0, 1e9}, {"local-share", c.Split.LocalShare, 0, 1},
		{"flow-gbps", c.Link.FlowGBps, 0, gbps}, {"link-gbps", c.Link.TotalGBps, 0, gbps}, {"latency-ms", c.Link.LatencyMS, 0, ms},
		{"copy-gbps", c.Host.CopyGBps, 0, gbps}, {"limit-mib", c.Host.LimitMiB, 0, 1e9}, {"base-mib", c.Host.BaseMiB, 0, 1e9},
		{"lag-ms", c.Host.LagMS, 0, ms}, {"restart-ms", c.Host.RestartMS, 0, ms},
		{"store-blocks", float64(c.Store.Blocks), 0, 1e9}, {"store-gbps", c.Store.GBps, 0, gbps}, {"store-latency-ms", c.Store.LatencyMS, 0, ms},
		{"event-delay-ms", c.EventDelayMS, 0, ms}, {"warmup", float64(c.Warmup), 0, workload.MaxRequests},
		{"ttft-ms", c.Goal.TTFTMS, 0, ms}, {"itl-ms", c.Goal.ITLMS, 0, ms},
	} {
		if err := checkRange(a.arg, a.v, a.low, a.high); err != nil {
			return err
		}
	}
	return c.Arrivals.Validate()
}
