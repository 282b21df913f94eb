package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strconv"

	"github.com/charmbracelet/x/term"

	"kvtui/core/errtext"
	"kvtui/core/scenario"
	"kvtui/core/workload"
)

// onTerminal reports whether a person can both see and steer the explorer.
func (a *app) onTerminal() bool {
	for _, end := range []any{a.stdin, a.stdout} {
		f, ok := end.(*os.File)
		if !ok || !term.IsTerminal(f.Fd()) {
			return false
		}
	}
	return true
}

// plain prints what the explorer would compare as text: the lab's five modes
// for the lab and for a trace, all strategies for a scenario and on a clock.
func (a *app) plain(ctx context.Context, s startState) error {
	marked := s.Mode()
	if s.Base != "" || s.Clock.On || s.Kind != scenario.KindLab && s.Kind != scenario.KindTrace {
		return a.printRace(ctx, s.File, strategyNames(), "table")
	}
	set, err := a.requests(ctx, s.File)
	if err != nil {
		return err
	}
	outcomes, err := runAll(ctx, s.Scenario, set)
	if err != nil {
		return err
	}
	if s.Kind == scenario.KindLab {
		return a.print(labTable(s.Lab, s.Scenario, outcomes, &marked))
	}
	return a.print(traceTable(set, s.Scenario, outcomes, &marked))
}

func traceTable(set *workload.Set, sc scenario.Scenario, outcomes []outcome, marked *scenario.Mode) []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "trace %s: %d requests in blocks of %d tokens, workers %d, %s, seed %d\n\n",
		errtext.Name(set.Name), set.Len(), set.Size, sc.Workers, caches(sc), sc.Seed)
	rows := [][]string{{"  mode", "publish", "input tokens", "cached tokens", "token hit rate", "evictions", "imbalance"}}
	for _, o := range outcomes {
		l := newReplayLine(sc.With(o.mode), o.totals)
		name, publish := rowName(o.mode, marked)
		rows = append(rows, []string{
			name, publish, strconv.FormatInt(l.InputTokens, 10), strconv.FormatInt(l.CachedTokens, 10),
			percent(o.totals.TokenHitRate()), strconv.Itoa(l.Evictions), times(o.totals.Imbalance()),
		})
	}
	out.Write(table(rows))
	out.WriteString("\nevictions: blocks\nimbalance: most over mean tokens computed per worker\n")
	if marked != nil {
		out.WriteString(starWords)
	}
	return out.Bytes()
}
