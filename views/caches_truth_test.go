package views

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"kvtui/core/block"
	"kvtui/core/scenario"
	"kvtui/core/sim"
	"kvtui/views/state"
)

// runs are sessions in which belief and truth go apart in every way.
func runs(t *testing.T) map[string]*Session {
	t.Helper()
	flawed := full(scenario.Mode{Strategy: "kv", Knowledge: scenario.Events}, 3, 0)
	flawed.Flaws.Loss = 0.4
	restarts := full(kv, 2, 0)
	restarts.Flaws.RestartAt, restarts.Flaws.RestartWorker = 30, 1
	st, set := trace(t)
	st.Workers, st.Capacity = 3, 260
	out := map[string]*Session{"trace": newSession(t, st, set)}
	for name, st := range map[string]state.State{
		"full": full(kv, 2, 0), "rr": full(scenario.Mode{Strategy: "rr"}, 5, 0), "lossy": flawed, "restart": restarts, "lab": lab(kv, 4, 0),
	} {
		out[name] = newSession(t, st, nil)
	}
	return out
}

// TestCachesNumbers holds the figures and every cell of the grid against the
// state, block by block.
func TestCachesNumbers(t *testing.T) {
	for name, s := range runs(t) {
		u := cachesOf(t, s, look("dark", false), 200, 60)
		for step := 0; step <= s.run.line.Len(); step += 1 + s.run.line.Len()/23 {
			u.jumpTo(step)
			where := fmt.Sprintf("%s, step %d", name, step)
			u.checkFigures(t)
			for i, row := range u.v.prefixes() {
				u.checkRow(t, where, i, row)
			}
		}
	}
}

func (u *keeper) checkFigures(t *testing.T) {
	t.Helper()
	st := u.s.run.line.State()
	on := map[block.Prefix]int{}
	held, known, both := 0, 0, 0
	for w := range st.Workers {
		for p := block.Prefix(1); int(p) < u.s.Set().Prefixes; p++ {
			h, k := st.Holds(w, p)
			held, known, both = held+one(h), known+one(k), both+one(h && k)
			on[p] += one(h)
		}
	}
	distinct, several := 0, 0
	for _, n := range on {
		distinct, several = distinct+one(n > 0), several+one(n > 1)
	}
	room := "room unlimited"
	if c := u.s.run.st.Capacity; c > 0 {
		room = blocks(c*len(st.Workers)-held) + " free"
	}
	u.See(fmt.Sprintf("held %s · %s different · %s of them on several workers · %s", blocks(held), thousands(distinct), thousands(several), room))
	if !indexed(u.s.run.st.Strategy) {
		u.See("keeps no index")
		return
	}
	u.See(fmt.Sprintf("index lists %s: %s held · %s held but not listed · %s listed but not there",
		blocks(known), thousands(both), thousands(held-both), thousands(known-both)))
	if p := st.Totals.Promised; p > 0 {
		u.See(fmt.Sprintf("reused %s of %s promised, %.1f %%", thousands(st.Totals.Reused), blocks(p), 100*float64(st.Totals.Reused)/float64(p)))
	}
}

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// checkRow holds a row as drawn against the blocks of its prefix.
func (u *keeper) checkRow(t *testing.T, where string, i int, row prefixRow) {
	t.Helper()
	d, st := u.v.grid.drawn, u.s.run.line.State()
	y := d.cells.Y + i - u.v.grid.top
	if i < u.v.grid.top || i >= u.v.grid.top+d.rows {
		return
	}
	line := []rune(strings.Split(u.Screen(), "\n")[y])
	at := func(x, n int) string {
		out := ""
		for k := x; k < min(x+n, len(line)); k++ {
			out += string(line[k])
		}
		return strings.TrimSpace(out)
	}
	copies := 0
	for w := range u.s.run.st.Workers { // those with a column
		n, first := 0, false
		for k := row.from; k < row.to; k++ {
			h, _ := st.Holds(w, u.s.Set().Requests[row.request].Chain.At(k))
			n += one(h)
			first = first || h
		}
		copies += one(first)
		want := ""
		if n > 0 {
			want = thousands(n)
		}
		x := d.cells.X + w*d.mode.step
		if got := at(x+d.mode.bar+1, d.mode.digits); got != want {
			t.Fatalf("%s: row %d on W%d shows %q blocks, want %q\n%s", where, i, w, got, want, u.Screen())
		}
		if got := shareGlyph(naiveShare(u, w, row), row.to-row.from); d.mode.bar > 1 && row.to-row.from == 1 && at(x, 1) != string(got) {
			t.Fatalf("%s: row %d on W%d is %q, want %q", where, i, w, at(x, 1), got)
		}
	}
	if got := at(d.copies-6, 6); got != strconv.Itoa(copies) {
		t.Fatalf("%s: row %d shows %q copies, want %d\n%s", where, i, got, copies, u.Screen())
	}
}

func naiveShare(u *keeper, w int, row prefixRow) (n sim.Share) {
	for k := row.from; k < row.to; k++ {
		h, kn := u.s.run.line.State().Holds(w, u.s.Set().Requests[row.request].Chain.At(k))
		n = sim.Share{Held: n.Held + one(h), Known: n.Known + one(kn), Both: n.Both + one(h && kn)}
	}
	return n
}

