package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"kvtui/core/clock"
	"kvtui/core/cost"
	"kvtui/core/round"
	"kvtui/views/state"
)

// costMap is a break-even map and what it was made from.
type costMap struct {
	cost.Map
	trade  cost.Trade
	preset cost.PrefillPreset
	stall  *stall // nil where none was simulated
}

// mapRow is a prompt length of the JSON output; border_gbps is null where no
// bandwidth is enough.
type mapRow struct {
	Tokens     int       `json:"tokens"`
	KVBytes    int64     `json:"kv_bytes"`
	PrefillMS  float64   `json:"prefill_ms"`
	StallMS    *float64  `json:"stall_ms,omitempty"`
	Split      string    `json:"split,omitempty"` // prefill+decode GPUs, where simulated
	BorderGBps *float64  `json:"border_gbps"`
	GainMS     []float64 `json:"gain_ms"`
}

type mapLine struct {
	Model         string     `json:"model"`
	Question      string     `json:"question"`
	PrefillPreset string     `json:"prefill_preset"`
	StallMS       *float64   `json:"stall_ms,omitempty"`
	Simulated     *stallLine `json:"simulated,omitempty"`
	OverheadMS    *float64   `json:"overhead_ms,omitempty"`
	GBps          []float64  `json:"gbps"`
	Rows          []mapRow   `json:"rows"`
}

const (
	maxMapSteps = 1000
	outputTable = "table"
	outputJSON  = "json"
	outputCSV   = "csv"
)

func (a *app) costMapCommand() *cobra.Command {
	c, flags, output := state.DefaultCost(), costFlags{}, outputTable
	tokens, rates := 11, 41
	cmd := &cobra.Command{
		Use:   "map",
		Short: "Map where moving KV beats recomputing it, or splitting one process",
		Long: fmt.Sprintf("Map the ms that moving KV gains (+) or loses (-) against recomputing it, over prompts of %d to %d tokens and links of %g to %g GB/s, "+
			"with the border bandwidth of each prompt length. With --saved-ms, the stall and queue time that a split frees a request, it maps what splitting gains against one process; --simulate-stall finds that time for each prompt length. "+
			"The table has a column for each link preset; csv and json have the whole grid.", cost.MapMinTokens, cost.MapMaxTokens, cost.MapMinGBps, float64(cost.MapMaxGBps)),
		Example: "kvtui cost map --model Llama-3.1-8B --prefill-preset 8gb --output csv",
	}
	flags.addShape(cmd.Flags(), &c)
	flags.addPreset(cmd.Flags())
	flags.addSplit(cmd.Flags())
	flags.addSimulated(cmd.Flags())
	cmd.Flags().Var(whole[int]{&tokens, 2, maxMapSteps}, "token-steps", "prompt lengths of the grid, evenly on a log scale: N")
	cmd.Flags().Var(whole[int]{&rates, 2, maxMapSteps}, "gbps-steps", "bandwidths of the grid, evenly on a log scale: N")
	cmd.Flags().Var(choice{&output, []string{outputTable, outputJSON, outputCSV}}, "output", "table, json or csv")
	return a.does(cmd, noArgs, func(ctx context.Context, _ []string) error {
		if err := flags.resolve(); err != nil {
			return err
		}
		m, err := newCostMap(ctx, c, cost.LogCounts(cost.MapMinTokens, cost.MapMaxTokens, tokens), cost.LogSteps(cost.MapMinGBps, cost.MapMaxGBps, rates))
		if err != nil {
			return err
		}
		switch output {
		case outputJSON:
			return a.printJSON(m.line())
		case outputCSV:
			out, err := m.csv()
			if err != nil {
				return err
			}
			return a.print(out)
		}
		return a.print(m.table())
	})
}

// trade returns what a state holds against each other; preset gives prefill.
func trade(c state.Cost) (cost.Trade, cost.PrefillPreset, error) {
	model, width, err := c.Shape()
	if err != nil {
		return cost.Trade{}, cost.PrefillPreset{}, err
	}
	preset, _ := clock.PrefillByKey(c.Preset) // the flag takes no other
	return cost.Trade{
		Model: model, Shrink: c.Shrink(width), Prefill: preset.MS, StallMS: c.SavedMS, OverheadMS: c.OverheadMS,
	}, preset, nil
}

func newCostMap(ctx context.Context, c state.Cost, tokens []int, gbps []float64) (costMap, error) {
	t, preset, err := trade(c)
	if err != nil {
		return costMap{}, err
	}
	simulated, err := simulateStall(ctx, c, tokens)
	if err != nil {
		return costMap{}, err
	}
	if simulated != nil {
		t.StallOf = simulated.ms
	}
	return costMap{cost.NewMap(t, tokens, gbps), t, preset, simulated}, nil
}

func (m costMap) question() string {
	if m.trade.Splits() {
		return "split or one process"
	}
	return "move or recompute"
}

// limited returns a border rounded; nil where there is none.
func limited(gbps float64) *float64 {
	if math.IsInf(gbps, 1) {
		return nil
	}
	return rounded(gbps, 6)
}

