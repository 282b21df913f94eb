package route

import (
	"testing"

	"pgregory.net/rapid"

	"kvtui/core/block"
)

// group is a request whose first block is p.
func group(p int) Request {
	r := prompt(1, 0)
	r.Chain[0].First = block.Prefix(p)
	return r
}

// TestRingSpreads holds that each worker owns about its share of the keys, and
// that one worker more takes keys from the others but moves none among them.
func TestRingSpreads(t *testing.T) {
	const keys, workers = 40_000, 8
	small, large := ring{replicas: 256}, ring{replicas: 256}
	counts, moved := make([]int, workers), 0
	for k := range keys {
		key := hash(hashPrefix, uint64(k), 0)
		w := small.worker(small.first(workers, key))
		counts[w]++
		switch x := large.worker(large.first(workers+1, key)); {
		case x == workers:
			moved++
		case x != w:
			t.Fatalf("key %d went from worker %d to %d", k, w, x)
		}
	}
	for w, n := range counts {
		if n < keys/workers*3/4 || n > keys/workers*5/4 {
			t.Errorf("worker %d owns %d of %d keys: %v", w, n, keys, counts)
		}
	}
	if want := keys / (workers + 1); moved < want*3/4 || moved > want*5/4 {
		t.Errorf("%d keys moved, want about %d", moved, want)
	}
}

// TestHashFixed holds places against fixed ones: runs must be the same
// everywhere and in later versions.
func TestHashFixed(t *testing.T) {
	if a, b := hash(hashPlace, 1, 2), hash(hashSession, 1, 2); a != 0xa7b68a4afaaaa240 || b != 0x411cac53ac181d1a {
		t.Errorf("hashes are %#x and %#x", a, b)
	}
	g := ring{replicas: 3}
	at := g.first(2, ^uint64(0))
	if at != 0 || g.worker(at) != g.worker(at+len(g.points)) {
		t.Errorf("the ring does not go round: place %d of %d", at, len(g.points))
	}
}

// TestPrefixHash walks the ring by hand: the bound is 1.25 * (total + 1) /
// workers, this request included.
func TestPrefixHash(t *testing.T) {
	s := newPrefixHash(DefaultOptions())
	r := group(7)
	at := s.ring.first(4, hash(hashPrefix, 7, 0))
	order := []int{s.ring.worker(at)} // the workers in the order of the ring
	for i := at; len(order) < 4; i++ {
		w, seen := s.ring.worker(i), false
		for _, o := range order {
			seen = seen || o == w
		}
		if !seen {
			order = append(order, w)
		}
	}
	by := func(sent ...int) fleet { // loads in the order of the ring
		v := loads(0, 0, 0, 0)
		for i, n := range sent {
			v.sent[order[i]] = n
		}
		return v
	}
	for name, c := range map[string]struct {
		v    fleet
		r    Request
		want expect
	}{
		"no request yet":           {by(0, 0, 0, 0), r, expect{order[0], RingOver, 0, 4}},
		"fewer requests than fit":  {by(1, 0, 0, 0), r, expect{order[0], RingOver, 0, 4}},
		"at the bound":             {by(9, 9, 8, 5), r, expect{order[0], RingFirst, 0, 4}}, // 10 of 1.25 * 32 / 4
		"one over":                 {by(10, 9, 7, 5), r, expect{order[1], RingWalk, 1, 4}},
		"two over":                 {by(12, 10, 5, 4), r, expect{order[2], RingWalk, 3, 4}},
		"only the last is under":   {by(11, 10, 10, 0), r, expect{order[3], RingWalk, 2, 4}},
		"room":                     {by(0, 9, 12, 10), r, expect{order[0], RingFirst, 9, 4}},
		"no whole block":           {by(3, 1, 2, 4), prompt(0, 5), expect{order[1], NoKey, 1, 4}},
		"no whole block, tied":     {by(3, 1, 1, 4), prompt(0, 5), expect{min(order[1], order[2]), NoKey, 0, 2}},
		"blocks after 256 tokens":  {by(0, 9, 12, 10), Request{Block: 512, Tokens: 1024, Chain: block.Chain{{First: 7, N: 1}, {First: 90, N: 1}}}, expect{order[0], RingFirst, 9, 4}},
		"blocks before 256 tokens": {by(0, 9, 12, 10), Request{Block: 128, Tokens: 384, Chain: block.Chain{{First: 3, N: 1}, {First: 7, N: 1}, {First: 90, N: 1}}}, expect{order[0], RingFirst, 9, 4}},
	} {
		c.want.check(t, name, explained(s, c.v, c.r, 1))
	}
	expect{0, OnlyWorker, 0, 1}.check(t, "one worker", explained(newPrefixHash(DefaultOptions()), loads(5), r, 1))
}

// TestPrefixHashBound holds that nobody goes over the bound while somebody is
// under it, and that the first on the ring is left only for that.
func TestPrefixHashBound(t *testing.T) {
	s := newPrefixHash(DefaultOptions())
	rapid.Check(t, func(t *rapid.T) {
		v := drawFleet(t)
		p := rapid.IntRange(1, 50).Draw(t, "prefix")
		c := s.Choose(v, group(p), nil)
		if len(v.sent) == 1 {
			return
		}
		first := s.ring.worker(s.ring.first(len(v.sent), hash(hashPrefix, uint64(p), 0)))
		least, _ := v.Fewest()
		fits := func(w int) bool { return 4*len(v.sent)*(v.sent[w]+1) <= 5*(v.Total()+1) }
		want := RingWalk
		switch {
		case fits(first):
			want = RingFirst
		case !fits(least):
			want = RingOver
		}
		if c.Rule != want || c.Rule != RingOver && !fits(c.Worker) || c.Rule != RingWalk && c.Worker != first || c.Rule == RingWalk && c.Other != first {
			t.Fatalf("%+v of %v, first is %d", c, v.sent, first)
		}
	})
}

// TestSession holds that one key goes to one worker whatever the loads, and that a
// request without one goes by load.
func TestSession(t *testing.T) {
	s := newSession(DefaultOptions())
	even, odd := loads(0, 0, 0, 0, 0), loads(9, 1, 5, 1, 7)
	of := func(session int) Request { return Request{Session: session} }
	counts := map[int]int{}
	for i := range 500 {
		d := explained(s, even, of(i), 1)
		expect{d.Worker, RingFirst, 0, 5}.check(t, "session", d)
		if again := explained(s, odd, of(i), 2); again.Choice != d.Choice {
			t.Fatalf("session %d: %+v, then %+v", i, d.Choice, again.Choice)
		}
		counts[d.Worker]++
	}
	for w := range 5 {
		if counts[w] < 50 || counts[w] > 150 {
			t.Errorf("of 500 sessions worker %d has %d: %v", w, counts[w], counts)
		}
	}
	expect{1, NoKey, 0, 2}.check(t, "no session", explained(s, odd, of(-1), 1))
	expect{1, NoKey, 3, 3}.check(t, "no session, one has fewest", explained(s, loads(4, 1, 7), of(-1), 1))
	expect{0, OnlyWorker, 0, 1}.check(t, "one worker", explained(newSession(DefaultOptions()), loads(4), of(2), 1))
}
