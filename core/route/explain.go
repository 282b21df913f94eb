package route

import "math"

// Score is one worker's terms in a decision.
type Score struct {
	Worker  int // number, from 0
	Overlap int // blocks that the index says it holds
	Sent    int // requests sent to it before this one
	// Terms and Total are a Scorer's; zero for strategies without a score.
	Terms [MaxTerms]float64
	Total float64 // what the strategy compares
}

// Decision is where a request went and why.
type Decision struct {
	Choice
	Scores []Score // one a worker, in worker order
	// Margin is by how much the rule told the best two apart, in what it
	// compares: blocks of overlap, requests, cost or score. For Softmax it is
	// below 0 where a dearer worker was drawn. For RingFirst it is the room that
	// the bound leaves, for RingWalk by how much the first on the ring is over
	// it, in requests. It is 0 for the other rules.
	Margin float64
	// Ties is the number of workers, the chosen one included, that were equal
	// up to the rule that settled it.
	Ties int
}

// Explain gives every worker's terms for a choice of strategy s. v must be as
// it was when the choice was made.
func Explain(s Strategy, v View, r Request, c Choice) Decision {
	d := Decision{Choice: c, Scores: make([]Score, v.Workers()), Ties: v.Workers()}
	for w := range d.Scores {
		d.Scores[w] = Score{Worker: w, Overlap: v.Overlap(w, r.Chain), Sent: v.Sent(w)}
		if scorer, ok := s.(Scorer); ok {
			d.Scores[w].Terms, d.Scores[w].Total = scorer.Score(v, r, w)
		}
	}
	for w := v.Workers(); w <= c.Worker; w++ { // Local: a worker that the router does not choose from
		d.Scores = append(d.Scores, Score{Worker: w})
	}
	won, other := d.Scores[c.Worker], d.Scores[c.Other]
	switch c.Rule {
	case MostOverlap, CacheMatch:
		d.compare(d.Scores, func(s Score) float64 { return -float64(s.Overlap) })
	case FewestRequests, LowestNumber:
		d.compare(equalOverlap(d.Scores, won.Overlap), requests)
	case Imbalance, BelowThreshold, NoKey:
		d.compare(d.Scores, requests)
	case TwoChoices, FirstDrawn:
		d.Margin, d.Ties = float64(other.Sent-won.Sent), 2
	case RingFirst:
		d.Margin = won.Total
	case RingWalk:
		d.Margin = -other.Total
	case RandomTie:
		d.compare(d.Scores, func(s Score) float64 { return math.Abs(s.Total - won.Total) })
	case LowestCost:
		d.compare(d.Scores, func(s Score) float64 { return s.Total })
	case Softmax:
		d.compare(d.Scores, func(s Score) float64 { return s.Total })
		d.Ties = len(d.Scores)
	case HighestScore:
		d.compare(d.Scores, func(s Score) float64 { return -s.Total })
	case OnlyWorker, Turn, Draw, RingOver, Local:
	}
	return d
}

func requests(s Score) float64 { return float64(s.Sent) }

// compare sets the margin by which the winner's key is below that of all others
// in ss. Where it is not, what came after the key settled the choice, and the
// ties are the workers with the winner's key.
func (d *Decision) compare(ss []Score, key func(Score) float64) {
	won, next, equal := key(d.Scores[d.Worker]), math.Inf(1), 0
	for _, s := range ss {
		if key(s) == won {
			equal++
		}
		if s.Worker != d.Worker {
			next = min(next, key(s))
		}
	}
	if d.Ties = len(ss); equal > 1 {
		d.Ties = equal
	}
	if len(ss) > 1 {
		d.Margin = next - won
	}
}

func equalOverlap(ss []Score, overlap int) []Score {
	var out []Score
	for _, s := range ss {
		if s.Overlap == overlap {
			out = append(out, s)
		}
	}
	return out
}
