package pyrand

import (
	"encoding/json"
	"os"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

func load[T any](t testing.TB, file string) []T {
	t.Helper()
	raw, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	var rows []T
	if err := json.Unmarshal(raw, &rows); err != nil {
		t.Fatal(err)
	}
	if len(rows) == 0 {
		t.Fatalf("%s holds no rows", file)
	}
	return rows
}

func same[T comparable](t *testing.T, what string, got, want []T) {
	t.Helper()
	if len(want) == 0 || !slices.Equal(got, want) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

func draw[T any](n int, one func() T) []T {
	out := make([]T, n)
	for i := range out {
		out[i] = one()
	}
	return out
}

func shuffled(r *Rand, n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	r.Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
	return order
}

func TestGolden(t *testing.T) {
	type row struct {
		Seed           string    `json:"seed"`
		Bits32         []uint64  `json:"bits32"`
		Random         []float64 `json:"random"`
		Shuffle20      []int     `json:"shuffle20"`
		Randrange7     []int64   `json:"randrange7"`
		Randrange1     []int64   `json:"randrange1"`
		AfterRandrange uint64    `json:"after_randrange1"`
		Randrange2p40  []int64   `json:"randrange_2p40"`
	}
	for _, want := range load[row](t, "pyrand.json") {
		t.Run("seed "+want.Seed, func(t *testing.T) {
			seed, err := strconv.ParseInt(want.Seed, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			r := New(seed)
			same(t, "getrandbits(32)", draw(len(want.Bits32), func() uint64 { return r.Bits(32) }), want.Bits32)
			r = New(seed)
			same(t, "random()", draw(len(want.Random), r.Float64), want.Random)
			same(t, "shuffle", shuffled(New(seed), 20), want.Shuffle20)
			r = New(seed)
			same(t, "randrange(7)", draw(len(want.Randrange7), func() int64 { return r.Randrange(7) }), want.Randrange7)
			r = New(seed)
			same(t, "randrange(1)", draw(len(want.Randrange1), func() int64 { return r.Randrange(1) }), want.Randrange1)
			same(t, "bits after randrange(1)", []uint64{r.Bits(32)}, []uint64{want.AfterRandrange})
			r = New(seed)
			same(t, "randrange(2**40)", draw(len(want.Randrange2p40), func() int64 { return r.Randrange(1 << 40) }), want.Randrange2p40)
		})
	}
}

func TestPython311(t *testing.T) {
	type row struct {
		Seed    string      `json:"seed"`
		Bits    []string    `json:"bits"`
		Ranges  [][2]string `json:"ranges"`
		Random  []float64   `json:"random"`
		Shuffle []int       `json:"shuffle1000"`
		After   uint64      `json:"after"`
	}
	for i, want := range load[row](t, "python311.json") {
		t.Run(strconv.Itoa(i), func(t *testing.T) {
			seed, err := strconv.ParseInt(want.Seed, 0, 64)
			if err != nil {
				t.Fatal(err)
			}
			r := New(seed)
			got := make([]string, len(want.Bits))
			for k := range got {
				got[k] = strconv.FormatUint(r.Bits(k), 10)
			}
			same(t, "getrandbits(0..64)", got, want.Bits)
			for _, pair := range want.Ranges {
				n, err := strconv.ParseInt(pair[0], 10, 64)
				if err != nil {
					t.Fatal(err)
				}
				same(t, "randrange("+pair[0]+")", []string{strconv.FormatInt(r.Randrange(n), 10)}, []string{pair[1]})
			}
			same(t, "random()", draw(len(want.Random), r.Float64), want.Random)
			same(t, "shuffle", shuffled(r, 1000)[:len(want.Shuffle)], want.Shuffle)
			for range 2000 {
				r.Bits(32)
			}
			same(t, "bits at the end", []uint64{r.Bits(32)}, []uint64{want.After})
		})
	}
}

func TestRandrangeStaysInRangeAndShufflePermutes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := New(rapid.Int64().Draw(t, "seed"))
		n := rapid.Int64Min(1).Draw(t, "n")
		if v := r.Randrange(n); v < 0 || v >= n {
			t.Fatalf("randrange(%d) = %d", n, v)
		}
		size := rapid.IntRange(-2, 200).Draw(t, "size")
		order := shuffled(r, max(size, 0))
		slices.Sort(order)
		for i, v := range order {
			if i != v {
				t.Fatalf("shuffle of %d lost item %d", size, i)
			}
		}
	})
}

func TestMisusePanics(t *testing.T) {
	for name, call := range map[string]func(r *Rand){
		"bits -1":      func(r *Rand) { r.Bits(-1) },
		"bits 65":      func(r *Rand) { r.Bits(65) },
		"randrange 0":  func(r *Rand) { r.Randrange(0) },
		"randrange -3": func(r *Rand) { r.Randrange(-3) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			call(New(1))
		})
	}
}

func TestDrawsDoNotAllocate(t *testing.T) {
	r := New(1)
	if n := testing.AllocsPerRun(1000, func() {
		r.Bits(40)
		r.Float64()
		r.Randrange(1000003)
	}); n != 0 {
		t.Errorf("%v allocations a round, want 0", n)
	}
}

func BenchmarkRandrange(b *testing.B) {
	r := New(1)
	b.ReportAllocs()
	for b.Loop() {
		r.Randrange(64)
	}
}

func BenchmarkNew(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		New(1)
	}
}
