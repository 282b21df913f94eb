package workload_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"kvtui/core/scenario"
	"kvtui/core/sim"
	"kvtui/core/workload"
)

const head = `{"timestamp": 0, "input_length": 1100, "output_length": 9, "hash_ids": [0, 1, 2]}
{"timestamp": 5, "input_length": 1024, "output_length": 9, "hash_ids": [0, 3]}
{"timestamp": 9, "input_length": 1536, "output_length": 9, "hash_ids": [0, 1, 4]}
`

// file counts how often it is open.
type file struct {
	io.Reader
	open *int
}

func (f file) Close() error {
	*f.open--
	return nil
}

func opener(text string, open *int) func() (io.ReadCloser, error) {
	return func() (io.ReadCloser, error) {
		*open++
		return file{strings.NewReader(text), open}, nil
	}
}

func run(t *testing.T, sc scenario.Scenario, w workload.Workload) sim.Totals {
	t.Helper()
	total := sim.NewTotals(sc.Workers)
	if err := sim.Run(context.Background(), sc, w, total.Apply); err != nil {
		t.Fatal(err)
	}
	return total
}

// TestStream holds that a stream gives in every run what a set gives, and
// leaves no file open.
func TestStream(t *testing.T) {
	open := 0
	s, err := workload.NewStream(context.Background(), "t", opener(head, &open), workload.Options{})
	if err != nil {
		t.Fatal(err)
	}
	set, err := workload.ReadSet(context.Background(), strings.NewReader(head), "t", workload.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if s.Format() != workload.Mooncake || s.BlockSize() != 512 || s.Len() != -1 {
		t.Errorf("%q with %d-token blocks and %d requests", s.Format(), s.BlockSize(), s.Len())
	}
	for _, m := range scenario.Modes() {
		sc := scenario.Scenario{Workers: 2, Seed: 3, Capacity: 3}.With(m)
		a, b := run(t, sc, s), run(t, sc, set)
		if a.Requests != 3 || a.ReusedTokens != b.ReusedTokens || a.Evictions != b.Evictions || !slices.Equal(a.Computed, b.Computed) || open != 1 {
			t.Errorf("%v: %+v from the stream, %+v from the set, %d open", m, a, b, open)
		}
	}
	if err := s.Close(); err != nil || open != 0 || s.Counts().Stamped != 3 {
		t.Errorf("%v, %d open, counts %+v", err, open, s.Counts())
	}
}

// TestStreamGivenUp holds that requests come in the order of the file, and that
// a run that is given up leaves no file open.
func TestStreamGivenUp(t *testing.T) {
	open := 0
	s, err := workload.NewStream(context.Background(), "t", opener(head, &open), workload.Options{})
	if err != nil {
		t.Fatal(err)
	}
	a, _ := s.Open(1)
	for i := range 2 {
		if r, ok := a.Next(); !ok || r.Index != i {
			t.Errorf("request %d is %+v, %v", i, r, ok)
		}
	}
	if err := s.Close(); err != nil || open != 0 {
		t.Errorf("%v, %d open after a run that was given up", err, open)
	}
}

// TestStreamBreaks holds that whatever ends a run early is told by Close, once,
// and that nothing stays open.
func TestStreamBreaks(t *testing.T) {
	open := 0
	sc := scenario.Scenario{Workers: 2}.With(scenario.Modes()[0])
	s, err := workload.NewStream(context.Background(), "t", opener(head+"junk\n"+head, &open), workload.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if n := run(t, sc, s).Requests; n != 3 {
			t.Errorf("%d requests before the line that is wrong", n)
		}
	}
	var at *workload.TraceError
	if err := s.Close(); !errors.As(err, &at) || at.Line != 4 || open != 0 {
		t.Errorf("error is %v, %d open", err, open)
	}
	if err := s.Close(); err != nil {
		t.Errorf("told again: %v", err)
	}
	for _, text := range []string{"junk", "\x1f\x8b"} {
		if _, err := workload.NewStream(context.Background(), "t", opener(text, &open), workload.Options{}); err == nil || open != 0 {
			t.Errorf("%q: error is %v, %d open", text, err, open)
		}
	}
}

// TestStreamOnce holds that input which comes only once serves one run, and
// that the second one says why it is empty.
func TestStreamOnce(t *testing.T) {
	var gone error
	once := func() (io.ReadCloser, error) {
		if gone != nil {
			return nil, gone
		}
		gone = errors.New("standard input is read already")
		return io.NopCloser(strings.NewReader(head)), nil
	}
	s, err := workload.NewStream(context.Background(), "-", once, workload.Options{Limit: 2})
	if err != nil {
		t.Fatal(err)
	}
	sc := scenario.Scenario{Workers: 2}.With(scenario.Modes()[0])
	if n := run(t, sc, s).Requests; n != 2 || s.Close() != nil {
		t.Errorf("%d requests in the first run", n)
	}
	if n := run(t, sc, s).Requests; n != 0 || s.BlockSize() != 512 || s.Format() != workload.Mooncake || !errors.Is(s.Close(), gone) {
		t.Errorf("%d requests in the second run", n)
	}
}

// TestStreamCancel holds that the context ends a run that finds no request.
func TestStreamCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	endless := func() (io.ReadCloser, error) {
		return io.NopCloser(io.MultiReader(strings.NewReader(head), junk(cancel))), nil
	}
	s, err := workload.NewStream(ctx, "t", endless, workload.Options{SkipBad: true})
	if err != nil {
		t.Fatal(err)
	}
	run(t, scenario.Scenario{Workers: 1}.With(scenario.Modes()[0]), s)
	if err := s.Close(); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v", err)
	}
}

