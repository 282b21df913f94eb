package cost

// PrefillPreset is a prefill time by name, linear or with what attention adds.
// Package clock lists them.
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
