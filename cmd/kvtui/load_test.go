package main

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"kvtui/views/state"
)

// TestEveryScreenWaitsForATrace draws each screen before its trace is there,
// and after.
func TestEveryScreenWaitsForATrace(t *testing.T) {
	for _, screen := range state.Screens() {
		t.Run(screen, func(t *testing.T) {
			s, err := parse(words("--trace testdata/conversation_head.jsonl --step 300 --screen "+screen), nil)
			if err != nil {
				t.Fatal(err)
			}
			session, err := open(t.Context(), s)
			if err != nil {
				t.Fatal(err)
			}
			sh := newShell(s, session, nil)
			begun := sh.Init()
			for _, size := range []tea.WindowSizeMsg{{Width: 40, Height: 12}, {Width: 80, Height: 24}, {Width: 120, Height: 40}} {
				sh.Update(size)
				sh.View()
			}
			if screen == state.Route && !strings.Contains(ansi.Strip(sh.View().Content), "Reading conversation_head.jsonl") {
				t.Errorf("the stage shows\n%s", ansi.Strip(sh.View().Content))
			}
			deliver(sh, begun)
			if session.Loading() || session.Step() != 300 || session.Set().Len() != 150 {
				t.Errorf("loading %v, step %d, %d requests", session.Loading(), session.Step(), session.Set().Len())
			}
			for _, size := range []tea.WindowSizeMsg{{Width: 120, Height: 40}, {Width: 80, Height: 24}, {Width: 40, Height: 12}} {
				sh.Update(size)
				sh.View()
			}
		})
	}
}

// deliver does what a shell asked for, and gives it the results; what comes of
// those is left undone.
func deliver(sh tea.Model, cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			deliver(sh, c)
		}
	default:
		sh.Update(msg)
	}
}
