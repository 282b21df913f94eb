package route

// Score is one worker's terms in a decision.
type Score struct {
	Worker  int
	Overlap int // blocks that the index says it holds
	Sent    int // requests sent to it before this one
	// Terms and Total are a Scorer's; zero for strategies without a score.
	Terms [MaxTerms]float64
	Total float64
}

// Decision is where a request went and why.
type Decision struct {
	Choice
	Scores []Score // one a worker, in worker order
	// Margin is by how much the rule told the best two apart: blocks of
	// overlap, or requests; 0 for the other rules.
	Margin int
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
	won := d.Scores[c.Worker]
	switch c.Rule {
	case MostOverlap:
		d.Margin = won.Overlap - runnerUp(d.Scores, c.Worker, func(s Score) int { return -s.Overlap }).Overlap
	case FewestRequests, LowestNumber:
		tied := equalOverlap(d.Scores, won.Overlap)
		d.Ties = len(tied)
		if c.Rule == FewestRequests {
			d.Margin = runnerUp(tied, c.Worker, func(s Score) int { return s.Sent }).Sent - won.Sent
			break
		}
		d.Ties = 0
		for _, s := range tied {
			if s.Sent == won.Sent {
				d.Ties++
			}
		}
	case OnlyWorker, Turn, Draw:
	}
	return d
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

// runnerUp returns the score with the smallest key but for the winner's.
func runnerUp(ss []Score, winner int, key func(Score) int) Score {
	var best Score
	found := false
	for _, s := range ss {
		if s.Worker != winner && (!found || key(s) < key(best)) {
			best, found = s, true
		}
	}
	return best
}
