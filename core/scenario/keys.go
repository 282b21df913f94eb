package scenario

import (
	"math"
	"slices"
	"strings"

	"kvtui/core/route"
	"kvtui/core/workload"
)

// Key is one key of a scenario file. Files, the command line's --set, and the
// options form are made from the list of them.
type Key struct {
	Name  string // with its table: knowledge.loss
	Label string // for a form
	Unit  string // empty where there is none
	About string // what it is, with its unit
	at    func(f *File) *Value
}

// Value returns where a file has the key, nil where the key does not belong to
// the file's kind of workload.
func (k Key) Value(f *File) *Value { return k.at(f) }

const (
	keyKind     = "workload.kind"
	keyCapacity = "fleet.capacity_blocks"
	keyTokens   = "fleet.capacity_tokens"
)

// Keys returns every key, in the order in which files have them.
func Keys() []Key {
	return slices.Concat(topKeys(), workloadKeys(), traceKeys(), fleetKeys(), knowledgeKeys(), strategyKeys(), clockKeys())
}

func topKeys() []Key {
	return []Key{
		{"name", "name", "", "what the scenario is called", func(f *File) *Value { return text(&f.Name) }},
		{"about", "about", "", "what to look at", func(f *File) *Value { return text(&f.About) }},
		{"seed", "seed", "", "of the order and of random choices", func(f *File) *Value { return &Value{Type: Whole, wide: &f.Seed} }},
	}
}

// prefixes returns the shared prefixes of the kinds that have them.
func (f *File) groups() *workload.SharedPrefix {
	switch f.Kind {
	case KindShared:
		return &f.Shared
	case KindCommon:
		return &f.Common.SharedPrefix
	case KindLab, KindChats, KindTrace:
	}
	return nil
}

// pick returns a value of the file's kind of workload; nil where that kind has
// no such key.
func pick(low, high int, lab, trace func(*File) *int, groups func(*workload.SharedPrefix) *int, chats func(*workload.Chats) *int) func(*File) *Value {
	return func(f *File) *Value {
		var to *int
		switch g := f.groups(); {
		case f.Kind == KindLab && lab != nil:
			to = lab(f)
		case f.Kind == KindTrace && trace != nil:
			return whole(trace(f), 0, high)
		case f.Kind == KindChats && chats != nil:
			to = chats(&f.Chats)
		case g != nil && groups != nil:
			to = groups(g)
		}
		if to == nil {
			return nil
		}
		return whole(to, low, high)
	}
}

