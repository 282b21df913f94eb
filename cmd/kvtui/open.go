package main

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	"kvtui/core/errtext"
	"kvtui/core/scenario"
	"kvtui/core/workload"
	"kvtui/views"
)

// errNoScenario is for words that name neither a built-in scenario nor a file.
var errNoScenario = errors.New("no scenario")

// openScenario returns a built-in scenario by its name, or reads a file.
func openScenario(name string) (scenario.File, error) {
	if slices.Contains(scenario.BuiltinNames(), name) {
		return scenario.Builtin(name)
	}
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !looksLikeFile(name):
		return scenario.File{}, errNoScenario
	case err != nil:
		return scenario.File{}, fileError(name, err)
	case info.IsDir():
		return scenario.File{}, &usageError{errtext.Quote(name), "is a directory: accepted is a scenario file"}
	}
	f, err := os.Open(name)
	if err != nil {
		return scenario.File{}, fileError(name, err)
	}
	data, err := io.ReadAll(io.LimitReader(f, scenario.MaxFile+1))
	if err := errors.Join(err, f.Close()); err != nil {
		return scenario.File{}, fileError(name, err)
	}
	return scenario.Parse(data, name)
}

func looksLikeFile(name string) bool {
	return strings.ContainsRune(name, filepath.Separator) || filepath.Ext(name) != ""
}

// noScenario says what may stand where a scenario's name was read.
func noScenario(word string) error {
	return &usageError{errtext.Quote(word), "unknown scenario: accepted are " + strings.Join(scenario.BuiltinNames(), ", ") + ", or a scenario file"}
}

// scenarioArg opens the scenario that an argument names.
func scenarioArg(word string) (scenario.File, error) {
	f, err := openScenario(word)
	if errors.Is(err, errNoScenario) {
		err = noScenario(word)
	}
	return f, err
}

// traceSource is a trace that the explorer reads while it is open.
func traceSource(t scenario.Trace) (views.Source, error) {
	f, err := os.Open(t.Path)
	if err != nil {
		return views.Source{}, fileError(t.Path, err)
	}
	src := views.Source{Read: &atomic.Int64{}}
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		src.Size = info.Size()
	}
	src.Open = func(ctx context.Context) (*workload.Set, error) {
		o := t.Options()
		o.Read, o.Most = src.Read, views.MaxRequests
		set, err := workload.ReadSet(ctx, f, t.Path, o)
		return set, traceError(t.Path, errors.Join(err, f.Close()))
	}
	return src, nil
}

// traceError names the file where the error does not do so itself, and the key
// that a block size comes from.
func traceError(name string, err error) error {
	var bad *workload.TraceError
	var arg *workload.ArgError
	if errors.As(err, &arg) && arg.Arg == "trace-block" {
		return &usageError{"workload.block_tokens", arg.Problem}
	}
	if err == nil || errors.As(err, &bad) || errors.As(err, &arg) || errors.Is(err, context.Canceled) {
		return err
	}
	var path *fs.PathError
	if errors.As(err, &path) {
		return fileError(name, err)
	}
	return err
}

// readTrace reads a whole trace; "-" is the standard input.
func (a *app) readTrace(ctx context.Context, t scenario.Trace) (*workload.Set, error) {
	return load(ctx, a.stdin, t.Path, func(r io.Reader, name string) (*workload.Set, error) {
		set, err := workload.ReadSet(ctx, r, name, t.Options())
		return set, traceError(name, err)
	})
}

// requests makes or reads all requests of a scenario.
func (a *app) requests(ctx context.Context, f scenario.File) (*workload.Set, error) {
	if g := f.Generator(); g != nil {
		return workload.Collect(g, f.Seed), nil
	}
	return a.readTrace(ctx, f.Trace)
}
