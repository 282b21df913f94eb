package sim

import (
	"kvtui/core/block"
	"kvtui/core/workload"
)

// Event is something that happened to one block on one worker, or to what the
// index says of it.
type Event struct {
	// Step is the record's number, from 1: the state of that step is the first
	// that shows it.
	Step int
	// Kind is the record's: Reused, Computed, Stored, Evicted, Restarted for the
	// cache; Learned, Forgotten, Expired, Lost, Unmatched for the index; Done
	// where the block found no room.
	Kind Kind
	// Req is the request during or after which it happened; Of the request that
	// used the block last where it goes, and that an event is about where one
	// comes.
	Req, Of, Worker int
	// Removal is set on Lost and Unmatched events that report the block gone.
	Removal bool
}

// AllWorkers asks History for the whole fleet.
const AllWorkers = -1

// History returns all that happens to the block of a prefix in a run, in order,
// on one worker or on AllWorkers. It looks at every record once.
func History(rec *Recording, worker int, p block.Prefix) []Event {
	_, depth, ok := Locate(rec.Set, p)
	if !ok {
		return nil
	}
	var out []Event
	held := make([]bool, rec.Scenario.Fleet())
	for i, r := range rec.Records {
		w := int(r.Worker)
		if r.Kind == Routed || worker != AllWorkers && w != worker {
			continue
		}
		switch {
		case r.Kind == Restarted || r.Kind == Killed:
			if !held[w] {
				continue
			}
		case depth < int(r.From) || depth >= int(r.To) || rec.Set.Requests[r.Of].Chain.At(depth) != p:
			continue
		}
		switch r.Kind {
		case Stored:
			held[w] = true
		case Evicted, Restarted, Killed:
			held[w] = false
		default:
		}
		out = append(out, Event{Step: i + 1, Kind: r.Kind, Req: int(r.Req), Of: int(r.Of), Worker: w, Removal: r.Removal})
	}
	return out
}

// Locate returns the first request whose chain has p, and the place of p in it,
// from 0.
func Locate(set *workload.Set, p block.Prefix) (request, at int, ok bool) {
	for i := range set.Requests {
		at = 0
		for _, sp := range set.Requests[i].Chain {
			if p >= sp.First && p < sp.First+block.Prefix(sp.N) {
				return i, at + int(p-sp.First), true
			}
			at += int(sp.N)
		}
	}
	return 0, 0, false
}
