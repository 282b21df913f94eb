package views

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"kvtui/core/block"
	"kvtui/core/sim"
	"kvtui/core/workload"
	"kvtui/ui"
)

// cachesTree is the tree of the prefixes that a worker holds or is said to
// hold. Only the branches that are open are walked, only the rows in view are
// measured.
type cachesTree struct {
	of       *workload.Set
	branches *sim.Branches
	owner    map[block.Prefix]int // group of the first request with a prefix

	run    *run
	worker int
	uses   *sim.Uses
	// chosen are the nodes that a person opened or closed.
	chosen map[block.Prefix]bool
	order  prefixOrder

	step   int
	fresh  bool
	rows   []treeRow
	limbs  map[block.Prefix]sim.Limb
	cursor int
	top    int
	moved  bool
	body   ui.Rect
	room   int // rows of the part
}

// treeRow is a visible line of the tree.
type treeRow struct {
	head   block.Prefix
	depth  int
	parent int // row, -1 for none
	open   bool
}

// ready brings the tree in line with the worker and the step.
func (v *Caches) readyTree() *cachesTree {
	t, set := &v.tree, v.set()
	if t.of != set {
		t.of, t.branches, t.owner = set, sim.NewBranches(set), map[block.Prefix]int{}
		t.run = nil
	}
	if t.run != v.s.run || t.worker != v.worker {
		if t.run != v.s.run {
			t.chosen = map[block.Prefix]bool{}
		}
		t.run, t.worker, t.uses, t.fresh = v.s.run, v.worker, sim.NewUses(set), false
		t.cursor, t.top = 0, 0
	}
	if !t.fresh || t.step != v.s.Step() || t.order != v.order() {
		t.fresh, t.step, t.order = true, v.s.Step(), v.order()
		t.uses.Count(v.s.run.served[v.worker], v.state().Workers[v.worker].Sent)
		t.rows, t.limbs = t.rows[:0], map[block.Prefix]sim.Limb{}
		v.grow(0, 0, -1)
		t.cursor = max(0, min(t.cursor, len(t.rows)-1))
	}
	return t
}

// grow adds the rows of a prefix's children, and of theirs where open.
func (v *Caches) grow(p block.Prefix, depth, parent int) {
	t := &v.tree
	children := t.branches.Children(v.state(), t.worker, p, nil)
	switch t.order {
	case byRecency: // numbers are given in order of first appearance
		slices.Reverse(children)
	case byCopies:
		slices.SortStableFunc(children, func(a, b block.Prefix) int { return t.uses.Of(b) - t.uses.Of(a) })
	case usualOrder, byNumber, prefixOrders:
	}
	for _, c := range children {
		row := treeRow{head: c, depth: depth, parent: parent}
		open, ok := t.chosen[c]
		row.open = ok && open || !ok && (len(children) == 1 || v.small(t.worker))
		t.rows = append(t.rows, row)
		if row.open {
			v.grow(v.limb(c).Last, depth+1, len(t.rows)-1)
		}
	}
}

// small reports whether a worker's tree is short enough to open by itself.
func (v *Caches) small(w int) bool {
	wk := &v.state().Workers[w]
	return v.tree.room >= 14 && wk.Held+wk.Known-wk.Both <= 160
}

// limb measures the run of blocks that begins with p, once a step.
func (v *Caches) limb(p block.Prefix) sim.Limb {
	t := &v.tree
	l, ok := t.limbs[p]
	if !ok {
		l = t.branches.Limb(v.state(), t.worker, p)
		t.limbs[p] = l
	}
	return l
}

// groupOf is the group that a prefix belongs to; -1 for what all share, as
// long as the group has more than that.
func (v *Caches) groupOf(p block.Prefix) int {
	t := &v.tree
	g, ok := t.owner[p]
	if !ok {
		g = -1
		if r, at, found := sim.Locate(t.of, p); found && (at >= t.of.Common || t.of.Shared(r) <= t.of.Common) {
			g = t.of.Requests[r].Group
		}
		t.owner[p] = g
	}
	return g
}

func (v *Caches) treeKey(k tea.KeyPressMsg) bool {
	t := v.readyTree()
	page := max(1, t.body.H)
	to := t.cursor
	switch k.String() {
	case "up", "k":
		to--
	case "down", "j":
		to++
	case "pgup":
		to -= page
	case "pgdown":
		to += page
	case "home":
		to = 0
	case "end":
		to = len(t.rows) - 1
	case "right", "l":
		v.unfold(true)
		return true
	case "left", "h":
		v.unfold(false)
		return true
	default:
		return false
	}
	t.cursor, t.moved = max(0, min(to, len(t.rows)-1)), true
	return true
}

