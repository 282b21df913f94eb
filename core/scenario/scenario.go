// Package scenario describes a whole run: the strategy and what its router
// knows, the fleet, and the seed.
package scenario

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"kvtui/core/clock"
	"kvtui/core/route"
	"kvtui/core/workload"
)

// MaxWorkers is the largest fleet.
const MaxWorkers = 65_536

// Knowledge is how a router's index learns what workers hold.
type Knowledge uint8

// The kinds of knowledge.
const (
	// Approximate: the router remembers where it sent things.
	Approximate Knowledge = iota
	// Events: workers report what they store and let go.
	Events
	// Silent: the router waits for events, but nobody publishes them.
	Silent
)

// knowledgeNames are the words of knowledge.kind, in the order of the kinds.
func knowledgeNames() []string { return []string{"approximate", "events", "silent"} }

// String returns the word that files and flags have for the kind.
func (k Knowledge) String() string { return knowledgeNames()[k] }

// ParseKnowledge reads a kind's word.
func ParseKnowledge(word string) (Knowledge, error) {
	i := slices.Index(knowledgeNames(), word)
	if i < 0 {
		return 0, &workload.ArgError{Arg: "knowledge", Problem: fmt.Sprintf("unknown knowledge %.40q: accepted are %s", word, strings.Join(knowledgeNames(), ", "))}
	}
	return Knowledge(i), nil
}

// Scenario is everything a run depends on besides its workload. It is
// comparable.
type Scenario struct {
	Strategy  string        // a name of route.Strategies
	Options   route.Options // of all strategies; a run reads its own's
	Knowledge Knowledge     // how the router's index learns
	Flaws     Flaws         // how it falls behind
	Workers   int           // 1 to MaxWorkers
	Seed      int64         // of every draw, the workload included
	Capacity  int           // blocks a worker can hold; 0 is unlimited
	Clock     clock.Config  // how long things take; zero for no clock
}

// Fleet returns how many workers there are, decode workers of their own
// included.
func (s Scenario) Fleet() int {
	if !s.Clock.On {
		return s.Workers
	}
	return s.Workers + s.Clock.Split.Decode
}

// Default returns the lab's scenario: kv, approximate, two workers, seed 1.
func Default() Scenario {
	return Scenario{Strategy: "kv", Options: route.DefaultOptions(), Workers: 2, Seed: 1, Clock: clock.Default()}
}

// Validate checks the scenario. The error is a *workload.ArgError.
func (s Scenario) Validate() error {
	info, err := route.ByName(s.Strategy)
	if err != nil {
		return &workload.ArgError{Arg: "mode", Problem: err.Error()}
	}
	var bad *route.OptionError
	if len(info.Options) > 0 && errors.As(s.Options.Validate(info.Options...), &bad) {
		return &workload.ArgError{Arg: bad.Option, Problem: bad.Problem}
	}
	if s.Workers < 1 || s.Workers > MaxWorkers {
		return &workload.ArgError{Arg: "workers", Problem: fmt.Sprintf("%d is out of range: accepted are 1 to %d", s.Workers, MaxWorkers)}
	}
	if s.Capacity < 0 {
		return &workload.ArgError{Arg: "capacity-blocks", Problem: fmt.Sprintf("%d is negative: accepted are 0 (unlimited) and more", s.Capacity)}
	}
	if err := s.validateClock(); err != nil {
		return err
	}
	return s.Flaws.validate(s)
}

// Mode is a strategy with its knowledge, as the lab names them.
type Mode struct {
	Strategy  string    // a name of route.Strategies
	Knowledge Knowledge // counts where the strategy is indexed
}

// Modes returns the lab's five, in its order.
func Modes() []Mode {
	return []Mode{{"rr", Approximate}, {"random", Approximate}, {"kv", Approximate}, {"kv", Events}, {"kv", Silent}}
}

// LabModes returns the lab's names of its modes.
func LabModes() []string { return []string{"rr", "random", "kv", "kv-events"} }

// ModeNames returns all names that ParseMode reads: the lab's first, then the
// other strategies'.
func ModeNames() []string {
	names := LabModes()
	for _, s := range route.Strategies() {
		if !slices.Contains(names, s.Name) {
			names = append(names, s.Name)
		}
	}
	return names
}

// ParseMode reads the name of a mode: a strategy, which knows what it did
// itself, or the lab's kv-events; publish only matters to that.
func ParseMode(name string, publish bool) (Mode, error) {
	switch {
	case name == "kv-events" && publish:
		return Mode{"kv", Events}, nil
	case name == "kv-events":
		return Mode{"kv", Silent}, nil
	case slices.Contains(ModeNames(), name):
		return Mode{name, Approximate}, nil
	}
	return Mode{}, &workload.ArgError{Arg: "mode", Problem: fmt.Sprintf("unknown mode %.40q: accepted are %s", name, strings.Join(ModeNames(), ", "))}
}

// LabName returns the name that the lab has for the mode, and for kv-events
// whether workers publish.
func (m Mode) LabName() (name string, publish, events bool) {
	if m.Strategy != "kv" || m.Knowledge == Approximate {
		return m.Strategy, false, false
	}
	return "kv-events", m.Knowledge == Events, true
}

// Mode returns the scenario's strategy with its knowledge.
func (s Scenario) Mode() Mode { return Mode{s.Strategy, s.Knowledge} }

// With returns the scenario with another mode.
func (s Scenario) With(m Mode) Scenario {
	s.Strategy, s.Knowledge = m.Strategy, m.Knowledge
	return s
}

func (s Scenario) validateClock() error {
	if n := s.Fleet(); n > MaxWorkers {
		return &workload.ArgError{Arg: "split.decode_workers", Problem: fmt.Sprintf("%d workers in all are too many: accepted are up to %d with fleet.workers", n, MaxWorkers)}
	}
	err := s.Clock.Validate()
	var bad *clock.Error
	if errors.As(err, &bad) {
		return &workload.ArgError{Arg: bad.Arg, Problem: bad.Problem}
	}
	return err
}
