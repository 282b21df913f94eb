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

// AttentionCrossover returns the context in tokens at which a token's attention
// takes as many operations as its weights do: parameters / (2 * layers * heads *
// head dim), with the embeddings left out. It is 3,836 for Qwen3-0.6B. Source:
// notes/time-model.md, iteration.
func AttentionCrossover(parameters float64, layers, heads, headDim int) float64 {
	return parameters / (2 * float64(layers) * float64(heads) * float64(headDim))
}

// PrefillPreset is a prefill time by name, linear or quadratic.
type PrefillPreset struct {
	Key    string // as --prefill-preset knows it
	Name   string // what was measured, as screens call it
	Model  string // the model it was measured with
	UpTo   int    // tokens of the longest prompt it was fitted to
	Curved bool   // holds what attention adds, so that it goes on beyond UpTo
	Source string // where the figures come from
	MS     func(tokens int) float64
}

// Tokens and parameters of the presets' measurements.
const (
	qwen06BParameters = 440e6 // without embeddings
	oneGPULongest     = 3000
	clusterLongest    = 2371
)

// PrefillPresets returns every preset, the line of Prefills first, a fresh slice
// at each call.
func PrefillPresets() []PrefillPreset {
	line := Prefills()[0]
	crossover := AttentionCrossover(qwen06BParameters, 28, 16, 128)
	// The fixed 8.7 ms are what a request costs beside the step, 3.96 ms.
	small := QuadraticPrefill{FixedMS: 3.96 + 8.7, TokenMS: 0.0395, Crossover: crossover}
	large := QuadraticPrefill{FixedMS: 3.55, TokenMS: 0.0123, Crossover: crossover}
	return []PrefillPreset{
		{Key: "line", Name: line.Name, Model: line.Model, UpTo: line.SpanTokens, Source: line.Source, MS: line.MS},
		{
			Key: "8gb", Name: "8 GB class GPU", Model: line.Model, UpTo: oneGPULongest, Curved: true, MS: small.MS,
			Source: "fitted to the one-GPU measurement of 2026-10-07, prompts of 1,500 and 3,000 tokens (notes/time-model.md)",
		},
		{
			Key: "24gb", Name: "24 GB class GPU", Model: line.Model, UpTo: clusterLongest, Curved: true, MS: large.MS,
			Source: "fitted to the cluster measurement of 2026-11-13, prompts of about 2,400 tokens; front end left out (notes/time-model.md)",
		},
	}
}

// PrefillKeys returns the keys of the presets.
func PrefillKeys() (keys []string) {
	for _, p := range PrefillPresets() {
		keys = append(keys, p.Key)
	}
	return keys
}

// PrefillByKey finds a preset; the zero preset where there is none.
func PrefillByKey(key string) (PrefillPreset, bool) {
	for _, p := range PrefillPresets() {
		if p.Key == key {
			return p, true
		}
	}
	return PrefillPreset{}, false
}
