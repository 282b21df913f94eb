package clock

import "kvtui/core/cost"

// PrefillPresets returns the prefill times that there are by name: the
// published line first, then those of the presets.
func PrefillPresets() []cost.PrefillPreset {
	out := []cost.PrefillPreset{cost.LinePreset()}
	for _, p := range Presets() {
		out = append(out, p.Prefill())
	}
	return out
}

// PrefillKeys returns the keys of PrefillPresets.
func PrefillKeys() (keys []string) {
	for _, p := range PrefillPresets() {
		keys = append(keys, p.Key)
	}
	return keys
}

// PrefillByKey finds a prefill time by its key.
func PrefillByKey(key string) (p cost.PrefillPreset, ok bool) {
	for _, p := range PrefillPresets() {
		if p.Key == key {
			return p, true
		}
	}
	return cost.PrefillPreset{}, false
}

// ByPrefillKey returns the preset whose prefill time has that key; ok is false
// where there is no engine behind it, as for the published line.
func ByPrefillKey(key string) (p Preset, ok bool) {
	for _, p := range Presets() {
		if p.String() == key {
			return p, true
		}
	}
	return NoPreset, false
}

// Prefill returns how long a prompt takes on an idle worker, all of it in one
// iteration. The front end is left out: a request pays it whether its KV is
// moved or computed. An empty prompt takes as long as one token of the mocker,
// so that the time bends one way only.
func (p Preset) Prefill() cost.PrefillPreset {
	f := p.Figures()
	out := cost.PrefillPreset{Key: p.String(), Source: f.Source, Curved: true}
	out.MS = func(tokens int) float64 { return f.BaseMS + f.SequenceMS + f.PrefillMS(Chunk{Tokens: tokens}) }
	switch p {
	case GPU8GB:
		out.Name, out.Model, out.UpTo = "8 GB class GPU", "Qwen3-0.6B", 3000
	case GPU24GB:
		out.Name, out.Model, out.UpTo = "24 GB class GPU", "Qwen3-0.6B", 2371
	case Mocker:
		out.Name, out.Model = "Dynamo's mocker", "Llama-3.1-8B"
		out.MS = func(tokens int) float64 { return f.AloneMS(max(tokens, 1), 0) }
	case H100Qwen8B:
		out.Name, out.Model = "H100", "Qwen3-8B"
	case H100Qwen32B:
		out.Name, out.Model = "2 x H100", "Qwen3-32B"
	case NoPreset:
	}
	return out
}
