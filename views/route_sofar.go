package views

import (
	"math"
	"slices"

	"kvtui/core/sim"
)

// soFar is what the requests that are over come to, as sim.Meter counts them.
type soFar struct {
	served, preempted int32
	lost              [sim.WorkerDown + 1]int32 // by cause
	ttft50, ttft99    int64                     // ns
	itl50             int64                     // ns; 0 before any answer of two tokens
	prompt, cached    int64                     // tokens
	begun, ended      int64                     // ns: the first arrival and the last end
}

// losses counts the requests lost.
func (f *soFar) losses() (n int) {
	for _, k := range f.lost {
		n += int(k)
	}
	return n
}

// perSecond returns requests served a second.
func (f *soFar) perSecond() float64 {
	if f.ended <= f.begun {
		return 0
	}
	return float64(f.served) / (float64(f.ended-f.begun) / 1e9)
}

// hitRate returns the share of prompt tokens that were cached.
func (f *soFar) hitRate() float64 {
	if f.prompt == 0 {
		return 0
	}
	return float64(f.cached) / float64(f.prompt)
}

// tallies returns the figures after each request that ended, in that order.
func tallies(times []sim.Times, ended []int32) []soFar {
	var ttft, itl ranks
	for _, req := range ended {
		t := &times[req]
		if t.Cause != sim.Served {
			continue
		}
		ttft.expect(t.TTFT())
		if ns, ok := t.ITL(); ok {
			itl.expect(int64(ns + 0.5))
		}
	}
	ttft.ready()
	itl.ready()
	out := make([]soFar, len(ended))
	f := soFar{begun: math.MaxInt64}
	for i, req := range ended {
		t := &times[req]
		f.preempted += t.Preempted
		f.begun, f.ended = min(f.begun, t.Arrived), max(f.ended, t.Done)
		f.prompt += int64(t.Prompt)
		f.cached += int64(t.Cached)
		if t.Cause != sim.Served {
			f.lost[t.Cause]++
			out[i] = f
			continue
		}
		f.served++
		ttft.add(t.TTFT())
		if ns, ok := t.ITL(); ok {
			itl.add(int64(ns + 0.5))
		}
		f.ttft50, f.ttft99, f.itl50 = ttft.quantile(0.5), ttft.quantile(0.99), itl.quantile(0.5)
		out[i] = f
	}
	return out
}

// ranks gives the exact order statistics of values that come one by one, all
// known before: a Fenwick tree over their ranks.
type ranks struct {
	values []int64 // sorted, once ready
	tree   []int32
	n      int
}

func (r *ranks) expect(v int64) { r.values = append(r.values, v) }

func (r *ranks) ready() {
	slices.Sort(r.values)
	r.values = slices.Compact(r.values)
	r.tree = make([]int32, len(r.values)+1)
}

func (r *ranks) add(v int64) {
	at, _ := slices.BinarySearch(r.values, v)
	for i := at + 1; i < len(r.tree); i += i & -i {
		r.tree[i]++
	}
	r.n++
}

// quantile returns the value of rank ceil(p*n), as sim.Distribution does; 0
// before the first.
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

// soFar returns the figures at a step; ok is false before the first request is
// over.
func (c *clocked) soFar(step int) (f soFar, ok bool) {
	n := count(c.done, step)
	if n == 0 {
		return soFar{}, false
	}
	return c.tally[n-1], true
}