func TestShareGlyphs(t *testing.T) {
	for _, c := range []struct {
		held, known, both int
		want              rune
	}{
		{0, 0, 0, glyphNone},
		{6, 6, 6, glyphHeld},
		{6, 0, 0, glyphUnknown},
		{6, 5, 5, glyphUnknown},
		{3, 3, 3, glyphPart},
		{3, 0, 0, glyphPart},
		{0, 6, 0, glyphGone},
		{3, 6, 3, glyphGone},
	} {
		if got := shareGlyph(sim.Share{Held: c.held, Known: c.known, Both: c.both}, 6); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

// TestPrefixOrders holds the three orders, and that nothing is shown twice or
// left out.
func TestPrefixOrders(t *testing.T) {
	for name, s := range runs(t) {
		u := cachesOf(t, s, look("dark", false), 120, 40)
		u.jumpTo(s.run.line.Len() / 2)
		seen := map[int]int{}
		for i := range s.Request() + 1 {
			if g := s.Set().Requests[i].Group; g >= 0 {
				seen[g] = i
			}
		}
		orders := map[prefixOrder]bool{}
		for range 3 {
			rows := slices.Clone(u.v.prefixes())
			u.v.countCopies(rows)
			if len(rows) > 0 && rows[0].group == commonRow {
				rows = rows[1:]
			}
			if len(rows) != len(seen) {
				t.Fatalf("%s: %d rows of %d prefixes", name, len(rows), len(seen))
			}
			for i, r := range rows {
				if seen[r.group] != r.request {
					t.Fatalf("%s: prefix %d came last with %d, not %d", name, r.group, seen[r.group], r.request)
				}
				if i == 0 {
					continue
				}
				before := rows[i-1]
				if o := u.v.order(); o == byNumber && before.group >= r.group || o == byRecency && before.request <= r.request || o == byCopies && before.copies < r.copies {
					t.Fatalf("%s, order %d: %+v before %+v", name, o, before, r)
				}
			}
			orders[u.v.order()] = true
			u.Key("z")
		}
		if len(orders) != 3 {
			t.Fatalf("%s: orders %v", name, orders)
		}
	}
}

// TestTreeIsTheWorkersBlocks opens the whole tree and holds its lines against a
// naive walk over the chains.
func TestTreeIsTheWorkersBlocks(t *testing.T) {
	for name, s := range runs(t) {
		for _, part := range []int{3, 2, 1} {
			u := cachesOf(t, s, look("dark", false), 200, 60)
			u.jumpTo(s.run.line.Len() / part)
			u.Key("right")
			u.Key("tab")
			for i := range len(u.v.readyTree().rows) {
				u.v.tree.cursor = i
				u.v.unfold(true)
			}
			u.checkTree(t, fmt.Sprintf("%s, step %d", name, s.Step()))
		}
	}
}

func (u *keeper) checkTree(t *testing.T, where string) {
	t.Helper()
	w, st, set := u.v.worker, u.s.run.line.State(), u.s.Set()
	uses, parent := map[block.Prefix]int{}, map[block.Prefix]block.Prefix{}
	for _, q := range set.Requests {
		for k := range q.Chain.Len() {
			parent[q.Chain.At(k)] = 0
			if k > 0 {
				parent[q.Chain.At(k)] = q.Chain.At(k - 1)
			}
		}
	}
	for _, r := range u.s.run.served[w][:st.Workers[w].Sent] {
		for k := range set.Requests[r].Chain.Len() {
			uses[set.Requests[r].Chain.At(k)]++
		}
	}
	sum := sim.Share{}
	for i, row := range u.v.tree.rows {
		l := u.v.limb(row.head)
		if row.parent >= 0 && u.v.limb(u.v.tree.rows[row.parent].head).Last != parent[row.head] || row.parent < 0 && parent[row.head] != 0 {
			t.Fatalf("%s: line %d hangs under line %d", where, i, row.parent)
		}
		if got := u.v.tree.uses.Of(row.head); got != uses[row.head] {
			t.Fatalf("%s: line %d: %d requests, want %d", where, i, got, uses[row.head])
		}
		sum = sim.Share{Held: sum.Held + l.Held, Known: sum.Known + l.Known, Both: sum.Both + l.Both}
	}
	wk := st.Workers[w]
	if sum.Held != wk.Held || u.s.run.st.Flaws.Loss == 0 && sum.Known != wk.Known {
		t.Fatalf("%s: the tree holds %+v, the worker %d and %d known", where, sum, wk.Held, wk.Known)
	}
	u.Send(tea.ResumeMsg{})
	for i := range min(len(u.v.tree.rows), u.v.tree.body.H) {
		row := u.v.tree.rows[u.v.tree.top+i]
		l := u.v.limb(row.head)
		u.See(fmt.Sprintf("%s · %s tokens · %s", blocks(l.Blocks), thousands(l.Blocks*set.Size), plural(uses[row.head], "request", "requests")))
	}
}

// TestCachesOfASplitFleet: what decode workers hold takes none of the others'
// room, and is nothing that an index has missed.
func TestCachesOfASplitFleet(t *testing.T) {
	st := splitState(nil)
	st.Capacity, st.Clock.Split.Capacity = 500, 300
	s := newSession(t, st, nil)
	u := cachesOf(t, s, look("dark", false), 120, 36)
	u.jumpTo(s.run.line.Len() / 2)
	now, f := s.run.line.State(), u.v.figures()
	routed, all, room := 0, 0, 0
	for w := range now.Workers {
		all += now.Workers[w].Held
		if room += 500; w >= st.Workers {
			room -= 200
			continue
		}
		routed += now.Workers[w].Held
	}
	if f.routed != routed || f.held != all || f.free != room-all || all == routed {
		t.Errorf("%d of %d held by routed workers, %d free; want %d of %d, %d", f.routed, f.held, f.free, routed, all, room-all)
	}
	u.See(thousands(all-routed) + " by decode workers")
	for i, row := range u.v.prefixes() {
		u.checkRow(t, "split", i, row)
	}
}
