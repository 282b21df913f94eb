package main

import (
	"context"
	"os"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"kvtui/core/workload"
	"kvtui/ui"
	"kvtui/views"
	"kvtui/views/state"
)

// explore opens the explorer in the given state and returns when it is left.
func explore(ctx context.Context, s startState) error {
	var set *workload.Set
	if s.Trace != "" {
		var err error
		if set, err = openTrace(s.Trace, s.Limit); err != nil {
			return err
		}
	}
	session, err := views.NewSession(ctx, s.State, set)
	if err != nil {
		return err
	}
	// Signals end ctx. A second handler would race it for the exit code.
	alone := []tea.ProgramOption{tea.WithoutSignalHandler()}
	return ui.Run(ctx, newShell(s, session), ui.RunOptions{Profile: profiles()[s.Color], Program: alone})
}

// newShell puts the screens of a session into a shell.
func newShell(s startState, session *views.Session) *ui.Shell {
	screens := []ui.Slot{
		{Key: "1", Screen: views.NewRoute(session)},
		{Key: "2", Screen: views.NewCompare(session)},
		{Key: "3", Screen: views.NewCaches(session)},
		{Key: "4", Screen: views.NewCost(session.Cost())},
	}
	names := []string{state.Route, state.Compare, state.Caches, state.CostScreen}
	cfg := ui.Config{
		Name: "kvtui", Version: version(), Screens: screens, Theme: s.Theme, Dark: ui.DarkBackground(os.Getenv),
		ASCII: s.ASCII || ui.NeedsASCII(os.Getenv), NoMouse: s.NoMouse, ReduceMotion: s.ReduceMotion,
		NoColor: s.Color == "never" || s.Color == "auto" && ui.NoColor(os.Getenv),
		Actions: session.Global(),
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
			now := session.State()
			now.Screen = names[shell.Current()]
			h.Copy(now.Command())
		},
	})
	shell = ui.NewShell(cfg)
	return shell
}

func openTrace(path string, limit int) (*workload.Set, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fileError(path, err)
	}
	set, err := workload.ReadMooncake(f, path, limit)
	if closed := f.Close(); err == nil && closed != nil {
		return nil, fileError(path, closed)
	}
	return set, err
}

// profiles returns the colours that --color forces; auto asks the terminal.
func profiles() map[string]colorprofile.Profile {
	return map[string]colorprofile.Profile{
		"always": colorprofile.ANSI256, "16": colorprofile.ANSI, "256": colorprofile.ANSI256, "true": colorprofile.TrueColor,
	}
}
