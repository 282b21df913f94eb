package workload

import (
	"errors"
	"math"
	"sort"

	"kvtui/core/block"
)

// numbers gives prefixes their numbers while a trace is read: shared ones
// through a tree, which grows with every distinct block, and those of one
// request alone by counting, which costs nothing. The two kinds take turns, so
// a prefix of the tree is shifted by the others that came before it.
type numbers struct {
	tree  *block.Tree
	own   uint64 // numbers given without the tree
	gaps  []gap
	spans []block.Span // what is left of the present piece of memory for chains
	chain block.Chain  // scratch
}

// gap says by how much prefixes of the tree from one on are shifted.
type gap struct {
	from  block.Prefix
	shift uint32
}

// len is one more than the largest number given.
func (n *numbers) len() int { return n.tree.Len() + int(n.own) }

// outer returns the number of a prefix of the tree.
func (n *numbers) outer(p block.Prefix) block.Prefix {
	i := sort.Search(len(n.gaps), func(i int) bool { return n.gaps[i].from > p })
	if i == 0 {
		return p
	}
	return p + block.Prefix(n.gaps[i-1].shift)
}

// content returns what tells a block apart from its siblings. Blocks that only
// one request has get a number that no id reaches.
func (n *numbers) content(p block.Prefix) uint64 {
	i := sort.Search(len(n.gaps), func(i int) bool { return uint32(n.gaps[i].from)+n.gaps[i].shift > uint32(p) })
	q := p
	if i > 0 {
		q -= block.Prefix(n.gaps[i-1].shift)
	}
	if i < len(n.gaps) && q >= n.gaps[i].from || int(q) >= n.tree.Len() {
		return 1<<63 | uint64(p)
	}
	return n.tree.Content(q)
}

var errManyBlocks = errors.New("too many distinct blocks: accepted are up to 4294967295 in a trace")

// number returns the chain of the given contents, and after them alone blocks
// that no other request has.
func (n *numbers) number(contents []uint64, alone int) (block.Chain, error) {
	if uint64(n.len())+uint64(len(contents))+uint64(alone) > math.MaxUint32 {
		return nil, errManyBlocks
	}
	c := n.chain[:0]
	var parent block.Prefix
	for _, id := range contents {
		parent = n.tree.Child(parent, id)
		p := parent
		if len(n.gaps) > 0 {
			p = n.outer(p)
		}
		c = c.Append(p)
	}
	if alone > 0 {
		c = append(c, block.Span{First: block.Prefix(n.len()), N: uint32(alone)})
		n.own += uint64(alone)
		n.shift()
	}
	n.chain = c
	return n.keep(c), nil
}

// shift notes that the tree's next prefixes follow all numbers given so far.
func (n *numbers) shift() {
	from, by := block.Prefix(n.tree.Len()), uint32(n.own)
	if k := len(n.gaps); k > 0 && n.gaps[k-1].from == from {
		n.gaps[k-1].shift = by
		return
	}
	n.gaps = append(n.gaps, gap{from, by})
}

// keep copies a chain out of the scratch.
func (n *numbers) keep(c block.Chain) block.Chain {
	if len(c) == 0 {
		return nil
	}
	if len(n.spans) < len(c) {
		n.spans = make([]block.Span, max(512, len(c)))
	}
	kept := block.Chain(n.spans[:len(c):len(c)])
	n.spans = n.spans[len(c):]
	copy(kept, c)
	return kept
}
