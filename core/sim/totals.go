package sim

// Totals counts over the records of a run. Rates are ratios of sums.
type Totals struct {
	Requests int // routed so far
	// Repeats and Hits are the lab's: requests whose prefix came before, and
	// those of them that went to a worker which had served it.
	Repeats, Hits int
	PromptTokens  int64 // of the requests
	ReusedTokens  int64 // of those, found in caches
	// Promised are the blocks that the index listed for the chosen workers when
	// the router chose them, as far as the prompts could reuse them; Reused are
	// those that were there.
	Promised, Reused int
	// Evictions counts blocks, those that never found room included.
	Evictions int
	// Computed are the tokens prefilled by each worker.
	Computed []int64
}

// NewTotals returns the totals of a run with so many workers before its start.
func NewTotals(workers int) Totals { return Totals{Computed: make([]int64, workers)} }

// Apply counts one record.
func (t *Totals) Apply(r Record) {
	switch r.Kind {
	case Routed:
		t.Requests++
		t.PromptTokens += int64(r.Tokens)
		t.Promised += int(r.To)
		if r.Repeat {
			t.Repeats++
		}
		if r.Hit {
			t.Hits++
		}
	case Reused:
		t.ReusedTokens += int64(r.Tokens)
		t.Reused += int(r.To - r.From)
	case Computed:
		t.Computed[r.Worker] += int64(r.Tokens)
	case Evicted, Done:
		t.Evictions += int(r.To - r.From)
	default:
	}
}

// HitRate returns hits over repeats, 0 when there was no repeat.
func (t *Totals) HitRate() float64 { return ratio(float64(t.Hits), float64(t.Repeats)) }

// TokenHitRate returns reused over prompt tokens, 0 before the first.
func (t *Totals) TokenHitRate() float64 {
	return ratio(float64(t.ReusedTokens), float64(t.PromptTokens))
}

// Imbalance returns the most over the mean of the tokens computed per worker;
// 1 is even, the number of workers is all on one. 0 before anything was
// computed.
func (t *Totals) Imbalance() float64 {
	var most, sum int64
	for _, c := range t.Computed {
		most = max(most, c)
		sum += c
	}
	return ratio(float64(most)*float64(len(t.Computed)), float64(sum))
}

func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}
