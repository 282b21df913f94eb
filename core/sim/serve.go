package sim

import (
	"errors"

	"kvtui/core/cache"
	"kvtui/core/route"
	"kvtui/core/workload"
)

var errNoWorker = errors.New("the strategy chose a worker that does not exist")

// arrive routes a request and sends it on its way.
func (e *engine) arrive(j *job) error {
	r := j.r
	if e.timed && r.Index > 0 {
		e.between(Record{At: e.now, Req: int32(r.Index - 1), Of: int32(r.Index - 1)})
	}
	if e.knows != nil {
		e.knows.expire(e.now, r.Index)
	}
	if w, ok := e.local(j); ok {
		e.routeLocal(j, w)
	} else if err := e.route(j); err != nil {
		return err
	}
	if ms := e.sc.Clock.FrontEndMS; e.timed && ms > 0 {
		e.events.push(event{at: e.in(ms), class: arrival, do: enter, job: j})
		return nil
	}
	e.enter(j)
	return nil
}

func (e *engine) newJob(r workload.Request) *job {
	var j *job
	if n := len(e.spare); n > 0 {
		j, e.spare = e.spare[n-1], e.spare[:n-1]
	} else {
		j = &job{}
	}
	*j = job{r: r, full: r.Full(), blocks: r.Chain.Len(), output: 1, goal: r.Tokens, split: e.sc.Clock.Split.Decode > 0}
	if e.timed {
		j.output = max(1, r.Output)
	}
	return j
}

// route asks the strategy and tells the index.
func (e *engine) route(j *job) error {
	r := j.r
	c := e.strategy.Choose(&e.router, toRoute(r, e.size), e.rng)
	if c.Worker < 0 || c.Worker >= e.sc.Workers {
		return errNoWorker
	}
	j.routed = int32(c.Worker)
	rec := e.about(j).on(e.workers[c.Worker])
	promised := e.emitRouted(rec, r, c)
	e.router.sent(c.Worker, j, r.Tokens-promised*e.size)
	if e.knows != nil {
		e.knows.routed(rec, r.Chain, j.blocks)
	}
	return nil
}

// routeLocal sends a request to a decode worker alone.
func (e *engine) routeLocal(j *job, w *worker) {
	j.routed, j.split = w.id, false
	e.decodes[int(w.id)-e.sc.Workers].Begin(j.r.Index, 0, j.r.Chain)
	e.emitRouted(e.about(j).on(w), j.r, route.Choice{Worker: int(w.id), Rule: route.Local})
}

// enter puts a request into its worker's queue, where it may be served at once.
func (e *engine) enter(j *job) {
	w := e.workers[j.routed]
	switch {
	case !e.timed:
		e.serve(w, j)
		return
	case w.down:
		e.finish(j, WorkerDown)
		return
	case e.tooLong(j, w):
		e.finish(j, TooLong)
		return
	}
	w.waiting = append(w.waiting, j)
	if len(w.waiting) == 1 {
		e.cut(w)
	}
	e.start(w)
}

// tooLong reports whether a request would never fit a worker that serves it.
func (e *engine) tooLong(j *job, w *worker) bool {
	needs := (j.r.Tokens + j.output - 1 + e.size - 1) / e.size
	if w.capacity > 0 && !j.split && needs > w.capacity-1 {
		return true
	}
	if !j.split {
		return false
	}
	if w.capacity > 0 && blocksOf(j, e.size) > w.capacity-1 {
		return true
	}
	d := e.workers[e.sc.Workers]
	return d.capacity > 0 && needs > d.capacity-1
}

