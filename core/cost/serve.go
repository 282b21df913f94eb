package cost

import (
	"math"
	"math/bits"
	"strconv"
)

// HostBufferBytes returns the host memory that requests in flight hold when each
// keeps its kvBytes in a host buffer. It fails where the product leaves int64.
func HostBufferBytes(concurrency int, kvBytes int64) (int64, error) {
	if err := checkCount("concurrency", concurrency, 1, MaxConcurrency); err != nil {
		return 0, err
	}
	high, low := bits.Mul64(uint64(concurrency), uint64(kvBytes))
	if kvBytes < 0 || high != 0 || low > math.MaxInt64 {
		return 0, &ArgError{"kv bytes", strconv.FormatInt(kvBytes, 10), "0 or more, with all requests together below 2^63 bytes"}
	}
	return int64(low), nil
}

// DemandGBps returns the GB/s that a rate of requests a second asks of a link
// when each moves kvBytes. It counts decimal units: OPT-66B, 512 tokens and 10
// requests/s give 12.08 GB/s, 96.6 Gbit/s. DistServe prints 11.3 and "about 90"
// for the same bytes, which is GiB and Gibit (KV transfer article).
func DemandGBps(requestsPerSecond float64, kvBytes int64) float64 {
	return requestsPerSecond * float64(kvBytes) / 1e9
}

// LayerOverlapTTFTMS returns the time to first token in ms when each of layers
// layers is sent as soon as it is computed: latency + max(P + T/L, P/L + T) for
// a prefill of P ms and a transfer of T ms. It is never below either of them.
// layers below 1 count as 1, which overlaps nothing. Source:
// notes/time-model.md, layer overlap.
func LayerOverlapTTFTMS(prefillMS, transferMS, latencyMS float64, layers int) float64 {
	l := float64(max(layers, 1))
	return latencyMS + max(prefillMS+transferMS/l, prefillMS/l+transferMS)
}

// HiddenShare returns the part of the transfer, 0 to 1, that layer-wise sending
// hides behind compute: the ms that LayerOverlapTTFTMS saves against prefill and
// then transfer, over the transfer. It is 0 where there is no transfer.
func HiddenShare(prefillMS, transferMS float64, layers int) float64 {
	if transferMS == 0 {
		return 0
	}
	l := float64(max(layers, 1))
	return min(prefillMS, transferMS) * (1 - 1/l) / transferMS
}

// timeSlack is the relative error that float64 may put into a time; a prompt
// that takes exactly the time allowed must count as fitting.
const timeSlack = 1e-12
