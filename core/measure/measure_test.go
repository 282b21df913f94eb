package measure

import (
	"encoding/json"
	"errors"
	"io"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"
)

const good = `{"mode": "agg", "input": 1500, "conc": 1, "rep": 1, "ttft_p50_ms": 78}`

func open(t testing.TB, name string) io.Reader {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	})
	return f
}

func TestPublishedMedians(t *testing.T) {
	samples, err := ReadAll(open(t, "testdata/disagg_medians.jsonl"), "disagg_medians.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	sum, err := Summarize(samples)
	if err != nil {
		t.Fatal(err)
	}
	want := Summary{Cells: []Cell{
		{Key{1500, 1}, 78, 406, 5.21, 1, 1},
		{Key{1500, 4}, 190, 1359, 7.15, 1, 1},
		{Key{3000, 1}, 171, 812, 4.75, 1, 1},
		{Key{3000, 4}, 398, 2442, 6.14, 1, 1},
	}}
	if !reflect.DeepEqual(sum, want) {
		t.Errorf("got %+v\nwant %+v", sum, want)
	}
	// Seed 000 prints one decimal: 5.2, 7.2, 4.7, 6.1.
	for i, published := range []float64{5.2, 7.2, 4.7, 6.1} {
		if math.Abs(sum.Cells[i].Ratio-published) > 0.051 {
			t.Errorf("%s: ratio %v, published %v", sum.Cells[i].Key, sum.Cells[i].Ratio, published)
		}
	}
	text, err := json.Marshal(sum)
	const wantText = `{"1500x1":{"agg_ms":78,"disagg_ms":406,"ratio":5.21},"1500x4":{"agg_ms":190,"disagg_ms":1359,"ratio":7.15},` +
		`"3000x1":{"agg_ms":171,"disagg_ms":812,"ratio":4.75},"3000x4":{"agg_ms":398,"disagg_ms":2442,"ratio":6.14}}`
	if err != nil || string(text) != wantText {
		t.Errorf("got %s, %v\nwant %s", text, err, wantText)
	}
}

func TestSummariesMatchPython(t *testing.T) {
	raw, err := os.ReadFile("testdata/summaries.json")
	if err != nil {
		t.Fatal(err)
	}
	type cell struct {
		Agg    float64 `json:"agg_ms"`
		Disagg float64 `json:"disagg_ms"`
		Ratio  float64 `json:"ratio"`
	}
	var cases []struct {
		Samples []json.RawMessage
		Want    map[string]cell
	}
	if err := json.Unmarshal(raw, &cases); err != nil {
		t.Fatal(err)
	}
	compared := 0
	for i, c := range cases {
		var file strings.Builder
		for _, s := range c.Samples {
			file.Write(append(s, '\n'))
		}
		samples, err := ReadAll(strings.NewReader(file.String()), "case")
		if err != nil {
			t.Fatal(err)
		}
		sum, err := Summarize(samples)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(sum)
		if err != nil {
			t.Fatal(err)
		}
		var got map[string]cell
		if err := json.Unmarshal(text, &got); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, c.Want) {
			t.Errorf("case %d: got %v, want %v", i, got, c.Want)
		}
		compared += len(got)
	}
	if compared < 100 {
		t.Errorf("only %d cells compared", compared)
	}
}

func TestReadAllSkipsAndIgnores(t *testing.T) {
	text := "\n  \t\r\n" + good + "\r\n\n" + `{"extra":[1,{"a":null}],"ttft_p50_ms":0,"rep":0,"conc":4,"input":3000,"mode":"disagg"}`
	got, err := ReadAll(strings.NewReader(text), "x")
	want := []Sample{{Aggregated, 1500, 1, 1, 78}, {Disaggregated, 3000, 4, 0, 0}}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, %v; want %v", got, err, want)
	}
	if got, err := ReadAll(strings.NewReader("\xef\xbb\xbf"+good), "x"); err != nil || len(got) != 1 {
		t.Errorf("a byte order mark: %v, %v", got, err)
	}
	if none, err := ReadAll(strings.NewReader(""), "x"); err != nil || len(none) != 0 {
		t.Errorf("empty file: %v, %v", none, err)
	}
}

func with(field, value string) string {
	return strings.Replace(good, `"`+field+`": `+map[string]string{
		"mode": `"agg"`, "input": "1500", "conc": "1", "rep": "1", "ttft_p50_ms": "78",
	}[field], value, 1)
}

