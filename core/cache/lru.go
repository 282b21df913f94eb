package cache

import "kvtui/core/block"

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
}

type run struct {
	req      int32
	chain    block.Chain
	from, to int
}

// NewLRU returns the order of an empty cache of capacity blocks, at least 1.
func NewLRU(capacity int) *LRU {
	return &LRU{capacity: capacity, byHead: map[block.Prefix]int{}}
}

// Used returns the blocks held.
func (l *LRU) Used() int { return l.used }

// Touch notes that request req uses all blocks of the chain, of which the
// first held are in the cache, and calls evict for each run of blocks that
// must go: blocks from to to-1 of the chain of request of. A chain longer than
// the cache loses its own tail.
func (l *LRU) Touch(req int32, c block.Chain, held int, evict func(of int32, chain block.Chain, from, to int)) {
	n := c.Len()
	for at := 0; at < held; {
		at = l.takeOver(c, at, held)
	}
	if n > 0 {
		l.byHead[c.At(0)] = len(l.runs)
		l.runs = append(l.runs, run{req: req, chain: c, to: n})
	}
	l.used += n - held
	for l.used > l.capacity {
		l.evictOldest(evict)
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

func (l *LRU) evictOldest(evict func(of int32, chain block.Chain, from, to int)) {
	for l.runs[l.front].from == l.runs[l.front].to {
		l.front++
	}
	r := &l.runs[l.front]
	n := min(l.used-l.capacity, r.to-r.from)
	if n == r.to-r.from {
		delete(l.byHead, r.chain.At(r.from))
	}
	r.to -= n
	l.used -= n
	evict(r.req, r.chain, r.to, r.to+n)
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
