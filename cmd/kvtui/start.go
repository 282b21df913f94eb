package main

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"kvtui/core/accuracy"
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
	Measured     string // a measurement file for the screen of measurements; "" is none

	own        *accuracy.Page // what that file holds; nil until it is read
	usualTheme string         // what the environment says
	usualStill bool
}

const (
	autoTheme = "auto"
	autoColor = "auto"
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
	run  runFlags
	cost costFlags
}

func (f *startFlags) add(fs *pflag.FlagSet) {
	f.fs = fs
	f.to = startState{State: state.Default(""), Theme: autoTheme, Color: autoColor}
	f.run.add(fs)
	f.cost.add(fs, &f.to.Cost)
	f.cost.addExplored(fs)
	fs.Var(choice{&f.to.Screen, state.Screens()}, "screen", "screen to open: "+strings.Join(state.Screens(), ", "))
	fs.Var(whole[int]{&f.to.Step, 0, state.MaxStep}, "step", "step (phase of a request) to open at; beyond the end is the end")
	fs.Var(text{&f.to.Measured, "a measurement file, as kvtui summarize reads it"}, "measured", "measurement file to show on the measured screen: FILE")
	fs.Var(choice{&f.to.Theme, themes.Names()}, "theme", "auto, dark, light, high-contrast, terminal or mono; else "+themeEnv)
	fs.Var(choice{&f.to.Color, colorNames()}, "color", "auto, always, never, 16, 256 or true")
	fs.BoolVar(&f.to.ASCII, "ascii", false, "draw no glyph outside ASCII")
	fs.BoolVar(&f.to.NoMouse, "no-mouse", false, "leave the mouse to the terminal")
	fs.BoolVar(&f.to.ReduceMotion, "reduce-motion", false, "animate nothing; else "+motionEnv)
	fs.BoolVar(&f.to.Plain, "plain", false, "print the comparison as text and open no explorer")
}

// state settles what depends on the scenario that args name, on several flags
// and on the environment.
func (f *startFlags) state(env func(string) string, args ...string) (startState, error) {
	s := &f.to
	opened, err := f.run.state(args)
	if err != nil {
		return startState{}, err
	}
	s.Base, s.Opened, s.File = opened.Base, opened.Opened, opened.File
	if err := f.cost.resolve(); err != nil {
		return startState{}, err
	}
	s.usualTheme = autoTheme
	if theme := env(themeEnv); theme != "" {
		err := (choice{&s.usualTheme, themes.Names()}).Set(theme)
		if err != nil && !f.fs.Changed("theme") {
			return startState{}, &usageError{themeEnv, err.Error()}
		}
	}
	if !f.fs.Changed("theme") {
		s.Theme = s.usualTheme
	}
	s.usualStill = !slices.Contains([]string{"", "0", "false", "no"}, env(motionEnv))
	if !f.fs.Changed("reduce-motion") {
		s.ReduceMotion = s.usualStill
	}
	s.Plain = s.Plain || env("TERM") == "dumb"
	return *s, nil
}

// looks returns the flags for what the command line and the environment would
// not make of a state by themselves: how it is drawn and steered.
func (s startState) looks() (args []string) {
	if s.Theme != s.usualTheme {
		args = append(args, "--theme", s.Theme)
	}
	if s.Color != autoColor {
		args = append(args, "--color", s.Color)
	}
	if s.Measured != "" {
		args = append(args, "--measured", s.Measured)
	}
	for _, f := range []struct {
		name      string
		is, usual bool
	}{{"ascii", s.ASCII, false}, {"no-mouse", s.NoMouse, false}, {"reduce-motion", s.ReduceMotion, s.usualStill}} {
		switch {
		case f.is == f.usual:
		case f.is:
			args = append(args, "--"+f.name)
		default:
			args = append(args, "--"+f.name+"=false")
		}
	}
	return args
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