func TestReadAllErrors(t *testing.T) {
	for name, c := range map[string]struct{ line, want string }{
		"cut object":       {`{"mode": "agg"`, "broken JSON"},
		"not JSON":         {"agg,1500,1,1,78", "broken JSON"},
		"garbage after":    {good + " x", "broken JSON"},
		"two objects":      {good + good, "broken JSON"},
		"array":            {"[1]", "not a JSON object"},
		"null":             {"null", "not a JSON object"},
		"number":           {"7", "not a JSON object"},
		"mode unknown":     {with("mode", `"mode": "split"`), `mode is "split"; accepted: "agg" or "disagg"`},
		"mode case":        {with("mode", `"mode": "AGG"`), "mode is"},
		"mode escape":      {with("mode", `"mode": "\u001b[2J"`), `mode is "\x1b[2J"; accepted`},
		"mode a number":    {with("mode", `"mode": 1`), "mode is"},
		"mode null":        {with("mode", `"mode": null`), "mode is"},
		"mode missing":     {with("mode", `"other": 1`), "mode is missing"},
		"field case":       {with("mode", `"MODE": "agg"`), "mode is missing"},
		"input missing":    {with("input", `"other": 1`), "input is missing"},
		"input 0":          {with("input", `"input": 0`), "a whole number from 1"},
		"input -5":         {with("input", `"input": -5`), "a whole number from 1"},
		"input 1.5":        {with("input", `"input": 1.5`), "a whole number from 1"},
		"input text":       {with("input", `"input": "1500"`), `input is "1500"; accepted: a whole number from 1`},
		"input huge":       {with("input", `"input": 99999999999999999999`), "a whole number from 1"},
		"conc 0":           {with("conc", `"conc": 0`), "conc is 0; accepted"},
		"conc true":        {with("conc", `"conc": true`), "conc is \"true\""},
		"rep -1":           {with("rep", `"rep": -1`), "rep is -1; accepted: a whole number from 0"},
		"rep missing":      {with("rep", `"other": 1`), "rep is missing"},
		"time missing":     {with("ttft_p50_ms", `"other": 1`), "ttft_p50_ms is missing"},
		"time -1":          {with("ttft_p50_ms", `"ttft_p50_ms": -1`), "a number from 0"},
		"time NaN":         {with("ttft_p50_ms", `"ttft_p50_ms": NaN`), "broken JSON"},
		"time Infinity":    {with("ttft_p50_ms", `"ttft_p50_ms": Infinity`), "broken JSON"},
		"time 1e999":       {with("ttft_p50_ms", `"ttft_p50_ms": 1e999`), "a number from 0"},
		"time 1e13":        {with("ttft_p50_ms", `"ttft_p50_ms": 1e13`), "a number from 0"},
		"time text":        {with("ttft_p50_ms", `"ttft_p50_ms": "78"`), "a number from 0"},
		"time null":        {with("ttft_p50_ms", `"ttft_p50_ms": null`), "a number from 0"},
		"escape sequences": {"\x1b]0;title\a", "broken JSON"},
		"long line":        {`{"x":"` + strings.Repeat("x", MaxLineBytes) + `"}`, "line too long"},
		"long number":      {with("conc", `"conc": `+strings.Repeat("9", 1000)), "conc is " + strings.Repeat("9", 60) + "...; accepted"},
		"a list":           {with("conc", `"conc": ["\u001b"]`), `conc is "[\"\\u001b\"]"; accepted`},
		"long value":       {with("input", `"input": "`+strings.Repeat("x", 1000)+`"`), "input is"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := ReadAll(strings.NewReader(good+"\n\n"+c.line+"\n"+good), "dir/in.jsonl")
			if err == nil {
				t.Fatalf("accepted: %v", got)
			}
			msg := err.Error()
			if !strings.HasPrefix(msg, "dir/in.jsonl:3: ") || !strings.Contains(msg, c.want) || !strings.Contains(msg, "; accepted: ") {
				t.Errorf("got %s", msg)
			}
			if got != nil || len(msg) > 300 || strings.ContainsFunc(msg, func(r rune) bool { return r < ' ' }) {
				t.Errorf("samples %v came along, or the line is raw or long: %q", got, msg)
			}
		})
	}
}

func TestReadAllLimitsAndReaderErrors(t *testing.T) {
	if _, err := readUpTo(strings.NewReader("\n\n"+good+"\n"), "x", 2); err == nil || !strings.Contains(err.Error(), "x:3: too many lines; accepted: at most 2") {
		t.Errorf("third line of two: %v", err)
	}
	if got, err := readUpTo(strings.NewReader("\n\n"+good+"\n"), "x", 3); err != nil || len(got) != 1 {
		t.Errorf("three lines of three: %v, %v", got, err)
	}
	broken := errors.New("disk gone")
	if _, err := ReadAll(iotest.ErrReader(broken), "x"); !errors.Is(err, broken) {
		t.Errorf("reader's error is lost: %v", err)
	}
	dir := t.TempDir() + "/a\x1bb"
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadAll(open(t, dir), dir); err == nil || strings.Contains(err.Error(), "\x1b") {
		t.Errorf("directory: %v", err)
	}
}

