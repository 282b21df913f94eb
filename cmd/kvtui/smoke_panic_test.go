package main_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"kvtui/ui"
)

// broken is a screen that panics where it is told to.
type broken struct {
	where string
	now   bool
}

const brokenEnv = "KVTUI_TEST_BROKEN"

func (s *broken) fail(where string) {
	if s.now && s.where == where {
		panic("broken in " + where)
	}
}

func (s *broken) Title() string                    { return "Broken" }
func (s *broken) Actions() []ui.Action             { return nil }
func (s *broken) Resize(ui.Rect, *ui.Styles)       {}
func (s *broken) Draw(*ui.Canvas)                  { s.fail("draw") }
func (s *broken) Capturing() bool                  { return false }
func (s *broken) Pointer(ui.Pointer, ui.Host) bool { return false }
func (s *broken) Focus(int)                        {}
func (s *broken) Tick(time.Duration, ui.Host) bool { return false }
func (s *broken) Moving() bool                     { return false }
func (s *broken) Deliver(any, ui.Host)             {}
func (s *broken) Key(_ tea.KeyPressMsg, h ui.Host) bool {
	s.now = true
	s.fail("key")
	if s.where == "work" {
		h.Run(func() any { s.fail("work"); return nil })
	}
	return true
}

// TestBrokenProgram is a program, not a test: TestPanicRestoresTheTerminal
// runs it in a terminal.
func TestBrokenProgram(t *testing.T) {
	where := os.Getenv(brokenEnv)
	if where == "" {
		t.Skip("it runs in a terminal only")
	}
	shell := ui.NewShell(ui.Config{Screens: []ui.Slot{{Key: "1", Screen: &broken{where: where}}}})
	if err := ui.Run(context.Background(), shell, ui.RunOptions{}); err != nil {
		fmt.Fprintln(os.Stderr, "ended by:", err)
		os.Exit(1)
	}
}

func TestPanicRestoresTheTerminal(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, where := range []string{"key", "draw", "work"} {
		t.Run(where, func(t *testing.T) {
			p := open(t, 80, 24, []string{brokenEnv + "=" + where}, self, "-test.run=^TestBrokenProgram$")
			p.see("[1 Broken]")
			p.press("b")
			if code := p.ended(); code != 1 {
				t.Errorf("exit code %d", code)
			}
			if !p.until(func() bool { return strings.Contains(p.written(), "ended by:") }) || !strings.Contains(p.written(), "panic") {
				t.Errorf("the end is not told:\n%s", p.screen())
			}
			// In work, the library tells what broke beside the end of the
			// program, which may come first.
			if where != "work" && !strings.Contains(p.written(), "broken in "+where) {
				t.Errorf("the panic is not told:\n%s", p.screen())
			}
			p.restored()
		})
	}
}
