package sweep

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"kvtui/core/errtext"
)

// Shard is a part of a sweep: every Of-th cell, from the Index-th on. Index
// counts from 1. There may be more shards than cells; some are empty then.
type Shard struct{ Index, Of int }

// Whole is a sweep in one.
func Whole() Shard { return Shard{1, 1} }

// ParseShard reads INDEX/OF.
func ParseShard(s string) (Shard, error) {
	accepted := fmt.Errorf("%s is no shard: accepted are 1/N to N/N, N up to %d", errtext.Quote(s), MaxCells)
	index, of, ok := strings.Cut(s, "/")
	i, err := strconv.Atoi(index)
	n, err2 := strconv.Atoi(of)
	if out := (Shard{i, n}); ok && errors.Join(err, err2) == nil && out.valid() {
		return out, nil
	}
	return Shard{}, accepted
}

func (s Shard) valid() bool { return s.Of >= 1 && s.Of <= MaxCells && s.Index >= 1 && s.Index <= s.Of }

// String writes the shard as ParseShard reads it.
func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Index, s.Of) }

// cells returns its cells of n.
func (s Shard) cells(n int) []int {
	out := make([]int, 0, n/s.Of+1)
	for i := s.Index - 1; i < n; i += s.Of {
		out = append(out, i)
	}
	return out
}
