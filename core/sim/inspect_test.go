package sim

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kvtui/core/block"
	"kvtui/core/route"
	"kvtui/core/scenario"
	"kvtui/core/workload"
)

// drawAny draws a run of any strategy, or one whose index falls behind.
func drawAny(t *rapid.T) *Recording {
	if rapid.Bool().Draw(t, "flawed") {
		return drawFlawed(t)
	}
	sc := drawScenario(t)
	sc.Strategy = rapid.SampledFrom(route.Strategies()).Draw(t, "strategy").Name
	sc.Options = route.DefaultOptions()
	return recorded(t, sc, drawSet(t, sc.Seed))
}

// TestShareAndSpread holds both counts against looking at every block.
func TestShareAndSpread(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rec := drawAny(t)
		s := foldTo(rec, rapid.IntRange(0, len(rec.Records)).Draw(t, "step"))
		on := map[block.Prefix]int{}
		for w := range s.Workers {
			for _, p := range look(s, rec.Set).Workers[w].HeldBlocks {
				on[p]++
			}
			for _, q := range rec.Set.Requests {
				from := rapid.IntRange(0, q.Chain.Len()).Draw(t, "from")
				to := rapid.IntRange(from, q.Chain.Len()).Draw(t, "to")
				want := Share{}
				for i := from; i < to; i++ {
					held, known := s.Holds(w, q.Chain.At(i))
					want.Held += count(held)
					want.Known += count(known)
					want.Both += count(held && known)
				}
				if got := s.Share(w, q.Chain, from, to); got != want {
					t.Fatalf("worker %d, blocks %d to %d of %v: %+v, want %+v", w, from, to, q.Chain, got, want)
				}
			}
		}
		many := 0
		for _, n := range on {
			many += count(n > 1)
		}
		if distinct, repeated := s.Copies(); distinct != len(on) || repeated != many {
			t.Fatalf("%d different blocks, %d on several workers; want %d, %d", distinct, repeated, len(on), many)
		}
	})
}

func count(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// TestBranches walks the tree limb by limb and holds it against the plain
// chains: every block there once, after its parent, and limbs as long as can be.
func TestBranches(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rec := drawAny(t)
		s := foldTo(rec, rapid.IntRange(0, len(rec.Records)).Draw(t, "step"))
		b := NewBranches(rec.Set)
		parent := map[block.Prefix]block.Prefix{}
		for _, q := range rec.Set.Requests {
			last := block.Prefix(0)
			for i := range q.Chain.Len() {
				parent[q.Chain.At(i)] = last
				last = q.Chain.At(i)
			}
		}
		for w := range s.Workers {
			there := map[block.Prefix]bool{}
			kids := map[block.Prefix]int{}
			for p := range parent {
				if held, known := s.Holds(w, p); held || known {
					there[p] = true
					kids[parent[p]]++
				}
			}
			seen := map[block.Prefix]bool{}
			var walk func(p block.Prefix)
			walk = func(p block.Prefix) {
				children := b.Children(s, w, p, nil)
				if !slices.IsSorted(children) || len(children) != kids[p] {
					t.Fatalf("worker %d: children of %d are %v, want %d", w, p, children, kids[p])
				}
				for _, c := range children {
					l := b.Limb(s, w, c)
					chain := []block.Prefix{l.Last}
					for len(chain) < l.Blocks {
						chain = append(chain, parent[chain[len(chain)-1]])
					}
					if chain[len(chain)-1] != l.First || parent[l.First] != p {
						t.Fatalf("worker %d: %+v does not lead from %d down", w, l, p)
					}
					sum := Share{}
					for i, q := range chain {
						held, known := s.Holds(w, q)
						sum = Share{sum.Held + count(held), sum.Known + count(known), sum.Both + count(held && known)}
						if seen[q] || !there[q] || (kids[q] == 1) != (i > 0) {
							t.Fatalf("worker %d: %d in %+v", w, q, l)
						}
						seen[q] = true
					}
					if sum != l.Share || l.Forks != (kids[l.Last] > 1) {
						t.Fatalf("worker %d: %+v, want %+v", w, l, sum)
					}
					walk(l.Last)
				}
			}
			walk(0)
			for p := range there {
				joined := true // to the root: a lost event may leave a gap in what is known
				for q := p; q != 0; q = parent[q] {
					joined = joined && there[q]
				}
				if joined != seen[p] {
					t.Fatalf("worker %d: %d is in the tree: %v, want %v", w, p, seen[p], joined)
				}
			}
		}
	})
}

