package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"kvtui/core/measure"
)

func (a *app) summarizeCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "summarize IN.jsonl [OUT.json]",
		Short: "Sum up a measurement file: medians of both modes and their ratio",
		Long: "Sum up a measurement file: per prompt length and requests in flight the median time to first token of both modes and their ratio. " +
			"\"-\" reads standard input; without OUT.json the result goes to standard output. Cells that lack a mode are left out and named on standard error.",
		Example: "kvtui summarize disagg.jsonl measured.json",
		GroupID: groupFiles,
	}
	return a.does(cmd, between(1, 2, "IN.jsonl and OUT.json"), func(ctx context.Context, args []string) error {
		for i, name := range []string{"IN.jsonl", "OUT.json"}[:len(args)] {
			if args[i] == "" {
				return &usageError{name, `"" is empty: accepted is a file, or - for standard ` + []string{"input", "output"}[i]}
			}
		}
		sum, err := a.summary(ctx, args[0])
		if err != nil {
			return err
		}
		line, err := jsonLine(sum)
		if err != nil {
			return err
		}
		if len(args) == 1 || args[1] == "-" {
			err = a.print(line)
		} else {
			err = replaceFiles(outFile{args[1], line})
		}
		if err != nil {
			return err
		}
		return a.nameLacking(cmd, sum)
	})
}

// summary reads and sums up a measurement file.
func (a *app) summary(ctx context.Context, path string) (measure.Summary, error) {
	return load(ctx, a.stdin, path, func(r io.Reader, name string) (measure.Summary, error) {
		samples, err := measure.ReadAll(r, name)
		if err != nil {
			return measure.Summary{}, err
		}
		sum, err := measure.Summarize(samples)
		if err != nil {
			return sum, fileError(name, err)
		}
		return sum, nil
	})
}

// nameLacking names the cells that were left out, in one line.
func (a *app) nameLacking(cmd *cobra.Command, sum measure.Summary) error {
	if len(sum.Lacking) == 0 {
		return nil
	}
	var cells []string
	for _, l := range sum.Lacking {
		cells = append(cells, fmt.Sprintf("%s (no %s)", l.Key, l.Mode))
	}
	if _, err := fmt.Fprintf(a.stderr, "%s: left out: %s\n", cmd.CommandPath(), strings.Join(cells, ", ")); err != nil {
		return fmt.Errorf("write the cells left out: %w", err)
	}
	return nil
}
