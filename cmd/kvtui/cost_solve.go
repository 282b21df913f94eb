package main

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"kvtui/core/cost"
	"kvtui/views/state"
)

// solution is the answer of cost solve; what was not asked for is left out.
type solution struct {
	Unknown string `json:"unknown"`
	Against string `json:"against"` // what the transfer has to beat, or fit in

	LimitMS     *float64 `json:"limit_ms,omitempty"`
	LimitIs     string   `json:"limit_is,omitempty"` // what LimitMS is
	GBps        *float64 `json:"gbps,omitempty"`
	Tokens      *int     `json:"tokens,omitempty"`       // the most that fit
	UpToTokens  *int     `json:"up_to_tokens,omitempty"` // moving pays up to here
	FromTokens  *int     `json:"from_tokens,omitempty"`  // and from here on
	Capped      bool     `json:"capped,omitempty"`       // every length accepted fits
	Precision   *string  `json:"precision,omitempty"`
	Concurrency *int     `json:"concurrency,omitempty"`
	KVMiB       *float64 `json:"kv_mib,omitempty"`
}

// The unknowns.
const (
	solveTokens      = "tokens"
	solveGBps        = "gbps"
	solvePrecision   = "precision"
	solveConcurrency = "concurrency"
)

func unknowns() []string { return []string{solveTokens, solveGBps, solvePrecision, solveConcurrency} }

// solver holds what is known.
type solver struct {
	state.Cost
	unknown string
	given   func(flag string) bool
}

func (a *app) costSolveCommand() *cobra.Command {
	s, flags := solver{Cost: state.DefaultCost()}, costFlags{}
	cmd := &cobra.Command{
		Use:   "solve",
		Short: "Solve for tokens, bandwidth, precision or requests in flight",
		Long: "Solve for what is unknown and print it as JSON: the longest prompt, the least bandwidth, the widest precision, or the most requests in flight. " +
			"The transfer has to end within --within-ms, or within what a split frees (--saved-ms less --overhead-ms), or, without either, before the prompt is computed again (--prefill-preset). " +
			"For requests in flight the KV of all has to fit in --memory-mib.",
		Example: "kvtui cost solve --for gbps --tokens 32768 --within-ms 100\nkvtui cost solve --for concurrency --tokens 8192 --memory-mib 3584",
	}
	fs := cmd.Flags()
	fs.Var(choice{&s.unknown, unknowns()}, "for", "what is unknown: "+strings.Join(unknowns(), ", "))
	fs.Var(whole[int]{&s.Tokens, 1, cost.MaxTokens}, "tokens", "tokens of the prompt: N")
	addBandwidth(fs, &s.GBps)
	flags.addShape(fs, &s.Cost)
	flags.addPreset(fs)
	flags.addSplit(fs)
	fs.Var(number{&s.WithinMS, minAsked, cost.MaxMS, "ms"}, "within-ms", "time limit of the transfer: MS, if given")
	fs.Lookup("within-ms").DefValue = ""
	flags.addMemory(fs)
	fs.Lookup("memory-mib").DefValue = ""
	return a.does(cmd, noArgs, func(context.Context, []string) error {
		s.given = fs.Changed
		if s.unknown == "" {
			return &usageError{"--for", "missing: accepted are " + strings.Join(unknowns(), ", ")}
		}
		if err := s.check(); err != nil {
			return err
		}
		if err := flags.resolve(); err != nil {
			return err
		}
		line, err := s.solve()
		if err != nil {
			return err
		}
		return a.printJSON(line)
	})
}

