package workload

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kvtui/core/block"
)

// drawGenerator draws a small generator whose blocks rarely end where its
// parts do.
func drawGenerator(t *rapid.T) Generator {
	few := func(name string) int { return rapid.IntRange(0, 20).Draw(t, name) }
	size := rapid.IntRange(1, 9).Draw(t, "block")
	shared := SharedPrefix{
		Requests: few("requests"), Groups: 1 + few("groups"), Zipf: rapid.Float64Range(0, 3).Draw(t, "zipf"),
		PrefixTokens: few("plen"), TailTokens: few("tail"), OutputTokens: few("output"), Block: size,
	}
	switch rapid.IntRange(0, 3).Draw(t, "kind") {
	case 0:
		return smallLab(t)
	case 1:
		return shared
	case 2:
		return CommonPrefix{few("system"), shared}
	}
	return Chats{
		Sessions: rapid.IntRange(0, 6).Draw(t, "sessions"), Turns: rapid.IntRange(1, 5).Draw(t, "turns"), SystemTokens: few("system"),
		TurnTokens: few("turn"), OutputTokens: few("output"), Active: rapid.IntRange(1, 8).Draw(t, "active"), Block: size,
	}
}

// model names every token of a request's prompt by what it belongs to.
func model(g Generator, r Request) []string {
	var out []string
	add := func(n int, format string, args ...any) {
		for j := range n {
			out = append(out, fmt.Sprintf(format, args...)+fmt.Sprint(" ", j))
		}
	}
	switch g := g.(type) {
	case SharedPrefix:
		add(g.PrefixTokens, "group %d", r.Group)
		add(g.TailTokens, "request %d", r.Index)
	case CommonPrefix:
		add(g.SystemTokens, "system")
		add(g.PrefixTokens, "group %d", r.Group)
		add(g.TailTokens, "request %d", r.Index)
	case Chats:
		add(g.SystemTokens, "system")
		for turn := range r.Turn {
			add(g.TurnTokens+g.OutputTokens, "session %d turn %d", r.Session, turn)
		}
		add(g.TurnTokens, "session %d turn %d", r.Session, r.Turn)
	case Lab:
		add(g.PrefixTokens, "group %d", r.Group)
		add(g.TailTokens, "request %d", r.Index)
	}
	return out
}

// TestGeneratorChains holds the chains, made from numbers alone, against the
// tokens of the prompts: two prompts share as many blocks as their tokens are
// alike in whole ones.
func TestGeneratorChains(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGenerator(t)
		if err := g.Validate(); err != nil {
			t.Fatalf("%+v: %v", g, err)
		}
		set := Collect(g, rapid.Int64().Draw(t, "seed"))
		if set.Len() != g.Len() || set.Size != g.BlockSize() || set.Traced || set.Name != g.Name() {
			t.Fatalf("%+v gave %d requests", g, set.Len())
		}
		prompts := make([][]string, set.Len())
		for i, r := range set.Requests {
			prompts[i] = model(g, r)
			if r.Index != i || r.Tokens != len(prompts[i]) || r.Chain.Len() != r.Tokens/set.Size || r.Group >= set.Groups {
				t.Fatalf("%+v: request %d is %+v with %d tokens", g, i, r, len(prompts[i]))
			}
			for j := range r.Chain.Len() {
				if p := r.Chain.At(j); p == 0 || int(p) >= set.Prefixes {
					t.Fatalf("%+v: prefix %d of %d", g, p, set.Prefixes)
				}
			}
			if set.Shared(i) > r.Chain.Len() {
				t.Fatalf("%+v: request %d shares %d of %d blocks", g, i, set.Shared(i), r.Chain.Len())
			}
			for j := range i {
				alike := 0
				for alike < min(len(prompts[i]), len(prompts[j])) && prompts[i][alike] == prompts[j][alike] {
					alike++
				}
				if lost := r.Group < 0 || set.Requests[j].Group < 0; lost {
					continue // the model does not know their groups
				}
				got := block.Shared(r.Chain, set.Requests[j].Chain)
				if got != alike/set.Size {
					t.Fatalf("%+v: requests %d and %d share %d blocks and %d tokens", g, i, j, got, alike)
				}
				if r.Group == set.Requests[j].Group && got < min(set.Shared(i), set.Shared(j)) {
					t.Fatalf("%+v: requests %d and %d of a group share %d blocks", g, i, j, got)
				}
			}
		}
	})
}

