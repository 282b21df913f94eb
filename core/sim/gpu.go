package sim

import "math"

// gpu is what the busy workers on one GPU share.
type gpu struct {
	workers []*worker
	busy    int
}

// task is what a worker is at: an iteration, or a copy during which its GPU is
// free.
type task struct {
	on      bool
	onGPU   bool
	work    int64   // ns of it in all, alone on the GPU
	left    int64   // of those, at since
	since   int64   // ns
	slow    float64 // how many ns a ns of work takes now
	mark    uint32  // tells its events from those that no longer count
	copying bool
}

// begin starts a task of so many ns of work.
func (e *engine) begin(w *worker, work int64, onGPU bool) {
	w.task = task{on: true, onGPU: onGPU, work: work, left: work, since: e.now, slow: 1, mark: w.task.mark, copying: !onGPU}
	if onGPU {
		w.gpu.busy++
		if len(w.gpu.workers) > 1 {
			e.share(w.gpu)
			return
		}
	}
	e.schedule(w)
}

// end closes a worker's task.
func (e *engine) end(w *worker) {
	onGPU := w.task.onGPU
	w.task.on, w.task.onGPU = false, false
	w.task.mark++
	if onGPU {
		w.gpu.busy--
		if len(w.gpu.workers) > 1 {
			e.share(w.gpu)
		}
	}
}

// share sets the pace of every busy worker of a GPU anew.
func (e *engine) share(g *gpu) {
	slow := 1 + float64(e.sc.Clock.Sharing*float64(g.busy-1))
	for _, w := range g.workers {
		if w.task.onGPU && (w.task.slow != slow || w.task.since == e.now) {
			w.task.left -= w.task.progress(e.now)
			w.task.since, w.task.slow = e.now, slow
			e.schedule(w)
		}
	}
}

// progress returns the ns of work done from since to now.
func (t *task) progress(now int64) int64 {
	return min(t.left, int64(math.Floor(float64(now-t.since)/t.slow)))
}

// schedule puts the task's end on the queue.
func (e *engine) schedule(w *worker) {
	w.task.mark++
	e.events.push(event{at: after(e.now, math.Ceil(float64(w.task.left)*w.task.slow)), class: finish, do: workerDone, who: w.id, mark: w.task.mark})
}

// cut ends a decode of many steps after the one under way, since the batch is
// to change, and gives back the room of those that do not come. It reports
// whether there were any.
func (e *engine) cut(w *worker) bool {
	t := &w.task
	if !t.on || !t.onGPU || w.batch.steps < 2 || len(w.batch.chunks) > 0 {
		return false
	}
	done := t.work - t.left + t.progress(e.now)
	low, high := 1, w.batch.steps
	for low < high { // the first step that ends at or after now
		if mid := (low + high) / 2; w.batch.nanos(mid) < done {
			low = mid + 1
		} else {
			high = mid
		}
	}
	if low == w.batch.steps {
		return false
	}
	w.batch.steps = low
	t.work = w.batch.nanos(low)
	t.left, t.since = t.work-done, e.now
	e.schedule(w)
	e.giveBack(w, low)
	return true
}

// nanos returns how long the first n steps of a batch take, alone on the GPU.
func (b *batch) nanos(n int) int64 {
	k := float64(n)
	return after(0, math.Round(1e6*(float64(b.ms*k)+float64(b.growth*(k*(k-1)/2)))))
}