// finish ends a request, served or lost.
func (e *engine) finish(j *job, why Cause) {
	if j.gone {
		return
	}
	j.gone = true
	w := j.at.w
	if w == nil {
		w = e.workers[j.routed]
	}
	rec := e.about(j).on(w)
	if why == Served {
		e.keep(j, j.r.Tokens+j.out-1)
	} else {
		w.forget(j)
		delete(e.flying, j)
		if j.next != nil {
			j.next.forget(j)
		}
		e.unload(j)
	}
	rec.Cause = why
	if e.timed {
		e.emit(rec.span(Done, 0, 0, j.out))
	} else {
		e.emit(rec.span(Done, j.slots, j.blocks, 0))
	}
	if e.store != nil && why == Served {
		e.store.put(int32(j.r.Index), e.now, j.r.Chain)
	}
	e.router.over(j)
	switch {
	case j.next != nil:
		e.decodes[int(j.next.id)-e.sc.Workers].End(j.r.Index)
	case int(j.routed) >= e.sc.Workers: // local
		e.decodes[int(j.routed)-e.sc.Workers].End(j.r.Index)
	}
	e.release(&j.source, int32(j.r.Index))
	e.release(&j.at, int32(j.r.Index))
	if !e.timed {
		e.between(rec)
	}
	e.arrivals.Finished(j.r, e.now)
	e.pull()
}

// about returns a record of a request at this time.
func (e *engine) about(j *job) Record {
	return Record{At: e.now, Req: int32(j.r.Index), Of: int32(j.r.Index)}
}

// on returns the record with its worker.
func (r Record) on(w *worker) Record {
	r.Worker = w.id
	return r
}

// shifted returns a queue without its first. A long one is cut and not moved: in
// an overload there may be a million waiting.
func shifted(jobs []*job) []*job {
	const short = 64
	if len(jobs) <= short {
		return append(jobs[:0], jobs[1:]...)
	}
	jobs[0] = nil
	return jobs[1:]
}

// toRoute is what the router sees of a request.
func toRoute(r workload.Request, size int) route.Request {
	return route.Request{Index: r.Index, Chain: r.Chain, Tokens: r.Tokens, Block: size, Session: r.Session}
}

// emitRouted tells of a decision and returns how many blocks of the prompt the
// index promised.
func (e *engine) emitRouted(rec Record, r workload.Request, c route.Choice) (promised int) {
	e.last = rec.Req
	rec.Kind, rec.Rule, rec.Other, rec.Tokens = Routed, c.Rule, uint16(c.Other), int32(r.Tokens)
	rec.Repeat, rec.Hit = e.outcome(c.Worker, r.Group)
	if e.knows != nil && c.Worker < e.sc.Workers {
		promised = min(e.router.Overlap(c.Worker, r.Chain), r.Reusable(e.size))
		rec.To = int32(promised)
	}
	e.emit(rec)
	return promised
}

// between does what happens after a request and before the next.
func (e *engine) between(rec Record) {
	if e.knows != nil {
		e.knows.between(rec)
	}
	f := e.sc.Flaws
	if f.RestartAt == 0 || int(rec.Req)+2 != f.RestartAt {
		return
	}
	w := e.workers[f.RestartWorker]
	if e.timed {
		e.kill(w, nil)
		return
	}
	e.empty(w)
	e.emit(rec.on(w).span(Restarted, 0, 0, 0))
}

// empty takes all out of a worker's cache.
func (e *engine) empty(w *worker) {
	e.caches.Clear(int(w.id))
	w.inUse, w.private, w.host, w.holders = 0, 0, hostMemory{life: w.host.life + 1}, nil
	if w.capacity > 0 {
		w.lru = cache.NewLRU(w.capacity)
	}
}

// outcome is the lab's: whether the group came before, and to this worker.
// Requests without a group are never repeats.
func (e *engine) outcome(w, group int) (repeat, hit bool) {
	if group < 0 {
		return false, false
	}
	g, serving := uint32(group), uint64(w)<<32|uint64(group)
	if _, hit = e.served[serving]; hit {
		return true, true
	}
	e.served[serving] = struct{}{}
	if _, repeat = e.seen[g]; !repeat {
		e.seen[g] = struct{}{}
	}
	return repeat, false
}
