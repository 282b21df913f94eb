package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"kvtui/core/measure"
	"kvtui/core/scenario"
	"kvtui/core/workload"
	"kvtui/views/state"
)

// The lab's files with their keys in the lab's order. Source: lab, steps 4 to 6.
type (
	modesFile struct {
		RR     simLine `json:"rr"`
		Random simLine `json:"random"`
		KV     simLine `json:"kv"`
	}
	eventsFile struct {
		Yes simLine `json:"yes"`
		No  simLine `json:"no"`
	}
	kvcostFile struct {
		Slow   costLine `json:"0.112"`
		Middle costLine `json:"0.608"`
		Fast   costLine `json:"13.4"`
	}
)

func (a *app) labCommand() *cobra.Command {
	var dir, measurements string
	cmd := &cobra.Command{
		Use:     "lab",
		Short:   "Write the lab's files: modes.json, events.json, kvcost.json, measured.json",
		Long:    "Write the lab's files modes.json, events.json and kvcost.json, and measured.json from a measurement file, into a directory, which is made where it is missing.",
		Example: "kvtui lab --out results --measurements disagg.jsonl",
		GroupID: groupFiles,
	}
	cmd.Flags().Var(text{&dir, "a directory"}, "out", "directory to write to")
	cmd.Flags().Var(text{&measurements, "a file, or - for standard input"}, "measurements", "measurement file (JSON lines) to sum up in measured.json")
	return a.does(cmd, noArgs, func(ctx context.Context, _ []string) error {
		if dir == "" {
			return &usageError{"--out", "missing: accepted is a directory"}
		}
		contents, err := labContents(ctx)
		if err != nil {
			return err
		}
		var sum measure.Summary
		if measurements != "" {
			if sum, err = a.summary(ctx, measurements); err != nil {
				return err
			}
			contents = append(contents, content{"measured.json", sum})
		}
		if err := writeAll(dir, contents); err != nil {
			return err
		}
		return a.nameLacking(cmd, sum)
	})
}

// content is what a file of the lab holds.
type content struct {
	name  string
	value any
}

func labContents(ctx context.Context) ([]content, error) {
	sc := scenario.Default()
	outcomes, err := runAll(ctx, sc, workload.DefaultLab())
	if err != nil {
		return nil, err
	}
	l := simLines(outcomes, sc.Workers)
	var costs [3]costLine
	for i, gbps := range []float64{0.112, 0.608, 13.4} {
		c := state.DefaultCost()
		c.GBps = gbps
		if costs[i], err = newCostLine(c, asked{}); err != nil {
			return nil, err
		}
	}
	return []content{
		{"modes.json", modesFile{l[0], l[1], l[2]}},
		{"events.json", eventsFile{l[3], l[4]}},
		{"kvcost.json", kvcostFile{costs[0], costs[1], costs[2]}},
	}, nil
}

func writeAll(dir string, contents []content) error {
	var files []outFile
	for _, c := range contents {
		data, err := jsonLine(c.value)
		if err != nil {
			return err
		}
		files = append(files, outFile{filepath.Join(dir, c.name), data})
	}
	if err := os.MkdirAll(dir, 0o777); err != nil { //nolint:gosec // mode as any new directory, under the umask
		return fmt.Errorf("--out: %w", fileError(dir, err))
	}
	return replaceFiles(files...)
}