func workloadKeys() []Key {
	const many, long = workload.MaxRequests, workload.MaxPromptTokens
	type (
		sp = workload.SharedPrefix
		ch = workload.Chats
	)
	return []Key{
		{keyKind, "workload", "", "where requests come from", func(f *File) *Value {
			return &Value{Type: Word, Words: kindNames(), word: (*uint8)(&f.Kind)}
		}},
		{"workload.prefixes", "prefixes", "", "different prefixes", pick(0, many, func(f *File) *int { return &f.Lab.Prefixes }, nil, nil, nil)},
		{"workload.reps", "sends of each", "", "times that each prefix is sent", pick(0, many, func(f *File) *int { return &f.Lab.Reps }, nil, nil, nil)},
		{"workload.requests", "requests", "", "requests in all", pick(0, many, nil, nil, func(g *sp) *int { return &g.Requests }, nil)},
		{"workload.groups", "groups", "", "prefixes that requests share", pick(1, workload.MaxGroups, nil, nil, func(g *sp) *int { return &g.Groups }, nil)},
		{"workload.zipf", "Zipf exponent", "", "how uneven the groups are; 0 makes all equally popular", func(f *File) *Value {
			if g := f.groups(); g != nil {
				return number(&g.Zipf, 0, workload.MaxZipf)
			}
			return nil
		}},
		{"workload.sessions", "conversations", "", "conversations in all", pick(0, many, nil, nil, nil, func(c *ch) *int { return &c.Sessions })},
		{"workload.turns", "turns", "", "turns of each conversation", pick(1, many, nil, nil, nil, func(c *ch) *int { return &c.Turns })},
		{"workload.active", "at a time", "", "conversations under way at a time", pick(1, many, nil, nil, nil, func(c *ch) *int { return &c.Active })},
		{"workload.system_tokens", "system prompt", "tokens", "tokens of the prompt that all share", func(f *File) *Value {
			switch f.Kind {
			case KindChats:
				return whole(&f.Chats.SystemTokens, 0, long)
			case KindCommon:
				return whole(&f.Common.SystemTokens, 0, long)
			case KindLab, KindShared, KindTrace:
			}
			return nil
		}},
		{"workload.prefix_tokens", "prefix length", "tokens", "tokens of a prefix", pick(0, long, func(f *File) *int { return &f.Lab.PrefixTokens }, nil, func(g *sp) *int { return &g.PrefixTokens }, nil)},
		{"workload.tail_tokens", "tail length", "tokens", "tokens that each prompt has for itself", pick(0, long, func(f *File) *int { return &f.Lab.TailTokens }, nil, func(g *sp) *int { return &g.TailTokens }, nil)},
		{"workload.turn_tokens", "question", "tokens", "tokens of a question", pick(0, long, nil, nil, nil, func(c *ch) *int { return &c.TurnTokens })},
		{"workload.output_tokens", "answer", "tokens", "tokens of an answer", pick(0, long, nil, nil, func(g *sp) *int { return &g.OutputTokens }, func(c *ch) *int { return &c.OutputTokens })},
		{"workload.block_tokens", "block size", "tokens", "tokens a block; in a trace 0 is the format's own", pick(1, long, func(f *File) *int { return &f.Lab.Block }, func(f *File) *int { return &f.Trace.Block }, func(g *sp) *int { return &g.Block }, func(c *ch) *int { return &c.Block })},
	}
}

// traced returns a key's place in a trace only.
func traced(at func(t *Trace) *Value) func(*File) *Value {
	return func(f *File) *Value {
		if f.Kind != KindTrace {
			return nil
		}
		return at(&f.Trace)
	}
}

func traceKeys() []Key {
	return []Key{
		{"workload.path", "trace", "", "file of the trace, from the scenario's own place", traced(func(t *Trace) *Value { return text(&t.Path) })},
		{"workload.limit", "limit", "requests", "requests to read; 0 is all", traced(func(t *Trace) *Value { return whole(&t.Limit, 0, math.MaxInt32) })},
		{"workload.skip_bad", "skip bad lines", "", "pass over lines that are wrong", traced(func(t *Trace) *Value { return flag(&t.SkipBad) })},
	}
}

func fleetKeys() []Key {
	return []Key{
		{"fleet.workers", "workers", "", "workers that serve", func(f *File) *Value { return whole(&f.Workers, 1, MaxWorkers) }},
		{keyCapacity, "capacity", "blocks", "blocks that a worker's cache holds; 0 is unlimited", func(f *File) *Value { return whole(&f.Capacity, 0, math.MaxInt32) }},
		{keyTokens, "capacity", "tokens", "the same in tokens, cut to whole blocks", func(*File) *Value { return whole(new(int), 0, math.MaxInt32) }},
		{"fleet.restart_worker", "restart worker", "", "worker that comes back empty, from 0", func(f *File) *Value { return whole(&f.Flaws.RestartWorker, 0, MaxWorkers-1) }},
		{"fleet.restart_at", "  before", "request", "request before which it does, from 1; 0 is never", func(f *File) *Value { return whole(&f.Flaws.RestartAt, 0, workload.MaxRequests) }},
	}
}

