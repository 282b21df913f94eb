package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"kvtui/core/clock"
	"kvtui/core/errtext"
	"kvtui/core/scenario"
)

func (a *app) scenarioCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "scenario",
		Short:   "List, show and check scenario files",
		Long:    "List the scenarios that come with kvtui, show one as a file to start from, or check a file of your own.",
		Example: "kvtui scenario show stale-index > mine.toml\nkvtui scenario check mine.toml",
		GroupID: groupRun,
	}
	cmd.AddCommand(a.scenarioList(), a.scenarioShow(), a.scenarioCheck())
	const accepted = "accepted are list, show, check"
	return a.does(cmd, func(args []string) error {
		if len(args) == 0 {
			return &usageError{"command", "missing: " + accepted}
		}
		return &usageError{errtext.Quote(args[0]), "unknown command: " + accepted}
	}, nil)
}

func (a *app) scenarioList() *cobra.Command {
	cmd := &cobra.Command{Use: "list", Short: "List the built-in scenarios", Example: "kvtui scenario list"}
	return a.does(cmd, noArgs, func(context.Context, []string) error {
		var out strings.Builder
		for _, name := range scenario.BuiltinNames() {
			f, err := scenario.Builtin(name)
			if err != nil {
				return err
			}
			fmt.Fprintf(&out, "%-20s %s\n", name, f.About)
		}
		return a.print([]byte(out.String()))
	})
}

func (a *app) scenarioShow() *cobra.Command {
	cmd := &cobra.Command{Use: "show SCENARIO|FILE", Short: "Print a scenario as a file", Example: "kvtui scenario show stale-index"}
	return a.does(cmd, between(1, 1, "one scenario"), func(_ context.Context, args []string) error {
		f, err := scenarioArg(args[0])
		if err != nil {
			return err
		}
		out, err := f.Marshal(".")
		if err != nil {
			return err
		}
		return a.print(out)
	})
}

func (a *app) scenarioCheck() *cobra.Command {
	cmd := &cobra.Command{Use: "check FILE", Short: "Check a scenario file", Example: "kvtui scenario check mine.toml"}
	return a.does(cmd, between(1, 1, "one file"), func(ctx context.Context, args []string) error {
		f, err := await(ctx, args[0], func() (scenario.File, error) { return openScenario(args[0]) })
		if errors.Is(err, errNoScenario) {
			return fmt.Errorf("%s: no such file: accepted is a scenario file", errtext.Name(args[0]))
		}
		if err != nil {
			return err
		}
		if err := traceThere(f); err != nil {
			return fmt.Errorf("%s: workload.path: %w", errtext.Name(args[0]), err)
		}
		return a.print([]byte(fmt.Sprintf("%s: ok: %s\n", errtext.Name(args[0]), summary(f))))
	})
}

// traceThere fails where a scenario names a trace that is no file.
func traceThere(f scenario.File) error {
	if f.Kind != scenario.KindTrace || f.Trace.Path == "-" {
		return nil
	}
	info, err := os.Stat(f.Trace.Path)
	switch {
	case err != nil:
		return fileError(f.Trace.Path, err)
	case info.IsDir():
		return fmt.Errorf("%s: is a directory: accepted is the file of a trace", errtext.Name(f.Trace.Path))
	}
	return nil
}

// summary is a scenario in a line.
func summary(f scenario.File) string {
	mode := f.Strategy
	if indexed(mode) {
		mode += " " + f.Knowledge.String()
	}
	out := fmt.Sprintf("%s, %s, workers %d, %s, seed %d", source(f), mode, f.Workers, caches(f.Scenario), f.Seed)
	if f.Clock.On {
		out += fmt.Sprintf(", decode workers %d, clock %s, %s", f.Clock.Split.Decode, clockWord(f), loadWords(f))
	}
	return out
}

// clockWord names the preset of a clock.
func clockWord(f scenario.File) string {
	if p := f.Clock.Preset; p != clock.NoPreset {
		return p.String()
	}
	return "of its own figures"
}

// source says where the requests come from.
func source(f scenario.File) string {
	g := f.Generator()
	if g == nil {
		return "trace " + errtext.Name(f.Trace.Path)
	}
	return fmt.Sprintf("%s, %d requests in blocks of %d tokens", f.Kind, g.Len(), g.BlockSize())
}
