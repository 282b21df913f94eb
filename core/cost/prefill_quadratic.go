package cost

// QuadraticPrefill is a model of prefill time with what attention adds: each
// token computed takes TokenMS, and TokenMS again for every Crossover tokens
// that it attends to. Source: notes/time-model.md, iteration.
type QuadraticPrefill struct {
	FixedMS   float64 // time of a step with nothing to compute, ms
	TokenMS   float64 // ms a token computed, attention left out
	Crossover float64 // tokens of context at which attention takes as long as the rest; above 0
}

// MS returns the prefill time in ms of a prompt of tokens with none cached.
func (p QuadraticPrefill) MS(tokens int) float64 { return p.CachedMS(tokens, 0) }

// CachedMS returns the prefill time in ms of a prompt of tokens of which cached
// ones are there already: n * TokenMS * (1 + (cached + n/2) / Crossover) +
// FixedMS for the n others. Tokens that are computed attend to cached ones too,
// so a hit saves less than its share.
func (p QuadraticPrefill) CachedMS(tokens, cached int) float64 {
	cached = min(max(cached, 0), tokens)
	n, before := float64(tokens-cached), float64(cached)
	return n*p.TokenMS*(1+(before+n/2)/p.Crossover) + p.FixedMS
}

// PrefillPreset is a prefill time by name, linear or quadratic. Package clock
// lists them.
type PrefillPreset struct {
	Key    string // as --prefill-preset knows it
	Name   string // what it is of, as screens call it
	Model  string // the model it holds for
	UpTo   int    // tokens of the longest prompt it was fitted to; 0 where it was not
	Curved bool   // holds what attention adds, so that it goes on beyond UpTo
	Source string // where the figures come from
	MS     func(tokens int) float64
}

// Fitted reports whether the preset goes through measurements; others are
// derived, or another program's.
func (p PrefillPreset) Fitted() bool { return p.UpTo > 0 }

// LinePrefill is the key of the published line.
const LinePrefill = "line"

// LinePreset returns the published line as a preset.
func LinePreset() PrefillPreset {
	line := Prefills()[0]
	return PrefillPreset{Key: LinePrefill, Name: line.Name, Model: line.Model, UpTo: line.SpanTokens, Source: line.Source, MS: line.MS}
}
