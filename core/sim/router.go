package sim

import (
	"kvtui/core/block"
	"kvtui/core/cache"
	"kvtui/core/route"
)

// router is what the router knows: its index and what it sent.
type router struct {
	*route.Loads
	workers int
	index   cache.Holdings
	lab     bool // the strategy counts all that was ever sent
	apart   bool // prefill is apart: blocks under way are not counted
}

func (r *router) Blocks(w int, c block.Chain) int {
	if r.apart {
		return 0
	}
	return r.Loads.Blocks(w, c)
}

// sent notes a decision: how many tokens the router reckons are to prefill.
func (r *router) sent(w int, j *job, tokens int) {
	r.Send(w)
	if l := r.Live(w); l != nil {
		c := j.r.Chain
		if r.apart {
			c = nil
		}
		l.Begin(j.r.Index, tokens, c)
	}
}

// under returns where the router counts a request; nil without a clock, and for
// one that it did not place.
func (r *router) under(j *job) *route.Live {
	if int(j.routed) >= r.workers {
		return nil
	}
	return r.Live(int(j.routed))
}

// first notes that a request has no more to prefill.
func (r *router) first(j *job) {
	if l := r.under(j); l != nil {
		l.First(j.r.Index)
	}
}

// over notes the end of a request.
func (r *router) over(j *job) {
	if l := r.under(j); l != nil && l.End(j.r.Index) && !r.lab {
		r.Finish(int(j.routed))
	}
}

func (r *router) Workers() int                         { return r.workers }
func (r *router) Overlap(w int, c block.Chain) int     { return r.index.Lead(w, c) }
func (r *router) Overlaps(c block.Chain, dst []int32)  { r.index.Leads(c, dst) }
func (r *router) Deepest(c block.Chain) (int, []int32) { return r.index.Deepest(c) }
