// Package pyrand repeats Python's random.Random for integer seeds, bit for
// bit, so that a run here draws what the lab's Python program draws.
//
// The generator is gonum's MT19937; seeding from a key and the ways of turning
// 32-bit words into numbers follow CPython 3.11 (Modules/_randommodule.c and
// Lib/random.py).
package pyrand

import (
	"fmt"
	"math/bits"

	"gonum.org/v1/gonum/mathext/prng"
)

// Rand is one random stream. New makes it; the zero value is not
// seeded and must not be used. It is not safe for use by two goroutines.
type Rand struct {
	src prng.MT19937
}

// New returns the stream of random.Random(seed). As in Python the sign is
// dropped: seeds 5 and -5 give the same stream.
func New(seed int64) *Rand {
	magnitude := uint64(seed)
	if seed < 0 {
		magnitude = -magnitude
	}
	keys := [2]uint32{uint32(magnitude), uint32(magnitude >> 32)}
	used := 1
	if keys[1] != 0 {
		used = 2
	}
	r := new(Rand)
	r.src.SeedFromKeys(keys[:used])
	return r
}

// Bits returns k random bits, Python's getrandbits(k), for k from 0 to 64. It
// draws one 32-bit word for every 32 bits or part of it, lowest word first;
// k = 0 draws nothing. It panics for other k.
func (r *Rand) Bits(k int) uint64 {
	switch {
	case k < 0 || k > 64:
		panic(fmt.Sprintf("pyrand: %d bits asked; accepted: 0 to 64", k))
	case k == 0:
		return 0
	case k <= 32:
		return uint64(r.src.Uint32() >> (32 - k))
	}
	low := uint64(r.src.Uint32())
	return low | uint64(r.src.Uint32()>>(64-k))<<32
}

// Float64 returns a number in [0, 1) with 53 random bits, Python's random().
func (r *Rand) Float64() float64 {
	high := r.src.Uint32() >> 5
	low := r.src.Uint32() >> 6
	return (float64(high)*(1<<26) + float64(low)) / (1 << 53)
}

// Randrange returns a whole number in [0, n), Python's randrange(n). It draws
// words until one fits, and draws for n = 1 too. It panics for n below 1.
func (r *Rand) Randrange(n int64) int64 {
	if n < 1 {
		panic(fmt.Sprintf("pyrand: randrange of %d; accepted: 1 or more", n))
	}
	k := bits.Len64(uint64(n))
	v := r.Bits(k)
	for v >= uint64(n) {
		v = r.Bits(k)
	}
	return int64(v)
}

// Shuffle puts n items in random order by calling swap, Python's shuffle. It
// does nothing for n below 2.
func (r *Rand) Shuffle(n int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		swap(i, int(r.Randrange(int64(i)+1)))
	}
}
