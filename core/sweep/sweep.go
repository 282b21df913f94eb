// Package sweep runs a scenario for every pair of values of two of its keys, on
// all cores, whole or in shards that are merged again.
package sweep

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"kvtui/core/errtext"
	"kvtui/core/scenario"
)

// Limits of a sweep.
const (
	MaxCells  = 100_000 // pairs of values
	MaxSeeds  = 1000    // runs of a cell
	MaxTraces = 100     // that the cells read, all in memory at a time
)

// Plan is a sweep whose cells have been checked. Cells are numbered from 0, Y
// changing fastest.
type Plan struct {
	Base   scenario.File
	X, Y   Axis // Y has no key where X is the only one
	Seeds  int  // runs of a cell: its own seed and those that follow it
	Timed  bool // the cells have a clock
	Traces []scenario.Trace
	yFirst bool            // Y's key is set before X's
	first  []scenario.File // the base with each value of the key that comes first
}

// CellError is what is wrong with a pair of values that are right by
// themselves.
type CellError struct {
	At  string // the cell's settings
	Err error
}

// Error implements error.
func (e *CellError) Error() string { return "at " + e.At + ": " + e.Err.Error() }

// Unwrap returns what is wrong.
func (e *CellError) Unwrap() error { return e.Err }

// New checks a sweep and every cell of it. Keys that bring values for others,
// such as a kind of workload, are set before others, and those in the order of
// scenario files. Errors are *scenario.KeyErrors, in a *CellError where it is the
// pair that is wrong.
func New(ctx context.Context, base scenario.File, x, y Axis, seeds int) (*Plan, error) {
	p := &Plan{Base: base, X: x, Y: y, Seeds: seeds}
	switch {
	case x.Key == y.Key:
		return nil, &scenario.KeyError{Key: x.Key, Problem: "is on both axes: accepted are two keys, or one axis"}
	case seeds < 1 || seeds > MaxSeeds:
		return nil, &scenario.KeyError{Key: "seeds", Problem: fmt.Sprintf("%d is out of range: accepted are 1 to %d", seeds, MaxSeeds)}
	case p.Cells() < 1 || p.Cells() > MaxCells:
		return nil, &scenario.KeyError{Key: keys(x, y), Problem: fmt.Sprintf("make %d cells: accepted are 1 to %d", p.Cells(), MaxCells)}
	}
	outer := x
	if p.yFirst = y.Key != "" && rank(y.Key) < rank(x.Key); p.yFirst {
		outer = y
	}
	for _, v := range outer.Values {
		f := base
		if err := f.Set(outer.Key, v); err != nil {
			return nil, err
		}
		p.first = append(p.first, f)
	}
	return p, p.check(ctx)
}

// rank orders keys as they are set: see scenario.Leads.
func rank(key string) int {
	order := scenario.Leads()
	for _, k := range scenario.Keys() {
		order = append(order, k.Name)
	}
	return slices.Index(order, key)
}

func keys(x, y Axis) string {
	if y.Key == "" {
		return x.Key
	}
	return x.Key + ", " + y.Key
}

// Cells returns how many cells there are.
func (p *Plan) Cells() int { return len(p.X.Values) * max(1, len(p.Y.Values)) }

// Cell returns a cell's scenario. The error is a *scenario.KeyError.
func (p *Plan) Cell(i int) (scenario.File, error) {
	if p.Y.Key == "" {
		return p.first[i], nil
	}
	n := len(p.Y.Values)
	if p.yFirst {
		f := p.first[i%n]
		err := f.Set(p.X.Key, p.X.Values[i/n])
		return f, err
	}
	f := p.first[i/n]
	err := f.Set(p.Y.Key, p.Y.Values[i%n])
	return f, err
}

// values returns what a cell has on each axis, "" where there is no Y.
func (p *Plan) values(i int) (x, y string) { return pair(p.X, p.Y, i) }

func pair(x, y Axis, i int) (string, string) {
	if n := len(y.Values); n > 0 {
		return x.Values[i/n], y.Values[i%n]
	}
	return x.Values[i], ""
}

// at names a cell by its settings.
func (p *Plan) at(i int) string {
	x, y := p.values(i)
	text := p.X.Key + "=" + errtext.Name(x)
	if p.Y.Key != "" {
		text += ", " + p.Y.Key + "=" + errtext.Name(y)
	}
	return text
}

// check checks every cell, and notes whether they have a clock and which traces
// they read.
func (p *Plan) check(ctx context.Context) error {
	var mu sync.Mutex
	clocks := map[bool]int{}               // a cell with a clock, and one without
	traces := map[scenario.Trace]int{}     // the first cell with it
	note := func(f scenario.File, i int) { // the smallest cell, whichever core comes first
		mu.Lock()
		defer mu.Unlock()
		if first, ok := clocks[f.Clock.On]; !ok || i < first {
			clocks[f.Clock.On] = i
		}
		if f.Kind != scenario.KindTrace {
			return
		}
		if first, ok := traces[f.Trace]; !ok || i < first {
			traces[f.Trace] = i
		}
	}
	err := firstError(ctx, p.Cells(), func(i int) error {
		f, err := p.Cell(i)
		if err != nil {
			return err
		}
		if f.Seed > math.MaxInt64-int64(p.Seeds) {
			return &CellError{p.at(i), &scenario.KeyError{Key: "seed", Problem: "has no room above it for the seeds that follow: accepted are smaller ones"}}
		}
		if err := f.Check(); err != nil {
			return &CellError{p.at(i), err}
		}
		note(f, i)
		return nil
	})
	switch {
	case err != nil:
		return err
	case len(clocks) > 1:
		return &scenario.KeyError{Key: keys(p.X, p.Y), Problem: "some cells have a clock and some have none (" + p.at(clocks[true]) + "; " + p.at(clocks[false]) +
			"), and their figures differ: accepted are cells of one sort"}
	case len(traces) > MaxTraces:
		return &scenario.KeyError{Key: keys(p.X, p.Y), Problem: fmt.Sprintf("read %d traces or parts of them: accepted are up to %d", len(traces), MaxTraces)}
	}
	_, p.Timed = clocks[true]
	p.Traces = slices.SortedFunc(maps.Keys(traces), func(a, b scenario.Trace) int { return cmp.Compare(traces[a], traces[b]) })
	return nil
}

// firstError does n things, as many at a time as there are cores, and returns
// the error of the first that fails in their order, or the context's.
func firstError(ctx context.Context, n int, do func(i int) error) error {
	var next, last atomic.Int64 // last is the first that failed
	last.Store(int64(n))
	var mu sync.Mutex
	var first error
	var g errgroup.Group
	for range min(n, runtime.GOMAXPROCS(0)) {
		g.Go(func() error {
			for {
				i := next.Add(1) - 1
				if i >= last.Load() {
					return nil
				}
				if ctx.Err() != nil {
					return ctx.Err()
				}
				err := do(int(i))
				if err == nil {
					continue
				}
				mu.Lock()
				if i < last.Load() {
					last.Store(i)
					first = err
				}
				mu.Unlock()
			}
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	return first
}
