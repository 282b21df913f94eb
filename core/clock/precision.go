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
		wide := s.MixedShare
		if wide == 0 {
			wide = cost.MixedFP16Share
		}
		share = wide + float64((1-wide)*part(cost.INT4))
	}
	if s.LayerShare > 0 {
		share *= s.LayerShare
	}
	return share
}
