package workload

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/zeebo/xxh3"
	"gonum.org/v1/gonum/mathext"
)

// OutputKind is where the lengths of answers come from.
type OutputKind uint8

// The sources of lengths.
const (
	FromStream OutputKind = iota // what each request says
	Fixed                        // the same for all
	LogNormal                    // drawn: the logarithm of a length is normal
)

// String returns the kind's name: stream, fixed or lognormal.
func (k OutputKind) String() string {
	if names := [...]string{"stream", "fixed", "lognormal"}; int(k) < len(names) {
		return names[k]
	}
	return fmt.Sprintf("kind %d", k)
}

// MaxSigma is the largest deviation of a LogNormal length's logarithm.
const MaxSigma = 5

// Outputs says how many tokens requests generate. The zero value leaves them
// as the stream has them. Fields that the kind does not name mean nothing to
// it.
type Outputs struct {
	Kind   OutputKind
	Tokens int     // of Fixed; the median of LogNormal
	Sigma  float64 // of LogNormal: standard deviation of the logarithm
	Max    int     // of LogNormal: longer ones are cut to it; 0 is MaxPromptTokens
}

// Validate checks the fields that the kind uses. The error is an *ArgError.
func (o Outputs) Validate() error {
	switch o.Kind {
	case FromStream:
		return nil
	case Fixed:
		return inRange(intArg{"output", o.Tokens, 0, MaxPromptTokens})
	case LogNormal:
		if err := inRange(intArg{"output", o.Tokens, 1, MaxPromptTokens}, intArg{"output-max", o.Max, 0, MaxPromptTokens}); err != nil {
			return err
		}
		return inFloatRange("output-sigma", o.Sigma, 0, MaxSigma)
	}
	return &ArgError{"output-kind", o.Kind.String() + " is unknown: accepted are stream, fixed and lognormal"}
}

// Draw returns how many tokens a request generates. It depends on the seed and
// the request's index alone, so that no other draw shifts it. A LogNormal
// length is at least 1.
func (o Outputs) Draw(seed int64, r Request) int {
	switch o.Kind {
	case Fixed:
		return o.Tokens
	case LogNormal:
		z := mathext.NormalQuantile(uniform(seed, r.Index))
		tokens := math.Round(float64(o.Tokens) * math.Exp(o.Sigma*z))
		return int(max(1, min(tokens, float64(o.longest()))))
	default:
		return r.Output
	}
}

// longest returns the most tokens that are drawn.
func (o Outputs) longest() int {
	if o.Kind == LogNormal && o.Max == 0 {
		return MaxPromptTokens
	}
	if o.Kind == LogNormal {
		return o.Max
	}
	return o.Tokens
}

// uniform returns a number between 0 and 1, neither included, for the output
// of a request. It is a hash, since seeding a generator takes far longer.
func uniform(seed int64, index int) float64 {
	text := binary.LittleEndian.AppendUint64(make([]byte, 0, 24), uint64(seed))
	text = binary.LittleEndian.AppendUint64(text, uint64(index))
	h := xxh3.Hash(append(text, "output"...))
	return (float64(h>>12) + 0.5) / (1 << 52)
}
