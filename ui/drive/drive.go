// Package drive plays a user against a shell, for tests: it presses keys,
// clicks, drags and waits, and reads the screen. User runs the shell in
// process with a clock of its own; Term runs it as a program in a terminal
// emulator.
package drive

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"kvtui/ui"
)

// User is a person before a shell. Its clock stands still but for Advance.
type User struct {
	// Copied is the text last put on the clipboard.
	Copied string
	// Gone is set once the shell has quit.
	Gone bool
	// Frames counts the frames that differed from the one before.
	Frames int

	t       testing.TB
	sh      *ui.Shell
	now     time.Time
	pending []alarm
	last    string
}

type alarm struct {
	due time.Time
	msg tea.Msg
}

// Start opens a shell of w by h cells. Config's clock is replaced by the
// user's, and its environment is empty unless given.
func Start(t testing.TB, cfg ui.Config, w, h int) *User {
	t.Helper()
	u := newUser(t)
	cfg.Now = func() time.Time { return u.now }
	cfg.After = u.after
	if cfg.Env == nil {
		cfg.Env = func(string) string { return "" }
	}
	u.begin(ui.NewShell(cfg), w, h)
	return u
}

// Open puts a person before the shell that a program makes, given the After of
// its Config, so that what comes later comes by the user's clock.
func Open(t testing.TB, made func(after func(time.Duration, tea.Msg) tea.Cmd) *ui.Shell, w, h int) *User {
	t.Helper()
	u := newUser(t)
	u.begin(made(u.after), w, h)
	return u
}

func newUser(t testing.TB) *User {
	t.Helper()
	return &User{t: t, now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
}

func (u *User) begin(sh *ui.Shell, w, h int) {
	u.t.Helper()
	u.sh = sh
	u.run(sh.Init())
	u.Resize(w, h)
}

// Shell returns what is driven, to ask for its actions.
func (u *User) Shell() *ui.Shell { return u.sh }

// Send gives the shell any message and runs the commands that it returns.
func (u *User) Send(msg tea.Msg) {
	u.t.Helper()
	_, cmd := u.sh.Update(msg)
	if f := u.sh.View().Content; f != u.last {
		u.last = f
		u.Frames++
	}
	u.run(cmd)
}

// Key presses keys, named as Bubble Tea names them: "a", "?", "space",
// "enter", "shift+tab", "ctrl+l".
func (u *User) Key(names ...string) {
	u.t.Helper()
	for _, n := range names {
		u.Send(Press(n))
	}
}

// Type presses a key for each character.
func (u *User) Type(text string) {
	u.t.Helper()
	for _, r := range text {
		u.Send(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
}

// Paste pastes text.
func (u *User) Paste(text string) { u.Send(tea.PasteMsg{Content: text}) }

// Click presses and releases the left button on a cell.
func (u *User) Click(x, y int) {
	u.t.Helper()
	u.Down(x, y)
	u.Up(x, y)
}

// ClickOn clicks the first cell of a text on the screen.
func (u *User) ClickOn(text string) {
	u.t.Helper()
	x, y := u.Find(text)
	u.Click(x, y)
}

// Drag presses at one cell, moves cell by cell to another, and releases.
func (u *User) Drag(x0, y0, x1, y1 int) {
	u.t.Helper()
	u.Down(x0, y0)
	n := max(abs(x1-x0), abs(y1-y0))
	for i := 1; i <= n; i++ {
		u.Move(x0+(x1-x0)*i/n, y0+(y1-y0)*i/n)
	}
	u.Up(x1, y1)
}

// Down presses the left button.
func (u *User) Down(x, y int) { u.Send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft}) }

// Move moves the mouse with the left button held.
func (u *User) Move(x, y int) { u.Send(tea.MouseMotionMsg{X: x, Y: y, Button: tea.MouseLeft}) }

// Up releases the left button.
func (u *User) Up(x, y int) { u.Send(tea.MouseReleaseMsg{X: x, Y: y, Button: tea.MouseLeft}) }

// Wheel turns the wheel by n notches, down where n is positive.
func (u *User) Wheel(x, y, n int) {
	u.t.Helper()
	b := tea.MouseWheelDown
	if n < 0 {
		b = tea.MouseWheelUp
	}
	for range abs(n) {
		u.Send(tea.MouseWheelMsg{X: x, Y: y, Button: b})
	}
}

// Resize changes the size of the terminal.
func (u *User) Resize(w, h int) {
	u.t.Helper()
	u.Send(tea.WindowSizeMsg{Width: w, Height: h})
}

// Advance moves the clock on by d, letting ticks come at their times.
func (u *User) Advance(d time.Duration) {
	u.t.Helper()
	end := u.now.Add(d)
	for len(u.pending) > 0 && !u.pending[0].due.After(end) {
		a := u.pending[0]
		u.pending = u.pending[1:]
		u.now = a.due
		u.Send(a.msg)
	}
	u.now = end
}

// Asleep reports whether nothing is waiting for the clock: no tick will come
// until the user does something.
func (u *User) Asleep() bool { return len(u.pending) == 0 }

func (u *User) after(d time.Duration, m tea.Msg) tea.Cmd {
	return func() tea.Msg {
		u.pending = append(u.pending, alarm{u.now.Add(d), m})
		slices.SortStableFunc(u.pending, func(a, b alarm) int { return a.due.Compare(b.due) })
		return nil
	}
}

// run runs a command to its end and hands on what it returns.
func (u *User) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			u.run(c)
		}
	case tea.QuitMsg:
		u.Gone = true
	case tea.SuspendMsg:
		u.Send(tea.ResumeMsg{})
	default:
		u.copied(msg)
		u.Send(msg)
	}
}

// copied notes what tea.SetClipboard carries; its message has no exported name.
func (u *User) copied(msg tea.Msg) {
	if v := reflect.ValueOf(msg); v.Type().Name() == "setClipboardMsg" {
		u.Copied = v.String()
	}
}

// Frame returns the frame with its styles, as the terminal would get it.
func (u *User) Frame() string { return u.sh.View().Content }

// Screen returns the text of the frame, trailing blanks cut.
func (u *User) Screen() string {
	lines := strings.Split(ansi.Strip(u.Frame()), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " ")
	}
	return strings.Join(lines, "\n")
}

func abs(n int) int { return max(n, -n) }
