package cost

// Models returns the catalogue, a fresh slice at each call. head dim is the one
// that the maker states: hidden size over heads is wrong for several of them
// (Qwen3-0.6B: 64 against 128). The MLA models' configs still state KV heads;
// they play no part here.
func Models() []Model {
	latent := MLA{Rank: 512, RopeDim: 64}
	return []Model{
		{Name: "Qwen3-0.6B", Layers: 28, QueryHeads: 16, KVHeads: 8, HeadDim: 128, Verified: FromConfig},
		{Name: "Qwen3-8B", Layers: 36, QueryHeads: 32, KVHeads: 8, HeadDim: 128, Verified: FromConfig},
		{Name: "Qwen3-14B", Layers: 40, QueryHeads: 40, KVHeads: 8, HeadDim: 128, Verified: FromConfig},
		{Name: "Qwen3-32B", Layers: 64, QueryHeads: 64, KVHeads: 8, HeadDim: 128, Verified: FromConfig},
		{Name: "Qwen3-30B-A3B", Layers: 48, QueryHeads: 32, KVHeads: 4, HeadDim: 128, Verified: FromConfig},
		{Name: "Qwen3-235B-A22B", Layers: 94, QueryHeads: 64, KVHeads: 4, HeadDim: 128, Verified: FromConfig},
		{
			Name: "Qwen2.5-7B", Layers: 28, QueryHeads: 28, KVHeads: 4, HeadDim: 128, Verified: FromConfig,
			Note: "config gives sliding_window 131072 with use_sliding_window false: no window",
		},
		{Name: "Llama-2-7B", Layers: 32, QueryHeads: 32, KVHeads: 32, HeadDim: 128, Verified: FromConfig},
		{Name: "Llama-2-70B", Layers: 80, QueryHeads: 64, KVHeads: 8, HeadDim: 128, Verified: FromSecondary},
		{Name: "Llama-3.1-8B", Layers: 32, QueryHeads: 32, KVHeads: 8, HeadDim: 128, Verified: FromConfig},
		{Name: "Llama-3.1-70B", Layers: 80, QueryHeads: 64, KVHeads: 8, HeadDim: 128, Verified: FromConfig},
		{Name: "Llama-3.1-405B", Layers: 126, QueryHeads: 128, KVHeads: 8, HeadDim: 128, Verified: FromConfig},
		{
			Name: "OPT-66B", Layers: 64, QueryHeads: 72, KVHeads: 72, HeadDim: 128, Verified: FromSecondary,
			Note: "512 tokens = 1.208e9 bytes = 1.125 GiB, the '1.13 GB' of DistServe",
		},
		{Name: "Mistral-7B-v0.1", Layers: 32, QueryHeads: 32, KVHeads: 8, HeadDim: 128, Window: 4096, SlidingLayers: 32, Verified: FromSecondary},
		{Name: "Mixtral-8x7B", Layers: 32, QueryHeads: 32, KVHeads: 8, HeadDim: 128, Verified: FromConfig},
		{
			Name: "DeepSeek-V3", Layers: 61, QueryHeads: 128, MLA: latent, Verified: FromConfig,
			Note: "config still states 128 kv heads; counting those overstates it 71 times",
		},
		{Name: "DeepSeek-R1", Layers: 61, QueryHeads: 128, MLA: latent, Verified: FromConfig},
		{Name: "Kimi-K2", Layers: 61, QueryHeads: 64, MLA: latent, Verified: FromConfig},
		{Name: "DeepSeek-V2-Lite", Layers: 27, MLA: latent, Verified: FromConfig},
		{Name: "gpt-oss-20b", Layers: 24, QueryHeads: 64, KVHeads: 8, HeadDim: 64, Window: 128, SlidingLayers: 12, FullLayers: 12, Verified: FromConfig},
		{Name: "gpt-oss-120b", Layers: 36, QueryHeads: 64, KVHeads: 8, HeadDim: 64, Window: 128, SlidingLayers: 18, FullLayers: 18, Verified: FromConfig},
		{
			Name: "Gemma-3-27B", Layers: 62, QueryHeads: 32, KVHeads: 16, HeadDim: 128, Window: 1024, SlidingLayers: 52, FullLayers: 10, Verified: FromSecondary,
			Note: "totals: 1k 0.484 GiB, 8k 1.031, 32k 2.906, 128k 10.41 GiB",
		},
		{Name: "Phi-4", Layers: 40, QueryHeads: 40, KVHeads: 10, HeadDim: 128, Verified: FromSecondary},
		{Name: "GLM-4.5", Layers: 92, QueryHeads: 96, KVHeads: 8, HeadDim: 128, Verified: FromSecondary},
	}
}