// unfold opens or closes the node under the cursor; where that changes nothing
// it goes to the first branch or back to the parent.
func (v *Caches) unfold(open bool) {
	t := v.readyTree()
	if len(t.rows) == 0 {
		return
	}
	row := t.rows[t.cursor]
	t.moved = true
	switch bears := v.limb(row.head).Forks; {
	case bears && row.open != open:
		v.fold(row.head, open)
	case open && bears:
		t.cursor++
	case !open && row.parent >= 0:
		t.cursor = row.parent
	}
}

func (v *Caches) fold(p block.Prefix, open bool) {
	v.tree.chosen[p] = open
	v.tree.fresh = false
}

// pressTree moves the cursor to a row; a press on its mark folds or unfolds,
// one on the row that has the cursor shows its history.
func (v *Caches) pressTree(x, y int, h ui.Host) func() {
	t := v.readyTree()
	i := t.top + y - t.body.Y
	if !t.body.Contains(x, y) || i >= len(t.rows) {
		return nil
	}
	row := t.rows[i]
	onMark := x <= t.body.X+2*row.depth+1
	again := v.focus == onTree && i == t.cursor
	return func() {
		t.cursor = i
		switch {
		case onMark && v.limb(row.head).Forks:
			v.fold(row.head, !row.open)
		case again:
			v.openNode(h)
		}
	}
}

// openNode shows the history of the first block of the node under the cursor.
func (v *Caches) openNode(h ui.Host) {
	t := v.readyTree()
	if len(t.rows) == 0 {
		h.Toast(cachesEmpty(v.worker))
		return
	}
	last := v.limb(t.rows[t.cursor].head)
	if r, at, ok := sim.Locate(t.of, last.Last); ok {
		openHistory(h, v.s, r, at-last.Blocks+1, v.worker)
	}
}

func (v *Caches) drawTree(c *ui.Canvas, r ui.Rect) {
	if r.Empty() {
		v.tree.body = ui.Rect{}
		return
	}
	if v.tree.room != r.H {
		v.tree.room, v.tree.fresh = r.H, false // how much opens by itself depends on it
	}
	t := v.readyTree()
	wk := &v.state().Workers[v.worker]
	title := cachesTreeTitle(v.worker)
	in := v.frame(c, r, onTree, title, longest(r.W-8-ui.Width(title), cachesTreeNote(wk.Held, len(t.rows))...))
	if v.at.compact {
		var head ui.Rect
		head, in = in.Top(1)
		c.Text(head.X, head.Y, title, v.st.Muted)
	}
	t.body = in
	if len(t.rows) == 0 {
		c.Text(in.X, in.Y, longest(in.W, cachesEmpty(v.worker)), v.st.Faint)
		return
	}
	t.top = scrolled(t.top, t.cursor, len(t.rows), in.H, t.moved)
	t.moved = false
	for i := range min(in.H, len(t.rows)-t.top) {
		v.drawNode(c, ui.Rect{X: in.X, Y: in.Y + i, W: in.W, H: 1}, t.top+i)
	}
}

// limbName names a run of blocks by the groups of its first and its last.
func (v *Caches) limbName(first, last int) string {
	switch {
	case first >= 0:
		return groupName(v.tree.of, first)
	case last >= 0:
		return cachesCommon + " + " + groupName(v.tree.of, last)
	}
	return cachesCommon
}

// deepest is how far the tree is indented at most, so that lines keep room.
const deepestIndent = 8

func (v *Caches) drawNode(c *ui.Canvas, r ui.Rect, i int) {
	t := &v.tree
	row := t.rows[i]
	l := v.limb(row.head)
	x := r.X + 2*min(row.depth, deepestIndent)
	mark := ' '
	switch {
	case !l.Forks:
	case row.open:
		mark = '▾'
	default:
		mark = '▸'
	}
	glyph, group := shareGlyph(l.Share, l.Blocks), v.groupOf(row.head)
	c.Set(x, r.Y, mark, v.st.Muted)
	c.Set(x+2, r.Y, glyph, v.shareLook(glyph, group))
	text := longest(r.X+r.W-x-4, cachesNodeWords(v.limbName(group, v.groupOf(l.Last)), l, t.of.Size, t.uses.Of(row.head))...)
	c.Text(x+4, r.Y, text, v.st.Text)
	switch {
	case i == t.cursor && v.focus == onTree:
		c.Restyle(ui.Rect{X: x + 2, Y: r.Y, W: 2 + ui.Width(text) + 1, H: 1}, v.st.Selected)
	case i == t.cursor:
		c.Restyle(ui.Rect{X: x + 4, Y: r.Y, W: ui.Width(text), H: 1}, v.st.Bold)
	}
}
