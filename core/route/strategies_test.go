package route

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"kvtui/core/block"
	"kvtui/core/pyrand"
)

// fleet is a table with loads in tokens.
type fleet struct {
	table
	ahead []int64
}

func (f fleet) Ahead(w int) int64 { return f.ahead[w] }

// loads are workers that hold nothing and were sent so many requests.
func loads(sent ...int) fleet {
	return fleet{table{make([]int, len(sent)), sent}, make([]int64, len(sent))}
}

// prompt is a request of whole blocks of 16 tokens and a rest.
func prompt(blocks, rest int) Request {
	r := Request{Tokens: 16*blocks + rest, Block: 16, Session: -1}
	if blocks > 0 {
		r.Chain = block.Chain{{First: 1, N: uint32(blocks)}}
	}
	return r
}

// explained chooses and explains with one strategy.
func explained(s Strategy, v View, r Request, seed int64) Decision {
	return Explain(s, v, r, s.Choose(v, r, pyrand.New(seed)))
}

// expect is what a decision must be.
type expect struct {
	worker int
	rule   Rule
	margin float64
	ties   int
}

func (e expect) check(t *testing.T, name string, d Decision) {
	t.Helper()
	if got := (expect{d.Worker, d.Rule, d.Margin, d.Ties}); got != e {
		t.Errorf("%s: %+v, want %+v", name, got, e)
	}
}

// TestLeastLoaded holds it on loads made by hand.
func TestLeastLoaded(t *testing.T) {
	for name, c := range map[string]struct {
		v    fleet
		want expect
	}{
		"one worker":    {loads(9), expect{0, OnlyWorker, 0, 1}},
		"one has least": {loads(4, 1, 3), expect{1, FewestRequests, 2, 3}},
		"two have":      {loads(4, 1, 1), expect{1, LowestNumber, 0, 2}},
	} {
		c.want.check(t, name, explained(leastLoaded{}, c.v, prompt(1, 0), 1))
	}
}

// TestTwoChoices holds that two different workers are drawn, each pair as often
// as another, and that the worse of two is never taken.
func TestTwoChoices(t *testing.T) {
	v, rng := loads(3, 0, 5, 3), pyrand.New(1)
	pairs := map[[2]int]int{}
	for range 12_000 {
		c := twoChoices{}.Choose(v, Request{}, rng)
		d := Explain(twoChoices{}, v, Request{}, c)
		over := v.sent[c.Other] - v.sent[c.Worker]
		switch {
		case c.Other == c.Worker || over < 0:
			t.Fatalf("%+v of %v", c, v.sent)
		case over == 0:
			expect{c.Worker, FirstDrawn, 0, 2}.check(t, "as many", d)
		default:
			expect{c.Worker, TwoChoices, float64(over), 2}.check(t, "fewer", d)
		}
		pairs[[2]int{min(c.Worker, c.Other), max(c.Worker, c.Other)}]++
	}
	for pair, n := range pairs {
		if len(pairs) != 6 || n < 1800 || n > 2200 {
			t.Errorf("%v drawn %d times of 12,000 among %d pairs, want about 2,000 among 6", pair, n, len(pairs))
		}
	}
	first := map[int]int{}
	for range 1000 {
		first[twoChoices{}.Choose(loads(2, 2), Request{}, rng).Worker]++
	}
	if first[0] < 400 || first[1] < 400 {
		t.Errorf("of two equals the first drawn are %v", first)
	}
	rng, same := pyrand.New(3), pyrand.New(3)
	if got := (twoChoices{}).Choose(loads(7), Request{}, rng); got != (Choice{Rule: OnlyWorker}) || rng.Bits(32) != same.Bits(32) {
		t.Errorf("one worker: %+v, or it drew", got)
	}
}

