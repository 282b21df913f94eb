package cache

import (
	"slices"

	"kvtui/core/block"
)

// LRU is the order in which one full worker lets blocks go: least recently
// used first and, within one request, from the tail of its chain, so that what
// is left is always prefix-closed.
//
// The blocks that request r was the last to use are always a run of r's chain:
// a later request takes over its head, evictions its tail. So the order is a
// queue of such runs, not a list of blocks.
type LRU struct {
	capacity int // blocks
	used     int // blocks
	runs     []run
	front    int                  // no run before it has blocks
	byHead   map[block.Prefix]int // first block of a run -> its place in runs
	pins     []block.Chain
}

type run struct {
	req      int32
	at       int64
	chain    block.Chain
	from, to int
}

// Evict is told of blocks that go: from to to-1 of the chain of request of,
// the last that used them.
type Evict func(of int32, chain block.Chain, from, to int)

// NewLRU returns the order of an empty cache of capacity blocks, at least 1.
func NewLRU(capacity int) *LRU {
	return &LRU{capacity: capacity, byHead: map[block.Prefix]int{}}
}

// Used returns the blocks held.
func (l *LRU) Used() int { return l.used }

// Pin keeps the blocks of a chain until Unpin: those of a running request.
// Chains may be pinned more than once.
func (l *LRU) Pin(c block.Chain) { l.pins = append(l.pins, c) }

// Unpin takes back one Pin of the chain and reports whether there was one.
func (l *LRU) Unpin(c block.Chain) bool {
	i := slices.IndexFunc(l.pins, func(p block.Chain) bool { return slices.Equal(p, c) })
	if i < 0 {
		return false
	}
	l.pins = slices.Delete(l.pins, i, i+1)
	return true
}

// Touch notes that request req uses all blocks of the chain at time at, of
// which the first held are in the cache, and calls evict for each run of blocks
// that must go. It returns how many leading blocks of the chain the cache then
// holds: one longer than the cache loses its own tail, of which evict hears
// only what was held before. Where only pinned blocks are left to go, the cache
// stays over its capacity; Used tells.
func (l *LRU) Touch(req int32, at int64, c block.Chain, held int, evict Evict) (kept int) {
	n, own := c.Len(), -1
	for i := 0; i < held; {
		i = l.takeOver(c, i, held)
	}
	if n > 0 {
		own = len(l.runs)
		l.byHead[c.At(0)] = own
		l.runs = append(l.runs, run{req: req, at: at, chain: c, to: n})
	}
	l.used += n - held
	kept = n
	for l.used > l.capacity {
		i, free := l.oldest()
		if free == 0 {
			break
		}
		r := &l.runs[i]
		from, to := l.cut(r, min(l.used-l.capacity, free))
		if i == own {
			kept, to = from, min(to, held)
		}
		if from < to {
			evict(r.req, r.chain, from, to)
		}
	}
	l.compact()
	return kept
}

// Expire lets go what was last used before time before, pinned or not.
func (l *LRU) Expire(before int64, evict Evict) {
	for ; l.front < len(l.runs) && l.runs[l.front].at < before; l.front++ {
		if r := &l.runs[l.front]; r.from < r.to {
			from, to := l.cut(r, r.to-r.from)
			evict(r.req, r.chain, from, to)
		}
	}
	l.compact()
}

// takeOver removes from the run that starts at block at of c what it shares
// with c, at most up to held, and returns the first block after that.
func (l *LRU) takeOver(c block.Chain, at, held int) int {
	head := c.At(at)
	place := l.byHead[head]
	r := &l.runs[place]
	delete(l.byHead, head)
	r.from = min(block.Shared(c, r.chain), r.to, held)
	if r.from < r.to {
		l.byHead[r.chain.At(r.from)] = place
	}
	return r.from
}

// oldest returns the place of the oldest run with blocks that nothing pins, and
// how many those are; 0 where there is none.
func (l *LRU) oldest() (place, free int) {
	for l.front < len(l.runs) && l.runs[l.front].from == l.runs[l.front].to {
		l.front++
	}
	for i := l.front; i < len(l.runs); i++ {
		r := &l.runs[i]
		if free := r.to - max(r.from, l.pinned(r.chain)); free > 0 {
			return i, free
		}
	}
	return 0, 0
}

// pinned returns how many leading blocks of a chain are pinned.
func (l *LRU) pinned(c block.Chain) int {
	n := 0
	for _, p := range l.pins {
		n = max(n, block.Shared(p, c))
	}
	return n
}

// cut takes n blocks off the end of a run and returns which they were.
func (l *LRU) cut(r *run, n int) (from, to int) {
	if n == r.to-r.from {
		delete(l.byHead, r.chain.At(r.from))
	}
	r.to -= n
	l.used -= n
	return r.to, r.to + n
}

// compact drops the runs without blocks once they are half of the queue,
// wherever they stand: a prompt that comes again and again leaves one each
// time behind an old run that nobody touches.
func (l *LRU) compact() {
	if len(l.runs) < 64+2*len(l.byHead) {
		return
	}
	kept := l.runs[:0]
	for _, r := range l.runs[l.front:] {
		if r.from < r.to {
			l.byHead[r.chain.At(r.from)] = len(kept)
			kept = append(kept, r)
		}
	}
	clear(l.runs[len(kept):])
	l.runs, l.front = kept, 0
}
