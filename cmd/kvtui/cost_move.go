package main

import (
	"bytes"
	"fmt"

	"kvtui/core/clock"
	"kvtui/core/cost"
	"kvtui/core/round"
	"kvtui/views/state"
)

// moveLine is the verdict on moving against recomputing. border_gbps is left out
// where recomputing takes no time, so that no bandwidth is enough.
type moveLine struct {
	PrefillPreset string   `json:"prefill_preset,omitempty"` // where it gave the time
	PrefillMS     *float64 `json:"prefill_ms,omitempty"`
	Verdict       string   `json:"verdict,omitempty"` // move, recompute, or either
	BorderGBps    *float64 `json:"border_gbps,omitempty"`
}

// prefillAsked is whether the prefill time is known, and from which preset.
type prefillAsked struct {
	known  bool
	preset cost.PrefillPreset // no Key where --prefill-ms gave the time
}

// askedPrefill takes the prefill time from the flags, into c. A preset stands
// back behind --prefill-ms, which it can go with only for its engine.
func askedPrefill(c *state.Cost, given func(flag string) bool) (prefillAsked, error) {
	switch {
	case given("prefill-ms") && given("prefill-preset") && !given("simulate-stall"):
		return prefillAsked{}, conflict("prefill-preset", "prefill-ms", "both say how long prefill takes")
	case given("prefill-ms"):
		return prefillAsked{known: true}, nil
	case given("prefill-preset"):
		p, _ := clock.PrefillByKey(c.Preset) // the flag takes no other
		c.PrefillMS = p.MS(c.Tokens)
		return prefillAsked{known: true, preset: p}, nil
	}
	return prefillAsked{}, nil
}

// judge compares moving kv bytes with computing them again.
func (p prefillAsked) judge(kv int64, c state.Cost) moveLine {
	m := cost.JudgeMove(kv, c.GBps, c.PrefillMS)
	out := moveLine{PrefillPreset: p.preset.Key, PrefillMS: rounded(c.PrefillMS, 1), Verdict: "either"}
	switch m.Side {
	case cost.Faster:
		out.Verdict = "move"
	case cost.Slower:
		out.Verdict = "recompute"
	case cost.Even:
	}
	if b := limited(m.BorderGBps); b != nil {
		out.BorderGBps = rounded(*b, 3)
	}
	return out
}

// table writes a line for each key, with its unit, and what the prefill time
// leaves open.
func (l costLine) table(c state.Cost, p prefillAsked) ([]byte, error) {
	model, _, err := c.Shape()
	if err != nil {
		return nil, err
	}
	rows := [][]string{{"KV a token", fmt.Sprintf("%d B", l.BytesPerToken)}}
	add := func(name string, value *float64, unit string) {
		if value != nil {
			rows = append(rows, []string{name, fmt.Sprintf("%g %s", *value, unit)})
		}
	}
	add("KV that travels", &l.KVMiB, "MiB")
	add("transfer", &l.TransferMS, "ms")
	add("prefill", l.PrefillMS, "ms")
	if l.Verdict != "" {
		rows = append(rows, []string{"move or recompute", l.Verdict})
	}
	add("move from", l.BorderGBps, "GB/s on")
	add("TTFT of a split", l.TTFTDisaggMS, "ms")
	add("split frees", l.StallMS, "ms a request, simulated")
	if l.Split != "" {
		rows = append(rows, []string{"best split", l.Split + " GPUs, prefill + decode"})
	}
	add("split from", l.BreakevenGBps, "GB/s on")
	add("host buffers", l.HostBufferMiB, "MiB")
	add("KV of a rank", l.RankKVMiB, "MiB")
	var out bytes.Buffer
	fmt.Fprintf(&out, "%s, %d tokens over %g GB/s (%g Gbit/s)\n\n", printable(model.Name), c.Tokens, c.GBps, round.To(8*c.GBps, 6))
	out.Write(table(rows))
	if p.preset.Key != "" {
		fmt.Fprintf(&out, "\nprefill: %s, %s, %s\n%s", p.preset.Key, p.preset.Name, p.preset.Model, presetNotes(p.preset, model))
	}
	return out.Bytes(), nil
}
