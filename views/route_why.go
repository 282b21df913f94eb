package views

import (
	"fmt"
	"strings"

	"kvtui/core/route"
	"kvtui/core/scenario"
	"kvtui/core/sim"
)

// whyWords says in one sentence what settled a decision.
func whyWords(d route.Decision, request int) string {
	w := d.Worker
	won := d.Scores[w]
	switch d.Rule { //nolint:exhaustive // the rest are the imitated routers'
	case route.OnlyWorker:
		return fmt.Sprintf("W%d: the only worker", w)
	case route.Turn:
		return fmt.Sprintf("W%d: its turn (request %s over %s workers); caches are not asked", w, thousands(request+1), thousands(len(d.Scores)))
	case route.Draw:
		return fmt.Sprintf("W%d: drawn at random from the seed; caches are not asked", w)
	case route.MostOverlap:
		return fmt.Sprintf("W%d: most overlap, %s against %s%s", w, thousands(won.Overlap), blocks(won.Overlap-int(d.Margin)), loadNotAsked(d))
	case route.FewestRequests:
		return fmt.Sprintf("W%d: %s; fewest requests, %s against %s", w, tiedOverlap(d), thousands(won.Sent), thousands(won.Sent+int(d.Margin)))
	case route.LowestNumber:
		return fmt.Sprintf("W%d: %s and %s sent; lowest number of the %s", w, tiedOverlap(d), plural(won.Sent, "request", "requests"), thousands(d.Ties))
	}
	return routerWords(d)
}

// routerWords is whyWords for the rules of the imitated routers.
func routerWords(d route.Decision) string {
	w, won, other := d.Worker, d.Scores[d.Worker], d.Scores[d.Other]
	sent := plural(won.Sent, "request", "requests")
	switch d.Rule { //nolint:exhaustive // the rest are whyWords'
	case route.TwoChoices:
		return fmt.Sprintf("W%d: of two drawn, W%d and W%d, the one with fewer requests, %s against %s", w, w, d.Other, thousands(won.Sent), thousands(other.Sent))
	case route.FirstDrawn:
		return fmt.Sprintf("W%d: drawn before W%d; both were sent %s", w, d.Other, sent)
	case route.RingFirst:
		return fmt.Sprintf("W%d: first on the ring from the request's key on", w)
	case route.RingWalk:
		return fmt.Sprintf("W%d: next on the ring under the bound; W%d comes first but is over it with %s", w, d.Other, thousands(other.Sent))
	case route.RingOver:
		return fmt.Sprintf("W%d: first on the ring; all are over the bound, as while requests are few", w)
	case route.NoKey:
		return fmt.Sprintf("W%d: nothing to hash; fewest requests, %s", w, thousands(won.Sent))
	case route.LowestCost:
		return fmt.Sprintf("W%d: lowest cost, %.2f against %.2f blocks", w, won.Total, won.Total+d.Margin)
	case route.HighestScore:
		return fmt.Sprintf("W%d: highest score, %.3f against %.3f", w, won.Total, won.Total-d.Margin)
	case route.RandomTie:
		return fmt.Sprintf("W%d: drawn at random among %s equals at %.2f", w, thousands(d.Ties), won.Total)
	case route.Softmax:
		return fmt.Sprintf("W%d: drawn with weights by cost; its own is %.2f blocks, the lowest of the others %.2f", w, won.Total, won.Total+d.Margin)
	case route.Imbalance:
		return fmt.Sprintf("W%d: loads are too far apart; fewest requests, %s", w, thousands(won.Sent))
	case route.CacheMatch:
		return fmt.Sprintf("W%d: enough of the prompt is matched, %s", w, blocks(won.Overlap))
	case route.Local:
		return fmt.Sprintf("W%d: too little is to prefill to move its KV: the decode worker does both", w)
	case route.BelowThreshold:
		return fmt.Sprintf("W%d: too little of the prompt is matched; fewest requests, %s", w, thousands(won.Sent))
	}
	return ""
}

// loadNotAsked names the loads that overlap made irrelevant, for two workers.
func loadNotAsked(d route.Decision) string {
	if len(d.Scores) != 2 {
		return " (load not asked)"
	}
	other := d.Scores[1-d.Worker]
	return fmt.Sprintf(" (load not asked: W%d %s sent, W%d %s)", d.Worker, thousands(d.Scores[d.Worker].Sent), other.Worker, thousands(other.Sent))
}

func tiedOverlap(d route.Decision) string {
	won := d.Scores[d.Worker].Overlap
	same := 0
	for _, s := range d.Scores {
		if s.Overlap == won {
			same++
		}
	}
	switch {
	case same == len(d.Scores):
		return fmt.Sprintf("all overlaps equal (%s)", thousands(won))
	default:
		return fmt.Sprintf("%s tie at %s", thousands(same), blocks(won))
	}
}

