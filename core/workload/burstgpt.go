package workload

import (
	"fmt"
	"math"
	"strconv"
)

// The columns of BurstGPT's traces, by columnKey; older releases have no
// session. Source: HPMLL/BurstGPT, README.md.
const (
	burstStamp   = "timestamp"
	burstInput   = "requesttokens"
	burstOutput  = "responsetokens"
	burstSession = "sessionid"
)

// burstGPT reads a row of BurstGPT's tables: seconds and two lengths. A
// response of no token is a failure; its prompt was sent all the same.
func (t *Reader) burstGPT(line []byte) (e entry, err error) {
	r, err := t.record(line)
	if err != nil {
		return e, err
	}
	s := r.text(burstStamp)
	seconds, err := strconv.ParseFloat(s, 64)
	if err != nil || !(seconds >= 0 && seconds <= maxSeconds) {
		return e, fmt.Errorf("%s is %.40q: accepted are seconds from 0 to %d", burstStamp, s, int64(maxSeconds))
	}
	e.stamp, e.stamped = int64(math.Round(seconds*nsPerSecond)), true
	if e.Tokens, err = r.tokens(burstInput); err != nil {
		return e, err
	}
	if e.Output, err = r.tokens(burstOutput); err != nil {
		return e, err
	}
	if e, err = t.lengths(e, r.text(burstSession)); err == nil && e.Output == 0 {
		t.counts.Failed++
	}
	return e, err
}
