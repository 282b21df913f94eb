package route

import (
	"math"

	"kvtui/core/pyrand"
)

// dynamo gives each worker a cost in blocks and takes the lowest:
//
//	cost = prefill-load-scale * max(0, load + prompt - credit) + decode
//	credit = overlap-score-credit * overlap / (1 + overlap-score-credit-decay * excess)
//
// It imitates the KV router of NVIDIA Dynamo
// (lib/kv-router/src/scheduling/selector.rs @01690d4 and
// selector/default.rs @07a6c9c). Exact ties are drawn from evenly, by reservoir
// in worker order. With a temperature T above 0 a worker is drawn with weight
// exp(-(cost - min) / ((max - min) * T)): gaps count relative to their range,
// so at T = 1 the dearest always has 1/e of the cheapest's weight.
//
// load is the prefill tokens still active on the worker, over the block size and
// not rounded; decode is the different blocks of active requests with those of
// this one. Where prefill is apart, decode is not counted. Without a clock
// nothing is active: load is the tokens computed so far beyond the worker with
// the fewest, and decode is 0. excess is the load over
// the request's blocks, rounded up. Left out: host, disk and shared cache
// credits, the weight of active requests, taints, queues and busy thresholds.
type dynamo struct {
	credit, decay, scale, temperature float64
	overlap                           []int32   // scratch, one a worker
	cost                              []float64 // scratch, one a worker
}

func dynamoOptions() []string {
	return []string{"temperature", "overlap-score-credit", "overlap-score-credit-decay", "prefill-load-scale"}
}

func newDynamo(o Options) *dynamo {
	return &dynamo{credit: o.OverlapCredit, decay: o.CreditDecay, scale: o.PrefillScale, temperature: o.Temperature}
}

func (d *dynamo) Choose(v View, r Request, rng *pyrand.Rand) Choice {
	n := v.Workers()
	if n == 1 {
		return Choice{Rule: OnlyWorker}
	}
	if len(d.cost) != n {
		d.cost, d.overlap = make([]float64, n), make([]int32, n)
	}
	v.Overlaps(r.Chain, d.overlap)
	best, low, high := lottery{}, math.Inf(1), math.Inf(-1)
	for w := range d.cost {
		ahead := v.Ahead(w)
		c := d.price(ahead, r, d.saved(ahead, r, int(d.overlap[w]))) + float64(v.Blocks(w, r.Chain))
		d.cost[w] = c
		low, high = min(low, c), max(high, c)
		if d.temperature == 0 {
			best.offer(w, -c, rng)
		}
	}
	switch {
	case d.temperature == 0:
		return best.choice(LowestCost)
	case low == high:
		return Choice{Worker: int(rng.Randrange(int64(n))), Rule: RandomTie}
	}
	return Choice{Worker: d.draw(low, high, rng), Rule: Softmax}
}

// draw turns the costs into weights and draws a worker.
func (d *dynamo) draw(low, high float64, rng *pyrand.Rand) int {
	sum := 0.0
	for w, c := range d.cost {
		d.cost[w] = math.Exp(-(c - low) / (high - low) / d.temperature)
		sum += d.cost[w]
	}
	left := rng.Float64() * sum
	for w, weight := range d.cost {
		if left -= weight; left < 0 {
			return w
		}
	}
	return len(d.cost) - 1 // rounding left a crumb
}

// Score gives load, prompt, credit and decode in blocks, and the cost.
func (d *dynamo) Score(v View, r Request, w int) (terms [MaxTerms]float64, total float64) {
	size, ahead := float64(r.Block), v.Ahead(w)
	credit := d.saved(ahead, r, v.Overlap(w, r.Chain))
	decode := float64(v.Blocks(w, r.Chain))
	return [MaxTerms]float64{float64(ahead) / size, float64(r.Tokens) / size, credit, decode}, d.price(ahead, r, credit) + decode
}

// saved is the credit for overlap, in blocks. Its products are kept from being
// fused with sums, which some machines do and others do not: ties would differ.
func (d *dynamo) saved(ahead int64, r Request, overlap int) float64 {
	credit := d.credit * float64(overlap)
	if d.decay > 0 {
		excess := float64(ahead) / float64(r.Block) / float64(max(1, (r.Tokens+r.Block-1)/r.Block))
		credit /= 1 + float64(d.decay*excess)
	}
	return credit
}

// price is the cost after the credit, in blocks.
func (d *dynamo) price(ahead int64, r Request, credit float64) float64 {
	return float64(d.scale * max(0, float64(ahead+int64(r.Tokens))/float64(r.Block)-credit))
}
