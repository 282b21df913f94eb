package scenario

import (
	"slices"
	"testing"

	"kvtui/core/clock"
)

// set changes a file by --set's words.
func set(t *testing.T, f *File, settings ...KeyValue) {
	t.Helper()
	for _, s := range settings {
		if err := f.Set(s.Key, s.Value); err != nil {
			t.Fatal(err)
		}
	}
}

// TestAPresetBringsItsFigures: what comes after it overrides, what it does not
// name stays, and writing the file needs few lines.
func TestAPresetBringsItsFigures(t *testing.T) {
	f := New(KindShared)
	set(t, &f, KeyValue{"goal.ttft_ms", "200"}, KeyValue{"clock.base_ms", "7"}, KeyValue{"clock.preset", "24gb"}, KeyValue{"clock.sharing", "0.5"})
	want := clock.GPU24GB.Figures()
	c := f.Clock
	if !c.On || c.Engine != want.Engine || c.Sharing != 0.5 || c.Goal.TTFTMS != 200 || f.Capacity != want.Blocks || c.Split.KVHeads != want.KVHeads {
		t.Errorf("%+v, %d blocks", c, f.Capacity)
	}
	var keys []string
	for _, kv := range f.Diff(New(KindShared)) {
		keys = append(keys, kv.Key)
	}
	if !slices.Equal(keys, []string{"clock.preset", "clock.sharing", "goal.ttft_ms"}) {
		t.Errorf("differs by %v", keys)
	}
	if fitted := f.Fitted(); slices.Contains(fitted, "clock.sharing") || !slices.Contains(fitted, "clock.base_ms") || len(fitted) != len(want.Fitted)-1 {
		t.Errorf("fitted are %v", fitted)
	}
	set(t, &f, KeyValue{"clock.preset", "24gb"})
	if f.Clock.Sharing != 0.5 {
		t.Error("the preset that is there already took back what was set")
	}
}

// TestThePresetComesFirstInAFile wherever it stands.
func TestThePresetComesFirstInAFile(t *testing.T) {
	f, err := Parse([]byte("fleet.capacity_blocks = 99\n[clock]\nbase_ms = 2\npreset = '8gb'\n[arrivals]\nconcurrency = 3\nkind = 'closed'"), "s.toml")
	if err != nil || f.Capacity != 99 || f.Clock.Engine.BaseMS != 2 || f.Clock.Arrivals.Concurrency != 3 || f.Clock.Engine.TokenMS != clock.GPU8GB.Figures().TokenMS {
		t.Errorf("%v, %+v", err, f)
	}
}

// TestMattersHidesWhatDoesNothing: a form without a clock has two of its keys,
// and each part shows its own only once it is used.
func TestMattersHidesWhatDoesNothing(t *testing.T) {
	f := New(KindLab)
	shown := func() (out []string) {
		for _, k := range Keys() {
			if table, _, _ := cut(k.Name); slices.Contains(clocked(), table) && f.Matters(k) {
				out = append(out, k.Name)
			}
		}
		return out
	}
	if got := shown(); !slices.Equal(got, []string{"clock.preset", "clock.on"}) {
		t.Errorf("without a clock: %v", got)
	}
	set(t, &f, KeyValue{"clock.preset", "8gb"})
	together := shown()
	for _, name := range []string{"split.full", "link.total_gbps", "host.copy_gbps", "store.gbps", "arrivals.rate_per_s", "outputs.tokens"} {
		if slices.Contains(together, name) {
			t.Errorf("%s is shown of one pool", name)
		}
	}
	set(t, &f, KeyValue{"split.decode_workers", "1"}, KeyValue{"split.precision", "mixed"}, KeyValue{"split.conditional", "true"},
		KeyValue{"host.buffers", "lag"}, KeyValue{"store.blocks", "9"}, KeyValue{"arrivals.kind", "poisson"}, KeyValue{"outputs.kind", "lognormal"})
	all := shown()
	for _, name := range []string{"split.full", "split.mixed_share", "split.local_share", "link.total_gbps", "host.lag_ms", "store.gbps", "arrivals.rate_per_s", "outputs.sigma"} {
		if !slices.Contains(all, name) {
			t.Errorf("%s is not shown", name)
		}
	}
}
