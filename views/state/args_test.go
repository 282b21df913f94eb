package state

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"kvtui/core/cost"
	"kvtui/core/scenario"
	"kvtui/core/sim"
)

func TestArgsAreTheDifferencesFromTheDefaults(t *testing.T) {
	burst, err := scenario.Builtin("sibling-burst")
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		want   string
		from   State
		change func(s *State)
	}{
		{"", Default(""), func(*State) {}},
		{"--trace x.csv", Default("x.csv"), func(*State) {}},
		{"sibling-burst", Of("sibling-burst", burst), func(*State) {}},
		{"sibling-burst --seed 9 --step 4", Of("sibling-burst", burst), func(s *State) { s.Seed, s.Step = 9, 4 }},
		{"--trace x.csv --limit 7", Default("x.csv"), func(s *State) { s.Trace.Limit = 7 }},
		{"--workers 8 --capacity-blocks 40", Default(""), func(s *State) { s.Workers, s.Capacity = 8, 40 }},
		{"--prefixes 3 --plen 480", Default(""), func(s *State) { s.Lab.Prefixes, s.Lab.PrefixTokens = 3, 480 }},
		{"--mode rr", Default(""), func(s *State) { s.Strategy = "rr" }},
		{"--mode kv-events", Default(""), func(s *State) { s.Knowledge = scenario.Events }},
		{"--mode kv-events --publish no", Default(""), func(s *State) { s.Knowledge = scenario.Silent }},
		{"--mode dynamo --knowledge events", Default(""), func(s *State) { s.Strategy, s.Knowledge = "dynamo", scenario.Events }},
		{"--set knowledge.loss=0.1 --mode kv-events", Default(""), func(s *State) { s.Knowledge, s.Flaws.Loss = scenario.Events, 0.1 }},
		{"--screen cost --step 12", Default(""), func(s *State) { s.Screen, s.Step = CostScreen, 12 }},
		{"--model Qwen3-8B --precision fp8 --gbps 50", Default(""), func(s *State) {
			s.Cost.Model, s.Cost.Precision, s.Cost.GBps = "Qwen3-8B", cost.FP8, 50
		}},
		{"--config m.json --map --layer-wise", Default(""), func(s *State) {
			s.Cost.Model, s.Cost.Config, s.Cost.Map, s.Cost.LayerWise = "", "m.json", true, true
		}},
		{"--model Phi-4 --fp16-share 0.25 --layer-share 0.5 --prefill-preset 8gb", Default(""), func(s *State) {
			s.Cost.Model, s.Cost.Config = "Phi-4", "m.json" // no longer in use
			s.Cost.FP16Share, s.Cost.LayerShare, s.Cost.Preset = 0.25, 0.5, "8gb"
		}},
		{"--prefill-preset 8gb --simulate-stall 4,16,128 --screen cost", Default(""), func(s *State) {
			s.Cost.Preset, s.Cost.Simulate, s.Screen = "8gb", sim.Load{Workers: 4, Concurrency: 16, Output: 128}, CostScreen
		}},
		{"--layers 28", Default(""), func(s *State) { s.Cost.Model = "" }},
		{"--layers 3 --dtype-bytes 1", Default(""), func(s *State) {
			s.Cost.Model, s.Cost.Layers = "", 3
			s.Cost = s.Cost.WithDtypeBytes(1)
		}},
	} {
		s := tc.from
		tc.change(&s)
		want := strings.Fields(tc.want)
		got := s.Args()
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", s.Args(), tc.want)
		}
	}
}

// TestCommandIsOneShellLine gives the line to a shell and reads back its words.
func TestCommandIsOneShellLine(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash")
	}
	for _, path := range []string{
		"plain.csv", "two words", "it's", "", `back\slash`, "$HOME `id` !x", "é", "*", "-n",
		"new\nline", "\x1b[2J", "\x07" + "1", "\xff", "it's\ta 'tab'",
	} {
		s := Default("x")
		s.Trace.Path = path
		s.Base = "b"
		line := s.Command()
		if strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r == 0x7f }) {
			t.Errorf("%q: the line has control characters: %q", path, line)
		}
		words := strings.TrimPrefix(line, Program)
		out, err := exec.CommandContext(t.Context(), bash, "--norc", "-c", `printf '%s\0'`+words).Output()
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		got := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
		if !slices.Equal(got, s.Args()) {
			t.Errorf("%s\n gave %q\n want %q", line, got, s.Args())
		}
	}
}

func TestShapeTakesTheModelOrTheOwnShape(t *testing.T) {
	c := DefaultCost()
	m, w, err := c.Shape()
	if err != nil || m.Name != "Qwen3-0.6B" || w.Bytes() != 2 {
		t.Errorf("default: %q, %v bytes, %v", m.Name, w.Bytes(), err)
	}
	c.Model = ""
	c = c.WithDtypeBytes(4)
	if m, w, err = c.Shape(); err != nil || m.Layers != cost.LabLayers || w.Bytes() != 4 {
		t.Errorf("own: %d layers, %v bytes, %v", m.Layers, w.Bytes(), err)
	}
	c.Config, c.Own = "m.json", cost.Custom(2, 3, 4)
	if m, w, err = c.Shape(); err != nil || m.Layers != 2 || w.Bytes() != 2 || c.InBytes() {
		t.Errorf("from a file: %+v, %v bytes, %v", m, w.Bytes(), err)
	}
	c.Config = ""
	for _, wrong := range []func(c *Cost){
		func(c *Cost) { c.Model = "no such" },
		func(c *Cost) { c.Layers = 0 },
		func(c *Cost) { c.DtypeBytes = -1 },
	} {
		c := c
		wrong(&c)
		if _, _, err := c.Shape(); err == nil {
			t.Errorf("%+v has a shape", c)
		}
	}
}
