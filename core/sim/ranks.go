package sim

import (
	"math"
	"slices"
)

// ranks gives the exact order statistics of times that come one by one and are
// all known before, in O(log n) each: a Fenwick tree over their ranks.
type ranks struct {
	values []int64 // in ns, sorted, each once
	tree   []int32
	n      int
}

// newRanks returns ranks that expect some times; those below 0 are left out.
func newRanks(expected []int64) *ranks {
	r := &ranks{values: slices.DeleteFunc(slices.Clone(expected), func(ns int64) bool { return ns < 0 })}
	slices.Sort(r.values)
	r.values = slices.Compact(r.values)
	r.tree = make([]int32, len(r.values)+1)
	return r
}

// add counts a time that was expected.
func (r *ranks) add(ns int64) {
	if ns < 0 {
		return
	}
	at, _ := slices.BinarySearch(r.values, ns)
	for i := at + 1; i < len(r.tree); i += i & -i {
		r.tree[i]++
	}
	r.n++
}

// quantile returns the smallest time that p of those counted are at or below,
// in ns, as distribution does; 0 before the first.
func (r *ranks) quantile(p float64) int64 {
	if r.n == 0 {
		return 0
	}
	rank := int32(max(1, math.Ceil(p*float64(r.n)-1e-9)))
	at, step := 0, 1
	for 2*step < len(r.tree) {
		step *= 2
	}
	for ; step > 0; step /= 2 {
		if next := at + step; next < len(r.tree) && r.tree[next] < rank {
			at, rank = next, rank-r.tree[next]
		}
	}
	return r.values[at]
}
