package sim

import (
	"slices"

	"kvtui/core/block"
)

// admit takes a request out of a worker's queue where its context fits, and
// reports whether it does: it reuses what is cached, loads what the shared
// store has where that is faster, and reserves room for the rest.
func (e *engine) admit(w *worker, j *job) bool {
	reused := min(e.caches.Lead(int(w.id), j.full), max(0, j.goal-1)/e.size)
	j.at = hold{chain: j.full}
	slots := (j.goal + e.size - 1) / e.size
	if w.capacity > 0 {
		taken := reused - min(reused, w.shared(&j.at, reused))
		free, evictable := e.room(w)
		if slots-reused > free+evictable-taken {
			return false
		}
	}
	e.hold(w, j)
	w.pin(&j.at, reused)
	e.reserve(&j.at, slots-reused, e.about(j))
	j.slots, j.fresh, j.have, j.began = slots, slots-reused, reused*e.size, e.now
	e.emit(e.about(j).on(w).span(Admitted, 0, 0, j.goal))
	if reused > 0 && !j.seen {
		e.emit(e.about(j).on(w).span(Reused, 0, reused, reused*e.size))
	}
	j.seen = true
	e.tryLoad(j, reused)
	return true
}

// serve takes a request through a worker without a clock: it has the worker to
// itself and is through at once.
func (e *engine) serve(w *worker, j *job) {
	held := e.caches.Lead(int(w.id), j.full)
	j.at = hold{chain: j.full}
	e.hold(w, j)
	w.pin(&j.at, held)
	reused := min(held, max(0, j.goal-1)/e.size)
	j.have = reused * e.size
	if reused > 0 {
		e.emit(e.about(j).on(w).span(Reused, 0, reused, j.have))
	}
	if left := j.goal - j.have; left > 0 {
		e.computed(w, j, left)
	}
	e.generated(j, 1)
	e.finish(j, Served)
	e.spare = append(e.spare, j)
}

// hold makes a worker the one that a request is on.
func (e *engine) hold(w *worker, j *job) {
	j.at.w = w
	if w.capacity > 0 {
		w.holders = append(w.holders, &j.at)
	}
}

// computed notes tokens that a worker has prefilled and caches the blocks that
// are whole now.
func (e *engine) computed(w *worker, j *job, tokens int) {
	from := j.have / e.size
	j.have += tokens
	whole := min(j.have/e.size, j.full.Len())
	if !e.timed {
		whole = j.blocks
	}
	rec := e.about(j).on(w)
	e.emit(rec.span(Computed, min(from, whole), whole, tokens))
	if !e.timed { // else the router's load is what is under way
		e.router.Compute(int(w.id), tokens)
	}
	e.cache(w, j, whole)
}

// cache puts the first whole blocks of a request into its worker's cache and
// pins them. What the worker has already, computed for another request at the
// same time, stays the request's own as well until it ends.
func (e *engine) cache(w *worker, j *job, whole int) {
	rec := e.about(j).on(w)
	held := min(e.caches.Lead(int(w.id), j.full), whole)
	kept := whole
	if w.capacity > 0 && !e.timed {
		kept = min(whole, w.capacity)
		free, _ := e.room(w)
		e.drop(w, kept-held-free, rec)
		w.private += max(0, kept-held)
		j.at.private += max(0, kept-held)
	}
	w.pin(&j.at, held)
	if held < kept {
		j.full.Each(held, kept, func(s block.Span) { e.caches.Add(int(w.id), s) })
		if w.capacity > 0 {
			n := kept - held
			w.private -= n
			j.at.private -= n
			w.inUse += n
			j.at.pinned = kept
		}
		e.emit(rec.span(Stored, held, kept, 0))
		if e.knows != nil && int(w.id) < e.sc.Workers {
			e.knows.stored(rec, j.full, held, kept)
		}
	}
	if !e.timed {
		j.slots = max(held, kept) // where what found no room begins
	}
}

// keep caches the blocks that a context of so many tokens fills, on the worker
// that has computed them.
func (e *engine) keep(j *job, tokens int) {
	w := j.at.w
	if w == nil || !e.timed {
		return
	}
	whole := min(tokens/e.size, j.full.Len())
	if e.canKeep(j, whole) {
		e.cache(w, j, whole)
	}
}

// canKeep reports whether there are blocks to cache that are not cached yet, and
// whether the hold has the blocks of its own that this takes.
func (e *engine) canKeep(j *job, whole int) bool {
	w := j.at.w
	if w.capacity == 0 {
		return whole > j.have/e.size
	}
	if whole <= j.at.pinned || whole > j.slots {
		return false
	}
	held := min(e.caches.Lead(int(w.id), j.full), whole)
	return whole-held <= j.at.private
}

// evicting returns what tells the records and the router of blocks that go
// from rec's worker.
func (e *engine) evicting(rec Record) func(of int32, c block.Chain, from, to int) {
	return func(of int32, c block.Chain, from, to int) {
		c.Each(from, to, func(s block.Span) { e.caches.Remove(int(rec.Worker), s) })
		rec.Of = of
		e.emit(rec.span(Evicted, from, to, 0))
		if e.knows != nil && int(rec.Worker) < e.sc.Workers {
			e.knows.removed(rec, of, c, from, to)
		}
	}
}

// settle notes that a worker may have room for what waits there. What that is
// must not be let in before the event that freed the room is dealt with.
func (e *engine) settle(w *worker) {
	if e.timed && !w.freed {
		w.freed = true
		e.freed = append(e.freed, w)
	}
}

// forget takes a job out of every list of a worker.
func (w *worker) forget(j *job) {
	is := func(o *job) bool { return o == j }
	w.waiting = slices.DeleteFunc(w.waiting, is)
	w.running = slices.DeleteFunc(w.running, is)
	w.claims = slices.DeleteFunc(w.claims, is)
	w.ready = slices.DeleteFunc(w.ready, is)
	w.copies = slices.DeleteFunc(w.copies, func(c copying) bool { return c.j == j })
}
