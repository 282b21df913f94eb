package route

import (
	"encoding/binary"
	"slices"

	"github.com/zeebo/xxh3"
)

// ring is a hash ring: each worker has a number of places on it, and a key
// belongs to the first place at or after its hash. It is made at the first use,
// when the fleet is known; workers are at most 65,536.
type ring struct {
	replicas, workers int
	// points are sorted; the low 16 bits of a place are the worker's number,
	// the rest is hash.
	points []uint64
}

const workerBits = 1<<16 - 1

// What is hashed, so that equal numbers of two kinds have two places.
const (
	hashPlace byte = iota
	hashPrefix
	hashSession
)

// hash is XXH3 over the kind and two numbers: the same on every machine.
func hash(kind byte, a, b uint64) uint64 {
	var buf [17]byte
	buf[0] = kind
	binary.LittleEndian.PutUint64(buf[1:], a)
	binary.LittleEndian.PutUint64(buf[9:], b)
	return xxh3.Hash(buf[:])
}

// first returns the place of a key on the ring of so many workers.
func (g *ring) first(workers int, key uint64) int {
	if g.workers != workers {
		g.workers, g.points = workers, make([]uint64, 0, workers*g.replicas)
		for w := range workers {
			for i := range g.replicas {
				g.points = append(g.points, hash(hashPlace, uint64(w), uint64(i))&^workerBits|uint64(w))
			}
		}
		slices.Sort(g.points)
	}
	i, _ := slices.BinarySearch(g.points, key)
	return i % len(g.points)
}

// worker returns whose place i is; places go round.
func (g *ring) worker(i int) int { return int(g.points[i%len(g.points)] & workerBits) }
