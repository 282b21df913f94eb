package sweep

import (
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"
	"unicode"

	"kvtui/core/scenario"
)

// writtenShard is a small shard file.
func writtenShard(t testing.TB) string {
	t.Helper()
	raw, err := part(t, plan(t, random(t), "fleet.workers=1,2,3", "", 1), Shard{1, 2}).Encode()
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func TestShardFileKeepsEveryFigure(t *testing.T) {
	p := plan(t, random(t), "fleet.workers=1,2", "", 1)
	want := Part{p.Describe(nil), Whole(), []Row{{0, []float64{1, 1.0 / 3, math.Pi, 1e-9, 12345678.5}}, {1, []float64{0, 2, 3, 4, 5}}}}
	if got := again(t, want, "s"); !reflect.DeepEqual(got.Rows, want.Rows) || !reflect.DeepEqual(got.Sweep.Scenario, want.Sweep.Scenario) {
		t.Errorf("got %v", got.Rows)
	}
	want.Rows[1].Figures[2] = math.NaN()
	if got := again(t, want, "s").Rows[1].Figures; !math.IsNaN(got[2]) || got[3] != 4 {
		t.Errorf("got %v", got)
	}
}

func TestEncodeRefusesWhatCannotBeReadBack(t *testing.T) {
	f := file(t, scenario.KindTrace, "workload.path=t")
	f.Trace.Path = "a\x1bb"
	p := plan(t, f, "fleet.workers=1", "", 1)
	_, err := Part{Description{Scenario: []Setting{{"workload.path", f.Trace.Path}}, X: p.X, Seeds: 1, Figures: figureNames(false)}, Whole(), nil}.Encode()
	if err == nil || !strings.Contains(err.Error(), `"workload.path" of "a\x1bb" cannot be printed`) {
		t.Errorf("%v", err)
	}
}

func TestReadErrors(t *testing.T) {
	good := writtenShard(t)
	head, rows, _ := strings.Cut(good, "\n")
	change := func(from, to string) string {
		if !strings.Contains(good, from) {
			t.Fatalf("%s is not in the file", from)
		}
		return strings.Replace(good, from, to, 1)
	}
	cut := strings.Count(good, "\n") // lines
	for name, c := range map[string]struct{ text, want string }{
		"empty":          {"", "s:1: is empty"},
		"other JSON":     {"{}\n", "s:1: is no shard of a sweep"},
		"no JSON":        {"\x1b[2J\n", "s:1: is no shard of a sweep"},
		"version":        {change(`"version":1`, `"version":2`), "s:1: is of version 2 of the format: accepted is 1"},
		"field":          {change(`"seeds"`, `"se\u001beds"`), "s:1: broken head: json: unknown field"},
		"type":           {change(`"seeds":1`, `"seeds":"1"`), "s:1: broken head: "},
		"shard":          {change(`"shard":1`, `"shard":3`), "s:1: is shard 3/2: accepted are"},
		"shards":         {change(`"shards":2`, `"shards":1000000000`), "s:1: is shard 1/1000000000: accepted are"},
		"no shard":       {change(`"shard":1`, `"shard":-1`), "s:1: is shard -1/2"},
		"seeds":          {change(`"seeds":1`, `"seeds":0`), "s:1: it has 0 seeds"},
		"figures":        {change(`"hits"`, `"hit"`), "s:1: its figures are others"},
		"control":        {change(`"values":["1"`, `"values":["\u001b[2J"`), `s:1: its setting "fleet.workers" of "\x1b[2J" cannot be printed`},
		"key":            {change(`"x":{"key":"fleet.workers"`, `"x":{"key":"a\nb"`), `s:1: it sweeps "a\nb" and ""`},
		"no axis":        {change(`"values":["1","2","3"]`, `"values":[]`), "s:1: its axes have 0 and 0 values"},
		"y alone":        {change(`"y":{"key":""`, `"y":{"key":"seed"`), "s:1: its axes have 3 and 0 values"},
		"truncated":      {head + "\n" + strings.SplitAfter(rows, "\n")[0], "s:3: the file ends after 1 of 2 cells"},
		"in a line":      {good[:len(good)-4], "s:3: is no cell"},
		"head alone":     {head, "s:2: the file ends after 0 of 2 cells"},
		"longer":         {good + "[4,1,1,1,1,1]\n", "s:4: more lines than the 2 cells"},
		"other cell":     {change("\n[2,", "\n[1,"), "s:3: is cell 1: accepted is 2 here"},
		"twice":          {change("\n[2,", "\n[0,"), "s:3: is cell 0: accepted is 2 here"},
		"figure too few": {head + "\n[0,1]\n", "s:2: is no cell: accepted is a list of its number and 5 figures"},
		"infinite":       {head + "\n[0,1e999,1,1,1,1]\n", "s:2: is no cell"},
		"text":           {head + "\n[0,\"1\",1,1,1,1]\n", "s:2: is no cell"},
		"no number":      {head + "\n[null,1,1,1,1,1]\n", "s:2: is no cell"},
		"long row":       {head + "\n[0" + strings.Repeat(" ", maxRow) + "]\n", "s:2: too long a line: accepted are up to 4096 bytes"},
		"long head":      {strings.Repeat("[", maxHead+1), "s:1: too long a line: accepted are up to 16777216 bytes"},
		"deep":           {`{"format":` + strings.Repeat("[", 100_000), "s:1: is no shard of a sweep"},
	} {
		_, err := Read(strings.NewReader(c.text), "s")
		var bad *FileError
		if !errors.As(err, &bad) || !strings.HasPrefix(err.Error(), c.want) || !oneLine(err.Error()) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	if _, err := Read(strings.NewReader(good), "s"); err != nil || cut != 3 {
		t.Errorf("the file itself: %v, %d lines", err, cut)
	}
	many := change(`"values":["1","2","3"]`, `"values":["1"`+strings.Repeat(`,"1"`, MaxCells)+"]")
	if _, err := Read(strings.NewReader(many), "s"); err == nil || !strings.Contains(err.Error(), "accepted are 1 to 100000 cells") {
		t.Errorf("too many cells: %v", err)
	}
}

func oneLine(s string) bool {
	return len(s) < 500 && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) })
}

// FuzzRead holds that any bytes are a whole shard, which is written as it was
// read, or one error that prints in one line.
func FuzzRead(f *testing.F) {
	good := writtenShard(f)
	f.Add([]byte(good))
	head, rows, _ := strings.Cut(good, "\n")
	f.Add([]byte(rows))
	f.Add([]byte(head + "\n[0,null,1,1,1,1]\n[2,1e308,0,-0,1E5,0.1]"))
	f.Add([]byte(strings.ReplaceAll(good, "1", "-1")))
	f.Fuzz(func(t *testing.T, b []byte) {
		p, err := Read(strings.NewReader(string(b)), "s")
		if err != nil {
			if !oneLine(err.Error()) {
				t.Fatalf("error is %q", err)
			}
			return
		}
		if want := len(p.Shard.cells(p.Sweep.Cells())); len(p.Rows) != want {
			t.Fatalf("%d rows of %d", len(p.Rows), want)
		}
		raw, err := p.Encode()
		if err != nil {
			t.Fatal(err)
		}
		q, err := Read(strings.NewReader(string(raw)), "s")
		if err != nil {
			t.Fatal(err)
		}
		twice, err := q.Encode()
		if err != nil || string(twice) != string(raw) {
			t.Fatalf("%v: a second round differs", err)
		}
		if err := new(Merger).Add(p, "s"); err != nil {
			t.Fatal(err)
		}
	})
}
