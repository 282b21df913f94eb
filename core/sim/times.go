package sim

// Times are the moments of one request, in ns of the run, and what it took.
// A moment that never came is -1.
type Times struct {
	Request   int32
	Routed    int32 // the worker that the router chose
	Worker    int32 // that serves it, or prefilled it where decode is apart
	Decode    int32 // that decoded it apart, -1 for none
	Arrived   int64 // at the router
	Admitted  int64 // a worker took it from its queue, the first time
	Prefilled int64 // its prompt was computed, before any transfer or answer
	Sent      int64 // its KV left the prefill worker
	Crossed   int64 // it was off the link, where a copy from host memory came after
	Received  int64 // the decode worker could use it
	First     int64 // its first token was out: a transfer comes before it
	Done      int64
	Prompt    int32 // tokens
	Cached    int32 // of those, found in the worker's cache when it first took them
	Loaded    int32 // loaded from the shared store, again after a preemption included
	Computed  int32 // tokens prefilled, again after a preemption included
	Moved     int32 // tokens whose KV was sent
	Output    int32 // tokens generated
	Preempted int32 // times
	Cause     Cause
}

// TTFT returns the ns from arrival to the first token, -1 without one. It has
// front end, queue, prefill and transfer in it.
func (t *Times) TTFT() int64 { return since(t.First, t.Arrived) }

// ITL returns the mean ns between tokens after the first; ok is false where
// there were none.
func (t *Times) ITL() (ns float64, ok bool) {
	if t.Output < 2 || t.Cause != Served {
		return 0, false
	}
	return float64(t.Done-t.First) / float64(t.Output-1), true
}

// EndToEnd returns the ns from arrival to the end.
func (t *Times) EndToEnd() int64 { return since(t.Done, t.Arrived) }

// Queue returns the ns until a worker took the request, the front end's
// included.
func (t *Times) Queue() int64 { return since(t.Admitted, t.Arrived) }

// Prefill returns the ns from there until the prompt was computed.
func (t *Times) Prefill() int64 { return since(t.Prefilled, t.Admitted) }

// Transfer returns the ns from there until the KV was in the decode worker:
// waiting for room, copies and the link; -1 where nothing was sent.
func (t *Times) Transfer() int64 { return since(t.Received, t.Prefilled) }

// OffLink returns when the KV had crossed the link, in ns of the run, -1 before.
func (t *Times) OffLink() int64 {
	if t.Crossed >= 0 {
		return t.Crossed
	}
	return t.Received
}

func since(to, from int64) int64 {
	if to < 0 || from < 0 {
		return -1
	}
	return to - from
}

// clocked turns records into the times of requests: a fold that remembers only
// requests under way, and hands each to emit once it is over.
type clocked struct {
	emit func(*Times)
	live map[int32]*Times
	free []*Times
}

// apply moves on by one record.
func (c *clocked) apply(r Record) {
	if r.Kind == Routed {
		c.begin(r)
		return
	}
	t := c.live[r.Req]
	if t == nil {
		return
	}
	t.apply(r)
	if r.Kind == Done {
		delete(c.live, r.Req)
		c.emit(t)
		c.free = append(c.free, t)
	}
}

// apply moves a request's times on by one of its records.
func (t *Times) apply(r Record) {
	switch r.Kind {
	case Admitted:
		t.Worker = r.Worker
		if t.Admitted < 0 {
			t.Admitted = r.At
		}
	case Reused:
		t.Cached += r.Tokens
	case Loaded:
		t.Loaded += r.Tokens
	case Computed:
		t.Computed += r.Tokens
		if t.First < 0 && t.Sent < 0 {
			t.Prefilled = r.At
		}
	case Sent:
		t.Sent, t.Moved, t.Decode = r.At, r.Tokens, int32(r.Other)
	case Crossed:
		t.Crossed = r.At
	case Received:
		t.Received = r.At
	case First:
		t.First = r.At
	case Preempted:
		t.Preempted++
	case Done:
		t.Done, t.Output, t.Cause = r.At, r.Tokens, r.Cause
	default:
	}
}

func (c *clocked) begin(r Record) {
	if c.live == nil {
		c.live = map[int32]*Times{}
	}
	t := &Times{}
	if n := len(c.free); n > 0 {
		t, c.free = c.free[n-1], c.free[:n-1]
	}
	*t = newTimes(r)
	c.live[r.Req] = t
}

// newTimes returns the times of a request just routed.
func newTimes(r Record) Times {
	return Times{
		Request: r.Req, Routed: r.Worker, Worker: r.Worker, Decode: -1, Arrived: r.At, Prompt: r.Tokens,
		Admitted: -1, Prefilled: -1, Sent: -1, Crossed: -1, Received: -1, First: -1, Done: -1,
	}
}
