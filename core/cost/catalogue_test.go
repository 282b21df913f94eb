package cost

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
)

type factsFile struct {
	Models []struct {
		Name, Verified string
		Layers         int
		QHeads         int `json:"q_heads"`
		KVHeads        int `json:"kv_heads"`
		HeadDim        int `json:"head_dim"`
		MLA            struct {
			Rank int `json:"kv_lora_rank"`
			Rope int `json:"rope_dim"`
		}
		Window        int
		Sliding       int   `json:"sliding_layers"`
		Full          int   `json:"full_layers"`
		BytesPerToken int64 `json:"bytes_per_token"`
		Growth        int64 `json:"growth_bytes_per_token"`
		AllFull       int64 `json:"all_full_bytes_per_token"`
	}
	Links []struct {
		GBps float64
	} `json:"links_GBps"`
}

func TestModelsMatchFacts(t *testing.T) {
	var facts factsFile
	load(t, "models.json", &facts)
	if len(facts.Models) < 24 || len(facts.Models) != len(Models()) {
		t.Fatalf("%d models in facts, %d in the catalogue", len(facts.Models), len(Models()))
	}
	for _, f := range facts.Models {
		m, err := ModelByName(strings.ToUpper(f.Name))
		if err != nil {
			t.Error(err)
			continue
		}
		shape := Model{
			Name: f.Name, Layers: f.Layers, QueryHeads: f.QHeads, KVHeads: f.KVHeads, HeadDim: f.HeadDim,
			MLA: MLA{f.MLA.Rank, f.MLA.Rope}, Window: f.Window, SlidingLayers: f.Sliding, FullLayers: f.Full,
			Verified: Provenance(f.Verified), Note: m.Note,
		}
		if m != shape {
			t.Errorf("%s: got %+v, want %+v", f.Name, m, shape)
		}
		if err := m.Validate(BF16.Width()); err != nil {
			t.Errorf("%s: %v", f.Name, err)
		}
		if want := max(f.BytesPerToken, f.AllFull); want == 0 || m.BytesPerToken(BF16.Width()) != want {
			t.Errorf("%s: %d bytes/token, want %d", f.Name, m.BytesPerToken(BF16.Width()), want)
		}
		growth := m.BytesPerToken(BF16.Width())
		if m.Windowed() {
			growth = f.Growth
		}
		if got := m.GrowthBytesPerToken(BF16.Width()); got != growth {
			t.Errorf("%s: growth of %d bytes/token, want %d", f.Name, got, growth)
		}
	}
}

func TestLinksMatchFacts(t *testing.T) {
	var facts factsFile
	load(t, "models.json", &facts)
	links := Links()
	if len(facts.Links) != len(links) {
		t.Fatalf("%d links in facts, %d in the catalogue", len(facts.Links), len(links))
	}
	for i, f := range facts.Links {
		if links[i].GBps() != f.GBps || links[i].Source == "" {
			t.Errorf("%s: %v GB/s, source %q; want %v", links[i].Name, links[i].GBps(), links[i].Source, f.GBps)
		}
	}
	if !slices.IsSortedFunc(links, func(a, b Link) int { return int(math.Copysign(1, a.GBps()-b.GBps())) }) {
		t.Error("links do not rise")
	}
}

func TestLinkRates(t *testing.T) {
	links := map[string]Link{}
	for _, l := range Links() {
		links[l.Name] = l
	}
	slow := links["1GbE"]
	if slow.LineGBps != 0.125 || slow.GBps() != 0.112 || slow.Evidence() != Measured {
		t.Errorf("1GbE: %+v", slow)
	}
	ndr := links["InfiniBand NDR 400"]
	if ndr.GBps() != 50 || ndr.Evidence() != LineRate {
		t.Errorf("NDR: %+v", ndr)
	}
	tcp := links["same host, TCP via host memory"]
	if tcp.Evidence() != Estimated {
		t.Errorf("same host: %+v", tcp)
	}
}

func TestBracket(t *testing.T) {
	for _, c := range []struct {
		gbps            float64
		tooSlow, enough string
	}{
		{0.001, "", "1GbE"},
		{0.112, "", "1GbE"},
		{0.113, "1GbE", "10GbE"},
		{2.150, "10GbE", "25GbE"},
		{12.5, "25GbE", "100GbE"},
		{900.1, "NVLink H100", ""},
		{math.Inf(1), "NVLink H100", ""},
	} {
		if slow, enough := Bracket(c.gbps); slow.Name != c.tooSlow || enough.Name != c.enough {
			t.Errorf("Bracket(%v) = %q, %q; want %q, %q", c.gbps, slow.Name, enough.Name, c.tooSlow, c.enough)
		}
	}
}

func TestUnknownNamesOfferCloseOnes(t *testing.T) {
	for name, want := range map[string]string{
		"Qwen3-0.8B": "Qwen3-0.6B",
		"llama-3.1":  "Llama-3.1-8B",
		"gptoss20b":  "gpt-oss-20b",
		"":           "Phi-4",
	} {
		_, err := ModelByName(name)
		var arg *ArgError
		if !errors.As(err, &arg) || arg.Arg != "model" || !strings.Contains(arg.Want, want) {
			t.Errorf("%q: %v, want %s offered", name, err, want)
		}
	}
	_, err := ModelByName("100gb\x1b[2J" + strings.Repeat("x", 1<<20))
	if err == nil || len(err.Error()) > 300 || strings.Contains(err.Error(), "\x1b") {
		t.Errorf("error is raw or long: %.400v", err)
	}
}

func TestCataloguesAreFresh(t *testing.T) {
	Models()[0].Layers, Links()[0].LineGBps, Prefills()[0].FixedMS = -1, -1, -1
	if Models()[0].Layers != 28 || Links()[0].LineGBps != 0.125 || Prefills()[0].FixedMS != 15 {
		t.Error("a caller's change reached the catalogue")
	}
}
