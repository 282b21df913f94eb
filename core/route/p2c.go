package route

import "kvtui/core/pyrand"

// twoChoices draws two different workers and takes the one with fewer requests,
// the first drawn where they have as many. It imitates the power_of_two policy
// of SGLang's router (sgl-model-gateway/src/policies/power_of_two.rs), which
// compares token loads where both workers report them, else requests in
// flight; here it is the requests sent so far. Left out: health checks, and the
// retries of Ray Serve's version when neither worker accepts.
type twoChoices struct{}

func (twoChoices) Choose(v View, _ Request, rng *pyrand.Rand) Choice {
	n := int64(v.Workers())
	if n == 1 {
		return Choice{Rule: OnlyWorker}
	}
	a := int(rng.Randrange(n))
	b := int(rng.Randrange(n - 1))
	if b >= a {
		b++
	}
	switch d := v.Sent(a) - v.Sent(b); {
	case d == 0:
		return Choice{Worker: a, Other: b, Rule: FirstDrawn}
	case d < 0:
		return Choice{Worker: a, Other: b, Rule: TwoChoices}
	}
	return Choice{Worker: b, Other: a, Rule: TwoChoices}
}
