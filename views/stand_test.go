package views

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"kvtui/core/scenario"
	"kvtui/core/workload"
	"kvtui/ui"
	"kvtui/ui/drive"
	"kvtui/views/state"
)

// stand is a person before the stage.
type stand struct {
	*drive.User
	s *Session
	v *Route
}

func look(theme string, ascii bool) ui.Config {
	return ui.Config{Name: "kvtui", Dark: true, Theme: theme, ASCII: ascii}
}

// newSession opens a state; set is nil for the lab.
func newSession(t testing.TB, st state.State, set *workload.Set) *Session {
	t.Helper()
	s, err := NewSession(t.Context(), st, set)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// before puts a person before the stage of a session.
func before(t testing.TB, s *Session, cfg ui.Config, w, h int) *stand {
	t.Helper()
	v := NewRoute(s)
	cfg.Screens, cfg.Actions = []ui.Slot{{Key: "1", Screen: v}}, s.Global()
	return &stand{drive.Start(t, cfg, w, h), s, v}
}

// open is a person before a state at 120 by 40 cells.
func open(t testing.TB, st state.State, set *workload.Set) *stand {
	t.Helper()
	return before(t, newSession(t, st, set), look("dark", false), 120, 40)
}

// lab is the lab's stream under a mode, at a step.
func lab(mode scenario.Mode, workers, step int) state.State {
	st := state.Default("")
	st.Scenario = st.With(mode)
	st.Workers, st.Step = workers, step
	return st
}

var kv = scenario.Mode{Strategy: "kv"}

// request14 is the state that the design draws: request 14 of the lab has
// reused its prefix and computes its tail.
func request14(t testing.TB) state.State {
	t.Helper()
	st := state.Default("")
	line := newSession(t, st, nil).run.line
	st.Step = line.Start(13) + 4
	return st
}

// trace writes a small trace in Mooncake's format: all prompts share their
// first block, the second has nothing else and so no group, one is shorter
// than a block, and one is a chain of 250 blocks.
func trace(t testing.TB) (state.State, *workload.Set) {
	t.Helper()
	var b strings.Builder
	line := func(tokens int, ids ...int) {
		fmt.Fprintf(&b, `{"timestamp": 0, "input_length": %d, "output_length": 10, "hash_ids": %s}`+"\n",
			tokens, strings.ReplaceAll(fmt.Sprint(ids), " ", ", "))
	}
	long := []int{0}
	for i := range 249 {
		long = append(long, 100+i)
	}
	line(3*512+7, 0, 1, 2, 3)
	line(600, 0, 9)
	line(250*512+1, append(long, 999)...)
	line(4*512, 0, 1, 2, 5)
	line(250*512+1, append(long, 999)...)
	for i := range 30 {
		line(5*512+40, 0, 1+i%4*10, 2, 3, 400+i, 5)
	}
	return readTrace(t, b.String())
}

// shortTrace is a trace whose second prompt is shorter than a block.
func shortTrace(t testing.TB) (state.State, *workload.Set) {
	t.Helper()
	return readTrace(t, `{"input_length": 1100, "output_length": 1, "hash_ids": [0, 1, 2]}
{"input_length": 300, "output_length": 1, "hash_ids": [7]}
`)
}

func readTrace(t testing.TB, text string) (state.State, *workload.Set) {
	t.Helper()
	st := state.Default("logs/conversation.jsonl")
	set, err := workload.ReadMooncake(strings.NewReader(text), st.Trace.Path, 0)
	if err != nil {
		t.Fatal(err)
	}
	return st, set
}

// rest ends what moves and what covers the stage.
func (u *stand) rest() {
	u.Key("esc", "esc", "esc")
	if u.s.Playing() {
		u.Key("space")
	}
	u.Advance(10 * time.Second)
}

// jumpTo puts the stage at a step and draws it.
func (u *stand) jumpTo(step int) {
	u.s.seek(step)
	u.Send(tea.ResumeMsg{})
}

// fits checks that a frame fills its window to the cell.
func fits(t testing.TB, frame string, w, h int, ascii bool) {
	t.Helper()
	lines := strings.Split(frame, "\n")
	if h > 0 && len(lines) != h {
		t.Fatalf("%dx%d: %d lines", w, h, len(lines))
	}
	for i, l := range lines {
		if n := ansi.StringWidth(l); n != w && h > 0 {
			t.Fatalf("%dx%d: line %d is %d wide: %q", w, h, i, n, l)
		}
	}
	if i := strings.IndexFunc(frame, func(r rune) bool { return r >= 0x80 }); ascii && i >= 0 {
		t.Fatalf("%dx%d: not ASCII at %q", w, h, frame[i:min(len(frame), i+8)])
	}
}
