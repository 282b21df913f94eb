package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"kvtui/core/scenario"
	"kvtui/core/sim"
	"kvtui/core/workload"
)

// outcome is how one mode did.
type outcome struct {
	mode   scenario.Mode
	totals sim.Totals
}

func outputNames() []string { return []string{"table", "json", "csv"} }

func (a *app) compareCommand() *cobra.Command {
	var flags runFlags
	output, names := "table", strategyNames()
	cmd := &cobra.Command{
		Use:   "compare [SCENARIO|FILE]",
		Short: "Run requests under several strategies and print them side by side",
		Long: "Run the lab under its five modes and print them side by side; --mode and --publish mark a row. " +
			"With a scenario, a trace or --strategies all strategies run, or those that --strategies names; on a clock with their times.",
		Example: "kvtui compare --workers 4 --output csv\nkvtui compare stale-index --strategies kv,dynamo,llm-d",
		GroupID: groupRun,
	}
	cmd.Flags().Var(choice{&output, outputNames()}, "output", "table, json or csv")
	cmd.Flags().Var(strategies{&names}, "strategies", "strategies to run, with commas between them")
	flags.add(cmd.Flags())
	return a.does(cmd, between(0, 1, "one scenario"), func(ctx context.Context, args []string) error {
		s, err := flags.known(args)
		if err != nil {
			return err
		}
		changed := cmd.Flags().Changed
		ofLab := slices.Contains(scenario.LabModes(), flags.mode.name) && s.Kind == scenario.KindLab
		if s.Base != "" || !ofLab || changed("strategies") || changed("set") || changed("knowledge") || changed("capacity-blocks") {
			return a.printRace(ctx, s.File, names, output)
		}
		var marked *scenario.Mode
		if changed("mode") {
			m := s.Mode()
			marked = &m
		}
		return a.compareLab(ctx, s.File, marked, output)
	})
}

// compareLab prints the lab's five modes.
func (a *app) compareLab(ctx context.Context, f scenario.File, marked *scenario.Mode, output string) error {
	outcomes, err := runAll(ctx, f.Scenario, f.Lab)
	if err != nil {
		return err
	}
	switch output {
	case "json":
		return a.printJSON(simLines(outcomes, f.Workers))
	case "csv":
		out, err := simCSV(simLines(outcomes, f.Workers))
		if err != nil {
			return err
		}
		return a.print(out)
	}
	return a.print(labTable(f.Lab, f.Scenario, outcomes, marked))
}

// runAll runs the workload under each of the lab's modes.
func runAll(ctx context.Context, sc scenario.Scenario, w workload.Workload) ([]outcome, error) {
	var out []outcome
	for _, m := range scenario.Modes() {
		t, err := totals(ctx, sc.With(m), w)
		if err != nil {
			return nil, err
		}
		out = append(out, outcome{m, t})
	}
	return out, nil
}

func simLines(outcomes []outcome, workers int) []simLine {
	lines := make([]simLine, len(outcomes))
	for i, o := range outcomes {
		lines[i] = newSimLine(o.mode, workers, o.totals)
	}
	return lines
}

func simCSV(lines []simLine) ([]byte, error) {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	rows := [][]string{{"mode", "publish", "workers", "requests", "repeat_requests", "hits", "hit_rate"}}
	for _, l := range lines {
		rows = append(rows, []string{
			l.Mode, l.Publish, strconv.Itoa(l.Workers), strconv.Itoa(l.Requests),
			strconv.Itoa(l.RepeatRequests), strconv.Itoa(l.Hits), strconv.FormatFloat(l.HitRate, 'f', -1, 64),
		})
	}
	if err := w.WriteAll(rows); err != nil {
		return nil, fmt.Errorf("encode the output: %w", err)
	}
	return out.Bytes(), nil
}

// labTable shows hits as the lab counts them beside reuse, which differs from
// them where a prompt has no full block.
func labTable(l workload.Lab, sc scenario.Scenario, outcomes []outcome, marked *scenario.Mode) []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "lab: %d prefixes x %d, prompts of %d + %d tokens in blocks of %d, workers %d, %s, seed %d\n\n",
		l.Prefixes, l.Reps, l.PrefixTokens, l.TailTokens, l.Block, sc.Workers, caches(sc), sc.Seed)
	rows := [][]string{{"  mode", "publish", "hits", "repeats", "hit rate", "tokens reused", "imbalance"}}
	for _, o := range outcomes {
		name, publish := rowName(o.mode, marked)
		rows = append(rows, []string{
			name, publish, strconv.Itoa(o.totals.Hits), strconv.Itoa(o.totals.Repeats),
			percent(o.totals.HitRate()), percent(o.totals.TokenHitRate()), times(o.totals.Imbalance()),
		})
	}
	out.Write(table(rows))
	out.WriteString("\nhits: repeats sent to a worker that served their prefix before\n" +
		"tokens reused: prompt tokens found in the cache of the chosen worker\n" +
		"imbalance: most over mean tokens computed per worker\n")
	if marked != nil {
		out.WriteString(starWords)
	}
	return out.Bytes()
}

// caches says how large the workers' caches are.
func caches(sc scenario.Scenario) string {
	if sc.Capacity == 0 {
		return "unlimited caches"
	}
	return fmt.Sprintf("caches of %d blocks", sc.Capacity)
}

// rowName returns a mode's first two cells; the marked mode has a star.
func rowName(m scenario.Mode, marked *scenario.Mode) (name, publish string) {
	name, publish = publishWord(m)
	if publish == "" {
		publish = "-"
	}
	if marked != nil && *marked == m {
		return "* " + name, publish
	}
	return "  " + name, publish
}

func percent(ratio float64) string { return strconv.FormatFloat(100*ratio, 'f', 2, 64) + " %" }
func times(x float64) string       { return strconv.FormatFloat(x, 'f', 2, 64) + " x" }
