package main

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"kvtui/core/accuracy"
	"kvtui/core/fit"
	"kvtui/core/round"
	"kvtui/views"
)

func (a *app) accuracyCommand() *cobra.Command {
	output, page, refit := "md", "", false
	cmd := &cobra.Command{
		Use:   "accuracy",
		Short: "Set the model beside every published table, cell by cell",
		Long: "Run the simulation for every published table and print each cell with the model's value and its error, the parameters, fitted and frozen apart, and what is claimed beside. " +
			"docs/accuracy.md is this command's output. --fit searches the fitted numbers anew, which takes a minute or two.",
		Example: "kvtui accuracy --page cluster --output csv",
		GroupID: groupCost,
	}
	fs := cmd.Flags()
	fs.Var(choice{&output, []string{"md", "json", "csv"}}, "output", "md, json or csv")
	fs.Var(choice{&page, accuracy.Pages()}, "page", "one table: "+strings.Join(accuracy.Pages(), ", "))
	fs.BoolVar(&refit, "fit", false, "fit the numbers of one-gpu and cluster anew and print them")
	return a.does(cmd, between(0, 0, ""), func(ctx context.Context, _ []string) error {
		if refit {
			return a.refit(ctx)
		}
		ids := accuracy.Pages()
		if page != "" {
			ids = []string{page}
		}
		var pages []accuracy.Page
		for _, id := range ids {
			p, err := accuracy.Predict(ctx, id)
			if err != nil {
				return err
			}
			pages = append(pages, p)
		}
		return printLines(a, output, accuracyColumns(), accuracyLines(pages), func() ([]byte, error) { return accuracyPage(pages), nil })
	})
}

// refit prints what the searches find, beside the rounded numbers in use.
func (a *app) refit(ctx context.Context) error {
	var out bytes.Buffer
	for _, search := range []struct {
		id  string
		run func(context.Context) (fit.Result, error)
	}{{accuracy.OneGPU, accuracy.FitOneGPU}, {accuracy.Cluster, accuracy.FitCluster}} {
		r, err := search.run(ctx)
		if err != nil {
			return err
		}
		p, err := accuracy.Predict(ctx, search.id)
		if err != nil {
			return err
		}
		fmt.Fprintf(&out, "%s: %d evaluations, worst cell off by %.1f %%\n", search.id, r.Evaluations, 100*r.Worst)
		i := 0
		for _, q := range p.Parameters {
			if q.Fitted {
				fmt.Fprintf(&out, "  %-32s found %-8.4g in use %-8.4g %s\n", q.Name, r.Params[i], q.Value, q.Unit)
				i++
			}
		}
	}
	return a.print(out.Bytes())
}

// accuracyLine is a cell as JSON and CSV have it.
type accuracyLine struct {
	Page     string   `json:"page"`
	Row      string   `json:"row"`
	Column   string   `json:"column"`
	Unit     string   `json:"unit"`
	Low      float64  `json:"published_low"`
	High     float64  `json:"published_high"`
	Model    *float64 `json:"model"`
	ErrorPct *float64 `json:"error_percent"` // against the nearer end
	Check    string   `json:"check"`
	Reason   string   `json:"reason"`
}

func accuracyLines(pages []accuracy.Page) []accuracyLine {
	var out []accuracyLine
	for _, p := range pages {
		for _, c := range p.Cells {
			l := accuracyLine{Page: p.ID, Row: c.Row, Column: c.Column, Unit: c.Unit, Low: c.Low, High: c.High, Check: checkWord(c), Reason: views.MeasuredReason(c.Reason)}
			if c.HasModel {
				m, e := round.To(c.Model, 4), round.To(100*c.Err(), 1)
				l.Model, l.ErrorPct = &m, &e
			}
			out = append(out, l)
		}
	}
	return out
}

func checkWord(c accuracy.Cell) string {
	switch {
	case c.Check == accuracy.Miss:
		return "miss"
	case c.Check == accuracy.Unreachable:
		return "unreachable"
	case c.Check == accuracy.WithinTolerance, c.Check == accuracy.InsideRange && c.Asked():
		return "holds"
	case c.HasModel:
		return "not asked"
	}
	return "no model"
}

func accuracyColumns() []string {
	return []string{"page", "row", "column", "unit", "published_low", "published_high", "model", "error_percent", "check", "reason"}
}

// cells are the values of accuracyColumns.
func (l accuracyLine) cells() []string {
	row := []string{l.Page, l.Row, l.Column, l.Unit, fmt.Sprint(l.Low), fmt.Sprint(l.High), "", "", l.Check, l.Reason}
	if l.Model != nil {
		row[6], row[7] = fmt.Sprint(*l.Model), fmt.Sprint(*l.ErrorPct)
	}
	return row
}
