package block

// Tree numbers prefixes: each (parent, content) pair gets one Prefix. Content
// is whatever tells a block apart from its siblings; in a trace, the block's
// id.
type Tree struct {
	nodes []node
	// first finds the newest prefix with a small content at once: in traces an
	// id has nearly always one parent. Every other pair goes through byPair.
	first  []Prefix
	byPair map[pair]Prefix
}

type node struct {
	parent  Prefix
	content uint64
}

type pair struct {
	parent  Prefix
	content uint64
}

// NewTree returns a tree that holds the empty prefix only.
func NewTree() *Tree {
	return &Tree{nodes: make([]node, 1), byPair: map[pair]Prefix{}}
}

// Len returns the number of prefixes, the empty one included.
func (t *Tree) Len() int { return len(t.nodes) }

// Content returns what tells the block of p apart from its siblings.
func (t *Tree) Content(p Prefix) uint64 { return t.nodes[p].content }

// Parent returns the prefix without its last block.
func (t *Tree) Parent(p Prefix) Prefix { return t.nodes[p].parent }

// Child returns the number of the prefix that content makes of parent, a new
// one when the pair is new.
func (t *Tree) Child(parent Prefix, content uint64) Prefix {
	if content < uint64(len(t.first)) {
		if p := t.first[content]; p != 0 && t.nodes[p].parent == parent {
			return p
		}
	}
	k := pair{parent, content}
	if p, ok := t.byPair[k]; ok {
		return p
	}
	p := Prefix(len(t.nodes))
	t.nodes = append(t.nodes, node{parent, content})
	if !t.remember(content, p) {
		t.byPair[k] = p
	}
	return p
}

// remember puts a prefix into the direct table if the place is free and the
// content is small beside the number of prefixes, so that a file with one huge
// id cannot claim memory.
func (t *Tree) remember(content uint64, p Prefix) bool {
	if content > 1024+4*uint64(len(t.nodes)) {
		return false
	}
	for uint64(len(t.first)) <= content {
		t.first = append(t.first, 0)
	}
	if t.first[content] != 0 {
		return false
	}
	t.first[content] = p
	return true
}
