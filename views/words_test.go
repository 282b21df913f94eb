package views

import (
	"strings"
	"testing"

	"kvtui/core/route"
	"kvtui/core/scenario"
	"kvtui/core/sim"
	"kvtui/ui"
	"kvtui/views/state"
)

// decision makes the terms of workers 0, 1, … from pairs of overlap and sent.
func decision(rule route.Rule, worker int, margin float64, ties int, terms ...[2]int) route.Decision {
	d := route.Decision{Choice: route.Choice{Worker: worker, Rule: rule}, Margin: margin, Ties: ties}
	for w, t := range terms {
		d.Scores = append(d.Scores, route.Score{Worker: w, Overlap: t[0], Sent: t[1]})
	}
	return d
}

func TestWhyWords(t *testing.T) {
	for _, c := range []struct {
		d    route.Decision
		want string
	}{
		{decision(route.OnlyWorker, 0, 0, 1, [2]int{3, 4}), "W0: the only worker"},
		{decision(route.Turn, 1, 0, 2, [2]int{}, [2]int{}), "W1: its turn (request 14 over 2 workers); caches are not asked"},
		{decision(route.Draw, 0, 0, 2, [2]int{}, [2]int{}), "W0: drawn at random from the seed; caches are not asked"},
		{
			decision(route.MostOverlap, 0, 6, 1, [2]int{6, 7}, [2]int{0, 6}),
			"W0: most overlap, 6 against 0 blocks (load not asked: W0 7 sent, W1 6)",
		},
		{
			decision(route.MostOverlap, 1, 1, 1, [2]int{1, 0}, [2]int{2, 90}),
			"W1: most overlap, 2 against 1 block (load not asked: W1 90 sent, W0 0)",
		},
		{
			decision(route.MostOverlap, 2, 4, 1, [2]int{1, 0}, [2]int{2, 9}, [2]int{6, 5}),
			"W2: most overlap, 6 against 2 blocks (load not asked)",
		},
		{
			decision(route.FewestRequests, 1, 1, 2, [2]int{0, 7}, [2]int{0, 6}),
			"W1: all overlaps equal (0); fewest requests, 6 against 7",
		},
		{
			decision(route.FewestRequests, 2, 3, 2, [2]int{1, 0}, [2]int{4, 9}, [2]int{4, 6}),
			"W2: 2 tie at 4 blocks; fewest requests, 6 against 9",
		},
		{
			decision(route.LowestNumber, 0, 0, 2, [2]int{0, 0}, [2]int{0, 0}),
			"W0: all overlaps equal (0) and 0 requests sent; lowest number of the 2",
		},
		{
			decision(route.LowestNumber, 1, 0, 2, [2]int{0, 0}, [2]int{1, 1}, [2]int{1, 1}),
			"W1: 2 tie at 1 block and 1 request sent; lowest number of the 2",
		},
	} {
		if got := whyWords(c.d, 13); got != c.want {
			t.Errorf("%+v\n got %q\nwant %q", c.d, got, c.want)
		}
	}
}

// TestEveryRuleHasWords: no decision leaves the line empty.
func TestEveryRuleHasWords(t *testing.T) {
	for r := route.OnlyWorker; r <= route.LowestNumber; r++ {
		if whyWords(decision(r, 0, 1, 1, [2]int{1, 1}, [2]int{0, 2}), 0) == "" {
			t.Errorf("rule %d has no words", r)
		}
	}
}

// TestEveryStepHasWords: no step leaves its line empty.
func TestEveryStepHasWords(t *testing.T) {
	s := newSession(t, state.Default(""), nil)
	for k := sim.Routed; k <= sim.Done; k++ {
		words := s.stepWords(sim.Record{Kind: k, To: 3, Tokens: 48})
		if words == "" || ui.Width(shortStep(words)) > 40 {
			t.Errorf("kind %d: %q, in short %q", k, words, shortStep(words))
		}
	}
}

// TestWhyIsTrue checks the terms in the sentence of every decision against
// what the router knew.
func TestWhyIsTrue(t *testing.T) {
	for _, workers := range []int{2, 3} {
		for _, mode := range []scenario.Mode{kv, {Strategy: "kv", Knowledge: scenario.Events}, {Strategy: "kv", Knowledge: scenario.Silent}} {
			s := newSession(t, lab(mode, workers, 0), nil)
			for i := range s.run.requests {
				d := s.run.decision(i)
				st := s.run.line.Seek(s.run.line.Start(i))
				for w, score := range d.Scores {
					known := 0
					for c := s.Set().Requests[i].Chain; known < c.Len(); known++ {
						if _, ok := st.Holds(w, c.At(known)); !ok {
							break
						}
					}
					if score.Overlap != known || score.Sent != st.Workers[w].Sent {
						t.Errorf("%s, request %d, W%d: %+v, want overlap %d and %d sent", modeName(mode), i+1, w, score, known, st.Workers[w].Sent)
					}
				}
			}
		}
	}
}

// warned returns the requests at whose end a text is on the screen.
func warned(t *testing.T, u *stand, text string) (requests []int) {
	t.Helper()
	for i := range u.s.run.requests {
		u.jumpTo(u.s.run.line.End(i))
		if strings.Contains(flat(u), text) {
			requests = append(requests, i)
		}
	}
	return requests
}

