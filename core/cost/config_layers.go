package cost

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"kvtui/core/errtext"
)

// keeping is what a layer keeps of past tokens.
type keeping uint8

const (
	keepsAll    keeping = iota // every token
	keepsWindow                // the last tokens
	keepsNone                  // no KV: linear attention, convolution, state, or another layer's KV
)

// keep sorts the layers by what they keep.
func (c *config) keep(m *Model) {
	window := c.window()
	layers := c.kinds(m.Layers, window > 0)
	if c.err != nil {
		return
	}
	if len(layers) != m.Layers {
		c.err = fmt.Errorf("%d layers are described and num_hidden_layers is %d: accepted are equal numbers", len(layers), m.Layers)
		return
	}
	if shared := c.count("num_kv_shared_layers"); shared > 0 {
		// Gemma's last layers read the KV of earlier ones.
		for i := max(0, len(layers)-shared); i < len(layers); i++ {
			layers[i] = keepsNone
		}
	}
	full, sliding := 0, 0
	for _, k := range layers {
		switch k {
		case keepsAll:
			full++
		case keepsWindow:
			sliding++
		case keepsNone:
		}
	}
	switch {
	case full+sliding == 0:
		c.err = errors.New("no layer keeps KV: accepted is a model with attention")
	case sliding > 0 && window == 0:
		c.err = errors.New("sliding_window is missing though layers slide: accepted is a number of tokens")
	case full < m.Layers:
		m.FullLayers, m.SlidingLayers = full, sliding
		if sliding > 0 {
			m.Window = window
		}
	}
}

// window is the tokens that a windowed layer keeps, 0 for none. Qwen2.5 states
// a window and switches it off. Llama 4 attends within chunks, which keep at
// most one chunk.
func (c *config) window() int {
	if c.has("use_sliding_window") && !c.is("use_sliding_window") {
		return 0
	}
	return c.count("sliding_window", "sliding_window_size", "attention_window_size", "attention_chunk_size")
}

// kinds returns what each layer keeps, by the first description that the file
// has.
func (c *config) kinds(n int, windowed bool) []keeping {
	switch {
	case c.has("layer_types"):
		return c.named(list[string](c, "layer_types", "a list of words"), windowed)
	case c.has("layers_block_type"):
		return c.named(list[string](c, "layers_block_type", "a list of words"), windowed)
	case c.has("hybrid_override_pattern"):
		return c.starred(c.text("hybrid_override_pattern"))
	case c.has("hybrid_layer_pattern"):
		return chosen(list[int](c, "hybrid_layer_pattern", "a list of 0 (full) and 1 (sliding)"), 0, keepsWindow)
	case c.has("attn_type_list"):
		return chosen(list[int](c, "attn_type_list", "a list of 0 (linear) and 1 (full)"), 1, keepsNone)
	case c.has("attn_layer_indices"):
		return c.indexed(n, list[int](c, "attn_layer_indices", "a list of layers"), 0)
	case c.has("full_attn_idxs"):
		return c.indexed(n, list[int](c, "full_attn_idxs", "a list of layers"), 0)
	case c.has("linear_attn_config"):
		return c.linear(n)
	case c.has("full_attention_interval"):
		return every(n, c.count("full_attention_interval"), -1, keepsNone)
	case c.has("attn_layer_period"):
		return every(n, c.count("attn_layer_period"), c.count("attn_layer_offset"), keepsNone)
	case windowed:
		return c.windowed(n)
	}
	return repeat(n, keepsAll)
}

// windowed sorts the layers of a model with a window and no list of kinds: by
// its pattern, by the layer it begins at, or as transformers does for its type.
func (c *config) windowed(n int) []keeping {
	const name = "sliding_window_pattern"
	switch {
	case c.has(name) && strings.HasPrefix(string(c.keys[name]), `"`):
		return c.lettered(n, c.text(name))
	case c.has(name):
		return every(n, c.count(name), -1, keepsWindow)
	case c.has("_sliding_window_pattern"):
		return every(n, c.count("_sliding_window_pattern"), -1, keepsWindow)
	case len(list[int](c, "no_rope_layers", "a list of 0 (full) and 1 (chunked)")) > 0: // Llama 4: 1 is rotary, within chunks
		return chosen(list[int](c, "no_rope_layers", ""), 0, keepsWindow)
	case c.is("use_sliding_window") && c.has("max_window_layers"):
		out := repeat(n, keepsWindow)
		for i := range min(n, c.count("max_window_layers")) {
			out[i] = keepsAll
		}
		return out
	}
	return c.usual(n)
}

