package clock

import "kvtui/core/cost"

// Precision is how KV is sent. The zero value is BF16.
type Precision uint8

// The precisions: those of package cost, and a mixture of two.
const (
	BF16 Precision = iota
	FP8
	INT8
	INT4
	Mixed // Split.MixedShare of the tokens in two bytes, the rest in int4
)

// PrecisionNames returns the words of the precisions, in their order.
func PrecisionNames() []string {
	var names []string
	for _, p := range cost.Precisions() {
		names = append(names, p.String())
	}
	return append(names, "mixed")
}

// String returns the precision's word.
func (p Precision) String() string { return PrecisionNames()[p] }

// Sent returns the part of the KV bytes that is sent, above 0 and at most 1,
// of KV that is kept in two bytes an element. Sizes and their caveats: package
// cost.
func (s Split) Sent() float64 {
	if s.Share > 0 {
		return s.Share
	}
	part := func(p cost.Precision) float64 { return p.Width().Bytes() / cost.BF16.Width().Bytes() }
	share := 1.0
	switch s.Precision {
	case BF16, FP8, INT8, INT4:
		share = part(cost.Precision(s.Precision))
	case Mixed:
		wide := s.Wide()
		share = wide + float64((1-wide)*part(cost.INT4))
	}
	if s.LayerShare > 0 {
		share *= s.LayerShare
	}
	return share
}

// Caveats returns what is known of the ways in use to shrink and hide what is
// sent, as cost.Shrink does, and last that of the precision. A Share of its own
// is of no known way.
func (s Split) Caveats() []cost.Caveat {
	way := cost.Shrink{LayerWise: s.Layers > 1}
	if s.Share > 0 {
		return way.Caveats()
	}
	way.LayerShare = s.LayerShare
	if s.Precision == Mixed {
		way.FP16Share = s.Wide()
		return way.Caveats()
	}
	out := way.Caveats()
	if c := cost.Precision(s.Precision).Caveat(); c != cost.CaveatNone {
		out = append(out, c)
	}
	return out
}

// Wide returns the share of the tokens that Mixed sends in two bytes.
func (s Split) Wide() float64 {
	if s.MixedShare == 0 {
		return cost.MixedFP16Share
	}
	return s.MixedShare
}
