package measure

// TransferTable is the time that moving KV takes, by tokens and link.
type TransferTable struct {
	Source string
	Rows   []TransferRow
}

// TransferRow is one transfer.
type TransferRow struct {
	Tokens int
	Bits   int     // of one stored element
	Link   string  // as core/cost names it
	GBps   float64 // what the link is counted with, 10^9 bytes/s; 0 where not published
	MS     float64
}

// PublishedMooncake returns the transfer table of Mooncake's connector: KV of
// Qwen3-8B in 16 bits over eight RoCE cards. Their sizes count GiB.
func PublishedMooncake() TransferTable {
	const link = "8x RoCE CX-7, Mooncake (measured)"
	return TransferTable{
		Source: "Mooncake documentation, vLLM v1 prefill/decode performance",
		Rows: []TransferRow{
			{1024, 16, link, 0, 1.50},
			{4096, 16, link, 0, 4.75},
			{8192, 16, link, 0, 8.84},
			{32768, 16, link, 0, 31.65},
		},
	}
}

// ArticleTokenBytes is what the KV transfer article counts a token of LLaMA-2
// 70B with: 320 kB, and 4K tokens as 4,000. The model's own is 327,680 B.
const ArticleTokenBytes = 320_000

// PublishedArticle returns the transfer times that the KV transfer article
// states for LLaMA-2 70B: bytes over line rate, not measured. A K is 1,000
// tokens there.
func PublishedArticle() TransferTable {
	return TransferTable{
		Source: "KV transfer article",
		Rows: []TransferRow{
			{1000, 16, "100GbE", 12.5, 26},
			{4000, 16, "100GbE", 12.5, 102},
			{4000, 8, "100GbE", 12.5, 51},
			{32000, 16, "100GbE", 12.5, 819},
			{8000, 16, "InfiniBand NDR 400", 50, 51},
			{4000, 16, "NVLink H100", 900, 1.4},
			{32000, 16, "NVLink H100", 900, 11},
		},
	}
}