// TestUses counts forward, back and anew.
func TestUses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rec := drawRecording(t)
		var served []int32
		for _, first := range rec.First {
			if rec.Records[first].Worker == 0 {
				served = append(served, rec.Records[first].Req)
			}
		}
		u := NewUses(rec.Set)
		for range 5 {
			n := rapid.IntRange(0, len(served)).Draw(t, "n")
			u.Count(served, n)
			want := map[block.Prefix]int{}
			for _, r := range served[:n] {
				c := rec.Set.Requests[r].Chain
				for i := range c.Len() {
					want[c.At(i)]++
				}
			}
			for p := 1; p < rec.Set.Prefixes; p++ {
				if got := u.Of(block.Prefix(p)); got != want[block.Prefix(p)] {
					t.Fatalf("after %d requests %d began with %d, want %d", n, got, p, want[block.Prefix(p)])
				}
			}
		}
	})
}

// TestHistory holds the history of every block against a fold that looks at
// the block before and after each record.
func TestHistory(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rec := drawAny(t)
		for p := block.Prefix(1); int(p) < min(rec.Set.Prefixes, 40); p++ {
			want := naiveHistory(rec, p)
			if got := History(rec, AllWorkers, p); !reflect.DeepEqual(got, want) {
				t.Fatalf("prefix %d\n got %+v\nwant %+v", p, got, want)
			}
			for w := range rec.Scenario.Workers {
				var mine []Event
				for _, e := range want {
					if e.Worker == w {
						mine = append(mine, e)
					}
				}
				if got := History(rec, w, p); !reflect.DeepEqual(got, mine) {
					t.Fatalf("prefix %d on worker %d\n got %+v\nwant %+v", p, w, got, mine)
				}
			}
			lives(t, rec, p)
		}
		if got := History(rec, AllWorkers, block.Prefix(rec.Set.Prefixes+1)); got != nil {
			t.Fatalf("a block that no prompt has: %+v", got)
		}
	})
}

func naiveHistory(rec *Recording, p block.Prefix) (out []Event) {
	s := NewState(rec.Set, rec.Scenario)
	for i, r := range rec.Records {
		held, _ := s.Holds(int(r.Worker), p)
		s.Apply(r)
		in := r.Kind == Restarted && held
		if r.Kind != Restarted && r.Kind != Routed {
			for k := int(r.From); k < int(r.To); k++ {
				in = in || rec.Set.Requests[r.Of].Chain.At(k) == p
			}
		}
		if in {
			out = append(out, Event{i + 1, r.Kind, int(r.Req), int(r.Of), int(r.Worker), r.Removal})
		}
	}
	return out
}

// lives holds that a history tells when the block is there: from each Stored to
// the next Evicted or Restarted; and that only what is there is reused.
func lives(t *rapid.T, rec *Recording, p block.Prefix) {
	for w := range rec.Scenario.Workers {
		events, held := History(rec, w, p), false
		s := NewState(rec.Set, rec.Scenario)
		for _, r := range rec.Records {
			s.Apply(r)
			if len(events) > 0 && events[0].Step == s.Step {
				switch k := events[0].Kind; {
				case k == Stored:
					held = true
				case k == Evicted || k == Restarted:
					held = false
				case k == Reused && !held:
					t.Fatalf("prefix %d is reused on worker %d, which does not hold it", p, w)
				}
				events = events[1:]
			}
			if got, _ := s.Holds(w, p); got != held {
				t.Fatalf("step %d: worker %d holds %d: %v, its history says %v", s.Step, w, p, got, held)
			}
		}
	}
}

