package route

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kvtui/core/block"
	"kvtui/core/pyrand"
)

// table is a View that says what a test wants: each worker's overlap with the
// request and what it was sent.
type table struct{ overlap, sent []int }

func (v table) Workers() int                     { return len(v.sent) }
func (v table) Sent(w int) int                   { return v.sent[w] }
func (v table) Overlap(w int, _ block.Chain) int { return v.overlap[w] }

// Deepest gives the workers from the last to the first: a strategy must not
// count on an order.
func (v table) Deepest(block.Chain) (int, []int32) {
	depth := slices.Max(v.overlap)
	if depth == 0 {
		return 0, nil
	}
	var who []int32
	for w := len(v.sent) - 1; w >= 0; w-- {
		if v.overlap[w] == depth {
			who = append(who, int32(w))
		}
	}
	return depth, who
}

func (v table) Fewest() (int, bool) {
	least := slices.Min(v.sent)
	w := slices.Index(v.sent, least)
	return w, slices.Contains(v.sent[w+1:], least)
}

func (v table) Ahead(int) int64             { return 0 }
func (v table) Blocks(int, block.Chain) int { return 0 }

func (v table) Overlaps(_ block.Chain, dst []int32) {
	for w := range dst {
		dst[w] = int32(v.overlap[w])
	}
}

func (v table) Total() int {
	n := 0
	for _, s := range v.sent {
		n += s
	}
	return n
}

func (v table) Most() int { return slices.Max(v.sent) }

// TestMostOverlapExplained holds choice, rule, margin and ties on tables made
// by hand.
func TestMostOverlapExplained(t *testing.T) {
	for _, c := range []struct {
		name   string
		v      table
		worker int
		rule   Rule
		margin float64
		ties   int
	}{
		{"one worker", table{[]int{3}, []int{9}}, 0, OnlyWorker, 0, 1},
		{"overlap decides against load", table{[]int{2, 6, 0}, []int{0, 9, 0}}, 1, MostOverlap, 4, 3},
		{"overlap by one over two", table{[]int{5, 6, 5}, []int{0, 9, 0}}, 1, MostOverlap, 1, 3},
		{"nobody holds anything: load decides", table{[]int{0, 0, 0}, []int{4, 1, 3}}, 1, FewestRequests, 2, 3},
		{"nobody holds anything, equal load", table{[]int{0, 0, 0}, []int{4, 1, 1}}, 1, LowestNumber, 0, 2},
		{"two hold most: load decides", table{[]int{7, 0, 7}, []int{4, 0, 3}}, 2, FewestRequests, 1, 2},
		{"two hold most, equal load", table{[]int{0, 7, 7}, []int{0, 3, 3}}, 1, LowestNumber, 0, 2},
		{"the third of three is behind", table{[]int{7, 7, 7}, []int{3, 3, 8}}, 0, LowestNumber, 0, 2},
		{"all hold as much: load decides", table{[]int{7, 7, 7}, []int{5, 9, 3}}, 2, FewestRequests, 2, 3},
	} {
		got := Explain(mostOverlap{}, c.v, Request{}, mostOverlap{}.Choose(c.v, Request{}, nil))
		if got.Worker != c.worker || got.Rule != c.rule || got.Margin != c.margin || got.Ties != c.ties {
			t.Errorf("%s: worker %d rule %d margin %v ties %d, want %d %d %v %d", c.name,
				got.Worker, got.Rule, got.Margin, got.Ties, c.worker, c.rule, c.margin, c.ties)
		}
		for w, s := range got.Scores {
			if s != (Score{Worker: w, Overlap: c.v.overlap[w], Sent: c.v.sent[w]}) {
				t.Errorf("%s: score %d is %+v", c.name, w, s)
			}
		}
	}
}

