package sweep

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// again writes a shard and reads it back.
func again(t testing.TB, p Part, name string) Part {
	t.Helper()
	raw, err := p.Encode()
	if err != nil {
		t.Fatal(err)
	}
	got, err := Read(bytes.NewReader(raw), name)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// TestShardsMakeTheWhole holds for any number of shards, more than cells
// included, added in any order.
func TestShardsMakeTheWhole(t *testing.T) {
	p := plan(t, random(t), "fleet.workers=2,4,7", "knowledge.loss=0,0.1", 2)
	whole := part(t, p, Whole())
	for n := 1; n <= 8; n++ {
		var m Merger
		for i := n; i >= 1; i-- {
			s := again(t, part(t, p, Shard{i, n}), "s")
			if err := m.Add(s, fmt.Sprint("s", i)); err != nil {
				t.Fatal(err)
			}
		}
		got, err := m.Sweep()
		if err != nil || !reflect.DeepEqual(got.Rows, whole.Rows) || difference(&got.Sweep, &whole.Sweep) != "" {
			t.Errorf("%d shards: %v, %v; want %v", n, got.Rows, err, whole.Rows)
		}
	}
}

func TestMergeErrors(t *testing.T) {
	f := random(t)
	shard := func(x, y string, seeds int, s Shard, settings ...string) Part {
		g := f
		for _, set := range settings {
			key, value, _ := strings.Cut(set, "=")
			if err := g.Set(key, value); err != nil {
				t.Fatal(err)
			}
		}
		return part(t, plan(t, g, x, y, seeds), s)
	}
	const x, y = "fleet.workers=1,2", "knowledge.loss=0,1"
	first := shard(x, y, 1, Shard{1, 3})
	otherTrace := shard(x, y, 1, Shard{2, 3})
	otherTrace.Sweep.Traces = []string{"0"}
	for _, c := range []struct {
		p    Part
		want string
	}{
		{first, "b: is shard 1/3, as is a: accepted is each shard once"},
		{shard(x, y, 1, Shard{2, 4}), "b: is of another sweep than a: it is one of 4 shards, not of 3"},
		{shard(x, y, 1, Shard{2, 3}, "seed=7"), `b: is of another sweep than a: seed is "1" and "7"`},
		{shard(x, y, 2, Shard{2, 3}), "b: is of another sweep than a: they have 1 and 2 seeds"},
		{shard("fleet.workers=1,3", y, 1, Shard{2, 3}), "b: is of another sweep than a: their x axes differ"},
		{shard(x, "", 1, Shard{2, 3}), "b: is of another sweep than a: their y axes differ"},
		{shard(x, y, 1, Shard{2, 3}, "workload.kind=chats"), "b: is of another sweep than a: workload.kind is"},
		{otherTrace, "b: is of another sweep than a: the requests of their traces differ"},
		{shard(x, y, 1, Shard{2, 3}), ""},
	} {
		var m Merger
		if err := m.Add(first, "a"); err != nil {
			t.Fatal(err)
		}
		err := m.Add(c.p, "b")
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), c.want)) {
			t.Errorf("got %v, want %s", err, c.want)
		}
		if _, err := m.Sweep(); err == nil || !strings.HasPrefix(err.Error(), "shards missing of 3: ") || c.want == "" && !strings.Contains(err.Error(), ": 3;") {
			t.Errorf("incomplete: %v", err)
		}
	}
	var m Merger
	if err := m.Add(shard(x, y, 1, Shard{1, 50}), "a"); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Sweep(); err == nil || !strings.HasSuffix(err.Error(), "10, 11, and 39 more; accepted are all of them") {
		t.Errorf("49 missing: %v", err)
	}
}