// warning is where people are misled at this step, from the long way of saying
// it to the short; none where they are not.
func (s *Session) warning() []string {
	r := s.Request()
	if r < 0 {
		return nil
	}
	sc, set, st := s.run.st.Scenario, s.Set(), s.run.line.State()
	req := set.Requests[r]
	silent := indexed(sc.Strategy) && sc.Knowledge == scenario.Silent
	switch {
	case req.Chain.Len() == 0:
		size := plural(req.Tokens, "token", "tokens")
		return []string{
			fmt.Sprintf("no full block: a prompt of %s has none of %d tokens, so nothing can be reused", size, set.Size),
			fmt.Sprintf("no full block of %d tokens in %s: nothing can be reused", set.Size, size),
			"no full block: nothing is reused",
		}
	case silent && storedBefore(st):
		return []string{
			"routing by load only: workers publish nothing (events are overdue, none ever came)",
			"routing by load only: workers publish nothing",
			"workers publish nothing: load only",
		}
	case st.Unmatched > 0 && st.Events == 0:
		return []string{
			fmt.Sprintf("%s came and none matches: router and workers cut or hash blocks differently", plural(st.Unmatched, "event", "events")),
			"no event matches: block size or hash seed differ",
		}
	case s.beliefLost(r):
		return []string{"the chosen worker no longer holds what the router believed", "blocks believed in are gone"}
	case s.unknownElsewhere(r) >= 0:
		w := s.unknownElsewhere(r)
		return []string{
			fmt.Sprintf("W%d holds more of it than W%d, and the index does not know: it fell behind", w, st.Target),
			fmt.Sprintf("W%d holds more: the index fell behind", w),
		}
	case herds(s):
		first := "its first block"
		if set.Common > 1 {
			first = fmt.Sprintf("its first %d blocks", set.Common)
		}
		return []string{
			"every prompt shares " + first + ": overlap alone sends all to one worker",
			"every prompt shares " + first + ": overlap alone herds",
			"all share " + strings.TrimPrefix(first, "its ") + ": overlap herds",
		}
	case allOnOne(st, sc.Workers):
		return []string{
			fmt.Sprintf("nearly everything is computed by one worker: imbalance %.1f x of at most %s", st.Totals.Imbalance(), thousands(len(st.Workers))),
			fmt.Sprintf("nearly all on one worker: %.1f x", st.Totals.Imbalance()),
		}
	}
	return nil
}

// storedBefore reports whether any worker stored blocks that an event should
// have reported by now.
func storedBefore(st *sim.State) bool {
	for i := range st.Workers {
		if st.Workers[i].Held > 0 {
			return true
		}
	}
	return false
}

// beliefLost reports whether the index promised more blocks than the chosen
// worker reused, beyond the one that is always computed.
func (s *Session) beliefLost(r int) bool {
	set := s.Set()
	reused, known := s.reuse(r)
	if !known {
		return false
	}
	d := s.run.decision(r)
	return reused < min(d.Scores[d.Worker].Overlap, set.Requests[r].Reusable(set.Size))
}

// reuse returns how many blocks of a request its worker reused, once that is
// known: reuse comes before what is computed.
func (s *Session) reuse(r int) (reused int, known bool) {
	if s.run.clock != nil {
		t := s.timesAt(r)
		return int(t.Cached) / s.Set().Size, t.Computed > 0
	}
	st := s.run.line.State()
	w := &st.Workers[st.Target]
	return w.LastReused, w.LastTokens > 0
}

// unknownElsewhere returns a worker that holds more of the request than the
// chosen one does, without the index knowing, where the scenario lets the index
// fall behind; else -1.
func (s *Session) unknownElsewhere(r int) int {
	sc, st := s.run.st.Scenario, s.run.line.State()
	if sc.Flaws == (scenario.Flaws{}) || !indexed(sc.Strategy) {
		return -1
	}
	most, known := s.reuse(r)
	if !known {
		return -1
	}
	req, at := s.Set().Requests[r], -1
	d := s.run.decision(r)
	for w := range s.run.st.Workers {
		if w == st.Target || d.Scores[w].Overlap > most {
			continue
		}
		if n := min(st.Lead(w, req.Chain), req.Reusable(s.Set().Size)); n > most {
			most, at = n, w
		}
	}
	return at
}

// allOnOne reports whether one worker of several computes nearly everything,
// once each could have had a few requests.
func allOnOne(st *sim.State, routed int) bool {
	n := len(st.Workers)
	if n > routed { // decode workers compute nothing
		return false
	}
	return n > 2 && st.Totals.Requests >= 4*n && st.Totals.Imbalance() > 0.9*float64(n)
}

