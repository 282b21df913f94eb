package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kvtui/core/scenario"
	"kvtui/core/sweep"
	"kvtui/core/workload"
)

// sweepFlags are what a sweep varies, and where it goes.
type sweepFlags struct {
	fs     *pflag.FlagSet
	x, y   string
	sets   []string
	seeds  int
	shard  sweep.Shard
	output string
	out    string
}

// shardFlag is a flag for a part of a sweep.
type shardFlag struct{ to *sweep.Shard }

func (v shardFlag) Type() string     { return "i/n" }
func (v shardFlag) accepted() string { return "1/N to N/N" }

func (v shardFlag) String() string {
	if v.to == nil || *v.to == (sweep.Shard{}) {
		return ""
	}
	return v.to.String()
}

func (v shardFlag) Set(s string) (err error) {
	*v.to, err = sweep.ParseShard(s)
	return err
}

func (f *sweepFlags) add(fs *pflag.FlagSet) {
	f.fs, f.seeds, f.output = fs, 1, outputTable
	const axis = "a key of the scenario and its values, such as fleet.workers=1,2,4, fleet.workers=1:16:5 or fleet.workers=1:256:log:9"
	fs.Var(text{&f.x, axis}, "x", "key and values of the first axis: KEY=1,2,4; KEY=1:16:5 is 5 even steps, KEY=1:256:log:9 is 9 on a log scale")
	fs.Var(text{&f.y, axis}, "y", "the same of the second axis, if given")
	fs.Var(settings{&f.sets}, "set", "change a key of the scenario in all cells, such as knowledge.loss=0.1; may be repeated")
	fs.Var(whole[int]{&f.seeds, 1, sweep.MaxSeeds}, "seeds", "runs of each cell, of which medians are printed: its own seed and those that follow it")
	fs.Var(choice{&f.output, outputNames()}, "output", "table, json or csv")
	fs.Var(shardFlag{&f.shard}, "shard", "compute every N-th cell from the I-th on and write a file for kvtui merge: I/N")
	fs.Var(text{&f.out, "a file"}, "out", "file to write instead of standard output; it is there whole or not at all: FILE")
}

func (a *app) sweepCommand() *cobra.Command {
	var flags sweepFlags
	cmd := &cobra.Command{
		Use:   "sweep SCENARIO|FILE",
		Short: "Run a scenario for every pair of values of two of its keys",
		Long: fmt.Sprintf("Run a scenario for every pair of values of any two of its keys, up to %d cells, on all cores, and print the medians over seeds. "+
			"The order and the figures do not depend on the number of cores. With --shard a sweep is divided over many machines, and kvtui merge puts it together.", sweep.MaxCells),
		Example: "kvtui sweep lab --x fleet.workers=1:16:log:5 --y knowledge.loss=0,0.1,0.5 --set knowledge.kind=events --seeds 30 --output csv",
		GroupID: groupRun,
	}
	flags.add(cmd.Flags())
	return a.does(cmd, between(1, 1, "one scenario"), func(ctx context.Context, args []string) error {
		p, err := flags.plan(ctx, args[0])
		if err != nil {
			return sweepError(err)
		}
		if err := flags.writable(); err != nil {
			return err
		}
		part, err := a.sweep(ctx, p, flags.shard)
		if err != nil {
			return sweepError(err)
		}
		var out []byte
		if flags.fs.Changed("shard") {
			out, err = part.Encode()
		} else {
			out, err = formatSweep(part, flags.output)
		}
		if err != nil {
			return err
		}
		if flags.out == "" {
			return a.print(out)
		}
		return replaceFiles(outFile{flags.out, out})
	})
}

// plan checks what is to be swept.
func (f *sweepFlags) plan(ctx context.Context, word string) (*sweep.Plan, error) {
	switch {
	case f.x == "":
		return nil, &usageError{"--x", "missing: accepted is KEY=VALUE,VALUE"}
	case f.fs.Changed("shard") && f.fs.Changed("output"):
		return nil, conflict("shard", "output", "a shard is a file for kvtui merge, which takes --output")
	case !f.fs.Changed("shard"):
		f.shard = sweep.Whole()
	}
	base, err := scenarioArg(word)
	if err != nil {
		return nil, err
	}
	for _, set := range f.sets {
		key, value, _ := strings.Cut(set, "=")
		if err := base.Set(key, value); err != nil {
			return nil, err
		}
	}
	x, err := sweep.ParseAxis(f.x, base)
	if err != nil {
		return nil, err
	}
	var y sweep.Axis
	if f.y != "" {
		if y, err = sweep.ParseAxis(f.y, base); err != nil {
			return nil, err
		}
	}
	p, err := sweep.New(ctx, base, x, y, f.seeds)
	if err != nil {
		return nil, err
	}
	return p, oneStdin(p.Traces)
}

// oneStdin refuses to read the standard input twice.
func oneStdin(traces []scenario.Trace) error {
	for _, t := range traces {
		if t.Path == "-" && len(traces) > 1 {
			return &usageError{"workload.path", "standard input can be read once, and the cells read it or other traces several times: accepted are files"}
		}
	}
	return nil
}

// writable finds before the work what would keep its result from being written.
func (f *sweepFlags) writable() error {
	if f.out == "" {
		return nil
	}
	if _, _, err := resolve(f.out); err != nil {
		return err
	}
	dir := filepath.Dir(f.out)
	if _, err := os.Stat(dir); err != nil {
		return fileError(dir, err)
	}
	return nil
}

// sweep runs the cells of a shard.
func (a *app) sweep(ctx context.Context, p *sweep.Plan, s sweep.Shard) (sweep.Part, error) {
	sets := sweep.Sets{}
	for _, t := range p.Traces {
		set, err := a.readTrace(ctx, t)
		if err != nil {
			return sweep.Part{}, err
		}
		sets[t] = set
	}
	shown := newProgress(a.stderr, a.env)
	rows, err := p.Run(ctx, s, sets, shown.tell)
	shown.clear()
	if err != nil {
		return sweep.Part{}, err
	}
	return sweep.Part{Sweep: p.Describe(sets), Shard: s, Rows: rows}, nil
}

// sweepError words an error that names a key or a cell as one of the arguments.
func sweepError(err error) error {
	var cell *sweep.CellError
	var key *scenario.KeyError
	var arg *workload.ArgError
	switch {
	case errors.As(err, &cell) && (errors.As(err, &key) || errors.As(err, &arg)):
		return &usageError{"at " + cell.At, cell.Err.Error()}
	case errors.As(err, &key):
		return &usageError{key.Key, key.Problem}
	}
	return err
}
