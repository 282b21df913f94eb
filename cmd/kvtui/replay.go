package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"kvtui/core/round"
	"kvtui/core/scenario"
	"kvtui/core/sim"
	"kvtui/core/workload"
	"kvtui/views/state"
)

// replayLine is the output of reference/replay.py, in its order.
type replayLine struct {
	Mode           string  `json:"mode"`
	Publish        *string `json:"publish"` // null but for kv-events
	Workers        int     `json:"workers"`
	CapacityBlocks int     `json:"capacity_blocks"`
	Seed           int64   `json:"seed"`
	Requests       int     `json:"requests"`
	InputTokens    int64   `json:"input_tokens"`
	CachedTokens   int64   `json:"cached_tokens"`
	TokenHitRate   float64 `json:"token_hit_rate"` // four decimals
	Evictions      int     `json:"evictions"`      // blocks
	Imbalance      float64 `json:"imbalance"`      // four decimals
}

func newReplayLine(sc scenario.Scenario, t sim.Totals) replayLine {
	const decimals = 4
	l := replayLine{
		Workers: sc.Workers, CapacityBlocks: sc.Capacity, Seed: sc.Seed,
		Requests: t.Requests, InputTokens: t.PromptTokens, CachedTokens: t.ReusedTokens,
		TokenHitRate: round.To(t.TokenHitRate(), decimals),
		Evictions:    t.Evictions, Imbalance: round.To(t.Imbalance(), decimals),
	}
	var publish string
	if l.Mode, publish = publishWord(sc.Mode()); publish != "" {
		l.Publish = &publish
	}
	return l
}

func (a *app) replayCommand() *cobra.Command {
	sc, mode, knowledge, trace := scenario.Default(), modeFlags{}, "", scenario.Trace{}
	sc.Workers = state.TraceWorkers
	cmd := &cobra.Command{
		Use:   "replay TRACE",
		Short: "Replay a recorded trace and print what was reused as JSON",
		Long: "Replay a recorded trace through the workers' caches and print what was reused as JSON. " +
			"Mooncake, AIPerf, Bailian, Azure and BurstGPT are told apart by their first line; .gz is read too, and \"-\" reads standard input. " +
			"The trace is streamed: memory grows with its distinct blocks, not with its length.",
		Example: "kvtui replay trace.jsonl --mode kv --workers 4 --capacity-blocks 4000",
		GroupID: groupRun,
	}
	mode.addAll(cmd.Flags())
	cmd.Flags().Var(choice{&knowledge, knowledgeNames()}, "knowledge", "what the router's index knows: approximate, events or silent; else as the mode says")
	addFleetFlags(cmd.Flags(), &sc)
	addCapacityFlag(cmd.Flags(), &sc)
	cmd.Flags().Var(whole[int]{&trace.Limit, 0, math.MaxInt32}, "limit", "requests to replay; 0 is all")
	cmd.Flags().BoolVar(&trace.SkipBad, "skip-bad", false, "pass over lines that are wrong, and count them on standard error")
	return a.does(cmd, between(1, 1, "one trace"), func(ctx context.Context, args []string) error {
		m, err := mode.required()
		if err != nil {
			return err
		}
		if knowledge != "" {
			if m.Knowledge, err = scenario.ParseKnowledge(knowledge); err != nil {
				return err
			}
		}
		trace.Path = args[0]
		out, err := a.stream(ctx, sc.With(m), trace)
		if err != nil {
			return err
		}
		if err := a.printJSON(newReplayLine(sc.With(m), out.totals)); err != nil {
			return err
		}
		return a.nameOdd(cmd, out.counts)
	})
}

// streamed is what a replay comes to.
type streamed struct {
	totals sim.Totals
	counts workload.Counts
}

// stream replays a trace without keeping its requests.
func (a *app) stream(ctx context.Context, sc scenario.Scenario, t scenario.Trace) (streamed, error) {
	var sum sim.Totals
	counts, err := a.streamTo(ctx, t, func(w workload.Workload) (err error) {
		sum, err = totals(ctx, sc, w)
		return err
	})
	return streamed{sum, counts}, err
}

// streamTo hands a trace to run without keeping its requests.
func (a *app) streamTo(ctx context.Context, t scenario.Trace, run func(workload.Workload) error) (workload.Counts, error) {
	return await(ctx, t.Path, func() (workload.Counts, error) { return a.streamAll(ctx, t, run) })
}

func (a *app) streamAll(ctx context.Context, t scenario.Trace, run func(workload.Workload) error) (workload.Counts, error) {
	name, source := t.Path, func() (io.ReadCloser, error) { return os.Open(t.Path) }
	if t.Path == "-" {
		name, source = stdinName, func() (io.ReadCloser, error) { return io.NopCloser(a.stdin), nil }
	}
	s, err := workload.NewStream(ctx, name, source, t.Options())
	if err != nil {
		return workload.Counts{}, traceError(name, err)
	}
	err = run(s)
	return s.Counts(), traceError(name, errors.Join(s.Close(), err))
}

// nameOdd counts in one line what was not as it should be, and names the first
// line that was passed over.
func (a *app) nameOdd(cmd *cobra.Command, c workload.Counts) error {
	notes := c.Notes(strconv.Itoa)
	if c.Skipped > 0 {
		text := fmt.Sprintf("%d skipped", c.Skipped)
		if len(c.Reasons) > 0 {
			text += ", the first: " + c.Reasons[0].Error()
		}
		notes = append([]string{text}, notes...)
	}
	if len(notes) == 0 {
		return nil
	}
	if _, err := fmt.Fprintf(a.stderr, "%s: %s\n", cmd.CommandPath(), printable(strings.Join(notes, "; "))); err != nil {
		return fmt.Errorf("write what was odd in the trace: %w", err)
	}
	return nil
}
