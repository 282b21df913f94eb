package sim

import (
	"context"

	"kvtui/core/cache"
	"kvtui/core/pyrand"
	"kvtui/core/route"
	"kvtui/core/scenario"
	"kvtui/core/workload"
)

// Run runs the workload and hands every record to emit, in order. It ends
// early with the context's error. The same scenario and workload give the same
// records everywhere.
//
// Without a clock everything that a request does happens at its arrival, and
// the next comes when it is through.
func Run(ctx context.Context, sc scenario.Scenario, w workload.Workload, emit func(Record)) error {
	e, err := open(sc, w, emit)
	if err != nil {
		return err
	}
	return e.run(ctx)
}

// open checks a run and returns its engine, before the first event.
func open(sc scenario.Scenario, w workload.Workload, emit func(Record)) (*engine, error) {
	if err := sc.Validate(); err != nil {
		return nil, err
	}
	stamped := workload.Stamped(w)
	if sc.Flaws.TTLMillis > 0 && !stamped && !sc.Clock.On {
		return nil, &workload.ArgError{Arg: "knowledge.ttl_ms", Problem: "needs an arrival stamp on every request: accepted is knowledge.ttl_requests, or a trace with stamps"}
	}
	if sc.Clock.On && !workload.Answered(w) {
		var err error
		if w, err = workload.WithAnswers(w, sc.Clock.Outputs, sc.Seed); err != nil {
			return nil, err
		}
	}
	source, rng := w.Open(sc.Seed)
	arrivals, err := workload.Arrive(source, sc.Clock.Arrivals, sc.Seed, stamped)
	if err != nil {
		return nil, err
	}
	e, err := newEngine(sc, w.BlockSize(), rng, emit)
	if err != nil {
		return nil, err
	}
	e.arrivals = arrivals
	return e, nil
}

// engine is the fleet of a run and the router before it.
type engine struct {
	sc       scenario.Scenario
	size     int // tokens per block
	timed    bool
	budget   int // tokens of an iteration
	now      int64
	last     int32 // the request routed last
	arrivals workload.Arrivals
	events   queue
	router   router
	knows    *knowledge // nil where the strategy has no index
	strategy route.Strategy
	rng      *pyrand.Rand
	draws    *pyrand.Rand // of decode workers
	caches   cache.Holdings
	workers  []*worker // those of one pool or that prefill, then those that decode
	decodes  []route.Live
	link     *network
	flying   map[*job]struct{}   // whose KV is under way
	store    *store              // nil where there is none
	loads    uint32              // begun so far
	freed    []*worker           // whose room has grown since the event began
	spare    []*job              // for which nothing is due any more
	through  []*job              // what an iteration ends, reused
	seen     map[uint32]struct{} // groups
	served   map[uint64]struct{} // worker<<32 | group
	emit     func(Record)
}

// run takes events in order of time until nothing is left.
func (e *engine) run(ctx context.Context) error {
	e.pull()
	for n := 0; len(e.events.heap) > 0; n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if err := e.step(); err != nil {
			return err
		}
	}
	return nil
}

// step takes the next event.
func (e *engine) step() error {
	ev := e.events.pop()
	e.now = max(e.now, ev.at)
	if ev.do != arrives {
		e.happen(&ev)
		e.resume()
		return nil
	}
	if err := e.arrive(ev.job); err != nil {
		return err
	}
	e.resume()
	if e.timed { // else it ends at once, and finish asks
		e.pull()
	}
	return nil
}

// resume lets in what waited for room that an event has freed.
func (e *engine) resume() {
	for len(e.freed) > 0 { // which may grow meanwhile
		w := e.freed[0]
		e.freed = append(e.freed[:0], e.freed[1:]...)
		w.freed = false
		e.claim(w)
		e.start(w)
	}
}

// pull puts on the queue what the arrivals know by now.
func (e *engine) pull() {
	for {
		r, at, ok := e.arrivals.Next(e.now)
		if !ok {
			return
		}
		e.events.push(event{at: at, class: arrival, do: arrives, job: e.newJob(r)})
	}
}

// happen does what an event says, unless it no longer counts.
func (e *engine) happen(ev *event) {
	switch ev.do {
	case arrives:
	case workerDone:
		if w := e.workers[ev.who]; ev.mark == w.task.mark {
			e.done(w)
		}
	case enter:
		e.enter(ev.job)
	case flowStart:
		if !ev.job.gone {
			e.flow(ev.job)
		}
	case loadStart:
		if j := ev.job; j.loads && j.load == ev.mark {
			e.add(e.store.net, &flow{j: j, left: j.bytes})
		}
	case flowsDone:
		if ev.mark == e.link.mark {
			for _, j := range e.ended(e.link) {
				delete(e.flying, j)
				e.received(j)
			}
		}
	case loadsDone:
		if ev.mark == e.store.net.mark {
			for _, j := range e.ended(e.store.net) {
				e.loaded(j)
			}
		}
	case restarted:
		e.back(e.workers[ev.who])
	case eventsDue:
		e.knows.due(e.now)
	case lagDone:
		if h := &e.workers[ev.who].host; ev.mark == h.life {
			h.held -= ev.job.staged
		}
	}
}

// done ends a worker's iteration or copy and starts its next.
func (e *engine) done(w *worker) {
	copied := w.task.copying
	e.end(w)
	if !copied {
		e.iterated(w)
	} else {
		c := w.copies[0]
		w.copies = append(w.copies[:0], w.copies[1:]...)
		if int(w.id) < e.sc.Workers {
			e.send(c.j)
		} else {
			e.join(w, c.j)
		}
	}
	e.start(w)
}
