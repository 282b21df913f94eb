package main

import (
	"context"

	"github.com/spf13/cobra"

	"kvtui/core/sweep"
)

func (a *app) mergeCommand() *cobra.Command {
	output := outputTable
	cmd := &cobra.Command{
		Use:   "merge SHARD...",
		Short: "Put the shards of a sweep together and print it",
		Long: "Put together what kvtui sweep --shard wrote and print what the sweep would have printed in one. " +
			"The shards must be of one sweep, whole and all there, each once.",
		Example: "kvtui merge shards/*.jsonl --output csv",
		GroupID: groupRun,
	}
	cmd.Flags().Var(choice{&output, outputNames()}, "output", "table, json or csv")
	return a.does(cmd, between(1, sweep.MaxCells, "files of kvtui sweep --shard"), func(ctx context.Context, args []string) error {
		var m sweep.Merger
		for _, name := range args {
			if name == "" {
				return &usageError{"SHARD", `"" is empty: accepted is a file of kvtui sweep --shard`}
			}
			part, err := load(ctx, a.stdin, name, sweep.Read)
			if err != nil {
				return err
			}
			if err := m.Add(part, name); err != nil {
				return err
			}
		}
		whole, err := m.Sweep()
		if err != nil {
			return err
		}
		out, err := formatSweep(whole, output)
		if err != nil {
			return err
		}
		return a.print(out)
	})
}
