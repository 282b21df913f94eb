package route

import "kvtui/core/pyrand"

// llmd adds up weighted scores and takes the highest, drawing evenly among
// equals:
//
//	score = prefix-weight * matched / blocks + load-weight * 0.5 * (1 - min(waiting, 128) / 128)
//
// It imitates the endpoint picker of llm-d (llm-d-inference-scheduler @520af47,
// pkg/epp/framework/plugins) in its estimate configuration: prefix-cache-scorer
// and load-aware-scorer, weight 1 each, and max-score-picker, which shuffles
// before it sorts. blocks are those of the prompt, the last one in part counted,
// at most max-prefix-blocks; the original's 256 are of 16 tokens unless it
// learns another size from the engines, here they are the workload's.
//
// In the original, waiting is the requests in a worker's queue. Without a clock
// there is no queue: waiting is the tokens computed so far beyond the worker
// with the fewest, counted in requests as long as this one; with a clock, the
// tokens that the worker has yet to prefill, counted so. Left out: the
// index's 31,250 blocks a worker (see the flaws of an approximate index), other
// scorers, filters and the split of prefill from decode.
type llmd struct {
	prefix, load, threshold float64
	blocks                  int
	overlap                 []int32 // scratch, one a worker
}

func llmdOptions() []string {
	return []string{"prefix-weight", "load-weight", "queue-threshold", "max-prefix-blocks"}
}

func newLLMD(o Options) *llmd {
	return &llmd{prefix: o.PrefixWeight, load: o.LoadWeight, threshold: float64(o.QueueThreshold), blocks: o.MaxPrefixBlocks}
}

func (l *llmd) Choose(v View, r Request, rng *pyrand.Rand) Choice {
	n := v.Workers()
	if n == 1 {
		return Choice{Rule: OnlyWorker}
	}
	if len(l.overlap) != n {
		l.overlap = make([]int32, n)
	}
	v.Overlaps(r.Chain, l.overlap)
	var best lottery
	for w, overlap := range l.overlap {
		_, score := l.score(v.Ahead(w), r, int(overlap))
		best.offer(w, score, rng)
	}
	return best.choice(HighestScore)
}

// Score gives both scores before their weights, and the weighted sum.
func (l *llmd) Score(v View, r Request, w int) (terms [MaxTerms]float64, total float64) {
	return l.score(v.Ahead(w), r, v.Overlap(w, r.Chain))
}

// score keeps products from being fused with sums, as dynamo's does.
func (l *llmd) score(ahead int64, r Request, overlap int) (terms [MaxTerms]float64, total float64) {
	if blocks := min(l.blocks, (r.Tokens+r.Block-1)/r.Block); blocks > 0 {
		terms[0] = float64(min(overlap, blocks)) / float64(blocks)
	}
	waiting := min(float64(ahead)/float64(max(1, r.Tokens)), l.threshold)
	terms[1] = 0.5 * (1 - waiting/l.threshold)
	return terms, float64(l.prefix*terms[0]) + float64(l.load*terms[1])
}
