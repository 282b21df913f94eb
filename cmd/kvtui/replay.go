package main

import (
	"context"
	"errors"
	"io"
	"math"

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
	sc, mode, limit := scenario.Default(), modeFlags{}, 0
	sc.Workers = state.TraceWorkers
	cmd := &cobra.Command{
		Use:     "replay TRACE",
		Short:   "Replay a recorded trace (Mooncake's format) and print what was reused as JSON",
		Long:    "Replay a recorded trace in Mooncake's format, 512-token blocks, through the workers' caches and print what was reused as JSON. \"-\" reads standard input.",
		Example: "kvtui replay trace.jsonl --mode kv --workers 4 --capacity-blocks 4000",
		GroupID: groupRun,
	}
	mode.addAll(cmd.Flags())
	addFleetFlags(cmd.Flags(), &sc)
	addCapacityFlag(cmd.Flags(), &sc)
	cmd.Flags().Var(whole[int]{&limit, 0, math.MaxInt32}, "limit", "requests to replay; 0 is all")
	return a.does(cmd, between(1, 1, "one trace"), func(ctx context.Context, args []string) error {
		m, err := mode.required()
		if err != nil {
			return err
		}
		set, err := a.readTrace(args[0], limit)
		if err != nil {
			return err
		}
		t, err := totals(ctx, sc.With(m), set)
		if err != nil {
			return err
		}
		return a.printJSON(newReplayLine(sc.With(m), t))
	})
}

// readTrace reads the first limit requests of a trace, all with 0.
func (a *app) readTrace(path string, limit int) (set *workload.Set, err error) {
	err = a.withInput(path, func(r io.Reader, name string) error {
		set, err = workload.ReadMooncake(r, name, limit)
		var bad *workload.TraceError
		if err != nil && !errors.As(err, &bad) {
			return fileError(name, err)
		}
		return err
	})
	return set, err
}
