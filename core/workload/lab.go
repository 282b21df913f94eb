package workload

import (
	"fmt"
	"math"

	"kvtui/core/block"
	"kvtui/core/pyrand"
)

// Limits of the lab's arguments.
const (
	MaxRequests     = 10_000_000
	MaxPromptTokens = 1_000_000
)

// Lab is the lab's stream: Prefixes prefixes, each sent Reps times in shuffled
// order, a prompt being the prefix and a tail of its own. Token j of prefix k
// is k*1000+j, token j of the tail of request i is 10^6+i*100+j. Source: lab,
// step 4.
type Lab struct {
	Prefixes     int
	Reps         int // requests of each prefix
	PrefixTokens int // of each prefix
	TailTokens   int // after it, of each request
	Block        int // tokens per block
}

// DefaultLab returns the lab's arguments as published.
func DefaultLab() Lab {
	return Lab{Prefixes: 12, Reps: 6, PrefixTokens: 96, TailTokens: 16, Block: block.DefaultSize}
}

// ArgError says which argument of a scenario is wrong and what is accepted.
type ArgError struct {
	Arg, Problem string // Arg as its flag is named; Problem is what is wrong and what is accepted
}

// Error implements error.
func (e *ArgError) Error() string { return e.Arg + ": " + e.Problem }

// Validate checks the arguments against the limits. The error is an *ArgError.
func (l Lab) Validate() error {
	err := inRange(
		intArg{"prefixes", l.Prefixes, 0, MaxRequests},
		intArg{"reps", l.Reps, 0, MaxRequests},
		intArg{"plen", l.PrefixTokens, 0, MaxPromptTokens},
		intArg{"tail", l.TailTokens, 0, MaxPromptTokens},
		intArg{"block", l.Block, 1, MaxPromptTokens},
	)
	if err != nil {
		return err
	}
	if n := l.Prefixes * l.Reps; n > MaxRequests {
		return &ArgError{"prefixes x reps", fmt.Sprintf("%d requests are too many: accepted are up to %d", n, MaxRequests)}
	}
	if n := l.PrefixTokens + l.TailTokens; n > MaxPromptTokens {
		return &ArgError{"plen + tail", fmt.Sprintf("a prompt of %d tokens is too long: accepted are up to %d", n, MaxPromptTokens)}
	}
	if n := l.distinctBlocks(); n > math.MaxUint32 {
		return &ArgError{"prefixes, reps, plen and tail", fmt.Sprintf("%d distinct blocks are too many: accepted are up to %d", n, uint32(math.MaxUint32))}
	}
	return nil
}

// Len returns the number of requests.
func (l Lab) Len() int { return l.Prefixes * l.Reps }

// BlockSize returns the tokens per block.
func (l Lab) BlockSize() int { return l.Block }

// shared returns the blocks that all requests of a prefix have in common, own
// those that one request has for itself: every block with a token of the tail.
func (l Lab) shared() int { return l.PrefixTokens / l.Block }
func (l Lab) own() int    { return (l.PrefixTokens+l.TailTokens)/l.Block - l.shared() }

func (l Lab) distinctBlocks() int { return l.Prefixes*l.shared() + l.Len()*l.own() }

// Name returns "lab".
func (l Lab) Name() string { return "lab" }

// Open shuffles the order and starts the stream.
func (l Lab) Open(seed int64) (Source, *pyrand.Rand) {
	rng := pyrand.New(seed)
	order := make([]int32, l.Len())
	for i := range order {
		order[i] = int32(i / l.Reps)
	}
	rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	return &labStream{lab: l, order: order}, rng
}

// Tokens returns the prompt of request i with prefix k.
func (l Lab) Tokens(i, k int) []int64 {
	out := make([]int64, 0, l.PrefixTokens+l.TailTokens)
	for j := range l.PrefixTokens {
		out = append(out, int64(k*1000+j))
	}
	for j := range l.TailTokens {
		out = append(out, int64(1_000_000+i*100+j))
	}
	return out
}

type labStream struct {
	lab    Lab
	order  []int32
	next   int
	chains chains
}

// Next makes the chain from numbers alone. Prefixes differ in their first
// token and tails in theirs, so a block is known by its prefix and place, or,
// with a token of the tail in it, by its request and place; no name is needed.
func (s *labStream) Next() (Request, bool) {
	i := s.next
	if i == len(s.order) {
		return Request{}, false
	}
	s.next++
	l, k := s.lab, int(s.order[i])
	shared, own := l.shared(), l.own()
	chain := s.chains.of(span(1+k*shared, shared), span(1+l.Prefixes*shared+i*own, own))
	return Request{Index: i, Group: k, Session: -1, Tokens: l.PrefixTokens + l.TailTokens, Chain: chain}, true
}

func (l Lab) numbered() (prefixes, groups int) { return 1 + l.distinctBlocks(), l.Prefixes }
func (l Lab) sharedBlocks(Request) int         { return l.shared() }
func (l Lab) output() int                      { return 0 }
