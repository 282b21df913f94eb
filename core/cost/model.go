package cost

import (
	"strconv"

	"kvtui/core/errtext"
)

// Provenance is where a model's shape was read.
type Provenance string

// The provenances.
const (
	FromConfig    Provenance = "config"    // a copy of the maker's config.json
	FromSecondary Provenance = "secondary" // other projects' files
	FromUser      Provenance = "user"      // entered on the command line or on screen
	FromFile      Provenance = "file"      // a config.json that a person named
)

// MLA is the shape of multi-head latent attention: one latent vector and one
// rotary key a token and layer, in place of keys and values per head.
type MLA struct {
	Rank    int // kv_lora_rank, elements
	RopeDim int // elements of the rotary key
}

// Heads is what a layer keeps where it differs from the model's other layers.
type Heads struct {
	KVHeads int // keys and values per layer
	HeadDim int // elements of one key or value
}

// Model is the attention shape that decides how large KV is.
type Model struct {
	Name       string // as --model and the picker know it
	Layers     int    // all layers; transfers that go layer by layer count these
	QueryHeads int    // not part of KV; 0 where unknown
	KVHeads    int    // keys and values per layer; 0 with MLA
	HeadDim    int    // elements of one key or value; 0 with MLA
	MLA        MLA    // zero for grouped or full heads

	// A model with sliding windows keeps at most Window tokens in its
	// SlidingLayers and every token in its FullLayers. Without windows all three
	// are 0 and every layer keeps every token. FullLayers alone describes a model
	// whose other layers keep no KV (linear attention).
	Window        int // tokens
	SlidingLayers int // layers that keep the last Window tokens
	FullLayers    int // layers that keep every token

	// Global is the heads of the layers that keep every token where the windowed
	// ones have others (Gemma 4); zero where all are alike. Not with MLA.
	Global Heads

	Verified Provenance // what the figures rest on
	Note     string     // what the figures leave out; empty where nothing
}

// Custom returns a model of full attention with the given shape, for one that
// the catalogue lacks.
func Custom(layers, kvHeads, headDim int) Model {
	return Model{Name: "custom", Layers: layers, KVHeads: kvHeads, HeadDim: headDim, Verified: FromUser}
}

// Windowed reports whether some layers keep a window of tokens only.
func (m Model) Windowed() bool { return m.SlidingLayers > 0 }

// BytesPerToken returns the KV bytes that one token adds while every layer
// keeps it: always so without windows, and up to Window tokens with them (the
// "all full" figure of a windowed model). Half a byte, possible with four-bit
// elements, rounds up. Grouped and full heads: 2 * layers * KV heads * head dim
// * bytes. MLA: layers * (rank + rope dim) * bytes.
func (m Model) BytesPerToken(w Width) int64 {
	full, sliding := m.keepers()
	return halvesToBytes((full*m.fullElements() + sliding*m.elementsPerLayer()) * int64(w))
}

// GrowthBytesPerToken returns the KV bytes that one token adds beyond the
// window, where only the full layers still grow. It equals BytesPerToken
// without windows and is 0 where every layer slides. Half a byte rounds up.
func (m Model) GrowthBytesPerToken(w Width) int64 {
	full, _ := m.keepers()
	return halvesToBytes(full * m.fullElements() * int64(w))
}

// KVBytes returns the exact KV bytes of a request of tokens:
// per-layer elements * bytes * (full layers * n + sliding layers * min(n,
// window)). Half a byte, possible with four-bit elements, rounds up once, at
// the end. It never falls as tokens grow.
func (m Model) KVBytes(tokens int, w Width) int64 {
	return halvesToBytes(m.elements(tokens) * int64(w))
}

// elements is what all layers keep of tokens.
func (m Model) elements(tokens int) int64 {
	full, sliding := m.keepers()
	return full*m.fullElements()*int64(tokens) + sliding*m.elementsPerLayer()*int64(min(tokens, m.Window))
}

// Validate accepts shapes whose parts are positive and fit each other, and which
// weigh at most MaxBytesPerToken when elements are w wide.
func (m Model) Validate(w Width) error {
	const most = 1_000_000
	checks := []error{checkCount("layers", m.Layers, 1, most)}
	if m.MLA == (MLA{}) {
		checks = append(checks,
			checkCount("kv-heads", m.KVHeads, 1, most),
			checkCount("head-dim", m.HeadDim, 1, most))
		if m.Global != (Heads{}) {
			checks = append(checks,
				checkCount("global kv-heads", m.Global.KVHeads, 1, most),
				checkCount("global head-dim", m.Global.HeadDim, 1, most))
		}
	} else {
		checks = append(checks,
			checkCount("kv-lora-rank", m.MLA.Rank, 1, most),
			checkCount("rope-dim", m.MLA.RopeDim, 0, most))
	}
	checks = append(checks,
		checkCount("full-layers", m.FullLayers, 0, max(m.Layers, 0)),
		checkCount("sliding-layers", m.SlidingLayers, 0, max(m.Layers-m.FullLayers, 0)))
	if m.Windowed() {
		checks = append(checks, checkCount("window", m.Window, 1, MaxTokens))
	}
	for _, err := range checks {
		if err != nil {
			return err
		}
	}
	return m.checkSize(w)
}

func (m Model) checkSize(w Width) error {
	if w < 1 || w > MaxWidth {
		return &ArgError{"dtype-bytes", number(w.Bytes()), widthsAccepted}
	}
	full, sliding := m.keepers()
	// In float64, since the shapes that this refuses do not fit an int64.
	perToken := (float64(full)*float64(m.fullElements()) + float64(sliding)*float64(m.elementsPerLayer())) * w.Bytes()
	if perToken > float64(MaxBytesPerToken) {
		return &ArgError{"kv of " + errtext.Quote(m.Name), number(perToken) + " bytes/token", "at most " + strconv.FormatInt(MaxBytesPerToken, 10) + " bytes/token"}
	}
	return nil
}

// keepers returns the layers that keep every token and those that keep a
// window.
func (m Model) keepers() (full, sliding int64) {
	if m.FullLayers == 0 && m.SlidingLayers == 0 {
		return int64(m.Layers), 0
	}
	return int64(m.FullLayers), int64(m.SlidingLayers)
}

// fullElements is elementsPerLayer of a layer that keeps every token.
func (m Model) fullElements() int64 {
	if m.MLA == (MLA{}) && m.Global != (Heads{}) {
		return 2 * int64(m.Global.KVHeads) * int64(m.Global.HeadDim)
	}
	return m.elementsPerLayer()
}

func (m Model) elementsPerLayer() int64 {
	if m.MLA != (MLA{}) {
		return int64(m.MLA.Rank + m.MLA.RopeDim)
	}
	return 2 * int64(m.KVHeads) * int64(m.HeadDim)
}

func halvesToBytes(halves int64) int64 { return halves/2 + halves%2 }
