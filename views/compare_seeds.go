package views

import (
	"context"
	"errors"
	"slices"

	"kvtui/core/measure"
	"kvtui/core/scenario"
	"kvtui/core/sim"
	"kvtui/ui"
)

// seedCount is how many seeds are run, from 1 on: those of the reference table.
const seedCount = 30

// seeds holds how whole runs ended, seed by seed: outcomes[m][i] is under
// seed i+1. One seed is run at a time, so that the rows grow as they come and
// stopping is to ask for no more.
type seeds struct {
	on       ground // its seed left out
	outcomes map[scenario.Mode][]sim.Outcome
	// version counts changes of the outcomes.
	version int

	running bool
	failed  bool // for this ground; nothing more is asked for
	cancel  context.CancelFunc
	number  int
}

// sown is one seed's outcomes on their way back.
type sown struct {
	number   int
	modes    []scenario.Mode
	outcomes []sim.Outcome
	err      error
}

func withSeed(on ground, seed int64) ground {
	on.Seed = seed
	return on
}

// spreadShown reports whether seeds are shown.
func (v *Compare) spreadShown() bool {
	if v.askedSpread {
		return v.spread
	}
	_, ok := publishedFor(v.race.on)
	return ok
}

func (v *Compare) toggleSpread() {
	v.spread = !v.spreadShown()
	v.askedSpread = true
	if !v.spread {
		v.stopSeeds()
	}
}

func (v *Compare) stopSeeds() {
	if v.seeds.running {
		v.seeds.cancel()
		v.seeds.running = false
		v.seeds.number++
	}
}

// sowers are those whose spread is shown.
func (v *Compare) sowers() []scenario.Mode {
	return append(possible(v.race.on, v.racers()), idealMode())
}

// sownSeeds is how many seeds all of them have.
func (v *Compare) sownSeeds() int {
	if v.seeds.on != withSeed(v.race.on, 0) {
		return 0
	}
	n := seedCount
	for _, m := range v.sowers() {
		n = min(n, len(v.seeds.outcomes[m]))
	}
	return n
}

// seedsDue reports whether a seed has to be started: the race comes first.
func (v *Compare) seedsDue() bool {
	fresh := v.seeds.on == withSeed(v.race.on, 0)
	return v.spreadShown() && !v.computing() && v.race.set.Len() > 0 && v.sownSeeds() < seedCount &&
		(!fresh || !v.seeds.running && !v.seeds.failed)
}

// startSeeds runs the next seed for whoever lacks it.
func (v *Compare) startSeeds(h ui.Host) bool {
	if !v.seedsDue() {
		return false
	}
	v.stopSeeds()
	on := withSeed(v.race.on, 0)
	if v.seeds.on != on || v.seeds.outcomes == nil {
		v.seeds.on, v.seeds.outcomes, v.seeds.failed = on, map[scenario.Mode][]sim.Outcome{}, false
		v.seeds.version++
	}
	done := v.sownSeeds()
	modes := slices.DeleteFunc(v.sowers(), func(m scenario.Mode) bool { return len(v.seeds.outcomes[m]) > done })
	ctx, cancel := context.WithCancel(v.s.ctx)
	v.seeds.running, v.seeds.cancel = true, cancel
	v.seeds.number++
	number, ran := v.seeds.number, withSeed(v.race.on, int64(done+1))
	h.Run(func() any {
		out, err := outcomesOf(ctx, ran, modes)
		return sown{number, modes, out, err}
	})
	return true
}

func outcomesOf(ctx context.Context, on ground, modes []scenario.Mode) ([]sim.Outcome, error) {
	st := on.State
	st.Scenario = scenarioOf(on, modes[0])
	set, err := requestsOf(st, on.trace)
	if err != nil {
		return nil, err
	}
	return sim.Outcomes(ctx, scenariosOf(on, modes), set, sim.PublishedTTFT())
}

// reap takes the outcomes of a seed and asks for the next.
func (v *Compare) reap(res sown, h ui.Host) {
	if res.number != v.seeds.number {
		return
	}
	v.seeds.cancel()
	v.seeds.running = false
	if res.err != nil {
		if v.seeds.failed = !errors.Is(res.err, context.Canceled); v.seeds.failed {
			h.Toast(res.err.Error())
		}
		return
	}
	for i, m := range res.modes {
		v.seeds.outcomes[m] = append(v.seeds.outcomes[m], res.outcomes[i])
	}
	v.seeds.version++
	v.startSeeds(h)
}

// hitRule is what counts as a hit where a measured table is held beside.
type hitRule uint8

const (
	ruleWhole hitRule = iota
	ruleQuick
	ruleAny
	hitRules
)

func (r hitRule) of(o sim.Outcome) float64 {
	switch r {
	case ruleWhole:
		return float64(o.Repeats.Whole)
	case ruleQuick:
		return float64(o.Repeats.Quick)
	case ruleAny:
		return float64(o.Repeats.Any)
	case hitRules:
	}
	return 0
}

// spreadOf is how a value spreads over the seeds run so far.
func (v *Compare) spreadOf(m scenario.Mode, value func(sim.Outcome) float64) sim.Spread {
	out := v.seeds.outcomes[m]
	if v.seeds.on != withSeed(v.race.on, 0) {
		out = nil
	}
	values := make([]float64, len(out))
	for i, o := range out {
		values[i] = value(o)
	}
	return sim.NewSpread(values)
}

// publishedFor returns the published router table where the ground is what it
// was measured on.
func publishedFor(on ground) (measure.RouterTable, bool) {
	t := measure.PublishedRouterTable()
	sc, lab := on.Scenario, on.Lab
	return t, on.Kind == scenario.KindLab && sc.Flaws == (scenario.Flaws{}) && !sc.Clock.On && sc.Workers == t.Workers &&
		sc.Capacity*lab.Block == t.CapacityTokens && lab.Prefixes == t.Prefixes && lab.Reps == t.Reps && lab.PrefixTokens == t.PrefixTokens
}

// measuredFor returns the table's row for a mode.
func measuredFor(t measure.RouterTable, m scenario.Mode) (measure.RouterRow, bool) {
	for _, r := range t.Rows {
		if named, err := scenario.ParseMode(r.Mode, r.Publish); err == nil && named == m {
			return r, true
		}
	}
	return measure.RouterRow{}, false
}

// outside reports whether v lies in no band from low to high, ends included.
func outside(v, low, high float64) bool { return v < low || v > high }
