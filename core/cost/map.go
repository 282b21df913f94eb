package cost

import "math"

// The usual bounds of a map.
const (
	MapMinTokens = 128
	MapMaxTokens = 131_072
	MapMinGBps   = 0.1
	MapMaxGBps   = 1000
)

// Trade is what moving KV costs and what it is held against, for prompts of any
// length: prefilling again, or the stalls that splitting frees.
type Trade struct {
	Model   Model
	Shrink  Shrink
	Prefill func(tokens int) float64 // ms of a prompt with nothing cached
	// StallMS, above 0, asks whether to split: it is the stall and queue time
	// that splitting frees each request. 0 asks whether to
	// move or to recompute.
	StallMS float64
	// StallOf, where not nil, stands before StallMS: the same by the tokens of the
	// prompt. Below 0 splitting costs time whatever the link. NaN is not known,
	// and so are gain and border then.
	StallOf    func(tokens int) float64
	OverheadMS float64 // what a split adds beside the transfer; only where a stall is set
}

// Splits reports which of the two questions is asked.
func (t Trade) Splits() bool { return t.StallOf != nil || t.StallMS > 0 }

// Stall returns the ms that splitting frees a request of tokens, NaN where that
// is not known.
func (t Trade) Stall(tokens int) float64 {
	if t.StallOf != nil {
		return t.StallOf(tokens)
	}
	return t.StallMS
}

// GainMS returns the ms that moving the KV of tokens over gbps GB/s gains (above
// 0) or loses (below) against recomputing it, or that splitting gains or loses
// against one process.
func (t Trade) GainMS(tokens int, gbps float64) float64 {
	transfer := BytesMS(t.Shrink.Bytes(t.Model, tokens), gbps)
	prefill := t.Prefill(tokens)
	if !t.Splits() {
		return prefill - transfer
	}
	return t.Stall(tokens) - t.OverheadMS - t.Shrink.SplitMS(transfer, prefill, t.Model.Layers)
}

// BorderGBps returns the bandwidth at which GainMS of tokens is 0; more gains.
// It is +Inf where no bandwidth is enough, 0 where there is nothing to move, and
// NaN where the stall is not known.
func (t Trade) BorderGBps(tokens int) float64 {
	kv, prefill := t.Shrink.Bytes(t.Model, tokens), t.Prefill(tokens)
	ms := prefill
	if t.Splits() {
		ms = t.Shrink.LongestTransferMS(t.Stall(tokens)-t.OverheadMS, prefill, t.Model.Layers)
	}
	switch {
	case math.IsNaN(ms):
		return math.NaN()
	case kv == 0:
		return 0
	case ms <= 0:
		return math.Inf(1)
	}
	return EffectiveGBps(kv, ms)
}

// Map is a Trade over prompt tokens and bandwidths.
type Map struct {
	Tokens     []int       // by row, rising
	GBps       []float64   // by column, rising
	GainMS     [][]float64 // [row][column], ms; above 0 gained, below lost
	BorderGBps []float64   // by row, GB/s; see Trade.BorderGBps
}

// NewMap fills a map.
func NewMap(t Trade, tokens []int, gbps []float64) Map {
	m := Map{Tokens: tokens, GBps: gbps}
	for _, n := range tokens {
		row := make([]float64, len(gbps))
		for i, g := range gbps {
			row[i] = t.GainMS(n, g)
		}
		m.GainMS = append(m.GainMS, row)
		m.BorderGBps = append(m.BorderGBps, t.BorderGBps(n))
	}
	return m
}

// LogSteps returns n numbers from low to high with equal ratios, both ends
// exact. One step is low alone.
func LogSteps(low, high float64, n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		switch i {
		case 0:
			out[i] = low
		case n - 1:
			out[i] = high
		default:
			out[i] = low * math.Pow(high/low, float64(i)/float64(n-1))
		}
	}
	return out
}

// LogCounts is LogSteps in whole numbers, nearest ones, none twice.
func LogCounts(low, high, n int) (out []int) {
	for _, x := range LogSteps(float64(low), float64(high), n) {
		if k := int(math.Round(x)); len(out) == 0 || k > out[len(out)-1] {
			out = append(out, k)
		}
	}
	return out
}
