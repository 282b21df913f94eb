// Command kvtui explores KV-aware routing and disaggregated serving: where a
// request should go, and whether moving its KV cache is worth it.
package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"charm.land/fang/v2"
	"github.com/spf13/cobra"
)

func main() { os.Exit(runMain()) }

func runMain() int {
	// A subcommand lives for a moment: collecting seldom takes a fifth off its
	// time. The explorer stays open and keeps the usual pace.
	if len(os.Args) > 1 && isCommand(os.Args[1]) && os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as under nohup
		ends = append(ends, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), ends...)
	defer stop()
	return run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Getenv)
}

// isCommand tells a subcommand from a scenario or a flag.
func isCommand(word string) bool {
	for _, c := range (&app{}).rootCommand().Commands() {
		if c.Name() == word {
			return true
		}
	}
	return false
}

// app is one run of the program.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	env            func(string) string
	explore        func(context.Context, startState) error
	failed         *failure
}

// failure is the error that ended a command.
type failure struct {
	command string // its path, such as "kvtui sim"
	err     error
}

// run runs the program on the given arguments and returns its exit code: 0,
// 2 for arguments that are wrong, 1 for everything else that fails.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer, env func(string) string) int {
	a := &app{stdin: stdin, stdout: stdout, stderr: stderr, env: env, explore: explore}
	return a.run(ctx, args)
}

func (a *app) run(ctx context.Context, args []string) int {
	root := a.rootCommand()
	root.SetArgs(append([]string{}, args...)) // never nil, which cobra takes for os.Args
	if err := a.execute(ctx, root, args); err != nil && a.failed == nil {
		a.failed = &failure{root.Name(), err}
	}
	if a.failed == nil {
		return 0
	}
	return a.failed.report(a.stderr)
}

// execute runs the command that the arguments name. fang asks the terminal for
// its background before it prints help, and waits seconds for one that never
// answers; a dumb terminal is not asked. fang's man page asks nothing.
func (a *app) execute(ctx context.Context, root *cobra.Command, args []string) error {
	if a.env("TERM") == "dumb" && (len(args) == 0 || args[0] != "man") {
		root.SilenceUsage, root.SilenceErrors, root.Version = true, true, version()
		return root.ExecuteContext(ctx) //nolint:wrapcheck // shown as it is
	}
	quiet := fang.WithErrorHandler(func(io.Writer, fang.Styles, error) {})
	return fang.Execute(ctx, root, fang.WithVersion(version()), quiet) //nolint:wrapcheck // shown as it is
}

// version is what the build says of itself: a tag, or the commit.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}
