package sim

import (
	"kvtui/core/block"
	"kvtui/core/workload"
)

// Branches are the prefixes of a set as a tree: which prefixes continue which.
// They do not change once made. Of a worker's blocks they reach those that hang
// together from the first on: all that it holds, and all that the index says it
// holds but for what a lost event parted from its beginning.
type Branches struct {
	// first is the lowest child of a prefix, next the next child of the same
	// parent; 0 for none.
	first, next []block.Prefix
}

// NewBranches makes the tree of a set's prefixes.
func NewBranches(set *workload.Set) *Branches {
	b := &Branches{first: make([]block.Prefix, set.Prefixes+1), next: make([]block.Prefix, set.Prefixes+1)}
	parent := make([]block.Prefix, set.Prefixes+1)
	seen := make([]bool, set.Prefixes+1)
	for i := range set.Requests {
		last := block.Prefix(0)
		for _, sp := range set.Requests[i].Chain {
			end := sp.First + block.Prefix(sp.N) - 1
			if !seen[end] { // else all before it was seen too
				parent[sp.First], seen[sp.First] = last, true
				for p := sp.First + 1; p <= end; p++ {
					parent[p], seen[p] = p-1, true
				}
			}
			last = end
		}
	}
	for p := len(parent) - 1; p > 0; p-- {
		if seen[p] {
			b.next[p] = b.first[parent[p]]
			b.first[parent[p]] = block.Prefix(p)
		}
	}
	return b
}

// Limb is a run of prefixes on a worker, each the only one there that continues
// the one before.
type Limb struct {
	First, Last block.Prefix // the ends of the run, both included
	Blocks      int          // First to Last
	// Forks is set where several prefixes continue it; else none does.
	Forks bool
	Share
}

// Limb returns the run that starts with p on worker w.
func (b *Branches) Limb(s *State, w int, p block.Prefix) (l Limb) {
	l.First = p
	for n := 1; n == 1; {
		held, known := s.Holds(w, p)
		l.Last = p
		l.Blocks++
		if held {
			l.Held++
		}
		if known {
			l.Known++
		}
		if held && known {
			l.Both++
		}
		p, n = b.next2(s, w, p)
		l.Forks = n > 1
	}
	return l
}

// next2 returns the first child of p that worker w holds or is said to hold,
// and how many there are, 2 for more.
func (b *Branches) next2(s *State, w int, p block.Prefix) (child block.Prefix, n int) {
	for c := b.first[p]; c != 0; c = b.next[c] {
		if held, known := s.Holds(w, c); !held && !known {
			continue
		}
		if n++; n == 2 {
			return child, n
		}
		child = c
	}
	return child, n
}

// Children appends the children of p that worker w holds or is said to hold, by
// number; those of the empty prefix 0 are where chains begin.
func (b *Branches) Children(s *State, w int, p block.Prefix, dst []block.Prefix) []block.Prefix {
	for c := b.first[p]; c != 0; c = b.next[c] {
		if held, known := s.Holds(w, c); held || known {
			dst = append(dst, c)
		}
	}
	return dst
}

// Uses counts, for each prefix, the requests of a worker that began with it.
type Uses struct {
	set    *workload.Set
	counts []int32
	done   int
}

// NewUses returns the counts before the first request.
func NewUses(set *workload.Set) *Uses {
	return &Uses{set: set, counts: make([]int32, set.Prefixes+1)}
}

// Count makes the counts those of the first n of the requests that a worker
// served, in order: it goes on or back from where it stands, so served must be
// the same worker's each time.
func (u *Uses) Count(served []int32, n int) {
	for ; u.done < n; u.done++ {
		u.add(served[u.done], 1)
	}
	for ; u.done > n; u.done-- {
		u.add(served[u.done-1], -1)
	}
}

func (u *Uses) add(request, by int32) {
	for _, sp := range u.set.Requests[request].Chain {
		for i := range sp.N {
			u.counts[sp.First+block.Prefix(i)] += by
		}
	}
}

// Of returns the requests that began with p.
func (u *Uses) Of(p block.Prefix) int { return int(u.counts[p]) }
