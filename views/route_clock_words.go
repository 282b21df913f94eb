package views

import (
	"fmt"
	"math"

	"kvtui/core/route"
	"kvtui/core/scenario"
	"kvtui/core/sim"
	"kvtui/ui"
)

// timedEvents names the events of the timeline on a clock.
const timedEvents = "lost, preempted"

// phaseLook is how a phase is drawn: a letter of its own, the first of its word,
// for lanes and counts, and a glyph for its part of a bar.
type phaseLook struct {
	letter, glyph rune
	word          string
}

// phaseLooks are the looks of the phases that a live request can be in.
func phaseLooks() [gone]phaseLook {
	return [gone]phaseLook{waits: {'q', '░', "queue"}, prefills: {'p', '█', "prefill"}, moves: {'t', '▒', "transfer"}, decodes: {'d', '━', "decode"}}
}

// laneMeaning says in help what a phase is.
func laneMeaning(letter rune) string {
	switch letter {
	case 'q':
		return ": in the front end or a worker's queue"
	case 'p':
		return ": in the batch, its prompt is computed"
	case 't':
		return ": its KV is copied, waits for room or crosses the link"
	}
	return ": KV copied from host memory, then in the batch, a token an iteration"
}

// seconds writes a time of the run.
func seconds(ns int64) string { return ui.Decimal(float64(ns)/1e9, 3) }

func msOf(ns int64) string { return ui.Ms(float64(ns) / 1e6) }

// nowText is the time on screen, to a tenth of a second while it runs.
func (s *Session) nowText() string {
	text := seconds(s.now())
	if s.Playing() {
		text = ui.Decimal(math.Floor(float64(s.now())/1e8)/10, 1)
	}
	return ui.Pad(text, len(seconds(s.run.clock.end())))
}

// timeOfWords is where a run is on its clock, always as wide.
func (s *Session) timeOfWords() string {
	return s.nowText() + "/" + seconds(s.run.clock.end()) + " s"
}

// clockWords is the time and the request on screen, always as wide.
func (s *Session) clockWords() string {
	n := len(thousands(s.run.requests)) + 1
	at := "–"
	if r := s.Request(); r >= 0 {
		at = "#" + thousands(r+1)
	}
	return s.nowWords() + " · " + ui.Pad(at, n)
}

// nowWords is the time on screen, always as wide.
func (s *Session) nowWords() string {
	return s.nowText() + " s"
}

// jumpWords names what j looks for.
func (s *Session) jumpWords() string {
	if s.run.clock != nil {
		return "next/previous loss, preemption, kill, tie or wrong belief"
	}
	return "next/previous miss, tie, eviction or wrong belief"
}

func (s *Session) noJumpWords() string {
	if s.run.clock != nil {
		return "no further loss, preemption, kill, tie or wrong belief that way"
	}
	return "no further miss, tie, eviction or wrong belief that way"
}

// fleetWords counts the workers, of both pools where there are two.
func (s *Session) fleetWords() string {
	st := s.run.st
	if n := st.Fleet() - st.Workers; n > 0 {
		return fmt.Sprintf("%s prefill + %s decode workers", thousands(st.Workers), thousands(n))
	}
	return plural(st.Workers, "worker", "workers")
}

// whyOf says what settled a decision, in words that hold on a clock too.
func (s *Session) whyOf(d route.Decision, request int) string {
	if s.run.clock != nil && d.Rule == route.FirstDrawn {
		return fmt.Sprintf("W%d: drawn before W%d; both have %s under way", d.Worker, d.Other, plural(d.Scores[d.Worker].Sent, "request", "requests"))
	}
	return whyWords(d, request)
}

// lossWords says why a request was lost.
func lossWords(c sim.Cause) string {
	switch c {
	case sim.TooLong:
		return "lost: never fits the cache"
	case sim.WorkerDown:
		return "lost: its worker was killed or down"
	case sim.Served:
	}
	return ""
}

// shortLoss is lossWords where room is small.
func shortLoss(c sim.Cause) string {
	if c == sim.TooLong {
		return "lost: too long"
	}
	return "lost: worker down"
}

// timedWords says what a record of a run with a clock did, the request first.
func (s *Session) timedWords(rec sim.Record) string {
	n, w, tok := rec.Req+1, rec.Worker, plural(int(rec.Tokens), "token", "tokens")
	switch rec.Kind {
	case sim.Admitted:
		return fmt.Sprintf("#%d enters the batch of W%d", n, w)
	case sim.Loaded:
		return fmt.Sprintf("#%d: W%d loads %s from the store", n, w, tok)
	case sim.Sent:
		return fmt.Sprintf("#%d sends KV to W%d, %s", n, rec.Other, tok)
	case sim.Crossed:
		return fmt.Sprintf("#%d: its KV is off the link, at W%d's host", n, w)
	case sim.Received:
		return fmt.Sprintf("#%d: its KV is in W%d", n, w)
	case sim.First:
		return fmt.Sprintf("#%d: first token, TTFT %s", n, msOf(s.run.clock.times[rec.Req].TTFT()))
	case sim.Preempted:
		return fmt.Sprintf("#%d preempted: no KV room in W%d", n, w)
	case sim.Killed:
		return fmt.Sprintf("W%d killed: out of host memory", w)
	case sim.Restarted:
		return fmt.Sprintf("W%d is back with an empty cache", w)
	case sim.Done:
		if rec.Cause != sim.Served {
			return fmt.Sprintf("#%d %s", n, shortLoss(rec.Cause))
		}
		return fmt.Sprintf("#%d is done, %s out", n, tok)
	case sim.Forgotten, sim.Learned, sim.Expired, sim.Lost, sim.Unmatched:
		return s.timedIndexWords(rec)
	case sim.Routed, sim.Reused, sim.Computed, sim.Evicted, sim.Stored:
	}
	return fmt.Sprintf("#%d: ", n) + s.plainWords(rec)
}

