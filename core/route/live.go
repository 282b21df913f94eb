package route

import (
	"cmp"
	"slices"

	"kvtui/core/block"
)

// Live is what a router knows to be under way on a worker. The zero value is
// an idle one.
type Live struct {
	Prefill  int64 // tokens that it has yet to prefill, as the router reckoned
	Distinct int   // different blocks of the prompts under way
	// jobs are in the order of their chains, so that the one that shares most
	// with another chain stands next to it.
	jobs []liveJob
}

type liveJob struct {
	request int32
	tokens  int64 // not yet prefilled
	chain   block.Chain
}

// Requests returns how many requests are under way.
func (l *Live) Requests() int { return len(l.jobs) }

// Begin notes a request of which tokens are to be prefilled. A nil chain leaves
// its blocks uncounted.
func (l *Live) Begin(request, tokens int, c block.Chain) {
	l.Prefill += int64(tokens)
	l.Distinct += c.Len() - l.shared(c)
	l.jobs = slices.Insert(l.jobs, l.place(c), liveJob{int32(request), int64(tokens), c})
}

// First notes that a request has no more to prefill.
func (l *Live) First(request int) {
	if i := l.find(request); i >= 0 {
		l.Prefill -= l.jobs[i].tokens
		l.jobs[i].tokens = 0
	}
}

// End notes that a request is over, and reports whether it was under way.
func (l *Live) End(request int) bool {
	i := l.find(request)
	if i < 0 {
		return false
	}
	j := l.jobs[i]
	l.Prefill -= j.tokens
	l.jobs = slices.Delete(l.jobs, i, i+1)
	l.Distinct -= j.chain.Len() - l.shared(j.chain)
	return true
}

// With returns the different blocks under way with those of a chain.
func (l *Live) With(c block.Chain) int { return l.Distinct + c.Len() - l.shared(c) }

func (l *Live) find(request int) int {
	return slices.IndexFunc(l.jobs, func(j liveJob) bool { return j.request == int32(request) })
}

// place returns where a chain would stand among the jobs.
func (l *Live) place(c block.Chain) int {
	i, _ := slices.BinarySearchFunc(l.jobs, c, func(j liveJob, c block.Chain) int {
		n := block.Shared(j.chain, c)
		return cmp.Compare(j.chain.At(n), c.At(n)) // 0, which no block is, where one ends
	})
	return i
}

// shared returns how many leading blocks of a chain are under way.
func (l *Live) shared(c block.Chain) int {
	n, i := 0, l.place(c)
	for _, near := range l.jobs[max(0, i-1):min(len(l.jobs), i+1)] {
		n = max(n, block.Shared(near.chain, c))
	}
	return n
}

// CopyFrom makes l equal to o in the memory it has.
func (l *Live) CopyFrom(o *Live) {
	l.Prefill, l.Distinct = o.Prefill, o.Distinct
	l.jobs = append(l.jobs[:0], o.jobs...)
}
