package measure

// ClusterTable is KV routing over six workers (four on one GPU, two on another
// server) against two prefill and two decode workers on that one GPU, TCP over
// host memory; medians of three runs.
type ClusterTable struct {
	Source      string
	InputTokens int     // mean of a request
	RequestMB   float64 // KV of a request, 10^6 bytes
	Rows        []ClusterRow
}

// ClusterRow is one number of prefixes and of requests in flight.
type ClusterRow struct {
	Prefixes, Conc int
	KV, Split      Served
}

// Served is what one arrangement gave.
type Served struct {
	P50MS, P99MS float64 // TTFT, ms
	ReqS         float64 // requests/s
	Cached       Span    // cached tokens over prompt tokens; mostly not published
}

// PublishedCluster returns the cluster table.
func PublishedCluster() ClusterTable {
	return ClusterTable{
		Source: "cluster measurement 2026-11-13", InputTokens: 2371, RequestMB: 272,
		Rows: []ClusterRow{
			{2, 4, Served{P50MS: 34, P99MS: 73, ReqS: 10.9}, Served{286, 592, 6.5, One(0.857)}},
			{7, 4, Served{P50MS: 40, P99MS: 129, ReqS: 8.9}, Served{P50MS: 375, P99MS: 1007, ReqS: 5.6}},
			{12, 4, Served{43, 138, 8.7, Span{0.57, 0.66}}, Served{465, 887, 5.0, Span{0.40, 0.42}}},
			{24, 4, Served{64, 149, 8.1, Span{0.36, 0.43}}, Served{518, 958, 4.8, One(0.20)}},
			{2, 8, Served{P50MS: 49, P99MS: 145, ReqS: 14.7}, Served{P50MS: 462, P99MS: 981, ReqS: 9.0}},
			{7, 8, Served{P50MS: 60, P99MS: 163, ReqS: 12.2}, Served{P50MS: 650, P99MS: 1477, ReqS: 7.2}},
			{12, 8, Served{P50MS: 69, P99MS: 172, ReqS: 12.1}, Served{P50MS: 794, P99MS: 1744, ReqS: 6.4}},
			{24, 8, Served{P50MS: 106, P99MS: 184, ReqS: 11.5}, Served{P50MS: 896, P99MS: 1776, ReqS: 6.0}},
		},
	}
}

// CrossNode is a split over 1 Gbit/s Ethernet: one prefill worker, which the
// kernel killed for its memory in both attempts, and two decode workers.
type CrossNode struct {
	Source         string
	MemoryLimitMiB float64 // of the prefill worker
	LinkMBps       Span    // what the link carries, 10^6 bytes/s
	One, Four      CrossNodeRun
}

// CrossNodeRun is one attempt, with so many requests in flight.
type CrossNodeRun struct {
	Conc         int
	Succeeded    int       // requests, until the worker was killed
	TTFTMS       []float64 // of each one that succeeded, ms; nil where not published
	MedianMS     float64   // of their TTFT, 0 where TTFTMS says it
	MaxMS        float64
	KilledAfterS float64 // since the load began, s; 0 is not published
}

// PublishedCrossNode returns the attempts over 1 Gbit/s Ethernet.
func PublishedCrossNode() CrossNode {
	return CrossNode{
		Source: "cluster measurement 2026-11-13, between servers", MemoryLimitMiB: 3584, LinkMBps: Span{110, 117},
		One:  CrossNodeRun{Conc: 1, Succeeded: 4, MedianMS: 1637, MaxMS: 2653},
		Four: CrossNodeRun{Conc: 4, Succeeded: 2, TTFTMS: []float64{2039, 2040}, KilledAfterS: 9},
	}
}
