package scenario

import (
	"slices"

	"kvtui/core/clock"
	"kvtui/core/workload"
)

const (
	keyPreset   = "clock.preset"
	keyArrivals = "arrivals.kind"
	keyOutputs  = "outputs.kind"
)

// clocked are the tables of the clock's keys.
func clocked() []string {
	return []string{"clock", "arrivals", "outputs", "split", "link", "host", "store", "goal"}
}

// timed returns a key's place in the clock.
func timed(at func(c *clock.Config) *Value) func(*File) *Value {
	return func(f *File) *Value { return at(&f.Clock) }
}

func clockKeys() []Key {
	type c = clock.Config
	return slices.Concat([]Key{
		{keyPreset, "clock", "", "GPU and model whose figures a run with a clock takes; it switches the clock on, none switches it off", timed(func(c *c) *Value {
			return &Value{Type: Word, Words: clock.PresetNames(), word: (*uint8)(&c.Preset)}
		})},
		{"clock.on", "clock on", "", "requests take time", timed(func(c *c) *Value { return flag(&c.On) })},
		{"clock.base_ms", "iteration", "ms", "ms of every iteration: about weight bytes over memory bandwidth", timed(func(c *c) *Value { return number(&c.Engine.BaseMS, 0, clock.MaxMS) })},
		{"clock.sequence_ms", "  a sequence", "ms", "ms that each sequence adds to an iteration", timed(func(c *c) *Value { return number(&c.Engine.SequenceMS, 0, clock.MaxMS) })},
		{"clock.token_ms", "  a token", "ms", "ms that each token prefilled adds, attention left out", timed(func(c *c) *Value { return number(&c.Engine.TokenMS, 0, clock.MaxMS) })},
		{"clock.quad_tokens", "  doubled at", "tokens", "context at which attention costs as much as the rest of a token; 0 leaves attention out", timed(func(c *c) *Value { return number(&c.Engine.QuadTokens, 0, clock.MaxQuad) })},
		{"clock.memory_gbps", "GPU memory", "GB/s", "GB/s at which decode reads KV; 0 leaves that out", timed(func(c *c) *Value { return number(&c.Engine.MemoryGBps, 0, clock.MaxGBps) })},
		{"clock.budget_tokens", "budget", "tokens", "tokens of one iteration, decodes first; 0 is no limit", timed(func(c *c) *Value { return whole(&c.Engine.Budget, 0, clock.MaxTokens) })},
		{"clock.sequences", "batch", "sequences", "most sequences in a batch; 0 is no limit", timed(func(c *c) *Value { return whole(&c.Engine.Sequences, 0, clock.MaxSequences) })},
		{"clock.mocker", "mocker", "", "iterations take what the polynomials of Dynamo's mocker say, not the figures above", timed(func(c *c) *Value { return flag(&c.Engine.Mocker) })},
		{"clock.kv_bytes_per_token", "KV", "bytes/token", "bytes of KV a token", timed(func(c *c) *Value { return number(&c.BytesPerToken, 0, clock.MaxTokens) })},
		{"clock.front_end_ms", "front end", "ms", "ms between router and worker, hidden where the worker is busy", timed(func(c *c) *Value { return number(&c.FrontEndMS, 0, clock.MaxMS) })},
		{"clock.gpus", "workers a GPU", "", "workers on each GPU, prefill before decode: 4+2; others have one each", timed(func(c *c) *Value { return text(&c.GPUs) })},
		{"clock.sharing", "sharing", "", "what a busy worker costs another on its GPU: 0 nothing, 1 all of its time", timed(func(c *c) *Value { return number(&c.Sharing, 0, 1) })},
		{"clock.warmup_requests", "warm-up", "requests", "first requests that the warm figures leave out", timed(func(c *c) *Value { return whole(&c.Warmup, 0, workload.MaxRequests) })},
		{"clock.event_delay_ms", "events take", "ms", "ms from a worker's event to the index", timed(func(c *c) *Value { return number(&c.EventDelayMS, 0, clock.MaxMS) })},
	}, arrivalKeys(), outputKeys(), splitKeys(), linkKeys(), hostKeys(), []Key{
		{"store.blocks", "shared store", "blocks", "blocks that a KV store shared by all workers holds; 0 is no store", timed(func(c *c) *Value { return whole(&c.Store.Blocks, 0, clock.MaxTokens) })},
		{"store.gbps", "store", "GB/s", "GB/s of all loads from the store together; 0 is no limit", timed(func(c *c) *Value { return number(&c.Store.GBps, 0, clock.MaxGBps) })},
		{"store.latency_ms", "store latency", "ms", "ms before the first byte of a load", timed(func(c *c) *Value { return number(&c.Store.LatencyMS, 0, clock.MaxMS) })},
		{"goal.ttft_ms", "goal TTFT", "ms", "most ms to the first token that goodput counts; 0 is no limit", timed(func(c *c) *Value { return number(&c.Goal.TTFTMS, 0, clock.MaxMS) })},
		{"goal.itl_ms", "goal ITL", "ms", "most ms between tokens that goodput counts; 0 is no limit", timed(func(c *c) *Value { return number(&c.Goal.ITLMS, 0, clock.MaxMS) })},
	})
}