// TestSGLang holds the thresholds at their borders and the ties.
func TestSGLang(t *testing.T) {
	held := func(overlap []int, sent ...int) fleet {
		return fleet{table{overlap, sent}, make([]int64, len(sent))}
	}
	ten := prompt(10, 0)
	for name, c := range map[string]struct {
		v    fleet
		r    Request
		want expect
	}{
		"one worker":                      {held([]int{9}, 3), ten, expect{0, OnlyWorker, 0, 1}},
		"nothing matched":                 {loads(4, 1, 3), ten, expect{1, BelowThreshold, 2, 3}},
		"nothing matched, equal loads":    {loads(4, 1, 1), ten, expect{1, BelowThreshold, 0, 2}},
		"at the threshold":                {held([]int{3, 0}, 5, 4), ten, expect{1, BelowThreshold, 1, 2}},
		"above the threshold":             {held([]int{4, 0}, 5, 4), ten, expect{0, CacheMatch, 4, 2}},
		"rest counts as prompt":           {held([]int{4, 0}, 5, 4), prompt(10, 15*4), expect{1, BelowThreshold, 1, 2}},
		"no block":                        {held([]int{0, 0}, 5, 4), prompt(0, 3), expect{1, BelowThreshold, 1, 2}},
		"no token":                        {held([]int{0, 0}, 5, 4), prompt(0, 0), expect{1, BelowThreshold, 1, 2}},
		"as long a match twice":           {held([]int{0, 6, 6}, 0, 9, 2), ten, expect{1, CacheMatch, 0, 2}},
		"load does not matter yet":        {held([]int{6, 0}, 64, 0), ten, expect{0, CacheMatch, 6, 2}},
		"too far apart by both":           {held([]int{6, 0}, 65, 0), ten, expect{1, Imbalance, 65, 2}},
		"apart, but not half as much":     {held([]int{6, 0}, 195, 130), ten, expect{0, CacheMatch, 6, 2}},
		"apart, and more than half":       {held([]int{6, 0}, 196, 130), ten, expect{1, Imbalance, 66, 2}},
		"too far apart, two have fewest":  {held([]int{6, 0, 0}, 70, 1, 1), ten, expect{1, Imbalance, 0, 2}},
		"far apart by share, not by much": {held([]int{6, 0}, 9, 1), ten, expect{0, CacheMatch, 6, 2}},
	} {
		c.want.check(t, name, explained(newSGLang(DefaultOptions()), c.v, c.r, 1))
	}
}

// TestLLMD holds scores by hand: prompts of 10 blocks of 16 tokens, load counted
// in prompts as long.
func TestLLMD(t *testing.T) {
	ten := prompt(10, 0)
	few := DefaultOptions()
	few.MaxPrefixBlocks = 4
	heavy := DefaultOptions()
	heavy.LoadWeight = 2
	for name, c := range map[string]struct {
		o     Options
		v     fleet
		r     Request
		want  expect
		total float64
	}{
		"half matched, idle":        {DefaultOptions(), fleet{table{[]int{5, 0}, []int{0, 0}}, []int64{0, 0}}, ten, expect{0, HighestScore, 0.5, 2}, 1},
		"32 prompts of 128 ahead":   {DefaultOptions(), fleet{table{[]int{5, 0}, []int{0, 0}}, []int64{32 * 160, 0}}, ten, expect{0, HighestScore, 0.375, 2}, 0.875},
		"load beats a small match":  {DefaultOptions(), fleet{table{[]int{1, 0}, []int{0, 0}}, []int64{64 * 160, 0}}, ten, expect{1, HighestScore, 0.5 - 0.35, 2}, 0.5},
		"never below 0":             {DefaultOptions(), fleet{table{[]int{10, 0}, []int{0, 0}}, []int64{1e9, 0}}, ten, expect{0, HighestScore, 0.5, 2}, 1},
		"weight of load":            {heavy, fleet{table{[]int{5, 0}, []int{0, 0}}, []int64{64 * 160, 0}}, ten, expect{0, RandomTie, 0, 2}, 1},
		"rest makes a block":        {DefaultOptions(), fleet{table{[]int{4, 0}, []int{0, 0}}, []int64{0, 0}}, prompt(7, 1), expect{0, HighestScore, 0.5, 2}, 1},
		"no more than the first 4":  {few, fleet{table{[]int{9, 2}, []int{0, 0}}, []int64{0, 0}}, ten, expect{0, HighestScore, 0.5, 2}, 1.5},
		"nobody holds anything":     {DefaultOptions(), fleet{table{[]int{0, 0, 0}, []int{0, 0, 0}}, []int64{0, 0, 16}}, ten, expect{1, RandomTie, 0, 2}, 0.5},
		"no token: neither counted": {DefaultOptions(), fleet{table{[]int{0, 0}, []int{0, 0}}, []int64{64, 0}}, prompt(0, 0), expect{1, HighestScore, 0.25, 2}, 0.5},
	} {
		d := explained(newLLMD(c.o), c.v, c.r, 3)
		if math.Abs(d.Margin-c.want.margin) < 1e-12 {
			d.Margin = c.want.margin
		}
		if c.want.rule == RandomTie { // any of the equals
			if got := d.Scores[d.Worker].Total; got != c.total {
				t.Errorf("%s: score %v", name, got)
			}
			d.Worker = c.want.worker
		}
		c.want.check(t, name, d)
		if got := d.Scores[c.want.worker].Total; math.Abs(got-c.total) > 1e-12 {
			t.Errorf("%s: score %v, want %v", name, got, c.total)
		}
	}
}

