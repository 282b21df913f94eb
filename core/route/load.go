package route

import (
	"slices"

	"kvtui/core/block"
)

// Loads counts the requests sent to each worker and keeps the least loaded
// one at hand: a tournament tree, so that sending costs log2(workers).
type Loads struct {
	sent []int32
	// tree[1] is the winner; the children of i are 2i and 2i+1; leaves hold
	// worker numbers, -1 where there is no worker.
	tree []int32
	// with[n-fewest] is the number of workers that were sent n requests.
	with   []int32
	fewest int32
	// computed are the tokens of each worker, least those of the worker with
	// the fewest, found anew once that one has gone on.
	computed []int64
	least    int64
	stale    bool
	total    int // requests
	// live are the requests under way on each worker, nil without a clock.
	live []Live
}

// NewLoads returns the loads of so many workers, all 0.
func NewLoads(workers int) *Loads {
	size := 1
	for size < workers {
		size *= 2
	}
	l := &Loads{
		sent: make([]int32, workers), tree: make([]int32, 2*size), with: []int32{int32(workers)},
		computed: make([]int64, workers),
	}
	for i := range size {
		l.tree[size+i] = -1
		if i < workers {
			l.tree[size+i] = int32(i)
		}
	}
	for i := size - 1; i > 0; i-- {
		l.tree[i] = l.winner(l.tree[2*i], l.tree[2*i+1])
	}
	return l
}

// Sent returns the requests sent to worker w.
func (l *Loads) Sent(w int) int { return int(l.sent[w]) }

// Send counts one more request for worker w.
func (l *Loads) Send(w int) {
	n := l.sent[w]
	l.sent[w]++
	l.total++
	l.count(n, -1)
	l.count(n+1, 1)
	if l.with[0] == 0 {
		l.with = append(l.with[:0], l.with[1:]...)
		l.fewest++
	}
	for i := (len(l.tree)/2 + w) / 2; i > 0; i /= 2 {
		l.tree[i] = l.winner(l.tree[2*i], l.tree[2*i+1])
	}
}

// count adds to the number of workers that were sent n requests.
func (l *Loads) count(n, by int32) {
	for int(n-l.fewest) >= len(l.with) {
		l.with = append(l.with, 0)
	}
	l.with[n-l.fewest] += by
}

// Finish takes back one Send.
func (l *Loads) Finish(w int) {
	n := l.sent[w]
	l.sent[w]--
	l.total--
	l.count(n, -1)
	if n == l.fewest {
		l.with = slices.Insert(l.with, 0, 0)
		l.fewest--
	}
	l.count(n-1, 1)
	for l.with[len(l.with)-1] == 0 {
		l.with = l.with[:len(l.with)-1]
	}
	for i := (len(l.tree)/2 + w) / 2; i > 0; i /= 2 {
		l.tree[i] = l.winner(l.tree[2*i], l.tree[2*i+1])
	}
}

// Total returns the requests sent to all workers.
func (l *Loads) Total() int { return l.total }

// Most returns the requests sent to the worker with the most.
func (l *Loads) Most() int { return int(l.fewest) + len(l.with) - 1 }

// Compute counts tokens that worker w computed.
func (l *Loads) Compute(w, tokens int) {
	l.stale = l.stale || l.computed[w] == l.least
	l.computed[w] += int64(tokens)
}

// Ahead returns the tokens that worker w has computed beyond the worker that
// computed the fewest; with a clock, the tokens that it has yet to prefill.
func (l *Loads) Ahead(w int) int64 {
	if l.live != nil {
		return l.live[w].Prefill
	}
	if l.stale {
		l.least, l.stale = slices.Min(l.computed), false
	}
	return l.computed[w] - l.least
}

// Clock makes the loads those of requests under way.
func (l *Loads) Clock() { l.live = make([]Live, len(l.sent)) }

// Live returns what is under way on worker w; nil without a clock.
func (l *Loads) Live(w int) *Live {
	if l.live == nil {
		return nil
	}
	return &l.live[w]
}

// Blocks returns the different blocks of prompts under way on worker w with
// those of a chain, 0 without a clock.
func (l *Loads) Blocks(w int, c block.Chain) int {
	if l.live == nil {
		return 0
	}
	return l.live[w].With(c)
}

// Fewest returns the worker with the fewest requests, the lowest number first,
// and whether another has as few.
func (l *Loads) Fewest() (w int, tied bool) {
	w = int(l.tree[1])
	return w, l.with[l.sent[w]-l.fewest] > 1
}

// winner is the less loaded of two workers; a stands left of b, so it has the
// lower number.
func (l *Loads) winner(a, b int32) int32 {
	if b < 0 || a >= 0 && l.sent[a] <= l.sent[b] {
		return a
	}
	return b
}
