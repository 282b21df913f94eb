package main

import (
	"math"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/spf13/pflag"
	"pgregory.net/rapid"

	"kvtui/core/clock"
	"kvtui/core/cost"
	"kvtui/core/scenario"
	"kvtui/core/sim"
	"kvtui/ui"
	"kvtui/ui/drive"
	"kvtui/views/state"
)

// parse returns the state that arguments open.
func parse(args []string, env map[string]string) (startState, error) {
	var flags startFlags
	fs := pflag.NewFlagSet("kvtui", pflag.ContinueOnError)
	flags.add(fs)
	if err := fs.Parse(args); err != nil {
		return startState{}, err
	}
	return flags.state(func(k string) string { return env[k] }, fs.Args()...)
}

func someCost(t *rapid.T) state.Cost {
	c := state.DefaultCost()
	c.Tokens = rapid.IntRange(0, cost.MaxTokens).Draw(t, "tokens")
	c.GBps = rapid.Float64Range(cost.MinGBps, cost.MaxGBps).Draw(t, "gbps")
	if rapid.Bool().Draw(t, "prefill is known") {
		c.PrefillMS = rapid.Float64Range(minAsked, cost.MaxMS).Draw(t, "prefill")
	}
	c.WithinMS = rapid.Float64Range(minAsked, cost.MaxMS).Draw(t, "within")
	c.RPS = rapid.Float64Range(minAsked, cost.MaxRPS).Draw(t, "rps")
	if rapid.Bool().Draw(t, "saved is known") {
		c.SavedMS = rapid.Float64Range(1e-9, cost.MaxMS).Draw(t, "saved")
	} else if rapid.Bool().Draw(t, "saved is simulated") {
		c.Preset = rapid.SampledFrom(clock.PrefillKeys()).Draw(t, "preset")
		c.Simulate = sim.Load{
			Workers:     rapid.IntRange(sim.MinLoadWorkers, sim.MaxLoadWorkers).Draw(t, "GPUs"),
			Concurrency: rapid.IntRange(1, sim.MaxLoadConcurrency).Draw(t, "requests at once"),
			Output:      rapid.IntRange(1, sim.MaxLoadOutput).Draw(t, "output"),
		}
	}
	c.OverheadMS = rapid.Float64Range(0, cost.MaxMS).Draw(t, "overhead")
	c.Concurrency = rapid.IntRange(1, cost.MaxConcurrency).Draw(t, "concurrency")
	if rapid.Bool().Draw(t, "named") {
		c.Model = rapid.SampledFrom(cost.Models()).Draw(t, "model").Name
		c.Precision = rapid.SampledFrom(cost.Precisions()).Draw(t, "precision")
		return c
	}
	c.Model = ""
	c.Layers = rapid.IntRange(1, 200).Draw(t, "layers")
	c.KVHeads = rapid.IntRange(1, 100).Draw(t, "heads")
	c.HeadDim = rapid.IntRange(1, 512).Draw(t, "dim")
	if rapid.Bool().Draw(t, "precision has a name") {
		c.Precision = rapid.SampledFrom(cost.Precisions()).Draw(t, "precision")
		return c
	}
	return c.WithDtypeBytes(float64(rapid.IntRange(1, 32).Draw(t, "halves")) / 2)
}

// someFile changes a scenario at random, keys of any table among it.
func someFile(t *rapid.T, f *scenario.File) {
	text := rapid.StringOfN(rapid.RuneFrom([]rune("aé한 =\"'\\,0")), 1, 20, -1)
	if rapid.IntRange(0, 3).Draw(t, "other requests") == 0 {
		*f = f.WithKind(rapid.SampledFrom(scenario.Kinds()[:4]).Draw(t, "kind"))
	}
	for _, k := range scenario.Keys() {
		v := k.Value(f)
		if v == nil || k.Name == "workload.kind" || k.Name == "fleet.capacity_tokens" || k.Name == "workload.path" || rapid.IntRange(0, 3).Draw(t, k.Name) > 0 {
			continue
		}
		value := ""
		switch v.Type {
		case scenario.Whole:
			low, high := int(v.Low), int(v.High)
			if low == high {
				low, high = math.MinInt64, math.MaxInt64
			}
			if strings.HasPrefix(k.Name, "workload.") {
				high = min(high, 1000)
			}
			value = strconv.Itoa(rapid.IntRange(low, high).Draw(t, "whole"))
		case scenario.Real:
			value = strconv.FormatFloat(rapid.Float64Range(v.Low, v.High).Draw(t, "real"), 'g', -1, 64)
		case scenario.Flag:
			value = rapid.SampledFrom([]string{"true", "false"}).Draw(t, "flag")
		case scenario.Word:
			value = rapid.SampledFrom(v.Words).Draw(t, "word")
		case scenario.Text:
			value = text.Draw(t, "text")
		}
		if err := f.Set(k.Name, value); err != nil {
			t.Fatal(err)
		}
	}
}

