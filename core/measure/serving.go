package measure

// Span is what was published of one figure: its lowest and highest value over
// runs, equal for a single value. {0, 0} is nothing published.
type Span struct{ Low, High float64 }

// One returns the span of a single value.
func One(v float64) Span { return Span{v, v} }

// FrontendTable is what a request pays for passing a front end that tokenizes
// and routes: prompts of 512 tokens with 128 output tokens, three runs each.
type FrontendTable struct {
	Source        string
	Input, Output int // tokens
	Rows          []FrontendRow
}

// FrontendRow is one number of requests in flight.
type FrontendRow struct {
	Conc                   int  // requests in flight
	EngineMS, BehindMS     Span // median TTFT without and behind the front end, ms
	EngineTokS, BehindTokS Span // output tokens/s
}

// PublishedFrontend returns the front end table.
func PublishedFrontend() FrontendTable {
	return FrontendTable{
		Source: "router measurement 2026-10-07, front end", Input: 512, Output: 128,
		Rows: []FrontendRow{
			{Conc: 1, EngineMS: Span{29, 39}, BehindMS: Span{42, 43}},
			{Conc: 8, EngineMS: One(130), BehindMS: Span{129, 141}},
			{Conc: 32, EngineMS: One(272), BehindMS: Span{272, 274}, EngineTokS: One(1507), BehindTokS: One(1509)},
		},
	}
}

// OneGPUTable is one process against a prefill and a decode worker that share
// one GPU, 38 % of its memory each; medians of three runs.
type OneGPUTable struct {
	Source   string
	Output   int // tokens a request
	Rows     []OneGPURow
	Transfer OneGPUTransfer
}

// OneGPURow is one cell in both arrangements.
type OneGPURow struct {
	Key              // input is in words, as published
	AggMS    float64 // median TTFT in one process, ms
	DisaggMS float64 // the same split, ms
	Ratio    float64 // as published, one decimal
}

// OneGPUTransfer is the transfer of KV as the engine's log counts it. The log
// divides by 2^20 and writes MB: these are MiB. A rate is bytes over the sum of
// the transfers' times, which is not the link's capacity. Source: vLLM, NIXL
// connector's statistics.
type OneGPUTransfer struct {
	MeanMS      float64 // at input 1,500, one request in flight
	BusyMeanMS  Span    // at input 3,000, four requests in flight
	MiB         float64 // of one transfer
	MiBps       float64 // as the transport chose by itself
	TCPMiBps    float64 // confined to TCP
	LoggedMiBps float64 // with the debug log on
}

// Decimal converts a number of MiB, or MiB/s, to 10^6 bytes.
func Decimal(mib float64) float64 { return mib * (1 << 20) / 1e6 }

// PublishedOneGPU returns the one GPU table.
func PublishedOneGPU() OneGPUTable {
	return OneGPUTable{
		Source: "router measurement 2026-10-07, one GPU split", Output: 64,
		Rows: []OneGPURow{
			{Key{1500, 1}, 78, 406, 5.2},
			{Key{1500, 4}, 190, 1359, 7.2},
			{Key{3000, 1}, 171, 812, 4.7},
			{Key{3000, 4}, 398, 2442, 6.1},
		},
		Transfer: OneGPUTransfer{MeanMS: 196, BusyMeanMS: Span{711, 1723}, MiB: 119.3, MiBps: 608, TCPMiBps: 621, LoggedMiBps: 615},
	}
}
