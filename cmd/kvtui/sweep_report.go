package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"kvtui/core/round"
	"kvtui/core/sweep"
)

// formatSweep writes a whole sweep, from what a shard file holds and nothing
// else, so that merged shards give the same bytes.
func formatSweep(p sweep.Part, output string) ([]byte, error) {
	switch output {
	case outputJSON:
		return sweepJSON(p)
	case outputCSV:
		return sweepCSV(p)
	}
	return sweepTable(p), nil
}

// figure writes a figure as short as its rounded value is, none where a run
// does not have it.
func figure(v float64, decimals int, none string) string {
	if math.IsNaN(v) {
		return none
	}
	return strconv.FormatFloat(round.To(v, decimals), 'f', -1, 64)
}

// aligned is figure with all decimals, so that points stand below each other;
// counts have at most one.
func aligned(v float64, decimals int, none string) string {
	if decimals <= 1 || math.IsNaN(v) {
		return figure(v, decimals, none)
	}
	return strconv.FormatFloat(v, 'f', decimals, 64)
}

// sweepCells returns a row's values on the axes, the seeds and the figures.
func sweepCells(p sweep.Part, r sweep.Row, none string, figure func(v float64, decimals int, none string) string) []string {
	x, y := p.Sweep.Values(r.Cell)
	out := []string{x}
	if p.Sweep.Y.Key != "" {
		out = append(out, y)
	}
	out = append(out, strconv.Itoa(p.Sweep.Seeds))
	for i, f := range sweep.Figures(p.Sweep.Timed()) {
		out = append(out, figure(r.Figures[i], f.Decimals, none))
	}
	return out
}

func sweepHead(p sweep.Part, name func(sweep.Figure) string) []string {
	out := []string{p.Sweep.X.Key}
	if p.Sweep.Y.Key != "" {
		out = append(out, p.Sweep.Y.Key)
	}
	out = append(out, "seeds")
	for _, f := range sweep.Figures(p.Sweep.Timed()) {
		out = append(out, name(f))
	}
	return out
}

func fieldName(f sweep.Figure) string { return f.Name }

func sweepCSV(p sweep.Part) ([]byte, error) {
	var out bytes.Buffer
	rows := [][]string{sweepHead(p, fieldName)}
	for _, r := range p.Rows {
		rows = append(rows, sweepCells(p, r, "", figure))
	}
	if err := csv.NewWriter(&out).WriteAll(rows); err != nil {
		return nil, fmt.Errorf("encode the output: %w", err)
	}
	return out.Bytes(), nil
}

// sweepJSON writes a list with an object a cell, its fields in the order of the
// columns.
func sweepJSON(p sweep.Part) ([]byte, error) {
	var out bytes.Buffer
	var names [][]byte
	for _, name := range sweepHead(p, fieldName) {
		quoted, err := json.Marshal(name)
		if err != nil {
			return nil, fmt.Errorf("encode the output: %w", err)
		}
		names = append(names, quoted)
	}
	for i, r := range p.Rows {
		out.WriteString(map[bool]string{true: "[", false: ","}[i == 0])
		for j, cell := range sweepCells(p, r, "null", figure) {
			value, err := jsonValue(cell)
			if err != nil {
				return nil, err
			}
			fmt.Fprintf(&out, "%s%s:%s", map[bool]string{true: "{", false: ","}[j == 0], names[j], value)
		}
		out.WriteByte('}')
	}
	out.WriteString("]\n")
	return out.Bytes(), nil
}

// jsonValue writes what JSON takes for a number, true or false as that, and
// other values as text.
func jsonValue(s string) ([]byte, error) {
	if json.Valid([]byte(s)) && !strings.ContainsAny(s, "\"[{ \t") {
		return []byte(s), nil
	}
	out, err := json.Marshal(s)
	if err != nil {
		return nil, fmt.Errorf("encode the output: %w", err)
	}
	return out, nil
}

func sweepTable(p sweep.Part) []byte {
	var out bytes.Buffer
	runs := "one run a cell"
	if p.Sweep.Seeds > 1 {
		runs = fmt.Sprintf("medians over %d seeds", p.Sweep.Seeds)
	}
	fmt.Fprintf(&out, "%s: cells %d, %s\n\n", p.Sweep.Source(), p.Sweep.Cells(), runs)
	rows := [][]string{sweepHead(p, func(f sweep.Figure) string { return f.Title })}
	for _, r := range p.Rows {
		rows = append(rows, sweepCells(p, r, "-", aligned))
	}
	out.Write(table(rows))
	if p.Sweep.Timed() {
		out.WriteString("\nTTFT: arrival to first token, transfer included\nITL: mean gap between a request's tokens\n" +
			"goodput: requests within the scenario's limits on both\ntoken hit rate: share of prompt tokens found in the worker's cache\n" +
			"imbalance: most over mean tokens computed per worker that prefills\npreemptions, lost: requests\n")
	} else {
		out.WriteString("\nhits: repeats sent to a worker that served their prefix before\ntoken hit rate: share of prompt tokens found in the worker's cache\n" +
			"imbalance: most over mean tokens computed per worker\nevictions: blocks\n")
	}
	return out.Bytes()
}
