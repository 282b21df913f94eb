package sim

import (
	"math"
	"math/bits"
	"slices"
)

// Quantiles are order statistics of some times, in ms: the p-th is the smallest
// value that p of all are at or below. Without values they are zero.
type Quantiles struct {
	Count                     int
	Mean, P50, P90, P99, Most float64
}

// distribution collects times in ns. The zero value keeps every value, so its
// quantiles are exact.
type distribution struct {
	values []int64
	bins   []uint32 // of a sketch; nil where values are kept
	count  int
	sum    float64
	most   int64
}

// Each power of two has 2^binBits bins, so a bin's middle is within 1/256 of
// all in it: 0.4 %, which is below the 1 % that is promised.
const (
	binBits = 7
	bins    = (64 - binBits) << binBits
)

// newSketch returns a distribution of fixed size, whose quantiles are within 1 %
// of the exact ones. Mean and maximum are exact.
func newSketch() distribution { return distribution{bins: make([]uint32, bins)} }

// Add adds a value in ns; those below 0 are left out.
func (d *distribution) Add(ns int64) {
	if ns < 0 {
		return
	}
	d.count++
	d.sum += float64(ns)
	d.most = max(d.most, ns)
	if d.bins == nil {
		d.values = append(d.values, ns)
		return
	}
	d.bins[bin(ns)]++
}

// bin returns the bin of a value: itself below 2^binBits, and else its highest
// bits with their place.
func bin(ns int64) int {
	shift := max(0, bits.Len64(uint64(ns))-binBits-1)
	return shift<<binBits + int(ns>>shift)
}

// middle returns the middle of a bin, in ns.
func middle(b int) float64 {
	shift := max(0, b>>binBits-1)
	low := int64(b-shift<<binBits) << shift
	return float64(low) + float64(int64(1)<<shift-1)/2
}

// Quantiles returns the order statistics so far.
func (d *distribution) Quantiles() Quantiles {
	if d.count == 0 {
		return Quantiles{}
	}
	q := Quantiles{Count: d.count, Mean: d.sum / float64(d.count) / 1e6, Most: float64(d.most) / 1e6}
	if d.bins == nil {
		slices.Sort(d.values)
	}
	q.P50, q.P90, q.P99 = d.quantile(0.5)/1e6, d.quantile(0.9)/1e6, d.quantile(0.99)/1e6
	return q
}

// quantile returns the smallest value that p of all are at or below, in ns.
func (d *distribution) quantile(p float64) float64 {
	rank := max(1, int(math.Ceil(p*float64(d.count)-1e-9)))
	if d.bins == nil {
		return float64(d.values[rank-1])
	}
	for b, n := range d.bins {
		if rank -= int(n); rank <= 0 {
			return min(middle(b), float64(d.most))
		}
	}
	return float64(d.most)
}
