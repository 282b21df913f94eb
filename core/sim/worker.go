package sim

import (
	"slices"

	"kvtui/core/block"
	"kvtui/core/cache"
)

// worker is one engine process: its queue, its batch and its KV room.
type worker struct {
	id       int32
	gpu      *gpu
	capacity int        // blocks; 0 is unlimited, and then nothing below is kept
	lru      *cache.LRU // cached blocks that no request uses
	inUse    int        // cached blocks that requests use
	private  int        // blocks of requests that are not in the cache
	holders  []*hold    // of capacity-bound workers

	waiting []*job // first come first served
	running []*job // in order of admission
	claims  []*job // waiting for room to receive KV
	ready   []*job // with all their KV, waiting for a place in the batch
	copies  []copying
	batch   batch
	task    task
	down    bool
	freed   bool // it is on the engine's list of those
	host    hostMemory
}

// batch is what the iteration under way does.
type batch struct {
	chunks []chunk
	steps  int // tokens that every decoding request gets
	ms     float64
	growth float64
}

type chunk struct {
	j      *job
	tokens int
}

// used returns the blocks that hold KV.
func (w *worker) used() int {
	if w.capacity == 0 {
		return 0
	}
	return w.lru.Used() + w.inUse + w.private
}

// shared returns how many leading blocks of the first n of a hold's chain other
// requests on the worker have pinned too.
func (w *worker) shared(h *hold, n int) int {
	most := 0
	for _, o := range w.holders {
		if o != h && o.pinned > most {
			most = max(most, min(o.pinned, block.Shared(o.chain, h.chain), n))
		}
	}
	return most
}

// pin takes blocks up to to of the hold's chain, all cached, out of the order
// in which blocks go.
func (w *worker) pin(h *hold, to int) {
	if w.capacity == 0 || to <= h.pinned {
		return
	}
	free := min(max(h.pinned, w.shared(h, to)), to)
	w.lru.Take(h.chain, free, to)
	w.inUse += to - free
	h.pinned = to
}

// release ends a hold: what it pinned and nobody else uses can go from now on,
// last.
func (e *engine) release(h *hold, req int32) {
	w := h.w
	if w == nil {
		return
	}
	h.w = nil
	if w.capacity == 0 {
		return
	}
	if i := slices.Index(w.holders, h); i >= 0 {
		w.holders = slices.Delete(w.holders, i, i+1)
	}
	from := w.shared(h, h.pinned)
	w.lru.Put(req, e.now, h.chain, from, h.pinned)
	w.inUse -= h.pinned - from
	w.private -= h.private
	h.pinned, h.private = 0, 0
	e.settle(w)
}

// room returns the blocks that could be had: those free and those that may go.
// One block stays back, as vLLM's null block does, when there is a clock.
func (e *engine) room(w *worker) (free, evictable int) {
	free = w.capacity - w.used()
	if e.timed {
		free--
	}
	return free, w.lru.Used()
}

// reserve gives a hold n more blocks of its own, letting others go where it
// must, and reports whether there was room.
func (e *engine) reserve(h *hold, n int, rec Record) bool {
	w := h.w
	if w.capacity == 0 || n <= 0 {
		return true
	}
	free, evictable := e.room(w)
	if n > free+evictable {
		return false
	}
	if n > free {
		e.drop(w, n-free, rec)
	}
	w.private += n
	h.private += n
	return true
}

// drop lets n cached blocks of a worker go.
func (e *engine) drop(w *worker, n int, rec Record) {
	rec.Worker = w.id
	w.lru.Drop(n, e.evicting(rec))
}
