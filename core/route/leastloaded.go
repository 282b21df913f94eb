package route

import "kvtui/core/pyrand"

// leastLoaded sends a request to the worker with the fewest requests, the
// lowest number first. It imitates Dynamo's router mode least-loaded and the
// least_load policy of SGLang's router, which both count requests in flight;
// without a clock none is in flight, and the requests sent so far stand for
// them. Left out: health checks and busy thresholds.
type leastLoaded struct{}

func (leastLoaded) Choose(v View, _ Request, _ *pyrand.Rand) Choice {
	if v.Workers() == 1 {
		return Choice{Rule: OnlyWorker}
	}
	w, tied := v.Fewest()
	return Choice{Worker: w, Rule: afterOverlap(tied)}
}

// fewest is the least loaded worker by way of another rule.
func fewest(v View, r Rule) Choice {
	w, _ := v.Fewest()
	return Choice{Worker: w, Rule: r}
}