// TestGeneratorSeeds holds that a seed gives the same stream again, as a set
// and request by request, that another gives another order, and that what a
// strategy draws does not depend on the stream.
func TestGeneratorSeeds(t *testing.T) {
	for _, g := range []Generator{DefaultSharedPrefix(), DefaultCommonPrefix(), DefaultChats()} {
		one, again, other := Collect(g, 7), Collect(g, 7), Collect(g, 8)
		if fmt.Sprint(one.Requests) != fmt.Sprint(again.Requests) {
			t.Errorf("%s: two streams of one seed differ", g.Name())
		}
		same := 0
		for i, r := range one.Requests {
			if r.Group == other.Requests[i].Group {
				same++
			}
		}
		if same > one.Len()/2 {
			t.Errorf("%s: two seeds agree in %d of %d groups", g.Name(), same, one.Len())
		}
		a, rng := g.Open(7)
		b, kept := one.Open(7)
		for i := range one.Len() {
			ra, oka := a.Next()
			rb, okb := b.Next()
			if !oka || !okb || fmt.Sprint(ra) != fmt.Sprint(rb) {
				t.Fatalf("%s: request %d is %+v and %+v", g.Name(), i, ra, rb)
			}
		}
		if _, ok := a.Next(); ok || rng.Bits(32) != kept.Bits(32) {
			t.Errorf("%s: the stream goes on, or strategies draw other numbers", g.Name())
		}
	}
}

// TestZipf holds that groups come as often as their rank says, within four
// standard deviations of a binomial count.
func TestZipf(t *testing.T) {
	for _, exponent := range []float64{0, 0.7, 1, 2} {
		g := SharedPrefix{Requests: 200_000, Groups: 50, Zipf: exponent, PrefixTokens: 16, Block: 16}
		counts := make([]float64, g.Groups)
		for _, r := range Collect(g, 5).Requests {
			counts[r.Group]++
		}
		sum := 0.0
		for k := range counts {
			sum += math.Pow(float64(k+1), -exponent)
		}
		for k, n := range counts {
			p := math.Pow(float64(k+1), -exponent) / sum
			mean := p * float64(g.Requests)
			if math.Abs(n-mean) > 4*math.Sqrt(mean*(1-p)) {
				t.Errorf("exponent %v: group %d came %v times, expected about %.0f", exponent, k, n, mean)
			}
		}
	}
}

// TestChatsInterleave holds that turns come in order, that as many
// conversations are under way as were asked for, and that they take turns.
func TestChatsInterleave(t *testing.T) {
	c := DefaultChats()
	next := map[int]int{}
	under, most, switches, last := 0, 0, 0, -1
	for _, r := range Collect(c, 2).Requests {
		if r.Turn != next[r.Session] || r.Group != r.Session || r.Tokens != 512+128*(r.Turn+1)+256*r.Turn || r.Output != 256 {
			t.Fatalf("got %+v", r)
		}
		if r.Session != last {
			switches++
		}
		last = r.Session
		if next[r.Session]++; r.Turn == 0 {
			under++
		}
		most = max(most, under)
		if next[r.Session] == c.Turns {
			under--
		}
	}
	if len(next) != c.Sessions || under != 0 || most > c.Active || most < c.Active-2 || switches < c.Len()*8/10 {
		t.Errorf("%d sessions, at most %d under way, %d switches", len(next), most, switches)
	}
	c.Active = 1
	var order []int
	for _, r := range Collect(c, 2).Requests {
		order = append(order, r.Session)
	}
	if !slices.IsSorted(order) {
		t.Error("one conversation at a time, but they are interleaved")
	}
}

// TestCommonPrefix holds the trap: every request starts with the same blocks.
func TestCommonPrefix(t *testing.T) {
	s := Collect(DefaultCommonPrefix(), 1)
	if s.Common != 128 || s.Shared(0) != 160 || s.Requests[0].Chain.Len() != 168 || s.Groups != 64 {
		t.Errorf("%d blocks are common, %d of a group, of %d", s.Common, s.Shared(0), s.Requests[0].Chain.Len())
	}
	if s = Collect(DefaultSharedPrefix(), 1); s.Common != 0 || s.Shared(0) != 128 {
		t.Errorf("%d blocks are common without a system prompt", s.Common)
	}
}

// TestNoGroup holds that a request without a whole block that its group shares
// is of no group.
func TestNoGroup(t *testing.T) {
	for _, c := range []struct {
		g      Generator
		groups bool
	}{
		{SharedPrefix{Requests: 9, Groups: 3, PrefixTokens: 15, TailTokens: 9, Block: 16}, false},
		{SharedPrefix{Requests: 9, Groups: 3, PrefixTokens: 16, Block: 16}, true},
		{CommonPrefix{20, SharedPrefix{Requests: 9, Groups: 3, PrefixTokens: 11, TailTokens: 9, Block: 16}}, false},
		{CommonPrefix{20, SharedPrefix{Requests: 9, Groups: 3, PrefixTokens: 12, Block: 16}}, true},
		{Chats{Sessions: 9, Turns: 1, SystemTokens: 20, TurnTokens: 11, Active: 1, Block: 16}, false},
		{Chats{Sessions: 9, Turns: 1, SystemTokens: 20, TurnTokens: 12, Active: 1, Block: 16}, true},
	} {
		for _, r := range Collect(c.g, 1).Requests {
			if r.Group >= 0 != c.groups {
				t.Errorf("%+v: %+v", c.g, r)
			}
		}
	}
}

