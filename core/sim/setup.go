package sim

import (
	"math"

	"kvtui/core/cache"
	"kvtui/core/pyrand"
	"kvtui/core/route"
	"kvtui/core/scenario"
)

// newEngine returns the fleet of a scenario, with nothing to do yet. size is the
// tokens of a block, rng what the strategy draws from.
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
		seen:   map[uint32]struct{}{}, served: map[uint64]struct{}{}, flying: map[*job]struct{}{},
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
			w.lru = cache.NewLRU(w.capacity)
		}
		e.workers = append(e.workers, w)
	}
	return nil
}
