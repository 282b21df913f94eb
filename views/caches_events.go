package views

import (
	"fmt"
	"strings"

	"kvtui/core/sim"
)

const historyLoading = "looking through the run"

// historyLine is one line of a block's history: an event, or two of one
// request that say one thing.
type historyLine struct {
	sim.Event
	step int
	// kept is set where what was computed went into the cache, turned away
	// where there was no room for it.
	kept, turned bool
}

// historyLines puts what was computed and where it went into one line, and
// leaves out what the index hears again.
func historyLines(events []sim.Event) []historyLine {
	out := make([]historyLine, 0, len(events))
	last := map[int]int{} // by worker: the line that computed the block last
	known := map[int]bool{}
	for _, e := range events {
		switch e.Kind {
		case sim.Learned:
			if known[e.Worker] {
				continue
			}
			known[e.Worker] = true
		case sim.Forgotten, sim.Expired:
			known[e.Worker] = false
		default: // nothing that the index hears
		}
		at, ok := last[e.Worker]
		same := ok && out[at].Req == e.Req
		switch {
		case e.Kind == sim.Stored && same:
			out[at].kept, out[at].step = true, e.Step
			continue
		case e.Kind == sim.Done && same:
			out[at].turned = true
			continue
		case e.Kind == sim.Computed:
			last[e.Worker] = len(out)
		}
		out = append(out, historyLine{Event: e, step: e.Step})
	}
	return out
}

// words says what happened.
func (l historyLine) words(worker, later bool, digits int) []string {
	head := fmt.Sprintf("%-*s  ", digits+1, fmt.Sprintf("#%d", l.Req+1))
	if worker {
		head += fmt.Sprintf("W%-4d ", l.Worker)
	}
	tail := ""
	if later {
		tail = " (later)"
	}
	var out []string
	for _, text := range l.what() {
		out = append(out, head+text+tail)
	}
	return append(out, head+l.what()[len(l.what())-1], head)
}

func (l historyLine) what() []string {
	switch l.Kind {
	case sim.Computed:
		switch {
		case l.kept:
			return []string{"computed, and kept in the cache", "computed and kept"}
		case l.turned:
			return []string{"computed, but found no room in the cache", "computed, no room"}
		}
		return []string{"computed"}
	case sim.Reused:
		return []string{"reused: not computed again", "reused"}
	case sim.Stored:
		return []string{"stored in the cache", "stored"}
	case sim.Evicted:
		return []string{fmt.Sprintf("evicted to make room; last used by #%d", l.Of+1), fmt.Sprintf("evicted, last used by #%d", l.Of+1), "evicted"}
	case sim.Restarted:
		return []string{"lost: the worker restarts empty", "lost: restart"}
	case sim.Killed:
		return []string{"lost: the worker is out of host memory", "lost: killed"}
	case sim.Loaded:
		return []string{"loaded from the shared store", "loaded"}
	case sim.Sent:
		return []string{"sent to a decode worker", "sent"}
	case sim.Done:
		return []string{"found no room in the cache", "found no room"}
	case sim.Routed:
		return []string{"routed"}
	default:
		return l.indexWhat()
	}
}

func (l historyLine) indexWhat() []string {
	about := "stored"
	if l.Removal {
		about = "removed"
	}
	switch l.Kind { //nolint:exhaustive // the rest are what's
	case sim.Learned:
		return []string{"the index lists it from now on", "index: listed"}
	case sim.Forgotten:
		return []string{"the index lists it no longer", "index: dropped"}
	case sim.Expired:
		return []string{"the belief in it expires", "index: expired"}
	case sim.Lost:
		return []string{"the event that it was " + about + " is lost", "event lost"}
	case sim.Unmatched:
		return []string{"the event that it was " + about + " matches nothing the router knows", "event unmatched"}
	}
	return []string{""}
}

func historyTitle(group string, at, n, worker int, all bool) []string {
	what := fmt.Sprintf("Block %d of %d, %s", at+1, n, group)
	if all {
		return []string{what + " on all workers", what}
	}
	return []string{fmt.Sprintf("%s on W%d", what, worker), what}
}

func historyKeys() []string {
	return []string{
		"←/→ next block · a all workers · enter goes to the step · esc closes",
		"←/→ block · a all · enter goes there · esc",
		"←/→ block · a all · enter · esc",
		"esc closes",
	}
}

func historyNothing() []string {
	return []string{"it never comes here: a shows all workers", "it never comes here"}
}

// historyNow is the state of the block at the step on screen.
func historyNow(w int, held, known bool) []string {
	at := fmt.Sprintf("now W%d ", w)
	switch {
	case held && known:
		return []string{at + "holds it, and the index says so", at + "holds it, known"}
	case held:
		return []string{at + "holds it, and the index does not know", at + "holds it, not known"}
	case known:
		return []string{at + "does not hold it, though the index says so", at + "lost it, but believed"}
	}
	return []string{at + "does not hold it"}
}

// historySum counts what happened up to a step.
func historySum(lines []historyLine, step int) []string {
	counts := map[sim.Kind]int{}
	for _, l := range lines {
		if l.step <= step {
			counts[l.Kind]++
		}
	}
	times := func(n int) string { return plural(n, "time", "times") }
	parts := []string{"so far computed " + times(counts[sim.Computed]), "reused " + times(counts[sim.Reused]), "evicted " + times(counts[sim.Evicted])}
	return []string{
		strings.Join(parts, ", "),
		fmt.Sprintf("computed %d, reused %d, evicted %d", counts[sim.Computed], counts[sim.Reused], counts[sim.Evicted]),
	}
}