// TestLandings holds that the strategy of a run, asked at the step before it
// chose, would choose what it chose, and that asking changes nothing.
func TestLandings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rec := drawAny(t)
		line := NewTimeline(rec)
		l := NewLandings(line)
		if n := len(l.At(0, -1)) + len(l.At(0, rec.Set.Len())); n != 0 {
			t.Fatal("a request that is not there lands")
		}
		for i := range rec.Set.Requests {
			stands := rapid.IntRange(0, line.Len()).Draw(t, "stands")
			before := look(line.Seek(stands), rec.Set)
			all := l.At(line.Start(i), i)
			if !reflect.DeepEqual(look(line.State(), rec.Set), before) {
				t.Fatal("asking moved the run")
			}
			if len(all) != len(route.Strategies()) {
				t.Fatalf("%d strategies", len(all))
			}
			for _, a := range all {
				lands(t, rec, line, i, a)
			}
			line.Seek(line.Start(i))
			if here := l.At(line.Start(i), i); !reflect.DeepEqual(here, all) {
				t.Fatal("the answer depends on where the run stands")
			}
		}
	})
}

func lands(t *rapid.T, rec *Recording, line *Timeline, i int, a Landing) {
	s, q := foldTo(rec, line.Start(i)), rec.Set.Requests[i]
	w := a.Decision.Worker
	if reuse := min(naiveLead(s, w, q.Chain, false), q.Reusable(rec.Set.Size)); a.Reuse != reuse {
		t.Fatalf("%s, request %d: reuse %d, want %d", a.Strategy, i, a.Reuse, reuse)
	}
	overlap := naiveLead(s, w, q.Chain, true)
	if !a.Indexed {
		overlap = 0
	}
	if a.Decision.Scores[w].Overlap != overlap {
		t.Fatalf("%s, request %d: overlap %d, want %d", a.Strategy, i, a.Decision.Scores[w].Overlap, overlap)
	}
	if a.Strategy != rec.Scenario.Strategy {
		return
	}
	if d := line.Decision(i); !reflect.DeepEqual(a.Decision, d) || a.Taken != a.Drawn {
		t.Fatalf("%s, request %d would go %+v, went %+v", a.Strategy, i, a, d)
	}
}

// TestBranchesOfMany makes the tree of a trace of 160,000 blocks on one worker
// and walks it: a tree has to open at once.
func TestBranchesOfMany(t *testing.T) {
	var text strings.Builder
	for i := range 2000 {
		ids := []string{"0"}
		for k := range 80 {
			ids = append(ids, fmt.Sprint(1+80*i+k))
		}
		fmt.Fprintf(&text, "{\"input_length\": %d, \"hash_ids\": [%s]}\n", 512*81, strings.Join(ids, ","))
	}
	set, err := workload.ReadMooncake(strings.NewReader(text.String()), "many", 0)
	if err != nil {
		t.Fatal(err)
	}
	sc := scenario.Scenario{Strategy: "kv", Workers: 1}
	rec := recorded(t, sc, set)
	s, b := foldTo(rec, len(rec.Records)), NewBranches(set)
	top := b.Children(s, 0, 0, nil)
	if len(top) != 1 {
		t.Fatalf("%d first blocks", len(top))
	}
	root := b.Limb(s, 0, top[0])
	blocks := root.Blocks
	for _, c := range b.Children(s, 0, root.Last, nil) {
		blocks += b.Limb(s, 0, c).Blocks
	}
	if root.Blocks != 1 || blocks != 160_001 || blocks != s.Workers[0].Held {
		t.Errorf("the tree has %d blocks, the worker %d", blocks, s.Workers[0].Held)
	}
}
