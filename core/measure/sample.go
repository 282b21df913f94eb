// Package measure reads measurement files of one-process and split serving and
// sums them up: medians per cell and their ratio.
package measure

import "fmt"

// Mode is how a measurement was served.
type Mode uint8

// The modes.
const (
	Aggregated    Mode = iota // prefill and decode in one process
	Disaggregated             // prefill and decode apart, KV moved between them
)

// String returns the mode's name in files: agg or disagg.
func (m Mode) String() string {
	switch m {
	case Aggregated:
		return "agg"
	case Disaggregated:
		return "disagg"
	}
	return fmt.Sprintf("Mode(%d)", uint8(m))
}

// Sample is one line of a measurement file: one repetition of one cell.
type Sample struct {
	Mode   Mode    // one process or split
	Input  int     // prompt length, tokens (the lab's source counts words)
	Conc   int     // requests in flight
	Rep    int     // which repetition; medians do not look at it
	TTFTMS float64 // median time to first token of the repetition, ms
}
