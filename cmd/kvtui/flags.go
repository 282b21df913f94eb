package main

import (
	"errors"
	"math"
	"strings"

	"github.com/spf13/pflag"

	"kvtui/core/cost"
	"kvtui/core/scenario"
	"kvtui/core/sim"
	"kvtui/core/workload"
	"kvtui/views/state"
)

// maxShape bounds the layers, heads and sizes of a model's shape, as
// cost.Model.Validate does.
const maxShape = 1_000_000

// modeFlags are a strategy and its knowledge as the lab spells them.
type modeFlags struct {
	name, publish string
	names         []string // accepted
}

// addLab takes the lab's names, where the output is the lab's.
func (m *modeFlags) addLab(fs *pflag.FlagSet) {
	m.add(fs, scenario.LabModes(), "strategy: rr, random, kv (remembers where it sent) or kv-events (told by workers)")
}

// addAll takes the names of all strategies.
func (m *modeFlags) addAll(fs *pflag.FlagSet) {
	m.add(fs, scenario.ModeNames(), "strategy: rr, random, kv (remembers where it sent), kv-events (told by workers), or one that imitates a router: "+
		strings.Join(scenario.ModeNames()[len(scenario.LabModes()):], ", "))
}

func (m *modeFlags) add(fs *pflag.FlagSet, names []string, usage string) {
	m.publish, m.names = "yes", names
	fs.Var(choice{&m.name, names}, "mode", usage)
	fs.Var(choice{&m.publish, []string{"yes", "no"}}, "publish", "whether workers publish KV events, yes or no; matters to kv-events alone")
}

// required returns the mode, which must have been given.
func (m *modeFlags) required() (scenario.Mode, error) {
	if m.name == "" {
		return scenario.Mode{}, &usageError{"--mode", "missing: accepted are " + strings.Join(m.names, ", ")}
	}
	return scenario.ParseMode(m.name, m.publish == "yes")
}

func addFleetFlags(fs *pflag.FlagSet, sc *scenario.Scenario) {
	fs.Var(whole[int]{&sc.Workers, 1, scenario.MaxWorkers}, "workers", "workers that serve")
	fs.Var(whole[int64]{&sc.Seed, math.MinInt64, math.MaxInt64}, "seed", "seed of the order and of random choices, as Python's random.Random takes it")
}

func addCapacityFlag(fs *pflag.FlagSet, sc *scenario.Scenario) {
	fs.Var(whole[int]{&sc.Capacity, 0, math.MaxInt32}, "capacity-blocks", "blocks that a worker's cache holds; 0 is unlimited")
}

// labFlagNames are the flags that describe the lab's stream of requests.
func labFlagNames() []string { return []string{"prefixes", "reps", "plen", "tail", "block"} }

func addLabFlags(fs *pflag.FlagSet, l *workload.Lab) {
	fs.Var(whole[int]{&l.Prefixes, 0, workload.MaxRequests}, "prefixes", "different prefixes")
	fs.Var(whole[int]{&l.Reps, 0, workload.MaxRequests}, "reps", "times that each prefix is sent")
	fs.Var(whole[int]{&l.PrefixTokens, 0, workload.MaxPromptTokens}, "plen", "tokens of a prefix")
	fs.Var(whole[int]{&l.TailTokens, 0, workload.MaxPromptTokens}, "tail", "tokens of the tail that each prompt has for itself")
	fs.Var(whole[int]{&l.Block, 1, workload.MaxPromptTokens}, "block", "tokens a block")
}

// costFlags fill a state.Cost; resolve settles what depends on which of them
// were given.
type costFlags struct {
	fs         *pflag.FlagSet
	to         *state.Cost
	model      string
	dtypeBytes float64
	precision  string
}

func shapeFlagNames() []string { return []string{"layers", "kv-heads", "head-dim", "dtype-bytes"} }

func (c *costFlags) add(fs *pflag.FlagSet, to *state.Cost) {
	fs.Var(whole[int]{&to.Tokens, 0, cost.MaxTokens}, "tokens", "tokens of the prompt: N")
	addBandwidth(fs, &to.GBps)
	c.addShape(fs, to)
	c.addSplit(fs)
	fs.Var(whole[int]{&to.Concurrency, 1, cost.MaxConcurrency}, "concurrency", "requests in flight, each with a host buffer: N")
}

