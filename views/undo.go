package views

import (
	"fmt"
	"slices"
	"strings"

	"kvtui/core/scenario"
	"kvtui/ui"
	"kvtui/views/state"
)

// maxUndo is how many changes are kept to be taken back.
const maxUndo = 100

// change is one thing that a person did: to the scenario, or on the cost
// screen. Both stand in one list, so that undo takes back what was done last.
type change struct {
	what string      // names it
	was  state.State // before it; on the cost screen Cost alone counts
	cost bool
	// number is that of the run asked for; on the cost screen that of the
	// gesture, so that a drag is one change.
	number int
}

// Change computes the run of another scenario and, once it is there, shows it
// at the same request. It builds on a change that is still being computed, and
// undo takes back one after the other all the same.
func (s *Session) Change(h ui.Host, next state.State) {
	was := s.wantedState()
	if next.File == was.File {
		return
	}
	s.request(h, next, false)
	s.remember(change{what: changeWords(was, next), was: was, number: s.wanted})
}

// changeCost notes a change of the cost screen; was is what it counted with
// before the gesture went on.
func (s *Session) changeCost(was state.Cost, what string, gesture int) {
	if n := len(s.undo); n > 0 && s.undo[n-1].cost && s.undo[n-1].number == gesture {
		return
	}
	s.remember(change{what: what, was: state.State{Cost: was}, cost: true, number: gesture})
}

func (s *Session) remember(c change) {
	if s.undo = append(s.undo, c); len(s.undo) > maxUndo {
		s.undo = slices.Delete(s.undo, 0, 1)
	}
}

// Undo takes back the last change and says which, since it may be one of
// another screen.
func (s *Session) Undo(h ui.Host) {
	n := len(s.undo)
	if n == 0 {
		h.Toast("nothing to undo")
		return
	}
	last := s.undo[n-1]
	s.undo = s.undo[:n-1]
	if last.cost {
		last.was.Cost.Map = s.cost.Map // which of the two is shown is no change
		s.cost = last.was.Cost
	} else {
		s.request(h, last.was, true)
	}
	h.Toast("undone: " + last.what)
}

// forgetFailed drops the changes whose run came to nothing.
func (s *Session) forgetFailed() {
	s.undo = slices.DeleteFunc(s.undo, func(c change) bool { return !c.cost && c.number > s.landed })
}

// changeWords names what a change sets.
func changeWords(was, next state.State) string {
	const most = 2
	var words []string
	for _, set := range next.Diff(was.File) {
		if set.Key == "fleet.workers" {
			words = append(words, plural(next.Workers, "worker", "workers"))
			continue
		}
		for _, k := range scenario.Keys() {
			if k.Name == set.Key {
				words = append(words, strings.TrimSpace(k.Label)+" "+set.Value)
			}
		}
	}
	if n := len(words) - most; n > 0 {
		words = append(words[:most], fmt.Sprintf("%d more", n))
	}
	return strings.Join(words, ", ")
}
