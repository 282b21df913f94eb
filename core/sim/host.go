package sim

import "slices"

// copying is a copy between GPU and host that stalls its worker.
type copying struct {
	j     *job
	nanos int64
}

// hostMemory is what a prefill worker's KV takes of the host's memory.
type hostMemory struct {
	staged int     // different blocks ever copied, at most the pool
	held   float64 // bytes of buffers in use, under the lag rule
	life   uint32  // how often it was lost with all buffers
}

const mib = 1 << 20

// HostMiB returns a worker's host memory, in MiB.
func (e *engine) hostMiB(w *worker) float64 {
	h := e.sc.Clock.Host
	if h.Lag {
		return h.BaseMiB + w.host.held/mib
	}
	return h.BaseMiB + float64(w.host.staged*e.size)*e.sc.Clock.BytesPerToken/mib
}

// stage notes that a request's KV goes to host memory, and reports whether the
// worker survives that. A block taken anew is one never used before until the
// whole pool was used, since vLLM's free list is a queue.
func (e *engine) stage(w *worker, j *job, bytes float64) bool {
	h := e.sc.Clock.Host
	if h.LimitMiB == 0 {
		return true
	}
	if h.Lag {
		j.staged = bytes
		w.host.held += bytes
	} else {
		w.host.staged += j.fresh
		if w.capacity > 0 {
			w.host.staged = min(w.host.staged, w.capacity)
		}
	}
	if e.hostMiB(w) <= h.LimitMiB {
		return true
	}
	e.kill(w, j)
	return false
}

// unstage frees a request's host buffer, after the lag.
func (e *engine) unstage(j *job) {
	if j.staged > 0 {
		life := e.workers[j.routed].host.life
		e.events.push(event{at: e.in(e.sc.Clock.Host.LagMS), class: delivery, do: lagDone, job: j, who: j.routed, mark: life})
	}
}

// kill ends a worker that is out of memory: all requests on it, those whose KV
// it was sending included, are lost with its cache. It comes back empty.
func (e *engine) kill(w *worker, now *job) {
	if w.down {
		return
	}
	if w.task.on {
		e.end(w)
	}
	lost := slices.Concat(w.running, w.waiting)
	for _, c := range w.copies {
		lost = append(lost, c.j)
	}
	if now != nil {
		lost = append(lost, now)
	}
	lost = append(lost, e.sending(w)...)
	slices.SortStableFunc(lost, func(a, b *job) int { return a.r.Index - b.r.Index })
	w.running, w.waiting, w.copies = nil, nil, nil
	w.down = true
	e.emit(Record{At: e.now, Req: e.last, Of: e.last, Worker: w.id, Kind: Killed})
	for _, j := range slices.Compact(lost) {
		e.finish(j, WorkerDown)
	}
	e.empty(w)
	e.events.push(event{at: e.in(e.sc.Clock.Host.RestartMS), class: delivery, do: restarted, who: w.id})
}

// sending returns the requests whose KV a worker is sending or will send.
func (e *engine) sending(w *worker) (jobs []*job) {
	for _, d := range e.workers[e.sc.Workers:] {
		for _, j := range d.claims {
			if j.source.w == w {
				jobs = append(jobs, j)
			}
		}
	}
	for j := range e.flying { // kill puts them in order
		if j.source.w == w {
			jobs = append(jobs, j)
		}
	}
	e.abort(e.link, func(j *job) bool { return j.source.w == w })
	return jobs
}

// back follows a restart.
func (e *engine) back(w *worker) {
	w.down = false
	e.emit(Record{At: e.now, Req: e.last, Of: e.last, Worker: w.id, Kind: Restarted})
	e.start(w)
}