// check refuses what is both known and unknown, and questions without an
// answer.
func (s solver) check() error {
	switch {
	case s.given(s.unknown):
		return &usageError{"--" + s.unknown, "cannot go with --for " + s.unknown + ": it is what is asked for; accepted is one of the two"}
	case s.given("within-ms") && s.given("saved-ms"):
		return conflict("within-ms", "saved-ms", "both limit the transfer")
	case s.unknown == solveConcurrency && !s.given("memory-mib"):
		return &usageError{"--memory-mib", "missing: accepted are 1e-09 to 1e+12 MiB"}
	case s.unknown != solveConcurrency && s.given("memory-mib"):
		return &usageError{"--memory-mib", "cannot go with --for " + s.unknown + ": accepted is --for concurrency with it"}
	case s.unknown == solveTokens && s.LayerWise && s.given("saved-ms"):
		return conflict("layer-wise", "saved-ms", "what is hidden grows with the prompt that is asked for")
	case s.unknown == solvePrecision && s.FP16Share > 0:
		return conflict("fp16-share", "for", "a mixture has its precisions")
	}
	return nil
}

func (s solver) solve() (solution, error) {
	t, preset, err := trade(s.Cost)
	if err != nil {
		return solution{}, err
	}
	kv := t.Shrink.Bytes(t.Model, s.Tokens)
	if s.unknown == solveConcurrency {
		n := cost.MostInFlight(kv, int64(s.MemoryMiB*mib))
		return solution{Unknown: s.unknown, Against: "host memory", Concurrency: &n, Capped: n == cost.MaxConcurrency, KVMiB: rounded(float64(kv)/mib, 1)}, nil
	}
	if s.unknown == solveTokens && !s.given("within-ms") && !t.Splits() {
		return s.paying(t), nil
	}
	against, is, limit := s.limit(t, preset)
	out := solution{Unknown: s.unknown, Against: against, LimitMS: rounded(limit, 3), LimitIs: is}
	switch s.unknown {
	case solveTokens:
		n, capped := cost.LongestSent(t.Model, t.Shrink, s.GBps, limit)
		if n < 0 {
			return solution{}, nothing("no prompt")
		}
		out.Tokens, out.Capped = &n, capped
	case solveGBps:
		g := cost.EffectiveGBps(kv, limit)
		if limit <= 0 || math.IsInf(g, 1) {
			return solution{}, nothing("no bandwidth")
		}
		out.GBps, out.KVMiB = &g, rounded(float64(kv)/mib, 1)
	case solvePrecision:
		p, ok := cost.WidestPrecision(t.Model, t.Shrink, s.Tokens, s.GBps, limit)
		if !ok {
			return solution{}, nothing("no precision")
		}
		name := p.String()
		t.Shrink.Width = p.Width()
		out.Precision, out.KVMiB = &name, rounded(float64(t.Shrink.Bytes(t.Model, s.Tokens))/mib, 1)
	}
	return out, nil
}

// limit returns the ms that the transfer may take, what says so, and what that
// time is.
func (s solver) limit(t cost.Trade, preset cost.PrefillPreset) (against, is string, ms float64) {
	switch {
	case s.given("within-ms"):
		return "a time limit", "--within-ms", s.WithinMS
	case t.Splits():
		is, prefill := "stall that a split frees, less its overhead", 0.0
		if t.Shrink.LayerWise {
			is, prefill = is+", and the transfer that prefill hides", t.Prefill(s.Tokens)
		}
		return "what a split frees", is, t.Shrink.LongestTransferMS(t.StallMS-t.OverheadMS, prefill, t.Model.Layers)
	}
	return "recompute", fmt.Sprintf("prefill time of the prompt: %s, %s", preset.Name, preset.Model), t.Prefill(s.Tokens)
}

// paying is the lengths at which moving beats recomputing.
func (s solver) paying(t cost.Trade) solution {
	const most = 1_000_000 // as far as a person's prompts go, and a fit can be stretched
	p := cost.PayingPrompts(t.Model, t.Shrink, s.GBps, t.Prefill, most)
	out := solution{Unknown: s.unknown, Against: "recompute", GBps: rounded(s.GBps, 6), Capped: p.Always}
	if p.UpTo > 0 {
		out.UpToTokens = &p.UpTo
	}
	if !p.Always && p.From <= most {
		out.FromTokens = &p.From
	}
	return out
}

// nothing says that an unknown has no value.
func nothing(what string) error {
	return &usageError{"--for", what + " is enough: accepted is a longer time, or --layer-share, --precision or --gbps that take less"}
}
