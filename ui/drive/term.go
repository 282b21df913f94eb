package drive

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"

	"kvtui/ui"
)

// patience is how long Term waits for what ought to appear.
const patience = 5 * time.Second

// Term is a person before a real program in a terminal emulator: everything
// goes through the bytes that a terminal would see.
type Term struct {
	t    testing.TB
	em   *vt.SafeEmulator
	out  *meter
	p    *tea.Program // to tell it of sizes
	stop context.CancelFunc
	done chan struct{}
	err  error
}

// meter counts the bytes on their way to the terminal.
type meter struct {
	em *vt.SafeEmulator
	mu sync.Mutex
	n  int
}

func (m *meter) Write(p []byte) (int, error) {
	m.mu.Lock()
	m.n += len(p)
	m.mu.Unlock()
	n, err := m.em.Write(p)
	if err != nil {
		return n, fmt.Errorf("write to the terminal: %w", err)
	}
	return n, nil
}

// StartTerm runs a shell in a terminal of w by h cells until the test ends.
func StartTerm(t testing.TB, s *ui.Shell, w, h int) *Term {
	t.Helper()
	em := vt.NewSafeEmulator(w, h)
	// Without a tty nobody turns a line feed into carriage return and line
	// feed; this mode lets the emulator do it.
	if _, err := em.Write([]byte("\x1b[20h")); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	u := &Term{t: t, em: em, out: &meter{em: em}, stop: stop, done: make(chan struct{})}
	made := make(chan struct{})
	opts := ui.RunOptions{
		Profile: colorprofile.TrueColor,
		Program: []tea.ProgramOption{
			tea.WithInput(em), tea.WithOutput(u.out), tea.WithWindowSize(w, h), tea.WithoutSignals(),
			tea.WithEnvironment([]string{"TERM=xterm-256color"}),
			func(p *tea.Program) { u.p = p; close(made) },
		},
	}
	go func() {
		defer close(u.done)
		u.err = ui.Run(ctx, s, opts)
	}()
	t.Cleanup(u.close)
	<-made
	return u
}

func (u *Term) close() {
	// The pipe, not the emulator: its Close races with a Read under way.
	if in, ok := u.em.InputPipe().(io.Closer); ok {
		if err := in.Close(); err != nil {
			u.t.Errorf("close the keyboard: %v", err)
		}
	}
	u.stop()
	select {
	case <-u.done:
	case <-time.After(patience):
		u.t.Error("the program does not end")
		return
	}
	if u.err != nil && !errors.Is(u.err, tea.ErrProgramKilled) {
		u.t.Errorf("the program ended with: %v", u.err)
	}
}

// Key presses keys, named as User.Key takes them.
func (u *Term) Key(names ...string) {
	for _, n := range names {
		if k := Press(n); k.Text != "" {
			u.em.SendText(k.Text)
		} else {
			u.em.SendKey(uv.KeyPressEvent(k))
		}
	}
}

// Click presses and releases the left button.
func (u *Term) Click(x, y int) { u.Drag(x, y, x, y) }

// Drag presses at one cell, moves to another, and releases.
func (u *Term) Drag(x0, y0, x1, y1 int) {
	u.em.SendMouse(uv.MouseClickEvent{X: x0, Y: y0, Button: uv.MouseLeft})
	n := max(abs(x1-x0), abs(y1-y0))
	for i := 1; i <= n; i++ {
		u.em.SendMouse(uv.MouseMotionEvent{X: x0 + (x1-x0)*i/n, Y: y0 + (y1-y0)*i/n, Button: uv.MouseLeft})
	}
	u.em.SendMouse(uv.MouseReleaseEvent{X: x1, Y: y1, Button: uv.MouseLeft})
}

// Resize changes the size of the terminal.
func (u *Term) Resize(w, h int) {
	u.em.Resize(w, h)
	u.p.Send(tea.WindowSizeMsg{Width: w, Height: h})
}

// Screen returns what the terminal shows, trailing blanks cut.
func (u *Term) Screen() string {
	lines := strings.Split(ansi.Strip(u.em.Render()), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " \r")
	}
	return strings.Join(lines, "\n")
}

// See waits until every text is on the screen.
func (u *Term) See(texts ...string) {
	u.t.Helper()
	for _, s := range texts {
		if !u.wait(func() bool { return strings.Contains(u.Screen(), s) }) {
			u.t.Fatalf("%q does not appear:\n%s", s, u.Screen())
		}
	}
}

// Bytes returns how many bytes were written to the terminal so far.
func (u *Term) Bytes() int {
	u.out.mu.Lock()
	defer u.out.mu.Unlock()
	return u.out.n
}

// AltScreen reports whether the terminal shows its second screen.
func (u *Term) AltScreen() bool { return u.em.IsAltScreen() }

// Ended waits for the program to end and reports whether it did.
func (u *Term) Ended() bool {
	select {
	case <-u.done:
		return true
	case <-time.After(patience):
		return false
	}
}

func (u *Term) wait(ok func() bool) bool {
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if ok() {
			return true
		}
	}
	return ok()
}
