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

// PrefillPreset is a prefill time by name, linear or quadratic. The quadratic
// ones leave the front end out, which a request pays whether its KV is moved or
// computed.
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

// PrefillPresets returns every preset, the line of Prefills first, a fresh slice
// at each call.
func PrefillPresets() []PrefillPreset {
	line := Prefills()[0]
	const withoutEmbeddings = 440e6 // parameters of Qwen3-0.6B
	crossover := AttentionCrossover(withoutEmbeddings, 28, 16, 128)
	small := QuadraticPrefill{FixedMS: 3.96, TokenMS: 0.0395, Crossover: crossover}
	large := QuadraticPrefill{FixedMS: 3.55, TokenMS: 0.0123, Crossover: crossover}
	return []PrefillPreset{
		{Key: "line", Name: line.Name, Model: line.Model, UpTo: line.SpanTokens, Source: line.Source, MS: line.MS},
		{
			Key: "8gb", Name: "8 GB class GPU", Model: line.Model, UpTo: 3000, Curved: true, MS: small.MS,
			Source: "fitted to the table of one GPU, 2026-10-07, prompts of 1,500 and 3,000 tokens (notes/time-model.md)",
		},
		{
			Key: "24gb", Name: "24 GB class GPU", Model: line.Model, UpTo: 2371, Curved: true, MS: large.MS,
			Source: "fitted to the cluster table, 2026-11-13, prompts of about 2,400 tokens (notes/time-model.md)",
		},
		mockerPrefill(),
		h100Prefill("h100-qwen3-8b", "H100", "Qwen3-8B", 8.2e9, 6.95e9, 1),
		h100Prefill("h100-qwen3-32b-tp2", "2 x H100", "Qwen3-32B", 32.8e9, 31.2e9, 2),
	}
}

// mockerPrefill is the default polynomial of Dynamo's simulated engine,
// 4.209989e-7 n^2 + 1.518344e-2 n + 16.50142 ms.
func mockerPrefill() PrefillPreset {
	const square, linear, fixed = 4.209989e-7, 1.518344e-2, 16.50142
	p := QuadraticPrefill{FixedMS: fixed, TokenMS: linear, Crossover: linear / (2 * square)}
	return PrefillPreset{
		Key: "mocker", Name: "Dynamo's mocker", Model: "Llama-3.1-8B", Curved: true, MS: p.MS,
		Source: "its polynomial, uncalibrated by its own words: Dynamo lib/mocker/src/common/perf_model.rs @f80944a4",
	}
}

// h100Prefill derives a model on ranks H100 SXM from public figures: weights of
// two bytes are read once at 3,350 GB/s, a token takes two operations a
// parameter at half of the peak, 989.4e12 operations/s in bf16. What ranks tell
// each other is left out. A model that the catalogue lacks has no crossover.
func h100Prefill(key, name, model string, parameters, withoutEmbeddings float64, ranks int) PrefillPreset {
	const memoryGBps, perMS = 3350, 989.4e12 * 0.5 / 1e3
	m, _ := ModelByName(model)
	n := float64(ranks)
	p := QuadraticPrefill{
		FixedMS: 2 * parameters / (n * memoryGBps * 1e6), TokenMS: 2 * withoutEmbeddings / (n * perMS),
		Crossover: AttentionCrossover(withoutEmbeddings, m.Layers, m.QueryHeads, m.HeadDim),
	}
	return PrefillPreset{
		Key: key, Name: name, Model: model, Curved: true, MS: p.MS,
		Source: "derived, not measured: public figures of GPU and model, half of the peak",
	}
}

// PrefillKeys returns the keys of the presets.
func PrefillKeys() (keys []string) {
	for _, p := range PrefillPresets() {
		keys = append(keys, p.Key)
	}
	return keys
}

// PrefillByKey finds a preset; without one it returns the zero preset, whose MS
// is nil.
func PrefillByKey(key string) (PrefillPreset, bool) {
	for _, p := range PrefillPresets() {
		if p.Key == key {
			return p, true
		}
	}
	return PrefillPreset{}, false
}
