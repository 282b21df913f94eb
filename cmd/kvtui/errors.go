package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kvtui/core/cost"
	"kvtui/core/errtext"
	"kvtui/core/workload"
)

// usageError is a wrong argument: which one, what is wrong, what is accepted.
type usageError struct {
	arg, problem string
}

func (e *usageError) Error() string { return e.arg + ": " + e.problem }

const (
	exitFailed = 1
	exitUsage  = 2
)

// report writes the failure as one line and returns the exit code.
func (f *failure) report(w io.Writer) int {
	text, code := wording(f.err)
	// Nothing is left to do where even this line cannot be written.
	_, _ = fmt.Fprintf(w, "%s: %s\n", f.command, printable(text))
	return code
}

func wording(err error) (text string, code int) {
	var usage *usageError
	var lab *workload.ArgError
	var shape *cost.ArgError
	switch {
	case errors.As(err, &usage):
		return usage.Error(), exitUsage
	case errors.As(err, &lab):
		return dashed(lab.Arg) + ": " + lab.Problem, exitUsage
	case errors.As(err, &shape):
		return dashed(shape.Arg) + ": " + costProblem(shape), exitUsage
	case errors.Is(err, context.Canceled):
		return "interrupted", exitFailed
	case strings.HasPrefix(err.Error(), "unknown command"): // cobra's, for an argument to man or completion
		return shortWord(err.Error()) + ": accepted are flags only", exitUsage
	}
	return err.Error(), exitFailed
}

// shortWord cuts the first quoted word of a message, which cobra gives whole.
func shortWord(message string) string {
	head, rest, _ := strings.Cut(message, `"`)
	quoted, err := strconv.QuotedPrefix(`"` + rest)
	if err != nil {
		return message
	}
	word, err := strconv.Unquote(quoted)
	if err != nil {
		return message
	}
	return head + errtext.Quote(word) + rest[len(quoted)-1:]
}

func costProblem(e *cost.ArgError) string {
	wrong := "is out of range"
	if strings.HasPrefix(e.Got, `"`) {
		wrong = "is unknown"
	}
	return fmt.Sprintf("%s %s: accepted is %s", e.Got, wrong, e.Want)
}

// dashed spells the arguments in the core's name for what is wrong as flags:
// "plen + tail" becomes "--plen + --tail".
func dashed(arg string) string {
	words := strings.Fields(arg)
	for i, w := range words {
		if _, named := coreFlags()[strings.TrimSuffix(w, ",")]; named {
			words[i] = "--" + w
		}
	}
	return strings.Join(words, " ")
}

// coreFlags is the flags that the core checks, by the names it uses.
func coreFlags() map[string]struct{} {
	names := map[string]struct{}{}
	for _, n := range []string{
		"mode", "workers", "capacity-blocks", "prefixes", "reps", "plen", "tail", "block",
		"model", "layers", "kv-heads", "head-dim", "dtype-bytes", "precision", "tokens", "gbps", "concurrency",
	} {
		names[n] = struct{}{}
	}
	return names
}

// printable escapes what must not reach a terminal raw, line ends included.
func printable(s string) string {
	var b strings.Builder
	for _, r := range s {
		if strconv.IsPrint(r) {
			b.WriteRune(r)
			continue
		}
		b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
	}
	return b.String()
}

// fail notes the error that ended a command. It does not go back through fang,
// which asks the terminal for its background before it hands an error on.
func (a *app) fail(cmd *cobra.Command, err error) {
	if err != nil && a.failed == nil {
		a.failed = &failure{cmd.CommandPath(), err}
	}
}

// flagError words what the flag parser found.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var bare *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		name := "--" + unknown.GetSpecifiedName()
		if short := unknown.GetSpecifiedShortnames(); short != "" {
			name = "-" + short
		}
		return &usageError{errtext.Quote(name), "unknown flag: accepted are those of " + cmd.CommandPath() + " --help"}
	case errors.As(err, &bare):
		return &usageError{"--" + bare.GetFlag().Name, "no value given: " + accepted(bare.GetFlag())}
	case errors.As(err, &invalid):
		problem := invalid.Unwrap().Error()
		if invalid.GetFlag().Value.Type() == "bool" {
			problem = errtext.Quote(invalid.GetValue()) + " is neither true nor false: accepted are true and false"
		}
		return &usageError{"--" + invalid.GetFlag().Name, problem}
	}
	return &usageError{"flags", errtext.Quote(err.Error()) + ": accepted are those of " + cmd.CommandPath() + " --help"}
}

// fileError says what happened to a file, its name made safe to print.
func fileError(name string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return fmt.Errorf("%s: %w", errtext.Name(name), err)
}
