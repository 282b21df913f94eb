package views

import (
	"context"
	"errors"
	"time"

	"kvtui/core/clock"
	"kvtui/core/sim"
	"kvtui/ui"
	"kvtui/views/state"
)

// costStall simulates what a split frees: one prompt length after the other,
// those that the screen shows and no others.
type costStall struct {
	of     stallInput        // what freed holds for
	freed  map[int]sim.Freed // by tokens of the prompt
	failed error             // of the last run

	cancel  context.CancelFunc // of the run; nil without one
	tokens  int                // that it is of
	number  int
	stopped bool          // by hand
	still   time.Duration // since something was changed
	age     time.Duration
}

// stallInput is all that a simulation depends on beside the prompt.
type stallInput struct {
	preset string
	load   sim.Load
}

// stallBar says why nothing is simulated though it is asked for.
type stallBar uint8

const (
	stallOpen  stallBar = iota // nothing is in the way
	barEngine                  // the preset is a line and no engine
	barPrefill                 // a person has set what prefill takes
	barPrompt                  // the prompt is empty, or longer than any that is run
)

// stallBarred returns what keeps a state from being simulated.
func stallBarred(in state.Cost) stallBar {
	_, engine := clock.ByPrefillKey(in.Preset)
	switch {
	case !engine:
		return barEngine
	case in.PrefillMS > 0:
		return barPrefill
	case !simulable(in.Tokens):
		return barPrompt
	}
	return stallOpen
}

func simulable(tokens int) bool { return tokens >= 1 && tokens <= sim.MaxLoadPrompt }

// stallPause is how long the inputs have to rest before a run starts, so that
// a drag does not start one for each step of it.
const stallPause = 150 * time.Millisecond

// follow forgets what was found for other inputs, and waits anew.
func (s *costStall) follow(in state.Cost) {
	s.still = 0
	if of := (stallInput{in.Preset, in.Simulate}); of != s.of {
		s.of, s.freed, s.failed, s.stopped = of, map[int]sim.Freed{}, nil, false
		s.giveUp()
	}
}

// giveUp ends the run; what comes back of it is dropped.
func (s *costStall) giveUp() {
	if s.cancel != nil {
		s.cancel()
		s.cancel = nil
	}
	s.number++
}

// stallMissing returns the prompt lengths on screen that are not simulated yet,
// the one of the sliders first.
func (v *Cost) stallMissing() (tokens []int) {
	if v.st.Simulate == (sim.Load{}) || stallBarred(*v.st) != stallOpen || v.stall.failed != nil {
		return nil
	}
	current := v.stall.of == stallInput{v.st.Preset, v.st.Simulate}
	add := func(n int) {
		if _, ok := v.stall.freed[n]; simulable(n) && (!ok || !current) {
			tokens = append(tokens, n)
		}
	}
	add(v.st.Tokens)
	if g := &v.grid; v.st.Map && !g.plot.Empty() {
		for row := range g.plot.H {
			add(g.rowTokens(row))
		}
		n, _ := v.cursor()
		add(n)
	}
	return tokens
}

// simulating reports whether a run goes on or is about to.
func (v *Cost) simulating() bool {
	return !v.stall.stopped && (v.stall.cancel != nil || len(v.stallMissing()) > 0)
}

// undrawn reports whether the prompt lengths on screen are not known before it
// is drawn, since the rows of the map are made then.
func (v *Cost) undrawn() bool {
	return v.st.Map && v.st.Simulate != (sim.Load{}) && v.drawn != *v.st
}

// startStall simulates one prompt length.
func (v *Cost) startStall(tokens int, h ui.Host) {
	s := &v.stall
	s.giveUp()
	ctx, cancel := context.WithCancel(v.ctx)
	s.cancel, s.tokens = cancel, tokens
	preset, _ := clock.ByPrefillKey(s.of.preset)
	number, load := s.number, s.of.load
	h.Run(func() any {
		freed, err := sim.FreedBySplit(ctx, preset.Figures(), load, tokens)
		return stallFound{number, tokens, freed, err}
	})
}

// stallFound is a simulated prompt length on its way back.
type stallFound struct {
	number, tokens int
	freed          sim.Freed
	err            error
}

// Deliver implements ui.Screen: it takes a simulation, unless it was given up,
// and goes on to the next.
func (v *Cost) Deliver(result any, h ui.Host) {
	res, ok := result.(stallFound)
	s := &v.stall
	if !ok || res.number != s.number || s.cancel == nil {
		return
	}
	s.giveUp()
	switch {
	case errors.Is(res.err, context.Canceled):
		s.stopped = true
	case res.err != nil:
		s.failed = res.err
	default:
		s.freed[res.tokens] = res.freed
	}
	v.recount()
	if next := v.stallMissing(); len(next) > 0 && !s.stopped && s.still >= stallPause {
		v.startStall(next[0], h)
	}
}

// Tick implements ui.Screen: it starts what is to be simulated, since drawing
// starts nothing, and ends what no longer is.
func (v *Cost) Tick(dt time.Duration, h ui.Host) bool {
	v.sync()
	s, missing := &v.stall, v.stallMissing()
	before := s.age / spinEvery
	s.age += dt
	s.still += dt
	if s.cancel != nil && v.outrun(missing) {
		s.giveUp()
	}
	if s.cancel == nil && len(missing) > 0 && !s.stopped && s.still >= stallPause {
		v.startStall(missing[0], h)
		return true
	}
	return v.simulating() && s.age/spinEvery != before
}

// outrun reports whether what runs is no longer asked for.
func (v *Cost) outrun(missing []int) bool {
	for _, n := range missing {
		if n == v.stall.tokens {
			return false
		}
	}
	return true
}

// Moving implements ui.Screen: the clock ticks while there is something to
// start or to end, or a sign that turns.
func (v *Cost) Moving() bool {
	s := &v.stall
	if s.cancel == nil {
		return v.simulating() || v.undrawn()
	}
	return !v.sty.Still || v.outrun(v.stallMissing())
}

// toggleStall stops the simulation where it runs, and else asks for its load.
func (v *Cost) toggleStall(h ui.Host) {
	if v.simulating() {
		v.stall.giveUp()
		v.stall.stopped = true
		v.recount()
		return
	}
	v.askStall(h)
}