// TestMostOverlapProperty holds the choice against the lab's one line, and the
// rule, margin and ties against counting.
func TestMostOverlapProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 8).Draw(t, "workers")
		small := rapid.SliceOfN(rapid.IntRange(0, 3), n, n)
		v := table{small.Draw(t, "overlap"), small.Draw(t, "sent")}
		want := 0
		for w := range n {
			if v.overlap[w] > v.overlap[want] || v.overlap[w] == v.overlap[want] && v.sent[w] < v.sent[want] {
				want = w
			}
		}
		d := Explain(mostOverlap{}, v, Request{}, mostOverlap{}.Choose(v, Request{}, nil))
		if d.Worker != want {
			t.Fatalf("%+v: worker %d, want %d", v, d.Worker, want)
		}
		var sameOverlap, sameLoad int
		lessOverlap, moreLoad := -1, -1
		for w := range n {
			switch {
			case v.overlap[w] < v.overlap[want]:
				lessOverlap = max(lessOverlap, v.overlap[w])
			case v.sent[w] == v.sent[want]:
				sameOverlap, sameLoad = sameOverlap+1, sameLoad+1
			default:
				sameOverlap++
				if moreLoad < 0 || v.sent[w] < moreLoad {
					moreLoad = v.sent[w]
				}
			}
		}
		rule, margin, ties := LowestNumber, 0, sameLoad
		switch {
		case n == 1:
			rule, ties = OnlyWorker, 1
		case sameOverlap == 1:
			rule, margin, ties = MostOverlap, v.overlap[want]-lessOverlap, n
		case sameLoad == 1:
			rule, margin, ties = FewestRequests, moreLoad-v.sent[want], sameOverlap
		}
		if d.Rule != rule || d.Margin != float64(margin) || d.Ties != ties {
			t.Fatalf("%+v: rule %d margin %v ties %d, want %d %d %d", v, d.Rule, d.Margin, d.Ties, rule, margin, ties)
		}
		if (rule == MostOverlap || rule == FewestRequests) && margin <= 0 {
			t.Fatalf("%+v: rule %d with margin %d", v, rule, margin)
		}
	})
}

// TestTurnAndDraw holds that round robin follows the request's number, and that
// random draws once a request, with one worker too.
func TestTurnAndDraw(t *testing.T) {
	for _, workers := range []int{1, 3} {
		v := table{make([]int, workers), make([]int, workers)}
		turn, drawn := Turn, Draw
		if workers == 1 {
			turn, drawn = OnlyWorker, OnlyWorker
		}
		rng, same := pyrand.New(7), pyrand.New(7)
		for i := range 20 {
			r := Request{Index: i}
			if got, want := (roundRobin{}).Choose(v, r, nil), (Choice{Worker: i % workers, Rule: turn}); got != want {
				t.Errorf("request %d of %d workers: %+v, want %+v", i, workers, got, want)
			}
			if got, want := (random{}).Choose(v, r, rng), (Choice{Worker: int(same.Randrange(int64(workers))), Rule: drawn}); got != want {
				t.Errorf("request %d of %d workers: %+v, want %+v", i, workers, got, want)
			}
		}
		d := Explain(mostOverlap{}, v, Request{}, Choice{Rule: turn})
		if d.Margin != 0 || d.Ties != workers {
			t.Errorf("%d workers in turn: margin %v ties %d", workers, d.Margin, d.Ties)
		}
	}
}

// TestByName holds that each name of the registry finds its strategy, and that
// the error says what is accepted without letting control characters through.
func TestByName(t *testing.T) {
	for _, s := range Strategies() {
		got, err := ByName(s.Name)
		if err != nil || got.Name != s.Name || got.New(DefaultOptions()) == nil {
			t.Errorf("%s: got %+v, %v", s.Name, got, err)
		}
	}
	_, err := ByName("kv\x1b[31m" + strings.Repeat("x", 500))
	if err == nil || strings.ContainsAny(err.Error(), "\x1b\n") || len(err.Error()) > 200 || !strings.Contains(err.Error(), "rr, random, kv") {
		t.Errorf("error is %q", err)
	}
}

// TestChooseAllocates holds that choosing allocates nothing.
func TestChooseAllocates(t *testing.T) {
	rng := pyrand.New(1)
	loads := &loaded{NewLoads(5), []int32{3, 1}}
	for _, info := range Strategies() {
		s := info.New(DefaultOptions())
		r := Request{Index: 3, Tokens: 40, Block: 16, Chain: block.Chain{{First: 1, N: 2}}, Session: 5}
		if n := testing.AllocsPerRun(100, func() { s.Choose(loads, r, rng); loads.Send(1) }); n > 0.5 { // Loads grow now and then
			t.Errorf("%s: %v allocations, want 0", info.Name, n)
		}
	}
}

type loaded struct {
	*Loads
	deepest []int32
}

func (*loaded) Workers() int                         { return 5 }
func (*loaded) Overlaps(_ block.Chain, dst []int32)  { dst[3] = 1 }
func (*loaded) Overlap(int, block.Chain) int         { return 0 }
func (l *loaded) Deepest(block.Chain) (int, []int32) { return 1, l.deepest }