type junk func()

func (j junk) Read(p []byte) (int, error) {
	j()
	return copy(p, "junk\n"), nil
}

// heap returns the bytes in use.
func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// grown runs a workload and returns by how much the heap has grown at the
// worst of some moments, and the requests.
func grown(t *testing.T, w workload.Workload) (bytes int64, requests int) {
	t.Helper()
	sc := scenario.Scenario{Workers: 4, Seed: 1, Capacity: 4000}.With(scenario.Mode{Strategy: "kv", Knowledge: scenario.Events})
	before := heap()
	err := sim.Run(context.Background(), sc, w, func(r sim.Record) {
		if r.Kind == sim.Done {
			if requests++; requests%100_000 == 0 {
				bytes = max(bytes, heap()-before)
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return bytes, requests
}

// TestMillion holds that a million requests run through finite caches in
// memory that their number hardly shows in: kept, they would take at least
// 100 MB.
func TestMillion(t *testing.T) {
	if testing.Short() {
		t.Skip("runs a million requests")
	}
	shared := workload.DefaultSharedPrefix()
	shared.Requests, shared.PrefixTokens, shared.TailTokens = 1_000_000, 512, 32
	common := workload.DefaultCommonPrefix()
	common.Requests, common.SystemTokens, common.PrefixTokens, common.TailTokens = 1_000_000, 256, 256, 32
	chats := workload.DefaultChats()
	chats.Sessions, chats.SystemTokens, chats.TurnTokens, chats.OutputTokens = 125_000, 64, 16, 16
	for _, g := range []workload.Generator{shared, common, chats} {
		if err := g.Validate(); err != nil {
			t.Fatal(err)
		}
		if bytes, n := grown(t, g); n != 1_000_000 || bytes > 24<<20 {
			t.Errorf("%s: %d requests in %d MB", g.Name(), n, bytes>>20)
		} else {
			t.Logf("%s: %d kB", g.Name(), bytes>>10)
		}
	}
}

// trace is a real trace, where it is at hand.
func trace(tb testing.TB, name string) []byte {
	tb.Helper()
	for _, dir := range []string{os.Getenv("KVTUI_TRACES"), "../../../shared/traces"} {
		if text, err := os.ReadFile(dir + "/" + name); err == nil {
			return text
		}
	}
	tb.Skip(name + " is not here; set KVTUI_TRACES to its directory")
	return nil
}

// TestConversation holds figures measured on the real trace by a small program
// apart from this one: the shape of the file, and token hit rates of two
// strategies that are exact without a clock.
func TestConversation(t *testing.T) {
	text := trace(t, "mooncake_conversation.jsonl")
	set, err := workload.ReadSet(context.Background(), bytes.NewReader(text), "conversation", workload.Options{})
	if err != nil {
		t.Fatal(err)
	}
	stamps, out := map[int64]bool{}, 0
	for _, r := range set.Requests {
		stamps[r.At] = true
		out += r.Output
	}
	last := set.Requests[set.Len()-1]
	if set.Format != workload.Mooncake || set.Len() != 12_031 || len(stamps) != 1180 || last.At != 3_536_999_000_000 || !set.Stamped() || set.Common != 1 {
		t.Errorf("%q, %d requests at %d stamps, the last at %d ns, %d common blocks", set.Format, set.Len(), len(stamps), last.At, set.Common)
	}
	if c := set.Counts; c.Late+c.Mismatched+c.Skipped+c.Blank+c.Alone != 0 || out*10/set.Len() != 3426 {
		t.Errorf("counts %+v, mean output %d/%d", c, out, set.Len())
	}
	rr, most := scenario.Mode{Strategy: "rr"}, scenario.Mode{Strategy: "kv"}
	for _, c := range []struct {
		mode              scenario.Mode
		workers, capacity int
		rate, imbalance   float64
	}{
		{rr, 1, 0, .3734, 1},
		{rr, 4, 0, .1955, 0},
		{rr, 8, 0, .1390, 0},
		{rr, 16, 0, .1010, 0},
		{rr, 4, 4000, .1148, 0},
		{rr, 8, 4000, .1010, 0},
		{rr, 16, 4000, .0921, 0},
		{rr, 8, 1000, .0633, 0},
		{most, 8, 0, .3734, 8},
	} {
		got := run(t, scenario.Scenario{Workers: c.workers, Capacity: c.capacity}.With(c.mode), set)
		if d := got.TokenHitRate() - c.rate; d < -.00005 || d > .00005 || c.imbalance > 0 && got.Imbalance() != c.imbalance {
			t.Errorf("%v on %d workers of %d blocks: rate %.5f, imbalance %v; want %v, %v", c.mode, c.workers, c.capacity, got.TokenHitRate(), got.Imbalance(), c.rate, c.imbalance)
		}
	}
}

// TestAzureHead holds the sums of the head of the real trace.
func TestAzureHead(t *testing.T) {
	set, err := workload.ReadSet(context.Background(), bytes.NewReader(trace(t, "azure_conv_head.csv")), "azure", workload.Options{})
	if err != nil {
		t.Fatal(err)
	}
	in, out := 0, 0
	for _, r := range set.Requests {
		in, out = in+r.Tokens, out+r.Output
	}
	last := set.Requests[set.Len()-1]
	if set.Format != workload.Azure || set.Len() != 399 || in != 369_732 || out != 103_809 || last.At != 106_111_924_000 || set.Counts.Late != 0 || set.Common != 0 {
		t.Errorf("%q: %d requests, %d and %d tokens, the last at %d ns, counts %+v", set.Format, set.Len(), in, out, last.At, set.Counts)
	}
}

func BenchmarkReadSet(b *testing.B) {
	text := trace(b, "mooncake_conversation.jsonl")
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := workload.ReadSet(context.Background(), bytes.NewReader(text), "t", workload.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReader(b *testing.B) {
	text := trace(b, "mooncake_conversation.jsonl")
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		r, err := workload.Open(bytes.NewReader(text), "t", workload.Options{})
		for err == nil {
			_, err = r.Next()
		}
		if !errors.Is(err, io.EOF) {
			b.Fatal(err)
		}
	}
}
