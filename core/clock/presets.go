package clock

import (
	"fmt"

	"kvtui/core/cost"
)

// Preset is a GPU with its model. The zero value is none.
type Preset uint8

// The presets.
const (
	NoPreset Preset = iota
	GPU8GB
	GPU24GB
	Mocker
	H100Qwen8B
	H100Qwen32B
)

// Presets returns all presets but none.
func Presets() []Preset { return []Preset{GPU8GB, GPU24GB, Mocker, H100Qwen8B, H100Qwen32B} }

// PresetNames returns the words of NoPreset and all others, in their order.
func PresetNames() []string {
	return []string{"none", "8gb", "24gb", "mocker", "h100-qwen3-8b", "h100-qwen3-32b-tp2"}
}

// String returns the preset's word.
func (p Preset) String() string { return PresetNames()[p] }

// Figures are what a preset brings.
type Figures struct {
	Title  string   // GPU and model
	Source string   // of the figures
	Fitted []string // keys of a scenario whose figures are fitted to measurements
	Engine
	BytesPerToken float64
	KVHeads       int
	Block, Blocks int // tokens a block, and blocks that a worker holds
	FrontEndMS    float64
	Sharing       float64
	Link          Link
	CopyGBps      float64
}

// Figures returns what the preset brings; nothing for NoPreset.
func (p Preset) Figures() Figures {
	switch p {
	case GPU8GB:
		return gpu8GB()
	case GPU24GB:
		return gpu24GB()
	case Mocker:
		return mocker()
	case H100Qwen8B:
		return h100("Qwen3-8B", 8.2e9, 6.95e9, 1)
	case H100Qwen32B:
		return h100("Qwen3-32B", 32.8e9, 31.2e9, 2)
	case NoPreset:
	}
	return Figures{}
}

// Use returns the configuration with a preset's figures in place of its own, and
// the clock on; with NoPreset, off. Arrivals, outputs, pools and goals stay.
func (c Config) Use(p Preset) Config {
	f := p.Figures()
	c.On, c.Preset, c.Engine = p != NoPreset, p, f.Engine
	c.BytesPerToken, c.Split.KVHeads = f.BytesPerToken, f.KVHeads
	c.FrontEndMS, c.Sharing, c.Link, c.Host.CopyGBps = f.FrontEndMS, f.Sharing, f.Link, f.CopyGBps
	return c
}

// kvBlock is the tokens of a block in vLLM unless told otherwise.
const kvBlock = 16

// Qwen3-0.6B, with which the published tables were measured.
const (
	QwenKVBytes    = 114_688 // a token, bf16; config: 2 * 28 layers * 8 heads * 128 * 2 B
	QwenKVHeads    = 8       // config
	QwenQuadTokens = 3836    // 440 M parameters without embeddings / (2 * 28 layers * 16 heads * 128)
)

// DefaultSharing is what a busy worker costs another on its GPU where that was
// not fitted: the default of the time model, between none and time slicing.
const DefaultSharing = 0.7

// qwenSmall puts the figures of Qwen3-0.6B into a preset.
func qwenSmall(f Figures) Figures {
	f.BytesPerToken, f.KVHeads, f.QuadTokens = QwenKVBytes, QwenKVHeads, QwenQuadTokens
	f.Budget, f.Block = 2048, kvBlock
	return f
}

// gpu8GB is fitted to the published table of one GPU, split or not; its blocks
// are those of the published router table.
func gpu8GB() Figures {
	return qwenSmall(Figures{
		Title: "8 GB class GPU, Qwen3-0.6B", Source: "fitted to the published table of one GPU, 2026-10-07",
		Engine: Engine{BaseMS: 3.56, TokenMS: 0.0409}, Blocks: 925,
		FrontEndMS: 4.33, Sharing: DefaultSharing, Link: Link{TotalGBps: 0.4985},
		Fitted: []string{"clock.base_ms", "clock.token_ms", "clock.front_end_ms", "link.total_gbps"},
	})
}

// gpu24GB is fitted to the published cluster table.
func gpu24GB() Figures {
	return qwenSmall(Figures{
		Title: "24 GB class GPU, Qwen3-0.6B", Source: "fitted to the published cluster table, 2026-11-13",
		Engine: Engine{BaseMS: 3.08, TokenMS: 0.014}, Blocks: 630,
		FrontEndMS: 18.6, Sharing: 0.87, Link: Link{TotalGBps: 3.86}, CopyGBps: 1.54,
		Fitted: []string{"clock.base_ms", "clock.token_ms", "clock.front_end_ms", "clock.sharing", "fleet.capacity_blocks", "link.total_gbps", "host.copy_gbps"},
	})
}

// mocker is Dynamo's simulated engine with its defaults.
func mocker() Figures {
	return Figures{
		Title: "Dynamo's mocker, Llama-3.1-8B", Source: "its polynomials and defaults, uncalibrated by its own words: Dynamo lib/mocker @f80944a4",
		Engine:        Engine{Mocker: true, Budget: 8192, Sequences: 256},
		BytesPerToken: 131_072, KVHeads: 8, Block: 64, Blocks: 16_384, Link: Link{FlowGBps: 64},
	}
}

// h100 derives a model on tp H100 SXM from public figures; nothing of it is
// measured. Weights of two bytes are read once an iteration, a token takes two
// operations a parameter at half of the peak, and KV gets 90 % of the memory
// beside the weights. What ranks tell each other is left out.
func h100(name string, parameters, withoutEmbeddings float64, tp int) Figures {
	const (
		memoryBytes = 80e9
		memoryShare = 0.9 // vLLM's gpu_memory_utilization
		memoryGBps  = 3350
		peak        = 989.4e12 // operations/s, bf16, dense
		efficiency  = 0.5      // of the peak, an assumption
		nicGBps     = 50       // 400 Gbit/s
	)
	m, err := cost.ModelByName(name)
	if err != nil {
		return Figures{}
	}
	n, perToken := float64(tp), float64(m.BytesPerToken(cost.BF16.Width()))
	weights := 2 * parameters
	title := name + " on H100 SXM"
	if tp > 1 {
		title += fmt.Sprintf(" x %d", tp)
	}
	return Figures{
		Title:  title,
		Source: "derived, not measured: public figures of GPU and model, half of the peak, 400 Gbit/s a worker, no front end",
		Engine: Engine{
			BaseMS: weights / (n * memoryGBps * 1e6), TokenMS: 2 * withoutEmbeddings / (n * peak * efficiency) * 1e3,
			QuadTokens: withoutEmbeddings / float64(2*m.Layers*m.QueryHeads*m.HeadDim),
			MemoryGBps: n * memoryGBps, Budget: 8192, Sequences: 1024,
		},
		BytesPerToken: perToken, KVHeads: m.KVHeads, Block: kvBlock,
		Blocks: int((n*memoryBytes*memoryShare - weights) / perToken / kvBlock),
		Link:   Link{FlowGBps: nicGBps, TotalGBps: nicGBps, PerWorker: true},
	}
}
