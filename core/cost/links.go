package cost

// Evidence is what a link's figure rests on.
type Evidence uint8

// The kinds of evidence.
const (
	LineRate  Evidence = iota // the link's nominal rate
	Measured                  // bytes over time of real transfers
	Estimated                 // worked out from a published size and time
)

// Link is a way for KV to travel. A figure that is not known is 0.
type Link struct {
	Name         string   // as --link and the picker know it
	Short        string   // a tick's label; empty for a link that is no preset
	LineGBps     float64  // nominal rate, GB/s
	AchievedGBps float64  // what real transfers reached, GB/s
	Achieved     Evidence // what AchievedGBps rests on, where it is known
	Source       string   // where the figures come from
}

// GBps returns the rate to count with, in GB/s: the achieved one where known,
// else the line rate.
func (l Link) GBps() float64 {
	if l.AchievedGBps > 0 {
		return l.AchievedGBps
	}
	return l.LineGBps
}

// Evidence returns what GBps rests on.
func (l Link) Evidence() Evidence {
	if l.AchievedGBps > 0 {
		return l.Achieved
	}
	return LineRate
}

// Links returns the catalogue by rising GBps, a fresh slice at each call.
func Links() []Link {
	return []Link{
		{
			Name: "1GbE", Short: "1GbE", LineGBps: 0.125, AchievedGBps: 0.112, Achieved: Measured,
			Source: "lab 2026-10-07: TCP throughput between two servers",
		},
		{
			Name: "NIXL over TCP, one GPU", AchievedGBps: 0.608, Achieved: Measured,
			Source: "router measurement and lab 2026-10-07, the lab's figure; the log it comes from counts MiB",
		},
		{
			Name: "NIXL over TCP, one GPU, decimal", AchievedGBps: 0.638, Achieved: Measured,
			Source: "the same measurement: vLLM's transfer log divides by 2^20, so 608 MiB/s; bytes over the sum of transfer times, not link capacity",
		},
		{
			Name: "same host, TCP via host memory", AchievedGBps: 1.09, Achieved: Estimated,
			Source: "cluster measurement 2026-11-13: 272 MB in about 0.25 s",
		},
		{Name: "10GbE", Short: "10G", LineGBps: 1.25, Source: "line rate"},
		{Name: "25GbE", Short: "25G", LineGBps: 3.125, Source: "line rate"},
		{
			Name: "vLLM NIXL 3P1D", AchievedGBps: 4.3, Achieved: Measured,
			Source: "vllm#50913: 167 MB in 38.7 ms",
		},
		{Name: "100GbE", Short: "100G", LineGBps: 12.5, Source: "line rate; KV transfer article"},
		{
			Name: "PCIe Gen4 x8 host to GPU", AchievedGBps: 13.4, Achieved: Measured,
			Source: "lab 2026-10-07",
		},
		{Name: "InfiniBand NDR 400", Short: "NDR", LineGBps: 50, Source: "line rate; KV transfer article"},
		{
			Name: "8x RoCE CX-7, Mooncake", AchievedGBps: 152.7, Achieved: Measured,
			Source: "Mooncake docs: 32,768 tokens of Qwen3-8B, 4.50 GiB in 31.65 ms; their table counts GiB: best fit 0.545 ms + bytes / 149.75 GB/s",
		},
		{
			Name: "NVLink H100", Short: "NVLink", LineGBps: 900,
			Source: "line rate; KV transfer article (NVIDIA counts both directions together in this figure)",
		},
	}
}

// Bracket returns the fastest preset (a link with a short name) that is slower
// than gbps GB/s and the slowest that is not. A side without one is the zero
// Link.
func Bracket(gbps float64) (tooSlow, enough Link) {
	for _, l := range Links() {
		switch {
		case l.Short == "":
		case l.GBps() < gbps:
			tooSlow = l
		default:
			return tooSlow, l
		}
	}
	return tooSlow, Link{}
}