func someState(t *rapid.T) state.State {
	trace := ""
	if rapid.Bool().Draw(t, "traced") {
		trace = rapid.StringOfN(rapid.RuneFrom([]rune("a-Z'\"\\ $\n\x1b*é한\u202e0")), 1, 20, -1).Draw(t, "trace")
	}
	s := state.Default(trace)
	if base := rapid.SampledFrom(append(scenario.BuiltinNames(), "")).Draw(t, "base"); base != "" && base != "lab" {
		f, err := scenario.Builtin(base)
		if err != nil {
			t.Fatal(err)
		}
		s = state.Of(base, f)
		if trace != "" {
			s.File = s.WithKind(scenario.KindTrace)
			s.Trace.Path = trace
		}
	}
	before := s.File
	if someFile(t, &s.File); s.Validate() != nil {
		s.File = before
	}
	if trace != "" {
		s.Trace.Limit = rapid.IntRange(0, 1<<30).Draw(t, "limit")
		if s.Kind != scenario.KindTrace {
			s.Trace.Limit = 0
		}
	}
	s.Scenario = s.With(scenario.Mode{
		Strategy: rapid.SampledFrom(strategyNames()).Draw(t, "strategy"), Knowledge: scenario.Knowledge(rapid.IntRange(0, 2).Draw(t, "knowledge")),
	})
	if s.Validate() != nil {
		s.Scenario = before.Scenario
	}
	s.Cost = someCost(t)
	s.Screen = rapid.SampledFrom(state.Screens()).Draw(t, "screen")
	s.Step = rapid.IntRange(0, state.MaxStep).Draw(t, "step")
	return s
}

func TestTheCommandLineOfAStateOpensIt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := someState(t)
		got, err := parse(want.Args(), nil)
		if err != nil || got.State != want {
			t.Fatalf("%q, %v\n got %+v\nwant %+v", want.Args(), err, got.State, want)
		}
	})
}

func TestCommandIsOneSafeLineForAShell(t *testing.T) {
	shell, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash")
	}
	for _, trace := range []string{"plain/path-1.jsonl", "two words", "it's", `a"b\c`, "$HOME*", "tab\tline\nend\x1b[31m0", "\xff\xfe", "한글", "\u202eabc", "-x"} {
		s := state.Default(trace)
		line := s.Command()
		if strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r == 0x7f || r == '\u202e' || r == '\ufffd' }) {
			t.Errorf("%q: raw characters in %q", trace, line)
		}
		out, err := exec.CommandContext(t.Context(), shell, "-c", `kvtui() { printf %s "$2"; }; `+line).Output()
		if err != nil || string(out) != trace {
			t.Errorf("%q comes back as %q through %s: %v", trace, out, line, err)
		}
	}
}

func TestShortestCommand(t *testing.T) {
	s := state.Default("")
	if got := s.Command(); got != "kvtui" {
		t.Errorf("defaults: %s", got)
	}
	s.Scenario = s.With(scenario.Mode{Strategy: "kv", Knowledge: scenario.Silent})
	s.Step, s.Screen, s.Cost.GBps = 14, state.CostScreen, 12.5
	if got := s.Command(); got != "kvtui --mode kv-events --publish no --gbps 12.5 --screen cost --step 14" {
		t.Errorf("got %s", got)
	}
	s.Flaws.Loss, s.Knowledge = 0.1, scenario.Events
	s.Strategy, s.Capacity = "dynamo", 900
	if got := s.Command(); got != "kvtui --mode dynamo --knowledge events --capacity-blocks 900 --set knowledge.loss=0.1 --gbps 12.5 --screen cost --step 14" {
		t.Errorf("got %s", got)
	}
	stale, err := scenario.Builtin("stale-index")
	if err != nil {
		t.Fatal(err)
	}
	s = state.Of("stale-index", stale)
	if got := s.Command(); got != "kvtui stale-index" {
		t.Errorf("got %s", got)
	}
	s.Workers, s.Shared.Groups, s.Knowledge = 3, 7, scenario.Silent
	if got := s.Command(); got != "kvtui stale-index --mode kv-events --publish no --workers 3 --set workload.groups=7" {
		t.Errorf("got %s", got)
	}
	s = state.Default("my trace.jsonl")
	s.Cost.Model = ""
	if got := s.Command(); got != "kvtui --trace 'my trace.jsonl' --layers 28" {
		t.Errorf("got %s", got)
	}
}

