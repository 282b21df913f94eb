package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"kvtui/core/cost"
	"kvtui/core/errtext"
	"kvtui/core/round"
	"kvtui/views/state"
)

// costLine is the lab's output for a transfer; what was not asked for is left
// out.
type costLine struct {
	BytesPerToken int64    `json:"bytes_per_token"`
	KVMiB         float64  `json:"kv_mib"`
	TransferMS    float64  `json:"transfer_ms"`
	TTFTDisaggMS  *float64 `json:"ttft_disagg_ms,omitempty"`
	StallMS       *float64 `json:"stall_ms,omitempty"` // simulated
	Split         string   `json:"split,omitempty"`    // prefill+decode GPUs that it was found with
	BreakevenGBps *float64 `json:"breakeven_gbps,omitempty"`
	HostBufferMiB *float64 `json:"host_buffer_mib,omitempty"`
	RankKVMiB     *float64 `json:"rank_kv_mib,omitempty"`
	moveLine
}

// asked says which figures beyond the first three to print.
type asked struct {
	breakeven, hostBuffer bool
	ranks                 int          // 0 where not asked for
	stall                 *stall       // nil where not asked for
	prefill               prefillAsked // moving is held against it, where it is known
}

const mib = 1 << 20

// maxRanks is far above the ranks that any server splits a model over.
const maxRanks = 65_536

func (a *app) costCommand() *cobra.Command {
	c, flags, ranks, output := state.DefaultCost(), costFlags{}, 1, outputJSON
	cmd := &cobra.Command{
		Use:   "cost",
		Short: "Count the KV bytes of a prompt and the time to move them, as JSON",
		Long: "Count the KV bytes of a prompt and the time to move them, as JSON or a table. --prefill-ms, or --prefill-preset, adds the time to first token of a split and the verdict: move or recompute, and the bandwidth at which they tie; " +
			"--saved-ms the bandwidth at which a split breaks even, --simulate-stall with --prefill-preset that time and bandwidth on a simulated fleet, --concurrency the host memory of the requests in flight, " +
			"--tp the KV of one tensor-parallel rank. With --fp16-share or --layer-share sizes and times are those of what travels.\n\n" +
			"Models: " + strings.Join(modelNames(), ", ") + ".",
		Example: "kvtui cost --tokens 1500 --gbps 0.608 --saved-ms 80\nkvtui cost --tokens 4000 --gbps 25Gbit --prefill-preset 8gb --output table",
		GroupID: groupCost,
	}
	flags.add(cmd.Flags(), &c)
	flags.addPreset(cmd.Flags())
	flags.addSimulated(cmd.Flags())
	cmd.Flags().Var(number{&c.PrefillMS, 0, cost.MaxMS, "ms"}, "prefill-ms", "time to prefill the prompt: MS, if given")
	cmd.Flags().Var(whole[int]{&ranks, 1, maxRanks}, "tp", "tensor-parallel ranks of the decode side: N, if given")
	cmd.Flags().Var(choice{&output, []string{outputJSON, outputTable}}, "output", "json or table")
	cmd.AddCommand(a.costMapCommand(), a.costSolveCommand())
	for _, name := range requiredCost() {
		f := cmd.Flags().Lookup(name)
		f.DefValue, f.Usage = "", f.Usage+", required"
	}
	counted := cmd.Flags().Lookup("concurrency")
	counted.DefValue, counted.Usage = "", counted.Usage+", if given"
	cmd.Flags().Lookup("tp").DefValue = ""
	return a.does(cmd, noCostArgs, func(ctx context.Context, _ []string) error {
		given := cmd.Flags().Changed
		for _, name := range requiredCost() {
			if !given(name) {
				return &usageError{"--" + name, "missing: " + accepted(cmd.Flags().Lookup(name))}
			}
		}
		if err := flags.resolve(); err != nil {
			return err
		}
		want := asked{breakeven: given("saved-ms"), hostBuffer: given("concurrency")}
		var err error
		if want.prefill, err = askedPrefill(&c, given); err != nil {
			return err
		}
		if want.stall, err = simulateStall(ctx, c, []int{c.Tokens}); err != nil {
			return err
		}
		if given("tp") {
			want.ranks = ranks
		}
		line, err := newCostLine(c, want)
		if err != nil {
			return err
		}
		if output == outputTable {
			text, err := line.table(c, want.prefill)
			if err != nil {
				return err
			}
			return a.print(text)
		}
		return a.printJSON(line)
	})
}

func noCostArgs(args []string) error {
	if len(args) > 0 {
		return &usageError{errtext.Quote(args[0]), "unknown command: accepted are map, solve, or flags only"}
	}
	return nil
}

// requiredCost are the flags that have no default where a script asks.
func requiredCost() []string { return []string{"tokens", "gbps"} }

func modelNames() []string {
	var names []string
	for _, m := range cost.Models() {
		names = append(names, m.Name)
	}
	return names
}

func newCostLine(c state.Cost, want asked) (costLine, error) {
	model, width, err := c.Shape()
	if err != nil {
		return costLine{}, err
	}
	shrink := c.Shrink(width)
	kv := shrink.Bytes(model, c.Tokens)
	transfer := cost.BytesMS(kv, c.GBps)
	line := costLine{
		BytesPerToken: model.BytesPerToken(width),
		KVMiB:         round.To(float64(kv)/mib, 1),
		TransferMS:    round.To(transfer, 1),
	}
	if want.prefill.known {
		line.moveLine = want.prefill.judge(kv, c)
		line.TTFTDisaggMS = rounded(c.PrefillMS+shrink.SplitMS(transfer, c.PrefillMS, model.Layers)+c.OverheadMS, 1)
	}
	saved := c.SavedMS
	if want.stall != nil {
		saved = want.stall.ms(c.Tokens)
		line.StallMS, line.Split = rounded(saved, 1), want.stall.split(c.Tokens)
	}
	if want.breakeven || saved > 0 {
		within := shrink.LongestTransferMS(saved, c.PrefillMS, model.Layers)
		line.BreakevenGBps = rounded(cost.EffectiveGBps(kv, within), 3)
	}
	if want.ranks > 0 {
		line.RankKVMiB = rounded(float64(cost.TPBytes(kv, want.ranks, model))/mib, 1)
	}
	if want.hostBuffer {
		held, err := cost.HostBufferBytes(c.Concurrency, kv)
		if err != nil {
			return costLine{}, &usageError{"--concurrency", "its requests hold more memory than can be counted: accepted are up to 2^63 bytes"}
		}
		line.HostBufferMiB = rounded(float64(held)/mib, 1)
	}
	return line, nil
}

func rounded(x float64, decimals int) *float64 {
	r := round.To(x, decimals)
	return &r
}
