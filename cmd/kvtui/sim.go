package main

import (
	"context"

	"github.com/spf13/cobra"

	"kvtui/core/round"
	"kvtui/core/scenario"
	"kvtui/core/sim"
	"kvtui/core/workload"
)

// simLine is the lab's output for one mode, in the lab's order.
type simLine struct {
	Mode           string  `json:"mode"`
	Workers        int     `json:"workers"`
	Requests       int     `json:"requests"`
	RepeatRequests int     `json:"repeat_requests"`
	Hits           int     `json:"hits"`
	HitRate        float64 `json:"hit_rate"` // four decimals
	Publish        string  `json:"publish,omitempty"`
}

func newSimLine(m scenario.Mode, workers int, t sim.Totals) simLine {
	const decimals = 4
	name, publish := publishWord(m)
	return simLine{name, workers, t.Requests, t.Repeats, t.Hits, round.To(t.HitRate(), decimals), publish}
}

func (a *app) simCommand() *cobra.Command {
	lab, sc, mode := workload.DefaultLab(), scenario.Default(), modeFlags{}
	cmd := &cobra.Command{
		Use:     "sim",
		Short:   "Run the lab under one strategy and print its hits as JSON",
		Example: "kvtui sim --mode kv --workers 2",
		GroupID: groupRun,
	}
	mode.addLab(cmd.Flags())
	addFleetFlags(cmd.Flags(), &sc)
	addLabFlags(cmd.Flags(), &lab)
	return a.does(cmd, noArgs, func(ctx context.Context, _ []string) error {
		m, err := mode.required()
		if err != nil {
			return err
		}
		if err := lab.Validate(); err != nil {
			return err
		}
		t, err := totals(ctx, sc.With(m), lab)
		if err != nil {
			return err
		}
		return a.printJSON(newSimLine(m, sc.Workers, t))
	})
}

// totals runs a scenario and counts its records.
func totals(ctx context.Context, sc scenario.Scenario, w workload.Workload) (sim.Totals, error) {
	t := sim.NewTotals(sc.Fleet())
	err := sim.Run(ctx, sc, w, t.Apply)
	return t, err
}
