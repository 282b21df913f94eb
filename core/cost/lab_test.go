package cost

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strconv"
	"testing"

	"kvtui/core/round"
)

func load(t testing.TB, file string, into any) {
	t.Helper()
	raw, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, into); err != nil {
		t.Fatal(err)
	}
}

// near fails unless got is within a relative error of want.
func near(t testing.TB, what string, got, want, within float64) {
	t.Helper()
	if math.IsNaN(got) || math.Abs(got-want) > within*math.Abs(want) {
		t.Errorf("%s: got %v, want %v within %g", what, got, want, within)
	}
}

func TestLabFormulasGolden(t *testing.T) {
	var rows []struct {
		Layers, Tokens int
		KVHeads        int     `json:"kv_heads"`
		HeadDim        int     `json:"head_dim"`
		DtypeBytes     int     `json:"dtype_bytes"`
		GBps           float64 `json:"gbps"`
		BytesPerToken  int64   `json:"bytes_per_token"`
		KVBytes        int64   `json:"kv_bytes"`
		TransferMS     float64 `json:"transfer_ms"`
		PrefillMS      float64 `json:"prefill_ms"`
		OverheadMS     float64 `json:"overhead_ms"`
		TTFTMS         float64 `json:"ttft_disagg_ms"`
		SavedMS        float64 `json:"saved_ms"`
		BreakevenGBps  float64 `json:"breakeven_gbps"`
	}
	load(t, "cost.json", &rows)
	if len(rows) != 125 {
		t.Fatalf("%d rows, want 125", len(rows))
	}
	const within = 1e-12
	for i, r := range rows {
		row := fmt.Sprintf("row %d ", i)
		per := KVBytesPerToken(r.Layers, r.KVHeads, r.HeadDim, r.DtypeBytes)
		width, err := WidthOfBytes(float64(r.DtypeBytes))
		if err != nil {
			t.Fatal(err)
		}
		if total := Custom(r.Layers, r.KVHeads, r.HeadDim).KVBytes(r.Tokens, width); per != r.BytesPerToken || total != r.KVBytes {
			t.Errorf("%sbytes: got %d a token and %d in all, want %d and %d", row, per, total, r.BytesPerToken, r.KVBytes)
		}
		near(t, row+"transfer", TransferMS(r.Tokens, per, r.GBps), r.TransferMS, within)
		near(t, row+"ttft", TTFTDisaggMS(r.PrefillMS, r.Tokens, per, r.GBps, r.OverheadMS), r.TTFTMS, within)
		near(t, row+"break-even", BreakevenGBps(r.Tokens, per, r.SavedMS), r.BreakevenGBps, within)
		near(t, row+"effective", EffectiveGBps(r.KVBytes, r.TransferMS), r.GBps, within)
	}
}

func TestLabCommandLineGolden(t *testing.T) {
	var want map[string]struct {
		BytesPerToken int64   `json:"bytes_per_token"`
		KVMiB         float64 `json:"kv_mib"`
		TransferMS    float64 `json:"transfer_ms"`
	}
	load(t, "kvcost_cli.json", &want)
	if len(want) != 3 {
		t.Fatalf("%d entries, want 3", len(want))
	}
	per := KVBytesPerToken(LabLayers, LabKVHeads, LabHeadDim, LabDtypeBytes)
	for key, w := range want {
		gbps, err := strconv.ParseFloat(key, 64)
		if err != nil {
			t.Fatal(err)
		}
		mib := round.To(float64(1500*per)/(1<<20), 1)
		ms := round.To(TransferMS(1500, per, gbps), 1)
		if per != w.BytesPerToken || mib != w.KVMiB || ms != w.TransferMS {
			t.Errorf("%s GB/s: got %d, %v, %v, want %+v", key, per, mib, ms, w)
		}
	}
}