// herds reports whether pure overlap had to choose among workers only because
// of a prefix that every prompt has.
func herds(s *Session) bool {
	sc := s.run.st.Scenario
	return sc.Strategy == "kv" && sc.Knowledge != scenario.Silent && sc.Workers > 1 && s.Set().Common > 0 && s.Set().Groups > 1 && s.Request() > 0
}

// shortStep leaves out what a step means, or what it comes to in tokens.
func shortStep(words string) string {
	words, _, _ = strings.Cut(words, ", ")
	words, _, _ = strings.Cut(words, " of ")
	return words
}

// stepWords says what a step did.
func (s *Session) stepWords(rec sim.Record) string {
	if s.run.clock != nil {
		return s.timedWords(rec)
	}
	return s.plainWords(rec)
}

// plainWords is stepWords where the request need not be named.
func (s *Session) plainWords(rec sim.Record) string {
	n, size := int(rec.To-rec.From), s.Set().Size
	switch rec.Kind {
	case sim.Routed:
		return fmt.Sprintf("routed to W%d", rec.Worker)
	case sim.Learned, sim.Forgotten, sim.Expired, sim.Lost, sim.Unmatched:
		return s.indexWords(rec, blocks(n))
	case sim.Reused:
		return fmt.Sprintf("W%d reuses %s of %d = %s tokens", rec.Worker, blocks(n), size, thousands(n*size))
	case sim.Computed:
		return fmt.Sprintf("W%d computes %s", rec.Worker, plural(int(rec.Tokens), "token", "tokens"))
	case sim.Stored:
		return fmt.Sprintf("W%d stores %s", rec.Worker, blocks(n))
	case sim.Evicted:
		return fmt.Sprintf("W%d lets %s of #%d go", rec.Worker, blocks(n), rec.Of+1)
	case sim.Restarted:
		return fmt.Sprintf("W%d restarts with an empty cache, and tells nobody", rec.Worker)
	case sim.Done:
		return fmt.Sprintf("#%d is done", rec.Req+1)
	case sim.Admitted, sim.Loaded, sim.Sent, sim.Crossed, sim.Received, sim.First, sim.Preempted, sim.Killed: // timedWords'
	}
	return ""
}

// indexWords says what a step did to the index, or failed to do.
func (s *Session) indexWords(rec sim.Record, what string) string {
	events := s.run.st.Knowledge == scenario.Events
	event := "event"
	if rec.Of != rec.Req && !rec.Removal && rec.Kind == sim.Learned {
		event = fmt.Sprintf("late event of #%d", rec.Of+1)
	}
	switch rec.Kind {
	case sim.Learned:
		if events {
			return fmt.Sprintf("%s: the index learns %s of W%d", event, what, rec.Worker)
		}
		return fmt.Sprintf("the router notes %s for W%d", what, rec.Worker)
	case sim.Forgotten:
		if events {
			return fmt.Sprintf("event: %s left W%d, the index forgets", what, rec.Worker)
		}
		return fmt.Sprintf("the router's list of W%d is full: it drops %s", rec.Worker, what)
	case sim.Expired:
		return fmt.Sprintf("the router's belief in %s of W%d expires", what, rec.Worker)
	case sim.Lost:
		return fmt.Sprintf("an event of W%d about %s is lost", rec.Worker, what)
	case sim.Unmatched:
		return fmt.Sprintf("event of W%d: the router knows none of the %s", rec.Worker, what)
	default:
		return ""
	}
}

// driftWords says how far the index is from what the chosen worker holds, apart
// from the blocks of the request on screen, which are under way; none where it
// is not, and on a clock, where many requests are under way.
func (s *Session) driftWords() []string {
	st, r := s.run.line.State(), s.Request()
	if r < 0 || s.run.clock != nil || !indexed(s.run.st.Strategy) || s.run.st.Knowledge == scenario.Silent {
		return nil
	}
	w, c := &st.Workers[st.Target], s.Set().Requests[r].Chain
	now := st.Share(st.Target, c, 0, c.Len())
	gone, unknown := w.Known-w.Both-(now.Known-now.Both), w.Held-w.Both-(now.Held-now.Both)
	switch {
	case gone > 0:
		return []string{
			fmt.Sprintf("the index lists %s W%d no longer has", blocks(gone), st.Target),
			fmt.Sprintf("listed, but gone: %s", blocks(gone)),
		}
	case unknown > 0:
		return []string{
			fmt.Sprintf("W%d holds %s that the index does not list", st.Target, blocks(unknown)),
			fmt.Sprintf("held, but not listed: %s", blocks(unknown)),
		}
	}
	return nil
}
