// Package cost counts what it takes to keep, move or recompute KV: bytes, times,
// the bandwidths at which a choice turns, and a catalogue of models and links.
//
// Units, everywhere in the package: GB/s is 10^9 bytes a second, times are ms,
// sizes are bytes. Formulas take any number; the Check functions and
// Model.Validate say which ones make sense.
package cost

// The lab's default shape, Qwen3-0.6B as its config.json gives it. Source: lab,
// step 6.
const (
	LabLayers     = 28
	LabKVHeads    = 8
	LabHeadDim    = 128
	LabDtypeBytes = 2 // bfloat16
)

// KVBytesPerToken returns the KV bytes of one token: a key and a value of
// headDim elements, for each KV head of each layer. Source: lab, step 6.
func KVBytesPerToken(layers, kvHeads, headDim, dtypeBytes int) int64 {
	return 2 * int64(layers) * int64(kvHeads) * int64(headDim) * int64(dtypeBytes)
}

// TransferMS returns the ms that moving the KV of tokens takes over a link of
// gbps GB/s: bytes over bandwidth, no latency and no sharing. Source: lab,
// step 6.
func TransferMS(tokens int, bytesPerToken int64, gbps float64) float64 {
	return BytesMS(int64(tokens)*bytesPerToken, gbps)
}

// BytesMS is TransferMS for a size in bytes, which is what a model with sliding
// windows needs: its tokens do not all weigh the same.
func BytesMS(nbytes int64, gbps float64) float64 {
	return float64(nbytes) / (gbps * 1e9) * 1e3
}

// TTFTDisaggMS returns the time to first token in ms when prefill and decode
// are apart and nothing overlaps: prefill, then the transfer, then overheadMS
// (0 in the lab). Source: lab, step 6.
func TTFTDisaggMS(prefillMS float64, tokens int, bytesPerToken int64, gbps, overheadMS float64) float64 {
	return prefillMS + TransferMS(tokens, bytesPerToken, gbps) + overheadMS
}

// EffectiveGBps returns the GB/s at which nbytes moved in ms. Read the other
// way it is the bandwidth needed to move nbytes within ms. Source: lab, step 6.
func EffectiveGBps(nbytes int64, ms float64) float64 {
	return float64(nbytes) / (ms / 1e3) / 1e9
}

// BreakevenGBps returns the GB/s above which the transfer of tokens ends within
// savedMS, the ms that splitting saves each request. Source: lab, step 6.
func BreakevenGBps(tokens int, bytesPerToken int64, savedMS float64) float64 {
	return EffectiveGBps(int64(tokens)*bytesPerToken, savedMS)
}