// addShape adds what says how many bytes travel.
func (c *costFlags) addShape(fs *pflag.FlagSet, to *state.Cost) {
	c.fs, c.to = fs, to
	c.model, c.dtypeBytes, c.precision = to.Model, cost.LabDtypeBytes, to.Precision.String()
	fs.Var(text{&c.model, "a name of the catalogue, such as Qwen3-0.6B; kvtui cost --help lists them"}, "model", "model of the catalogue: NAME, of those in kvtui cost --help")
	fs.Var(whole[int]{&to.Layers, 1, maxShape}, "layers", "layers of a model that the catalogue lacks: N")
	fs.Var(whole[int]{&to.KVHeads, 1, maxShape}, "kv-heads", "its KV heads: N")
	fs.Var(whole[int]{&to.HeadDim, 1, maxShape}, "head-dim", "its head dimension, elements: N")
	fs.Var(number{&c.dtypeBytes, 0.5, cost.MaxWidth.Bytes(), "bytes, in steps of 0.5"}, "dtype-bytes", "its bytes of one KV element, a multiple of 0.5: BYTES")
	var names []string
	for _, p := range cost.Precisions() {
		names = append(names, p.String())
	}
	fs.Var(choice{&c.precision, append(names, "fp16")}, "precision", "how KV is stored and sent: bf16, fp16, fp8, int8 or int4")
	c.addShrink(fs)
}

// addSplit adds what a split frees and costs beside the transfer.
func (c *costFlags) addSplit(fs *pflag.FlagSet) {
	to := c.to
	fs.Var(number{&to.SavedMS, minAsked, cost.MaxMS, "ms"}, "saved-ms", "stall and queue time that a split frees: MS, if given")
	fs.Var(number{&to.OverheadMS, 0, cost.MaxMS, "ms"}, "overhead-ms", "added to prefill and transfer in a split's time to first token: MS")
}

// minAsked is the least of what has no answer at 0, in ms or requests/s.
const minAsked = 1e-9

// addExplored adds what the explorer counts with beyond that. A prefill of 0
// is none given there, so it is refused.
func (c *costFlags) addExplored(fs *pflag.FlagSet) {
	fs.Var(number{&c.to.PrefillMS, minAsked, cost.MaxMS, "ms"}, "prefill-ms", "time to prefill the prompt: MS, if given; else fitted to its tokens")
	fs.Var(number{&c.to.WithinMS, minAsked, cost.MaxMS, "ms"}, "within-ms", "time limit for the longest prompt over the link: MS")
	fs.Var(number{&c.to.RPS, minAsked, cost.MaxRPS, "requests/s"}, "rps", "requests a second that the link has to carry: N")
	c.addMemory(fs)
	c.addPreset(fs)
	c.addSimulated(fs)
	fs.BoolVar(&c.to.Map, "map", false, "open the cost screen at the break-even map")
}

// resolve settles model, shape and precision, and checks them together.
func (c *costFlags) resolve() error {
	if c.fs.Changed("saved-ms") && c.to.Simulate != (sim.Load{}) {
		return conflict("simulate-stall", "saved-ms", "both say what a split frees")
	}
	p, err := cost.ParsePrecision(c.precision)
	if err != nil {
		return err
	}
	c.to.Precision = p
	given := func(name string) bool { return c.fs.Changed(name) }
	custom := ""
	for _, name := range shapeFlagNames() {
		if given(name) {
			custom = name
			break
		}
	}
	switch {
	case given("config"):
		return c.readConfig(custom)
	case custom != "" && given("model"):
		return conflict(custom, "model", "a model of the catalogue brings its own shape")
	case given("dtype-bytes") && given("precision"):
		return conflict("dtype-bytes", "precision", "both set the width of an element")
	case custom != "":
		c.to.Model = ""
		if given("dtype-bytes") {
			*c.to = c.to.WithDtypeBytes(c.dtypeBytes)
		}
	case given("model"):
		m, err := cost.ModelByName(c.model)
		if err != nil {
			return err
		}
		c.to.Model = m.Name
	}
	return c.checkShape()
}

func (c *costFlags) checkShape() error {
	if c.to.Model != "" {
		return nil
	}
	_, _, err := c.to.Shape()
	var bad *cost.ArgError
	if errors.As(err, &bad) && strings.HasPrefix(bad.Arg, "kv of") {
		return &usageError{"--layers x --kv-heads x --head-dim x --dtype-bytes", costProblem(bad)}
	}
	return err
}

func conflict(flag, other, why string) error {
	return &usageError{"--" + flag, "cannot go with --" + other + ": " + why + "; accepted is one of the two"}
}
