package sim

import (
	"kvtui/core/block"
	"kvtui/core/cache"
	"kvtui/core/clock"
)

// store is a KV store that all workers share: every prompt goes there once its
// request is served, at no cost to the worker, and is there at once.
type store struct {
	blocks cache.Holdings
	order  *cache.LRU
	net    *network
}

func newStore(c clock.Store) *store {
	return &store{order: cache.NewLRU(c.Blocks), net: newNetwork(0, c.GBps, loadsDone)}
}

// put keeps the blocks of a request's prompt.
func (s *store) put(req int32, now int64, c block.Chain) {
	held := s.blocks.Lead(0, c)
	kept := s.order.Touch(req, now, c, held, func(_ int32, c block.Chain, from, to int) {
		c.Each(from, to, func(sp block.Span) { s.blocks.Remove(0, sp) })
	})
	c.Each(held, kept, func(sp block.Span) { s.blocks.Add(0, sp) })
}

// tryLoad starts loading what the store has beyond the first reused blocks,
// where that is faster than computing it: alone, since neither the batch nor
// other loads are known ahead.
func (e *engine) tryLoad(j *job, reused int) {
	if e.store == nil {
		return
	}
	c := e.sc.Clock
	upto := min(e.store.blocks.Lead(0, j.full), max(0, j.goal-1)/e.size)
	if upto <= reused {
		return
	}
	tokens := (upto - reused) * e.size
	bytes := float64(tokens) * c.BytesPerToken
	load := c.Store.LatencyMS
	if c.Store.GBps > 0 {
		load += bytes / c.Store.GBps / 1e6
	}
	computed, loaded := reused*e.size, upto*e.size
	if load >= c.Engine.AloneMS(j.goal-computed, computed)-c.Engine.AloneMS(j.goal-loaded, loaded) {
		return
	}
	e.loads++
	j.loads, j.load, j.bytes, j.upto = true, e.loads, bytes, upto
	e.events.push(event{at: e.in(c.Store.LatencyMS), class: delivery, do: loadStart, job: j, mark: j.load})
}

// unload gives up a request's load, since it leaves its worker.
func (e *engine) unload(j *job) {
	if j.loads {
		j.loads = false
		e.abort(e.store.net, func(o *job) bool { return o == j })
	}
}

// loaded follows a load: the blocks are in the worker's cache.
func (e *engine) loaded(j *job) {
	j.loads = false
	from := j.have
	j.have = j.upto * e.size
	w := j.at.w
	e.emit(e.about(j).on(w).span(Loaded, from/e.size, j.upto, j.have-from))
	e.cache(w, j, j.upto)
	e.cut(w)
	e.start(w)
}
