package sim

import (
	"slices"

	"kvtui/core/clock"
)

// start gives an idle worker its next task, if there is any: a copy that waits,
// or an iteration.
func (e *engine) start(w *worker) {
	if w.task.on || w.down {
		return
	}
	if len(w.copies) > 0 {
		e.begin(w, w.copies[0].nanos, false)
		return
	}
	if !e.compose(w) {
		return
	}
	e.begin(w, w.batch.nanos(w.batch.steps), true)
}

// compose makes a worker's next batch and reports whether there is anything in
// it. A pure decode lasts until it changes.
func (e *engine) compose(w *worker) bool {
	b := &w.batch
	b.chunks, b.steps = b.chunks[:0], 1
	e.pick(w)
	load, fewest := e.load(w)
	if load.Decoding+load.Chunks == 0 {
		return false
	}
	if load.Chunks == 0 {
		b.steps = e.steps(w, fewest)
	}
	b.ms, b.growth = e.sc.Clock.Engine.IterationMS(load, e.sc.Clock.BytesPerToken)
	return true
}

// pick fills a worker's batch: decodes first, a token each, then prompts under
// way, then those that wait, first come first served, as far as budget and room
// go.
func (e *engine) pick(w *worker) {
	for len(w.ready) > 0 && e.fits(w) {
		w.running, w.ready = append(w.running, w.ready[0]), shifted(w.ready)
	}
	preempted := e.grow(w)
	if !preempted {
		e.claim(w)
	}
	budget := e.budget
	for _, j := range w.running {
		if j.decoding() {
			budget--
		}
	}
	for _, j := range w.running {
		budget = w.chunk(j, budget)
	}
	for len(w.waiting) > 0 && budget > 0 && !preempted && e.fits(w) {
		j := w.waiting[0]
		if !e.admit(w, j) {
			return
		}
		w.waiting = shifted(w.waiting)
		w.running = append(w.running, j)
		budget = w.chunk(j, budget)
	}
}

// load returns what a worker's batch is made of, and after how many tokens the
// first of its decodes is through.
func (e *engine) load(w *worker) (load clock.Batch, fewest int) {
	for _, j := range w.running {
		if !j.decoding() {
			continue
		}
		load.Decoding++
		load.Context += int64(j.context())
		left := j.output - j.out
		if !j.first { // so that its first token is told of when it is out
			left = 1
		}
		if fewest == 0 || left < fewest {
			fewest = left
		}
	}
	for _, c := range w.batch.chunks {
		load.Chunks++
		load.Uncached += c.tokens
		load.ChunkMS += e.sc.Clock.Engine.PrefillMS(clock.Chunk{Tokens: c.tokens, Context: c.j.have})
	}
	if w.capacity > 0 {
		load.Used, load.Room = w.inUse+w.private, w.capacity
	}
	return load, fewest
}

// fits reports whether a batch has a place for one more request.
func (e *engine) fits(w *worker) bool {
	most := e.sc.Clock.Engine.Sequences
	return most == 0 || len(w.running) < most
}

// chunk adds what the budget allows of a prompt to the batch, nothing while that
// loads.
func (w *worker) chunk(j *job, budget int) (left int) {
	k := min(j.goal-j.have, budget)
	if k <= 0 || j.loads {
		return budget
	}
	w.batch.chunks = append(w.batch.chunks, chunk{j, k})
	return budget - k
}

// grow makes room for the next token of every decoding request. Where there is
// none the newest request gives up its blocks and starts over; grow reports
// whether one did.
func (e *engine) grow(w *worker) (preempted bool) {
	if w.capacity == 0 {
		return false
	}
	for i := 0; i < len(w.running); { // it may lose its last ones meanwhile
		j := w.running[i]
		i++
		for j.decoding() && j.wants(1, e.size) > j.slots {
			if e.reserve(&j.at, 1, e.about(j)) {
				j.slots++
				continue
			}
			last := w.running[len(w.running)-1]
			e.preempt(w, last)
			preempted = true
			if last == j {
				break
			}
		}
	}
	return preempted
}

// steps returns how many tokens a pure decode may generate before its batch
// changes: until the first request is through or room would run out. It takes
// the room for them at once.
func (e *engine) steps(w *worker, fewest int) int {
	if w.capacity == 0 || fewest < 2 {
		return max(1, fewest)
	}
	free, _ := e.room(w)          // what would have to go may be hit until then
	if e.sc.Clock.Engine.Mocker { // a step's time follows the blocks in use
		free = 0
	}
	needs := func(n int) (blocks int) {
		for _, j := range w.running {
			if j.decoding() {
				blocks += max(0, j.wants(n, e.size)-j.slots)
			}
		}
		return blocks
	}
	low, high := 1, fewest
	for low < high {
		if mid := (low + high + 1) / 2; needs(mid) <= free {
			low = mid
		} else {
			high = mid - 1
		}
	}
	for _, j := range w.running {
		if n := j.wants(low, e.size) - j.slots; j.decoding() && n > 0 && e.reserve(&j.at, n, e.about(j)) {
			j.slots += n
		}
	}
	return low
}

// giveBack frees the room that decoding requests have beyond that for so many
// more tokens.
func (e *engine) giveBack(w *worker, steps int) {
	if w.capacity == 0 {
		return
	}
	for _, j := range w.running {
		if n := j.slots - j.wants(steps, e.size); j.decoding() && n > 0 {
			j.slots -= n
			j.at.private -= n
			w.private -= n
		}
	}
	e.settle(w)
}

// preempt takes a request off its worker; it will compute again all that is not
// cached then, what it generated included.
func (e *engine) preempt(w *worker, j *job) {
	w.running = slices.DeleteFunc(w.running, func(o *job) bool { return o == j })
	if j.decoding() { // else all whole blocks are cached already
		e.keep(j, j.context()-1)
	}
	e.unload(j)
	e.release(&j.at, int32(j.r.Index))
	j.have, j.goal, j.slots = 0, j.context(), 0
	w.waiting = slices.Insert(w.waiting, 0, j)
	e.emit(e.about(j).on(w).span(Preempted, 0, 0, 0))
}

// iterated applies the batch that a worker has just been through.
func (e *engine) iterated(w *worker) {
	b := &w.batch
	for _, c := range b.chunks {
		e.computed(w, c.j, c.tokens)
	}
	through := e.through[:0]
	for _, j := range w.running {
		if !j.decoding() {
			continue
		}
		if j.split {
			through = append(through, j)
			continue
		}
		if e.generated(j, b.steps); j.out >= j.output {
			through = append(through, j)
		}
	}
	for _, j := range through {
		if j.gone { // one before it brought the worker down
			continue
		}
		w.running = slices.DeleteFunc(w.running, func(o *job) bool { return o == j })
		if j.split {
			e.handOver(w, j)
		} else {
			e.finish(j, Served)
			if j.staged == 0 { // else its buffer is yet to be freed
				e.spare = append(e.spare, j)
			}
		}
	}
	e.through = through
}

// generated counts tokens of a request; the first of all is its first token.
func (e *engine) generated(j *job, n int) {
	if !j.first {
		j.first = true
		if e.timed {
			e.emit(e.about(j).on(j.at.w).span(First, 0, 0, 0))
		}
		e.router.first(j)
	}
	j.out += n
}
