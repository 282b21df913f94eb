package sim

import (
	"context"

	"kvtui/core/clock"
	"kvtui/core/scenario"
	"kvtui/core/workload"
)

// Figures are what a run with a clock comes to. Rates are over the time from
// the first arrival to the last end that they count.
type Figures struct {
	Requests    int // over, lost ones included
	Lost        map[Cause]int
	Preemptions int
	TTFT        Quantiles // from arrival to first token, transfer included
	ITL         Quantiles // mean gap of each request with two tokens or more
	EndToEnd    Quantiles
	Queue       Quantiles // front end and queue
	Prefill     Quantiles
	Transfer    Quantiles // waiting for room, copies and link; of those sent
	Seconds     float64
	RequestsPerS,
	TokensPerS float64 // served; tokens generated
	// GoodputPerS counts requests within the goal, GoodShare is their share of
	// all.
	GoodputPerS, GoodShare float64
	PromptTokens           int64 // of all requests, lost ones included
	CachedTokens           int64 // of those, reused from the worker's cache
	LoadedTokens           int64 // loaded from the shared store, again after a preemption included
	ComputedTokens         int64 // again after a preemption included
	MovedTokens            int64
	OutputTokens           int64
	// Imbalance is the most over the mean of tokens computed, of the workers
	// that prefill.
	Imbalance float64
}

// TokenHitRate returns cached over prompt tokens.
func (f *Figures) TokenHitRate() float64 {
	return ratio(float64(f.CachedTokens), float64(f.PromptTokens))
}

// Meter folds the records of a run into its figures, once for all requests and
// once without the warm-up: the first Warmup by number.
type Meter struct {
	clocked    clocked
	goal       clock.Goal
	warmup     int32
	all, warm  tally
	perRequest func(*Times)
}

// tally is the sums behind Figures.
type tally struct {
	figures                              Figures
	ttft, itl, e2e, queue, fill, transit distribution
	first, last                          int64
	good                                 int
	computed                             []int64
	prefillers                           int
}

// NewMeter returns a meter for a scenario. A streaming one needs the same memory
// for any number of requests, and its quantiles are within 1 %. each, which may
// be nil, is told of every request that is over; it must not keep what it gets.
func NewMeter(sc scenario.Scenario, streaming bool, each func(*Times)) *Meter {
	m := &Meter{goal: sc.Clock.Goal, warmup: int32(sc.Clock.Warmup), perRequest: each}
	for _, t := range []*tally{&m.all, &m.warm} {
		t.first, t.computed, t.prefillers = -1, make([]int64, sc.Fleet()), Prefillers(sc)
		t.figures.Lost = map[Cause]int{}
		if streaming {
			for _, d := range []*distribution{&t.ttft, &t.itl, &t.e2e, &t.queue, &t.fill, &t.transit} {
				*d = newSketch()
			}
		}
	}
	m.clocked.emit = m.over
	return m
}

// Apply counts one record.
func (m *Meter) Apply(r Record) {
	if r.Kind == Computed {
		m.all.computed[r.Worker] += int64(r.Tokens)
		if r.Req >= m.warmup {
			m.warm.computed[r.Worker] += int64(r.Tokens)
		}
	}
	m.clocked.apply(r)
}

func (m *Meter) over(t *Times) {
	m.all.add(t, m.goal)
	if m.warmup > 0 && t.Request >= m.warmup {
		m.warm.add(t, m.goal)
	}
	if m.perRequest != nil {
		m.perRequest(t)
	}
}

// Figures returns what the whole run comes to so far, and what it does without
// the warm-up; both are the same where there is none.
func (m *Meter) Figures() (all, warm Figures) {
	all = m.all.sum()
	if m.warmup == 0 {
		return all, all
	}
	return all, m.warm.sum()
}

func (y *tally) add(t *Times, goal clock.Goal) {
	f := &y.figures
	f.Requests++
	f.Preemptions += int(t.Preempted)
	if y.first < 0 || t.Arrived < y.first {
		y.first = t.Arrived
	}
	y.last = max(y.last, t.Done)
	f.PromptTokens += int64(t.Prompt)
	f.CachedTokens += int64(t.Cached)
	f.LoadedTokens += int64(t.Loaded)
	f.ComputedTokens += int64(t.Computed)
	f.MovedTokens += int64(t.Moved)
	if t.Cause != Served {
		f.Lost[t.Cause]++
		return
	}
	f.OutputTokens += int64(t.Output)
	y.ttft.Add(t.TTFT())
	y.e2e.Add(t.EndToEnd())
	y.queue.Add(t.Queue())
	y.fill.Add(t.Prefill())
	y.transit.Add(t.Transfer())
	itl, ok := t.ITL()
	if ok {
		y.itl.Add(int64(itl + 0.5))
	}
	if (goal.TTFTMS == 0 || float64(t.TTFT()) <= goal.TTFTMS*1e6) && (goal.ITLMS == 0 || !ok || itl <= goal.ITLMS*1e6) {
		y.good++
	}
}

func (y *tally) sum() Figures {
	f := y.figures
	f.TTFT, f.ITL, f.EndToEnd = y.ttft.Quantiles(), y.itl.Quantiles(), y.e2e.Quantiles()
	f.Queue, f.Prefill, f.Transfer = y.queue.Quantiles(), y.fill.Quantiles(), y.transit.Quantiles()
	f.Seconds = float64(y.last-max(0, y.first)) / 1e9
	served := f.TTFT.Count
	f.RequestsPerS = ratio(float64(served), f.Seconds)
	f.TokensPerS = ratio(float64(f.OutputTokens), f.Seconds)
	f.GoodputPerS = ratio(float64(y.good), f.Seconds)
	f.GoodShare = ratio(float64(y.good), float64(f.Requests))
	var most, total int64
	for _, c := range y.computed[:y.prefillers] {
		most, total = max(most, c), total+c
	}
	f.Imbalance = ratio(float64(most)*float64(y.prefillers), float64(total))
	return f
}

// Measure runs a scenario with a clock and returns its figures.
func Measure(ctx context.Context, sc scenario.Scenario, w workload.Workload, streaming bool) (all, warm Figures, err error) {
	m := NewMeter(sc, streaming, nil)
	if err := Run(ctx, sc, w, m.Apply); err != nil {
		return Figures{}, Figures{}, err
	}
	all, warm = m.Figures()
	return all, warm, nil
}
