package scenario

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// someFile is any file that is valid, in the form that Set and Parse give.
func someFile() *rapid.Generator[File] {
	return rapid.Custom(func(t *rapid.T) File {
		f := New(rapid.SampledFrom(Kinds()).Draw(t, "kind"))
		f.Trace.Path = map[bool]string{true: "a b/\"c\\ é한.jsonl"}[f.Kind == KindTrace]
		for _, k := range Keys() {
			v := k.Value(&f)
			if v == nil || k.Name == keyKind || k.Name == "clock.gpus" || k.Name == keyTokens || rapid.IntRange(0, 2).Draw(t, k.Name) > 0 {
				continue
			}
			if err := f.Set(k.Name, someValue(t, k, v)); err != nil {
				t.Fatal(err)
			}
		}
		return f
	}).Filter(func(f File) bool { return f.Validate() == nil })
}

func someValue(t *rapid.T, k Key, v *Value) string {
	probe := *v
	var n int
	var x float64
	switch {
	case v.Low == v.High && v.Type == Whole:
		var wide int64
		probe.wide = &wide
		wide = rapid.Int64().Draw(t, "any")
	case v.Type == Whole:
		probe.whole = &n
		n = rapid.IntRange(int(v.Low), min(int(v.High), 40)).Draw(t, "whole")
	case v.Type == Real:
		probe.real = &x
		x = rapid.Float64Range(v.Low, v.High).Draw(t, "real")
	case v.Type == Flag:
		return rapid.SampledFrom([]string{"true", "false"}).Draw(t, "flag")
	case v.Type == Word:
		return rapid.SampledFrom(v.Words).Draw(t, "word")
	default:
		return rapid.StringOfN(rapid.RuneFrom([]rune(`aé한 "\'#=[]1-`)), 1, 30, -1).Draw(t, k.Name)
	}
	return probe.String()
}

// TestMarshalRoundTrip holds that what is written is read back, also from
// another directory, and that only differences are written.
func TestMarshalRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := someFile().Draw(t, "file")
		want.Trace.Path = filepath.Clean(want.Trace.Path)
		if want.Kind != KindTrace {
			want.Trace.Path = ""
		}
		for _, name := range []string{"a.toml", filepath.Join("dir", "deep", "a.toml")} {
			out, err := want.Marshal(filepath.Dir(name))
			if err != nil {
				t.Fatal(err)
			}
			got, err := Parse(out, name)
			if err != nil || got != want {
				t.Fatalf("%v\n got %+v\nwant %+v\n%s", err, got, want, out)
			}
			if n := strings.Count(string(out), " = "); n != len(want.Diff(New(want.Kind)))+1 && !strings.Contains(want.Name+want.About+want.Trace.Path, " = ") {
				t.Fatalf("%d lines for %v\n%s", n, want.Diff(New(want.Kind)), out)
			}
		}
	})
}

// TestDiffMakesOneFileOfAnother is what --set builds on.
func TestDiffMakesOneFileOfAnother(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base, want := someFile().Draw(t, "base"), someFile().Draw(t, "file")
		got := base
		for _, kv := range want.Diff(base) {
			if err := got.Set(kv.Key, kv.Value); err != nil {
				t.Fatal(err)
			}
		}
		if got != want {
			t.Fatalf("%v\n got %+v\nwant %+v", want.Diff(base), got, want)
		}
		if d := want.Diff(want); len(d) > 0 {
			t.Fatalf("a file differs from itself by %v", d)
		}
	})
}

