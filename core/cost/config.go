package cost

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"

	"kvtui/core/errtext"
)

// MaxConfigBytes is the largest config.json that ReadConfig reads.
const MaxConfigBytes = 4 << 20

// ReadConfig reads the attention shape of a decoder-only model from its
// config.json, as Hugging Face's transformers spells it: grouped heads, latents
// (MLA), sliding windows, layers of several kinds, and language models nested
// under text_config. head_dim is read where it is stated and is hidden size over
// heads elsewhere. Layers of linear attention, convolution or state keep no KV.
//
// Name is the file's model_type, Verified is FromFile, and Note says what the
// figures leave out. Errors are one line and safe to print; they name the key.
func ReadConfig(r io.Reader) (Model, error) {
	raw, err := io.ReadAll(io.LimitReader(r, MaxConfigBytes+1))
	if err != nil {
		return Model{}, fmt.Errorf("read config.json: %w", err)
	}
	if len(raw) > MaxConfigBytes {
		return Model{}, fmt.Errorf("a config.json of more than %d bytes: accepted are up to that", MaxConfigBytes)
	}
	c := config{}
	if err := json.Unmarshal(raw, &c.keys); err != nil {
		return Model{}, notJSON(err)
	}
	if c.keys == nil { // the file says null
		return Model{}, errors.New("no JSON object: accepted is a model's config.json")
	}
	c.language()
	m := c.model()
	if c.err == nil {
		c.err = plain(m.Validate(BF16.Width()))
	}
	if c.err != nil {
		return Model{}, c.err
	}
	return m, nil
}

func notJSON(err error) error {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return fmt.Errorf("no JSON at byte %d: %s", syntax.Offset, syntax.Error())
	}
	return errors.New("no JSON object: accepted is a model's config.json")
}

// plain words what Validate found for a file, where no flag is to blame.
func plain(err error) error {
	var arg *ArgError
	if !errors.As(err, &arg) {
		return err
	}
	return fmt.Errorf("%s is %s: accepted is %s", arg.Arg, arg.Got, arg.Want)
}

const modelType = "model_type"

// config is the keys of a config.json and the first thing wrong with them.
type config struct {
	keys map[string]json.RawMessage
	err  error
}

// language goes down to the language model of one that also sees or hears. Its
// type is that of the whole where it states none.
func (c *config) language() {
	for _, name := range []string{"thinker_config", "text_config", "llm_config", "language_config"} {
		var inner map[string]json.RawMessage
		if json.Unmarshal(c.keys[name], &inner) == nil && inner != nil {
			if _, ok := inner[modelType]; !ok {
				inner[modelType] = c.keys[modelType]
			}
			c.keys = inner
		}
	}
}

func (c *config) fail(name string, got json.RawMessage, want string) {
	if c.err == nil {
		c.err = fmt.Errorf("%s is %s: accepted is %s", name, errtext.Quote(string(got)), want)
	}
}

// has reports whether a key is there and not null.
func (c *config) has(name string) bool {
	raw := c.keys[name]
	return raw != nil && string(raw) != "null"
}

// count returns the first of names that is there, 0 where none is.
func (c *config) count(names ...string) int {
	const most = 1_000_000_000
	for _, name := range names {
		if !c.has(name) {
			continue
		}
		var x float64
		if err := json.Unmarshal(c.keys[name], &x); err != nil || x < 0 || x > most || x != float64(int(x)) {
			c.fail(name, c.keys[name], fmt.Sprintf("a whole number from 0 to %d", most))
			return 0
		}
		return int(x)
	}
	return 0
}

// is returns a switch; absent is false.
func (c *config) is(name string) (on bool) {
	if c.has(name) && json.Unmarshal(c.keys[name], &on) != nil {
		c.fail(name, c.keys[name], "true or false")
	}
	return on
}

func (c *config) text(name string) (s string) {
	if c.has(name) && json.Unmarshal(c.keys[name], &s) != nil {
		c.fail(name, c.keys[name], "a text")
	}
	return s
}

// list reads a list of one type; nil where the key is absent.
func list[T any](c *config, name, want string) (out []T) {
	if c.has(name) && json.Unmarshal(c.keys[name], &out) != nil {
		c.fail(name, c.keys[name], want)
	}
	return out
}

// model reads the shape; what is wrong is noted in c.
func (c *config) model() Model {
	m := Model{Name: c.name(), Verified: FromFile}
	c.refuse()
	m.Layers = c.count("num_hidden_layers", "n_layer", "num_layers", "n_layers")
	m.QueryHeads = c.count("num_attention_heads", "n_head", "n_heads")
	if m.Layers == 0 && c.err == nil {
		c.err = errors.New("num_hidden_layers is missing: accepted is the config.json of a decoder-only language model")
	}
	c.heads(&m)
	if c.err == nil && m.Layers <= maxConfigLayers {
		c.keep(&m)
	}
	return m
}