// arrivalKeys belong to one kind of arrivals each.
func arrivalKeys() []Key {
	of := func(kind workload.PatternKind, at func(p *workload.Pattern) *Value) func(*File) *Value {
		return func(f *File) *Value {
			if f.Clock.Arrivals.Kind != kind {
				return nil
			}
			return at(&f.Clock.Arrivals)
		}
	}
	type p = workload.Pattern
	return []Key{
		{keyArrivals, "arrivals", "", "auto is stamps where a trace has them, else a closed loop of one client", timed(func(c *clock.Config) *Value {
			return &Value{Type: Word, Words: arrivalNames(), word: (*uint8)(&c.Arrivals.Kind)}
		})},
		{"arrivals.concurrency", "clients", "", "clients that each send the next request when the one before has finished", of(workload.ClosedLoop, func(p *p) *Value { return whole(&p.Concurrency, 1, workload.MaxConcurrency) })},
		{"arrivals.stagger_ms", "  stagger", "ms", "ms between the first requests of two clients", of(workload.ClosedLoop, func(p *p) *Value { return millis(&p.StaggerNS, workload.MaxStaggerNS) })},
		{"arrivals.rate_per_s", "rate", "requests/s", "mean requests/s of independent arrivals", of(workload.Poisson, func(p *p) *Value { return number(&p.RatePerS, workload.MinRatePerS, workload.MaxRatePerS) })},
		{"arrivals.jitter_ms", "jitter", "ms", "ms of the trace's time over which requests of one stamp are spread", of(workload.Stamps, func(p *p) *Value { return millis(&p.JitterNS, workload.MaxJitterNS) })},
		{"arrivals.speed", "speed", "", "seconds of the trace in a second", of(workload.Stamps, func(p *p) *Value { return number(&p.Speed, workload.MinSpeed, workload.MaxSpeed) })},
	}
}

func arrivalNames() (names []string) {
	for k := workload.Auto; k <= workload.Stamps; k++ {
		names = append(names, k.String())
	}
	return names
}

func outputNames() (names []string) {
	for k := workload.FromStream; k <= workload.LogNormal; k++ {
		names = append(names, k.String())
	}
	return names
}

func outputKeys() []Key {
	drawn := func(at func(o *workload.Outputs) *Value) func(*File) *Value {
		return func(f *File) *Value {
			if f.Clock.Outputs.Kind != workload.LogNormal {
				return nil
			}
			return at(&f.Clock.Outputs)
		}
	}
	type o = workload.Outputs
	return []Key{
		{keyOutputs, "answers", "", "lengths of answers: those of the requests, all the same, or drawn", timed(func(c *clock.Config) *Value {
			return &Value{Type: Word, Words: outputNames(), word: (*uint8)(&c.Outputs.Kind)}
		})},
		{"outputs.tokens", "answer", "tokens", "tokens of an answer; of lognormal, the median", func(f *File) *Value {
			if f.Clock.Outputs.Kind == workload.FromStream {
				return nil
			}
			return whole(&f.Clock.Outputs.Tokens, 1, workload.MaxPromptTokens)
		}},
		{"outputs.sigma", "  spread", "", "standard deviation of the logarithm", drawn(func(o *o) *Value { return number(&o.Sigma, 0, workload.MaxSigma) })},
		{"outputs.max", "  at most", "tokens", "tokens to which longer answers are cut; 0 is the longest prompt", drawn(func(o *o) *Value { return whole(&o.Max, 0, workload.MaxPromptTokens) })},
	}
}

