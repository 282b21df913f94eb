package views

import (
	"fmt"
	"strings"
	"testing"

	"kvtui/core/scenario"
	"kvtui/views/state"
)

// TestCommonHasOneName holds tree and grid against each other where all prompts
// begin with the same blocks: at the first request they are one run with what
// follows, later a run of their own.
func TestCommonHasOneName(t *testing.T) {
	f, err := scenario.Builtin("common-prefix")
	if err != nil {
		t.Fatal(err)
	}
	s := newSession(t, state.Of("common-prefix", f), nil)
	u := cachesOf(t, s, look("dark", false), 120, 36)
	first := groupName(s.Set(), s.Set().Requests[0].Group)
	u.jumpTo(s.run.line.End(0))
	u.worker(t, s)
	u.See(fmt.Sprintf("common + %s  ", first))
	u.jumpTo(s.run.line.Len())
	u.worker(t, s)
	u.See(fmt.Sprintf("common  %d blk", s.Set().Common), "common on W")
	u.SeeNot(fmt.Sprintf("P00  %d bl", s.Set().Common))
}

// worker moves to the worker that request 1 went to.
func (u *keeper) worker(t testing.TB, s *Session) {
	t.Helper()
	for w := range s.run.served {
		if len(s.run.served[w]) > 0 && s.run.served[w][0] == 0 {
			u.v.worker = w
			u.Key("z", "z", "z") // draws anew
			return
		}
	}
	t.Fatal("nobody served request 1")
}

// TestHiddenWorkersAreCounted holds the count against the columns in view.
func TestHiddenWorkersAreCounted(t *testing.T) {
	for _, size := range [][2]int{{40, 12}, {80, 24}, {120, 36}, {200, 60}} {
		for _, workers := range []int{1, 8, 64, 300} {
			u := cachesOf(t, newSession(t, lab(kv, workers, 300), nil), look("dark", false), size[0], size[1])
			if hidden := workers - u.v.grid.drawn.cols; hidden > 0 {
				u.See(fmt.Sprintf("+%d", hidden))
			} else if strings.Contains(u.Screen(), "+") {
				t.Errorf("%v, %d workers: nothing is hidden:\n%s", size, workers, u.Screen())
			}
		}
	}
	u := cachesOf(t, newSession(t, lab(kv, 64, 300), nil), look("dark", false), 80, 24)
	u.See(fmt.Sprintf("+%d workers", 64-u.v.grid.drawn.cols))
}
