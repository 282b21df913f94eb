package views

import (
	"sort"

	"kvtui/core/clock"
	"kvtui/core/sim"
)

// phase is what a request does on its way.
type phase uint8

const (
	waits    phase = iota // in the front end, or in a worker's queue
	prefills              // in a batch, until its prompt is computed
	moves                 // its KV is copied, waits for room, or crosses the link
	decodes
	gone // served or lost
)

// mark is where a request enters a phase: the first step that shows it.
type mark struct {
	at     int64 // ns
	step   int32
	worker int32
	phase  phase
}

// clocked is what the screens need of a run with a clock beside its timeline,
// computed once with the run: none of it is folded again for a frame.
type clocked struct {
	recs    []sim.Record
	marks   []mark      // by request, in order
	of      []int32     // where a request's marks begin; one more at the end
	times   []sim.Times // by request, when all is over
	done    []int32     // steps of the Done records
	ended   []int32     // the requests of those
	curve   sim.Curve   // figures after each of those
	firsts  []int32     // steps of the First records
	waited  []int64     // ns to the first token, of those
	kills   []kill
	last    [][]int32 // by worker: places in done of what ended there
	tick    int64     // ns that a position of the timeline stands for
	sums    []meanTimes
	usual   int64 // ns from arrival to end that nine of ten requests stay below
	longest int64 // ns to the first token, the longest
}

// meanTimes are the parts of the time to the first token, in ns: sums over the
// requests served so far, or their means, which add up to the mean TTFT.
type meanTimes struct{ queue, prefill, transfer, ttft int64 }

// addServed returns the sums with one more request.
func (m meanTimes) addServed(t *sim.Times) meanTimes {
	if t.Cause != sim.Served || t.TTFT() < 0 {
		return m
	}
	return meanTimes{m.queue + t.Queue(), m.prefill + t.Prefill(), m.transfer + max(0, t.Transfer()), m.ttft + t.TTFT()}
}

// step is what the first token took beyond the other parts: the first iteration
// of a decode worker.
func (m meanTimes) step() int64 { return m.ttft - m.queue - m.prefill - m.transfer }

// kill is a worker out of host memory, until it is back.
type kill struct {
	step, worker int32
	until        int64 // ns
}

// newClocked looks once at all records of a run with a clock. curve is the one
// of the same run.
func newClocked(rec *sim.Recording, curve sim.Curve) *clocked {
	n := rec.Set.Len()
	c := &clocked{curve: curve, recs: rec.Records, times: make([]sim.Times, n), of: make([]int32, n+1), last: make([][]int32, rec.Scenario.Fleet())}
	c.layMarks(rec)
	meter := sim.NewMeter(rec.Scenario, false, func(t *sim.Times) { c.times[t.Request] = *t })
	first := make([]int64, n)
	for i, r := range rec.Records {
		meter.Apply(r)
		switch r.Kind {
		case sim.Routed:
			first[r.Req] = r.At
		case sim.First:
			c.firsts = append(c.firsts, int32(i+1))
			c.waited = append(c.waited, r.At-first[r.Req])
			c.longest = max(c.longest, r.At-first[r.Req])
		case sim.Done:
			c.last[r.Worker] = append(c.last[r.Worker], int32(len(c.done)))
			c.done, c.ended = append(c.done, int32(i+1)), append(c.ended, r.Req)
		case sim.Killed:
			until := r.At + clock.Nanos(rec.Scenario.Clock.Host.RestartMS)
			c.kills = append(c.kills, kill{int32(i + 1), r.Worker, until})
		default:
		}
	}
	sum := meanTimes{}
	for _, req := range c.ended {
		sum = sum.addServed(&c.times[req])
		c.sums = append(c.sums, sum)
	}
	all, _ := meter.Figures()
	c.usual = clock.Nanos(all.EndToEnd.P90)
	const positions = 2000 // of the timeline: more than any terminal has columns
	c.tick = nice(c.end()/positions + 1)
	return c
}

// layMarks finds the phases of every request.
func (c *clocked) layMarks(rec *sim.Recording) {
	eachMark(rec, func(req int32, _ mark) { c.of[req+1]++ })
	for i := range rec.Set.Len() {
		c.of[i+1] += c.of[i]
	}
	at := append([]int32(nil), c.of...)
	c.marks = make([]mark, c.of[len(c.of)-1])
	eachMark(rec, func(req int32, m mark) {
		c.marks[at[req]] = m
		at[req]++
	})
}

