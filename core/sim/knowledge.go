package sim

import (
	"math"

	"kvtui/core/block"
	"kvtui/core/cache"
	"kvtui/core/clock"
	"kvtui/core/pyrand"
	"kvtui/core/scenario"
)

// knowledge is how the router's index learns, and how it falls behind.
type knowledge struct {
	sc    scenario.Scenario
	size  int // tokens per block of the workers
	index *cache.Holdings
	emit  func(Record)
	// order is when the beliefs about each worker were last renewed; nil where
	// they neither expire nor are bounded.
	order []*cache.LRU
	late  []report
	loss  *pyrand.Rand
	muted bool
	// events is where reports wait that come late by ms, pending what they are.
	events  *queue
	pending []pendingReport
}

type pendingReport struct {
	report
	rec Record
	at  int64
}

// report is a worker's report about blocks from to to-1 of the chain of request
// of, made while serving request during.
type report struct {
	removal          bool
	worker, of       int32
	chain            block.Chain
	from, to, during int
}

func newKnowledge(sc scenario.Scenario, size int, index *cache.Holdings, emit func(Record)) *knowledge {
	k := &knowledge{sc: sc, size: size, index: index, emit: emit, muted: sc.Flaws.MuteAt == 1}
	f := sc.Flaws
	index.Gaps = f.Loss > 0 || f.MuteAt > 0 || f.RestartAt > 0
	// A stream of its own, so that losses change no other draw. The constant
	// only keeps it apart from the streams of other parts.
	const lossStream = 0x10551055
	k.loss = pyrand.New(sc.Seed ^ lossStream)
	if sc.Knowledge == scenario.Approximate && (f.TTL > 0 || f.TTLMillis > 0 || f.Bounded) {
		room := math.MaxInt
		if f.Bounded {
			room = sc.Capacity
		}
		k.order = make([]*cache.LRU, sc.Workers)
		for i := range k.order {
			k.order[i] = cache.NewLRU(room)
		}
	}
	return k
}

// routed notes a decision: an approximate index believes that the worker will
// hold the request's blocks.
func (k *knowledge) routed(rec Record, c block.Chain, n int) {
	if k.sc.Knowledge != scenario.Approximate {
		return
	}
	if k.order != nil {
		w := int(rec.Worker)
		n = k.order[w].Touch(rec.Req, k.time(rec), c, k.index.Lead(w, c), func(of int32, c block.Chain, from, to int) {
			k.forget(rec, Forgotten, of, c, from, to)
		})
	}
	k.learn(rec, c, 0, n)
}

// time is what a time-to-live counts: arrival stamps, or else requests.
func (k *knowledge) time(rec Record) int64 {
	if k.sc.Flaws.TTLMillis > 0 {
		return rec.At
	}
	return int64(rec.Req)
}

// stored and removed take a worker's reports.
func (k *knowledge) stored(rec Record, c block.Chain, from, to int) {
	k.take(rec, report{worker: rec.Worker, of: rec.Req, chain: c, from: from, to: to})
}

func (k *knowledge) removed(rec Record, of int32, c block.Chain, from, to int) {
	k.take(rec, report{removal: true, worker: rec.Worker, of: of, chain: c, from: from, to: to})
}

func (k *knowledge) take(rec Record, e report) {
	f := k.sc.Flaws
	if k.sc.Knowledge != scenario.Events || k.muted && int(e.worker) == f.MuteWorker {
		return
	}
	e.during = int(rec.Req)
	switch {
	case f.Loss > 0 && k.loss.Float64() < f.Loss:
		k.note(rec, Lost, e)
	case k.sc.Clock.EventDelayMS > 0:
		at := after(rec.At, float64(clock.Nanos(k.sc.Clock.EventDelayMS)))
		k.pending = append(k.pending, pendingReport{e, rec, at})
		k.events.push(event{at: at, class: delivery, do: eventsDue})
	case f.Delay > 0:
		k.late = append(k.late, e)
	default:
		k.deliver(rec, e)
	}
}

// due hands over the reports whose delay has passed.
func (k *knowledge) due(now int64) {
	n := 0
	for ; n < len(k.pending) && k.pending[n].at <= now; n++ {
		p := k.pending[n]
		p.rec.At = now
		k.deliver(p.rec, p.report)
	}
	k.pending = append(k.pending[:0], k.pending[n:]...)
}

// deliver hands an event to the index.
func (k *knowledge) deliver(rec Record, e report) {
	rec.Worker, rec.Of = e.worker, e.of
	switch {
	case k.sc.Flaws.Mismatched(k.size):
		k.note(rec, Unmatched, e)
	case e.removal:
		k.forget(rec, Forgotten, e.of, e.chain, e.from, e.to)
	default:
		k.learn(rec, e.chain, e.from, e.to)
	}
}

func (k *knowledge) note(rec Record, kind Kind, e report) {
	rec.Worker, rec.Of, rec.Removal = e.worker, e.of, e.removal
	k.emit(rec.span(kind, e.from, e.to, 0))
}

func (k *knowledge) learn(rec Record, c block.Chain, from, to int) {
	if from >= to {
		return
	}
	c.Each(from, to, func(s block.Span) { k.index.Add(int(rec.Worker), s) })
	k.emit(rec.span(Learned, from, to, 0))
}

func (k *knowledge) forget(rec Record, kind Kind, of int32, c block.Chain, from, to int) {
	c.Each(from, to, func(s block.Span) { k.index.Remove(int(rec.Worker), s) })
	rec.Of = of
	k.emit(rec.span(kind, from, to, 0))
}

// between brings in the events that are due after the request of rec and before
// the next.
func (k *knowledge) between(rec Record) {
	next := int(rec.Req) + 1
	due := 0
	for ; due < len(k.late) && k.late[due].during+k.sc.Flaws.Delay < next; due++ {
		k.deliver(rec, k.late[due])
	}
	k.late = k.late[due:]
	k.muted = k.muted || k.sc.Flaws.MuteAt > 0 && next+1 >= k.sc.Flaws.MuteAt
}

// expire ends the beliefs whose time is over when a request arrives, at now.
func (k *knowledge) expire(now int64, request int) {
	f := k.sc.Flaws
	before := int64(request - f.TTL)
	switch {
	case k.order == nil || f.TTL == 0 && f.TTLMillis == 0:
		return
	case f.TTLMillis > 0:
		before = now - int64(f.TTLMillis)*1e6
	}
	for w, o := range k.order {
		rec := Record{At: now, Req: int32(request - 1), Worker: int32(w)}
		o.Expire(before, func(of int32, c block.Chain, from, to int) { k.forget(rec, Expired, of, c, from, to) })
	}
}
