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
	arrivals, rng := w.Open(sc.Seed)
	e, err := newEngine(sc, w.BlockSize(), rng, emit)
	if err != nil {
		return err
	}
	for done := 0; ; done++ {
		if done%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		r, at, ok := arrivals.Next(e.now, done)
		if !ok {
			return nil
		}
		e.now = max(e.now, at)
		if err := e.serve(r); err != nil {
			return err
		}
	}
}

// engine is the fleet of a run and the router before it.
type engine struct {
	sc       scenario.Scenario
	size     int // tokens per block
	now      int64
	router   router
	strategy route.Strategy
	indexed  bool
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
func (r *router) Deepest(c block.Chain) (int, []int32) { return r.index.Deepest(c) }

func newEngine(sc scenario.Scenario, size int, rng *pyrand.Rand, emit func(Record)) (*engine, error) {
	info, err := route.ByName(sc.Strategy)
	if err != nil {
		return nil, err
	}
	e := &engine{
		sc: sc, size: size, rng: rng, emit: emit,
		strategy: info.New(), indexed: info.Indexed,
		router: router{Loads: route.NewLoads(sc.Workers), workers: sc.Workers},
		seen:   map[uint32]struct{}{}, served: map[uint64]struct{}{},
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
	c := e.strategy.Choose(&e.router, route.Request{Index: r.Index, Chain: r.Chain}, e.rng)
	if c.Worker < 0 || c.Worker >= e.sc.Workers {
		return errNoWorker
	}
	e.router.Send(c.Worker)
	n := r.Chain.Len()
	rec := Record{At: e.now, Req: int32(r.Index), Of: int32(r.Index), Worker: int32(c.Worker)}

	routed := rec
	routed.Kind, routed.Rule, routed.Tokens, routed.To = Routed, c.Rule, int32(r.Tokens), int32(n)
	routed.Repeat, routed.Hit = e.outcome(c.Worker, r.Group)
	e.emit(routed)
	if e.knows(scenario.Approximate) {
		e.learn(rec, r.Chain, 0, n)
	}

	held := e.caches.Lead(c.Worker, r.Chain)
	reused := min(held, r.Reusable(e.size))
	if reused > 0 {
		e.span(rec, Reused, 0, reused, reused*e.size)
	}
	if r.Tokens > reused*e.size {
		e.span(rec, Computed, reused, n, r.Tokens-reused*e.size)
	}
	kept := e.store(rec, r, held, n)
	e.span(rec, Done, max(held, kept), n, 0)
	return nil
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
		e.order[rec.Worker].Touch(rec.Req, r.Chain, held, func(of int32, c block.Chain, from, to int) {
			if of == rec.Req {
				kept = from
				to = min(to, held) // what was never stored cannot go
			}
			e.evict(rec, of, c, from, to)
		})
	}
	if held < kept {
		r.Chain.Each(held, kept, func(s block.Span) { e.caches.Add(int(rec.Worker), s) })
		e.span(rec, Stored, held, kept, 0)
		if e.knows(scenario.Events) {
			e.learn(rec, r.Chain, held, kept)
		}
	}
	return kept
}

func (e *engine) evict(rec Record, of int32, c block.Chain, from, to int) {
	if from >= to {
		return
	}
	c.Each(from, to, func(s block.Span) { e.caches.Remove(int(rec.Worker), s) })
	rec.Of = of
	e.span(rec, Evicted, from, to, 0)
	if e.knows(scenario.Events) {
		c.Each(from, to, func(s block.Span) { e.router.index.Remove(int(rec.Worker), s) })
		e.span(rec, Forgotten, from, to, 0)
	}
}

func (e *engine) knows(k scenario.Knowledge) bool { return e.indexed && e.sc.Knowledge == k }

func (e *engine) learn(rec Record, c block.Chain, from, to int) {
	if from >= to {
		return
	}
	c.Each(from, to, func(s block.Span) { e.router.index.Add(int(rec.Worker), s) })
	e.span(rec, Learned, from, to, 0)
}

func (e *engine) span(rec Record, k Kind, from, to, tokens int) {
	rec.Kind, rec.From, rec.To, rec.Tokens = k, int32(from), int32(to), int32(tokens)
	e.emit(rec)
}
