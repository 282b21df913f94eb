package cost

// Side is which side of its border a verdict falls on.
type Side uint8

// The sides. Each verdict compares a transfer with the time it has to beat.
const (
	Even   Side = iota // both take the same time
	Faster             // the transfer is shorter: move, or split
	Slower             // the transfer is longer: recompute, or stay in one process
)

// Move answers whether fetching KV beats prefilling it again. It says nothing
// about splitting; see Split.
type Move struct {
	Side       Side    // of the border, as TransferMS and PrefillMS say
	TransferMS float64 // time to fetch the KV, ms
	PrefillMS  float64 // time to compute it again, ms
	Ratio      float64 // transfer over prefill; +Inf where prefill takes no time
	BorderGBps float64 // at this bandwidth the transfer takes as long as prefill; +Inf where prefill takes no time
}

// JudgeMove compares the transfer of kvBytes over gbps GB/s with a prefill of
// prefillMS ms. Border: transfer time = prefill time.
func JudgeMove(kvBytes int64, gbps, prefillMS float64) Move {
	transfer := BytesMS(kvBytes, gbps)
	side, ratio, border := against(kvBytes, transfer, prefillMS)
	return Move{Side: side, TransferMS: transfer, PrefillMS: prefillMS, Ratio: ratio, BorderGBps: border}
}

// Split answers whether prefill and decode in separate processes pay: whether
// the transfer costs less than the stalls and queue time that splitting frees.
// That saving is given or simulated; prefill time alone never decides it.
type Split struct {
	Side       Side    // of the border, as TransferMS and SavedMS say
	TransferMS float64 // time to hand the KV over, ms
	SavedMS    float64 // stalls and queue time that splitting frees, ms a request
	NetMS      float64 // saved less transfer; above 0 a request gains
	BorderGBps float64 // at this bandwidth the transfer takes all that is saved; +Inf where nothing is
}

// JudgeSplit compares the transfer of kvBytes over gbps GB/s with the savedMS ms
// that splitting frees each request. Border: transfer time = saved time.
func JudgeSplit(kvBytes int64, gbps, savedMS float64) Split {
	transfer := BytesMS(kvBytes, gbps)
	side, _, border := against(kvBytes, transfer, savedMS)
	return Split{Side: side, TransferMS: transfer, SavedMS: savedMS, NetMS: savedMS - transfer, BorderGBps: border}
}

// against compares a transfer with the ms it has to beat. Nothing to move
// against no time is even, with ratio 1 and border 0.
func against(kvBytes int64, transfer, ms float64) (side Side, ratio, border float64) {
	switch {
	case transfer < ms:
		side = Faster
	case transfer > ms:
		side = Slower
	}
	if kvBytes == 0 && ms == 0 {
		return side, 1, 0
	}
	return side, transfer / ms, EffectiveGBps(kvBytes, ms)
}