// maxConfigLayers bounds the work that a file can ask for; Validate refuses
// more anyway.
const maxConfigLayers = 1_000_000

// refuse stops at shapes that Model cannot hold.
func (c *config) refuse() {
	const uniform = "a model whose layers of one kind are all alike"
	for _, name := range []string{"block_configs", "num_key_value_heads_per_layer"} {
		if c.has(name) && c.err == nil {
			c.err = fmt.Errorf("%s gives each layer its own heads: accepted is %s", name, uniform)
		}
	}
	if c.is("is_encoder_decoder") && c.err == nil {
		c.err = errors.New("is_encoder_decoder is true: accepted are decoder-only models")
	}
}

// name returns the kind of model, without what does not print.
func (c *config) name() string {
	const most = 40
	name := strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, c.text(modelType))
	if name == "" || len(name) > most {
		return "config.json"
	}
	return name
}

// heads reads what a layer keeps of a token.
func (c *config) heads(m *Model) {
	if rank := c.count("kv_lora_rank"); rank > 0 {
		m.MLA = MLA{Rank: rank, RopeDim: c.count("qk_rope_head_dim")}
		if c.count("index_head_dim") > 0 {
			m.Note = "the keys of the sparse-attention index are left out"
		}
		return
	}
	m.KVHeads = c.kvHeads(m.QueryHeads)
	if m.QueryHeads == 0 && strings.HasPrefix(c.text(modelType), "gemma3") {
		// The small Gemma 3 leave out what equals transformers' default.
		m.QueryHeads, m.KVHeads, m.HeadDim = 8, orElse(m.KVHeads, 4), orElse(c.count("head_dim"), 256)
		return
	}
	m.HeadDim = c.headDim(m.QueryHeads)
	if values := c.count("v_head_dim"); values > 0 && values != m.HeadDim {
		m.Note = fmt.Sprintf("keys of %d and values of %d elements, counted as two of the mean", m.HeadDim, values)
		m.HeadDim = c.mean(m.HeadDim, values)
	}
	c.globalHeads(m)
}

// globalHeads reads the heads that full layers keep where windowed ones keep
// others.
func (c *config) globalHeads(m *Model) {
	heads, dim := 0, c.count("global_head_dim")
	if !c.has("attention_k_eq_v") || c.is("attention_k_eq_v") { // Gemma 4 reads the heads only then
		heads = c.count("num_global_key_value_heads")
	}
	if swa := c.count("swa_num_key_value_heads"); swa > 0 { // here the windowed layers have the keys of their own
		heads, dim, m.KVHeads = m.KVHeads, m.HeadDim, swa
		if own := c.count("swa_head_dim"); own > 0 {
			m.HeadDim = own
			if values := c.count("swa_v_head_dim"); values > 0 {
				m.HeadDim = c.mean(own, values)
			}
		}
	}
	if heads > 0 && heads != m.KVHeads || dim > 0 && dim != m.HeadDim {
		m.Global = Heads{orElse(heads, m.KVHeads), orElse(dim, m.HeadDim)}
	}
}

func orElse(n, other int) int {
	if n > 0 {
		return n
	}
	return other
}

// mean is the size of a key or value where the two differ; together they take
// as much as two of it.
func (c *config) mean(keys, values int) int {
	if (keys+values)%2 != 0 && c.err == nil {
		c.err = fmt.Errorf("head_dim %d and v_head_dim %d: accepted are two whose sum is even", keys, values)
	}
	return (keys + values) / 2
}

// kvHeads reads the heads that keep KV: one for multi-query attention, all
// where nothing else is said.
func (c *config) kvHeads(queryHeads int) int {
	switch {
	case c.is("multi_query") && !c.is("new_decoder_architecture"): // Falcon-7B and StarCoder ignore any other key
		return 1
	case c.is("multi_query_attention"):
		return c.count("multi_query_group_num")
	}
	n := c.count("num_key_value_heads", "num_kv_heads", "n_head_kv")
	var attn struct {
		Heads int `json:"kv_n_heads"`
	}
	if n == 0 && c.has("attn_config") && json.Unmarshal(c.keys["attn_config"], &attn) == nil {
		n = attn.Heads
	}
	return orElse(n, queryHeads)
}

// headDim reads the size of a key: as stated, else hidden size over heads.
func (c *config) headDim(queryHeads int) int {
	if d := c.count("head_dim", "kv_channels", "attention_head_dim"); d > 0 {
		return d
	}
	hidden := c.count("hidden_size", "n_embd", "d_model")
	if queryHeads == 0 || hidden%queryHeads != 0 {
		if c.err == nil {
			c.err = fmt.Errorf("head_dim is missing and hidden_size %d is no multiple of num_attention_heads %d: accepted is a file with one or the other", hidden, queryHeads)
		}
		return 0
	}
	return hidden / queryHeads
}