func TestParseSaysFileLineKeyAndWhatIsAccepted(t *testing.T) {
	for text, want := range map[string]string{
		"[workload]\nkind = 'lab'\nprefixs = 3":    "s.toml:3: workload.prefixs: unknown key with kind lab: accepted are workload.kind, workload.prefixes, ",
		"[workload]\nkind = 'chats'\nprefixes = 3": "s.toml:3: workload.prefixes: unknown key with kind chats: accepted are workload.kind, workload.sessions, ",
		"prefixes = 3":                                       "s.toml:1: prefixes: unknown key: accepted are name, about, seed, workload.…, ",
		"\n[fleet]\nworkers = 0":                             "s.toml:3: fleet.workers: 0 is out of range: accepted are 1 to 65536",
		"[fleet]\nworkers = 1.5":                             "s.toml:2: fleet.workers: is a TOML float, not a whole number: accepted are 1 to 65536",
		"[fleet]\nworkers = '2'":                             "s.toml:2: fleet.workers: is a TOML string, not a whole number: accepted are 1 to 65536",
		"[fleet]\nworkers = [2]":                             "s.toml:2: fleet.workers: is a TOML array, not a whole number: accepted are 1 to 65536",
		"[fleet]\nworkers = 2\nworkers = 2":                  "s.toml:3: no TOML: ",
		"[fleet]\n\n[fleet]":                                 "s.toml:3: no TOML: ",
		"[[fleet]]\nworkers = 1":                             "s.toml:1: fleet: is a list of tables: accepted is one table, [fleet]",
		"[fleets]":                                           "s.toml:1: fleets: unknown table: accepted are workload, fleet, knowledge, strategy, clock, arrivals, outputs, split, link, host, store, goal",
		"cost = {}":                                          "s.toml:1: cost: unknown table: ",
		"fleet = 3":                                          "s.toml:1: fleet: unknown key: accepted are name, about, seed, ",
		"'fleet.workers' = 3":                                `s.toml:1: "fleet.workers": unknown key`,
		"[knowledge]\nloss = 2":                              "s.toml:2: knowledge.loss: 2 is out of range: accepted are 0 to 1",
		"[knowledge]\nloss = nan":                            "s.toml:2: knowledge.loss: nan is out of range: accepted are 0 to 1",
		"[knowledge]\nkind = 'events '":                      `s.toml:2: knowledge.kind: "events " is unknown: accepted are approximate, events, silent`,
		"[knowledge]\nbounded = 'yes'":                       "s.toml:2: knowledge.bounded: is a TOML string, not true or false: accepted are true, false",
		"[knowledge]\nbounded = true":                        "s.toml:2: knowledge.bounded: needs a capacity: accepted is fleet.capacity_blocks above 0 with it",
		"[knowledge]\nttl_ms = 5":                            "s.toml:2: knowledge.ttl_ms: needs arrival stamps, and requests of kind lab have none: accepted is knowledge.ttl_requests, or a trace with stamps",
		"[fleet]\nworkers = 2\n[knowledge]\nmute_worker = 2": "s.toml:4: knowledge.mute_worker: 2 is out of range: accepted are 0 to 1",
		"[strategy]\nname = 'best'":                          `s.toml:2: strategy.name: "best" is unknown: accepted are rr, random, kv, `,
		"[strategy]\nload-factor = 0.5":                      "s.toml:2: strategy.load-factor: 0.5 is out of range: accepted are 1 to ",
		"[arrivals]\nspeed = 1":                              "s.toml:2: arrivals.speed: unknown key with kind auto: accepted are arrivals.kind",
		"[arrivals]\nconcurrency = 4\nkind='poisson'":        "s.toml:2: arrivals.concurrency: unknown key with kind poisson: accepted are arrivals.kind, arrivals.rate_per_s",
		"[clock]\npreset = 'h200'":                           `s.toml:2: clock.preset: "h200" is unknown: accepted are none, 8gb, 24gb, `,
		"[clock]\non = true":                                 "s.toml:2: clock.on: needs figures: accepted is clock.preset, or clock.base_ms and others with it",
		"[arrivals]\nkind='stamps'\n[clock]\npreset='8gb'":   "s.toml:2: arrivals.kind: stamps are those of a trace, and requests of kind lab have none: accepted are auto, closed, poisson",
		"[clock]\nbase_ms = 1\non = true\ngpus = '2+x'":      `s.toml:4: clock.gpus: "2+x" is no list of workers a GPU: accepted is a list such as 4+2`,
		"clock.preset='8gb'\nfleet.workers=60_000\nsplit.decode_workers=6_000": "s.toml:3: split.decode_workers: 66000 workers in all are too many: accepted are up to 65536 with fleet.workers",
		"[split]\nprecision = 'fp4'":                                    `s.toml:2: split.precision: "fp4" is unknown: accepted are bf16, fp8, int8, int4, mixed`,
		"[host]\nbuffers = 'both'":                                      `s.toml:2: host.buffers: "both" is unknown: accepted are mirror, lag`,
		"[strategy]\nspeed = 1":                                         "s.toml:2: strategy.speed: unknown key: accepted are strategy.name, ",
		"[fleet]\ncapacity_blocks = 1\ncapacity_tokens = 16":            "s.toml:3: fleet.capacity_tokens: does not go with capacity_blocks: accepted is one of the two",
		"[fleet]\ncapacity_tokens = 15":                                 "s.toml:2: fleet.capacity_tokens: 15 is less than a block: accepted are 0 (unlimited) and 16 or more",
		"fleet.capacity_tokens = 9\nworkload = {kind='trace',path='x'}": "s.toml:1: fleet.capacity_tokens: needs the trace's block size: ",
		"[workload]\nkind = 'trace'":                                    "s.toml:1: workload.path: missing: accepted is the file of a trace",
		"[workload]\nprefix_tokens = 999_999\ntail_tokens = 2":          "s.toml:2: workload.prefix_tokens + tail_tokens: a prompt of 1000001 tokens is too long: accepted are up to 1000000",
		"name = 'a\\nb'\nabout = \"a\\u001b[31m\"":                      `s.toml:2: about: "a\x1b[31m" is too long or holds control characters: accepted are printable text of up to 1000 characters`,
		"\"\\u001b[31m\" = 1":                                           `s.toml:1: "\x1b[31m": unknown key`,
		"name":                                                          "s.toml:1: no TOML: ",
		"seed = 99999999999999999999":                                   "s.toml:1: ",
		"a = \x1b":                                                      "s.toml:1: no TOML: ",
		strings.Repeat("#", MaxFile+1):                                  "s.toml:1: 1048577 bytes are too many: accepted are up to 1048576",
	} {
		_, err := Parse([]byte(text), "s.toml")
		var bad *FileError
		if !errors.As(err, &bad) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.60q\n got %v\nwant %s", text, err, want)
		}
		if err != nil && (strings.ContainsFunc(err.Error(), unprintable) || !strings.Contains(err.Error(), "accepted")) {
			t.Errorf("%.60q: unsafe or lacks what is accepted: %q", text, err)
		}
	}
}

