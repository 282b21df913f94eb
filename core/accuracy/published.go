package accuracy

import (
	"fmt"

	"kvtui/core/measure"
)

// The accepted errors. They are this project's own, see docs/accuracy.md.
const (
	oneGPUTolerance   = 0.12
	clusterP50        = 0.25
	clusterRate       = 0.20
	clusterCached     = 0.05 // difference, not a share
	crossNodeTTFT     = 0.15
	crossNodeKill     = 4 // s
	transferTolerance = 0.05
)

// sheet collects cells row by row.
type sheet struct{ Page }

// add appends a cell and returns it, to be told what is asked of it. A span
// that was not published adds nothing that is shown.
func (s *sheet) add(row, column, unit string, v measure.Span) *Cell {
	if v == (measure.Span{}) {
		return &Cell{}
	}
	s.Cells = append(s.Cells, Cell{Row: row, Column: column, Unit: unit, Low: v.Low, High: v.High})
	return &s.Cells[len(s.Cells)-1]
}

func router() Page {
	t := measure.PublishedRouterTable()
	s := sheet{Page{
		ID: Router, Title: "Router, five ways", Source: "router measurement 2026-10-07", RowName: "strategy",
		Setup: fmt.Sprintf("8 GB class GPU, Qwen3-0.6B, %d workers of %d tokens of KV, %d prefixes of about %d words, each sent %d times, one request at a time, twice three runs",
			t.Workers, t.CapacityTokens, t.Prefixes, t.PrefixTokens, t.Reps),
	}}
	for _, r := range t.Rows {
		name := RouterRow(r.Mode, r.Publish)
		low, high := r.HitRange()
		c := s.add(name, ColHits, Hits, measure.Span{Low: float64(low), High: float64(high)})
		for _, runs := range [...][3]int{r.Hits, r.Earlier} {
			for _, n := range runs {
				c.Runs = append(c.Runs, float64(n))
			}
		}
		c.Inside, c.Reason = true, PromptLength
		if r.Mode == "kv" {
			c.Reason = TieBreaking
		}
		c = s.add(name, ColRepeat, MS, measure.Span{Low: r.TTFTMS[0], High: r.TTFTMS[1]})
		c.Inside, c.Reason = true, PromptLength
	}
	return s.Page
}

// RouterRow is the row of a strategy as the lab names it.
func RouterRow(mode string, publish bool) string {
	switch {
	case mode == "kv":
		return "kv approximate"
	case mode == "kv-events" && publish:
		return "kv events"
	case mode == "kv-events":
		return "kv silent"
	}
	return mode
}

func frontend() Page {
	t := measure.PublishedFrontend()
	s := sheet{Page{
		ID: Frontend, Title: "Front end cost", Source: t.Source, RowName: "in flight",
		Setup:  fmt.Sprintf("8 GB class GPU, Qwen3-0.6B, %d tokens in, %d out, median TTFT of three runs", t.Input, t.Output),
		Ratios: []Ratio{{ColBehind, ColEngine}},
	}}
	for _, r := range t.Rows {
		row := fmt.Sprint(r.Conc)
		reason := OutOfSample
		if r.Conc > 4 {
			reason = DecodePerSeq
		}
		c := s.add(row, ColEngine, MS, r.EngineMS)
		c.Tolerance, c.Reason = oneGPUTolerance, reason
		c = s.add(row, ColBehind, MS, r.BehindMS)
		c.Tolerance, c.Reason = oneGPUTolerance, reason
		s.add(row, "engine rate", TokPS, r.EngineTokS).Reason = reason
		s.add(row, "behind rate", TokPS, r.BehindTokS).Reason = reason
	}
	return s.Page
}

func oneGPU() Page {
	t := measure.PublishedOneGPU()
	s := sheet{Page{
		ID: OneGPU, Title: "One GPU, split or not", Source: t.Source, RowName: "words x in flight",
		Setup:  fmt.Sprintf("8 GB class GPU, Qwen3-0.6B, prefill and decode worker on the same GPU with 0.38 of its memory each, %d tokens out, median TTFT of three runs; the log's MB are MiB", t.Output),
		Ratios: []Ratio{{ColSplit, ColAgg}},
	}}
	for _, r := range t.Rows {
		c := s.add(r.String(), ColAgg, MS, measure.One(r.AggMS))
		c.Tolerance, c.Reason = oneGPUTolerance, PromptLength
		c = s.add(r.String(), ColSplit, MS, measure.One(r.DisaggMS))
		c.Tolerance, c.Reason = oneGPUTolerance, SharedLink
	}
	x := t.Transfer
	s.add(RowTransfer, "mean at 1500x1", MS, measure.One(x.MeanMS)).Reason = SharedLink
	s.add(RowTransfer, "means at 3000x4", MS, x.BusyMeanMS).Reason = SharedLink
	for _, row := range [...]string{RowTransfer, RowDecimal} {
		for _, v := range []struct {
			column, binary, decimal string
			mib                     float64
		}{
			{"size", MiB, MB, x.MiB}, {"rate", MiBps, MBps, x.MiBps}, {"rate, TCP only", MiBps, MBps, x.TCPMiBps}, {"rate, debug log", MiBps, MBps, x.LoggedMiBps},
		} {
			unit, value := v.binary, v.mib
			if row == RowDecimal {
				unit, value = v.decimal, measure.Decimal(v.mib)
			}
			s.add(row, v.column, unit, measure.One(value)).Reason = OtherUnit
		}
	}
	return s.Page
}

// The rows of OneGPU that are about transfers: as the engine's log counts them,
// and the same in decimal units.
const (
	RowTransfer = "transfer"
	RowDecimal  = "transfer, decimal"
)
