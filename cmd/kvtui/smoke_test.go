package main_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
)

// build builds the program as a person would run it.
func build(t testing.TB) binary {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "kvtui")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", bin, ".").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return binary(bin)
}

// binary is the path of the program.
type binary string

// stage opens the program on the lab and waits for its first frame.
func (bin binary) stage(t testing.TB, w, h int, env ...string) *terminal {
	t.Helper()
	p := open(t, w, h, env, string(bin))
	p.see("[1 Route]", "0/72")
	return p
}

// TestBinary plays a person at a terminal against the real program.
func TestBinary(t *testing.T) {
	t.Parallel()
	bin := build(t)
	t.Run("steps, drags and quits", bin.stepsDragsQuits)
	t.Run("drags a slider", bin.dragsSlider)
	t.Run("ends by ctrl+c", bin.endsByCtrlC)
	t.Run("ends by signals", bin.endsBySignals)
	t.Run("suspends by ctrl+z", bin.suspends)
	t.Run("rests in silence", bin.rests)
	t.Run("saves a scenario and opens it", bin.savesAScenario)
	t.Run("reads a trace on screen", bin.readsATrace)
	t.Run("lives through sizes", bin.livesThroughSizes)
	t.Run("sends no colour under NO_COLOR", bin.sendsNoColour)
	t.Run("prints text without a terminal", bin.printsText)
	t.Run("asks a dumb terminal nothing", bin.asksNothing)
}

func (bin binary) stepsDragsQuits(t *testing.T) {
	t.Parallel()
	p := bin.stage(t, 80, 24)
	// 1049: second screen; 1002 and 1006: drags, in SGR's bytes; 25: no cursor.
	for _, mode := range []string{"1049", "1002", "1006", "25"} {
		if on := leftOn(p.written()); !slices.Contains(on, mode) {
			t.Errorf("mode %s is not changed while the program runs, only %v", mode, on)
		}
	}
	if reflect.DeepEqual(p.modes(), p.before) {
		t.Error("the line is not in raw mode while the program runs")
	}
	p.press("n")
	p.see(" 1/72", "#1 is done")
	p.press(".")
	p.see("#2  prefix")
	x, y := p.find("├")
	p.drag(x+2, y, x+36, y)
	p.quiet()
	at := regexp.MustCompile(`(\d+)/72`).FindStringSubmatch(p.screen())
	if len(at) == 0 {
		t.Fatalf("the drag lost the timeline:\n%s", p.screen())
	}
	if n, err := strconv.Atoi(at[1]); err != nil || n < 30 || n > 42 {
		t.Errorf("a drag to the middle of the timeline goes to request %s of 72", at[1])
	}
	p.quits()
}

func (bin binary) dragsSlider(t *testing.T) {
	t.Parallel()
	p := open(t, 80, 24, nil, string(bin), "--screen", "cost")
	p.see("bandwidth")
	x, y := p.find("bandwidth")
	before := p.row(y)
	handle := x + ansi.StringWidth(before[strings.Index(before, "bandwidth"):strings.Index(before, "●")])
	p.drag(handle, y, handle+15, y)
	p.quiet()
	if after := p.row(y); after == before || cell(after, handle+15) != "●" {
		t.Errorf("a drag by 15 cells from column %d:\n%s\n%s", handle, before, after)
	}
	p.quits()
}

func (bin binary) asksNothing(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"--help"}, {"cost", "--help"}, {"help", "cost"}} {
		p := open(t, 80, 24, []string{"TERM=dumb"}, string(bin), args...)
		if code := p.ended(); code != 0 {
			t.Errorf("%q: exit code %d", args, code)
		}
		shown := p.until(func() bool {
			return strings.Contains(p.written(), "for cost") || strings.Contains(p.written(), "for kvtui")
		})
		if out := p.written(); !shown || strings.Contains(out, "\x1b") {
			t.Errorf("%q: %q", args, out)
		}
	}
}

