package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kvtui/core/errtext"
	"kvtui/core/round"
	"kvtui/core/route"
	"kvtui/core/scenario"
	"kvtui/core/sim"
	"kvtui/core/workload"
)

// raceLine is how one strategy did on a scenario.
type raceLine struct {
	Strategy       string  `json:"strategy"`
	Knowledge      string  `json:"knowledge,omitempty"` // of strategies with an index
	Workers        int     `json:"workers"`
	CapacityBlocks int     `json:"capacity_blocks"`
	Seed           int64   `json:"seed"`
	Requests       int     `json:"requests"`
	InputTokens    int64   `json:"input_tokens"`
	CachedTokens   int64   `json:"cached_tokens"`
	TokenHitRate   float64 `json:"token_hit_rate"` // four decimals
	Promised       int     `json:"promised_blocks"`
	Reused         int     `json:"reused_blocks"`
	Evictions      int     `json:"evictions"` // blocks
	Imbalance      float64 `json:"imbalance"` // four decimals
}

// strategies is a flag for names of the registry, with commas between them.
type strategies struct{ to *[]string }

func (v strategies) Type() string { return "names" }
func (v strategies) accepted() string {
	return strings.Join(strategyNames(), ", ") + ", with commas between them"
}

func (v strategies) String() string {
	if v.to == nil {
		return ""
	}
	return strings.Join(*v.to, ",")
}

func (v strategies) Set(s string) error {
	var names []string
	for name := range strings.SplitSeq(s, ",") {
		name = strings.TrimSpace(name)
		if !slices.Contains(strategyNames(), name) {
			return fmt.Errorf("%s is unknown: accepted are %s", errtext.Quote(name), v.accepted())
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	*v.to = names
	return nil
}

func strategyNames() []string {
	var names []string
	for _, s := range route.Strategies() {
		names = append(names, s.Name)
	}
	return names
}

func indexed(strategy string) bool {
	info, err := route.ByName(strategy)
	return err == nil && info.Indexed
}

// raceDecimals are those of rates that are printed as data.
const raceDecimals = 4

// race runs a scenario under each of the strategies.
func race(ctx context.Context, f scenario.File, set *workload.Set, names []string) ([]raceLine, error) {
	var out []raceLine
	for _, name := range names {
		sc := f.Scenario
		sc.Strategy = name
		t, err := totals(ctx, sc, set)
		if err != nil {
			return nil, err
		}
		out = append(out, newRaceLine(sc, t))
	}
	return out, nil
}

func newRaceLine(sc scenario.Scenario, t sim.Totals) raceLine {
	l := raceLine{
		Strategy: sc.Strategy, Workers: sc.Workers, CapacityBlocks: sc.Capacity, Seed: sc.Seed,
		Requests: t.Requests, InputTokens: t.PromptTokens, CachedTokens: t.ReusedTokens, TokenHitRate: round.To(t.TokenHitRate(), raceDecimals),
		Promised: t.Promised, Reused: t.Reused, Evictions: t.Evictions, Imbalance: round.To(t.Imbalance(), raceDecimals),
	}
	if indexed(sc.Strategy) {
		l.Knowledge = sc.Knowledge.String()
	}
	return l
}

// ideal is what one unlimited cache shared by all would reuse.
func ideal(ctx context.Context, f scenario.File, set *workload.Set) (sim.Totals, error) {
	return totals(ctx, sim.Ideal(f.Scenario), set)
}

// sourceOf names a scenario and its trace, where it has them.
func sourceOf(f scenario.File, set *workload.Set) string {
	if !set.Traced {
		if f.Name == "" {
			return f.Kind.String()
		}
		return f.Name
	}
	trace := "trace " + errtext.Name(set.Name)
	if set.Format != "" {
		trace += fmt.Sprintf(" (%s)", set.Format)
	}
	if f.Name == "" {
		return trace
	}
	return f.Name + ", " + trace
}

func raceTable(f scenario.File, set *workload.Set, lines []raceLine, best sim.Totals, marked string) []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "%s: %d requests in blocks of %d tokens, workers %d, %s, seed %d\n\n",
		sourceOf(f, set), set.Len(), set.Size, f.Workers, caches(f.Scenario), f.Seed)
	rows := [][]string{{"  strategy", "knows", "reused", "tokens computed", "imbalance", "evictions", "promised", "found"}}
	for _, l := range lines {
		promised := "-"
		if l.Knowledge != "" {
			promised = strconv.Itoa(l.Promised)
		}
		rows = append(rows, append(l.named(marked), percent(l.TokenHitRate), strconv.FormatInt(l.InputTokens-l.CachedTokens, 10),
			times(l.Imbalance), strconv.Itoa(l.Evictions), promised, strconv.Itoa(l.Reused)))
	}
	out.Write(table(rows))
	fmt.Fprintf(&out, "\nreused: of the prompt tokens; one unlimited cache shared by all would reuse %s\n"+
		"imbalance: most over mean tokens computed per worker\nevictions: blocks\n"+
		"promised: blocks that the index listed for the chosen workers; found: blocks that were in their caches\n", percent(best.TokenHitRate()))
	out.WriteString(starWords)
	return out.Bytes()
}

