package sim

import (
	"context"
	"math"
	"slices"

	"kvtui/core/block"
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
	flying   []*job              // whose KV is under way
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
				e.flying = slices.DeleteFunc(e.flying, func(o *job) bool { return o == j })
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

func newEngine(sc scenario.Scenario, size int, rng *pyrand.Rand, emit func(Record)) (*engine, error) {
	info, err := route.ByName(sc.Strategy)
	if err != nil {
		return nil, err
	}
	// Streams of their own, so that no draw shifts another. The constant only
	// keeps this one apart.
	const decodeStream = 0xdec0de
	e := &engine{
		sc: sc, size: size, rng: rng, emit: emit, timed: sc.Clock.On, budget: math.MaxInt,
		strategy: info.New(sc.Options), draws: pyrand.New(sc.Seed ^ decodeStream),
		router: router{Loads: route.NewLoads(sc.Workers), workers: sc.Workers, lab: info.Lab, apart: sc.Clock.Split.Decode > 0},
		seen:   map[uint32]struct{}{}, served: map[uint64]struct{}{},
	}
	if info.Indexed {
		e.knows = newKnowledge(sc, size, &e.router.index, emit)
		e.knows.events = &e.events
	}
	if e.timed {
		e.router.Clock()
		if b := sc.Clock.Engine.Budget; b > 0 {
			e.budget = b
		}
		ranks := float64(max(1, sc.Clock.Split.TP)) // each has a flow of its own
		e.link = newNetwork(sc.Clock.Link.FlowGBps*ranks, sc.Clock.Link.TotalGBps, flowsDone)
		e.decodes = make([]route.Live, sc.Clock.Split.Decode)
		if sc.Clock.Store.Blocks > 0 {
			e.store = newStore(sc.Clock.Store)
		}
	}
	return e, e.build()
}

// build makes the workers and puts them on their GPUs.
func (e *engine) build() error {
	groups, err := e.sc.Clock.Groups()
	if err != nil {
		return err
	}
	n := e.sc.Fleet()
	all := make([]worker, n)
	gpus := make([]gpu, n)
	at, left := 0, 0
	for i := range all {
		w := &all[i]
		w.id = int32(i)
		if left == 0 {
			if at, left = at+1, 1; len(groups) > 0 {
				left, groups = groups[0], groups[1:]
			}
		}
		left--
		w.gpu = &gpus[at-1]
		w.gpu.workers = append(w.gpu.workers, w)
		w.capacity = e.sc.Capacity
		if c := e.sc.Clock.Split.Capacity; i >= e.sc.Workers && c > 0 {
			w.capacity = c
		}
		if w.capacity > 0 {
			w.lru = newOrder(w)
		}
		e.workers = append(e.workers, w)
	}
	return nil
}
