package views

import (
	"fmt"
	"math"

	"kvtui/core/scenario"
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
	// What only a clock brings.
	columnTTFT
	columnTTFT99
	columnITL
	columnRate
	columnPreempted
	columnLost
)

// column is one column of the table: how its cells are written, with much
// room and with little, and what it is sorted by, the highest first.
type column struct {
	id          columnID
	head, brief string // brief is for little room; "" is the head
	long, short func(standing) string
	rank        func(standing) float64 // nil keeps the order of the lineup
	// drop orders the columns that are left out where room is short, without a
	// clock and with one; 0 stays.
	drop, timedDrop int
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
	return append([]column{
		{id: columnName, head: "strategy"},
		{
			id: columnHits, timedDrop: 1, head: "lab hits", drop: 3, rank: func(s standing) float64 { return float64(s.hits) },
			long:  func(s standing) string { return fmt.Sprintf("%s of %s", thousands(s.hits), thousands(s.repeats)) },
			short: shortHits,
		},
		{id: columnReuse, head: "reused", long: reuse, short: reuse, rank: func(s standing) float64 { return s.reuse }},
		{
			id: columnComputed, timedDrop: 2, head: "computed", drop: 1, rank: func(s standing) float64 { return -float64(s.computed) },
			long:  func(s standing) string { return thousands(int(s.computed)) + " tokens" },
			short: func(s standing) string { return amount(s.computed) + " tok" },
		},
		{id: columnImbalance, timedDrop: 4, head: "imbalance", long: imbalance, short: imbalance, rank: func(s standing) float64 { return -s.imbalance }},
		{
			id: columnEvicted, timedDrop: 3, head: "evicted", drop: 2, rank: func(s standing) float64 { return -float64(s.evicted) },
			long:  func(s standing) string { return blocks(s.evicted) },
			short: func(s standing) string { return amount(int64(s.evicted)) + " blk" },
		},
		{id: columnIdeal, head: "of ideal", drop: 4, long: ideal, short: ideal, rank: func(s standing) float64 { return s.ofIdeal }},
		{id: columnBase, head: "to base", rank: func(s standing) float64 { return s.lead }},
	}, timedColumns()...)
}

// timedColumns returns those that a clock brings. They come first there.
func timedColumns() []column {
	served := func(ns func(standing) int64) (cell func(standing) string, rank func(standing) float64) {
		cell = func(s standing) string {
			if s.served == 0 || ns(s) == 0 {
				return wordNone
			}
			return ui.Ms(ms(ns(s)))
		}
		return cell, func(s standing) float64 {
			if s.served == 0 || ns(s) == 0 { // nothing that could be short
				return math.Inf(-1)
			}
			return -float64(ns(s))
		}
	}
	ttft, byTTFT := served(func(s standing) int64 { return s.clock.TTFT50 })
	ttft99, byTTFT99 := served(func(s standing) int64 { return s.clock.TTFT99 })
	itl, byITL := served(func(s standing) int64 { return s.clock.ITL50 })
	rate := func(s standing) string { return ui.Decimal(s.clock.RequestsPerS, 2) + "/s" }
	preempted := func(s standing) string { return plural(int(s.clock.Preempted), "time", "times") }
	lost := func(s standing) string { return thousands(int(s.clock.Lost)) + " req" }
	return []column{
		{id: columnTTFT, head: "TTFT p50", long: ttft, short: ttft, rank: byTTFT},
		{id: columnTTFT99, head: "TTFT p99", brief: "p99", timedDrop: 8, long: ttft99, short: ttft99, rank: byTTFT99},
		{id: columnITL, head: "ITL p50", timedDrop: 6, long: itl, short: itl, rank: byITL},
		{id: columnRate, head: "requests/s", brief: "req/s", timedDrop: 7, long: rate, short: rate, rank: func(s standing) float64 { return s.clock.RequestsPerS }},
		{id: columnPreempted, head: "preempted", timedDrop: 5, long: preempted, short: preempted, rank: func(s standing) float64 { return -float64(s.clock.Preempted) }},
		{id: columnLost, head: "lost", timedDrop: 9, long: lost, short: lost, rank: func(s standing) float64 { return -float64(s.clock.Lost) }},
	}
}

// columnOrder are the columns beside the name, from the left.
func (v *Compare) columnOrder() []columnID {
	if !v.timed() {
		return []columnID{columnHits, columnReuse, columnComputed, columnImbalance, columnEvicted, columnIdeal, columnBase}
	}
	order := []columnID{
		columnTTFT, columnTTFT99, columnITL, columnRate, columnPreempted, columnLost,
		columnReuse, columnImbalance, columnEvicted, columnComputed,
	}
	if v.race.on.Kind == scenario.KindLab {
		order = append(order, columnHits)
	}
	return append(order, columnBase)
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
	title string
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
	all, order := columns(), v.columnOrder()
	for drop := -1; ; drop++ {
		var out []shownColumn
		total := 0
		for _, id := range order {
			c := all[id]
			first := c.drop
			if v.timed() {
				first = c.timedDrop
			}
			if id == columnBase && v.base == nil || first > 0 && first <= drop && id != v.figure.column() {
				continue
			}
			s := v.shownAs(c, drop >= 0)
			for _, l := range lines {
				s.width = max(s.width, ui.Width(s.cell(l)))
			}
			total += s.width + columnGap
			out = append(out, s)
		}
		if total <= room || drop >= lastDrop {
			return out
		}
	}
}

// lastDrop is the most that a column's drop is.
const lastDrop = 9

// shownAs is how a column is drawn, with much room or with little.
func (v *Compare) shownAs(c column, tight bool) shownColumn {
	s := shownColumn{column: c, title: c.head, cell: c.long}
	if tight && c.brief != "" {
		s.title = c.brief
	}
	f := v.figure
	switch {
	case c.id == columnBase:
		s.cell = func(s standing) string {
			if !s.held {
				return wordNone
			}
			return f.gapText(s.gap)
		}
	case tight:
		s.cell = c.short
	}
	s.width = ui.Width(s.title) + 1
	return s
}