// starWords explain the mark in front of a row.
const starWords = "*: as the scenario has it\n"

// named are the first two cells of a row: the strategy, with a star where it is
// the scenario's, and what it knows.
func (l raceLine) named(marked string) []string {
	knows, mark := "-", "  "
	if l.Knowledge != "" {
		knows = l.Knowledge
	}
	if l.Strategy == marked {
		mark = "* "
	}
	return []string{mark + l.Strategy, knows}
}

func raceColumns() []string {
	return []string{
		"strategy", "knowledge", "workers", "capacity_blocks", "seed", "requests", "input_tokens", "cached_tokens",
		"token_hit_rate", "promised_blocks", "reused_blocks", "evictions", "imbalance",
	}
}

// cells are the values of raceColumns.
func (l raceLine) cells() []string {
	return []string{
		l.Strategy, l.Knowledge, strconv.Itoa(l.Workers), strconv.Itoa(l.CapacityBlocks), strconv.FormatInt(l.Seed, 10), strconv.Itoa(l.Requests),
		strconv.FormatInt(l.InputTokens, 10), strconv.FormatInt(l.CachedTokens, 10), strconv.FormatFloat(l.TokenHitRate, 'f', -1, 64),
		strconv.Itoa(l.Promised), strconv.Itoa(l.Reused), strconv.Itoa(l.Evictions), strconv.FormatFloat(l.Imbalance, 'f', -1, 64),
	}
}

// printCSV prints rows, the titles first.
func (a *app) printCSV(rows [][]string) error {
	var out bytes.Buffer
	if err := csv.NewWriter(&out).WriteAll(rows); err != nil {
		return fmt.Errorf("encode the output: %w", err)
	}
	return a.print(out.Bytes())
}

// printRace runs a scenario under strategies and prints how they did.
func (a *app) printRace(ctx context.Context, f scenario.File, names []string, output string) error {
	set, err := a.requests(ctx, f)
	if err != nil {
		return err
	}
	if f.Clock.On {
		return a.printTimed(ctx, f, set, names, output)
	}
	lines, err := race(ctx, f, set, names)
	if err != nil {
		return err
	}
	return printLines(a, output, raceColumns(), lines, func() ([]byte, error) {
		best, err := ideal(ctx, f, set)
		return raceTable(f, set, lines, best, f.Strategy), err
	})
}

// printLines prints lines as JSON, as CSV under columns, or as what table makes
// of them.
func printLines[L interface{ cells() []string }](a *app, output string, columns []string, lines []L, table func() ([]byte, error)) error {
	switch output {
	case "json":
		return a.printJSON(lines)
	case "csv":
		rows := [][]string{columns}
		for _, l := range lines {
			rows = append(rows, l.cells())
		}
		return a.printCSV(rows)
	}
	out, err := table()
	if err != nil {
		return err
	}
	return a.print(out)
}
