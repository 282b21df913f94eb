package sim

import (
	"cmp"
	"container/heap"
	"math"
	"slices"
)

// flow is a transfer under way.
type flow struct {
	j        *job
	left     float64 // bytes when it starts
	src, dst int32   // network cards
	end      float64 // what its lane has brought each transfer when it is through
	order    uint64  // of starting
}

// lane is the transfers between two network cards, all of which have one rate:
// so one number tells how far each has come.
type lane struct {
	src, dst int32
	got      float64 // bytes that a transfer under way since the lane's beginning has
	flows    byEnd
}

// network is a link with its transfers. A transfer has the smallest of its own
// limit and an even part of the total at each end.
type network struct {
	flow, total float64 // bytes/ns, which is GB/s; 0 is no limit
	lanes       []*lane // with transfers
	count       int     // transfers
	started     uint64
	out, in     map[int32]int
	since       int64
	mark        uint32
	due         action
}

func newNetwork(flowGBps, totalGBps float64, due action) *network {
	return &network{flow: flowGBps, total: totalGBps, due: due, out: map[int32]int{}, in: map[int32]int{}}
}

// rate returns the bytes a ns of each transfer of a lane; +Inf without limits.
func (n *network) rate(l *lane) float64 {
	r := math.Inf(1)
	if n.flow > 0 {
		r = n.flow
	}
	if n.total > 0 {
		r = min(r, n.total/float64(max(n.out[l.src], n.in[l.dst])))
	}
	return r
}

// advance moves all transfers on to a time.
func (n *network) advance(now int64) {
	if dt := float64(now - n.since); dt > 0 {
		for _, l := range n.lanes {
			l.got += float64(n.rate(l) * dt)
		}
	}
	n.since = now
}

// add starts a transfer.
func (e *engine) add(n *network, f *flow) {
	n.advance(e.now)
	i := slices.IndexFunc(n.lanes, func(l *lane) bool { return l.src == f.src && l.dst == f.dst })
	if i < 0 {
		i = len(n.lanes)
		n.lanes = append(n.lanes, &lane{src: f.src, dst: f.dst})
	}
	l := n.lanes[i]
	n.started++
	f.order, f.end = n.started, l.got+max(0, f.left)
	heap.Push(&l.flows, f)
	n.count++
	n.out[f.src]++
	n.in[f.dst]++
	e.plan(n)
}

// plan puts the end of the transfer that ends first on the queue.
func (e *engine) plan(n *network) {
	n.lanes = slices.DeleteFunc(n.lanes, func(l *lane) bool { return len(l.flows) == 0 })
	n.mark++
	if len(n.lanes) == 0 {
		return
	}
	soon := math.Inf(1)
	for _, l := range n.lanes {
		soon = min(soon, max(0, l.flows[0].end-l.got)/n.rate(l))
	}
	e.events.push(event{at: after(e.now, math.Ceil(soon)), class: delivery, do: n.due, mark: n.mark})
}

// ended takes out the transfers that are through, in the order in which they
// started.
func (e *engine) ended(n *network) []*job {
	n.advance(e.now)
	var done []*flow
	for _, l := range n.lanes {
		rate := n.rate(l)
		for len(l.flows) > 0 {
			// What rounding to whole ns leaves is less than a ns brings.
			left := l.flows[0].end - l.got
			if left > 1e-6 && left >= rate*1e-3 && e.now != endOfTime {
				break
			}
			f, _ := heap.Pop(&l.flows).(*flow)
			done = append(done, f)
		}
	}
	slices.SortFunc(done, func(a, b *flow) int { return cmp.Compare(a.order, b.order) })
	jobs := make([]*job, len(done))
	for i, f := range done {
		jobs[i] = f.j
		n.leave(f)
	}
	e.plan(n)
	return jobs
}

// leave uncounts a transfer that has been taken out of its lane.
func (n *network) leave(f *flow) {
	n.count--
	n.out[f.src]--
	n.in[f.dst]--
}

// abort takes transfers off a link before their end.
func (e *engine) abort(n *network, which func(*job) bool) {
	n.advance(e.now)
	for _, l := range n.lanes {
		l.flows = slices.DeleteFunc(l.flows, func(f *flow) bool {
			gone := which(f.j)
			if gone {
				n.leave(f)
			}
			return gone
		})
		heap.Init(&l.flows)
	}
	e.plan(n)
}

// byEnd is a heap of transfers, the one that ends first on top.
type byEnd []*flow

func (h *byEnd) Len() int { return len(*h) }
func (h *byEnd) Less(i, j int) bool {
	a, b := (*h)[i], (*h)[j]
	return cmp.Or(cmp.Compare(a.end, b.end), cmp.Compare(a.order, b.order)) < 0
}
func (h *byEnd) Swap(i, j int) { (*h)[i], (*h)[j] = (*h)[j], (*h)[i] }

// Push implements heap.Interface.
func (h *byEnd) Push(x any) {
	f, _ := x.(*flow)
	*h = append(*h, f)
}

// Pop implements heap.Interface.
func (h *byEnd) Pop() any {
	last := len(*h) - 1
	f := (*h)[last]
	(*h)[last] = nil
	*h = (*h)[:last]
	return f
}
