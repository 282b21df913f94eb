package route

import (
	"fmt"
	"math"
	"slices"
)

// Options are what can be set of the strategies, under the names that the
// imitated routers have for them. A strategy reads its own.
type Options struct {
	// dynamo: 0 takes the lowest cost; above, costs are drawn from, the more
	// evenly the higher.
	Temperature float64 `toml:"temperature"`
	// dynamo: blocks of prefill that a block of overlap saves.
	OverlapCredit float64 `toml:"overlap-score-credit"`
	// dynamo: how fast the credit of a worker falls with its load; with 1 it
	// halves when the load is one request ahead.
	CreditDecay float64 `toml:"overlap-score-credit-decay"`
	// dynamo: weight of prefill in the cost.
	PrefillScale float64 `toml:"prefill-load-scale"`

	// prefix-hash: tokens at the head of a prompt that are hashed.
	PrefixTokens int `toml:"prefix-tokens"`
	// prefix-hash: places on the ring a worker.
	RingReplicas int `toml:"ring-replicas"`
	// prefix-hash: requests that a worker may have, over the mean.
	LoadFactor float64 `toml:"load-factor"`
	// session: places on the ring a worker.
	SessionReplicas int `toml:"session-replicas"`

	// sglang: share of the prompt that must be matched, 0 to 1.
	CacheThreshold float64 `toml:"cache-threshold"`
	// sglang: loads are too far apart when most - fewest is above the first,
	// in requests, and most / fewest above the second.
	BalanceAbs int     `toml:"balance-abs-threshold"`
	BalanceRel float64 `toml:"balance-rel-threshold"`

	// llm-d: weights of the prefix-cache and the load-aware scorer.
	PrefixWeight float64 `toml:"prefix-weight"`
	LoadWeight   float64 `toml:"load-weight"`
	// llm-d: requests waiting at which a worker scores 0 for load.
	QueueThreshold int `toml:"queue-threshold"`
	// llm-d: leading blocks of a prompt that are matched.
	MaxPrefixBlocks int `toml:"max-prefix-blocks"`
}

// DefaultOptions returns what the imitated routers use unless told otherwise.
// The strategies' comments name their versions.
func DefaultOptions() Options {
	return Options{
		OverlapCredit: 1, PrefillScale: 1,
		PrefixTokens: 256, RingReplicas: 256, LoadFactor: 1.25, SessionReplicas: 160,
		CacheThreshold: 0.3, BalanceAbs: 64, BalanceRel: 1.5,
		PrefixWeight: 1, LoadWeight: 1, QueueThreshold: 128, MaxPrefixBlocks: 256,
	}
}

// OptionError says which option is wrong and what is accepted.
type OptionError struct{ Option, Problem string }

// Error implements error.
func (e *OptionError) Error() string { return e.Option + ": " + e.Problem }

// Limits that keep costs finite and rings in memory.
const (
	maxWeight   = 1e6
	maxReplicas = 1024
)

// Option is one of the options: its key, where its value is, and what is
// accepted. One of Whole and Real is set.
type Option struct {
	Key       string   // as files and --set name it
	Whole     *int     // where a whole number is
	Real      *float64 // where a real one is
	Low, High float64  // accepted, both included
}

// All returns every option of o, to be read or changed.
func (o *Options) All() []Option {
	whole := func(key string, to *int, low, high float64) Option { return Option{key, to, nil, low, high} }
	weight := func(key string, to *float64) Option { return Option{key, nil, to, 0, maxWeight} }
	return []Option{
		weight("temperature", &o.Temperature),
		weight("overlap-score-credit", &o.OverlapCredit),
		weight("overlap-score-credit-decay", &o.CreditDecay),
		weight("prefill-load-scale", &o.PrefillScale),
		whole("prefix-tokens", &o.PrefixTokens, 1, math.MaxInt32),
		whole("ring-replicas", &o.RingReplicas, 1, maxReplicas),
		{"load-factor", nil, &o.LoadFactor, 1, maxWeight},
		whole("session-replicas", &o.SessionReplicas, 1, maxReplicas),
		{"cache-threshold", nil, &o.CacheThreshold, 0, 1},
		whole("balance-abs-threshold", &o.BalanceAbs, 0, math.MaxInt32),
		weight("balance-rel-threshold", &o.BalanceRel),
		weight("prefix-weight", &o.PrefixWeight),
		weight("load-weight", &o.LoadWeight),
		whole("queue-threshold", &o.QueueThreshold, 1, math.MaxInt32),
		whole("max-prefix-blocks", &o.MaxPrefixBlocks, 1, math.MaxInt32),
	}
}

// Validate checks the options of the given keys, of all without any. The error
// is an *OptionError.
func (o *Options) Validate(keys ...string) error {
	for _, a := range o.All() {
		asked := len(keys) == 0 || slices.Contains(keys, a.Key)
		if v := a.value(); asked && !(v >= a.Low && v <= a.High) { // so that NaN is refused too
			return &OptionError{a.Key, fmt.Sprintf("%v is out of range: accepted are %.0f to %.0f", v, a.Low, a.High)}
		}
	}
	return nil
}

func (o Option) value() float64 {
	if o.Whole != nil {
		return float64(*o.Whole)
	}
	return *o.Real
}
