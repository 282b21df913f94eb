package route

import "kvtui/core/pyrand"

// sglang follows the cache while loads are alike and enough is matched, and
// load otherwise. It imitates the cache_aware policy of SGLang's router
// (sgl-model-gateway/src/policies/cache_aware.rs @b93974f) with the defaults of
// its command line: when most - fewest > 64 and most > 1.5 * fewest, the least
// loaded worker; else when more than 0.3 of the prompt is matched, the worker
// with the longest match; else the least loaded. The lowest number comes first
// among the least loaded. Among workers with the same match the original takes
// whichever its map gives first; here it is the lowest number.
//
// The original counts requests in flight and matches characters in a tree of
// its own; here it is the requests sent so far and whole blocks of the index,
// over all tokens of the prompt. Since counts that never go down grow apart,
// 1.5 * fewest is what matters in long runs. Left out: the tree's size limit and
// its eviction every 120 s (see the flaws of an approximate index).
type sglang struct {
	threshold float64
	abs       int
	rel       float64
}

func sglangOptions() []string {
	return []string{"cache-threshold", "balance-abs-threshold", "balance-rel-threshold"}
}

func newSGLang(o Options) sglang {
	return sglang{threshold: o.CacheThreshold, abs: o.BalanceAbs, rel: o.BalanceRel}
}

func (s sglang) Choose(v View, r Request, _ *pyrand.Rand) Choice {
	if v.Workers() == 1 {
		return Choice{Rule: OnlyWorker}
	}
	least, _ := v.Fewest()
	low, high := v.Sent(least), v.Most()
	if high-low > s.abs && float64(high) > s.rel*float64(low) {
		return Choice{Worker: least, Rule: Imbalance}
	}
	depth, who := v.Deepest(r.Chain)
	if rate := float64(depth*r.Block) / float64(max(1, r.Tokens)); rate <= s.threshold {
		return Choice{Worker: least, Rule: BelowThreshold}
	}
	w := who[0]
	for _, other := range who[1:] {
		w = min(w, other)
	}
	return Choice{Worker: int(w), Rule: CacheMatch}
}