func (m costMap) line() mapLine {
	out := mapLine{Model: m.trade.Model.Name, Question: m.question(), PrefillPreset: m.preset.Key}
	if m.trade.Splits() {
		out.OverheadMS, out.Simulated = &m.trade.OverheadMS, m.stall.line()
		if m.stall == nil {
			out.StallMS = &m.trade.StallMS
		}
	}
	for _, g := range m.GBps {
		out.GBps = append(out.GBps, round.To(g, 6))
	}
	for i, n := range m.Tokens {
		row := mapRow{
			Tokens: n, KVBytes: m.trade.Shrink.Bytes(m.trade.Model, n), PrefillMS: round.To(m.trade.Prefill(n), 3), BorderGBps: limited(m.BorderGBps[i]),
		}
		if m.stall != nil {
			row.StallMS, row.Split = rounded(m.stall.ms(n), 3), m.stall.split(n)
		}
		for _, gain := range m.GainMS[i] {
			row.GainMS = append(row.GainMS, round.To(gain, 3))
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

// csv has a line for each cell; border_gbps is empty where no bandwidth is
// enough. A simulated stall adds two columns.
func (m costMap) csv() ([]byte, error) {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	rows := [][]string{{"tokens", "gbps", "gain_ms", "border_gbps"}}
	if m.stall != nil {
		rows[0] = append(rows[0], "stall_ms", "split")
	}
	plain := func(x float64, decimals int) string { return strconv.FormatFloat(round.To(x, decimals), 'f', -1, 64) }
	for i, n := range m.Tokens {
		border := ""
		if g := limited(m.BorderGBps[i]); g != nil {
			border = plain(*g, 6)
		}
		for j, g := range m.GBps {
			row := []string{strconv.Itoa(n), plain(g, 6), plain(m.GainMS[i][j], 3), border}
			if m.stall != nil {
				row = append(row, plain(m.stall.ms(n), 3), m.stall.split(n))
			}
			rows = append(rows, row)
		}
	}
	if err := w.WriteAll(rows); err != nil {
		return nil, fmt.Errorf("encode the output: %w", err)
	}
	return out.Bytes(), nil
}

// table has the link presets as columns.
func (m costMap) table() []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "%s: %s; ms gained (+) or lost (-) a request\n", printable(m.trade.Model.Name), m.question())
	out.WriteString(m.prefillNotes())
	switch {
	case m.stall != nil:
		out.WriteString(m.stall.notes())
		fmt.Fprintf(&out, "a split adds %g ms beside the transfer\n", m.trade.OverheadMS)
	case m.trade.Splits():
		fmt.Fprintf(&out, "a split frees %g ms and adds %g ms beside the transfer\n", m.trade.StallMS, m.trade.OverheadMS)
	}
	head := []string{"tokens"}
	if m.stall != nil {
		head = append(head, "frees ms", "split")
	}
	head = append(head, "border GB/s")
	var links []cost.Link
	for _, l := range cost.Links() {
		if l.Short != "" {
			links = append(links, l)
			head = append(head, l.Short)
		}
	}
	rows := [][]string{head}
	for i, n := range m.Tokens {
		border := "none"
		if g := m.BorderGBps[i]; !math.IsInf(g, 1) {
			border = strconv.FormatFloat(g, 'f', 3, 64)
		}
		row := []string{strconv.Itoa(n)}
		if m.stall != nil {
			row = append(row, signed(m.stall.ms(n)), m.stall.split(n))
		}
		row = append(row, border)
		for _, l := range links {
			row = append(row, signed(m.trade.GainMS(n, l.GBps())))
		}
		rows = append(rows, row)
	}
	out.WriteByte('\n')
	out.Write(table(rows))
	var rates []string
	for _, l := range links {
		rates = append(rates, fmt.Sprintf("%s %g", l.Short, l.GBps()))
	}
	out.WriteString("\nGB/s: " + strings.Join(rates, ", ") + "\n")
	return out.Bytes()
}

// prefillNotes say what the prefill times rest on, where they play a part.
func (m costMap) prefillNotes() string {
	if m.trade.Splits() && !m.trade.Shrink.LayerWise {
		return ""
	}
	var out strings.Builder
	fmt.Fprintf(&out, "prefill: %s, %s, %s\n", m.preset.Key, m.preset.Name, m.preset.Model)
	out.WriteString(presetNotes(m.preset, m.trade.Model))
	return out.String()
}

// presetNotes say what a preset's prefill times leave open for a model.
func presetNotes(p cost.PrefillPreset, of cost.Model) string {
	var out strings.Builder
	switch {
	case !p.HoldsFor(of):
		fmt.Fprintf(&out, "note: that is the prefill of %s, not of this model\n", p.Model)
	case of.Name != p.Model:
		fmt.Fprintf(&out, "note: that is the prefill of %s, whose KV has this shape\n", p.Model)
	}
	if !p.Fitted() {
		fmt.Fprintf(&out, "note: no measurement: %s\n", p.Source)
	}
	if !p.Curved {
		fmt.Fprintf(&out, "note: a straight line beyond the %d tokens of its fit, which is too low for long prompts\n", p.UpTo)
	}
	return out.String()
}

// signed writes ms with a sign; what rounds to nothing has none.
func signed(ms float64) string {
	if r := round.To(ms, 1); r != 0 {
		return fmt.Sprintf("%+.1f", r)
	}
	return "0.0"
}
