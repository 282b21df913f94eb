package views

import (
	"fmt"

	"kvtui/core/cost"
	"kvtui/views/state"
)

// costWidest is the precision solved for: the widest with which moving pays on
// this link, and, where a stall is known, splitting.
type costWidest struct {
	move, split         cost.Precision
	moves, splits, asks bool // there is one to move in, to split in; whether splitting is asked for
}

// solveWidest finds both. A tie counts as paying. With a simulated load a split
// pays only where the transfers of all in flight, one after the other on the
// link, take no longer than a request does in one pool.
func (n *costNumbers) solveWidest(in state.Cost) (out costWidest) {
	out.move, out.moves = cost.WidestPrecision(n.model, n.shrink, in.Tokens, in.GBps, n.move.PrefillMS)
	if out.asks = n.hasSaved; !out.asks || n.freed <= 0 {
		return out
	}
	limit := n.freed
	if n.simulated {
		limit = min(limit, n.found.Together.EndToEnd.Mean/float64(in.Simulate.Concurrency))
	}
	out.split, out.splits = cost.WidestPrecision(n.model, n.shrink, in.Tokens, in.GBps, limit)
	return out
}

// widestLine turns the question round: the precision with which moving, and
// splitting, pays.
func (v *Cost) widestLine() costLine {
	w, n := v.w, v.n.widest
	name := func(p cost.Precision, ok bool) string {
		if !ok {
			return w.noBorder
		}
		return p.String()
	}
	move, split := name(n.move, n.moves), name(n.split, n.splits)
	l := costLine{field: fieldNone, rank: 3}
	switch {
	case n.asks && !n.moves && !n.splits:
		l.forms = w.widestNeither
	case n.asks:
		for _, form := range w.widestBoth {
			l.forms = append(l.forms, fmt.Sprintf(form, move, split))
		}
	case !n.moves:
		l.forms = w.widestNone
	default:
		l.forms = eachf(w.widest, move)
	}
	return l
}
