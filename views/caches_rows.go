package views

import (
	"slices"

	"kvtui/core/sim"
)

// prefixOrder is how the rows of the grid are sorted.
type prefixOrder int

const (
	usualOrder prefixOrder = iota // a lab's by number, a trace's newest first
	byNumber
	byRecency
	byCopies
	prefixOrders
)

// prefixRow is a row of the grid: some blocks of a request's chain.
type prefixRow struct {
	group    int // commonRow for what all requests share
	request  int // the last one so far that has it
	from, to int // blocks of its chain
	copies   int // workers that hold some of it, where it was counted
}

const commonRow = -1

// cachesRows are the rows of the grid, good until the next request or, where
// they are sorted by copies, the next step.
type cachesRows struct {
	of    *run
	at    int
	order prefixOrder
	rows  []prefixRow
	seen  []int32 // by group: the walk that met it last
	walk  int32
}

// order is the sorting in use.
func (v *Caches) order() prefixOrder {
	switch {
	case v.grid.order != usualOrder:
		return v.grid.order
	case v.set().Traced:
		return byRecency
	}
	return byNumber
}

// prefixes returns a row for each prefix sent so far.
func (v *Caches) prefixes() []prefixRow {
	k, order := &v.grid.rows, v.order()
	at := v.s.Request()
	if order == byCopies {
		at = v.s.Step()
	}
	if k.of == v.s.run && k.at == at && k.order == order {
		return k.rows
	}
	if k.of != v.s.run {
		k.seen, k.walk = make([]int32, v.set().Groups), 0
	}
	k.of, k.at, k.order = v.s.run, at, order
	k.walk++
	k.rows = k.rows[:0]
	set := v.set()
	for i := v.s.Request(); i >= 0; i-- {
		g := set.Requests[i].Group
		if g < 0 || k.seen[g] == k.walk {
			continue
		}
		k.seen[g] = k.walk
		if row, ok := v.rowOf(i, g); ok {
			k.rows = append(k.rows, row)
		}
	}
	switch order {
	case byNumber:
		slices.SortFunc(k.rows, func(a, b prefixRow) int { return a.group - b.group })
	case byCopies:
		v.countCopies(k.rows)
		slices.SortStableFunc(k.rows, func(a, b prefixRow) int { return b.copies - a.copies })
	case usualOrder, byRecency, prefixOrders:
	}
	if r := v.s.Request(); r >= 0 && set.Common > 0 {
		if len(k.rows) == 0 || k.rows[0].from > 0 {
			k.rows = slices.Insert(k.rows, 0, prefixRow{group: commonRow, request: r, to: set.Common})
		}
	}
	return k.rows
}

// rowOf is the row of a request's group: what its chain has beyond the blocks
// that all requests share, unless that is nothing.
func (v *Caches) rowOf(request, group int) (row prefixRow, ok bool) {
	set := v.set()
	row = prefixRow{group: group, request: request, from: set.Common, to: set.Shared(request)}
	if row.from >= row.to {
		row.from = 0
	}
	return row, row.to > 0
}

// countCopies counts the workers with a column that hold some of each row: since
// caches have no gaps, those that hold its first block. Workers that only decode
// have no column.
func (v *Caches) countCopies(rows []prefixRow) {
	st := v.state()
	for i := range rows {
		r := &rows[i]
		first := v.set().Requests[r.request].Chain.At(r.from)
		r.copies = 0
		for w := range v.s.run.st.Workers {
			if held, _ := st.Holds(w, first); held {
				r.copies++
			}
		}
	}
}

// share is what a worker has of a row.
func (v *Caches) share(w int, r prefixRow) sim.Share {
	return v.state().Share(w, v.set().Requests[r.request].Chain, r.from, r.to)
}

// others returns, a worker, the blocks outside all rows, which in a lab are the
// tails; nil where rows are too many to add up.
func (v *Caches) others(rows []prefixRow) []int {
	st := v.state()
	if len(rows)*len(st.Workers) > 4096 {
		return nil
	}
	out := make([]int, len(st.Workers))
	for w := range out {
		out[w] = st.Workers[w].Held
		for _, r := range rows {
			out[w] -= v.share(w, r).Held
		}
	}
	return out
}
