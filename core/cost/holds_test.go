package cost

import "testing"

func TestPrefillHoldsForTheShapeOfItsModel(t *testing.T) {
	p := LinePreset()
	file := func(layers, queries int) Model {
		return Model{Name: "mine", Layers: layers, QueryHeads: queries, KVHeads: 8, HeadDim: 128, Verified: FromFile, Note: "n"}
	}
	other := file(28, 16)
	other.Verified = FromConfig
	for name, c := range map[string]struct {
		m    Model
		want bool
	}{
		"its model": {Model{Name: "Qwen3-0.6B"}, true}, "its config.json": {file(28, 16), true}, "numbers": {Custom(28, 8, 128), true},
		"other layers": {file(27, 16), false}, "other heads": {file(28, 32), false}, "other numbers": {Custom(28, 4, 128), false},
		"another of the catalogue with its shape": {other, false},
	} {
		if got := p.HoldsFor(c.m); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if (PrefillPreset{Model: "none such"}).HoldsFor(Custom(28, 8, 128)) {
		t.Error("holds for a shape of no model")
	}
}
