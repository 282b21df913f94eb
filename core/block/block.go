// Package block gives names to the blocks of a prompt. A prompt is cut into
// blocks of a fixed number of tokens; what is left over at its end is dropped.
// A block's name stands for the whole prefix up to and including it, so equal
// names mean equal prefixes, and the names of a prompt form a chain.
package block

import (
	"encoding/binary"
	"fmt"

	"github.com/zeebo/xxh3"
)

// DefaultSize is the tokens per block in the lab (and vLLM's default).
const DefaultSize = 16

// Name is the 128-bit name of a prefix. By the birthday bound two of 10^9
// names collide with odds of about 1.5e-21; with 64 bits it would be 2.7 %.
type Name [16]byte

// String returns the name in hexadecimal.
func (n Name) String() string { return fmt.Sprintf("%x", n[:]) }

// Namer turns tokens into names. Router and workers have one each, since in
// real fleets their block size or hash seed may differ.
type Namer struct {
	Size int    // tokens per block, at least 1
	Seed uint64 // seed of the hash
}

// Names appends the chain of names of the whole blocks of tokens to dst. A
// Size below 1 yields no names. The same tokens give the same names on every
// machine: XXH3-128 over the parent's name and the block's tokens, each as 8
// bytes, little-endian.
func (n Namer) Names(dst []Name, tokens []int64) []Name {
	if n.Size < 1 || n.Size > len(tokens) {
		return dst
	}
	var parent Name
	buf := make([]byte, 0, 16+8*n.Size)
	for i := n.Size; i <= len(tokens); i += n.Size {
		buf = append(buf[:0], parent[:]...)
		for _, t := range tokens[i-n.Size : i] {
			buf = binary.LittleEndian.AppendUint64(buf, uint64(t))
		}
		parent = Name(xxh3.Hash128Seed(buf, n.Seed).Bytes())
		dst = append(dst, parent)
	}
	return dst
}

// Names returns the chain of names of the whole blocks of size tokens.
func Names(tokens []int64, size int) []Name {
	return Namer{Size: size}.Names(nil, tokens)
}

// Overlap returns how many leading names of the chain are held, stopping at
// the first that is not. It changes nothing.
func Overlap(chain []Name, held map[Name]struct{}) int {
	for i, n := range chain {
		if _, ok := held[n]; !ok {
			return i
		}
	}
	return len(chain)
}
