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
	return a.does(cmd, between(1, 2, "IN.jsonl and OUT.json"), func(_ context.Context, args []string) error {
		sum, err := a.summary(args[0])
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
func (a *app) summary(path string) (sum measure.Summary, err error) {
	err = a.withInput(path, func(r io.Reader, name string) error {
		samples, err := measure.ReadAll(r, name)
		if err != nil {
			return err
		}
		if sum, err = measure.Summarize(samples); err != nil {
			return fileError(name, err)
		}
		return nil
	})
	return sum, err
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
