package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"kvtui/core/errtext"
	"kvtui/core/scenario"
	"kvtui/views/state"
)

// runFlags describe a run: a scenario's name, and what is changed of it.
type runFlags struct {
	fs        *pflag.FlagSet
	given     scenario.File // values of the flags
	mode      modeFlags
	knowledge string
	sets      []string
}

func (f *runFlags) add(fs *pflag.FlagSet) {
	f.fs = fs
	f.given = scenario.New(scenario.KindLab)
	f.mode.name, f.knowledge = f.given.Strategy, f.given.Knowledge.String()
	fs.Var(text{&f.given.Trace.Path, "a file, or - for standard input"}, "trace", "recorded trace in place of the scenario's requests: Mooncake, AIPerf, Bailian, Azure or BurstGPT, also .gz")
	fs.Var(whole[int]{&f.given.Trace.Limit, 0, math.MaxInt32}, "limit", "requests to read of the trace; 0 is all")
	fs.BoolVar(&f.given.Trace.SkipBad, "skip-bad", false, "pass over lines of the trace that are wrong")
	f.mode.addAll(fs)
	fs.Var(choice{&f.knowledge, knowledgeNames()}, "knowledge", "what the router's index knows: approximate, events or silent")
	addFleetFlags(fs, &f.given.Scenario)
	addCapacityFlag(fs, &f.given.Scenario)
	addLabFlags(fs, &f.given.Lab)
	fs.Var(settings{&f.sets}, "set", "change a key of the scenario, such as knowledge.loss=0.1; may be repeated")
}

func knowledgeNames() []string {
	var names []string
	for k := scenario.Approximate; k <= scenario.Silent; k++ {
		names = append(names, k.String())
	}
	return names
}

// settings is a flag for key=value, given any number of times.
type settings struct{ to *[]string }

func (v settings) Type() string     { return "key=value" }
func (v settings) accepted() string { return "key=value, such as knowledge.loss=0.1" }

func (v settings) String() string {
	if v.to == nil {
		return ""
	}
	return strings.Join(*v.to, ", ")
}

func (v settings) Set(s string) error {
	if key, _, ok := strings.Cut(s, "="); !ok || key == "" {
		return fmt.Errorf("%s is no setting: accepted is %s", errtext.Quote(s), v.accepted())
	}
	*v.to = append(*v.to, s)
	return nil
}

// known is state for a command to which a word that names no scenario can be
// nothing else.
func (f *runFlags) known(args []string) (state.State, error) {
	s, err := f.state(args)
	if errors.Is(err, errNoScenario) {
		err = noScenario(args[0])
	}
	return s, err
}

// state returns what the arguments and flags open.
func (f *runFlags) state(args []string) (state.State, error) {
	s := state.Default(f.given.Trace.Path)
	if len(args) > 0 {
		file, err := openScenario(args[0])
		if err != nil {
			return s, err
		}
		s = state.Of(asWord(args[0]), file)
		if f.given.Trace.Path != "" {
			s.File = s.WithKind(scenario.KindTrace)
			s.Trace.Path = f.given.Trace.Path
		}
	}
	if err := f.check(s); err != nil {
		return s, err
	}
	if err := f.applyMode(&s.File); err != nil {
		return s, err
	}
	f.apply(&s.File)
	for _, set := range f.sets {
		key, value, _ := strings.Cut(set, "=")
		if err := s.Set(key, value); err != nil {
			return s, settingError(err)
		}
	}
	if s.Base != "" || len(f.sets) > 0 {
		return s, settingError(s.Check())
	}
	return s, s.Validate()
}

// asWord keeps a file's name from looking like a flag.
func asWord(name string) string {
	if strings.HasPrefix(name, "-") {
		return "./" + name
	}
	return name
}

func settingError(err error) error {
	var bad *scenario.KeyError
	if errors.As(err, &bad) {
		return &usageError{bad.Key, bad.Problem}
	}
	return err
}

// check keeps flags of the lab and of traces apart.
func (f *runFlags) check(s state.State) error {
	if s.Kind != scenario.KindTrace {
		for _, name := range []string{"limit", "skip-bad"} {
			if f.fs.Changed(name) {
				return &usageError{"--" + name, "needs --trace: accepted is --trace FILE with it"}
			}
		}
	}
	for _, name := range labFlagNames() {
		switch {
		case !f.fs.Changed(name) || s.Kind == scenario.KindLab:
		case f.fs.Changed("trace"):
			return conflict(name, "trace", "a trace brings its own requests")
		default:
			return &usageError{"--" + name, fmt.Sprintf("is the lab's, and %s has requests of kind %s: accepted is --set workload.KEY=VALUE", errtext.Quote(s.Base), s.Kind)}
		}
	}
	if f.fs.Changed("knowledge") && f.fs.Changed("mode") && f.mode.name == "kv-events" {
		return conflict("knowledge", "mode kv-events", "that says what is known")
	}
	return nil
}

// applyMode sets strategy and knowledge. A strategy's name leaves the knowledge
// as it is; the lab's kv-events is both.
func (f *runFlags) applyMode(to *scenario.File) error {
	switch {
	case f.fs.Changed("mode") && f.mode.name == "kv-events":
		m, err := f.mode.required()
		if err != nil {
			return err
		}
		to.Scenario = to.With(m)
	case f.fs.Changed("mode"):
		to.Strategy = f.mode.name
	case f.fs.Changed("publish") && to.Knowledge != scenario.Approximate:
		to.Knowledge = map[string]scenario.Knowledge{"yes": scenario.Events, "no": scenario.Silent}[f.mode.publish]
	}
	if f.fs.Changed("knowledge") {
		to.Knowledge = scenario.Knowledge(slices.Index(knowledgeNames(), f.knowledge))
	}
	return nil
}

// apply sets what was given of the rest.
func (f *runFlags) apply(to *scenario.File) {
	given := f.given
	for name, set := range map[string]func(){
		"limit":           func() { to.Trace.Limit = given.Trace.Limit },
		"skip-bad":        func() { to.Trace.SkipBad = given.Trace.SkipBad },
		"workers":         func() { to.Workers = given.Workers },
		"seed":            func() { to.Seed = given.Seed },
		"capacity-blocks": func() { to.Capacity = given.Capacity },
		"prefixes":        func() { to.Lab.Prefixes = given.Lab.Prefixes },
		"reps":            func() { to.Lab.Reps = given.Lab.Reps },
		"plen":            func() { to.Lab.PrefixTokens = given.Lab.PrefixTokens },
		"tail":            func() { to.Lab.TailTokens = given.Lab.TailTokens },
		"block":           func() { to.Lab.Block = given.Lab.Block },
	} {
		if f.fs.Changed(name) {
			set()
		}
	}
}
