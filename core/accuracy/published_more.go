package accuracy

import (
	"fmt"
	"strconv"

	"kvtui/core/measure"
)

func cluster() Page {
	t := measure.PublishedCluster()
	s := sheet{Page{
		ID: Cluster, Title: "Cluster, split or not", Source: t.Source, RowName: "prefixes x in flight",
		Setup: fmt.Sprintf("24 GB class GPU, Qwen3-0.6B, requests of %d tokens (%.0f MB of KV), TCP over host memory; KV routing over 6 workers (2 on another server), split 2 prefill + 2 decode on one GPU; medians of three runs of TTFT and requests/s, cached tokens over prompt tokens",
			t.InputTokens, t.RequestMB),
		Ratios: []Ratio{{ColSplP50, ColKVP50}, {ColSplP99, ColKVP99}, {ColSplReqS, ColKVReqS}, {ColSplHit, ColKVHit}},
	}}
	for _, r := range t.Rows {
		row := fmt.Sprintf("%dx%d", r.Prefixes, r.Conc)
		for _, p := range []struct {
			column, unit      string
			kv, split         measure.Span
			tolerance, within float64
			reason            Reason
		}{
			{"p50", MS, measure.One(r.KV.P50MS), measure.One(r.Split.P50MS), clusterP50, 0, NoReason},
			{"p99", MS, measure.One(r.KV.P99MS), measure.One(r.Split.P99MS), 0, 0, StartDominates},
			{"rate", PerSec, measure.One(r.KV.ReqS), measure.One(r.Split.ReqS), clusterRate, 0, NoReason},
			{"cached", "", r.KV.Cached, r.Split.Cached, 0, clusterCached, NoReason},
		} {
			for _, side := range []struct {
				name string
				v    measure.Span
			}{{"KV routing ", p.kv}, {"split ", p.split}} {
				c := s.add(row, side.name+p.column, p.unit, side.v)
				c.Tolerance, c.Within, c.Reason = p.tolerance, p.within, p.reason
			}
		}
	}
	return s.Page
}

func crossNode() Page {
	t := measure.PublishedCrossNode()
	s := sheet{Page{
		ID: CrossNode, Title: "Split over 1GbE", Source: t.Source, RowName: "in flight",
		Setup: fmt.Sprintf("one prefill worker on an 8 GB class GPU with %.0f MiB of memory, two decode workers on a 24 GB class GPU, link of %.0f to %.0f MB/s measured, requests of %d tokens; both attempts ended when the prefill worker was killed for its memory",
			t.MemoryLimitMiB, t.LinkMBps.Low, t.LinkMBps.High, measure.PublishedCluster().InputTokens),
	}}
	for _, r := range []measure.CrossNodeRun{t.One, t.Four} {
		row := strconv.Itoa(r.Conc)
		c := s.add(row, "succeeded", Count, measure.One(float64(r.Succeeded)))
		c.Reason = HostMemory
		if r.Conc == 1 {
			c.Inside = true
			for _, m := range []struct {
				column string
				v      float64
			}{{"median TTFT", r.MedianMS}, {"maximum TTFT", r.MaxMS}} {
				c := s.add(row, m.column, MS, measure.One(m.v))
				c.Tolerance, c.Reason = crossNodeTTFT, FewSamples
			}
			continue
		}
		c = s.add(row, "TTFT of both", MS, measure.Span{Low: r.TTFTMS[0], High: r.TTFTMS[1]})
		c.Runs, c.Check, c.Reason = r.TTFTMS, Unreachable, ColdCaches
		c = s.add(row, "killed after", Sec, measure.One(r.KilledAfterS))
		c.Within, c.Reason = crossNodeKill, HostMemory
	}
	return s.Page
}

func mooncake() Page {
	t := measure.PublishedMooncake()
	s := sheet{Page{
		ID: Mooncake, Title: "Mooncake transfers", Source: t.Source, RowName: "tokens",
		Setup: "KV of Qwen3-8B in 16 bits over eight RoCE cards; sizes counted in GiB",
	}}
	for _, r := range t.Rows {
		c := s.add(strconv.Itoa(r.Tokens), ColTime, MS, measure.One(r.MS))
		c.Tolerance = transferTolerance
	}
	return s.Page
}

func article() Page {
	t := measure.PublishedArticle()
	s := sheet{Page{
		ID: TransferArticle, Title: "Transfer article", Source: t.Source, RowName: "tokens over link",
		Setup: fmt.Sprintf("LLaMA-2 70B, counted with %.0f kB a token and 4K as 4,000 tokens, bytes over line rate: stated, not measured", measure.ArticleTokenBytes/1e3),
	}}
	for _, r := range t.Rows {
		c := s.add(ArticleRow(r), ColTime, MS, measure.One(r.MS))
		c.Tolerance, c.Reason = transferTolerance, RoundedInSource
	}
	return s.Page
}

// ArticleRow is the row of a transfer of the article.
func ArticleRow(r measure.TransferRow) string {
	row := fmt.Sprintf("%d, %s", r.Tokens, r.Link)
	if r.Bits != 16 {
		row += fmt.Sprintf(", %d bit", r.Bits)
	}
	return row
}
