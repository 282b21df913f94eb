package cache

import "kvtui/core/block"

// LRU is the order in which one worker lets blocks go that nothing uses: least
// recently used first and, within one request, from the tail of its chain. A
// request takes the blocks that it uses out of the order and puts them back
// when it ends; then what is left is always prefix-closed.
//
// The blocks that request r was the last to use are always a run of r's chain:
// a later request takes over its head, evictions its tail. So the order is a
// queue of such runs, not a list of blocks.
type LRU struct {
	capacity int // blocks; what Touch keeps to
	used     int // blocks
	runs     []run
	front    int                  // no run before it has blocks
	byHead   map[block.Prefix]int // first block of a run -> its place in runs
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

// Used returns the blocks in the order.
func (l *LRU) Used() int { return l.used }

// Take removes blocks from to to-1 of the chain from the order, since a request
// uses them. All of them must be in it.
func (l *LRU) Take(c block.Chain, from, to int) {
	for i := from; i < to; {
		i = l.takeOver(c, i, to)
	}
	l.used -= max(0, to-from)
}

// Put adds blocks from to to-1 of the chain as those used last, by request req
// at time at. None of them may be in the order.
func (l *LRU) Put(req int32, at int64, c block.Chain, from, to int) {
	if from >= to {
		return
	}
	l.byHead[c.At(from)] = len(l.runs)
	l.runs = append(l.runs, run{req: req, at: at, chain: c, from: from, to: to})
	l.used += to - from
	l.compact()
}

// Drop lets n blocks go, or all where there are fewer, and calls evict for each
// run of them. It returns how many went.
func (l *LRU) Drop(n int, evict Evict) (dropped int) {
	for dropped < n && l.used > 0 {
		for l.runs[l.front].from == l.runs[l.front].to {
			l.front++
		}
		r := &l.runs[l.front]
		from, to := l.cut(r, min(n-dropped, r.to-r.from))
		dropped += to - from
		evict(r.req, r.chain, from, to)
	}
	return dropped
}

// Touch notes that request req used all blocks of the chain at time at, of
// which the first held are in the order, and calls evict for each run of blocks
// that must go. It returns how many leading blocks of the chain the order then
// has: one longer than the capacity loses its own tail.
func (l *LRU) Touch(req int32, at int64, c block.Chain, held int, evict Evict) (kept int) {
	kept = min(c.Len(), l.capacity)
	l.Take(c, 0, held)
	l.Drop(l.used+kept-l.capacity, evict)
	l.Put(req, at, c, 0, kept)
	return kept
}

// Expire lets go what was last used before time before.
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
