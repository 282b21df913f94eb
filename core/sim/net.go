package sim

import (
	"math"
	"slices"
)

// flow is a transfer under way.
type flow struct {
	j        *job
	left     float64 // bytes
	src, dst int32   // network cards
}

// network is a link with its transfers. A transfer has the smallest of its own
// limit and an even part of the total at each end.
type network struct {
	flow, total float64 // bytes/ns, which is GB/s; 0 is no limit
	flows       []*flow
	out, in     map[int32]int
	since       int64
	mark        uint32
	due         action
}

func newNetwork(flowGBps, totalGBps float64, due action) *network {
	return &network{flow: flowGBps, total: totalGBps, due: due, out: map[int32]int{}, in: map[int32]int{}}
}

// rate returns the bytes a ns of a transfer; +Inf without limits.
func (n *network) rate(f *flow) float64 {
	r := math.Inf(1)
	if n.flow > 0 {
		r = n.flow
	}
	if n.total > 0 {
		r = min(r, n.total/float64(max(n.out[f.src], n.in[f.dst])))
	}
	return r
}

// advance moves all transfers on to a time.
func (n *network) advance(now int64) {
	dt := float64(now - n.since)
	if dt > 0 {
		for _, f := range n.flows {
			f.left -= float64(n.rate(f) * dt)
		}
	}
	n.since = now
}

// add starts a transfer.
func (e *engine) add(n *network, f *flow) {
	n.advance(e.now)
	n.flows = append(n.flows, f)
	n.out[f.src]++
	n.in[f.dst]++
	e.plan(n)
}

// plan puts the end of the transfer that ends first on the queue.
func (e *engine) plan(n *network) {
	n.mark++
	if len(n.flows) == 0 {
		return
	}
	soon := math.Inf(1)
	for _, f := range n.flows {
		soon = min(soon, max(0, f.left)/n.rate(f))
	}
	e.events.push(event{at: after(e.now, math.Ceil(soon)), class: delivery, do: n.due, mark: n.mark})
}

// ended takes out the transfers that are through, in the order in which they
// started.
func (e *engine) ended(n *network) []*job {
	n.advance(e.now)
	var done []*job
	kept := n.flows[:0]
	for _, f := range n.flows {
		// What rounding to whole ns leaves is less than a ns brings.
		if f.left <= 1e-6 || f.left < n.rate(f)*1e-3 || e.now == endOfTime {
			done = append(done, f.j)
			n.out[f.src]--
			n.in[f.dst]--
		} else {
			kept = append(kept, f)
		}
	}
	clear(n.flows[len(kept):])
	n.flows = kept
	e.plan(n)
	return done
}

// abort takes transfers off a link before their end.
func (e *engine) abort(n *network, which func(*job) bool) {
	n.advance(e.now)
	n.flows = slices.DeleteFunc(n.flows, func(f *flow) bool {
		if which(f.j) {
			n.out[f.src]--
			n.in[f.dst]--
			return true
		}
		return false
	})
	e.plan(n)
}
