package cost

import (
	"fmt"
	"strings"

	"kvtui/core/errtext"
)

// Width is the size of one stored KV element in half bytes, so that four-bit
// elements stay whole numbers: 4 is two bytes, 1 is half a byte.
type Width int

// MaxWidth is the widest element accepted, 16 bytes.
const MaxWidth Width = 32

const widthsAccepted = "a multiple of 0.5 from 0.5 to 16 bytes"

// WidthOfBytes returns the width of an element of the given bytes. It accepts
// multiples of 0.5 from 0.5 to 16.
func WidthOfBytes(bytes float64) (Width, error) {
	w := Width(0)
	if bytes > 0 && bytes <= float64(MaxWidth)/2 {
		w = Width(bytes * 2)
	}
	if w < 1 || float64(w) != bytes*2 {
		return 0, &ArgError{"dtype-bytes", number(bytes), widthsAccepted}
	}
	return w, nil
}

// Bytes returns the width in bytes.
func (w Width) Bytes() float64 { return float64(w) / 2 }

// Precision is how KV is stored or sent. Sizes count elements only; the scales
// that quantised formats carry along are left out.
type Precision uint8

// The precisions, widest first. BF16 stands for fp16 as well: both take two
// bytes an element.
const (
	BF16 Precision = iota
	FP8
	INT8
	INT4
)

// Precisions returns every precision, widest first.
func Precisions() []Precision { return []Precision{BF16, FP8, INT8, INT4} }

// ParsePrecision reads bf16, fp16, fp8, int8 or int4, in any case.
func ParsePrecision(s string) (Precision, error) {
	if strings.EqualFold(s, "fp16") {
		return BF16, nil
	}
	for _, p := range Precisions() {
		if strings.EqualFold(s, p.String()) {
			return p, nil
		}
	}
	return 0, &ArgError{"precision", errtext.Quote(s), "bf16, fp16, fp8, int8 or int4"}
}

// String returns the name that ParsePrecision reads.
func (p Precision) String() string {
	switch p {
	case BF16:
		return "bf16"
	case FP8:
		return "fp8"
	case INT8:
		return "int8"
	case INT4:
		return "int4"
	}
	return fmt.Sprintf("Precision(%d)", uint8(p))
}

// Width returns the size of one element: 2, 1, 1 and 0.5 bytes.
func (p Precision) Width() Width {
	switch p {
	case FP8, INT8:
		return 2
	case INT4:
		return 1
	default:
		return 4
	}
}

// Caveat is what is known of how a precision, or a way to shrink or hide a
// transfer, works out. Source: KV transfer article.
type Caveat uint8

// The caveats.
const (
	CaveatNone       Caveat = iota // what the model computes with
	CaveatSafe                     // taken as safe on practically every task
	CaveatMostModels               // fine on most models
	CaveatByModel                  // differs by model: Qwen2.5-7B breaks down, Mistral-7B holds
	CaveatMixed                    // at half the bytes SpectrumKV keeps perplexity within +2 %, PDTrim within +25 %
	CaveatResearch                 // sending a part of the layers is research, not for production
	CaveatConnector                // needs a connector that sends layer by layer; vLLM's NIXL one sends after prefill (notes/time-model.md)
)

// String returns the caveat as a phrase, with its source; "" for CaveatNone.
func (c Caveat) String() string {
	const source = " (KV transfer article)"
	switch c {
	case CaveatSafe:
		return "quality held on nearly all tasks" + source
	case CaveatMostModels:
		return "quality held by most models" + source
	case CaveatByModel:
		return "quality drops with Qwen2.5-7B, holds with Mistral-7B" + source
	case CaveatMixed:
		return "at half the bytes SpectrumKV +2 % perplexity, PDTrim +25 %" + source
	case CaveatResearch:
		return "research, not for production: what the others hold is lost" + source
	case CaveatConnector:
		return "hides time, saves no bytes; needs a connector for it, not vLLM's NIXL" + source
	case CaveatNone:
	}
	return ""
}

// Caveat returns the precision's caveat.
func (p Precision) Caveat() Caveat {
	switch p {
	case FP8:
		return CaveatSafe
	case INT8:
		return CaveatMostModels
	case INT4:
		return CaveatByModel
	default:
		return CaveatNone
	}
}