func knowledgeKeys() []Key {
	const many = workload.MaxRequests
	return []Key{
		{"knowledge.kind", "router knows", "", "how the index learns", func(f *File) *Value {
			return &Value{Type: Word, Words: knowledgeNames(), word: (*uint8)(&f.Knowledge)}
		}},
		{"knowledge.ttl_requests", "belief lasts", "requests", "requests after which an approximate belief expires; 0 is never", func(f *File) *Value { return whole(&f.Flaws.TTL, 0, math.MaxInt32) }},
		{"knowledge.ttl_ms", "belief lasts", "ms", "ms of a trace's arrival stamps after which it expires; 0 is never", func(f *File) *Value { return whole(&f.Flaws.TTLMillis, 0, math.MaxInt32) }},
		{"knowledge.bounded", "bounded", "", "an approximate index keeps to the workers' capacity", func(f *File) *Value { return flag(&f.Flaws.Bounded) }},
		{"knowledge.delay_requests", "events late by", "requests", "requests by which events come late", func(f *File) *Value { return whole(&f.Flaws.Delay, 0, many) }},
		{"knowledge.loss", "events lost", "share", "share of the events that are lost", func(f *File) *Value { return number(&f.Flaws.Loss, 0, 1) }},
		{"knowledge.mute_worker", "mute worker", "", "worker that stops publishing, from 0", func(f *File) *Value { return whole(&f.Flaws.MuteWorker, 0, MaxWorkers-1) }},
		{"knowledge.mute_at", "  before", "request", "request before which it does, from 1; 0 is never", func(f *File) *Value { return whole(&f.Flaws.MuteAt, 0, many) }},
		{"knowledge.router_block", "router's block", "tokens", "tokens a block as the router cuts prompts; 0 is the workers' own", func(f *File) *Value { return whole(&f.Flaws.RouterBlock, 0, workload.MaxPromptTokens) }},
		{"knowledge.router_seed", "router's hash", "", "hash seed of the router; workers use 0", func(f *File) *Value { return whole(&f.Flaws.RouterSeed, 0, math.MaxInt32) }},
	}
}

// strategyKeys has the options of all strategies: a comparison runs them all.
func strategyKeys() []Key {
	keys := []Key{{"strategy.name", "strategy", "", "rule that picks a worker", func(f *File) *Value { return text(&f.Strategy, strategyNames()...) }}}
	opts, words, strategies := Default().Options, optionWords(), route.Strategies()
	for i, o := range opts.All() {
		keys = append(keys, Key{"strategy." + o.Key, o.Key, "", readers(strategies, o.Key) + ": " + words[o.Key], func(f *File) *Value {
			at := f.Options.All()[i]
			if at.Whole != nil {
				return whole(at.Whole, int(at.Low), int(at.High))
			}
			return number(at.Real, at.Low, at.High)
		}})
	}
	return keys
}

// optionWords say what the strategies' options are.
func optionWords() map[string]string {
	return map[string]string{
		"temperature":                "0 takes the lowest cost, above it is drawn, the more evenly the higher",
		"overlap-score-credit":       "blocks of prefill that a block of overlap saves",
		"overlap-score-credit-decay": "how fast the credit falls with load; with 1 it halves at one request ahead",
		"prefill-load-scale":         "weight of prefill in the cost",
		"prefix-tokens":              "tokens at the head of a prompt that are hashed",
		"ring-replicas":              "places on the ring a worker",
		"load-factor":                "requests that a worker may have, over the mean",
		"session-replicas":           "places on the ring a worker",
		"cache-threshold":            "share of the prompt that must be matched",
		"balance-abs-threshold":      "requests between most and fewest above which loads are too far apart",
		"balance-rel-threshold":      "most over fewest requests above which they are, with the other",
		"prefix-weight":              "weight of the prefix-cache scorer",
		"load-weight":                "weight of the load-aware scorer",
		"queue-threshold":            "requests waiting at which a worker scores 0 for load",
		"max-prefix-blocks":          "leading blocks of a prompt that are matched",
	}
}

// readers names the strategies that read an option.
func readers(strategies []route.Info, option string) string {
	var names []string
	for _, s := range strategies {
		if slices.Contains(s.Options, option) {
			names = append(names, s.Name)
		}
	}
	return strings.Join(names, ", ")
}
