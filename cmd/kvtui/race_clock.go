package main

import (
	"bytes"
	"context"
	"fmt"
	"strconv"

	"kvtui/core/round"
	"kvtui/core/scenario"
	"kvtui/core/sim"
	"kvtui/core/workload"
)

// timedLine is how one strategy did on a scenario with a clock: all requests,
// the warm-up included.
type timedLine struct {
	raceLine
	DecodeWorkers  int     `json:"decode_workers"` // of their own; 0 where all do both
	Served         int     `json:"served"`
	Lost           int     `json:"lost"`
	Preemptions    int     `json:"preemptions"`
	RequestsPerS   float64 `json:"requests_per_s"` // served
	ComputedTokens int64   `json:"computed_tokens"`
	TTFTP50        float64 `json:"ttft_p50_ms"` // from arrival, transfer included
	TTFTP99        float64 `json:"ttft_p99_ms"`
	ITLP50         float64 `json:"itl_p50_ms"`
}

// raceOnClock runs a scenario with a clock under each of the strategies.
func raceOnClock(ctx context.Context, f scenario.File, set *workload.Set, names []string) ([]timedLine, error) {
	scs := make([]scenario.Scenario, len(names))
	for i, name := range names {
		scs[i] = f.Scenario
		scs[i].Strategy = name
	}
	outcomes, err := sim.Outcomes(ctx, scs, set, sim.PublishedTTFT())
	if err != nil {
		return nil, runError(err, f)
	}
	lines := make([]timedLine, len(names))
	for i, o := range outcomes {
		lines[i] = newTimedLine(scs[i], o)
	}
	return lines, nil
}

func newTimedLine(sc scenario.Scenario, o sim.Outcome) timedLine {
	to := func(x float64) float64 { return round.To(x, runDecimals) }
	f := o.Figures
	l := timedLine{
		raceLine: newRaceLine(sc, o.Totals), DecodeWorkers: sc.Clock.Split.Decode,
		Served: f.TTFT.Count, Preemptions: f.Preemptions, RequestsPerS: to(f.RequestsPerS), ComputedTokens: f.ComputedTokens,
		TTFTP50: to(f.TTFT.P50), TTFTP99: to(f.TTFT.P99), ITLP50: to(f.ITL.P50),
	}
	l.Imbalance = round.To(f.Imbalance, raceDecimals) // of the workers that prefill
	l.Lost = f.Requests - f.TTFT.Count
	return l
}

func timedTable(f scenario.File, set *workload.Set, lines []timedLine, best sim.Totals, marked string) []byte {
	var out bytes.Buffer
	workers := fmt.Sprintf("workers %d", f.Workers)
	if d := f.Clock.Split.Decode; d > 0 {
		workers = fmt.Sprintf("prefill workers %d, decode workers %d", f.Workers, d)
	}
	fmt.Fprintf(&out, "%s: %d requests in blocks of %d tokens, %s, %s, seed %d, %s\n\n",
		sourceOf(f, set), set.Len(), set.Size, workers, caches(f.Scenario), f.Seed, loadWords(f))
	rows := [][]string{{"  strategy", "knows", "TTFT p50 ms", "p99 ms", "ITL p50 ms", "requests/s", "preempted", "lost", "reused", "imbalance", "evictions"}}
	for _, l := range lines {
		ms := func(x float64) string {
			if l.Served == 0 {
				return "-"
			}
			return strconv.FormatFloat(x, 'f', 2, 64)
		}
		itl := "-"
		if l.ITLP50 > 0 {
			itl = ms(l.ITLP50)
		}
		rows = append(rows, append(l.named(marked),
			ms(l.TTFTP50), ms(l.TTFTP99), itl, strconv.FormatFloat(l.RequestsPerS, 'f', 2, 64), strconv.Itoa(l.Preemptions), strconv.Itoa(l.Lost),
			percent(l.TokenHitRate), times(l.Imbalance), strconv.Itoa(l.Evictions)))
	}
	out.Write(table(rows))
	fmt.Fprintf(&out, "\nall requests, the warm-up included; kvtui run prints figures without it as well\n"+
		"TTFT: from arrival to first token; queue, prefill and, where there is one, the transfer of KV are in it\n"+
		"ITL: mean gap between a request's tokens; p50, p99: exact order statistics over requests served\n"+
		"preempted: times that a request started over; lost: requests that were not answered\n"+
		"reused: of the prompt tokens; one unlimited cache shared by all would reuse %s\n"+
		"imbalance: most over mean tokens computed, of the workers that prefill\nevictions: blocks\n", percent(best.TokenHitRate()))
	out.WriteString(starWords)
	return out.Bytes()
}

// timedColumns are what a clock adds to the columns of a race.
func timedColumns() []string {
	return []string{
		"decode_workers", "served", "lost", "preemptions", "requests_per_s", "computed_tokens", "ttft_p50_ms", "ttft_p99_ms", "itl_p50_ms",
	}
}

// cells are the values of raceColumns and timedColumns. Where nothing was
// served there are no times.
func (l timedLine) cells() []string {
	decimal := func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
	return append(l.raceLine.cells(),
		strconv.Itoa(l.DecodeWorkers), strconv.Itoa(l.Served), strconv.Itoa(l.Lost), strconv.Itoa(l.Preemptions), decimal(l.RequestsPerS),
		strconv.FormatInt(l.ComputedTokens, 10), decimal(l.TTFTP50), decimal(l.TTFTP99), decimal(l.ITLP50))
}

// printTimed runs a scenario with a clock under strategies and prints how they
// did.
func (a *app) printTimed(ctx context.Context, f scenario.File, set *workload.Set, names []string, output string) error {
	lines, err := raceOnClock(ctx, f, set, names)
	if err != nil {
		return err
	}
	return printLines(a, output, append(raceColumns(), timedColumns()...), lines, func() ([]byte, error) {
		best, err := ideal(ctx, f, set)
		return timedTable(f, set, lines, best, f.Strategy), err
	})
}
