package views

import (
	"fmt"

	"kvtui/ui"
)

// columnID numbers the columns of the table.
type columnID uint8

const (
	columnName columnID = iota
	columnHits
	columnReuse
	columnComputed
	columnImbalance
	columnEvicted
	columnIdeal
	columnBase
)

// column is one column of the table: how its cells are written, with much
// room and with little, and what it is sorted by, the highest first.
type column struct {
	id          columnID
	head        string
	long, short func(standing) string
	rank        func(standing) float64 // nil keeps the order of the lineup
	// drop orders the columns that are left out where room is short; 0 stays.
	drop int
}

// columns returns all columns by their numbers. The first is the name's, which
// is drawn apart.
func columns() []column {
	reuse := func(s standing) string { return ui.Percent(s.reuse) }
	imbalance := func(s standing) string { return ui.Decimal(s.imbalance, 2) + " x" }
	ideal := func(s standing) string {
		if s.ofIdeal == unknown {
			return wordNone
		}
		return ui.Percent(s.ofIdeal)
	}
	return []column{
		{id: columnName, head: "strategy"},
		{
			id: columnHits, head: "lab hits", drop: 3, rank: func(s standing) float64 { return float64(s.hits) },
			long:  func(s standing) string { return fmt.Sprintf("%s of %s", thousands(s.hits), thousands(s.repeats)) },
			short: shortHits,
		},
		{id: columnReuse, head: "reused", long: reuse, short: reuse, rank: func(s standing) float64 { return s.reuse }},
		{
			id: columnComputed, head: "computed", drop: 1, rank: func(s standing) float64 { return -float64(s.computed) },
			long:  func(s standing) string { return thousands(int(s.computed)) + " tokens" },
			short: func(s standing) string { return amount(s.computed) + " tok" },
		},
		{id: columnImbalance, head: "imbalance", long: imbalance, short: imbalance, rank: func(s standing) float64 { return -s.imbalance }},
		{
			id: columnEvicted, head: "evicted", drop: 2, rank: func(s standing) float64 { return -float64(s.evicted) },
			long:  func(s standing) string { return blocks(s.evicted) },
			short: func(s standing) string { return amount(int64(s.evicted)) + " blk" },
		},
		{id: columnIdeal, head: "of ideal", drop: 4, long: ideal, short: ideal, rank: func(s standing) float64 { return s.ofIdeal }},
		{id: columnBase, head: "to base", rank: func(s standing) float64 { return s.lead }},
	}
}

// column is the figure's own column.
func (f figure) column() columnID {
	switch f {
	case figureHits:
		return columnHits
	case figureImbalance:
		return columnImbalance
	case figureReuse, figureCount:
	}
	return columnReuse
}

// shortHits is a count as long as it is short.
func shortHits(s standing) string {
	if s.repeats >= 1000 {
		return ui.Percent(float64(s.hits) / float64(s.repeats))
	}
	return fmt.Sprintf("%d/%d", s.hits, s.repeats)
}

// shownColumn is a column as it is drawn.
type shownColumn struct {
	column
	cell  func(standing) string
	width int
}

const columnGap = 2

// text is the cell of a racer, wordNone where nothing happened that it counts.
func (c shownColumn) text(s standing) string {
	if s.requests == 0 || c.id == columnHits && s.repeats == 0 {
		return wordNone
	}
	return c.cell(s)
}

// fitColumns chooses columns for a table of room columns beside the names:
// all in full, then all in short, then without the least needed. Widths hold
// for now and for the end of the run, so that nothing shifts while it plays.
func (v *Compare) fitColumns(room int, lines []standing) []shownColumn {
	for drop := -1; ; drop++ {
		var out []shownColumn
		total := 0
		for _, c := range columns()[1:] {
			if c.id == columnBase && v.base == nil || c.drop > 0 && c.drop <= drop && c.id != v.figure.column() {
				continue
			}
			s := shownColumn{column: c, cell: c.long, width: ui.Width(c.head) + 1}
			switch {
			case c.id == columnBase:
				f := v.figure
				s.cell = func(s standing) string { return f.gap(s.gap) }
			case drop >= 0:
				s.cell = c.short
			}
			for _, l := range lines {
				s.width = max(s.width, ui.Width(s.cell(l)))
			}
			total += s.width + columnGap
			out = append(out, s)
		}
		if total <= room || drop >= 4 {
			return out
		}
	}
}
