package route

import "kvtui/core/pyrand"

// lottery keeps the best of what it is offered and draws evenly among equals,
// by reservoir: the second equal replaces the first with odds of 1/2, the third
// with 1/3. It draws only where there is a tie.
type lottery struct {
	best   float64
	worker int
	equal  int // workers as good as the best, itself included
}

func (l *lottery) offer(w int, score float64, rng *pyrand.Rand) {
	switch {
	case l.equal == 0 || score > l.best:
		l.best, l.worker, l.equal = score, w, 1
	case score == l.best:
		l.equal++
		if rng.Randrange(int64(l.equal)) == 0 {
			l.worker = w
		}
	}
}

// choice is the winner by rule r, or by the draw.
func (l *lottery) choice(r Rule) Choice {
	if l.equal > 1 {
		r = RandomTie
	}
	return Choice{Worker: l.worker, Rule: r}
}