func splitKeys() []Key {
	split := func(at func(s *clock.Split) *Value) func(*File) *Value {
		return func(f *File) *Value { return at(&f.Clock.Split) }
	}
	type s = clock.Split
	return []Key{
		{"split.decode_workers", "decode workers", "", "workers that only decode, beside those that then only prefill; 0 keeps both together", split(func(s *s) *Value { return whole(&s.Decode, 0, clock.MaxDecode) })},
		{"split.capacity_blocks", "  capacity", "blocks", "blocks that a decode worker holds; 0 is as many as the others", split(func(s *s) *Value { return whole(&s.Capacity, 0, clock.MaxTokens) })},
		{"split.full", "  full prompt", "", "send the whole prompt's KV, not what the decode worker lacks", split(func(s *s) *Value { return flag(&s.Full) })},
		{"split.ties", "  ties", "", "which of the decode workers with equally few blocks gets a request: one drawn at random, as in Dynamo, or the lowest number", split(func(s *s) *Value { return either(&s.Lowest, "random", "lowest") })},
		{"split.first_token", "  first token", "", "from the decode worker, which computes the last prompt token again, or from the prefill worker", split(func(s *s) *Value { return either(&s.FromPrefill, "decode", "prefill") })},
		{"split.layers", "  layer-wise", "layers", "layers that are sent one by one as they are computed; 0 and 1 send after the prefill", split(func(s *s) *Value { return whole(&s.Layers, 0, clock.MaxLayers) })},
		{"split.precision", "  sent as", "", "precision in which KV is sent, of KV kept in two bytes", split(func(s *s) *Value {
			return &Value{Type: Word, Words: clock.PrecisionNames(), word: (*uint8)(&s.Precision)}
		})},
		{"split.mixed_share", "  in 16 bits", "share", "mixed: share of the tokens in two bytes, the rest in int4; 0 is a third", split(func(s *s) *Value { return number(&s.MixedShare, 0, 1) })},
		{"split.layer_share", "  layers sent", "share", "share of the layers that is sent; 0 is all", split(func(s *s) *Value { return number(&s.LayerShare, 0, 1) })},
		{"split.share", "  bytes sent", "share", "share of the KV bytes that is sent; 0 is what precision and layers make", split(func(s *s) *Value { return number(&s.Share, 0, 1) })},
		{"split.tp", "  ranks", "", "tensor parallel ranks of a decode worker", split(func(s *s) *Value { return whole(&s.TP, 1, clock.MaxRanks) })},
		{"split.kv_heads", "  KV heads", "", "KV heads of the model; a latent, 0, goes whole to every rank", split(func(s *s) *Value { return whole(&s.KVHeads, 0, clock.MaxTokens) })},
		{"split.conditional", "  conditional", "", "a decode worker serves a request alone that is short or mostly cached there", split(func(s *s) *Value { return flag(&s.Conditional) })},
		{"split.local_tokens", "  alone below", "tokens", "conditional: uncached tokens below which it does", split(func(s *s) *Value { return whole(&s.LocalTokens, 0, clock.MaxTokens) })},
		{"split.local_share", "  and below", "share", "conditional: uncached share below which it does", split(func(s *s) *Value { return number(&s.LocalShare, 0, 1) })},
	}
}

func linkKeys() []Key {
	link := func(at func(l *clock.Link) *Value) func(*File) *Value {
		return func(f *File) *Value { return at(&f.Clock.Link) }
	}
	type l = clock.Link
	return []Key{
		{"link.flow_gbps", "one transfer", "GB/s", "GB/s of one transfer at most; 0 is no limit", link(func(l *l) *Value { return number(&l.FlowGBps, 0, clock.MaxGBps) })},
		{"link.total_gbps", "link", "GB/s", "GB/s of all transfers together; 0 is no limit", link(func(l *l) *Value { return number(&l.TotalGBps, 0, clock.MaxGBps) })},
		{"link.latency_ms", "latency", "ms", "ms before the first byte of a transfer", link(func(l *l) *Value { return number(&l.LatencyMS, 0, clock.MaxMS) })},
		{"link.per_worker", "own cards", "", "every worker has a network card of its own", link(func(l *l) *Value { return flag(&l.PerWorker) })},
	}
}

func hostKeys() []Key {
	host := func(at func(h *clock.Host) *Value) func(*File) *Value {
		return func(f *File) *Value { return at(&f.Clock.Host) }
	}
	type h = clock.Host
	return []Key{
		{"host.copy_gbps", "host copies", "GB/s", "GB/s of copies between GPU and host memory; 0 copies nothing", host(func(h *h) *Value { return number(&h.CopyGBps, 0, clock.MaxGBps) })},
		{"host.limit_mib", "memory limit", "MiB", "MiB of host memory at which a prefill worker is killed; 0 is never", host(func(h *h) *Value { return number(&h.LimitMiB, 0, clock.MaxMiB) })},
		{"host.base_mib", "  without KV", "MiB", "MiB that it holds without any KV", host(func(h *h) *Value { return number(&h.BaseMiB, 0, clock.MaxMiB) })},
		{"host.buffers", "  buffers", "", "mirror the KV pool, whose pages once used stay; or lag: held until a while after each transfer", host(func(h *h) *Value { return either(&h.Lag, "mirror", "lag") })},
		{"host.lag_ms", "  lag", "ms", "lag: ms beyond a transfer's end", host(func(h *h) *Value { return number(&h.LagMS, 0, clock.MaxMS) })},
		{"host.restart_ms", "  back after", "ms", "ms from the kill until the worker is back", host(func(h *h) *Value { return number(&h.RestartMS, 0, clock.MaxMS) })},
	}
}

// Matters reports whether a key does anything in the file as it is: without a
// clock only what switches it on, without decode workers nothing of a split,
// and so on.
func (f *File) Matters(k Key) bool {
	table, last, _ := cut(k.Name)
	c := &f.Clock
	switch {
	case k.Value(f) == nil:
		return false
	case k.Name == keyPreset || k.Name == "clock.on" || !slices.Contains(clocked(), table):
		return true
	case !c.On:
		return false
	case table == "split":
		mixed, local := last == "mixed_share", last == "local_tokens" || last == "local_share"
		return last == "decode_workers" || c.Split.Decode > 0 && (!mixed || c.Split.Precision == clock.Mixed) && (!local || c.Split.Conditional)
	case table == "link" || table == "host":
		return c.Split.Decode > 0 && (last != "lag_ms" || c.Host.Lag)
	case table == "store":
		return last == "blocks" || c.Store.Blocks > 0
	}
	return true
}