func TestParseAnyOrderAndSpelling(t *testing.T) {
	got, err := Parse([]byte("fleet.capacity_tokens = 14_800\nseed = 0x10\nworkload = { tail_tokens = 20, kind = \"lab\" }\n[knowledge]\nloss = 1\n"), "s.toml")
	want := New(KindLab)
	want.Lab.TailTokens, want.Seed, want.Capacity, want.Flaws.Loss = 20, 16, 925, 1
	if err != nil || got != want {
		t.Errorf("%v\n got %+v\nwant %+v", err, got, want)
	}
	got, err = Parse([]byte("[workload]\nkind = 'trace'\npath = '../t.jsonl'"), "a/b/s.toml")
	if err != nil || got.Trace.Path != "a/t.jsonl" || got.Workers != FleetWorkers {
		t.Errorf("%v, %+v", err, got)
	}
	for _, path := range []string{"/t.jsonl", "-"} {
		got, err := Parse([]byte("[workload]\nkind = 'trace'\npath = '"+path+"'"), "a/s.toml")
		if err != nil || got.Trace.Path != path {
			t.Errorf("%v, %+v", err, got.Trace)
		}
	}
}

func TestMarshalRefusesAPathThatIsNoText(t *testing.T) {
	for _, path := range []string{"\xff", "a\nb", "\u202e"} {
		f := New(KindTrace)
		f.Trace.Path = path
		var bad *KeyError
		if _, err := f.Marshal(""); !errors.As(err, &bad) || bad.Key != "workload.path" {
			t.Errorf("%q: %v", path, err)
		}
	}
}

// TestEveryKeyIsExplained holds that no key is twice, without words, or
// without a place in some kind of workload.
func TestEveryKeyIsExplained(t *testing.T) {
	seen := map[string]bool{}
	for _, k := range Keys() {
		fits := false
		for _, f := range examples() {
			v := k.Value(&f)
			fits = fits || v != nil
			if v != nil && v.Accepted() == "" {
				t.Errorf("%s accepts nothing", k.Name)
			}
		}
		if seen[k.Name] || !fits || k.Label == "" || strings.HasSuffix(k.About, ": ") || k.About == "" {
			t.Errorf("%+v", k)
		}
		seen[k.Name] = true
	}
}

func FuzzParse(f *testing.F) {
	for _, n := range BuiltinNames() {
		data, err := files.ReadFile("builtin/" + n + ".toml")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte("a.b.c = [[1, {x = 2}], 1979-05-27]\n[[x]]\n\"\" = 1"))
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := Parse(data, "s.toml")
		if err != nil {
			if strings.ContainsFunc(err.Error(), unprintable) {
				t.Errorf("unsafe: %q", err)
			}
			return
		}
		out, err := got.Marshal(".")
		if err != nil {
			return // a path that is no text
		}
		if again, err := Parse(out, "s.toml"); err != nil || again != got {
			t.Errorf("%v\n got %+v\nwant %+v\n%s", err, again, got, out)
		}
	})
}
