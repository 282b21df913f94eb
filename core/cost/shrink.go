package cost

import "math"

// MixedFP16Share is the share of tokens in fp16 with which a mixture takes half
// the bytes of fp16: 2/3 of the tokens save three quarters of theirs.
const MixedFP16Share = 1.0 / 3

// Shrink is what is done to KV before it travels. The zero value sends every
// layer in two-byte elements, after prefill. Source of the ways and caveats: KV
// transfer article.
type Shrink struct {
	// Width is the size of an element sent; 0 is two bytes. A mixture has widths
	// of its own.
	Width Width
	// FP16Share, above 0, is the share of tokens that stay in fp16; the rest goes
	// in int4. 0 is no mixture.
	FP16Share float64
	// LayerShare is the share of the layers with KV that are sent, in whole
	// layers, rounded up; 0 sends all. Layers of a windowed model count alike.
	LayerShare float64
	// LayerWise sends each layer as soon as it is computed. It hides time and
	// takes off no bytes; see LayerOverlapTTFTMS.
	LayerWise bool
}

// Validate accepts shares from 0 to 1 and widths that an element can have.
func (s Shrink) Validate() error {
	if s.Width < 0 || s.Width > MaxWidth {
		return &ArgError{"dtype-bytes", number(s.Width.Bytes()), widthsAccepted}
	}
	if !(s.FP16Share >= 0 && s.FP16Share <= 1) {
		return &ArgError{"fp16-share", number(s.FP16Share), "0 to 1"}
	}
	if !(s.LayerShare >= 0 && s.LayerShare <= 1) {
		return &ArgError{"layer-share", number(s.LayerShare), "0 to 1"}
	}
	return nil
}

// Bytes returns the bytes that travel for the KV of tokens. A part of a byte
// rounds up, once, at the end. It never falls as tokens grow.
func (s Shrink) Bytes(m Model, tokens int) int64 {
	w := s.Width
	if w == 0 {
		w = BF16.Width()
	}
	if s.FP16Share == 0 && s.LayerShare == 0 {
		return m.KVBytes(tokens, w)
	}
	element := w.Bytes()
	if s.FP16Share > 0 {
		element = s.FP16Share*BF16.Width().Bytes() + (1-s.FP16Share)*INT4.Width().Bytes()
	}
	bytes := float64(m.elements(tokens)) * element
	full, sliding := m.keepers()
	if n := float64(full + sliding); s.LayerShare > 0 && n > 0 {
		bytes *= max(1, math.Ceil(s.LayerShare*n-timeSlack)) / n
	}
	if bytes >= math.MaxInt64 { // a shape that fits in half bytes need not fit in two
		return math.MaxInt64
	}
	return int64(math.Ceil(bytes * (1 - timeSlack)))
}

// SplitMS returns the ms that handing the KV over adds to a request's time to
// first token when its prefill takes prefillMS on a model of layers: the whole
// transfer, or what layer-wise sending leaves of it.
func (s Shrink) SplitMS(transferMS, prefillMS float64, layers int) float64 {
	if !s.LayerWise {
		return transferMS
	}
	return transferMS * (1 - HiddenShare(prefillMS, transferMS, layers))
}

// LongestTransferMS is SplitMS the other way round: the longest transfer that
// adds no more than savedMS. With layer-wise sending and L layers that is
// savedMS * L while prefill is the longer of the two, else savedMS + prefillMS *
// (1 - 1/L).
func (s Shrink) LongestTransferMS(savedMS, prefillMS float64, layers int) float64 {
	l := float64(max(layers, 1))
	switch {
	case !s.LayerWise:
		return savedMS
	case savedMS <= prefillMS/l:
		return savedMS * l
	}
	return savedMS + prefillMS*(1-1/l)
}

// Caveats returns what is known of the ways in use, the one with most to lose
// first; none for plain two-byte KV.
func (s Shrink) Caveats() (out []Caveat) {
	if s.LayerShare > 0 && s.LayerShare < 1 {
		out = append(out, CaveatResearch)
	}
	if s.FP16Share > 0 && s.FP16Share < 1 {
		out = append(out, CaveatMixed)
	}
	if s.LayerWise {
		out = append(out, CaveatConnector)
	}
	return out
}

// TPBytes returns the bytes that one decode rank of tp takes of the KV of a
// request: total * max(1/tp, 1/KV heads), rounded up, since a head is not cut
// but copied where ranks outnumber heads. A latent goes whole to every rank.
// Where full layers have fewer heads than windowed ones, theirs count for all,
// which is an upper bound. tp below 1 counts as 1. Source: notes/time-model.md,
// tensor parallel.
func TPBytes(total int64, tp int, m Model) int64 {
	if m.MLA != (MLA{}) {
		return total
	}
	heads := m.KVHeads
	if m.Global != (Heads{}) {
		heads = min(heads, m.Global.KVHeads)
	}
	parts := int64(max(1, min(tp, heads)))
	return total/parts + min(1, total%parts)
}
