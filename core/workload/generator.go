package workload

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/zeebo/xxh3"

	"kvtui/core/block"
	"kvtui/core/pyrand"
)

// Generator is a workload made from numbers: Lab, SharedPrefix, CommonPrefix
// or Chats. It streams, so that any number of requests needs little memory.
type Generator interface {
	Workload
	// Name is what screens call the kind of stream.
	Name() string
	// Validate checks the arguments. The error is an *ArgError.
	Validate() error
	// numbered returns one more than the largest prefix number, and the number
	// of groups.
	numbered() (prefixes, groups int)
	// output returns the tokens of an answer.
	output() int
	// sharedBlocks returns how many leading blocks of a request others of its
	// group have too.
	sharedBlocks(r Request) int
}

// derived returns a random stream of its own for a purpose, so that none
// shifts with how much another draws. Strategies have the seed's own.
func derived(seed int64, purpose string) *pyrand.Rand {
	text := append(binary.LittleEndian.AppendUint64(nil, uint64(seed)), purpose...)
	return pyrand.New(int64(xxh3.Hash(text) >> 1)) // pyrand drops the sign
}

// intArg is an argument with its range.
type intArg struct {
	name         string
	v, low, high int
}

// inRange checks arguments one by one. The error is an *ArgError.
func inRange(args ...intArg) error {
	for _, a := range args {
		if a.v < a.low || a.v > a.high {
			return &ArgError{a.name, fmt.Sprintf("%d is out of range: accepted are %d to %d", a.v, a.low, a.high)}
		}
	}
	return nil
}

// inLimits checks what several arguments make together, named by what.
func inLimits(what string, requests, prompt, blocks int) error {
	switch {
	case requests > MaxRequests:
		return &ArgError{what, fmt.Sprintf("%d requests are too many: accepted are up to %d", requests, MaxRequests)}
	case prompt > MaxPromptTokens:
		return &ArgError{what, fmt.Sprintf("a prompt of %d tokens is too long: accepted are up to %d", prompt, MaxPromptTokens)}
	case blocks > math.MaxUint32-1:
		return &ArgError{what, fmt.Sprintf("%d distinct blocks are too many: accepted are up to %d", blocks, uint32(math.MaxUint32-1))}
	}
	return nil
}

// chains makes chains of few spans without an allocation each.
type chains struct{ spans []block.Span }

// of returns the chain of the spans that are not empty.
func (c *chains) of(spans ...block.Span) block.Chain {
	if len(c.spans) < len(spans) {
		c.spans = make([]block.Span, 512)
	}
	chain := block.Chain(c.spans[:0:len(spans)])
	c.spans = c.spans[len(spans):]
	for _, s := range spans {
		if s.N > 0 {
			chain = append(chain, s)
		}
	}
	return chain
}

func span(first, n int) block.Span { return block.Span{First: block.Prefix(first), N: uint32(n)} }
