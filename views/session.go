// Package views turns the core's state into screens. Screens share one
// Session: the scenario, its run, and where in it a person stands.
package views

import (
	"context"
	"fmt"
	"slices"

	"kvtui/core/scenario"
	"kvtui/core/sim"
	"kvtui/core/workload"
	"kvtui/ui"
	"kvtui/views/state"
)

// MaxRequests is the largest run that the explorer keeps in memory, about 500
// bytes a request. The command line streams and has no such limit.
const MaxRequests = 500_000

// Session is what the screens of one person share. What is on screen is always
// a scenario and a step of its run, never a mixture: a change computes the new
// run beside the old one and swaps them.
type Session struct {
	Save  Saver // nil where nothing can be saved
	saves int   // number of the file being written

	run    *run
	trace  *workload.Set // the trace that is open; nil without one
	load   *loading      // the trace that is still to be read; nil without one
	cost   state.Cost
	undo   []change // the newest last
	player player

	ctx     context.Context
	cancel  context.CancelFunc // of the run being computed
	wanted  int                // number of the newest run asked for
	landed  int                // number of the run on screen
	next    state.State        // what it is asked for
	pending bool
	undoing bool // what is asked for is a way back
}

// run is a computed scenario: everything that screens draw from.
type run struct {
	st       state.State
	line     *sim.Timeline
	curves   []sim.Curve // one of curveModes each
	ideal    sim.Curve   // of one unlimited cache that all workers share
	notable  []int       // steps worth a jump: misses, ties, evictions, wrong beliefs
	lost     []int       // those that cost something: misses and evictions
	decided  decided
	requests int
	served   [][]int32 // by worker: the requests sent to it, in order
	sharing  [][]int32 // by group: its requests, in order
	longest  int       // steps of the request with most
	clock    *clocked  // nil without a clock
	// trace is the requests as they were read, before a clock gave them answers;
	// nil where they are generated.
	trace *workload.Set
}

// NewSession computes the first run. set is the trace that st names, nil for
// requests that are generated.
func NewSession(ctx context.Context, st state.State, set *workload.Set) (*Session, error) {
	s := &Session{ctx: ctx, trace: set, cost: st.Cost, player: newPlayer()}
	r, err := compute(ctx, st, set)
	if err != nil {
		return nil, err
	}
	s.swap(r, st.Step)
	return s, nil
}

// requestsOf makes the requests that a state asks for: the trace's, or those
// of a generator for its seed.
func requestsOf(st state.State, trace *workload.Set) (*workload.Set, error) {
	g := st.Generator()
	if g == nil {
		if trace == nil {
			return nil, &workload.ArgError{Arg: "trace", Problem: "not open: accepted is one that was read"}
		}
		if trace.Len() > MaxRequests {
			return nil, &workload.ArgError{Arg: "trace", Problem: tooMany(trace.Len()) + "; a smaller limit reads fewer"}
		}
		return trace, nil
	}
	if err := st.Validate(); err != nil {
		return nil, err
	}
	if g.Len() > MaxRequests {
		return nil, &workload.ArgError{Arg: countedBy(st.Kind), Problem: tooMany(g.Len())}
	}
	return workload.Collect(g, st.Seed), nil
}

// compute runs a scenario and every mode over the same requests.
func compute(ctx context.Context, st state.State, trace *workload.Set) (*run, error) {
	set, err := requestsOf(st, trace)
	if err != nil {
		return nil, err
	}
	rec, err := sim.NewRecording(ctx, st.Scenario, set)
	if err != nil {
		return nil, err
	}
	r := &run{st: st, line: sim.NewTimeline(rec), requests: set.Len(), decided: decided{request: -1}}
	var lineup []scenario.Scenario
	for _, m := range curveModes(st.Mode()) {
		lineup = append(lineup, st.With(m))
	}
	curves, err := sim.Race(ctx, append(lineup, sim.Ideal(st.Scenario)), set)
	if err != nil {
		return nil, err
	}
	r.curves, r.ideal = curves[:len(lineup)], curves[len(lineup)]
	if set.Traced {
		r.trace = set
	}
	r.notable, r.lost = notable(rec)
	if st.Clock.On {
		r.clock = newClocked(rec, r.curve())
	}
	r.served = make([][]int32, st.Fleet())
	for i, first := range rec.First {
		w := rec.Records[first].Worker
		r.served[w] = append(r.served[w], int32(i))
		r.longest = max(r.longest, r.line.End(i)-r.line.Start(i))
	}
	r.sharing = make([][]int32, set.Groups)
	for i := range set.Requests {
		if g := set.Requests[i].Group; g >= 0 {
			r.sharing[g] = append(r.sharing[g], int32(i))
		}
	}
	return r, nil
}

