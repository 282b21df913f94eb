package sim

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
	// who is the worker, the flow or the job's slot that the action is about;
	// mark tells events that no longer count.
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
