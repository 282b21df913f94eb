package route

import (
	"slices"

	"kvtui/core/block"
)

// Live is what a router knows to be under way on a worker. The zero value is
// an idle one.
type Live struct {
	Prefill  int64 // tokens that it has yet to prefill, as the router reckoned
	Distinct int   // different blocks of the prompts under way
	jobs     []liveJob
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
	l.jobs = append(l.jobs, liveJob{int32(request), int64(tokens), c})
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

// shared returns how many leading blocks of a chain are under way.
func (l *Live) shared(c block.Chain) int {
	n := 0
	for _, j := range l.jobs {
		n = max(n, block.Shared(j.chain, c))
	}
	return n
}

// CopyFrom makes l equal to o in the memory it has.
func (l *Live) CopyFrom(o *Live) {
	l.Prefill, l.Distinct = o.Prefill, o.Distinct
	l.jobs = append(l.jobs[:0], o.jobs...)
}