func (bin binary) endsByCtrlC(t *testing.T) {
	t.Parallel()
	p := bin.stage(t, 80, 24)
	p.press(" ") // in motion, which is harder to end
	p.press("\x03")
	if code := p.ended(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	p.restored()
}

func (bin binary) endsBySignals(t *testing.T) {
	t.Parallel()
	for _, sig := range []os.Signal{syscall.SIGTERM, os.Interrupt, syscall.SIGHUP} {
		p := bin.stage(t, 80, 24)
		p.press(" ")
		p.signal(sig)
		if code := p.ended(); code != 1 {
			t.Errorf("%v: exit code %d", sig, code)
		}
		p.see("kvtui: interrupted")
		p.restored()
	}
}

// A shell with job control has to be the parent: the kernel does not stop a
// program that nobody could wake.
func (bin binary) suspends(t *testing.T) {
	t.Parallel()
	const shell = `"$0"; echo "stopped as $?"; read wait; fg >/dev/null; echo "ended as $?"`
	p := open(t, 80, 24, nil, "sh", "-m", "-c", shell, string(bin))
	p.see("[1 Route]")
	p.press("n")
	p.see(" 1/72")
	p.press("\x1a")
	p.see("stopped as " + strconv.Itoa(128+int(syscall.SIGTSTP)))
	p.restored()
	p.press("\n")
	p.see("[1 Route]", " 1/72")
	if !p.em.IsAltScreen() {
		t.Error("not on the second screen again")
	}
	p.press("n")
	p.see(" 2/72")
	p.press("q")
	p.see("ended as 0")
	p.ended()
	p.restored()
}

func (bin binary) rests(t *testing.T) {
	t.Parallel()
	p := bin.stage(t, 80, 24)
	rest := func(when string) {
		t.Helper()
		before := p.quiet()
		time.Sleep(2 * time.Second)
		if n := len(p.written()) - before; n != 0 {
			t.Errorf("%s: %d bytes in 2 s of rest: %q", when, n, p.written()[before:])
		}
	}
	rest("at the start")
	p.press("n")
	p.see(" 1/72")
	rest("after a request")
}

func (bin binary) livesThroughSizes(t *testing.T) {
	t.Parallel()
	p := bin.stage(t, 80, 24)
	p.press(" ")
	for _, size := range [][2]int{{40, 12}, {1, 1}, {200, 60}, {39, 11}, {300, 100}, {3, 50}, {120, 2}, {80, 24}} {
		p.resize(size[0], size[1])
		time.Sleep(100 * time.Millisecond)
		if size[0] >= 40 && size[1] >= 12 {
			p.see("[1 Route]")
		}
	}
	p.see("[1 Route]", "/72")
	p.quits()
}

func (bin binary) sendsNoColour(t *testing.T) {
	t.Parallel()
	for _, value := range []string{"1", "yes", "0"} {
		p := bin.stage(t, 80, 24, "NO_COLOR="+value, "COLORTERM=truecolor")
		p.press("n")
		p.see(" 1/72")
		p.press("q")
		p.ended()
		if c := colours(p.written()); len(c) > 0 {
			t.Errorf("NO_COLOR=%s sends colour: %q", value, c[0])
		}
	}
	// The same check must see colour where there is some.
	if p := bin.stage(t, 80, 24, "COLORTERM=truecolor"); len(colours(p.written())) == 0 {
		t.Error("no colour without NO_COLOR")
	}
}

// colours returns the sequences of a stream that set a colour.
func colours(stream string) []string {
	var found []string
	for _, m := range regexp.MustCompile(`\x1b\[([0-9;:]*)m`).FindAllStringSubmatch(stream, -1) {
		for n := range strings.FieldsFuncSeq(m[1], func(r rune) bool { return r == ';' || r == ':' }) {
			if v, err := strconv.Atoi(n); err == nil && (v >= 30 && v <= 48 && v != 39 || v >= 90 && v <= 107) {
				found = append(found, m[0])
				break
			}
		}
	}
	return found
}

func (bin binary) printsText(t *testing.T) {
	t.Parallel()
	const heading, row = "hit rate", "kv-events"
	check := func(what, out string) {
		t.Helper()
		if !strings.Contains(out, heading) || !strings.Contains(out, row) || strings.ContainsRune(out, '\x1b') {
			t.Errorf("%s: no table in plain text:\n%q", what, out)
		}
	}
	out, err := exec.CommandContext(t.Context(), string(bin)).CombinedOutput()
	if err != nil {
		t.Errorf("no terminal at all: %v", err)
	}
	check("no terminal at all", string(out))

	for what, redirect := range map[string]string{"stdin not a terminal": "</dev/null", "stdout not a terminal": ">out"} {
		dir := t.TempDir()
		p := open(t, 120, 40, nil, "sh", "-c", fmt.Sprintf(`cd "$1" && "$0" %s`, redirect), string(bin), dir)
		if code := p.ended(); code != 0 {
			t.Errorf("%s: exit code %d", what, code)
		}
		if redirect == ">out" {
			got, err := os.ReadFile(filepath.Join(dir, "out"))
			if err != nil {
				t.Fatal(err)
			}
			check(what, string(got))
			continue
		}
		p.see(row)
		check(what, p.written())
	}

	p := open(t, 120, 40, []string{"TERM=dumb"}, string(bin))
	if code := p.ended(); code != 0 {
		t.Errorf("TERM=dumb: exit code %d", code)
	}
	p.see(row)
	check("TERM=dumb", p.written())
}
