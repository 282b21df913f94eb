package measure

// RouterTable is the published router measurement: 2 workers of an 8 GB class
// GPU, Qwen3-0.6B, 12 prefixes of about 1,500 words sent 6 times each, one
// request at a time, three runs a strategy, done twice. A repeat is a hit when
// its TTFT is under 60 % of the first send's. Source: router measurement
// 2026-10-07.
type RouterTable struct {
	Workers        int
	CapacityTokens int         // of one worker's KV cache
	Prefixes, Reps int         // how many, and how often each was sent
	PrefixTokens   int         // about: the source counts words
	Rows           []RouterRow // one a strategy, in the order published
}

// RouterRow is one strategy of the table.
type RouterRow struct {
	Mode    string     // as the lab names it: rr, random, kv, kv-events
	Publish bool       // matters to kv-events
	Hits    [3]int     // of 60 repeats, in three runs
	Earlier [3]int     // the same, in the run before
	TTFTMS  [2]float64 // the lowest and highest mean of repeats, ms
}

// HitRange returns the fewest and the most hits of all six runs.
func (r RouterRow) HitRange() (low, high int) {
	low, high = r.Hits[0], r.Hits[0]
	for _, runs := range [...][3]int{r.Hits, r.Earlier} {
		for _, h := range runs {
			low, high = min(low, h), max(high, h)
		}
	}
	return low, high
}

// PublishedRouterTable returns the table.
func PublishedRouterTable() RouterTable {
	return RouterTable{
		Workers: 2, CapacityTokens: 14_800, Prefixes: 12, Reps: 6, PrefixTokens: 1500,
		Rows: []RouterRow{
			{"rr", false, [3]int{35, 40, 43}, [3]int{35, 40, 43}, [2]float64{34, 42}},
			{"random", false, [3]int{44, 31, 45}, [3]int{37, 37, 41}, [2]float64{32, 46}},
			{"kv", false, [3]int{60, 53, 60}, [3]int{60, 60, 60}, [2]float64{15, 26}},
			{"kv-events", true, [3]int{60, 60, 60}, [3]int{60, 60, 60}, [2]float64{15, 15}},
			{"kv-events", false, [3]int{39, 44, 41}, [3]int{41, 44, 37}, [2]float64{32, 38}},
		},
	}
}
