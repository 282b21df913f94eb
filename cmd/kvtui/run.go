package main

import (
	"context"
	"errors"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"kvtui/core/clock"
	"kvtui/core/scenario"
	"kvtui/core/sim"
	"kvtui/core/workload"
)

// runOptions are the flags of run besides those of a scenario.
type runOptions struct {
	output    string
	requests  string // file for the times of each request
	streaming bool
}

func (a *app) runCommand() *cobra.Command {
	var flags runFlags
	o := runOptions{output: "table"}
	cmd := &cobra.Command{
		Use:   "run [SCENARIO|FILE]",
		Short: "Run a scenario on the clock and print its times",
		Long: "Run a scenario on the clock and print times to first token, between tokens and of each phase, requests/s, goodput and what was lost, with and without the warm-up. " +
			"The clock's figures come from a preset or from the scenario's keys: --set clock.preset=" + strings.Join(presetNames(), ", ") + ".",
		Example: "kvtui run one-gpu-split\nkvtui run --set clock.preset=24gb --set arrivals.kind=closed --set arrivals.concurrency=4 --output json",
		GroupID: groupRun,
	}
	fs := cmd.Flags()
	fs.Var(choice{&o.output, outputNames()}, "output", "table, json or csv")
	fs.BoolVar(&o.streaming, "streaming", false, "keep sketches in place of every time: quantiles within 1 %, in memory that grows with distinct blocks alone")
	fs.Var(text{&o.requests, "a file to write"}, "requests", "also write the times of each request: FILE.csv")
	flags.add(fs)
	return a.does(cmd, between(0, 1, "one scenario"), func(ctx context.Context, args []string) error {
		s, err := flags.known(args)
		if err != nil {
			return err
		}
		if !s.Clock.On {
			return &usageError{"clock.preset", "no clock, so nothing takes time: accepted is a scenario with one, or --set clock.preset=" + strings.Join(presetNames(), ", ")}
		}
		if a := s.Clock.Arrivals.Kind; o.streaming && s.Kind == scenario.KindTrace && (a == workload.Auto || a == workload.Stamps) {
			return &usageError{"--streaming", "takes a trace as it comes, before all of its stamps are known: accepted is it with --set arrivals.kind=closed or poisson"}
		}
		report, counts, err := a.measure(ctx, s.File, o)
		if err != nil {
			return err
		}
		if err := a.printRun(report, o.output); err != nil {
			return err
		}
		return a.nameOdd(cmd, counts)
	})
}

func presetNames() []string { return clock.PresetNames()[1:] }

// measure runs a scenario on its clock, and writes each request's times where
// that is asked for.
func (a *app) measure(ctx context.Context, f scenario.File, o runOptions) (report runReport, counts workload.Counts, err error) {
	run := func(each func(*sim.Times)) error {
		m := sim.NewMeter(f.Scenario, o.streaming, each)
		counts, err = a.onto(ctx, f, m, o.streaming)
		report = newRunReport(f, m, o.streaming)
		return err
	}
	if o.requests == "" {
		return report, counts, run(nil)
	}
	err = writeStream(o.requests, func(w io.Writer) error {
		out := newRequestWriter(w)
		return errors.Join(run(out.write), out.close(o.requests))
	})
	return report, counts, err
}

// onto runs a scenario into a meter. A streaming run keeps no request.
func (a *app) onto(ctx context.Context, f scenario.File, m *sim.Meter, streaming bool) (workload.Counts, error) {
	run := func(w workload.Workload) error { return runError(sim.Run(ctx, f.Scenario, w, m.Apply), f) }
	g := f.Generator()
	switch {
	case g != nil:
		return workload.Counts{}, run(g)
	case streaming:
		return a.streamTo(ctx, f.Trace, run)
	}
	set, err := a.readTrace(ctx, f.Trace)
	if err != nil {
		return workload.Counts{}, err
	}
	return set.Counts, run(set)
}

// runError names the keys of what only shows once a run begins: a trace that
// lacks stamps, and more blocks than have numbers.
func runError(err error, f scenario.File) error {
	var bad *workload.ArgError
	if !errors.As(err, &bad) {
		return err
	}
	switch bad.Arg {
	case "arrivals":
		return &usageError{"arrivals.kind", bad.Problem}
	case "requests and output":
		length := map[workload.OutputKind]string{workload.FromStream: "workload.output_tokens", workload.Fixed: "outputs.tokens", workload.LogNormal: "outputs.max"}
		return &usageError{"requests x " + length[f.Clock.Outputs.Kind], bad.Problem}
	}
	return err
}
