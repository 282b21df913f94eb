package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"kvtui/core/cost"
	"kvtui/core/fit"
	"kvtui/core/measure"
)

// fitFlags are what the closed form is given rather than fits.
type fitFlags struct {
	model, precision, output string
	doubling                 float64
}

func (a *app) fitCommand() *cobra.Command {
	f := fitFlags{model: "Qwen3-0.6B", precision: cost.BF16.String(), output: "table", doubling: fit.QwenDoublingTokens}
	cmd := &cobra.Command{
		Use:   "fit FILE",
		Short: "Fit base, slope, fixed cost and link to a measurement file",
		Long: "Fit a closed form of the time to first token to a measurement file and print its parameters and, cell by cell, how far it is off. " +
			"base and slope come from one process; with both modes in the file, fixed and link say what a split adds. \"-\" reads standard input.",
		Example: "kvtui fit disagg.jsonl --output json",
		GroupID: groupCost,
	}
	var precisions []string
	for _, p := range cost.Precisions() {
		precisions = append(precisions, p.String())
	}
	fs := cmd.Flags()
	fs.Var(choice{&f.output, outputNames()}, "output", "table, json or csv")
	fs.Var(text{&f.model, "a name of the catalogue, such as Qwen3-0.6B; kvtui cost --help lists them"}, "model", "model that was measured: NAME, of those in kvtui cost --help")
	fs.Var(choice{&f.precision, append(precisions, "fp16")}, "precision", "how its KV was sent: bf16, fp16, fp8, int8 or int4")
	fs.Var(number{&f.doubling, 1, 1e12, "tokens"}, "doubling-tokens", "tokens before a token at which attention doubles its cost, parameters / (2 x layers x heads x head dim): N")
	return a.does(cmd, between(1, 1, "FILE"), func(ctx context.Context, args []string) error {
		if args[0] == "" {
			return &usageError{"FILE", `"" is empty: accepted is a file, or - for standard input`}
		}
		given, err := f.given()
		if err != nil {
			return err
		}
		report, err := a.fitFile(ctx, args[0], given)
		if err != nil {
			return err
		}
		out, err := report.format(f.output)
		if err != nil {
			return err
		}
		return a.print(out)
	})
}

func (f fitFlags) given() (fit.Given, error) {
	model, err := cost.ModelByName(f.model)
	if err != nil {
		return fit.Given{}, err
	}
	precision, err := cost.ParsePrecision(f.precision)
	if err != nil {
		return fit.Given{}, err
	}
	return fit.Given{Model: model, Width: precision.Width(), DoublingTokens: f.doubling}, nil
}

// fitFile reads a measurement file and fits the closed form to it.
func (a *app) fitFile(ctx context.Context, path string, g fit.Given) (fitReport, error) {
	samples, err := load(ctx, a.stdin, path, measure.ReadAll)
	if err != nil {
		return fitReport{}, err
	}
	name := path
	if path == "-" {
		name = stdinName
	}
	cells := fit.Cells(samples)
	problem, err := fit.Serving(cells, fit.ClosedForm(g))
	if err != nil {
		return fitReport{}, fileError(name, err)
	}
	found, err := fit.Minimize(ctx, problem)
	if err != nil {
		return fitReport{}, fileError(name, err)
	}
	if !found.Determined() {
		return fitReport{}, fileError(name, fmt.Errorf("its cells do not tell %s apart; accepted: two prompt lengths or more",
			strings.Join(problem.Names, ", ")))
	}
	return newFitReport(problem, cells, found, g), nil
}
