package sim

import (
	"context"
	"errors"

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
func Run(ctx context.Context, sc scenario.Scenario, w workload.Workload, emit func(Record)) error {
	if err := sc.Validate(); err != nil {
		return err
	}
	stamped := workload.Stamped(w)
	if sc.Flaws.TTLMillis > 0 && !stamped {
		return &workload.ArgError{Arg: "knowledge.ttl_ms", Problem: "needs an arrival stamp on every request: accepted is knowledge.ttl_requests, or a trace with stamps"}
	}
	source, rng := w.Open(sc.Seed)
	arrivals, err := workload.Arrive(source, workload.Pattern{}, sc.Seed, stamped)
	if err != nil {
		return err
	}
	e, err := newEngine(sc, w.BlockSize(), rng, emit)
	if err != nil {
		return err
	}
	for done := 0; ; done++ {
		if done%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		r, at, ok := arrivals.Next(e.now)
		if !ok {
			return nil
		}
		e.now = max(e.now, at)
		if err := e.serve(r); err != nil {
			return err
		}
		arrivals.Finished(r, e.now)
	}
}

// engine is the fleet of a run and the router before it.
type engine struct {
	sc       scenario.Scenario
	size     int // tokens per block
	now      int64
	router   router
	knows    *knowledge // nil where the strategy has no index
	strategy route.Strategy
	rng      *pyrand.Rand
	caches   cache.Holdings
	order    []*cache.LRU        // one a worker; nil where capacity is unlimited
	seen     map[uint32]struct{} // groups
	served   map[uint64]struct{} // worker<<32 | group
	emit     func(Record)
}

// router is what the router knows: its index and what it sent.
type router struct {
	*route.Loads
	workers int
	index   cache.Holdings
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
	e := &engine{
		sc: sc, size: size, rng: rng, emit: emit,
		strategy: info.New(sc.Options),
		router:   router{Loads: route.NewLoads(sc.Workers), workers: sc.Workers},
		seen:     map[uint32]struct{}{}, served: map[uint64]struct{}{},
	}
	if info.Indexed {
		e.knows = newKnowledge(sc, size, &e.router.index, emit)
	}
	if sc.Capacity > 0 {
		e.order = make([]*cache.LRU, sc.Workers)
		for i := range e.order {
			e.order[i] = cache.NewLRU(sc.Capacity)
		}
	}
	return e, nil
}

var errNoWorker = errors.New("the strategy chose a worker that does not exist")

// serve takes one request from the router to its end. Without a clock nothing
// else happens meanwhile.
func (e *engine) serve(r workload.Request) error {
	if e.knows != nil {
		e.knows.expire(e.now, r.Index)
	}
	q := toRoute(r, e.size)
	c := e.strategy.Choose(&e.router, q, e.rng)
	if c.Worker < 0 || c.Worker >= e.sc.Workers {
		return errNoWorker
	}
	n := r.Chain.Len()
	rec := Record{At: e.now, Req: int32(r.Index), Of: int32(r.Index), Worker: int32(c.Worker)}
	e.emitRouted(rec, r, c)
	e.router.Send(c.Worker)
	if e.knows != nil {
		e.knows.routed(rec, r.Chain, n)
	}
	held := e.caches.Lead(c.Worker, r.Chain)
	reused := min(held, r.Reusable(e.size))
	if reused > 0 {
		e.emit(rec.span(Reused, 0, reused, reused*e.size))
	}
	if left := r.Tokens - reused*e.size; left > 0 {
		e.emit(rec.span(Computed, reused, n, left))
		e.router.Compute(c.Worker, left)
	}
	kept := e.store(rec, r, held, n)
	e.emit(rec.span(Done, max(held, kept), n, 0))
	e.between(rec)
	return nil
}

// toRoute is what the router sees of a request.
func toRoute(r workload.Request, size int) route.Request {
	return route.Request{Index: r.Index, Chain: r.Chain, Tokens: r.Tokens, Block: size, Session: r.Session}
}

func (e *engine) emitRouted(rec Record, r workload.Request, c route.Choice) {
	rec.Kind, rec.Rule, rec.Other, rec.Tokens = Routed, c.Rule, uint16(c.Other), int32(r.Tokens)
	rec.Repeat, rec.Hit = e.outcome(c.Worker, r.Group)
	if e.knows != nil {
		rec.To = int32(min(e.router.Overlap(c.Worker, r.Chain), r.Reusable(e.size)))
	}
	e.emit(rec)
}

// between does what happens after a request and before the next.
func (e *engine) between(rec Record) {
	if e.knows != nil {
		e.knows.between(rec)
	}
	if f := e.sc.Flaws; f.RestartAt > 0 && int(rec.Req)+2 == f.RestartAt {
		rec.Worker = int32(f.RestartWorker)
		e.caches.Clear(f.RestartWorker)
		if e.order != nil {
			e.order[f.RestartWorker] = cache.NewLRU(e.sc.Capacity)
		}
		e.emit(rec.span(Restarted, 0, 0, 0))
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

// store puts the blocks of a request into the worker's cache, after making
// room, and returns how many leading blocks of it the worker then holds: a
// prompt longer than the cache keeps its head only.
func (e *engine) store(rec Record, r workload.Request, held, n int) (kept int) {
	kept = n
	if e.order != nil {
		kept = e.order[rec.Worker].Touch(rec.Req, rec.At, r.Chain, held, func(of int32, c block.Chain, from, to int) {
			e.evict(rec, of, c, from, to)
		})
	}
	if held < kept {
		r.Chain.Each(held, kept, func(s block.Span) { e.caches.Add(int(rec.Worker), s) })
		e.emit(rec.span(Stored, held, kept, 0))
		if e.knows != nil {
			e.knows.stored(rec, r.Chain, held, kept)
		}
	}
	return kept
}

func (e *engine) evict(rec Record, of int32, c block.Chain, from, to int) {
	c.Each(from, to, func(s block.Span) { e.caches.Remove(int(rec.Worker), s) })
	rec.Of = of
	e.emit(rec.span(Evicted, from, to, 0))
	if e.knows != nil {
		e.knows.removed(rec, of, c, from, to)
	}
}
