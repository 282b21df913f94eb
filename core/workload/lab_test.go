package workload

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kvtui/core/block"
)

// smallLab draws lab arguments in which blocks rarely end where prompts or
// prefixes do.
func smallLab(t *rapid.T) Lab {
	return Lab{
		Prefixes:     rapid.IntRange(0, 4).Draw(t, "prefixes"),
		Reps:         rapid.IntRange(0, 4).Draw(t, "reps"),
		PrefixTokens: rapid.IntRange(0, 20).Draw(t, "plen"),
		TailTokens:   rapid.IntRange(0, 20).Draw(t, "tail"),
		Block:        rapid.IntRange(1, 9).Draw(t, "block"),
	}
}

// TestLabChainsMatchTokens holds the chains, which are made without looking at
// tokens, against the names of the tokens: the same block exactly where the
// same name, over all blocks of all requests.
func TestLabChainsMatchTokens(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lab := smallLab(t)
		set := NewLabSet(lab, rapid.Int64().Draw(t, "seed"))
		if set.Len() != lab.Prefixes*lab.Reps || len(set.Requests) != lab.Len() {
			t.Fatalf("%d requests of %d", set.Len(), lab.Len())
		}
		names := map[block.Prefix]block.Name{}
		prefixes := map[block.Name]block.Prefix{}
		for i, r := range set.Requests {
			tokens := lab.Tokens(i, r.Group)
			if r.Index != i || r.Tokens != len(tokens) || r.Output != 0 {
				t.Fatalf("request %d is %+v with %d tokens", i, r, len(tokens))
			}
			chain := set.Names(i)
			if r.Chain.Len() != len(chain) || len(chain) != len(tokens)/lab.Block {
				t.Fatalf("%+v: %d blocks and %d names for %d tokens", lab, r.Chain.Len(), len(chain), len(tokens))
			}
			for j, n := range chain {
				p := r.Chain.At(j)
				if p == 0 || int(p) >= set.Prefixes {
					t.Fatalf("prefix %d of %d", p, set.Prefixes)
				}
				if other, ok := names[p]; ok && other != n {
					t.Fatalf("%+v: prefix %d has two names", lab, p)
				}
				if other, ok := prefixes[n]; ok && other != p {
					t.Fatalf("%+v: one name for prefixes %d and %d", lab, p, other)
				}
				names[p], prefixes[n] = n, p
			}
		}
	})
}

// TestLabStream holds that a set and its lab give the same requests, and that
// each prefix comes Reps times.
func TestLabStream(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lab, seed := smallLab(t), rapid.Int64().Draw(t, "seed")
		set := NewLabSet(lab, seed)
		a, rng := lab.Open(seed)
		b, same := set.Open(seed)
		times := make([]int, lab.Prefixes)
		for i := range lab.Len() {
			ra, oka := a.Next()
			rb, okb := b.Next()
			if !oka || !okb || ra.Index != rb.Index || ra.Group != rb.Group || block.Shared(ra.Chain, rb.Chain) != rb.Chain.Len() {
				t.Fatalf("request %d is %+v and %+v", i, ra, rb)
			}
			times[ra.Group]++
		}
		if _, ok := a.Next(); ok {
			t.Fatal("the stream goes on")
		}
		for k, n := range times {
			if n != lab.Reps {
				t.Fatalf("prefix %d came %d times of %d", k, n, lab.Reps)
			}
		}
		if rng.Randrange(1<<40) != same.Randrange(1<<40) {
			t.Fatal("strategies would draw other numbers")
		}
	})
}

// TestLabTokens holds the tokens as the lab has them.
func TestLabTokens(t *testing.T) {
	got := Lab{PrefixTokens: 2, TailTokens: 3, Block: 1}.Tokens(7, 5)
	for i, want := range []int64{5000, 5001, 1_000_700, 1_000_701, 1_000_702} {
		if len(got) != 5 || got[i] != want {
			t.Fatalf("tokens are %v", got)
		}
	}
}

// TestReusable holds that the last token is always computed.
func TestReusable(t *testing.T) {
	for _, c := range []struct{ tokens, size, want int }{
		{0, 16, 0}, {1, 16, 0}, {15, 16, 0}, {16, 16, 0}, {17, 16, 1}, {112, 16, 6}, {113, 16, 7}, {3, 1, 2},
	} {
		if got := (Request{Tokens: c.tokens}).Reusable(c.size); got != c.want {
			t.Errorf("%d tokens in blocks of %d: %d, want %d", c.tokens, c.size, got, c.want)
		}
	}
}

// TestLabValidate holds the limits: the last accepted value, the first that is
// not, and that the error names argument and range.
func TestLabValidate(t *testing.T) {
	base := DefaultLab()
	with := func(f func(*Lab)) Lab {
		l := base
		f(&l)
		return l
	}
	for _, c := range []struct {
		name, arg, accepted string
		lab                 Lab
	}{
		{"defaults", "", "", base},
		{"no prefixes", "", "", with(func(l *Lab) { l.Prefixes = 0 })},
		{"no repeats", "", "", with(func(l *Lab) { l.Reps = 0 })},
		{"empty prompts", "", "", with(func(l *Lab) { l.PrefixTokens, l.TailTokens = 0, 0 })},
		{"most requests", "", "", with(func(l *Lab) { l.Prefixes, l.Reps = 1, MaxRequests })},
		{"longest prompt", "", "", with(func(l *Lab) { l.PrefixTokens, l.TailTokens = MaxPromptTokens-1, 1 })},
		{"prefixes", "prefixes", "0 to 10000000", with(func(l *Lab) { l.Prefixes = -1 })},
		{"reps", "reps", "0 to 10000000", with(func(l *Lab) { l.Reps = MaxRequests + 1 })},
		{"plen", "plen", "0 to 1000000", with(func(l *Lab) { l.PrefixTokens = -1 })},
		{"tail", "tail", "0 to 1000000", with(func(l *Lab) { l.TailTokens = MaxPromptTokens + 1 })},
		{"block 0", "block", "1 to 1000000", with(func(l *Lab) { l.Block = 0 })},
		{"requests", "prefixes x reps", "up to 10000000", with(func(l *Lab) { l.Prefixes, l.Reps = 5_000_001, 2 })},
		{"both at their limit", "prefixes x reps", "up to 10000000", with(func(l *Lab) { l.Prefixes, l.Reps = MaxRequests, MaxRequests })},
		{"prompt", "plen + tail", "up to 1000000", with(func(l *Lab) { l.PrefixTokens, l.TailTokens = MaxPromptTokens, 1 })},
		{"blocks", "prefixes, reps, plen and tail", "up to 4294967295", Lab{Prefixes: 10_000, Reps: 1000, TailTokens: 1_000_000, Block: 1}},
	} {
		err := c.lab.Validate()
		var arg *ArgError
		switch {
		case c.arg == "" && err == nil:
		case c.arg == "" || !errors.As(err, &arg) || arg.Arg != c.arg:
			t.Errorf("%s: error is %v, want one on %q", c.name, err, c.arg)
		case !strings.Contains(err.Error(), c.accepted) || !strings.HasPrefix(err.Error(), c.arg+": "):
			t.Errorf("%s: error is %q, want it to say %q", c.name, err, c.accepted)
		}
	}
}
