package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"kvtui/core/pyrand"
	"kvtui/core/round"
	"kvtui/core/scenario"
	"kvtui/core/sim"
	"kvtui/core/workload"
)

// Bounds of a measurement: a run is repeated until it has taken benchTime in
// all and stopped after benchMost.
const (
	benchTime = 30 * time.Millisecond
	benchMost = 150 * time.Millisecond
	benchRuns = 20
	// benchRequests is how much of a workload is run.
	benchRequests = 5000
)

// benchLine is how fast one strategy is on one fleet.
type benchLine struct {
	Strategy     string  `json:"strategy"`
	Workers      int     `json:"workers"`
	PromptBlocks float64 `json:"prompt_blocks"` // mean of a prompt
	PerSecond    int     `json:"requests_per_second"`
	NSPerBlock   float64 `json:"ns_per_block"`
	// Growth is the time of a request over that of the strategy's first line.
	Growth float64 `json:"growth"`
}

// benchCase is a workload and a fleet to measure.
type benchCase struct {
	w       workload.Workload
	workers int
}

func (a *app) benchCommand() *cobra.Command {
	trace, output, names := scenario.Trace{Limit: benchRequests}, "table", strategyNames()
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure how fast requests are routed and served, by strategy",
		Long: "Measure requests a second and ns a block of every strategy, and how both grow with workers and with blocks, on one core. " +
			"The requests are generated: prefixes with Zipf popularity and tails of their own; or the first ones of a trace.",
		Example: "kvtui bench --strategies kv,dynamo --output csv",
		GroupID: groupRun,
	}
	cmd.Flags().Var(choice{&output, outputNames()}, "output", "table, json or csv")
	cmd.Flags().Var(strategies{&names}, "strategies", "strategies to measure, with commas between them")
	cmd.Flags().Var(text{&trace.Path, "a file, or - for standard input"}, "trace", "recorded trace in place of generated requests")
	return a.does(cmd, noArgs, func(ctx context.Context, _ []string) error {
		cases, err := a.benchCases(ctx, trace)
		if err != nil {
			return err
		}
		var lines []benchLine
		for _, name := range names {
			more, err := benchStrategy(ctx, name, cases)
			if err != nil {
				return err
			}
			lines = append(lines, more...)
		}
		return a.printBench(lines, output)
	})
}

// benchCases grows the fleet, and then, where requests are generated, prompts.
func (a *app) benchCases(ctx context.Context, trace scenario.Trace) ([]benchCase, error) {
	var out []benchCase
	fleets := []int{8, 64, 1000}
	if trace.Path != "" {
		set, err := a.readTrace(ctx, trace)
		if err != nil {
			return nil, err
		}
		for _, n := range fleets {
			out = append(out, benchCase{set, n})
		}
		return out, nil
	}
	for _, n := range fleets {
		out = append(out, benchCase{benchPrompts(64), n})
	}
	return append(out, benchCase{benchPrompts(256), fleets[0]}, benchCase{benchPrompts(1024), fleets[0]}), nil
}

// benchPrompts generates prompts of so many blocks, a sixteenth of them tail.
func benchPrompts(blocks int) workload.Workload {
	g := workload.DefaultSharedPrefix()
	g.Requests, g.Groups = benchRequests, 256
	g.TailTokens = blocks * g.Block / 16
	g.PrefixTokens = blocks*g.Block - g.TailTokens
	return g
}

func benchStrategy(ctx context.Context, name string, cases []benchCase) ([]benchLine, error) {
	var out []benchLine
	var first float64
	for i, c := range cases {
		sc := scenario.Default()
		sc.Strategy, sc.Workers = name, c.workers
		perRequest, blocks, err := fastest(ctx, sc, c.w)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			first = perRequest
		}
		out = append(out, benchLine{
			Strategy: name, Workers: c.workers, PromptBlocks: round.To(blocks, 1),
			PerSecond: int(1e9 / max(1, perRequest)), NSPerBlock: round.To(perRequest/max(1, blocks), 2), Growth: round.To(perRequest/max(1, first), 2),
		})
	}
	return out, nil
}

// fastest returns the ns of one request in the fastest of some runs, and the
// mean blocks of a prompt.
func fastest(ctx context.Context, sc scenario.Scenario, w workload.Workload) (perRequest, blocks float64, err error) {
	spent := time.Duration(0)
	for i := 0; i < benchRuns && (i == 0 || spent < benchTime); i++ {
		t := sim.NewTotals(sc.Fleet())
		start := time.Now()
		if err := sim.Run(ctx, sc, stopped{w, start.Add(benchMost)}, t.Apply); err != nil {
			return 0, 0, err
		}
		took := time.Since(start)
		spent += took
		if t.Requests == 0 {
			return 0, 0, nil
		}
		if ns := float64(took) / float64(t.Requests); i == 0 || ns < perRequest {
			perRequest = ns
			blocks = float64(t.PromptTokens) / float64(t.Requests*w.BlockSize())
		}
	}
	return perRequest, blocks, nil
}

// stopped is a workload that ends at a time, so that a slow case stays short.
type stopped struct {
	workload.Workload
	end time.Time
}

func (s stopped) Open(seed int64) (workload.Source, *pyrand.Rand) {
	source, rng := s.Workload.Open(seed)
	return &stoppedSource{Source: source, end: s.end}, rng
}

type stoppedSource struct {
	workload.Source
	end time.Time
	n   int
}

func (s *stoppedSource) Next() (workload.Request, bool) {
	const often = 64
	if s.n++; s.n%often == 0 && time.Now().After(s.end) {
		return workload.Request{}, false
	}
	return s.Source.Next()
}

func (a *app) printBench(lines []benchLine, output string) error {
	if output == "json" {
		return a.printJSON(lines)
	}
	rows := make([][]string, 0, len(lines)+1)
	decimal := func(v float64, decimals int) string { return strconv.FormatFloat(v, 'f', decimals, 64) }
	if output == "csv" {
		rows = append(rows, []string{"strategy", "workers", "prompt_blocks", "requests_per_second", "ns_per_block", "growth"})
	} else {
		rows = append(rows, []string{"strategy", "", "workers", "blocks/prompt", "requests/s", "ns/block", "growth"})
	}
	for _, l := range lines {
		row := []string{l.Strategy, strconv.Itoa(l.Workers), decimal(l.PromptBlocks, 1), strconv.Itoa(l.PerSecond), decimal(l.NSPerBlock, 2), decimal(l.Growth, 2)}
		if output != "csv" {
			row = append([]string{row[0], ""}, row[1:]...)
			row[len(row)-1] = times(l.Growth)
		}
		rows = append(rows, row)
	}
	if output == "csv" {
		var out bytes.Buffer
		if err := csv.NewWriter(&out).WriteAll(rows); err != nil {
			return fmt.Errorf("encode the output: %w", err)
		}
		return a.print(out.Bytes())
	}
	foot := "\none core, approximate knowledge, caches unlimited\ngrowth: time of a request over that of the strategy's first line\n"
	return a.print(append(table(rows), foot...))
}
