// Package cache keeps which worker holds which prefixes, and in which order a
// full worker lets them go.
package cache

import (
	"math/bits"

	"kvtui/core/block"
)

// Holdings says which workers hold which prefixes. It serves as the truth of
// all caches and as a router's index. Unless Gaps is set it must be
// prefix-closed: a worker that holds a prefix holds every shorter one on the
// same chain.
//
// It stores 64 neighbouring prefixes of one worker in a word and finds words
// by hash, and it forgets words without prefixes, so its size follows what is
// held, not workers times prefixes, and a chain is walked word by word.
type Holdings struct {
	// Gaps says that prefixes may be missing on the way to others, as in an
	// index that loses events; Deepest then asks every worker that has the
	// head of the chain.
	Gaps bool

	entries []entry
	free    []uint32 // entries without prefixes, index+1
	places  index    // by worker and word: the entry, index+1
	heads   index    // by word: its newest entry, index+1
	found   []int32  // scratch of Deepest
	parts   []part   // scratch of Deepest
}

type entry struct {
	bits         uint64
	word, worker uint32
	next         uint32 // the next entry of the same word, index+1
}

// part is the piece of a chain that lies in one word.
type part struct {
	word, shift uint32
	n           int // prefixes
	at          int // blocks of the chain before it
}

// Add notes that worker w holds the prefixes of s.
func (h *Holdings) Add(w int, s block.Span) {
	for s.N > 0 {
		p := firstPart(s)
		h.entry(uint32(w), p.word).bits |= p.mask()
		s.First += block.Prefix(p.n)
		s.N -= uint32(p.n)
	}
}

// Remove notes that worker w no longer holds the prefixes of s.
func (h *Holdings) Remove(w int, s block.Span) {
	for s.N > 0 {
		p := firstPart(s)
		if e := h.find(uint32(w), p.word); e != nil {
			if e.bits &^= p.mask(); e.bits == 0 {
				h.forget(e)
			}
		}
		s.First += block.Prefix(p.n)
		s.N -= uint32(p.n)
	}
}

// Lead returns how many leading blocks of the chain worker w holds.
func (h *Holdings) Lead(w int, c block.Chain) int {
	n := 0
	for _, s := range c {
		for s.N > 0 {
			p := firstPart(s)
			e := h.find(uint32(w), p.word)
			if e == nil {
				return n
			}
			got := p.lead(e.bits)
			n += got
			if got < p.n {
				return n
			}
			s.First += block.Prefix(p.n)
			s.N -= uint32(p.n)
		}
	}
	return n
}

// Deepest returns the largest Lead over all workers and the workers that have
// it, in no order; none when no worker holds the first block. The slice is
// good until the next call.
func (h *Holdings) Deepest(c block.Chain) (depth int, workers []int32) {
	h.parts = appendParts(h.parts[:0], c)
	h.found = h.found[:0]
	if h.Gaps {
		return h.deepestOfAll(c)
	}
	// From the tail on: closed under prefixes, so the first part that anybody
	// holds decides, and the long lists of popular heads are rarely walked.
	for i := len(h.parts) - 1; i >= 0; i-- {
		p := h.parts[i]
		best := 0
		for e := h.heads.get(uint64(p.word)); e != 0; e = h.entries[e-1].next {
			got := p.lead(h.entries[e-1].bits)
			if got > best {
				best, h.found = got, h.found[:0]
			}
			if got > 0 && got == best {
				h.found = append(h.found, int32(h.entries[e-1].worker))
			}
		}
		if best > 0 {
			return p.at + best, h.found
		}
	}
	return 0, nil
}

// Leads puts the Lead of each worker into dst, which has one place a worker.
func (h *Holdings) Leads(c block.Chain, dst []int32) {
	clear(dst)
	h.parts = appendParts(h.parts[:0], c)
	for _, p := range h.parts {
		further := false
		for e := h.heads.get(uint64(p.word)); e != 0; e = h.entries[e-1].next {
			w := h.entries[e-1].worker
			if int(dst[w]) == p.at { // it holds all before
				n := p.lead(h.entries[e-1].bits)
				dst[w] += int32(n)
				further = further || n == p.n
			}
		}
		if !further {
			return
		}
	}
}

// deepestOfAll asks every worker that has the first block.
func (h *Holdings) deepestOfAll(c block.Chain) (depth int, workers []int32) {
	if len(h.parts) == 0 {
		return 0, nil
	}
	for e := h.heads.get(uint64(h.parts[0].word)); e != 0; e = h.entries[e-1].next {
		w := h.entries[e-1].worker
		n := h.Lead(int(w), c)
		if n > depth {
			depth, h.found = n, h.found[:0]
		}
		if n > 0 && n == depth {
			h.found = append(h.found, int32(w))
		}
	}
	return depth, h.found
}

// Clear notes that worker w holds nothing.
func (h *Holdings) Clear(w int) {
	for i := range h.entries {
		if e := &h.entries[i]; e.worker == uint32(w) && e.bits != 0 {
			e.bits = 0
			h.forget(e)
		}
	}
}

func firstPart(s block.Span) part {
	shift := uint32(s.First) % 64
	return part{word: uint32(s.First) / 64, shift: shift, n: int(min(64-shift, s.N))}
}

func appendParts(dst []part, c block.Chain) []part {
	at := 0
	for _, s := range c {
		for s.N > 0 {
			p := firstPart(s)
			p.at = at
			dst = append(dst, p)
			at += p.n
			s.First += block.Prefix(p.n)
			s.N -= uint32(p.n)
		}
	}
	return dst
}

func (p part) mask() uint64 { return (^uint64(0) >> (64 - p.n)) << p.shift }

// lead counts the leading prefixes of p that are set in the word's bits.
func (p part) lead(word uint64) int {
	return min(bits.TrailingZeros64(^(word >> p.shift)), p.n)
}

func place(w, word uint32) uint64 { return uint64(w)<<32 | uint64(word) }

func (h *Holdings) find(w, word uint32) *entry {
	if id := h.places.get(place(w, word)); id != 0 {
		return &h.entries[id-1]
	}
	return nil
}

// entry returns the entry of a worker's word, a new one where there was none.
func (h *Holdings) entry(w, word uint32) *entry {
	if e := h.find(w, word); e != nil {
		return e
	}
	var id uint32
	if n := len(h.free); n > 0 {
		id, h.free = h.free[n-1], h.free[:n-1]
	} else {
		h.entries = append(h.entries, entry{})
		id = uint32(len(h.entries))
	}
	h.entries[id-1] = entry{word: word, worker: w, next: h.heads.get(uint64(word))}
	h.heads.put(uint64(word), id)
	h.places.put(place(w, word), id)
	return &h.entries[id-1]
}

// forget takes out an entry that has no prefixes left.
func (h *Holdings) forget(e *entry) {
	key := place(e.worker, e.word)
	id := h.places.get(key)
	h.places.drop(key)
	h.free = append(h.free, id)
	before := h.heads.get(uint64(e.word))
	switch {
	case before != id:
		for h.entries[before-1].next != id {
			before = h.entries[before-1].next
		}
		h.entries[before-1].next = e.next
	case e.next == 0:
		h.heads.drop(uint64(e.word))
	default:
		h.heads.put(uint64(e.word), e.next)
	}
}
