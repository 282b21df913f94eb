package main_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"
	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
)

// patience is how long a person waits for what ought to happen. It is long
// because tests share their cores.
const patience = 20 * time.Second

// terminal is a pty with a terminal emulator on it and a program in it.
type terminal struct {
	testing.TB

	master *os.File
	slave  *os.File // kept open, to resize and to read its modes at the end
	before *term.State
	em     *vt.SafeEmulator
	cmd    *exec.Cmd
	exited chan struct{} // closed once the program has ended

	mu  sync.Mutex
	raw []byte // all that the program wrote
}

// open starts a program in a terminal of w by h cells, until the test ends.
// It sees no environment but a terminal's, and env.
func open(t testing.TB, w, h int, env []string, name string, args ...string) *terminal {
	t.Helper()
	master, slave, err := pty.Open()
	if err != nil {
		t.Fatalf("open a pty: %v", err)
	}
	p := &terminal{TB: t, master: master, slave: slave, em: vt.NewSafeEmulator(w, h), exited: make(chan struct{})}
	p.resize(w, h)
	p.before = p.modes()
	p.cmd = exec.CommandContext(t.Context(), name, args...)
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = slave, slave, slave
	p.cmd.Env = append([]string{"TERM=xterm-256color", "LANG=C.UTF-8", "PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir()}, env...)
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := p.cmd.Start(); err != nil {
		t.Fatalf("start %s: %v", name, err)
	}
	var ends sync.WaitGroup
	ends.Go(p.show)
	ends.Go(p.answer)
	ends.Go(func() {
		defer close(p.exited)
		_ = p.cmd.Wait() // the exit code is read from ProcessState
	})
	t.Cleanup(func() { p.close(&ends) })
	return p
}

// show hands what the program writes to the emulator.
func (p *terminal) show() {
	buf := make([]byte, 1<<16)
	for {
		n, err := p.master.Read(buf)
		p.mu.Lock()
		p.raw = append(p.raw, buf[:n]...)
		p.mu.Unlock()
		if _, werr := p.em.Write(buf[:n]); err != nil || werr != nil {
			return
		}
	}
}

// answer hands the emulator's replies to the program, as a terminal does.
func (p *terminal) answer() {
	_, _ = io.Copy(p.master, p.em) // ends when the emulator or the pty is closed
}

func (p *terminal) close(ends *sync.WaitGroup) {
	p.signal(syscall.SIGKILL)
	<-p.exited
	// The pipe, not the emulator: its Close races with a Read under way.
	if in, ok := p.em.InputPipe().(io.Closer); ok {
		_ = in.Close()
	}
	if err := errors.Join(p.slave.Close(), p.master.Close()); err != nil {
		p.Errorf("close the pty: %v", err)
	}
	ends.Wait()
}

func (p *terminal) modes() *term.State {
	p.Helper()
	s, err := term.GetState(p.slave.Fd())
	if err != nil {
		p.Fatalf("read the terminal's modes: %v", err)
	}
	return s
}

// resize changes the size of the window; the program is told by SIGWINCH.
func (p *terminal) resize(w, h int) {
	p.Helper()
	p.em.Resize(w, h)
	if err := pty.Setsize(p.slave, &pty.Winsize{Cols: uint16(w), Rows: uint16(h)}); err != nil {
		p.Fatalf("resize to %dx%d: %v", w, h, err)
	}
}

// signal sends a signal; to a program that has ended it does nothing.
func (p *terminal) signal(s os.Signal) {
	if err := p.cmd.Process.Signal(s); err != nil && !errors.Is(err, os.ErrProcessDone) {
		p.Errorf("send %v: %v", s, err)
	}
}

// press sends the bytes of keys.
func (p *terminal) press(keys string) {
	p.Helper()
	if _, err := p.master.WriteString(keys); err != nil {
		p.Fatalf("press %q: %v", keys, err)
	}
}

// drag moves the mouse with its left button down, in SGR's bytes.
func (p *terminal) drag(x0, y0, x1, y1 int) {
	p.Helper()
	p.press(fmt.Sprintf("\x1b[<0;%d;%dM\x1b[<32;%d;%dM", x0+1, y0+1, (x0+x1)/2+1, (y0+y1)/2+1))
	p.press(fmt.Sprintf("\x1b[<32;%d;%dM\x1b[<0;%d;%dm", x1+1, y1+1, x1+1, y1+1))
}

// screen returns what the terminal shows.
func (p *terminal) screen() string { return ansi.Strip(p.em.Render()) }

// written returns all bytes that the program wrote so far.
func (p *terminal) written() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return string(p.raw)
}

// until waits for a condition and reports whether it came true.
func (p *terminal) until(ok func() bool) bool {
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if ok() {
			return true
		}
	}
	return ok()
}

