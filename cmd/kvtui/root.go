package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"kvtui/core/errtext"
	"kvtui/core/scenario"
)

const (
	groupRun   = "run"
	groupCost  = "cost"
	groupFiles = "files"
)

func (a *app) rootCommand() *cobra.Command {
	flags := startFlags{}
	root := &cobra.Command{
		Use:   "kvtui [SCENARIO|FILE]",
		Short: "Explore KV-aware routing and disaggregated serving in the terminal",
		Long: "Explore where a request should go and whether moving its KV cache is worth it. " +
			"SCENARIO is one of " + strings.Join(scenario.BuiltinNames()[1:], ", ") + ", FILE one of your own (see kvtui scenario). " +
			"Without a terminal, with --plain or with TERM=dumb the strategies are compared as text.",
		Example: "kvtui --mode kv-events --publish no --workers 4\nkvtui common-prefix --set fleet.workers=16",
	}
	root.SetIn(a.stdin)
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	root.AddGroup(
		&cobra.Group{ID: groupRun, Title: "route requests"},
		&cobra.Group{ID: groupCost, Title: "count the cost"},
		&cobra.Group{ID: groupFiles, Title: "write the lab's files"},
	)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		if words := cmd.Flags().Args(); cmd == root && len(words) > 0 && unknownWord(words[0]) {
			err = unknownCommand(root, words[0])
		} else {
			err = flagError(cmd, err)
		}
		a.fail(cmd, err)
		return nil
	})
	flags.add(root.Flags())
	root.AddCommand(a.simCommand(), a.compareCommand(), a.replayCommand(), a.runCommand(), a.sweepCommand(), a.mergeCommand(), a.scenarioCommand(), a.benchCommand(), a.costCommand(), a.fitCommand(), a.accuracyCommand(), a.summarizeCommand(), a.labCommand())
	root.SetHelpCommand(a.helpCommand())
	a.addCompletionCommand(root)
	return a.does(root, between(0, 1, "one scenario"), func(ctx context.Context, args []string) error {
		s, err := flags.state(a.env, args...)
		if errors.Is(err, errNoScenario) {
			err = unknownCommand(root, args[0])
		}
		if err != nil {
			return err
		}
		if s.Plain || !a.onTerminal() {
			return a.plain(ctx, s)
		}
		return a.explore(ctx, s)
	})
}

// does gives a command its work. Errors are noted rather than returned, see
// fail.
func (a *app) does(cmd *cobra.Command, check func(args []string) error, work func(ctx context.Context, args []string) error) *cobra.Command {
	cmd.Flags().SortFlags = false
	cmd.Args = cobra.ArbitraryArgs
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		err := check(args)
		if err == nil {
			err = work(cmd.Context(), args)
		}
		a.fail(cmd, err)
		return nil
	}
	complete(cmd)
	return cmd
}

func noArgs(args []string) error {
	if len(args) > 0 {
		return &usageError{errtext.Quote(args[0]), "unexpected argument: accepted are flags only"}
	}
	return nil
}

func between(low, high int, what string) func([]string) error {
	return func(args []string) error {
		switch {
		case len(args) < low:
			return &usageError{"arguments", "too few: accepted are " + what}
		case len(args) > high:
			return &usageError{errtext.Quote(args[high]), "unexpected argument: accepted are " + what}
		}
		return nil
	}
}

func unknownCommand(root *cobra.Command, word string) error {
	var names []string
	for _, c := range root.Commands() {
		if !c.Hidden {
			names = append(names, c.Name())
		}
	}
	return &usageError{errtext.Quote(word), "unknown command: accepted are " + strings.Join(names, ", ") +
		"; nor a scenario: accepted are " + strings.Join(scenario.BuiltinNames()[1:], ", ") + ", or a scenario file"}
}

// unknownWord reports whether a word is no scenario either.
func unknownWord(word string) bool {
	_, err := openScenario(word)
	return errors.Is(err, errNoScenario)
}

func (a *app) helpCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "help [command]", Short: "Help about a command"}
	return a.does(cmd, func([]string) error { return nil }, func(_ context.Context, args []string) error {
		found, rest, err := cmd.Root().Find(args)
		if err != nil || len(rest) > 0 {
			return unknownCommand(cmd.Root(), args[len(args)-max(1, len(rest))])
		}
		found.InitDefaultHelpFlag()
		if err := found.Help(); err != nil {
			return fmt.Errorf("print help: %w", err)
		}
		return nil
	})
}

// addCompletionCommand adds cobra's, which would print help for a shell that it
// does not know.
func (a *app) addCompletionCommand(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		if cmd.Name() != "completion" {
			continue
		}
		var shells []string
		for _, shell := range cmd.Commands() {
			shells = append(shells, shell.Name())
		}
		accepted := "accepted are " + strings.Join(shells, ", ")
		a.does(cmd, func(args []string) error {
			if len(args) == 0 {
				return &usageError{"shell", "missing: " + accepted}
			}
			return &usageError{errtext.Quote(args[0]), "unknown shell: " + accepted}
		}, nil)
	}
}

// complete offers words for the flags that take one of a few, and the scenarios
// beside files.
func complete(cmd *cobra.Command) {
	if strings.Contains(cmd.Use, "SCENARIO") {
		cmd.ValidArgsFunction = func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return scenario.BuiltinNames(), cobra.ShellCompDirectiveDefault
		}
	}
	offer := func(flag string, words func() []string) {
		// It fails for flags that do not exist or were given words before; these do and were not.
		_ = cmd.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return words(), cobra.ShellCompDirectiveNoFileComp
		})
	}
	for name, words := range choices(cmd.Flags()) {
		offer(name, func() []string { return words })
	}
	if cmd.Flags().Lookup("model") != nil {
		offer("model", modelNames)
	}
}
