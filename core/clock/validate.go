package clock

import (
	"errors"

	"kvtui/core/workload"
)

// The most that figures may be.
const (
	MaxMS        = 1e9 // 11 days
	MaxGBps      = 1e6
	MaxTokens    = 1e9
	MaxQuad      = 1e12 // tokens
	MaxSequences = 1_000_000
	MaxMiB       = 1e9
	MaxRanks     = 1024
	MaxLayers    = 10_000
	MaxDecode    = 65_000 // workers
)

// Validate checks the figures of a clock that is on. The error is an *Error.
func (c Config) Validate() error {
	if !c.On {
		return nil
	}
	if _, err := c.Groups(); err != nil {
		return err
	}
	for _, a := range c.limits() {
		if err := checkRange(a.key, a.v, 0, a.high); err != nil {
			return err
		}
	}
	if err := asError(c.Arrivals.Validate()); err != nil {
		return err
	}
	return asError(c.Outputs.Validate())
}

// limit is the most that a figure may be; the least is 0.
type limit struct {
	key     string
	v, high float64
}

func (c Config) limits() []limit {
	e, s := c.Engine, c.Split
	return []limit{
		{"clock.base_ms", e.BaseMS, MaxMS},
		{"clock.sequence_ms", e.SequenceMS, MaxMS},
		{"clock.token_ms", e.TokenMS, MaxMS},
		{"clock.quad_tokens", e.QuadTokens, MaxQuad},
		{"clock.memory_gbps", e.MemoryGBps, MaxGBps},
		{"clock.budget_tokens", float64(e.Budget), MaxTokens},
		{"clock.sequences", float64(e.Sequences), MaxSequences},
		{"clock.front_end_ms", c.FrontEndMS, MaxMS},
		{"clock.kv_bytes_per_token", c.BytesPerToken, MaxTokens},
		{"clock.sharing", c.Sharing, 1},
		{"clock.event_delay_ms", c.EventDelayMS, MaxMS},
		{"clock.warmup_requests", float64(c.Warmup), workload.MaxRequests},
		{"split.decode_workers", float64(s.Decode), MaxDecode},
		{"split.capacity_blocks", float64(s.Capacity), MaxTokens},
		{"split.layers", float64(s.Layers), MaxLayers},
		{"split.share", s.Share, 1},
		{"split.mixed_share", s.MixedShare, 1},
		{"split.layer_share", s.LayerShare, 1},
		{"split.tp", float64(s.TP), MaxRanks},
		{"split.kv_heads", float64(s.KVHeads), MaxTokens},
		{"split.local_tokens", float64(s.LocalTokens), MaxTokens},
		{"split.local_share", s.LocalShare, 1},
		{"link.flow_gbps", c.Link.FlowGBps, MaxGBps},
		{"link.total_gbps", c.Link.TotalGBps, MaxGBps},
		{"link.latency_ms", c.Link.LatencyMS, MaxMS},
		{"host.copy_gbps", c.Host.CopyGBps, MaxGBps},
		{"host.limit_mib", c.Host.LimitMiB, MaxMiB},
		{"host.base_mib", c.Host.BaseMiB, MaxMiB},
		{"host.lag_ms", c.Host.LagMS, MaxMS},
		{"host.restart_ms", c.Host.RestartMS, MaxMS},
		{"store.blocks", float64(c.Store.Blocks), MaxTokens},
		{"store.gbps", c.Store.GBps, MaxGBps},
		{"store.latency_ms", c.Store.LatencyMS, MaxMS},
		{"goal.ttft_ms", c.Goal.TTFTMS, MaxMS},
		{"goal.itl_ms", c.Goal.ITLMS, MaxMS},
	}
}

// asError words an error of the workload's with the key that it is about.
func asError(err error) error {
	var bad *workload.ArgError
	if !errors.As(err, &bad) {
		return err
	}
	key := map[string]string{
		"concurrency": "arrivals.concurrency", "stagger": "arrivals.stagger_ms", "rate": "arrivals.rate_per_s", "speed": "arrivals.speed",
		"jitter": "arrivals.jitter_ms", "arrivals": "arrivals.kind",
		"output": "outputs.tokens", "output-max": "outputs.max", "output-sigma": "outputs.sigma", "output-kind": "outputs.kind",
	}[bad.Arg]
	if key == "" {
		key = bad.Arg
	}
	return &Error{key, bad.Problem}
}
