package sim

import (
	"math/bits"

	"kvtui/core/block"
)

// Share is how many of some blocks a worker holds, how many the index says
// that it holds, and how many are in both.
type Share struct{ Held, Known, Both int }

// Share counts blocks from to to-1 of a chain on worker w.
func (s *State) Share(w int, c block.Chain, from, to int) (n Share) {
	wk := &s.Workers[w]
	c.Each(from, to, func(sp block.Span) {
		wk.cache.words(sp, func(pg, word int, mask uint64) {
			held, known := wk.cache.word(pg, word)&mask, wk.index.word(pg, word)&mask
			n.Held += bits.OnesCount64(held)
			n.Known += bits.OnesCount64(known)
			n.Both += bits.OnesCount64(held & known)
		})
	})
	return n
}

// Copies returns how many different blocks the fleet holds, and how many of
// them more than one worker holds.
func (s *State) Copies() (distinct, repeated int) {
	pages := 0
	for i := range s.Workers {
		pages = max(pages, len(s.Workers[i].cache.pages))
	}
	for pg := range pages {
		var once, twice [pageBits / 64]uint64
		for i := range s.Workers {
			b := &s.Workers[i].cache
			if pg >= len(b.pages) || b.pages[pg] == nil {
				continue
			}
			for k, word := range b.pages[pg].words {
				twice[k] |= once[k] & word
				once[k] |= word
			}
		}
		for k := range once {
			distinct += bits.OnesCount64(once[k])
			repeated += bits.OnesCount64(twice[k])
		}
	}
	return distinct, repeated
}