// TestDerived holds that streams for two purposes, or of two seeds, differ.
func TestDerived(t *testing.T) {
	a := derived(1, "a").Bits(64)
	if b := derived(1, "b").Bits(64); b == a {
		t.Error("two purposes draw the same numbers")
	}
	if b := derived(-1, "a").Bits(64); b == a {
		t.Error("two seeds draw the same numbers")
	}
}

// TestGeneratorLimits holds the limits, and that errors name the argument and
// what is accepted.
func TestGeneratorLimits(t *testing.T) {
	shared := func(f func(*SharedPrefix)) Generator {
		g := DefaultSharedPrefix()
		f(&g)
		return g
	}
	chats := func(f func(*Chats)) Generator {
		g := DefaultChats()
		f(&g)
		return g
	}
	for _, c := range []struct {
		arg string
		g   Generator
	}{
		{"", DefaultSharedPrefix()},
		{"", DefaultCommonPrefix()},
		{"", DefaultChats()},
		{"", shared(func(g *SharedPrefix) { g.Requests = 0 })},
		{"", shared(func(g *SharedPrefix) { g.Requests, g.Groups, g.TailTokens = MaxRequests, MaxGroups, 0 })},
		{"requests", shared(func(g *SharedPrefix) { g.Requests = -1 })},
		{"groups", shared(func(g *SharedPrefix) { g.Groups = 0 })},
		{"groups", shared(func(g *SharedPrefix) { g.Groups = MaxGroups + 1 })},
		{"zipf", shared(func(g *SharedPrefix) { g.Zipf = math.NaN() })},
		{"zipf", shared(func(g *SharedPrefix) { g.Zipf = -1 })},
		{"zipf", shared(func(g *SharedPrefix) { g.Zipf = math.Inf(1) })},
		{"plen", shared(func(g *SharedPrefix) { g.PrefixTokens = MaxPromptTokens + 1 })},
		{"tail", shared(func(g *SharedPrefix) { g.TailTokens = -1 })},
		{"output", shared(func(g *SharedPrefix) { g.OutputTokens = -1 })},
		{"block", shared(func(g *SharedPrefix) { g.Block = 0 })},
		{"requests, groups, system, plen and tail", shared(func(g *SharedPrefix) { g.PrefixTokens, g.TailTokens = MaxPromptTokens, 1 })},
		{"requests, groups, system, plen and tail", shared(func(g *SharedPrefix) { g.Requests, g.TailTokens, g.Block = MaxRequests, 1000, 1 })},
		{"system", CommonPrefix{-1, DefaultSharedPrefix()}},
		{"sessions", chats(func(g *Chats) { g.Sessions = -1 })},
		{"turns", chats(func(g *Chats) { g.Turns = 0 })},
		{"turn-tokens", chats(func(g *Chats) { g.TurnTokens = -1 })},
		{"active", chats(func(g *Chats) { g.Active = 0 })},
		{"block", chats(func(g *Chats) { g.Block = 0 })},
		{"sessions, turns, system, turn-tokens and output", chats(func(g *Chats) { g.Sessions, g.Turns, g.TurnTokens, g.OutputTokens = MaxRequests, 2, 0, 0 })},
		{"sessions, turns, system, turn-tokens and output", chats(func(g *Chats) { g.Turns = 3000 })},
		{"sessions, turns, system, turn-tokens and output", chats(func(g *Chats) { g.Turns, g.TurnTokens = MaxRequests, MaxPromptTokens })},
	} {
		err := c.g.Validate()
		var arg *ArgError
		if c.arg == "" && err == nil {
			continue
		}
		if !errors.As(err, &arg) || arg.Arg != c.arg || !strings.Contains(err.Error(), "accepted are") {
			t.Errorf("%+v: error is %v, want one on %q", c.g, err, c.arg)
		}
	}
}

// TestGeneratorAllocs holds that a request of a stream costs no allocation of
// its own.
func TestGeneratorAllocs(t *testing.T) {
	for _, g := range []Generator{DefaultSharedPrefix(), DefaultCommonPrefix(), DefaultChats()} {
		a, _ := g.Open(1)
		if n := testing.AllocsPerRun(500, func() { _, _ = a.Next() }); n > 0.5 {
			t.Errorf("%s: %v allocations a request", g.Name(), n)
		}
	}
}
