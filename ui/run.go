package ui

import (
	"context"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
)

// RunOptions says how a program meets its terminal.
type RunOptions struct {
	// Profile forces how many colours are sent; Unknown asks the terminal.
	Profile colorprofile.Profile
	// Program adds options of Bubble Tea: input, output, environment.
	Program []tea.ProgramOption
}

// Run runs the shell until it quits or ctx ends. The terminal is restored
// whichever way it ends, a panic included.
func Run(ctx context.Context, s *Shell, opts RunOptions) error {
	po := []tea.ProgramOption{
		tea.WithContext(ctx),
		tea.WithFPS(tickRate),
		tea.WithFilter(Filter(s.cfg.Env, s.cfg.Now)),
	}
	switch {
	case s.cfg.NoColor:
		po = append(po, tea.WithColorProfile(colorprofile.ASCII))
	case opts.Profile != colorprofile.Unknown:
		po = append(po, tea.WithColorProfile(opts.Profile))
	}
	if _, err := tea.NewProgram(s, append(po, opts.Program...)...).Run(); err != nil {
		return fmt.Errorf("run %s: %w", s.cfg.Name, err)
	}
	return nil
}

// NoColor reports whether the environment asks for no colour: any NO_COLOR
// that is not empty (no-color.org), "0" and "false" included.
func NoColor(env func(string) string) bool { return env("NO_COLOR") != "" }

// NeedsASCII reports whether glyphs outside ASCII are better left out: on the
// Linux console, and where the locale names another encoding than UTF-8. A
// locale that is not set says nothing about the terminal.
func NeedsASCII(env func(string) string) bool {
	if env("TERM") == "linux" {
		return true
	}
	for _, k := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := strings.ToLower(env(k)); v != "" {
			return !strings.Contains(v, "utf-8") && !strings.Contains(v, "utf8")
		}
	}
	return false
}

// DarkBackground guesses the terminal's background before it has answered,
// from the COLORFGBG that some terminals set ("15;0"); dark without it.
func DarkBackground(env func(string) string) bool {
	v := env("COLORFGBG")
	switch v[strings.LastIndexByte(v, ';')+1:] {
	case "7", "9", "10", "11", "12", "13", "14", "15":
		return false
	}
	return true
}
