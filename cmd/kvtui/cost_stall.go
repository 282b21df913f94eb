package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"kvtui/core/clock"
	"kvtui/core/sim"
	"kvtui/views/state"
)

// stallLoad is a flag for the load that a stall is simulated under.
type stallLoad struct{ to *sim.Load }

func (v stallLoad) Type() string     { return "load" }
func (v stallLoad) String() string   { return show(v.to) }
func (v stallLoad) accepted() string { return sim.LoadAccepted }

func (v stallLoad) Set(s string) error {
	l, err := sim.ParseLoad(s)
	if err == nil {
		*v.to = l
	}
	return err
}

// addSimulated adds what simulates the stall that a split frees.
func (c *costFlags) addSimulated(fs *pflag.FlagSet) {
	fs.Var(stallLoad{&c.to.Simulate}, "simulate-stall", "simulate what a split frees at best, on the engine of --prefill-preset: GPUS,INFLIGHT,OUTPUT (GPUs, requests in flight, output tokens), such as 4,16,128")
	fs.Lookup("simulate-stall").DefValue = ""
}

// stall is what a split frees, simulated.
type stall struct {
	gpu  clock.Figures
	load sim.Load
	rows map[int]sim.Freed // by tokens of the prompt
}

// simulateStall runs the load that a state asks for at every prompt length; nil
// where it asks for none.
func simulateStall(ctx context.Context, c state.Cost, tokens []int) (*stall, error) {
	if c.Simulate == (sim.Load{}) {
		return nil, nil
	}
	preset, ok := clock.ByPrefillKey(c.Preset)
	if !ok {
		return nil, &usageError{"--simulate-stall", "cannot go with --prefill-preset " + c.Preset + ", which has no engine: accepted are " + strings.Join(engines(), ", ")}
	}
	s := &stall{preset.Figures(), c.Simulate, map[int]sim.Freed{}}
	for _, n := range tokens {
		if n < 1 || n > sim.MaxLoadPrompt {
			return nil, &usageError{"--tokens", fmt.Sprintf("%d is out of range with --simulate-stall: accepted are 1 to %d", n, sim.MaxLoadPrompt)}
		}
		freed, err := sim.FreedBySplit(ctx, s.gpu, s.load, n)
		if err != nil {
			return nil, fmt.Errorf("simulate the stall: %w", err)
		}
		s.rows[n] = freed
	}
	return s, nil
}

// engines are the prefill presets with an engine behind them.
func engines() (keys []string) {
	for _, p := range clock.Presets() {
		keys = append(keys, p.String())
	}
	return keys
}

// ms returns what a split frees at one of the prompt lengths that were run.
func (s *stall) ms(tokens int) float64 { return s.rows[tokens].MS }

// split names the better split of one of them: GPUs that prefill, and those
// that decode.
func (s *stall) split(tokens int) string {
	p := s.rows[tokens].Prefill
	return fmt.Sprintf("%d+%d", p, s.load.Workers-p)
}

// stallLine is the load in the JSON output.
type stallLine struct {
	GPUs     int `json:"gpus"`
	InFlight int `json:"in_flight"`
	Output   int `json:"output_tokens"`
}

func (s *stall) line() *stallLine {
	if s == nil {
		return nil
	}
	return &stallLine{s.load.Workers, s.load.Concurrency, s.load.Output}
}

// notes say what was simulated.
func (s *stall) notes() string {
	l := s.load
	return fmt.Sprintf("what a split frees at best is simulated: %d GPUs, %d requests in flight, %d output tokens, on %s\n", l.Workers, l.Concurrency, l.Output, s.gpu.Title) +
		"note: end to end in one process less that of the best split (prefill + decode GPUs), with a link that takes no time and KV memory without limit\n"
}