// eachMark hands on the marks of a recording, those of one request in order. A
// prompt is through with the last part of it that was computed, which only what
// follows tells.
func eachMark(rec *sim.Recording, emit func(req int32, m mark)) {
	sc := rec.Scenario
	type way struct {
		computed int32 // the step of the last part computed since it was admitted; 0 for none
		phase    phase
	}
	ways := make([]way, rec.Set.Len())
	for i, r := range rec.Records {
		w, step := &ways[r.Req], int32(i+1)
		enter := func(p phase, worker int32) {
			w.phase = p
			emit(r.Req, mark{r.At, step, worker, p})
		}
		through := func(p phase) {
			if w.phase != prefills || w.computed == 0 {
				return
			}
			was := rec.Records[w.computed-1]
			if p == decodes && sc.Clock.Split.Decode > 0 && int(was.Worker) < sc.Workers {
				p = moves
			}
			w.phase = p
			emit(r.Req, mark{was.At, w.computed, was.Worker, p})
		}
		switch r.Kind {
		case sim.Routed:
			enter(waits, r.Worker)
		case sim.Admitted:
			w.computed = 0
			enter(prefills, r.Worker)
		case sim.Computed:
			w.computed = step
		case sim.Sent:
			through(moves)
		case sim.Received:
			enter(decodes, r.Worker)
		case sim.First:
			through(decodes)
		case sim.Preempted:
			through(decodes)
			enter(waits, r.Worker)
		case sim.Done:
			through(decodes)
			enter(gone, r.Worker)
		default:
		}
	}
}

// nice returns the next of 1, 2, 5, 10 and so on, at least n.
func nice(n int64) int64 {
	for by := int64(1); ; by *= 10 {
		for _, k := range []int64{1, 2, 5} {
			if k*by >= n {
				return k * by
			}
		}
	}
}

// end is when the run is over, in ns.
func (c *clocked) end() int64 {
	if len(c.recs) == 0 {
		return 0
	}
	return c.recs[len(c.recs)-1].At
}

// at returns when a step happened, in ns; 0 before the first.
func (c *clocked) at(step int) int64 {
	if step == 0 {
		return 0
	}
	return c.recs[step-1].At
}

// step returns the last step that has happened by a time.
func (c *clocked) step(ns int64) int {
	return sort.Search(len(c.recs), func(i int) bool { return c.recs[i].At > ns })
}

// way returns the marks of a request that a step shows.
func (c *clocked) way(req, step int) []mark {
	all := c.marks[c.of[req]:c.of[req+1]]
	return all[:sort.Search(len(all), func(i int) bool { return int(all[i].step) > step })]
}

// count returns how many of some steps, in order, lie at or before one.
func count(steps []int32, step int) int {
	return sort.Search(len(steps), func(i int) bool { return int(steps[i]) > step })
}

// soFar is what the requests that are over come to.
type soFar struct {
	sim.Timed
	over int     // requests, lost ones included
	hit  float64 // token hit rate
	mean meanTimes
}

// soFar returns the figures at a step; ok is false before the first request is
// over.
func (c *clocked) soFar(step int) (f soFar, ok bool) {
	n := count(c.done, step)
	if n == 0 {
		return soFar{}, false
	}
	f = soFar{c.curve.Clock[n-1], n, c.curve.TokenHitRate(n), meanTimes{}}
	if by, m := int64(f.Served(n)), c.sums[n-1]; by > 0 {
		f.mean = meanTimes{m.queue / by, m.prefill / by, m.transfer / by, m.ttft / by}
	}
	return f, true
}

// endedOn returns the requests that ended on a worker by a step, as places in
// ended.
func (c *clocked) endedOn(worker, step int) []int32 {
	all := c.last[worker]
	return all[:sort.Search(len(all), func(i int) bool { return int(c.done[all[i]]) > step })]
}

// lastOver returns the request that ended last on a worker; ok is false before
// the first.
func (c *clocked) lastOver(worker, step int) (req int, ok bool) {
	ended := c.endedOn(worker, step)
	if len(ended) == 0 {
		return 0, false
	}
	return int(c.ended[ended[len(ended)-1]]), true
}

// killed returns the last time that a worker was killed, by a step.
func (c *clocked) killed(worker, step int) (k kill, ok bool) {
	for i := len(c.kills) - 1; i >= 0; i-- {
		if k := c.kills[i]; int(k.step) <= step && int(k.worker) == worker {
			return k, true
		}
	}
	return kill{}, false
}
