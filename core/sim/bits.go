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

// owner says who may write a page in place. A copy of a set shares its pages
// until one of the two writes. It is known by its address, so it has a size.
type owner struct{ _ byte }

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
	p := b.pages[pg]
	switch {
	case p == nil:
		p = &page{owner: o}
	case p.owner != o:
		q := *p
		q.owner = o
		p = &q
	default:
		return p
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

func (b *bitset) clone() bitset { return bitset{pages: append([]*page(nil), b.pages...)} }

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