func TestSummarizeLackingAndZero(t *testing.T) {
	sum, err := Summarize([]Sample{
		{Disaggregated, 3000, 4, 1, 5}, {Aggregated, 512, 1, 1, 9}, {Aggregated, 512, 16, 1, 2}, {Disaggregated, 512, 16, 1, 0},
	})
	want := Summary{
		Cells:   []Cell{{Key{512, 16}, 2, 0, 0, 1, 1}},
		Lacking: []Lack{{Key{512, 1}, Disaggregated}, {Key{3000, 4}, Aggregated}},
	}
	if err != nil || !reflect.DeepEqual(sum, want) {
		t.Errorf("got %+v, %v; want %+v", sum, err, want)
	}
	for _, ms := range []float64{0, 5e-324} {
		_, err := Summarize([]Sample{{Aggregated, 1500, 1, 1, ms}, {Disaggregated, 1500, 1, 1, 400}})
		if err == nil || !strings.Contains(err.Error(), "cell 1500x1") {
			t.Errorf("agg median %v: %v", ms, err)
		}
	}
	if text, err := json.Marshal(Summary{}); err != nil || string(text) != "{}" {
		t.Errorf("no cells: %s, %v", text, err)
	}
}

// One repetition that takes nine times as long leaves the median of three where
// the other two can hold it: unmoved if it was the slowest, else between them.
func TestOneOutlierDoesNotCarryTheMedian(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		times := rapid.SliceOfN(rapid.Float64Range(0.001, 1e6), 3, 3).Draw(t, "times")
		hit := rapid.IntRange(0, 2).Draw(t, "outlier")
		others := slices.Delete(slices.Clone(times), hit, hit+1)
		before := Median(times)
		slowest := times[hit] == slices.Max(times)
		times[hit] *= 9
		after := Median(times)
		if slowest && after != before {
			t.Fatalf("median moved from %v to %v", before, after)
		}
		if after < slices.Min(others) || after > slices.Max(others) {
			t.Fatalf("median %v left the range of %v", after, others)
		}
	})
}

func TestSummarizeIgnoresOrder(t *testing.T) {
	one := rapid.Custom(func(t *rapid.T) Sample {
		return Sample{
			Mode(rapid.IntRange(0, 1).Draw(t, "mode")), rapid.IntRange(1, 3).Draw(t, "input"), rapid.IntRange(1, 3).Draw(t, "conc"),
			0, rapid.Float64Range(0.1, 1e4).Draw(t, "ms"),
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		samples := rapid.SliceOf(one).Draw(t, "samples")
		a, errA := Summarize(samples)
		b, errB := Summarize(rapid.Permutation(samples).Draw(t, "shuffled"))
		if errA != nil || errB != nil || !reflect.DeepEqual(a, b) {
			t.Fatalf("%+v, %v against %+v, %v", a, errA, b, errB)
		}
	})
}

func FuzzReadAll(f *testing.F) {
	published, err := os.ReadFile("testdata/disagg_medians.jsonl")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(published)
	for _, seed := range []string{good, "\n\n", `{"mode":"disagg","input":1,"conc":1,"rep":0,"ttft_p50_ms":-0}`, "{", good + good, "\x00", "null"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		samples, err := ReadAll(strings.NewReader(string(file)), "in")
		if err != nil {
			if samples != nil || !strings.HasPrefix(err.Error(), "in:") || strings.ContainsFunc(err.Error(), func(r rune) bool { return r < ' ' }) {
				t.Fatalf("bad error %q with %d samples", err, len(samples))
			}
			return
		}
		for _, s := range samples {
			if s.Input < 1 || s.Conc < 1 || s.Rep < 0 || s.TTFTMS < 0 || s.TTFTMS > MaxTTFTMS || math.IsNaN(s.TTFTMS) {
				t.Fatalf("accepted %+v", s)
			}
		}
		sum, err := Summarize(samples)
		if err != nil {
			return
		}
		if text, err := json.Marshal(sum); err != nil || !json.Valid(text) {
			t.Fatalf("summary %s, %v", text, err)
		}
	})
}

func BenchmarkReadAll(b *testing.B) {
	text := strings.Repeat(good+"\n", 1000)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ReadAll(strings.NewReader(text), "x"); err != nil {
			b.Fatal(err)
		}
	}
}