// TestTotalsDecide holds every scorer's choice against its own scores: what
// Explain shows is what Choose compared, and exact ties are counted.
func TestTotalsDecide(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := DefaultOptions()
		o.OverlapCredit = rapid.SampledFrom([]float64{0, 1, 0.7, 2}).Draw(t, "credit")
		o.CreditDecay = rapid.SampledFrom([]float64{0, 1, 0.3}).Draw(t, "decay")
		o.PrefixWeight = rapid.SampledFrom([]float64{0, 1, 2.5}).Draw(t, "weight")
		v, r := drawFleet(t), prompt(rapid.IntRange(0, 5).Draw(t, "blocks"), rapid.IntRange(0, 15).Draw(t, "rest"))
		for w := range v.overlap {
			v.overlap[w] = min(v.overlap[w], r.Chain.Len())
		}
		for _, c := range []struct {
			s    Strategy
			rule Rule
			sign float64
		}{{newDynamo(o), LowestCost, -1}, {newLLMD(o), HighestScore, 1}} {
			d := explained(c.s, v, r, rapid.Int64().Draw(t, "seed"))
			equal, next := 0, math.Inf(-1)
			for _, s := range d.Scores {
				better := c.sign * (s.Total - d.Scores[d.Worker].Total)
				if better > 0 {
					t.Fatalf("%+v: worker %d is better", d, s.Worker)
				}
				if better == 0 {
					equal++
				}
				if s.Worker != d.Worker {
					next = max(next, better)
				}
			}
			want := expect{d.Worker, c.rule, 0, len(d.Scores)}
			switch {
			case len(d.Scores) == 1:
				want.rule = OnlyWorker
			case equal > 1:
				want.rule, want.ties = RandomTie, equal
			default:
				want.margin = -next
			}
			if got := (expect{d.Worker, d.Rule, d.Margin, d.Ties}); got != want {
				t.Fatalf("%+v, want %+v", got, want)
			}
		}
	})
}

// drawFleet draws small numbers, so that ties are common.
func drawFleet(t *rapid.T) fleet {
	n := rapid.IntRange(1, 8).Draw(t, "workers")
	small := rapid.SliceOfN(rapid.IntRange(0, 3), n, n)
	v := fleet{table{small.Draw(t, "overlap"), small.Draw(t, "sent")}, make([]int64, n)}
	for w, blocks := range small.Draw(t, "ahead") {
		v.ahead[w] = int64(16 * blocks)
	}
	return v
}

// TestDeterminism holds that each strategy's choices follow from the seed, and
// that the rule of each has a margin that is not below 0 unless it is a draw.
func TestDeterminism(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v, r := drawFleet(t), prompt(rapid.IntRange(0, 5).Draw(t, "blocks"), 3)
		r.Session = rapid.IntRange(-1, 3).Draw(t, "session")
		seed := rapid.Int64().Draw(t, "seed")
		for _, info := range Strategies() {
			d := explained(info.New(DefaultOptions()), v, r, seed)
			if again := explained(info.New(DefaultOptions()), v, r, seed); again.Choice != d.Choice {
				t.Fatalf("%s: %+v, then %+v", info.Name, d.Choice, again.Choice)
			}
			if d.Worker < 0 || d.Worker >= len(v.sent) || d.Margin < 0 || d.Ties < 1 || d.Ties > len(v.sent) {
				t.Fatalf("%s: %+v", info.Name, d)
			}
		}
	})
}
