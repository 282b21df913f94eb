package route

import "kvtui/core/pyrand"

// roundRobin sends request i to worker i modulo the workers. Source: lab,
// step 4.
type roundRobin struct{}

func (roundRobin) Choose(v View, r Request, _ *pyrand.Rand) Choice {
	return Choice{Worker: r.Index % v.Workers(), Rule: ruleFor(v, Turn)}
}

// random draws a worker for each request, also when there is only one, since
// the draws that follow depend on it. Source: lab, step 4.
type random struct{}

func (random) Choose(v View, _ Request, rng *pyrand.Rand) Choice {
	return Choice{Worker: int(rng.Randrange(int64(v.Workers()))), Rule: ruleFor(v, Draw)}
}

// mostOverlap is the lab's KV router: most overlap, then fewest requests sent
// so far, then lowest number. Source: lab, step 3.
type mostOverlap struct{}

func (mostOverlap) Choose(v View, r Request, _ *pyrand.Rand) Choice {
	n := v.Workers()
	if n == 1 {
		return Choice{Rule: OnlyWorker}
	}
	depth, best := v.Deepest(r.Chain)
	if depth == 0 || len(best) == n {
		w, tied := v.Fewest()
		return Choice{Worker: w, Rule: afterOverlap(tied)}
	}
	w, tied := int(best[0]), false
	for _, b := range best[1:] {
		c := int(b)
		switch s := v.Sent(c) - v.Sent(w); {
		case s < 0:
			w, tied = c, false
		case s == 0:
			w, tied = min(w, c), true
		}
	}
	if len(best) == 1 {
		return Choice{Worker: w, Rule: MostOverlap}
	}
	return Choice{Worker: w, Rule: afterOverlap(tied)}
}

func afterOverlap(tied bool) Rule {
	if tied {
		return LowestNumber
	}
	return FewestRequests
}

func ruleFor(v View, r Rule) Rule {
	if v.Workers() == 1 {
		return OnlyWorker
	}
	return r
}