// usual sorts the layers of a model with a window as transformers does for its
// type where the file says no more.
func (c *config) usual(n int) []keeping {
	if c.has("attention_chunk_size") && !c.has("sliding_window") { // Llama 4
		return every(n, orElse(c.count("no_rope_layer_interval"), 4), -1, keepsWindow)
	}
	switch kind := c.text(modelType); {
	case kind == "gemma2", kind == "gpt_oss":
		return every(n, 2, -1, keepsWindow)
	case strings.HasPrefix(kind, "gemma3"):
		return every(n, 6, -1, keepsWindow)
	case strings.HasPrefix(kind, "gemma4"):
		out := every(n, 6, -1, keepsWindow)
		out[n-1] = keepsAll
		return out
	case kind == "cohere2":
		return every(n, 4, -1, keepsWindow)
	}
	return repeat(n, keepsWindow)
}

func repeat(n int, k keeping) []keeping {
	out := make([]keeping, n)
	for i := range out {
		out[i] = k
	}
	return out
}

// every makes each layer i with i % period == offset keep all, the others rest;
// a period of 0 makes none. An offset of -1 is the last of each period.
func every(n, period, offset int, rest keeping) []keeping {
	out := repeat(n, rest)
	if offset < 0 {
		offset += period
	}
	for i := range out {
		if period > 0 && i%period == offset {
			out[i] = keepsAll
		}
	}
	return out
}

// chosen makes the layers with the number all keep every token.
func chosen(numbers []int, all int, rest keeping) (out []keeping) {
	for _, x := range numbers {
		k := rest
		if x == all {
			k = keepsAll
		}
		out = append(out, k)
	}
	return out
}

// named sorts by the words of layer_types.
func (c *config) named(words []string, windowed bool) (out []keeping) {
	for _, w := range words {
		switch w {
		case "full_attention", "attention", "full", "hybrid", "deepseek_sparse_attention":
			out = append(out, keepsAll)
		case "sliding_attention", "chunked_attention":
			k := keepsWindow
			if !windowed { // a window that is switched off
				k = keepsAll
			}
			out = append(out, k)
		case "linear_attention", "mamba", "mamba2", "conv", "recurrent", "moe", "mlp":
			out = append(out, keepsNone)
		default:
			if c.err == nil {
				c.err = fmt.Errorf("layer_types has %s: accepted are full_attention, sliding_attention, chunked_attention, linear_attention, mamba, conv", errtext.Quote(w))
			}
			return nil
		}
	}
	return out
}

// starred reads Nemotron-H's pattern, where * is attention.
func (c *config) starred(pattern string) (out []keeping) {
	for _, r := range pattern {
		k := keepsNone
		if r == '*' {
			k = keepsAll
		}
		out = append(out, k)
	}
	return out
}

// lettered repeats EXAONE's pattern, such as LLLG: L slides, G is full.
func (c *config) lettered(n int, pattern string) (out []keeping) {
	if pattern == "" || strings.Trim(pattern, "LG") != "" {
		if c.err == nil {
			c.err = fmt.Errorf("sliding_window_pattern is %s: accepted is a number, or the letters L and G", errtext.Quote(pattern))
		}
		return nil
	}
	for i := range n {
		k := keepsWindow
		if pattern[i%len(pattern)] == 'G' {
			k = keepsAll
		}
		out = append(out, k)
	}
	return out
}

// indexed makes the layers of a list keep all, counted from first.
func (c *config) indexed(n int, at []int, first int) []keeping {
	out := repeat(n, keepsNone)
	for _, i := range at {
		if i < first || i-first >= n {
			if c.err == nil {
				c.err = fmt.Errorf("attention is at layer %d: accepted are %d to %d", i, first, n-1+first)
			}
			return nil
		}
		out[i-first] = keepsAll
	}
	return out
}

// linear reads Kimi Linear's list, which counts layers from 1 unless one of
// them is 0.
func (c *config) linear(n int) []keeping {
	var in struct {
		Full   []int `json:"full_attn_layers"`
		Linear []int `json:"kda_layers"`
	}
	if json.Unmarshal(c.keys["linear_attn_config"], &in) != nil || in.Full == nil {
		c.fail("linear_attn_config", c.keys["linear_attn_config"], "an object with full_attn_layers, a list of layers")
		return nil
	}
	first := 1
	if slices.Contains(in.Full, 0) || slices.Contains(in.Linear, 0) {
		first = 0
	}
	return c.indexed(n, in.Full, first)
}
