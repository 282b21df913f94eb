package ui_test

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"kvtui/ui"
)

func benchShell(cfg ui.Config) *ui.Shell {
	cfg.Env = func(string) string { return "" }
	cfg.After = func(time.Duration, tea.Msg) tea.Cmd { return nil }
	s := ui.NewShell(cfg)
	s.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	s.View()
	return s
}

func TestUnchangedFrameAllocatesNothing(t *testing.T) {
	s := benchShell(config(&stub{name: "Route"}))
	if n := testing.AllocsPerRun(100, func() { s.View() }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// Budget: 2 us, 0 allocations.
func BenchmarkFrameUnchanged(b *testing.B) {
	s := benchShell(config(&stub{name: "Route"}))
	b.ReportAllocs()
	for b.Loop() {
		s.View()
	}
}

// Budget: 1 ms, 300 allocations, of which the screen needs its part.
func BenchmarkFrameAfterKey(b *testing.B) {
	s := benchShell(config(&stub{name: "Route"}, &stub{name: "Cost"}))
	key := tea.KeyPressMsg{Code: tea.KeyTab}
	b.ReportAllocs()
	for b.Loop() {
		s.Update(key)
		s.View()
	}
}