// see waits until every text is on the screen.
func (p *terminal) see(texts ...string) {
	p.Helper()
	for _, s := range texts {
		if !p.until(func() bool { return strings.Contains(p.screen(), s) }) {
			p.Fatalf("%q does not appear on:\n%s", s, p.screen())
		}
	}
}

// row returns one row of the screen, 0 the first.
func (p *terminal) row(y int) string { return strings.Split(p.screen(), "\n")[y] }

// cell returns what stands in a column of a row.
func cell(row string, x int) string { return ansi.Strip(ansi.Cut(row, x, x+1)) }

// find returns the first cell of a text on the screen.
func (p *terminal) find(text string) (x, y int) {
	p.Helper()
	p.see(text)
	for y, line := range strings.Split(p.screen(), "\n") {
		if before, _, ok := strings.Cut(line, text); ok {
			return ansi.StringWidth(before), y
		}
	}
	p.Fatalf("%q left the screen:\n%s", text, p.screen())
	return 0, 0
}

// quiet waits until nothing has been written for a while, and returns how
// much has been written by then.
func (p *terminal) quiet() int {
	p.Helper()
	n := -1
	if !p.until(func() bool {
		was := n
		n = len(p.written())
		time.Sleep(300 * time.Millisecond)
		return n == was
	}) {
		p.Fatal("the program never rests")
	}
	return n
}

// ended waits for the program and returns its exit code.
func (p *terminal) ended() int {
	p.Helper()
	select {
	case <-p.exited:
		return p.cmd.ProcessState.ExitCode()
	case <-time.After(patience):
		p.Fatalf("the program does not end; it shows:\n%s", p.screen())
		return -1
	}
}

// quits presses q, after which the program must end well and leave the terminal
// as it was.
func (p *terminal) quits() {
	p.Helper()
	p.press("q")
	if code := p.ended(); code != 0 {
		p.Errorf("q: exit code %d\n%s", code, p.screen())
	}
	p.restored()
}

// restored fails the test unless the terminal is as it was before the
// program: line modes, screen, cursor, mouse, paste.
func (p *terminal) restored() {
	p.Helper()
	if !p.until(func() bool { return len(leftOn(p.written())) == 0 && !p.em.IsAltScreen() }) {
		p.Errorf("modes left on: %v, second screen: %v", leftOn(p.written()), p.em.IsAltScreen())
	}
	if !p.until(func() bool { return reflect.DeepEqual(p.modes(), p.before) }) {
		p.Errorf("line modes %+v, before the program %+v", p.modes(), p.before)
	}
}

// leftOn returns the private modes that a stream of bytes leaves other than a
// terminal has them at first: of all that are used, the cursor (25) and the
// wrap at the margin (7) are on, the others off.
func leftOn(stream string) []string {
	on := map[string]bool{"7": true, "25": true}
	for _, m := range regexp.MustCompile(`\x1b\[\?([0-9;]+)([hl])`).FindAllStringSubmatch(stream, -1) {
		for n := range strings.SplitSeq(m[1], ";") {
			on[n] = m[2] == "h"
		}
	}
	var left []string
	for n, set := range on {
		if set != (n == "7" || n == "25") {
			left = append(left, n)
		}
	}
	slices.Sort(left)
	return left
}
