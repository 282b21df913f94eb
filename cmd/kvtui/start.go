package main

import (
	"math"
	"slices"

	"github.com/spf13/pflag"

	"kvtui/themes"
	"kvtui/views/state"
)

// startState is all that the explorer's command line and environment say.
type startState struct {
	state.State
	Theme        string // a name of themes.Names
	Color        string // a name of colorNames
	ASCII        bool   // draw no glyph outside ASCII
	NoMouse      bool   // leave the mouse to the terminal
	ReduceMotion bool   // animate nothing
	Plain        bool   // print text, open no explorer
}

const (
	themeEnv  = "KVTUI_THEME"
	motionEnv = "KVTUI_REDUCE_MOTION"
)

// colorNames are the values of --color: as the terminal says, always, never,
// and a number of colours.
func colorNames() []string { return []string{"auto", "always", "never", "16", "256", "true"} }

// startFlags fill a startState.
type startFlags struct {
	fs   *pflag.FlagSet
	to   startState
	mode modeFlags
	cost costFlags
}

func (f *startFlags) add(fs *pflag.FlagSet) {
	f.fs = fs
	f.to = startState{State: state.Default(""), Theme: "auto", Color: "auto"}
	f.mode.name = f.to.Scenario.Strategy
	fs.Var(text{&f.to.Trace, "a file, or - for standard input"}, "trace", "recorded trace (Mooncake's format) in place of the lab's requests")
	fs.Var(whole[int]{&f.to.Limit, 0, math.MaxInt32}, "limit", "requests to read of the trace; 0 is all")
	f.mode.addAll(fs)
	addFleetFlags(fs, &f.to.Scenario)
	addCapacityFlag(fs, &f.to.Scenario)
	addLabFlags(fs, &f.to.Lab)
	f.cost.add(fs, &f.to.Cost)
	fs.Var(choice{&f.to.Screen, state.Screens()}, "screen", "screen to open: route, compare, caches or cost")
	fs.Var(whole[int]{&f.to.Step, 0, state.MaxStep}, "step", "step of the run to open at")
	fs.Var(choice{&f.to.Theme, themes.Names()}, "theme", "auto, dark, light, high-contrast, terminal or mono; else "+themeEnv)
	fs.Var(choice{&f.to.Color, colorNames()}, "color", "auto, always, never, 16, 256 or true")
	fs.BoolVar(&f.to.ASCII, "ascii", false, "draw no glyph outside ASCII")
	fs.BoolVar(&f.to.NoMouse, "no-mouse", false, "leave the mouse to the terminal")
	fs.BoolVar(&f.to.ReduceMotion, "reduce-motion", false, "animate nothing; else "+motionEnv)
	fs.BoolVar(&f.to.Plain, "plain", false, "print the comparison as text and open no explorer")
}

// state settles what depends on several flags and the environment.
func (f *startFlags) state(env func(string) string) (startState, error) {
	s := &f.to
	m, err := f.mode.required()
	if err != nil {
		return startState{}, err
	}
	s.Scenario = s.Scenario.With(m)
	if err := f.settleTrace(); err != nil {
		return startState{}, err
	}
	if err := f.cost.resolve(); err != nil {
		return startState{}, err
	}
	if err := s.Lab.Validate(); err != nil {
		return startState{}, err
	}
	if err := s.Scenario.Validate(); err != nil {
		return startState{}, err
	}
	if theme := env(themeEnv); theme != "" && !f.fs.Changed("theme") {
		if err := (choice{&s.Theme, themes.Names()}).Set(theme); err != nil {
			return startState{}, &usageError{themeEnv, err.Error()}
		}
	}
	if !f.fs.Changed("reduce-motion") {
		s.ReduceMotion = !slices.Contains([]string{"", "0", "false", "no"}, env(motionEnv))
	}
	s.Plain = s.Plain || env("TERM") == "dumb"
	return *s, nil
}

// settleTrace keeps flags of the lab and of traces apart.
func (f *startFlags) settleTrace() error {
	if f.to.Trace == "" {
		if f.fs.Changed("limit") {
			return &usageError{"--limit", "needs --trace: accepted is --trace FILE with it"}
		}
		return nil
	}
	for _, name := range labFlagNames() {
		if f.fs.Changed(name) {
			return conflict(name, "trace", "a trace brings its own requests")
		}
	}
	if !f.fs.Changed("workers") {
		f.to.Scenario.Workers = state.TraceWorkers
	}
	return nil
}

// choices returns the flags that take one of a few words.
func choices(fs *pflag.FlagSet) map[string][]string {
	out := map[string][]string{}
	fs.VisitAll(func(f *pflag.Flag) {
		if c, ok := f.Value.(choice); ok {
			out[f.Name] = c.options
		}
	})
	return out
}
