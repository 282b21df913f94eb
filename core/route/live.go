package route

import (
	"maps"
	"slices"

	"kvtui/core/block"
)

// few requests are looked at one by one, which is quicker than a look-up.
const few = 64

// Live is what a router knows to be under way on a worker. The zero value is
// an idle one.
type Live struct {
	Prefill  int64     // tokens that it has yet to prefill, as the router reckoned
	Distinct int       // different blocks of the prompts under way
	jobs     []liveJob // where they are few
	many     *many     // where they are not
}

type liveJob struct {
	request int32
	tokens  int64 // not yet prefilled
	chain   block.Chain
}

// many is requests under way, to be found in a time that does not grow with how
// many they are: in an overload there may be a million.
type many struct {
	jobs map[int32]liveJob
	runs map[block.Prefix]lengths // by the first block of a run
}

// lengths are those that a run of blocks has in the chains under way. Nearly
// always there is one.
type lengths struct {
	longest length
	shorter []length // in order
}

type length struct{ blocks, chains uint32 }

// Requests returns how many requests are under way.
func (l *Live) Requests() int {
	if l.many != nil {
		return len(l.many.jobs)
	}
	return len(l.jobs)
}

// Begin notes a request of which tokens are to be prefilled. A nil chain leaves
// its blocks uncounted.
func (l *Live) Begin(request, tokens int, c block.Chain) {
	l.Prefill += int64(tokens)
	l.Distinct += c.Len() - l.shared(c)
	j := liveJob{int32(request), int64(tokens), c}
	if l.many == nil && len(l.jobs) < few {
		l.jobs = append(l.jobs, j)
		return
	}
	if l.many == nil {
		l.many = &many{map[int32]liveJob{}, map[block.Prefix]lengths{}}
		for _, o := range l.jobs {
			l.many.add(o)
		}
		clear(l.jobs)
		l.jobs = l.jobs[:0]
	}
	l.many.add(j)
}

// First notes that a request has no more to prefill.
func (l *Live) First(request int) {
	if m := l.many; m != nil {
		if j, ok := m.jobs[int32(request)]; ok {
			l.Prefill -= j.tokens
			j.tokens = 0
			m.jobs[j.request] = j
		}
	} else if i := l.find(request); i >= 0 {
		l.Prefill -= l.jobs[i].tokens
		l.jobs[i].tokens = 0
	}
}

// End notes that a request is over, and reports whether it was under way.
func (l *Live) End(request int) bool {
	var j liveJob
	if m := l.many; m != nil {
		var ok bool
		if j, ok = m.jobs[int32(request)]; !ok {
			return false
		}
		if m.remove(j); len(m.jobs) == 0 {
			l.many = nil
		}
	} else {
		i := l.find(request)
		if i < 0 {
			return false
		}
		j = l.jobs[i]
		l.jobs = slices.Delete(l.jobs, i, i+1)
	}
	l.Prefill -= j.tokens
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
	if l.many != nil {
		return l.many.shared(c)
	}
	n := 0
	for _, j := range l.jobs {
		n = max(n, block.Shared(j.chain, c))
	}
	return n
}

// CopyFrom makes l equal to o in the memory it has, sharing nothing that changes.
func (l *Live) CopyFrom(o *Live) {
	l.Prefill, l.Distinct = o.Prefill, o.Distinct
	l.jobs, l.many = append(l.jobs[:0], o.jobs...), nil
	if o.many == nil {
		return
	}
	l.many = &many{maps.Clone(o.many.jobs), maps.Clone(o.many.runs)}
	for first, at := range l.many.runs {
		if len(at.shorter) > 0 {
			at.shorter = slices.Clone(at.shorter)
			l.many.runs[first] = at
		}
	}
}

func (m *many) add(j liveJob) {
	m.jobs[j.request] = j
	eachRun(j.chain, func(s block.Span) bool {
		m.runs[s.First] = m.runs[s.First].with(s.N)
		return true
	})
}

func (m *many) remove(j liveJob) {
	delete(m.jobs, j.request)
	eachRun(j.chain, func(s block.Span) bool {
		if at := m.runs[s.First].without(s.N); at.longest.chains > 0 {
			m.runs[s.First] = at
		} else {
			delete(m.runs, s.First)
		}
		return true
	})
}

// shared is Live's. A block has one parent, so chains that have a block in
// common have all before it too, and their runs of consecutive numbers start at
// the same blocks.
func (m *many) shared(c block.Chain) (n int) {
	eachRun(c, func(s block.Span) bool {
		k := min(s.N, m.runs[s.First].longest.blocks)
		n += int(k)
		return k == s.N
	})
	return n
}

// with counts one more chain with a run of so many blocks.
func (at lengths) with(blocks uint32) lengths {
	switch {
	case at.longest.chains == 0:
		at.longest = length{blocks, 1}
	case blocks == at.longest.blocks:
		at.longest.chains++
	case blocks > at.longest.blocks:
		at.shorter = append(at.shorter, at.longest)
		at.longest = length{blocks, 1}
	default:
		i, ok := at.find(blocks)
		if !ok {
			at.shorter = slices.Insert(at.shorter, i, length{blocks: blocks})
		}
		at.shorter[i].chains++
	}
	return at
}

// without counts one fewer of those that with has counted.
func (at lengths) without(blocks uint32) lengths {
	if blocks == at.longest.blocks {
		at.longest.chains--
		if n := len(at.shorter); n > 0 && at.longest.chains == 0 {
			at.longest, at.shorter = at.shorter[n-1], at.shorter[:n-1]
		}
		return at
	}
	i, _ := at.find(blocks)
	if at.shorter[i].chains--; at.shorter[i].chains == 0 {
		at.shorter = slices.Delete(at.shorter, i, i+1)
	}
	return at
}

func (at lengths) find(blocks uint32) (int, bool) {
	return slices.BinarySearchFunc(at.shorter, blocks, func(x length, n uint32) int { return int(x.blocks) - int(n) })
}

// eachRun calls f for the longest runs of consecutive numbers in a chain, from
// its head on, until it returns false.
func eachRun(c block.Chain, f func(block.Span) bool) {
	for i := 0; i < len(c); {
		s := c[i]
		for i++; i < len(c) && c[i].First == s.First+block.Prefix(s.N); i++ {
			s.N += c[i].N
		}
		if !f(s) {
			return
		}
	}
}
