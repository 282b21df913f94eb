package workload

import (
	"fmt"
	"math"
	"sort"

	"kvtui/core/pyrand"
)

// SharedPrefix is a stream of groups: every prompt is its group's prefix and a
// tail of its own. Which group comes next is drawn, group k with a weight of
// (k+1)^-Zipf, so that group 0 is the most popular. Source of the shape and of
// the default lengths: SGLang, bench_serving, generated-shared-prefix.
type SharedPrefix struct {
	Requests     int // in the whole stream
	Groups       int
	Zipf         float64 // exponent; 0 makes all groups equally popular
	PrefixTokens int     // of each group
	TailTokens   int     // after it, of each request
	OutputTokens int     // an answer
	Block        int     // tokens per block
}

// DefaultSharedPrefix returns 1,024 requests of 64 groups with SGLang's
// lengths; there groups are equally popular, here the exponent is 1.
func DefaultSharedPrefix() SharedPrefix {
	return SharedPrefix{Requests: 1024, Groups: 64, Zipf: 1, PrefixTokens: 2048, TailTokens: 128, OutputTokens: 256, Block: LengthsBlock}
}

// MaxGroups is the most groups of a generated stream.
const MaxGroups = 1_000_000

// MaxZipf is the largest exponent of a generated stream.
const MaxZipf = 10

// Name returns "shared prefix".
func (g SharedPrefix) Name() string { return "shared prefix" }

// Validate checks the arguments against the limits. The error is an *ArgError.
func (g SharedPrefix) Validate() error { return g.layers(0).validate() }

// Open starts the stream.
func (g SharedPrefix) Open(seed int64) (Source, *pyrand.Rand) {
	return g.layers(0).open(seed, g.Name())
}

// BlockSize returns the tokens per block.
func (g SharedPrefix) BlockSize() int { return g.Block }

// Len returns the number of requests.
func (g SharedPrefix) Len() int { return g.Requests }

func (g SharedPrefix) numbered() (prefixes, groups int) { return g.layers(0).numbered() }
func (g SharedPrefix) sharedBlocks(Request) int         { return g.layers(0).known() }
func (g SharedPrefix) output() int                      { return g.OutputTokens }
func (g SharedPrefix) layers(systemTokens int) layers   { return layers{g, systemTokens} }

// CommonPrefix is a stream of groups that all share a system prompt before
// their own prefix. It is a trap: a router that looks at overlap alone finds
// the system prompt where it went first, and sends everything there.
type CommonPrefix struct {
	SystemTokens int // the prompt that all requests share
	SharedPrefix
}

// DefaultCommonPrefix returns a system prompt of 2,048 tokens before prefixes
// of 512.
func DefaultCommonPrefix() CommonPrefix {
	g := CommonPrefix{2048, DefaultSharedPrefix()}
	g.PrefixTokens = 512
	return g
}

// Name returns "common prefix".
func (g CommonPrefix) Name() string { return "common prefix" }

// Validate checks the arguments against the limits. The error is an *ArgError.
func (g CommonPrefix) Validate() error { return g.layers(g.SystemTokens).validate() }

// Open starts the stream.
func (g CommonPrefix) Open(seed int64) (Source, *pyrand.Rand) {
	return g.layers(g.SystemTokens).open(seed, g.Name())
}

func (g CommonPrefix) numbered() (prefixes, groups int) { return g.layers(g.SystemTokens).numbered() }
func (g CommonPrefix) sharedBlocks(Request) int         { return g.layers(g.SystemTokens).known() }

// layers is a stream of prompts in three parts: of all, of a group, of one
// request. A block belongs to the last part that has a token in it.
type layers struct {
	SharedPrefix
	system int // tokens
}

func (l layers) common() int { return l.system / l.Block }
func (l layers) known() int  { return (l.system + l.PrefixTokens) / l.Block }
func (l layers) prompt() int { return l.system + l.PrefixTokens + l.TailTokens }
func (l layers) own() int    { return l.prompt()/l.Block - l.known() }

func (l layers) numbered() (prefixes, groups int) {
	return 1 + l.common() + l.Groups*(l.known()-l.common()) + l.Requests*l.own(), l.Groups
}

func (l layers) validate() error {
	err := inRange(
		intArg{"requests", l.Requests, 0, MaxRequests},
		intArg{"groups", l.Groups, 1, MaxGroups},
		intArg{"system", l.system, 0, MaxPromptTokens},
		intArg{"plen", l.PrefixTokens, 0, MaxPromptTokens},
		intArg{"tail", l.TailTokens, 0, MaxPromptTokens},
		intArg{"output", l.OutputTokens, 0, MaxPromptTokens},
		intArg{"block", l.Block, 1, MaxPromptTokens},
	)
	if err != nil {
		return err
	}
	if !(l.Zipf >= 0 && l.Zipf <= MaxZipf) {
		return &ArgError{"zipf", fmt.Sprintf("%g is out of range: accepted are 0 to %d", l.Zipf, MaxZipf)}
	}
	prefixes, _ := l.numbered()
	return inLimits("requests, groups, system, plen and tail", l.Requests, l.prompt(), prefixes)
}

func (l layers) open(seed int64, purpose string) (Source, *pyrand.Rand) {
	return &layerStream{layers: l, weights: newZipf(l.Groups, l.Zipf), rng: derived(seed, purpose)}, pyrand.New(seed)
}

type layerStream struct {
	layers
	weights zipf
	rng     *pyrand.Rand
	next    int
	chains  chains
}

func (s *layerStream) Next() (Request, bool) {
	i := s.next
	if i == s.Requests {
		return Request{}, false
	}
	s.next++
	group := s.weights.draw(s.rng)
	common, own := s.common(), s.own()
	below := s.known() - common // blocks that only the group shares
	r := Request{Index: i, Group: group, Session: -1, Tokens: s.prompt(), Output: s.OutputTokens}
	if below == 0 {
		r.Group = -1
	}
	groups := 1 + common
	owns := groups + s.Groups*below
	r.Chain = s.chains.of(span(1, common), span(groups+group*below, below), span(owns+i*own, own))
	return r, true
}

// zipf is the running sum of the weights.
type zipf []float64

func newZipf(n int, exponent float64) zipf {
	sums := make(zipf, n)
	sum := 0.0
	for i := range sums {
		sum += math.Pow(float64(i+1), -exponent)
		sums[i] = sum
	}
	return sums
}

func (z zipf) draw(rng *pyrand.Rand) int {
	at := rng.Float64() * z[len(z)-1]
	return min(sort.SearchFloat64s(z, at), len(z)-1)
}
