package main

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"kvtui/core/scenario"
	"kvtui/core/workload"
)

// table is a report to read.
func (r runReport) table() []byte {
	var out bytes.Buffer
	f := r.file
	name := f.Name
	if name == "" {
		name = "run"
	}
	fmt.Fprintf(&out, "%s: %s, %s, %s\n", name, source(f), fleetWords(f), loadWords(f))
	figures := f.Clock.Preset.Figures()
	fmt.Fprintf(&out, "clock %s", clockWord(f))
	if figures.Title != "" {
		fmt.Fprintf(&out, ": %s", figures.Title)
	}
	out.WriteString("\n")
	fmt.Fprintf(&out, "\nall %d requests\n%s", r.All.Requests, r.All.table(f))
	if r.Warm != nil {
		fmt.Fprintf(&out, "\nwithout the first %d: %d requests\n%s", r.Warmup, r.Warm.Requests, r.Warm.table(f))
	}
	out.WriteString("\nTTFT: from arrival to first token; queue, prefill and, where there is one, the transfer of KV are in it\n" +
		"queue: front end and queue; prefill: in batches with others; transfer: waiting for room, link, copies through host memory\n" +
		"ITL: mean gap between a request's tokens\n" +
		"imbalance: most over mean tokens computed, of the workers that prefill\n")
	if r.Quantiles == "exact" {
		out.WriteString("quantiles: exact order statistics\n")
	} else {
		out.WriteString("quantiles: from sketches, within 1 %; count, mean and max are exact\n")
	}
	if figures.Source != "" {
		fmt.Fprintf(&out, "figures: %s\n", figures.Source)
	}
	if len(r.Fitted) > 0 {
		fmt.Fprintf(&out, "fitted: %s; what else is given is frozen\n", strings.Join(r.Fitted, ", "))
	} else {
		out.WriteString("fitted: none\n")
	}
	out.WriteString(caveats(f.Clock))
	return out.Bytes()
}

// fleetWords say who serves.
func fleetWords(f scenario.File) string {
	mode := f.Strategy
	if indexed(mode) {
		mode += " " + f.Knowledge.String()
	}
	workers := fmt.Sprintf("workers %d", f.Workers)
	if d := f.Clock.Split.Decode; d > 0 {
		workers = fmt.Sprintf("prefill workers %d, decode workers %d", f.Workers, d)
	}
	return fmt.Sprintf("%s, %s, %s, seed %d", mode, workers, caches(f.Scenario), f.Seed)
}

// loadWords say how requests come.
func loadWords(f scenario.File) string {
	a := f.Clock.Arrivals
	switch a.Kind {
	case workload.ClosedLoop:
		return fmt.Sprintf("%d in flight", a.Concurrency)
	case workload.Poisson:
		return number4(a.RatePerS) + " requests/s"
	case workload.Stamps:
		return "by its stamps, " + number4(a.Speed) + " x as fast"
	case workload.Auto:
	}
	if f.Kind == scenario.KindTrace {
		return "by its stamps, or 1 in flight without"
	}
	return "1 in flight"
}

func number4(x float64) string { return strconv.FormatFloat(x, 'g', 4, 64) }

// table is the lines of some requests: their times, and what they come to.
func (p runPart) table(f scenario.File) string {
	const row = "  %-12s%8s%12s%12s%12s%12s%12s\n"
	var out strings.Builder
	fmt.Fprintf(&out, row, "ms", "count", "p50", "p90", "p99", "mean", "max")
	for _, ph := range p.phases() {
		t := ph.times
		if t.Count == 0 {
			fmt.Fprintf(&out, row, ph.name, "0", "-", "-", "-", "-", "-")
			continue
		}
		cells := []any{ph.name, strconv.Itoa(t.Count)}
		for _, ms := range []float64{t.P50, t.P90, t.P99, t.Mean, t.Max} {
			cells = append(cells, strconv.FormatFloat(ms, 'f', 2, 64))
		}
		fmt.Fprintf(&out, row, cells...)
	}
	fmt.Fprintf(&out, "  %.2f requests/s, %.1f tokens/s over %.2f s\n", p.RequestsPerS, p.TokensPerS, p.Seconds)
	fmt.Fprintf(&out, "  goodput %.2f requests/s, %s of all%s\n", p.GoodputPerS, percent(p.GoodShare), goalWords(f))
	fmt.Fprintf(&out, "  token hit rate %s, imbalance %s, preemptions %d, lost %s\n", percent(p.TokenHitRate), times(p.Imbalance), p.Preemptions, p.lost())
	return out.String()
}

// goalWords say what goodput asks.
func goalWords(f scenario.File) string {
	g := f.Clock.Goal
	var asks []string
	if g.TTFTMS > 0 {
		asks = append(asks, "TTFT up to "+number4(g.TTFTMS)+" ms")
	}
	if g.ITLMS > 0 {
		asks = append(asks, "ITL up to "+number4(g.ITLMS)+" ms")
	}
	if len(asks) == 0 {
		return ": no goal is set, so all that were served"
	}
	return ": " + strings.Join(asks, ", ")
}

func (p runPart) lost() string {
	var parts []string
	total := 0
	for _, c := range causes()[1:] {
		if n := p.Lost[causeWord(c)]; n > 0 {
			total += n
			parts = append(parts, fmt.Sprintf("%d %s", n, strings.ReplaceAll(causeWord(c), "_", " ")))
		}
	}
	if total == 0 {
		return "0"
	}
	return fmt.Sprintf("%d (%s)", total, strings.Join(parts, ", "))
}