func TestStartFromFlagsAndEnvironment(t *testing.T) {
	s, err := parse(words("--color 256 --ascii --no-mouse --theme mono"), map[string]string{"KVTUI_THEME": "light", "KVTUI_REDUCE_MOTION": "1"})
	if err != nil {
		t.Fatal(err)
	}
	want := startState{State: state.Default(""), Theme: "mono", Color: "256", ASCII: true, NoMouse: true, ReduceMotion: true, usualTheme: "light", usualStill: true}
	if s != want {
		t.Errorf("got %+v\nwant %+v", s, want)
	}
	s, err = parse(words("--reduce-motion=false"), map[string]string{"KVTUI_THEME": "light", "KVTUI_REDUCE_MOTION": "1", "TERM": "dumb"})
	if err != nil || s.Theme != "light" || s.ReduceMotion || !s.Plain {
		t.Errorf("got %+v, %v", s, err)
	}
	for _, off := range []string{"", "0", "false", "no"} {
		if s, err := parse(nil, map[string]string{"KVTUI_REDUCE_MOTION": off}); err != nil || s.ReduceMotion {
			t.Errorf("KVTUI_REDUCE_MOTION=%q: %v, %v", off, s.ReduceMotion, err)
		}
	}
	if s, err := parse(words("--trace x"), nil); err != nil || s.Workers != state.TraceWorkers {
		t.Errorf("workers of a trace: %d, %v", s.Workers, err)
	}
}

// TestCopyOpensTheSame sets what y copies by hand, and opens what it copied.
func TestCopyOpensTheSame(t *testing.T) {
	for _, c := range []struct {
		args string
		env  map[string]string
		deed func(u *drive.User)
		want string
	}{
		{"", nil, func(*drive.User) {}, "kvtui"},
		{"--theme light --ascii --no-mouse --reduce-motion --color never", nil, func(*drive.User) {}, "kvtui --theme light --color never --ascii --no-mouse --reduce-motion"},
		{"", map[string]string{"KVTUI_THEME": "light", "KVTUI_REDUCE_MOTION": "1"}, func(*drive.User) {}, "kvtui"},
		{"--theme auto --reduce-motion=false", map[string]string{"KVTUI_THEME": "light", "KVTUI_REDUCE_MOTION": "1"}, func(*drive.User) {}, "kvtui --theme auto --reduce-motion=false"},
		{"", nil, func(u *drive.User) { u.Key("t", "M") }, "kvtui --theme dark --no-mouse"},
		{"--theme light --no-mouse", nil, func(u *drive.User) { u.Key("t", "M") }, "kvtui --theme high-contrast"},
		{"--screen cost", nil, func(u *drive.User) {
			u.Key("d")
			u.Type("50")
			u.Key("enter", "a")
			u.Type("25")
			u.Key("enter")
		}, "kvtui --within-ms 50 --rps 25 --screen cost"},
		{"--screen cost --layers 10 --dtype-bytes 1", nil, func(*drive.User) {}, "kvtui --layers 10 --dtype-bytes 1 --screen cost"},
	} {
		s, err := parse(words(c.args), c.env)
		if err != nil {
			t.Fatal(err)
		}
		copied := func(s startState, deed func(u *drive.User)) string {
			session, err := open(t.Context(), s)
			if err != nil {
				t.Fatal(err)
			}
			u := drive.Open(t, func(after func(time.Duration, tea.Msg) tea.Cmd) *ui.Shell { return newShell(s, session, after) }, 120, 36)
			deed(u)
			u.Key("y")
			return u.Copied
		}
		got := copied(s, c.deed)
		if got != c.want {
			t.Errorf("%s, %v: copied %q, want %q", c.args, c.env, got, c.want)
		}
		again, err := parse(words(strings.TrimPrefix(got, "kvtui")), c.env)
		if err != nil {
			t.Fatal(err)
		}
		if twice := copied(again, func(*drive.User) {}); twice != got {
			t.Errorf("%q opens %q", got, twice)
		}
	}
}

// Whatever the words, the program answers, or refuses in one line.
func FuzzArguments(f *testing.F) {
	for _, seed := range []string{
		"sim --mode kv", "sim --mode\nkv --workers 0", "cost\n--tokens\n1\n--gbps\n1e400", "compare --output csv", "--plain\n--step\n-1",
		"summarize\n\x00", "help help", "--trace\n\x1b", "-vh", "--=", "---", "lab --out", "__complete\nsim\n--mode\n",
		strings.Repeat("\xbc", 29), "completion bash " + strings.Repeat("\u202e", 99),
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		args := strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == ' ' })
		if !harmless(args) {
			t.Skip()
		}
		r := call(t, args...)
		switch r.code {
		case 0:
			if strings.Contains(r.stdout, "\x1b") {
				t.Fatalf("%q prints %q", args, r.stdout)
			}
		default:
			oneLine(t, args, r)
		}
	})
}

// harmless keeps the fuzzer from files and from runs that take long.
func harmless(args []string) bool {
	for _, a := range args {
		if strings.ContainsAny(a, "./") || a == "lab" || a == "summarize" || a == "man" || strings.HasPrefix(a, "__") {
			return false
		}
		if strings.ContainsAny(a, "0123456789") && len(a) > 4 && !strings.HasPrefix(a, "1"+z(9)) {
			return false
		}
	}
	return true
}
