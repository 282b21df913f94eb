package workload

import (
	"kvtui/core/block"
	"kvtui/core/pyrand"
)

// Set is a workload whose requests are in memory, so that a screen can ask for
// any of them. A Set does not change once made.
type Set struct {
	Name     string
	Requests []Request
	Size     int // tokens per block
	// Prefixes is one more than the largest prefix number in use.
	Prefixes int
	// Common is the number of leading blocks that all requests share.
	Common int
	// Groups is the number of groups.
	Groups int
	// Traced is set for a recorded trace; Lab describes the stream otherwise.
	Traced bool
	Lab    Lab
	Seed   int64 // of the lab's order

	tree *block.Tree // contents of a trace's blocks
}

// NewLabSet makes all requests of a lab stream for a seed.
func NewLabSet(l Lab, seed int64) *Set {
	s := &Set{Name: "lab", Size: l.Block, Prefixes: 1 + l.distinctBlocks(), Groups: l.Prefixes, Lab: l, Seed: seed}
	arrivals, _ := l.Open(seed)
	s.Requests = make([]Request, 0, l.Len())
	for {
		r, _, ok := arrivals.Next(0, len(s.Requests))
		if !ok {
			break
		}
		s.Requests = append(s.Requests, r)
	}
	s.Common = commonBlocks(s.Requests)
	return s
}

// Open starts the stream. The order of a lab set stays as it was made, so seed
// must be the set's.
func (s *Set) Open(seed int64) (Arrivals, *pyrand.Rand) {
	if s.Traced {
		return &list{requests: s.Requests}, pyrand.New(seed)
	}
	_, rng := s.Lab.Open(s.Seed)
	return &list{requests: s.Requests}, rng
}

// BlockSize returns the tokens per block.
func (s *Set) BlockSize() int { return s.Size }

// Len returns the number of requests.
func (s *Set) Len() int { return len(s.Requests) }

// Shared returns how many leading blocks of request i others of its group have
// too: in the lab those of the prefix, in a trace perhaps all.
func (s *Set) Shared(i int) int {
	if s.Traced {
		return s.Requests[i].Chain.Len()
	}
	return s.Lab.shared()
}

// Names returns the names of the chain of request i: over its tokens in the
// lab, over the ids of its blocks in a trace.
func (s *Set) Names(i int) []block.Name {
	r := s.Requests[i]
	if !s.Traced {
		return block.Names(s.Lab.Tokens(i, r.Group), s.Size)
	}
	ids := make([]int64, 0, r.Chain.Len())
	for _, sp := range r.Chain {
		for j := range sp.N {
			ids = append(ids, int64(s.tree.Content(sp.First+block.Prefix(j))))
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
