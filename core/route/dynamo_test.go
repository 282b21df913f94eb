package route

import (
	"math"
	"testing"

	"kvtui/core/pyrand"
)

// blocksAhead are workers with that overlap and that load, in blocks of 16.
func blocksAhead(overlap []int, ahead ...int64) fleet {
	v := fleet{table{overlap, make([]int, len(ahead))}, ahead}
	for w := range v.ahead {
		v.ahead[w] *= 16
	}
	return v
}

// TestDynamoWorked is the worked example of Dynamo's router guide
// (docs/components/router/router-guide.md @0091c322): a request of 10 blocks,
// of which 2, 5 and 8 are cached, on workers with loads of 10, 5 and 9 blocks.
// Costs are 18, 10 and 11; the worker in the middle wins.
func TestDynamoWorked(t *testing.T) {
	d := explained(newDynamo(DefaultOptions()), blocksAhead([]int{2, 5, 8}, 10, 5, 9), prompt(10, 0), 1)
	expect{1, LowestCost, 1, 3}.check(t, "worked example", d)
	for w, want := range []Score{
		{Worker: 0, Overlap: 2, Terms: [MaxTerms]float64{10, 10, 2}, Total: 18},
		{Worker: 1, Overlap: 5, Terms: [MaxTerms]float64{5, 10, 5}, Total: 10},
		{Worker: 2, Overlap: 8, Terms: [MaxTerms]float64{9, 10, 8}, Total: 11},
	} {
		if d.Scores[w] != want {
			t.Errorf("score %d is %+v, want %+v", w, d.Scores[w], want)
		}
	}
}

// TestDynamoCost holds the cost by hand: blocks are not rounded, what is left of
// prefill is not below 0, the credit decays with the load, and 0 switches parts
// off.
func TestDynamoCost(t *testing.T) {
	o := DefaultOptions()
	with := func(f func(o *Options)) Options {
		o := o
		f(&o)
		return o
	}
	for name, c := range map[string]struct {
		o       Options
		overlap int
		ahead   int64 // tokens
		r       Request
		want    float64
	}{
		"fractions of blocks":     {o, 2, 8, prompt(3, 4), 0.5 + 3.25 - 2},
		"never below 0":           {with(func(o *Options) { o.OverlapCredit = 9 }), 2, 8, prompt(3, 4), 0},
		"no credit":               {with(func(o *Options) { o.OverlapCredit = 0 }), 2, 8, prompt(3, 4), 3.75},
		"scale of prefill":        {with(func(o *Options) { o.PrefillScale = 4 }), 2, 8, prompt(3, 4), 7},
		"half credit one ahead":   {with(func(o *Options) { o.CreditDecay = 1 }), 2, 64, prompt(4, 0), 4 + 4 - 1},
		"blocks are rounded up":   {with(func(o *Options) { o.CreditDecay = 1 }), 2, 64, prompt(3, 4), 4 + 3.25 - 1},
		"no decay without excess": {with(func(o *Options) { o.CreditDecay = 1 }), 2, 0, prompt(4, 0), 2},
		"no token":                {with(func(o *Options) { o.CreditDecay = 1 }), 0, 16, prompt(0, 0), 1},
	} {
		v := fleet{table{[]int{c.overlap}, []int{0}}, []int64{c.ahead}}
		if _, got := newDynamo(c.o).Score(v, c.r, 0); got != c.want {
			t.Errorf("%s: cost %v, want %v", name, got, c.want)
		}
	}
}

// TestDynamoTies holds that exact ties are drawn from evenly and that nobody
// else is.
func TestDynamoTies(t *testing.T) {
	s, rng := newDynamo(DefaultOptions()), pyrand.New(1)
	v := blocksAhead([]int{0, 3, 5, 4, 0}, 1, 0, 2, 1, 0) // costs 7, 3, 3, 3, 6 of 6 blocks
	counts := make([]int, 5)
	for range 9000 {
		c := s.Choose(v, prompt(6, 0), rng)
		counts[c.Worker]++
		if c.Rule != RandomTie {
			t.Fatalf("%+v", c)
		}
	}
	expect{1, RandomTie, 0, 3}.check(t, "tie", Explain(s, v, prompt(6, 0), Choice{Worker: 1, Rule: RandomTie}))
	for w, n := range counts {
		if tied := w >= 1 && w <= 3; !tied && n > 0 || tied && (n < 2800 || n > 3200) {
			t.Errorf("worker %d was drawn %d times of 9,000: %v", w, n, counts)
		}
	}
}

// TestDynamoSoftmax holds the frequencies of the draw: at temperature T the
// dearest has exp(-1/T) of the cheapest's weight, whatever the gap.
func TestDynamoSoftmax(t *testing.T) {
	const draws = 20_000
	for _, c := range []struct {
		temperature float64
		v           fleet
		weights     []float64
	}{
		{1, blocksAhead([]int{0, 0, 0}, 0, 1, 2), []float64{1, math.Exp(-0.5), math.Exp(-1)}},
		{1, blocksAhead([]int{0, 0, 0}, 0, 1000, 2000), []float64{1, math.Exp(-0.5), math.Exp(-1)}},
		{0.25, blocksAhead([]int{0, 2}, 0, 0), []float64{math.Exp(-4), 1}},
		{1e-300, blocksAhead([]int{0, 2}, 0, 0), []float64{0, 1}},
		{5, blocksAhead([]int{1, 1}, 3, 3), []float64{1, 1}},
	} {
		o := DefaultOptions()
		o.Temperature = c.temperature
		s, rng, sum := newDynamo(o), pyrand.New(1), 0.0
		for _, w := range c.weights {
			sum += w
		}
		counts := make([]float64, len(c.weights))
		for range draws {
			counts[s.Choose(c.v, prompt(2, 0), rng).Worker]++
		}
		for w, n := range counts {
			if want := draws * c.weights[w] / sum; math.Abs(n-want) > 4*math.Sqrt(want)+1e-9 {
				t.Errorf("temperature %v: worker %d drawn %v times, want about %.0f", c.temperature, w, n, want)
			}
		}
	}
	o := DefaultOptions()
	o.Temperature = 1
	v := blocksAhead([]int{0, 0, 0}, 5, 1, 3)
	expect{0, Softmax, -4, 3}.check(t, "a dearer worker drawn", Explain(newDynamo(o), v, prompt(2, 0), Choice{Worker: 0, Rule: Softmax}))
	expect{1, Softmax, 2, 3}.check(t, "the cheapest drawn", Explain(newDynamo(o), v, prompt(2, 0), Choice{Worker: 1, Rule: Softmax}))
	equal := blocksAhead([]int{1, 1}, 3, 3)
	if d := explained(newDynamo(o), equal, prompt(2, 0), 1); d.Rule != RandomTie || d.Ties != 2 {
		t.Errorf("equal costs: %+v", d)
	}
}
