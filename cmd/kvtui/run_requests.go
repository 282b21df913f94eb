package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"

	"kvtui/core/sim"
)

// requestWriter writes the times of requests as they end.
type requestWriter struct {
	csv *csv.Writer
	row []string
}

func newRequestWriter(w io.Writer) *requestWriter {
	r := &requestWriter{csv: csv.NewWriter(w)}
	r.put(
		"request", "worker", "decode_worker", "arrived_ms", "queue_ms", "prefill_ms", "transfer_ms", "ttft_ms", "itl_ms", "end_to_end_ms",
		"prompt_tokens", "cached_tokens", "loaded_tokens", "computed_tokens", "moved_tokens", "output_tokens", "preemptions", "outcome",
	)
	return r
}

// put writes a row. Its error comes with close's.
func (r *requestWriter) put(cells ...string) { _ = r.csv.Write(cells) }

// write adds a request. A time that never came is empty.
func (r *requestWriter) write(t *sim.Times) {
	r.row = r.row[:0]
	r.whole(t.Request, t.Worker)
	if t.Decode < 0 {
		r.row = append(r.row, "")
	} else {
		r.whole(t.Decode)
	}
	r.ms(t.Arrived, t.Queue(), t.Prefill(), t.Transfer(), t.TTFT())
	if gap, ok := t.ITL(); ok {
		r.ms(int64(gap))
	} else {
		r.row = append(r.row, "")
	}
	r.ms(t.EndToEnd())
	r.whole(t.Prompt, t.Cached, t.Loaded, t.Computed, t.Moved, t.Output, t.Preempted)
	r.put(append(r.row, causeWord(t.Cause))...)
}

func (r *requestWriter) whole(numbers ...int32) {
	for _, n := range numbers {
		r.row = append(r.row, strconv.Itoa(int(n)))
	}
}

func (r *requestWriter) ms(nanos ...int64) {
	const perMS, decimals = 1e6, 6
	for _, ns := range nanos {
		cell := ""
		if ns >= 0 {
			cell = strconv.FormatFloat(float64(ns)/perMS, 'f', decimals, 64)
		}
		r.row = append(r.row, cell)
	}
}

// close ends the file.
func (r *requestWriter) close(name string) error {
	r.csv.Flush()
	if err := r.csv.Error(); err != nil {
		return fmt.Errorf("write the requests: %w", fileError(name, err))
	}
	return nil
}

// causes are how requests end, served ones first.
func causes() []sim.Cause { return []sim.Cause{sim.Served, sim.TooLong, sim.WorkerDown} }

func causeWord(c sim.Cause) string {
	switch c {
	case sim.Served:
		return "served"
	case sim.TooLong:
		return "too_long"
	case sim.WorkerDown:
		return "worker_down"
	}
	return fmt.Sprintf("cause_%d", c)
}
