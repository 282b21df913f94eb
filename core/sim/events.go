package sim

import "kvtui/core/clock"

// endOfTime is the last moment of a run, in ns: 285 years. What would come later
// comes then, and whatever is under way is through.
const endOfTime = int64(9e18)

// after returns the moment so many ns after another.
func after(now int64, ns float64) int64 {
	if !(float64(now)+ns < float64(endOfTime)) {
		return endOfTime
	}
	return now + int64(ns)
}

// in returns the moment so many ms from now.
func (e *engine) in(ms float64) int64 { return after(e.now, float64(clock.Nanos(ms))) }

// class orders events of one time: what is delivered comes before what ends,
// and that before what arrives.
type class uint8

const (
	delivery class = iota
	finish
	arrival
)

// event is something due on the engine's queue.
type event struct {
	at    int64
	seq   uint64
	class class
	do    action
	// who is the worker that the action is about; mark tells events that no
	// longer count.
	who  int32
	mark uint32
	job  *job
}

// action is what an event does.
type action uint8

const (
	workerDone action = iota // a worker's iteration or copy ends
	arrives                  // a request reaches the router
	enter                    // it reaches its worker
	flowStart                // a transfer's first byte
	loadStart                // the same of a load from the store
	flowsDone                // the transfer that ends first is due
	loadsDone                // the same on the store's link
	restarted                // a killed worker is back
	eventsDue                // a worker's reports reach the router
	lagDone                  // a host buffer is free again
)

func (e *event) before(o *event) bool {
	switch {
	case e.at != o.at:
		return e.at < o.at
	case e.class != o.class:
		return e.class < o.class
	}
	return e.seq < o.seq
}

// queue is a binary heap of events.
type queue struct {
	heap []event
	seq  uint64
}

func (q *queue) push(e event) {
	q.seq++
	e.seq = q.seq
	q.heap = append(q.heap, e)
	for i := len(q.heap) - 1; i > 0; {
		up := (i - 1) / 2
		if !q.heap[i].before(&q.heap[up]) {
			break
		}
		q.heap[i], q.heap[up] = q.heap[up], q.heap[i]
		i = up
	}
}

func (q *queue) pop() event {
	top, last := q.heap[0], len(q.heap)-1
	q.heap[0] = q.heap[last]
	q.heap[last] = event{}
	q.heap = q.heap[:last]
	for i := 0; ; {
		child := 2*i + 1
		if child >= last {
			break
		}
		if child+1 < last && q.heap[child+1].before(&q.heap[child]) {
			child++
		}
		if !q.heap[child].before(&q.heap[i]) {
			break
		}
		q.heap[i], q.heap[child] = q.heap[child], q.heap[i]
		i = child
	}
	return top
}
