package sim

import (
	"kvtui/core/clock"
	"kvtui/core/scenario"
	"kvtui/core/workload"
)

// Timed is what a run with a clock has come to once so many requests are over,
// lost ones included, as Meter counts it.
type Timed struct {
	// TTFT50, TTFT99 and ITL50 are exact order statistics of those served, in ns;
	// 0 before the first, and before the first answer of two tokens. TTFT has
	// the transfer in it.
	TTFT50, TTFT99, ITL50 int64
	RequestsPerS          float64 // served
	Computed              int64   // tokens, those of requests under way included
	Prefilled             int64   // of those, computed by the workers that prefill
	Preempted             int32   // times
	Lost                  int32   // requests
}

// Served returns how many of the requests that are over were served.
func (t Timed) Served(over int) int { return over - int(t.Lost) }

// curver takes the points of a curve with a clock from the records of its run.
type curver struct {
	c           *Curve
	totals      Totals
	clocked     clocked
	judged      map[int32]verdict // of requests under way
	first, last int64             // ns: the first arrival and the last end
	sum, filled int64             // tokens computed, and those by workers that prefill
	most        int64             // of the latter, by one
	now         struct {
		repeats, hits   int32
		prompt, reused  int64
		preempted, lost int32
	}
	ttft, itl []int64 // ns; -1 where there is none
}

// verdict is the lab's on a request.
type verdict struct{ repeat, hit bool }

func newCurver(c *Curve, n int) *curver {
	k := &curver{c: c, totals: NewTotals(c.Scenario.Fleet()), judged: map[int32]verdict{}, first: -1}
	c.Clock = make([]Timed, 0, n)
	k.clocked.emit = k.over
	return k
}

func (k *curver) apply(r Record) {
	k.totals.Apply(r)
	switch r.Kind {
	case Routed:
		if r.Repeat {
			k.judged[r.Req] = verdict{true, r.Hit}
		}
	case Computed:
		k.sum += int64(r.Tokens)
		if int(r.Worker) < Prefillers(k.c.Scenario) {
			k.most = max(k.most, k.totals.Computed[r.Worker])
			k.filled += int64(r.Tokens)
		}
	default:
	}
	k.clocked.apply(r)
}

// over adds the point of a request that is over.
func (k *curver) over(t *Times) {
	now, c := &k.now, k.c
	v := k.judged[t.Request]
	delete(k.judged, t.Request)
	if v.repeat {
		now.repeats++
	}
	if v.hit {
		now.hits++
	}
	if k.first < 0 || t.Arrived < k.first {
		k.first = t.Arrived
	}
	k.last = max(k.last, t.Done)
	now.prompt += int64(t.Prompt)
	now.reused += int64(t.Cached)
	now.preempted += t.Preempted
	ttft, itl := int64(-1), int64(-1)
	if t.Cause == Served {
		ttft = t.TTFT()
		if ns, ok := t.ITL(); ok {
			itl = int64(ns + 0.5)
		}
	} else {
		now.lost++
	}
	k.ttft, k.itl = append(k.ttft, ttft), append(k.itl, itl)
	c.Repeats, c.Hits = append(c.Repeats, now.repeats), append(c.Hits, now.hits)
	c.Prompt, c.Reused = append(c.Prompt, now.prompt), append(c.Reused, now.reused)
	c.Most, c.Evicted = append(c.Most, k.most), append(c.Evicted, int32(k.totals.Evictions))
	point := Timed{Computed: k.sum, Prefilled: k.filled, Preempted: now.preempted, Lost: now.lost}
	seconds := float64(k.last-max(0, k.first)) / 1e9
	point.RequestsPerS = ratio(float64(point.Served(len(c.Prompt))), seconds)
	c.Clock = append(c.Clock, point)
}

// rank fills in the order statistics, once all times are known.
func (k *curver) rank() {
	ttft, itl := newRanks(k.ttft), newRanks(k.itl)
	for i := range k.c.Clock {
		ttft.add(k.ttft[i])
		itl.add(k.itl[i])
		t := &k.c.Clock[i]
		t.TTFT50, t.TTFT99, t.ITL50 = ttft.quantile(0.5), ttft.quantile(0.99), itl.quantile(0.5)
	}
}

// Prefillers returns how many workers of a scenario compute prompts: those that
// decode do so only where a request may be served by one alone.
func Prefillers(sc scenario.Scenario) int {
	if sc.Clock.Split.Conditional {
		return sc.Fleet()
	}
	return sc.Workers
}

// idealClock serves one request after another in no time. Answers are kept, as
// on the clock given, since later prompts may go on from them.
func idealClock(c clock.Config) clock.Config {
	if !c.On {
		return clock.Config{}
	}
	return clock.Config{On: true, Outputs: c.Outputs, Arrivals: workload.Pattern{Kind: workload.ClosedLoop, Concurrency: 1}}
}