// TestSilentWarning: as soon as anything was stored, the screen says that the
// router hears of nothing, at every size; under events it never does.
func TestSilentWarning(t *testing.T) {
	silent := scenario.Mode{Strategy: "kv", Knowledge: scenario.Silent}
	for size, text := range map[[2]int]string{
		{80, 24}:  "routing by load only: workers publish nothing",
		{200, 60}: "routing by load only: workers publish nothing (events are overdue, none ever came)",
		{40, 12}:  "! workers publish nothing: load only",
	} {
		s := newSession(t, lab(silent, 2, 0), nil)
		u := before(t, s, look("dark", false), size[0], size[1])
		if got := warned(t, u, text); len(got) != 72 {
			t.Errorf("%v: warned at %d of 72 requests", size, len(got))
		}
		u.jumpTo(1)
		u.SeeNot("publish nothing")
	}
	for _, m := range []scenario.Mode{kv, {Strategy: "kv", Knowledge: scenario.Events}, {Strategy: "rr"}, {Strategy: "random"}} {
		s := newSession(t, lab(m, 2, 0), nil)
		if got := warned(t, before(t, s, look("dark", false), 80, 24), "publish nothing"); got != nil {
			t.Errorf("%s: warned at %v", modeName(m), got)
		}
	}
}

func TestNoFullBlockWarning(t *testing.T) {
	st := state.Default("")
	st.Lab.PrefixTokens, st.Lab.TailTokens = 9, 6
	for size, text := range map[[2]int]string{
		{80, 24}:  "no full block: a prompt of 15 tokens has none of 16 tokens, so nothing can be reused",
		{120, 36}: "no full block: a prompt of 15 tokens has none of 16 tokens, so nothing can be reused",
	} {
		u := before(t, newSession(t, st, nil), look("dark", false), size[0], size[1])
		if size[0] == 80 {
			text = "no full block of 16 tokens in 15 tokens: nothing can be reused"
		}
		u.jumpTo(u.s.run.line.End(3))
		u.See("! no full block")
		if !strings.Contains(flat(u), text) {
			t.Errorf("%v: %q is not on the screen:\n%s", size, text, u.Screen())
		}
	}
	if got := warned(t, open(t, lab(kv, 2, 0), nil), "no full block"); got != nil {
		t.Errorf("the lab's prompts have blocks, but requests %v warn", got)
	}
}

// flat is the router's room as one line.
func flat(u *stand) string {
	r := u.v.at.router
	var b strings.Builder
	for y, l := range strings.Split(u.Screen(), "\n") {
		if row := []rune(l); y >= r.Y && y < r.Y+r.H && len(row) > r.X+2 {
			b.WriteString(string(row[r.X+1:min(len(row), r.X+r.W-1)]) + " ")
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// TestCommonPrefixWarning: where every prompt starts alike, overlap alone
// herds; not with one worker, not without overlap.
func TestCommonPrefixWarning(t *testing.T) {
	st, set := trace(t)
	st.Workers = 4
	const text = "every prompt shares its first block: overlap"
	at := func(change func(*scenario.Scenario)) bool {
		now := st
		change(&now.Scenario)
		s := newSession(t, now, set)
		u := before(t, s, look("dark", false), 120, 36)
		u.jumpTo(s.run.line.End(7))
		return strings.Contains(flat(u), text)
	}
	if !at(func(*scenario.Scenario) {}) {
		t.Error("no warning though every prompt starts alike")
	}
	for what, change := range map[string]func(*scenario.Scenario){
		"one worker":  func(sc *scenario.Scenario) { sc.Workers = 1 },
		"round robin": func(sc *scenario.Scenario) { sc.Strategy = "rr" },
		"silence":     func(sc *scenario.Scenario) { sc.Knowledge = scenario.Silent },
	} {
		if at(change) {
			t.Errorf("%s: warned of herds", what)
		}
	}
}

// TestLostBeliefWarning: with caches that are too small the approximate index
// promises blocks that are gone. The screen says so once reuse is known, and
// only then.
func TestLostBeliefWarning(t *testing.T) {
	st := lab(kv, 2, 0)
	st.Capacity = 20
	u := open(t, st, nil)
	s, lost := u.s, 0
	for i, rec := range s.run.line.Recording().Records {
		u.jumpTo(i + 1)
		d, req := s.run.decision(int(rec.Req)), s.Set().Requests[rec.Req]
		o := s.outcome(int(rec.Req))
		want := o.tokens > 0 && o.reused < min(d.Scores[d.Worker].Overlap, req.Reusable(16))
		if got := strings.Contains(flat(u), "no longer holds what the router believed"); got != want {
			t.Errorf("step %d: warned %v, want %v", i+1, got, want)
		}
		if want {
			lost++
		}
	}
	if lost == 0 {
		t.Error("no belief was ever lost: nothing was tested")
	}
	if got := warned(t, open(t, lab(kv, 2, 0), nil), "no longer holds"); got != nil {
		t.Errorf("caches without a limit, but requests %v warn", got)
	}
}
