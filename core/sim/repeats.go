package sim

import (
	"context"

	"kvtui/core/scenario"
	"kvtui/core/workload"
)

// Repeats judges the repeats of a lab run by what was really reused: how many
// count as hits under three rules, and their mean time to first token.
type Repeats struct {
	Requests int // repeats
	Any      int // at least one block was reused
	Quick    int // TTFT under the rule's share of the cold one
	Whole    int // every whole block of the prefix was reused
	// MeanTTFTMS is over the repeats, in ms; 0 without any.
	MeanTTFTMS float64
}

// TTFTRule turns computed tokens into time, without a clock: FixedMS plus
// SpanMS for the share of the prompt that is computed. A repeat is quick when
// it takes less than QuickShare of FixedMS+SpanMS.
type TTFTRule struct{ FixedMS, SpanMS, QuickShare float64 }

// PublishedTTFT is the rule of the published router table: hits took about 15
// ms and misses about 80 ms, and a hit is a repeat under 60 % of a miss.
// Source: router measurement 2026-10-07.
func PublishedTTFT() TTFTRule { return TTFTRule{FixedMS: 15, SpanMS: 65, QuickShare: 0.6} }

// JudgeRepeats runs a scenario over a set and judges its repeats.
func JudgeRepeats(ctx context.Context, sc scenario.Scenario, set *workload.Set, rule TTFTRule) (Repeats, error) {
	j := newJudge(set, rule)
	err := Run(ctx, sc, set, j.apply)
	return j.repeats(), err
}

// judge looks at the records of a run for what its repeats reused.
type judge struct {
	set  *workload.Set
	rule TTFTRule
	out  Repeats
	sum  float64
	live map[int32]repeatNow // repeats under way
}

// repeatNow is what a repeat has reused, in blocks, and computed, in tokens.
type repeatNow struct{ reused, tokens int }

func newJudge(set *workload.Set, rule TTFTRule) *judge {
	return &judge{set: set, rule: rule, live: map[int32]repeatNow{}}
}

func (j *judge) apply(r Record) {
	switch r.Kind {
	case Routed:
		if r.Repeat {
			j.live[r.Req] = repeatNow{}
		}
	case Reused, Computed:
		now, repeat := j.live[r.Req]
		switch {
		case !repeat:
			return
		case r.Kind == Reused:
			now.reused = int(r.To)
		default:
			now.tokens += int(r.Tokens)
		}
		j.live[r.Req] = now
	case Done:
		if now := j.live[r.Req]; now.tokens > 0 {
			ms := j.rule.FixedMS + j.rule.SpanMS*float64(now.tokens)/float64(j.set.Requests[r.Req].Tokens)
			j.out.count(now.reused, j.set.Shared(int(r.Req)), ms, j.rule)
			j.sum += ms
		}
		delete(j.live, r.Req)
	default:
	}
}

func (j *judge) repeats() Repeats {
	j.out.MeanTTFTMS = ratio(j.sum, float64(j.out.Requests))
	return j.out
}

func (o *Repeats) count(reused, whole int, ms float64, rule TTFTRule) {
	o.Requests++
	if reused > 0 {
		o.Any++
	}
	if ms < rule.QuickShare*(rule.FixedMS+rule.SpanMS) {
		o.Quick++
	}
	if reused >= whole {
		o.Whole++
	}
}