// curveModes are the modes that a run draws lines of: scenario.Modes, and the
// one on screen where it is none of them.
func curveModes(on scenario.Mode) []scenario.Mode {
	all := scenario.Modes()
	if on = plainMode(on); !slices.Contains(all, on) {
		all = append(all, on)
	}
	return all
}

// curve is that of the run itself.
func (r *run) curve() sim.Curve {
	on := plainMode(r.st.Mode())
	i := slices.IndexFunc(r.curves, func(c sim.Curve) bool { return c.Mode() == on })
	return r.curves[i]
}

// countedBy names the arguments that make a generator's number of requests.
func countedBy(k scenario.Kind) string {
	switch k {
	case scenario.KindLab:
		return "prefixes x reps"
	case scenario.KindChats:
		return "sessions x turns"
	case scenario.KindShared, scenario.KindCommon, scenario.KindTrace:
	}
	return "requests"
}

func tooMany(n int) string {
	return fmt.Sprintf("%d requests are too many for the explorer: accepted are up to %d", n, MaxRequests)
}

// State returns the scenario and step on screen: what the command line needs
// to come back to it.
func (s *Session) State() state.State {
	st := s.run.st
	st.Cost, st.Step = s.cost, s.Step()
	return st
}

// CostScreen returns the cost screen over the session's inputs. What is changed
// there is undone as changes of the scenario are.
func (s *Session) CostScreen() *Cost {
	v := NewCost(&s.cost)
	v.ctx, v.noted = s.ctx, s.changeCost
	return v
}

// Step returns the step on screen, 0 before the first.
func (s *Session) Step() int { return s.run.line.State().Step }

// Request returns the request on screen, -1 before the first.
func (s *Session) Request() int { return s.run.line.Request(s.Step()) }

// Set returns the requests of the run on screen.
func (s *Session) Set() *workload.Set { return s.run.line.Recording().Set }

// result is a computed run on its way back to the session.
type result struct {
	number int
	run    *run
	err    error
	// exact goes to the state's own step; else to the end of the request on
	// screen.
	exact bool
}

func (s *Session) request(h ui.Host, next state.State, exact bool) {
	if next.Kind != scenario.KindTrace && s.load != nil { // it makes room for what was asked for
		s.stopLoading()
		s.load = nil
	}
	if s.cancel != nil {
		s.cancel()
	}
	ctx, cancel := context.WithCancel(s.ctx)
	s.cancel = cancel
	s.wanted++
	s.next, s.pending, s.undoing = next, true, exact
	number, trace := s.wanted, s.trace
	h.Run(func() any {
		r, err := compute(ctx, next, trace)
		return result{number, r, err, exact}
	})
}

// Deliver takes a computed run. A run that was overtaken by a newer request is
// dropped.
func (s *Session) Deliver(v any, h ui.Host) {
	if res, ok := v.(loaded); ok {
		s.deliverLoaded(res, h)
		return
	}
	if res, ok := v.(saved); ok {
		s.deliverSaved(res, h)
		return
	}
	res, ok := v.(result)
	if !ok || res.number != s.wanted {
		return
	}
	s.cancel()
	s.pending = false
	if res.err != nil {
		s.forgetFailed()
		h.Toast(res.err.Error())
		return
	}
	s.landed = res.number
	if res.exact {
		s.swap(res.run, res.run.st.Step)
		return
	}
	playing := s.Playing()
	s.swap(res.run, res.run.standing(min(s.Request(), res.run.requests-1)))
	if playing {
		s.toward(s.run.line.Len(), true)
	}
}

func (s *Session) swap(r *run, step int) {
	s.run = r
	s.seek(step)
}

// seek goes to a step at once.
func (s *Session) seek(step int) {
	s.run.line.Seek(step)
	s.player.stop(s.Step())
	if c := s.run.clock; c != nil {
		s.player.now = c.at(s.Step())
	}
}

// wantedState is the state that changes build on: the one being computed, so
// that quick keys add up, or else the one on screen.
func (s *Session) wantedState() state.State {
	st := s.State()
	if s.pending {
		st.Base, st.Opened, st.File = s.next.Base, s.next.Opened, s.next.File
		if s.undoing { // which ends at a step of its own
			st.Step = s.next.Step
		}
	}
	return st
}