// timedIndexWords is indexWords on a clock, where a line holds a time as well.
func (s *Session) timedIndexWords(rec sim.Record) string {
	n, w, what := rec.Of+1, rec.Worker, blocks(int(rec.To-rec.From))
	events := s.run.st.Knowledge == scenario.Events
	switch {
	case rec.Kind == sim.Learned && events:
		return fmt.Sprintf("#%d: index learns %s of W%d", n, what, w)
	case rec.Kind == sim.Learned:
		return fmt.Sprintf("#%d: router notes %s for W%d", n, what, w)
	case rec.Kind == sim.Forgotten && events:
		return fmt.Sprintf("index forgets %s of W%d", what, w)
	case rec.Kind == sim.Forgotten:
		return fmt.Sprintf("router drops %s of W%d", what, w)
	case rec.Kind == sim.Expired:
		return fmt.Sprintf("belief in %s of W%d expires", what, w)
	case rec.Kind == sim.Lost:
		return fmt.Sprintf("event of W%d lost, %s", w, what)
	}
	return fmt.Sprintf("event of W%d matches none, %s", w, what)
}

// cellWords say what a cell of a bar stands for.
func cellWords(ns int64) string {
	const ms, us = 1_000_000, 1_000
	switch {
	case ns >= 1000*ms:
		return fmt.Sprintf("1 cell = %s s", thousands(int(ns/(1000*ms))))
	case ns >= ms:
		return fmt.Sprintf("1 cell = %d ms", ns/ms)
	}
	return fmt.Sprintf("1 cell = %s µs", ui.Decimal(float64(ns)/us, 1))
}

// timedForms says what became of a request, the longest way first.
func (s *Session) timedForms(request int) []string {
	t := s.timesAt(request)
	switch {
	case t == nil:
		return []string{"to come"}
	case t.Done >= 0 && t.Cause != sim.Served:
		return []string{lossWords(t.Cause), shortLoss(t.Cause), "lost"}
	case t.Done < 0:
		word := phaseLooks()[s.phaseOf(request)].word
		return []string{word + ", " + msOf(s.now()-t.Arrived) + " so far", word}
	}
	ttft := "TTFT " + msOf(t.TTFT())
	forms := []string{ttft}
	if ns, ok := t.ITL(); ok {
		forms = append([]string{ttft + " · ITL " + ui.Ms(ns/1e6)}, forms...)
	}
	if t.Preempted > 0 {
		forms = append([]string{forms[0] + " · " + preemptedWords(t.Preempted)}, forms...)
	}
	hit := fmt.Sprintf(" · %s of %s tok cached", thousands(int(t.Cached)), thousands(int(t.Prompt)))
	return append([]string{forms[0] + hit}, forms...)
}

func preemptedWords(times int32) string {
	if times == 1 {
		return "preempted"
	}
	return fmt.Sprintf("preempted %dx", times)
}

// figuresWords are the figures so far, each with its shorter ways.
func figuresWords(f soFar, ok bool) (ttft, rest []string) {
	if !ok {
		return []string{"no request is over yet", "none over yet"}, []string{""}
	}
	times, others := timesOf(f), restOf(f)
	t50, t99 := times[0].value, times[1].value
	itl := "ITL p50 " + others[0].value
	ttft = []string{
		fmt.Sprintf("TTFT p50 %s p99 %s, transfer included · %s", t50, t99, itl),
		fmt.Sprintf("TTFT p50 %s p99 %s (transfer in) · %s", t50, t99, itl),
		fmt.Sprintf("TTFT p50 %s p99 %s", t50, t99),
	}
	rate, hit := ui.Decimal(f.RequestsPerS, 2)+" requests/s", "token hit rate "+ui.Percent(f.hit)
	lost := fmt.Sprintf("%s preempted · %s lost", thousands(int(f.Preempted)), thousands(int(f.Lost)))
	return ttft, []string{rate + " · " + hit + " · " + lost, rate + " · " + lost, lost}
}

// downWords says that a worker is down.
func (s *Session) downWords(w int) []string {
	k, ok := s.run.clock.killed(w, s.Step())
	if !ok {
		return []string{"down"}
	}
	limit := ui.Decimal(s.run.st.Clock.Host.LimitMiB, 0)
	return []string{
		fmt.Sprintf("down until %s s: host memory over its limit of %s MiB", seconds(k.until), limit),
		fmt.Sprintf("down until %s s: host memory limit", seconds(k.until)),
		fmt.Sprintf("down until %s s", seconds(k.until)),
	}
}
