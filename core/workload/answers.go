package workload

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"kvtui/core/block"
	"kvtui/core/pyrand"
)

// Full returns the whole blocks that a cache has once the request is done: of
// its prompt, and after them of its answer.
func (r Request) Full() block.Chain {
	if len(r.Answer) == 0 {
		return r.Chain
	}
	return append(slices.Clip(r.Chain), r.Answer...)
}

// EachBlock calls f for the parts of the spans that hold blocks from to to-1 of
// prompt and answer.
func (r Request) EachBlock(from, to int, f func(block.Span)) {
	n := 0
	if len(r.Answer) > 0 {
		n = r.Chain.Len()
		r.Answer.Each(from-n, to-n, f)
	}
	if n == 0 || from < n {
		r.Chain.Each(from, to, f)
	}
}

// streamAnswers is where the numbers of a Stream's answers begin: how many its
// prompts need is not known before its end.
const streamAnswers = 1 << 31

// WithAnswers returns a workload whose requests have the outputs that o draws
// for a seed, and the blocks of their answers, which enter the cache. The
// answers of Chats, with the outputs of the stream, are the blocks that the
// session's next turn has; all others are new with each request. Of a Set it is
// s.WithOutputs. Where a Stream runs out of numbers it ends, and its Close
// tells. Errors are *ArgErrors, but for a workload that is not of this package.
func WithAnswers(w Workload, o Outputs, seed int64) (Workload, error) {
	if s, ok := w.(*Set); ok {
		return s.WithOutputs(o, seed)
	}
	if err := o.Validate(); err != nil {
		return nil, err
	}
	a := &answers{Workload: w, outputs: o, seed: seed}
	switch w := w.(type) {
	case *Stream:
		a.numbers = answerNumbers{size: w.BlockSize(), next: streamAnswers}
	case Generator:
		if err := answerLimits(w, o); err != nil {
			return nil, err
		}
		prefixes, _ := w.numbered()
		a.numbers = newAnswerNumbers(w.BlockSize(), prefixes, w, o)
	default:
		return nil, fmt.Errorf("answers for a %T: accepted are sets, streams and generators", w)
	}
	return a, nil
}

// answerLimits checks that the numbers of a generated stream's answers, as long
// as they may be, fit. The error is an *ArgError.
func answerLimits(g Generator, o Outputs) error {
	longest := o.longest()
	if o.Kind == FromStream {
		longest = g.output()
	}
	size := g.BlockSize()
	prefixes, _ := g.numbered()
	return inLimits("requests and output", g.Len(), 0, prefixes+g.Len()*(max(0, longest+size-2)/size))
}

// WithOutputs returns a copy of the set in which requests have the outputs that
// o draws for a seed, and the blocks of their answers: see WithAnswers. The
// set must be as it was made. The error is an *ArgError.
func (s *Set) WithOutputs(o Outputs, seed int64) (*Set, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	out := *s
	out.Requests = slices.Clone(s.Requests)
	numbers := newAnswerNumbers(s.Size, s.Prefixes, s.from, o)
	for i := range out.Requests {
		r := &out.Requests[i]
		r.Output = o.Draw(seed, *r)
		if err := numbers.answer(r); err != nil {
			return nil, err
		}
	}
	out.Prefixes, out.answered = numbers.next, true
	return &out, nil
}

// Answered reports whether a workload's requests have outputs and answers from
// WithAnswers or WithOutputs.
func Answered(w Workload) bool {
	switch w := w.(type) {
	case *answers:
		return true
	case *Set:
		return w.answered
	}
	return false
}

// answers is a workload with answers.
type answers struct {
	Workload
	outputs Outputs
	seed    int64
	numbers answerNumbers // as they are at the start
}

// Stamped reports whether every request has an arrival stamp.
func (a *answers) Stamped() bool { return Stamped(a.Workload) }

// Open starts the stream.
func (a *answers) Open(seed int64) (Source, *pyrand.Rand) {
	src, rng := a.Workload.Open(seed)
	s := &answerSource{src: src, outputs: a.outputs, seed: a.seed, numbers: a.numbers}
	s.flow, _ = src.(*flow)
	return s, rng
}

type answerSource struct {
	src     Source
	flow    *flow // src, where that is a trace
	outputs Outputs
	seed    int64
	numbers answerNumbers
}

func (s *answerSource) Next() (Request, bool) {
	r, ok := s.src.Next()
	if !ok {
		return Request{}, false
	}
	r.Output = s.outputs.Draw(s.seed, r)
	err := s.numbers.answer(&r)
	if s.flow == nil {
		return r, err == nil // always so: see answerLimits
	}
	if s.flow.reader.Prefixes() > streamAnswers {
		err = errors.Join(err, &ArgError{"trace", "too many distinct blocks beside answers: accepted are up to 2147483647"})
	}
	if s.flow.failed = err; err != nil {
		return Request{}, false
	}
	return r, true
}

// answerNumbers gives the blocks of answers their numbers.
type answerNumbers struct {
	size  int    // tokens per block
	next  int    // number of a new block
	chats *Chats // not nil where turns contain the answers before them
	last  int    // number of the first session's last answer
	spans chains
}

// newAnswerNumbers starts with a number that no prompt has. The last answers of
// Chats, which no prompt contains, have the first of them.
func newAnswerNumbers(size, from int, g Generator, o Outputs) answerNumbers {
	n := answerNumbers{size: size, next: from}
	if c, ok := g.(Chats); ok && o.Kind == FromStream {
		n.chats, n.last = &c, from
		n.next += c.Sessions * answerBlocks(c.prompt(c.Turns-1), c.OutputTokens, size)
	}
	return n
}

// answerBlocks returns how many blocks an answer adds to those of its prompt.
// The last token of an answer has no KV, since nothing was computed after it.
func answerBlocks(tokens, output, size int) int {
	if output < 1 {
		return 0
	}
	return (tokens+output-1)/size - tokens/size
}

// answer gives a request the blocks of its answer. The error is an *ArgError.
func (n *answerNumbers) answer(r *Request) error {
	blocks := answerBlocks(r.Tokens, r.Output, n.size)
	first := n.next
	switch {
	case blocks == 0:
		r.Answer = nil
		return nil
	case n.chats == nil:
		n.next += blocks
	case r.Turn < n.chats.Turns-1:
		first = n.chats.first(r.Session) + n.chats.own(r.Turn)
	default:
		first = n.last + r.Session*blocks
	}
	if n.next > math.MaxUint32 {
		return &ArgError{"output", fmt.Sprintf("too many distinct blocks with those of answers: accepted are up to %d", uint32(math.MaxUint32-1))}
	}
	r.Answer = n.spans.of(span(first, blocks))
	return nil
}
