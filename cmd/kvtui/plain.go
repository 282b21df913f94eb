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

// plain prints what the explorer would compare as text.
func (a *app) plain(ctx context.Context, s startState) error {
	marked := s.Scenario.Mode()
	if s.Trace == "" {
		outcomes, err := runAll(ctx, s.Scenario, s.Lab)
		if err != nil {
			return err
		}
		return a.print(labTable(s.Lab, s.Scenario, outcomes, &marked))
	}
	set, err := readTrace(ctx, a.stdin, s.Trace, s.Limit)
	if err != nil {
		return err
	}
	outcomes, err := runAll(ctx, s.Scenario, set)
	if err != nil {
		return err
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
	return out.Bytes()
}
