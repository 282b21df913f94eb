package workload

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sort"

	"kvtui/core/block"
	"kvtui/core/pyrand"
)

// Set is a workload whose requests are in memory, so that a screen can ask for
// any of them. A Set does not change once made.
type Set struct {
	Name     string    // of the stream; of a trace, its file
	Requests []Request // in order of arrival
	Size     int       // tokens per block
	// Prefixes is one more than the largest prefix number in use.
	Prefixes int
	// Common is the number of leading blocks that all requests share.
	Common int
	// Groups is the number of groups.
	Groups int
	// Traced is set for a recorded trace. Otherwise Lab describes the stream
	// if it is the lab's, and Seed is what it was made for.
	Traced bool
	Lab    Lab   // zero where the stream is another
	Seed   int64 // 0 for a trace
	// Format and Counts are a trace's.
	Format Format
	Counts Counts // of its lines

	answered bool      // its requests have their answers
	from     Generator // nil for a trace
	numbers  numbers   // of a trace's blocks
}

// ReadSet reads a whole trace. Where every request has a stamp they are put in
// order of arrival, and otherwise left in that of the file. The context ends
// it early. Errors in the text are *TraceErrors.
func ReadSet(ctx context.Context, r io.Reader, name string, o Options) (*Set, error) {
	t, err := Open(WithContext(ctx, r), name, o)
	if err != nil {
		return nil, err
	}
	return t.set()
}

// set reads the rest of a trace.
func (t *Reader) set() (*Set, error) {
	most := maxTraceRequests
	if t.opts.Most > 0 {
		most = t.opts.Most
	}
	s := &Set{Name: t.name, Size: t.size, Traced: true, Format: t.format}
	for {
		r, err := t.Next()
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		if len(s.Requests) == most {
			return nil, &TraceError{t.name, t.lines.n, fmt.Sprintf("too many requests: accepted are up to %d; a smaller limit reads fewer", most)}
		}
		s.Requests = append(s.Requests, r)
	}
	s.numbers, s.Prefixes, s.Counts = t.numbers, t.Prefixes(), t.Counts()
	if s.Counts.Late > 0 && s.Stamped() {
		s.sort()
	}
	s.Common = commonBlocks(s.Requests)
	s.Groups = group(s.Requests, s.Common)
	return s, nil
}

// sort puts the requests in order of arrival, the first at 0.
func (s *Set) sort() {
	sort.SliceStable(s.Requests, func(i, j int) bool { return s.Requests[i].At < s.Requests[j].At })
	first := s.Requests[0].At
	for i := range s.Requests {
		s.Requests[i].Index = i
		s.Requests[i].At -= first
	}
}

// Collect makes all requests of a generated stream for a seed.
func Collect(g Generator, seed int64) *Set {
	s := &Set{Name: g.Name(), Size: g.BlockSize(), Seed: seed, from: g}
	s.Prefixes, s.Groups = g.numbered()
	s.Lab, _ = g.(Lab)
	source, _ := g.Open(seed)
	s.Requests = make([]Request, 0, g.Len())
	for {
		r, ok := source.Next()
		if !ok {
			break
		}
		s.Requests = append(s.Requests, r)
	}
	s.Common = commonBlocks(s.Requests)
	return s
}

// NewLabSet makes all requests of a lab stream for a seed.
func NewLabSet(l Lab, seed int64) *Set { return Collect(l, seed) }

// Open starts the stream. The order of a generated set stays as it was made,
// so seed must be the set's.
func (s *Set) Open(seed int64) (Source, *pyrand.Rand) {
	rng := pyrand.New(seed)
	if !s.Traced {
		_, rng = s.from.Open(s.Seed)
	}
	return &list{requests: s.Requests}, rng
}

// Stamped reports whether every request has an arrival stamp.
func (s *Set) Stamped() bool { return s.Traced && s.Counts.Stamped == len(s.Requests) }

// BlockSize returns the tokens per block.
func (s *Set) BlockSize() int { return s.Size }

// Len returns the number of requests.
func (s *Set) Len() int { return len(s.Requests) }

// Shared returns how many leading blocks of request i others of its group have
// too: in a generated stream those that it was made to share, in a trace
// perhaps all.
func (s *Set) Shared(i int) int {
	if s.Traced {
		return s.Requests[i].Chain.Len()
	}
	return s.from.sharedBlocks(s.Requests[i])
}

// Names returns the names of the chain of request i: over its tokens in the
// lab, over the ids of its blocks elsewhere.
func (s *Set) Names(i int) []block.Name {
	r := s.Requests[i]
	if s.Lab.Block > 0 {
		return block.Names(s.Lab.Tokens(i, r.Group), s.Size)
	}
	ids := make([]int64, 0, r.Chain.Len())
	for _, sp := range r.Chain {
		for j := range sp.N {
			p := sp.First + block.Prefix(j)
			if s.Traced {
				ids = append(ids, int64(s.numbers.content(p)))
			} else {
				ids = append(ids, int64(p))
			}
		}
	}
	return block.Names(ids, 1)
}

// commonBlocks returns how many leading blocks all requests share.
func commonBlocks(rs []Request) int {
	if len(rs) == 0 {
		return 0
	}
	n := rs[0].Chain.Len()
	for _, r := range rs[1:] {
		n = min(n, block.Shared(rs[0].Chain, r.Chain))
	}
	return n
}

// group numbers the requests by their first block after the common ones, in
// order of first appearance, and returns the number of groups.
func group(rs []Request, common int) int {
	numbers := map[block.Prefix]int{}
	for i := range rs {
		p := rs[i].Chain.At(common)
		if p == 0 {
			rs[i].Group = -1
			continue
		}
		g, ok := numbers[p]
		if !ok {
			g = len(numbers)
			numbers[p] = g
		}
		rs[i].Group = g
	}
	return len(numbers)
}
