package views

import (
	"fmt"
	"strings"
	"testing"

	"kvtui/core/block"
	"kvtui/core/scenario"
	"kvtui/core/sim"
)

// TestEvictedBlocksFade: at the step that lets blocks go, and at no other, as
// many of their cells are marked as the screen shows; the mark turns faint.
func TestEvictedBlocksFade(t *testing.T) {
	u := open(t, full(kv, 2, 0), nil)
	evictions := 0
	for i, rec := range u.s.run.line.Recording().Records {
		u.jumpTo(i + 1)
		marks := strings.Count(strings.ReplaceAll(u.Screen(), "✗ evicted now", ""), string(glyphEvicted))
		group, shared := u.s.Set().Requests[rec.Of].Group, u.s.Set().Shared(int(rec.Of))
		if rec.Kind != sim.Evicted || int(rec.From) >= shared || group < 0 {
			if rec.Kind != sim.Evicted && marks > 0 {
				t.Fatalf("step %d, %+v: %d marks\n%s", i+1, rec, marks, u.Screen())
			}
			continue
		}
		evictions++
		if want := min(int(rec.To), shared) - int(rec.From); marks < want {
			t.Fatalf("step %d, %+v: %d marks, want %d\n%s", i+1, rec, marks, want, u.Screen())
		}
		u.s.player.shown = 0.2
		u.Key("+")
		early := u.Frame()
		u.s.player.shown = 0.9
		u.Key("-")
		if u.Frame() == early {
			t.Fatalf("step %d: nothing fades", i+1)
		}
	}
	if evictions == 0 {
		t.Fatal("no prefix lost a block")
	}
}

// TestRoomInTitles: a worker's title says what it holds of what it can.
func TestRoomInTitles(t *testing.T) {
	u := open(t, full(kv, 2, 200), nil)
	for w := range 2 {
		u.See(fmt.Sprintf("%d of 40 blocks", u.s.run.line.State().Workers[w].Held))
	}
	if u.s.run.line.State().Workers[0].Held == 0 {
		t.Error("nothing is held")
	}
	none := open(t, lab(kv, 2, 200), nil)
	none.SeeNot(" of 40 blocks")
}

// TestDriftWords holds the note on drift against the blocks, at every step and
// under every way in which belief and truth go apart.
func TestDriftWords(t *testing.T) {
	said := map[string]bool{}
	for name, s := range runs(t) {
		for step := 1; step <= s.run.line.Len(); step++ {
			s.seek(step)
			st, r := s.run.line.State(), s.Request()
			own := map[block.Prefix]bool{}
			for k := range s.Set().Requests[r].Chain.Len() {
				own[s.Set().Requests[r].Chain.At(k)] = true
			}
			gone, unknown := 0, 0
			for p := block.Prefix(1); int(p) < s.Set().Prefixes; p++ {
				held, known := st.Holds(st.Target, p)
				gone, unknown = gone+one(known && !held && !own[p]), unknown+one(held && !known && !own[p])
			}
			want := ""
			switch {
			case !indexed(s.run.st.Strategy) || s.run.st.Knowledge == scenario.Silent:
			case gone > 0:
				want = fmt.Sprintf("the index lists %s W%d no longer has", blocks(gone), st.Target)
			case unknown > 0:
				want = fmt.Sprintf("W%d holds %s that the index does not list", st.Target, blocks(unknown))
			}
			got := append(s.driftWords(), "")[0]
			if got != want {
				t.Fatalf("%s, step %d: %q, want %q", name, step, got, want)
			}
			said[strings.Trim(got, "0123456789")] = true
		}
	}
	if len(said) < 3 {
		t.Errorf("only %v was ever said", said)
	}
	u := open(t, full(kv, 2, 200), nil)
	u.See("the index lists", "no longer has")
}

// TestBlockOfTableHasHistory clicks blocks of the decision table.
func TestBlockOfTableHasHistory(t *testing.T) {
	u := open(t, full(kv, 2, 200), nil)
	d := u.v.table
	u.Click(d.x+3*d.wide+1, d.y+1)
	u.See(fmt.Sprintf("Block 4 of 7, P%02d on W%d", u.s.Set().Requests[u.s.Request()].Group, d.workers[1]), "computed", "esc closes")
	u.Key("right")
	u.See("Block 5 of 7")
	u.Key("esc")
	u.Click(d.x+7*d.wide+1, d.y+1)
	u.SeeNot("Block")
	st, set := trace(t)
	s := newSession(t, st, set)
	s.seek(s.run.line.End(4))
	u = before(t, s, look("dark", false), 80, 24)
	d = u.v.table
	if d.per == 1 {
		t.Fatal("the long chain is drawn block by block")
	}
	u.Click(d.x+2, d.y)
	u.See(fmt.Sprintf("Block %d of 250", 2*d.per+1))
}
