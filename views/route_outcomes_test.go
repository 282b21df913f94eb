package views

import (
	"strings"
	"testing"
)

// TestNoLabWordWhereItMisleads: a finite cache loses blocks, so a prefix that
// went to its worker before may find nothing there.
func TestNoLabWordWhereItMisleads(t *testing.T) {
	for _, capacity := range []int{0, 20} {
		st := lab(kv, 2, 0)
		st.Capacity = capacity
		u := open(t, st, nil)
		u.Key("G")
		for _, word := range []string{"HIT ", "MISS", "NEW "} {
			if got := strings.Contains(u.Screen(), word); capacity > 0 && got {
				t.Errorf("capacity %d: %q on screen", capacity, word)
			} else if word == "HIT " && capacity == 0 && !got {
				t.Errorf("no %q where caches keep all", word)
			}
		}
	}
}
