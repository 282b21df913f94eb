package sim

import "math"

// local reports whether a request of a split fleet is served by a decode worker
// alone, and by which: so little of it is uncached there that moving KV is not
// worth it. Source: Dynamo lib/kv-router/src/conditional_disagg.rs @088ca50b,
// policy isl_bounding. Its router counts the overlap that it knows of; here it
// is what the worker holds.
func (e *engine) local(j *job) (*worker, bool) {
	s := e.sc.Clock.Split
	if s.Decode == 0 || !s.Conditional {
		return nil, false
	}
	w := e.decodeWorker()
	uncached := j.r.Tokens - e.caches.Lead(int(w.id), j.full)*e.size
	return w, uncached < s.LocalTokens && float64(uncached) < s.LocalShare*float64(j.r.Tokens)
}

// decodeWorker chooses the decode worker with the fewest different blocks of
// prompts under way; ties are drawn unless the lowest number is asked for.
// Source: Dynamo's router, which counts no overlap in the decode stage.
func (e *engine) decodeWorker() *worker {
	var best []*worker
	fewest := math.MaxInt
	for _, w := range e.workers[e.sc.Workers:] {
		n := e.decodes[int(w.id)-e.sc.Workers].Distinct
		if n > fewest {
			continue
		}
		if n < fewest {
			best, fewest = best[:0], n
		}
		best = append(best, w)
	}
	if len(best) == 1 || e.sc.Clock.Split.Lowest {
		return best[0]
	}
	return best[e.draws.Randrange(int64(len(best)))]
}

// handOver follows a request's prefill: its KV is copied to host memory where
// that is in the way, and then sent.
func (e *engine) handOver(w *worker, j *job) {
	j.took = e.now - j.began
	h := e.sc.Clock.Host
	// It is as small on the way to the host as on the link.
	bytes := float64(float64(blocksOf(j, e.size)*e.size)*e.sc.Clock.BytesPerToken) * e.sc.Clock.Split.Sent()
	if !e.stage(w, j, bytes) {
		return
	}
	if h.CopyGBps == 0 {
		e.send(j)
		return
	}
	w.copies = append(w.copies, copying{j, after(0, math.Round(bytes/h.CopyGBps))})
}

// blocksOf returns the blocks of a prompt, a partial one included.
func blocksOf(j *job, size int) int { return (j.r.Tokens + size - 1) / size }

// send chooses a decode worker and waits there for room.
func (e *engine) send(j *job) {
	w := e.decodeWorker()
	e.decodes[int(w.id)-e.sc.Workers].Begin(j.r.Index, 0, j.r.Chain)
	j.source, j.at = j.at, hold{chain: j.full}
	e.moveHold(&j.source, &j.at)
	w.claims = append(w.claims, j)
	j.next = w
	e.settle(w)
}

// moveHold makes a worker's list point to where its hold has gone.
func (e *engine) moveHold(to, from *hold) {
	if w := to.w; w != nil {
		for i, h := range w.holders {
			if h == from {
				w.holders[i] = to
			}
		}
	}
}

// claim starts the transfers of those that wait for a decode worker's room, as
// far as it goes, first come first served.
func (e *engine) claim(w *worker) {
	for len(w.claims) > 0 {
		j := w.claims[0]
		held := min(e.caches.Lead(int(w.id), j.full), j.r.Tokens/e.size)
		slots := blocksOf(j, e.size)
		if w.capacity > 0 {
			taken := held - min(held, w.shared(&j.at, held))
			free, evictable := e.room(w)
			if slots-held > free+evictable-taken {
				if e.cut(w) {
					continue
				}
				return
			}
		}
		w.claims = shifted(w.claims)
		e.hold(w, j)
		w.pin(&j.at, held)
		e.reserve(&j.at, slots-held, e.about(j))
		j.slots, j.moved = slots, held
		e.transfer(w, j)
	}
}

// transfer starts moving a request's KV to its decode worker.
func (e *engine) transfer(w *worker, j *job) {
	from := j.moved
	if e.sc.Clock.Split.Full {
		from = 0
	}
	tokens := (j.slots - from) * e.size
	rec := e.about(j).on(j.source.w)
	rec.Other = uint16(w.id)
	e.emit(rec.span(Sent, min(from, j.blocks), j.blocks, tokens))
	j.bytes = e.sc.Clock.MovedBytes(tokens)
	e.flying[j] = struct{}{}
	e.events.push(event{at: e.in(e.sc.Clock.Link.LatencyMS), class: delivery, do: flowStart, job: j})
}

// flow puts a transfer on the link. Where layers are sent as they are computed,
// what the link could carry during the prefill, alone, is there already.
func (e *engine) flow(j *job) {
	f := &flow{j: j, left: j.bytes}
	if e.sc.Clock.Link.PerWorker {
		f.src, f.dst = j.source.w.id, j.at.w.id
	}
	if l := e.sc.Clock.Split.Layers; l > 1 && j.took > 0 {
		alone := math.Inf(1)
		for _, limit := range []float64{e.link.flow, e.link.total} {
			if limit > 0 {
				alone = min(alone, limit)
			}
		}
		share := 1 - 1/float64(l)
		f.left -= min(j.bytes*share, alone*share*float64(j.took))
	}
	e.add(e.link, f)
}

// received follows a transfer: the prefill worker's blocks are free, and the
// decode worker goes on, after a copy where KV came through host memory.
func (e *engine) received(j *job) {
	w := j.at.w
	e.release(&j.source, int32(j.r.Index))
	e.unstage(j)
	if g := e.sc.Clock.Host.CopyGBps; g > 0 {
		e.emit(e.about(j).on(w).span(Crossed, 0, 0, 0))
		w.copies = append(w.copies, copying{j, after(0, math.Round(j.bytes/g))})
		e.cut(w)
		e.start(w)
		return
	}
	e.join(w, j)
}

// join puts a request with all its KV into a decode worker's batch.
func (e *engine) join(w *worker, j *job) {
	e.emit(e.about(j).on(w).span(Received, 0, 0, 0))
	j.split, j.have = false, j.goal
	e.cache(w, j, j.blocks)
	if e.sc.Clock.Split.FromPrefill {
		if e.generated(j, 1); j.out >= j.output {
			e.finish(j, Served)
			return
		}
	}
	w.ready = append(w.ready, j)
	if e.fits(w) {
		e.cut(w)
	}
	e.start(w)
}
