package sim

import (
	"math/bits"

	"kvtui/core/block"
)

// pageBits is the prefixes of one page of a bitset, pageBytes what a page takes
// of the heap, which has no smaller place for 520 bytes.
const (
	pageBits  = 4096
	pageBytes = 576
)

type page struct {
	owner *owner
	words [pageBits / 64]uint64
}

// owner says who may write a page in place: a copy of a set shares its pages
// until one of the two writes. It keeps the pages that it no longer needs, so
// that going back and forth leaves nothing for the collector.
type owner struct{ spare []*page }

// page returns a page to be overwritten.
func (o *owner) page() *page {
	n := len(o.spare)
	if n == 0 {
		return &page{owner: o}
	}
	p := o.spare[n-1]
	o.spare = o.spare[:n-1]
	return p
}

// bitset is a set of prefixes that is cheap to copy.
type bitset struct{ pages []*page }

// words calls f for the words that s touches, with the bits of s in them.
func (b *bitset) words(s block.Span, f func(page, word int, mask uint64)) {
	for p, n := uint32(s.First), s.N; n > 0; {
		shift := p % 64
		k := min(64-shift, n)
		f(int(p/pageBits), int(p%pageBits/64), (^uint64(0)>>(64-k))<<shift)
		p += k
		n -= k
	}
}

// add puts the prefixes of s in and returns how many were new, and how many of
// those are in other.
func (b *bitset) add(s block.Span, o *owner, other *bitset) (fresh, both int) {
	b.words(s, func(pg, w int, mask uint64) {
		for pg >= len(b.pages) {
			b.pages = append(b.pages, nil)
		}
		p := b.own(pg, o)
		mask &^= p.words[w]
		p.words[w] |= mask
		fresh += bits.OnesCount64(mask)
		both += bits.OnesCount64(mask & other.word(pg, w))
	})
	return fresh, both
}

// remove takes the prefixes of s out and returns how many were in, and how many
// of those are in other.
func (b *bitset) remove(s block.Span, o *owner, other *bitset) (gone, both int) {
	b.words(s, func(pg, w int, mask uint64) {
		if mask &= b.word(pg, w); mask == 0 {
			return
		}
		b.own(pg, o).words[w] &^= mask
		gone += bits.OnesCount64(mask)
		both += bits.OnesCount64(mask & other.word(pg, w))
	})
	return gone, both
}

// word returns 64 prefixes of a page.
func (b *bitset) word(pg, w int) uint64 {
	if pg >= len(b.pages) || b.pages[pg] == nil {
		return 0
	}
	return b.pages[pg].words[w]
}

func (b *bitset) own(pg int, o *owner) *page {
	old := b.pages[pg]
	if old != nil && old.owner == o {
		return old
	}
	p := o.page()
	if old == nil {
		clear(p.words[:])
	} else {
		p.words = old.words
	}
	b.pages[pg] = p
	return p
}

func (b *bitset) has(p block.Prefix) bool {
	return b.word(int(p/pageBits), int(p%pageBits/64))>>(p%64)&1 != 0
}

// lead returns how many leading blocks of the chain are in the set.
func (b *bitset) lead(c block.Chain) int {
	n := 0
	for _, s := range c {
		for i := range s.N {
			if !b.has(s.First + block.Prefix(i)) {
				return n
			}
			n++
		}
	}
	return n
}

// copyFrom makes b equal to another set, whose pages it then shares. Its own
// pages go back to its owner.
func (b *bitset) copyFrom(other *bitset, o *owner) {
	for _, p := range b.pages {
		if p != nil && p.owner == o {
			o.spare = append(o.spare, p)
		}
	}
	b.pages = append(b.pages[:0], other.pages...)
}

// unshared returns how many pages are not those of an older copy too.
func (b *bitset) unshared(older *bitset) int {
	n := 0
	for i, p := range b.pages {
		if p != nil && (i >= len(older.pages) || older.pages[i] != p) {
			n++
		}
	}
	return n
}
