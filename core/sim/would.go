package sim

import (
	"slices"

	"kvtui/core/block"
	"kvtui/core/pyrand"
	"kvtui/core/route"
)

// Landing is where a strategy would send a request.
type Landing struct {
	Strategy string // a name of route.Strategies
	// Indexed is set where the strategy looks at the index.
	Indexed  bool
	Decision route.Decision // its worker, the rule and the scores
	// Reuse is how many blocks the worker's cache would spare the request, which
	// may be more or less than the overlap that the index promises.
	Reuse int
	// Drawn is set where the rule draws. Taken is set where it is the draw of
	// the run itself; any other draw is one of many.
	Drawn, Taken bool
}

// Landings asks strategies where they would send requests, without touching the
// run.
type Landings struct {
	line  *Timeline
	made  map[string]route.Strategy
	infos []route.Info
}

// NewLandings returns the strategies of the registry, with the options of a
// run; the defaults where a strategy that the run does not use cannot take
// those.
func NewLandings(line *Timeline) *Landings {
	return &Landings{line: line, made: map[string]route.Strategy{}, infos: route.Strategies()}
}

// At returns where each strategy would send a request at a step, in the order
// of the registry. Loads, index and caches are those of the step; none where
// there is no such request. What is drawn comes from a stream of the seed and
// the step, except where the run drew itself.
func (l *Landings) At(step, request int) []Landing {
	rec := l.line.rec
	if request < 0 || request >= rec.Set.Len() {
		return nil
	}
	s := l.line.state
	if s.Step != step {
		s = l.line.from(step, nil)
	}
	sees := newRouterView(s)
	q := rec.Set.Requests[request]
	r := toRoute(q, rec.Set.Size)
	out := make([]Landing, len(l.infos))
	for i, info := range l.infos {
		var view route.View = sees
		if !info.Indexed {
			view = blind{sees}
		}
		c, taken := l.choose(info, view, r, step)
		out[i] = Landing{
			Strategy: info.Name, Indexed: info.Indexed, Drawn: draws(c.Rule), Taken: taken,
			Decision: route.Explain(l.made[info.Name], view, r, c),
			Reuse:    min(s.Lead(c.Worker, q.Chain), q.Reusable(rec.Set.Size)),
		}
	}
	return out
}

// blind is what a router without an index sees.
type blind struct{ *routerView }

func (blind) Overlap(int, block.Chain) int        { return 0 }
func (blind) Deepest(block.Chain) (int, []int32)  { return 0, nil }
func (blind) Overlaps(_ block.Chain, dst []int32) { clear(dst) }

// choose returns a strategy's choice, and whether it is the draw that the run
// made at this very step.
func (l *Landings) choose(info route.Info, v route.View, r route.Request, step int) (c route.Choice, taken bool) {
	st, ok := l.made[info.Name]
	if !ok {
		o := l.line.rec.Scenario.Options
		if len(info.Options) > 0 && o.Validate(info.Options...) != nil {
			o = route.DefaultOptions()
		}
		st = info.New(o)
		l.made[info.Name] = st
	}
	// The constant keeps the stream apart from that of the run.
	const wouldStream = 0x60057
	c = st.Choose(v, r, pyrand.New(l.line.rec.Scenario.Seed^wouldStream+int64(step)<<20))
	if !draws(c.Rule) || info.Name != l.line.rec.Scenario.Strategy || step != l.line.Start(r.Index) {
		return c, false
	}
	really := l.line.rec.Records[step]
	return route.Choice{Worker: int(really.Worker), Rule: really.Rule, Other: int(really.Other)}, true
}

// draws reports whether a rule draws from the seed.
func draws(r route.Rule) bool {
	return slices.Contains([]route.Rule{route.Draw, route.TwoChoices, route.FirstDrawn, route.RandomTie, route.Softmax}, r)
}
