package views

import (
	"context"
	"errors"
	"slices"

	"kvtui/core/route"
	"kvtui/core/scenario"
	"kvtui/core/sim"
	"kvtui/core/workload"
	"kvtui/ui"
	"kvtui/views/state"
)

// race holds the curves of all racers over one ground: the scenario and the
// requests, without the strategy. Curves of another ground stay until all of
// the new ones are there, so that nothing shown is a mixture.
type race struct {
	on     ground
	set    *workload.Set
	curves map[scenario.Mode]sim.Curve
	// version counts changes of the curves.
	version int

	asked  asked
	cancel context.CancelFunc
	number int // of the newest race asked for
}

// asked is what is being computed, or could not be.
type asked struct {
	on    ground
	modes []scenario.Mode
}

func (a asked) covers(on ground, modes []scenario.Mode) bool {
	return a.on == on && !slices.ContainsFunc(modes, func(m scenario.Mode) bool { return !slices.Contains(a.modes, m) })
}

// raced is a finished race on its way back.
type raced struct {
	number int
	asked
	set    *workload.Set
	curves []sim.Curve
	err    error
}

// ground is what all racers have in common: the state without the strategy,
// and the trace where there is one.
type ground struct {
	state.State
	trace *workload.Set
}

// ground returns that of the run on the stage.
func (v *Compare) ground() ground {
	g := ground{State: v.s.run.st}
	g.Scenario = g.With(scenario.Mode{})
	g.Cost, g.Screen, g.Step = state.Cost{}, "", 0
	g.trace = v.s.run.trace
	return g
}

// names are what the requests are called, the longest first.
func (g ground) names(set *workload.Set) []string { return sourceNames(g.State, set) }

// allModes lists every strategy with every knowledge that matters to it: the
// lab's first, then what is approximate.
func allModes() []scenario.Mode {
	out := scenario.Modes()
	for k := scenario.Approximate; k <= scenario.Silent; k++ {
		for _, info := range route.Strategies() {
			m := scenario.Mode{Strategy: info.Name, Knowledge: k}
			if (info.Indexed || k == scenario.Approximate) && !slices.Contains(out, m) {
				out = append(out, m)
			}
		}
	}
	return out
}

// usualLineup is who races unless a person says otherwise: the lab's modes,
// and each rule in use that does something else than those. Without a clock kv
// silent stands for least-loaded too, which it is.
func usualLineup() []scenario.Mode {
	out := scenario.Modes()
	for _, name := range []string{"p2c", "prefix-hash", "dynamo", "sglang", "llm-d"} {
		out = append(out, scenario.Mode{Strategy: name})
	}
	return out
}

// plainMode leaves out knowledge where the strategy has no index.
func plainMode(m scenario.Mode) scenario.Mode {
	if !indexed(m.Strategy) {
		m.Knowledge = scenario.Approximate
	}
	return m
}

// onStage is the mode that the other screens show.
func (v *Compare) onStage() scenario.Mode {
	if v.stage.run != v.s.run {
		v.stage = staged{v.s.run, plainMode(v.s.run.st.Mode())}
	}
	return v.stage.mode
}

// staged remembers the mode of a run.
type staged struct {
	run  *run
	mode scenario.Mode
}

// racers are those of the lineup, and the one on the stage.
func (v *Compare) racers() []scenario.Mode {
	if on := v.onStage(); !slices.Contains(v.lineup, on) {
		return append(slices.Clone(v.lineup), on)
	}
	return v.lineup
}

// scenarioOf is what a racer runs on a ground.
func scenarioOf(on ground, m scenario.Mode) scenario.Scenario {
	if m == idealMode() {
		return sim.Ideal(on.Scenario)
	}
	return on.With(m)
}

// possible leaves out the modes that cannot run on a ground.
func possible(on ground, modes []scenario.Mode) []scenario.Mode {
	return slices.DeleteFunc(slices.Clone(modes), func(m scenario.Mode) bool { return scenarioOf(on, m).Validate() != nil })
}

func scenariosOf(on ground, modes []scenario.Mode) []scenario.Scenario {
	scs := make([]scenario.Scenario, len(modes))
	for i, m := range modes {
		scs[i] = scenarioOf(on, m)
	}
	return scs
}

// adopt takes over what the session has computed anyway.
func (v *Compare) adopt() {
	v.race.on, v.race.set = v.ground(), v.s.Set()
	v.race.curves = map[scenario.Mode]sim.Curve{}
	for _, c := range v.s.run.curves {
		v.race.curves[c.Mode()] = c
	}
	v.race.version++
}

// lacking remembers who was missing: each frame asks several times.
type lacking struct {
	run     *run
	version int
	modes   []scenario.Mode
}

// missing lists who has to run for what should be shown.
func (v *Compare) missing() []scenario.Mode {
	if l := &v.lacking; l.run != v.s.run || l.version != v.race.version || l.modes == nil {
		*l = lacking{v.s.run, v.race.version, v.findMissing()}
	}
	return v.lacking.modes
}

func (v *Compare) findMissing() []scenario.Mode {
	on := v.ground()
	all := append(possible(on, v.racers()), idealMode())
	if on != v.race.on {
		return all
	}
	return slices.DeleteFunc(all, func(m scenario.Mode) bool { _, ok := v.race.curves[m]; return ok })
}

// computing reports whether curves are on their way.
func (v *Compare) computing() bool { return len(v.missing()) > 0 }

// raceDue reports whether a race has to be started.
func (v *Compare) raceDue() bool {
	missing := v.missing()
	return len(missing) > 0 && !v.race.asked.covers(v.ground(), missing)
}

// startRace runs whoever is missing; a race that runs for something else is
// given up.
func (v *Compare) startRace(h ui.Host) bool {
	if !v.raceDue() {
		return false
	}
	if v.race.cancel != nil {
		v.race.cancel()
	}
	ctx, cancel := context.WithCancel(v.s.ctx)
	v.race.cancel = cancel
	v.race.number++
	v.race.asked = asked{v.ground(), v.missing()}
	number, a, set := v.race.number, v.race.asked, v.s.Set()
	h.Run(func() any {
		curves, err := sim.Race(ctx, scenariosOf(a.on, a.modes), set)
		return raced{number, a, set, curves, err}
	})
	return true
}

// finish takes the curves of a race, unless something else is wanted by now.
func (v *Compare) finish(res raced, h ui.Host) {
	if res.number != v.race.number {
		return
	}
	v.race.cancel()
	if res.err != nil {
		if !errors.Is(res.err, context.Canceled) {
			h.Toast(res.err.Error())
		}
		return
	}
	if res.on != v.ground() {
		return
	}
	if res.on != v.race.on {
		v.race.on, v.race.curves = res.on, map[scenario.Mode]sim.Curve{}
	}
	v.race.set = res.set
	for i, m := range res.modes {
		v.race.curves[m] = res.curves[i]
	}
	v.race.version++
}

// done is the number of requests that the race has come to: on a clock, of those
// that are over on the stage, in whatever order.
func (v *Compare) done() int {
	n := v.s.Request() + 1
	if c := v.s.run.clock; c != nil {
		n = count(c.done, v.s.Step())
	}
	return min(n, v.race.set.Len())
}
