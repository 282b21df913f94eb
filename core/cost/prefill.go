package cost

// Prefill is a linear model of prefill time: FixedMS plus SpanMS for every
// SpanTokens computed. It ignores what attention adds at long context.
type Prefill struct {
	Name       string  // what was measured, as screens call it
	Model      string  // the model it was measured with
	FixedMS    float64 // time to first token with nothing to compute, ms
	SpanMS     float64 // ms that SpanTokens add
	SpanTokens int     // tokens, above 0
	Fitted     bool    // true where the line goes through measured points rather than being one
	Source     string  // where the figures come from
}

// MS returns the prefill time in ms of tokens computed, cached ones left out.
func (p Prefill) MS(tokens int) float64 {
	return p.FixedMS + p.SpanMS*float64(tokens)/float64(p.SpanTokens)
}

// Prefills returns the presets, a fresh slice at each call.
func Prefills() []Prefill {
	return []Prefill{{
		Name:    "8 GB class GPU",
		Model:   "Qwen3-0.6B",
		FixedMS: 15, SpanMS: 65, SpanTokens: 1500,
		Fitted: true,
		Source: "router measurement 2026-10-07: about 80 ms for a cold prompt of about 1,500 words (taken as tokens), about 15 ms for a hit",
	}}
}
