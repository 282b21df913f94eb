package workload

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kvtui/core/block"
)

// TestLate holds that a set is in order of arrival where all have stamps, equal
// ones in that of the file, and that a stream tells what it found.
func TestLate(t *testing.T) {
	line := func(ms, tokens int) string {
		return fmt.Sprintf(`{"timestamp": %d, "input_length": %d, "hash_ids": []}`+"\n", ms, tokens)
	}
	s := read(t, line(20, 1)+line(10, 2)+line(20, 3)+line(10, 4)+line(30, 5), Options{})
	var order []int
	var at []int64
	for i, r := range s.Requests {
		if r.Index != i {
			t.Errorf("request %d has number %d", i, r.Index)
		}
		order, at = append(order, r.Tokens), append(at, r.At/1e6)
	}
	if !slices.Equal(order, []int{2, 4, 1, 3, 5}) || !slices.Equal(at, []int64{0, 0, 10, 10, 20}) || s.Counts.Late != 2 || !s.Stamped() {
		t.Errorf("order %v at %v ms, counts %+v", order, at, s.Counts)
	}
	var many strings.Builder
	for i := range 100 {
		many.WriteString(line(50-i/50, i))
	}
	for i, r := range read(t, many.String(), Options{}).Requests {
		if r.Tokens != (i+50)%100 {
			t.Fatalf("request %d is %+v: equal stamps changed their order", i, r)
		}
	}
	s = read(t, line(20, 1)+line(10, 2)+`{"input_length": 3, "hash_ids": []}`, Options{})
	if s.Requests[0].Tokens != 1 || s.Stamped() {
		t.Errorf("sorted without a stamp on every line: %+v", s.Requests)
	}
}

// TestSetStamped holds that a set has stamps where every request has one.
func TestSetStamped(t *testing.T) {
	if s := read(t, mooncakeLine+"\n"+strings.Replace(mooncakeLine, "27", "47", 1), Options{}); !Stamped(s) || s.Requests[1].At != 20_000_000 {
		t.Errorf("stamped requests are %+v", s.Requests)
	}
	if s := read(t, mooncakeLine+"\n"+`{"input_length": 3, "hash_ids": []}`, Options{}); Stamped(s) {
		t.Errorf("a request without a stamp is among %+v", s.Requests)
	}
	if Stamped(DefaultLab()) {
		t.Error("the lab has stamps")
	}
}

// TestNamesAlone holds that the names of blocks that no ids stand for differ
// from all others, and those of ids do not depend on what is between them.
func TestNamesAlone(t *testing.T) {
	with := read(t, `{"input_length": 1024}
{"input_length": 1024, "hash_ids": [1, 2]}
{"input_length": 1536, "hash_ids": [1]}
{"input_length": 1024, "hash_ids": [1, 2]}`, Options{})
	if want := block.Names([]int64{1, 2}, 1); !slices.Equal(with.Names(1), want) || !slices.Equal(with.Names(3), want) {
		t.Errorf("names are %v, want %v", with.Names(1), want)
	}
	seen := map[block.Name]bool{}
	for _, i := range []int{0, 1, 2} {
		for j, n := range with.Names(i) {
			if seen[n] != (i == 2 && j == 0) {
				t.Errorf("name %d of request %d: seen before is %v", j, i, seen[n])
			}
			seen[n] = true
		}
	}
}
