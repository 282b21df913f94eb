package cost

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func readConfig(t testing.TB, text string) Model {
	t.Helper()
	m, err := ReadConfig(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return m
}

// TestConfigsMakeTheCatalogue: a config.json with the keys that decide a model's
// shape, and those that mislead, gives every model of the catalogue.
func TestConfigsMakeTheCatalogue(t *testing.T) {
	for _, want := range Models() {
		raw, err := os.ReadFile("testdata/config/" + want.Name + ".json")
		if err != nil {
			t.Fatal(err)
		}
		got, err := ReadConfig(bytes.NewReader(raw))
		if err != nil {
			t.Errorf("%s: %v", want.Name, err)
			continue
		}
		if got.Verified != FromFile || got.Name == "" {
			t.Errorf("%s: verified %q, name %q", want.Name, got.Verified, got.Name)
		}
		if want.QueryHeads == 0 {
			got.QueryHeads = 0
		}
		got.Name, got.Verified, got.Note = want.Name, want.Verified, want.Note
		if got != want {
			t.Errorf("%s:\n got %+v\nwant %+v", want.Name, got, want)
		}
	}
}

// TestConfigShapes: shapes beyond the catalogue, with the bytes of one token and
// of 10,000 worked out by hand, two bytes an element.
func TestConfigShapes(t *testing.T) {
	const head = `"num_hidden_layers":8,"num_attention_heads":8,"num_key_value_heads":2,"head_dim":64,"hidden_size":4096`
	const layer = 2 * 2 * 64 * 2 // bytes a token and layer: 512
	for name, c := range map[string]struct {
		text     string
		one, all int64
	}{
		"full":                {`{` + head + `}`, 8 * layer, 8 * layer * 10_000},
		"head_dim left out":   {`{"num_hidden_layers":8,"num_attention_heads":8,"num_key_value_heads":2,"hidden_size":512}`, 8 * layer, 8 * layer * 10_000},
		"nested, two deep":    {`{"thinker_config":{"text_config":{` + head + `}}}`, 8 * layer, 8 * layer * 10_000},
		"window off":          {`{` + head + `,"sliding_window":100,"use_sliding_window":false}`, 8 * layer, 8 * layer * 10_000},
		"window off by words": {`{` + head + `,"sliding_window":null,"layer_types":["full_attention","full_attention","full_attention","full_attention","full_attention","full_attention","full_attention","full_attention"]}`, 8 * layer, 8 * layer * 10_000},
		"window on from 6":    {`{` + head + `,"sliding_window":100,"use_sliding_window":true,"max_window_layers":6}`, 8 * layer, layer * (6*10_000 + 2*100)},
		"all slide":           {`{` + head + `,"sliding_window":100}`, 8 * layer, layer * 8 * 100},
		"every fourth full":   {`{` + head + `,"sliding_window":100,"sliding_window_pattern":4}`, 8 * layer, layer * (2*10_000 + 6*100)},
		"letters":             {`{` + head + `,"sliding_window":100,"sliding_window_pattern":"LLLG"}`, 8 * layer, layer * (2*10_000 + 6*100)},
		"gemma2 by its type":  {`{` + head + `,"model_type":"gemma2","sliding_window":100}`, 8 * layer, layer * (4*10_000 + 4*100)},
		"chunks": {
			`{` + head + `,"model_type":"llama4_text","attention_chunk_size":100,"no_rope_layers":[1,1,1,0,1,1,1,0]}`,
			8 * layer, layer * (2*10_000 + 6*100),
		},
		"chunks, no type":   {`{"text_config":{` + head + `,"attention_chunk_size":100,"no_rope_layer_interval":2}}`, 8 * layer, layer * (4*10_000 + 4*100)},
		"type of the whole": {`{"model_type":"gemma2","text_config":{` + head + `,"sliding_window":100}}`, 8 * layer, layer * (4*10_000 + 4*100)},
		"gemma4's last":     {`{` + head + `,"model_type":"gemma4_text","sliding_window":100}`, 8 * layer, layer * (2*10_000 + 6*100)},
		"gemma3's defaults": {`{"model_type":"gemma3","text_config":{"num_hidden_layers":6,"hidden_size":2560,"sliding_window":100}}`, 6 * 4096, 4096 * (10_000 + 5*100)},
		"linear from 0":     {`{` + head + `,"linear_attn_config":{"full_attn_layers":[1,7],"kda_layers":[0,2]}}`, 2 * layer, 2 * layer * 10_000},
		"sparse attention": {
			`{` + head + `,"kv_lora_rank":512,"qk_rope_head_dim":0,"index_head_dim":128,"layer_types":["linear_attention","deepseek_sparse_attention",` +
				`"linear_attention","deepseek_sparse_attention","linear_attention","linear_attention","linear_attention","linear_attention"]}`,
			2 * 512 * 2, 2 * 512 * 2 * 10_000,
		},
		"global heads not in use": {`{` + head + `,"num_global_key_value_heads":1,"attention_k_eq_v":false,"sliding_window":100}`, 8 * layer, layer * 8 * 100},
		"chunks, list empty":      {`{` + head + `,"model_type":"llama4_text","attention_chunk_size":100,"no_rope_layers":[]}`, 8 * layer, layer * (2*10_000 + 6*100)},
		"linear by interval":      {`{` + head + `,"full_attention_interval":4}`, 2 * layer, 2 * layer * 10_000},
		"linear by words": {
			`{` + head + `,"layer_types":["linear_attention","linear_attention","linear_attention","full_attention","mamba","conv","recurrent","full_attention"]}`,
			2 * layer, 2 * layer * 10_000,
		},
		"jamba's period":   {`{` + head + `,"attn_layer_period":8,"attn_layer_offset":4}`, layer, layer * 10_000},
		"bamba's indices":  {`{` + head + `,"attn_layer_indices":[0,7]}`, 2 * layer, 2 * layer * 10_000},
		"nemotron's stars": {`{` + head + `,"hybrid_override_pattern":"M-M*-M*-"}`, 2 * layer, 2 * layer * 10_000},
		"minimax's list":   {`{` + head + `,"attn_type_list":[0,0,0,0,0,0,0,1]}`, layer, layer * 10_000},
		"kimi linear, latent": {
			`{` + head + `,"kv_lora_rank":512,"qk_rope_head_dim":64,"linear_attn_config":{"full_attn_layers":[4,8]}}`,
			2 * 576 * 2, 2 * 576 * 2 * 10_000,
		},
		"last layers share": {`{` + head + `,"num_kv_shared_layers":2}`, 6 * layer, 6 * layer * 10_000},
		"one head by flag":  {`{"num_hidden_layers":8,"num_attention_heads":8,"hidden_size":512,"multi_query":true,"num_kv_heads":8}`, 8 * 256, 8 * 256 * 10_000},
		"values smaller":    {`{` + head + `,"v_head_dim":32}`, 8 * 2 * (64 + 32) * 2, 8 * 2 * (64 + 32) * 2 * 10_000},
		// Gemma 4's kind: full layers keep 1 head of 128, windowed ones 2 of 64.
		"global heads": {
			`{` + head + `,"num_global_key_value_heads":1,"global_head_dim":128,"sliding_window":100,"sliding_window_pattern":4}`,
			layer*6 + 2*2*128*2, layer*6*100 + 2*2*128*2*10_000,
		},
		"windows with heads of their own": {
			`{` + head + `,"swa_num_key_value_heads":4,"swa_head_dim":64,"sliding_window":100,"hybrid_layer_pattern":[0,1,1,1,0,1,1,1]}`,
			2*layer + 6*2*layer, 2*layer*10_000 + 6*2*layer*100,
		},
	} {
		m := readConfig(t, c.text)
		if one, all := m.KVBytes(1, BF16.Width()), m.KVBytes(10_000, BF16.Width()); one != c.one || all != c.all {
			t.Errorf("%s: %d and %d bytes, want %d and %d (%+v)", name, one, all, c.one, c.all, m)
		}
	}
}

// TestQwen35KeepsSixteenOf64: the linear-attention hybrid of the facts' traps.
func TestQwen35KeepsSixteenOf64(t *testing.T) {
	m := readConfig(t, `{"text_config":{"model_type":"qwen3_5_text","num_hidden_layers":64,"num_attention_heads":24,`+
		`"num_key_value_heads":4,"head_dim":256,"hidden_size":5120,"full_attention_interval":4}}`)
	if m.Layers != 64 || m.FullLayers != 16 || m.SlidingLayers != 0 || m.BytesPerToken(BF16.Width()) != 16*2*4*256*2 {
		t.Errorf("%+v: %d bytes/token", m, m.BytesPerToken(BF16.Width()))
	}
}

// TestHybridsOfToday: public shapes of several kinds of layers, bytes a token
// worked out by hand: at first, and beyond the window.
func TestHybridsOfToday(t *testing.T) {
	kinds := strings.TrimSuffix(strings.Repeat(strings.Repeat(`"sliding_attention",`, 5)+`"full_attention",`, 10), ",")
	for name, c := range map[string]struct {
		text          string
		first, growth int64
	}{
		"Gemma-4-31B": {
			`{"model_type":"gemma4","text_config":{"model_type":"gemma4_text","num_hidden_layers":60,"num_attention_heads":32,"hidden_size":5376,"layer_types":[` + kinds +
				`],"head_dim":256,"global_head_dim":512,"num_key_value_heads":16,"num_global_key_value_heads":4,"attention_k_eq_v":true,"sliding_window":1024,"num_kv_shared_layers":0}}`,
			2*2*16*256*50 + 2*2*4*512*10, 2 * 2 * 4 * 512 * 10,
		},
		"Qwen3.6-35B-A3B": {
			`{"text_config":{"num_hidden_layers":40,"full_attention_interval":4,"num_attention_heads":16,"num_key_value_heads":2,"head_dim":256,"hidden_size":2048}}`,
			2 * 2 * 2 * 256 * 10, 2 * 2 * 2 * 256 * 10,
		},
		"Nemotron-3-Nano-30B-A3B": {
			`{"model_type":"nemotron_h","num_hidden_layers":52,"hybrid_override_pattern":"MEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEMEM*EMEMEMEME","num_attention_heads":32,"num_key_value_heads":2,"head_dim":128,"hidden_size":2688}`,
			2 * 2 * 2 * 128 * 6, 2 * 2 * 2 * 128 * 6,
		},
		"Kimi-Linear-48B-A3B": {
			`{"num_hidden_layers":27,"num_attention_heads":32,"num_key_value_heads":32,"head_dim":72,"hidden_size":2304,"kv_lora_rank":512,"qk_rope_head_dim":64,` +
				`"linear_attn_config":{"full_attn_layers":[4,8,12,16,20,24,27],"kda_layers":[1,2,3,5,6,7]}}`,
			2 * 576 * 7, 2 * 576 * 7,
		},
		"MiMo-V2-Flash": {
			`{"num_hidden_layers":6,"num_attention_heads":64,"hidden_size":4096,"num_key_value_heads":4,"head_dim":192,"v_head_dim":128,"swa_num_key_value_heads":8,` +
				`"swa_head_dim":192,"swa_v_head_dim":128,"sliding_window_size":128,"hybrid_layer_pattern":[0,1,1,1,1,1]}`,
			2*4*(192+128) + 5*2*8*(192+128), 2 * 4 * (192 + 128),
		},
	} {
		m := readConfig(t, c.text)
		if first, growth := m.BytesPerToken(BF16.Width()), m.GrowthBytesPerToken(BF16.Width()); first != c.first || growth != c.growth {
			t.Errorf("%s: %d bytes a token, then %d; want %d and %d (%+v)", name, first, growth, c.first, c.growth, m)
		}
	}
}

// TestHeadDimTrap: hidden size over heads is wrong where head_dim is stated, in
// each model that the facts name.
func TestHeadDimTrap(t *testing.T) {
	for name, wrong := range map[string]int{
		"Qwen3-0.6B": 64, "Qwen3-32B": 80, "Qwen3-30B-A3B": 64, "Qwen3-235B-A22B": 64, "gpt-oss-20b": 45, "gpt-oss-120b": 45, "Gemma-3-27B": 168, "GLM-4.5": 53,
	} {
		raw, err := os.ReadFile("testdata/config/" + name + ".json")
		if err != nil {
			t.Fatal(err)
		}
		var c struct {
			Hidden int `json:"hidden_size"`
			Heads  int `json:"num_attention_heads"`
			Text   struct {
				Hidden int `json:"hidden_size"`
				Heads  int `json:"num_attention_heads"`
			} `json:"text_config"`
		}
		load(t, "config/"+name+".json", &c)
		quotient := (c.Hidden + c.Text.Hidden) / (c.Heads + c.Text.Heads)
		if got := readConfig(t, string(raw)).HeadDim; quotient != wrong || got == wrong || got != model(t, name).HeadDim {
			t.Errorf("%s: head dim %d, hidden over heads %d, want %d and %d", name, got, quotient, model(t, name).HeadDim, wrong)
		}
	}
}

func TestConfigErrors(t *testing.T) {
	const head = `"num_hidden_layers":2,"num_attention_heads":8,"hidden_size":512`
	for text, want := range map[string]string{
		``:                             "no JSON at byte 0",
		`{"a":`:                        "no JSON at byte",
		`null`:                         "no JSON object",
		`[1]`:                          "no JSON object",
		`{}`:                           "num_hidden_layers is missing",
		`{"num_hidden_layers":"many"}`: `num_hidden_layers is "\"many\"": accepted is a whole number from 0`,
		`{"num_hidden_layers":1.5}`:    `num_hidden_layers is "1.5"`,
		`{"num_hidden_layers":-1}`:     `num_hidden_layers is "-1"`,
		`{"num_hidden_layers":1e99}`:   `num_hidden_layers is "1e99"`,
		`{"num_hidden_layers":2000000,"num_attention_heads":8,"hidden_size":512}`: "layers is 2000000: accepted is",
		`{"num_hidden_layers":2,"num_attention_heads":7,"hidden_size":512}`:       "head_dim is missing",
		`{"num_hidden_layers":2}`:                                                  "head_dim is missing",
		`{` + head + `,"layer_types":["full_attention"]}`:                          "1 layers are described and num_hidden_layers is 2",
		`{` + head + `,"layer_types":["full_attention","\u001b[31m"]}`:             `layer_types has "\x1b[31m": accepted are full_attention`,
		`{` + head + `,"layer_types":["linear_attention","linear_attention"]}`:     "no layer keeps KV",
		`{` + head + `,"hybrid_layer_pattern":[1,1]}`:                              "sliding_window is missing though layers slide",
		`{` + head + `,"layer_types":[1,2]}`:                                       "layer_types is",
		`{` + head + `,"attn_layer_indices":[2]}`:                                  "attention is at layer 2: accepted are 0 to 1",
		`{` + head + `,"linear_attn_config":3}`:                                    `linear_attn_config is "3"`,
		`{` + head + `,"sliding_window":9,"sliding_window_pattern":"XY"}`:          `sliding_window_pattern is "XY"`,
		`{` + head + `,"num_key_value_heads":[1,2]}`:                               "num_key_value_heads is",
		`{` + head + `,"block_configs":[{}]}`:                                      "block_configs gives each layer its own heads",
		`{` + head + `,"is_encoder_decoder":true}`:                                 "is_encoder_decoder is true",
		`{` + head + `,"is_encoder_decoder":"x"}`:                                  "is_encoder_decoder is",
		`{` + head + `,"kv_lora_rank":5000000}`:                                    "kv-lora-rank is 5000000",
		`{` + head + `,"model_type":"` + strings.Repeat("x", MaxConfigBytes) + `"`: "a config.json of more than 4194304 bytes",
		`{"num_hidden_layers":"` + strings.Repeat("\u202e", 1000) + `"}`:           "num_hidden_layers is",
	} {
		_, err := ReadConfig(strings.NewReader(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80s: %v, want %s", text, err, want)
			continue
		}
		checkLine(t, err)
	}
}

// checkLine fails unless an error is one short line that is safe to print.
func checkLine(t testing.TB, err error) {
	t.Helper()
	msg := err.Error()
	if utf8.RuneCountInString(msg) > 300 || strings.ContainsFunc(msg, func(r rune) bool { return !unicode.IsPrint(r) }) {
		t.Errorf("error is raw or long: %.400q", msg)
	}
}

func FuzzReadConfig(f *testing.F) {
	for _, m := range Models() {
		raw, err := os.ReadFile("testdata/config/" + m.Name + ".json")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Add([]byte(`{"num_hidden_layers":8,"sliding_window":9,"sliding_window_pattern":"LG","swa_num_key_value_heads":1}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		m, err := ReadConfig(bytes.NewReader(raw))
		if err != nil {
			checkLine(t, err)
			return
		}
		if n := m.KVBytes(MaxTokens, BF16.Width()); n <= 0 || m.Validate(BF16.Width()) != nil {
			t.Errorf("%+v: %d bytes", m, n)
		}
	})
}
