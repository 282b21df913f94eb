package main

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"kvtui/core/accuracy"
	"kvtui/core/measure"
	"kvtui/core/scenario"
	"kvtui/ui"
	"kvtui/views"
	"kvtui/views/state"
)

// explore opens the explorer in the given state and returns when it is left.
func explore(ctx context.Context, s startState) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // a trace that is still being read is given up
	session, err := open(ctx, s)
	if err != nil {
		return err
	}
	if s.Measured != "" {
		if s.own, err = ownMeasurement(ctx, s.Measured); err != nil {
			return err
		}
	}
	session.Save = saveFile
	// Signals end ctx. A second handler would race it for the exit code.
	alone := []tea.ProgramOption{tea.WithoutSignalHandler()}
	if err := ui.Run(ctx, newShell(s, session, nil), ui.RunOptions{Profile: profiles()[s.Color], Program: alone}); err != nil {
		return err
	}
	return session.LoadError()
}

// open makes the session of a state; a trace is read once it is on screen.
func open(ctx context.Context, s startState) (*views.Session, error) {
	if s.Kind != scenario.KindTrace {
		return views.NewSession(ctx, s.State, nil)
	}
	if s.Trace.Path == "-" {
		return nil, &usageError{"--trace", "standard input brings the keys of the explorer: accepted is a file, or - with --plain"}
	}
	src, err := traceSource(s.Trace)
	if err != nil {
		return nil, err
	}
	return views.Load(ctx, s.State, src)
}

// ownMeasurement reads the file of --measured.
func ownMeasurement(ctx context.Context, path string) (*accuracy.Page, error) {
	if path == "-" {
		return nil, &usageError{"--measured", "standard input brings the keys of the explorer: accepted is a file"}
	}
	samples, err := load(ctx, nil, path, measure.ReadAll)
	if err != nil {
		return nil, err
	}
	p := accuracy.OfFile(filepath.Base(path), samples)
	return &p, nil
}

// measuredScreen makes the screen of measurements, with the user's own first.
func (s startState) measuredScreen(session *views.Session) *views.Measured {
	v := views.NewMeasured(session)
	v.Predict = func(ctx context.Context, id string) (accuracy.Page, error) {
		if id == accuracy.File && s.own != nil {
			return accuracy.PredictFile(ctx, *s.own)
		}
		return accuracy.Predict(ctx, id)
	}
	if s.own != nil {
		v.Open(*s.own)
	}
	return v
}

// saveFile writes a file for the explorer.
func saveFile(path string, data []byte, replace bool) error {
	if _, err := os.Lstat(path); err == nil && !replace {
		return fileError(path, fs.ErrExist)
	}
	return replaceFiles(outFile{path, data})
}

// newShell puts the screens of a session into a shell. after delivers a message
// later; nil is by the clock.
func newShell(s startState, session *views.Session, after func(time.Duration, tea.Msg) tea.Cmd) *ui.Shell {
	screens := []ui.Slot{
		{Key: "1", Screen: views.NewRoute(session)},
		{Key: "2", Screen: views.NewCompare(session)},
		{Key: "3", Screen: views.NewCaches(session)},
		{Key: "4", Screen: session.CostScreen()},
		{Key: "5", Screen: s.measuredScreen(session)},
	}
	names := state.Screens()
	cfg := ui.Config{
		Name: "kvtui", Version: version(), Screens: screens, Theme: s.Theme, Dark: ui.DarkBackground(os.Getenv),
		ASCII: s.ASCII || ui.NeedsASCII(os.Getenv), NoMouse: s.NoMouse, ReduceMotion: s.ReduceMotion,
		NoColor: s.Color == "never" || s.Color == "auto" && ui.NoColor(os.Getenv),
		Actions: session.Global(), Begin: session.Begin, After: after,
	}
	for i, n := range names {
		if n == s.Screen {
			cfg.Start = i
		}
	}
	var shell *ui.Shell
	cfg.Actions = append(cfg.Actions, ui.Action{
		ID: "copy", Keys: []string{"y"}, Text: "copy the command line of this state", Group: "This state",
		Do: func(h ui.Host) {
			now := s
			now.State = session.State()
			now.Screen = names[shell.Current()]
			now.Theme, now.NoMouse = shell.Theme(), !shell.Mouse()
			h.Copy(now.Command(now.looks()...))
		},
	})
	shell = ui.NewShell(cfg)
	return shell
}

// profiles returns the colours that --color forces; auto asks the terminal.
func profiles() map[string]colorprofile.Profile {
	return map[string]colorprofile.Profile{
		"always": colorprofile.ANSI256, "16": colorprofile.ANSI, "256": colorprofile.ANSI256, "true": colorprofile.TrueColor,
	}
}
