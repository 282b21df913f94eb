package views

import (
	"fmt"

	"kvtui/core/clock"
	"kvtui/core/route"
	"kvtui/ui"
)

// termColumn is one number that a decision weighs, a column of the table.
type termColumn struct {
	head, unit string
	width      int
	text       func(s route.Score) string
}

// termColumns are the numbers that a strategy decides by: what its score is made
// of and the score, or, without one, overlap and requests sent. With beside, the
// units stand in the head, since there is no row for them.
func termColumns(strategy string, beside bool, on clock.Config) []termColumn {
	info, err := route.ByName(strategy)
	if err != nil {
		return nil
	}
	overlap := termColumn{head: "overlap", unit: "blocks", text: func(s route.Score) string { return thousands(s.Overlap) }}
	if !info.Indexed {
		overlap.text = func(route.Score) string { return "–" }
	}
	sent := termColumn{head: "sent", unit: "requests", text: func(s route.Score) string { return thousands(s.Sent) }}
	if on.On && !info.Lab {
		sent.head = "active" // under way
	}
	var cols []termColumn
	for i, t := range info.Terms {
		if t == route.TermDecode && (!on.On || on.Split.Decode > 0) { // nothing decodes there
			continue
		}
		cols = append(cols, scoreColumn(t, func(s route.Score) float64 { return s.Terms[i] }))
	}
	switch total, scored := totalColumn(info.Terms); {
	case scored:
		cols = append(cols, total)
	case len(cols) > 0:
		cols = append(cols, sent)
	default:
		cols = []termColumn{overlap, sent}
	}
	for i := range cols {
		if beside {
			cols[i].head += " " + shortUnit(cols[i].unit)
			cols[i].unit = ""
		}
		cols[i].width = 1 + max(ui.Width(cols[i].head), ui.Width(cols[i].unit), 7)
	}
	return cols
}

func shortUnit(unit string) string {
	switch unit {
	case "blocks":
		return "blk"
	case "requests":
		return "req"
	}
	return unit
}

// scoreColumn names a term of a score.
func scoreColumn(t route.Term, value func(route.Score) float64) termColumn {
	number := func(decimals int) func(route.Score) string {
		return func(s route.Score) string { return ui.Decimal(value(s), decimals) }
	}
	switch t {
	case route.TermBound:
		return termColumn{head: "bound", unit: "requests", text: number(0)}
	case route.TermActive:
		return termColumn{head: "load", unit: "blocks", text: number(1)}
	case route.TermPrompt:
		return termColumn{head: "prompt", unit: "blocks", text: number(1)}
	case route.TermCredit:
		return termColumn{head: "credit", unit: "blocks", text: func(s route.Score) string { return ui.Decimal(0-value(s), 1) }}
	case route.TermDecode:
		return termColumn{head: "decode", unit: "blocks", text: number(0)}
	case route.TermPrefix:
		return termColumn{head: "matched", unit: "%", text: func(s route.Score) string { return fmt.Sprintf("%.1f", 100*value(s)) }}
	case route.TermIdle:
		return termColumn{head: "idle", unit: "0–0.5", text: number(2)}
	}
	return termColumn{text: number(2)}
}

// totalColumn is what the terms add up to, where they do.
func totalColumn(terms []route.Term) (col termColumn, scored bool) {
	text := func(s route.Score) string { return ui.Decimal(s.Total, 2) }
	for _, t := range terms {
		switch t {
		case route.TermActive, route.TermPrompt, route.TermCredit, route.TermDecode:
			return termColumn{head: "cost", unit: "blocks", text: text}, true
		case route.TermPrefix, route.TermIdle:
			return termColumn{head: "score", unit: "most wins", text: text}, true
		case route.TermBound:
		}
	}
	return termColumn{}, false
}
