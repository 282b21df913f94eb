package sim

import (
	"fmt"
	"strconv"
	"strings"
)

// Load is a steady load on a fleet: a closed loop of requests that have no
// prefix in common. The zero value is none.
type Load struct {
	Workers     int // GPUs, one worker each
	Concurrency int // requests in flight
	Output      int // tokens that each request generates
}

// Limits of a Load, and of the prompts that run under it.
const (
	MinLoadWorkers     = 2
	MaxLoadWorkers     = 32
	MaxLoadConcurrency = 1024
	MaxLoadOutput      = 4096
	MaxLoadPrompt      = 1_000_000 // tokens
)

// LoadAccepted says what ParseLoad takes.
const LoadAccepted = "GPUS,INFLIGHT,OUTPUT such as 4,16,128: 2 to 32 GPUs, 1 to 1024 requests in flight, 1 to 4096 output tokens"

// ParseLoad reads what String writes.
func ParseLoad(s string) (Load, error) {
	parts := strings.Split(s, ",")
	var n [3]int
	if len(parts) != len(n) {
		return Load{}, fmt.Errorf("%d numbers in place of 3: accepted are %s", len(parts), LoadAccepted)
	}
	for i, p := range parts {
		k, err := strconv.Atoi(strings.TrimSpace(p))
		if err != nil {
			return Load{}, fmt.Errorf("no whole number as number %d: accepted are %s", i+1, LoadAccepted)
		}
		n[i] = k
	}
	l := Load{Workers: n[0], Concurrency: n[1], Output: n[2]}
	return l, l.Validate()
}

// String returns the three numbers, "" for none.
func (l Load) String() string {
	if l == (Load{}) {
		return ""
	}
	return fmt.Sprintf("%d,%d,%d", l.Workers, l.Concurrency, l.Output)
}

// Validate checks the load against its limits.
func (l Load) Validate() error {
	within := func(v, low, high int) bool { return v >= low && v <= high }
	if within(l.Workers, MinLoadWorkers, MaxLoadWorkers) && within(l.Concurrency, 1, MaxLoadConcurrency) && within(l.Output, 1, MaxLoadOutput) {
		return nil
	}
	return fmt.Errorf("a load of %s is out of range: accepted are %s", l, LoadAccepted)
}
