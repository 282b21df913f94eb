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
)

// build builds the program as a person would run it.
func build(t testing.TB) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "kvtui")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", bin, ".").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return bin
}

// stage opens the program on the lab and waits for its first frame.
func stage(t testing.TB, bin string, w, h int, env ...string) *terminal {
	t.Helper()
	p := open(t, w, h, env, bin)
	p.see("[1 Route]", "0/72")
	return p
}

// TestBinary plays a person at a terminal against the real program.
func TestBinary(t *testing.T) {
	bin := build(t)
	for name, test := range map[string]func(*testing.T, string){
		"step, drag and quit":          stepDragQuit,
		"ctrl+c ends it":               ctrlCEnds,
		"SIGTERM ends it":              sigtermEnds,
		"ctrl+z suspends it":           ctrlZSuspends,
		"rests in silence":             restsInSilence,
		"lives through sizes":          livesThroughSizes,
		"NO_COLOR sends no colour":     noColor,
		"prints text without terminal": printsText,
	} {
		t.Run(name, func(t *testing.T) { t.Parallel(); test(t, bin) })
	}
}

func stepDragQuit(t *testing.T, bin string) {
	p := stage(t, bin, 80, 24)
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
	p.press("q")
	if code := p.ended(); code != 0 {
		t.Errorf("q: exit code %d\n%s", code, p.screen())
	}
	p.restored()
}

func ctrlCEnds(t *testing.T, bin string) {
	p := stage(t, bin, 80, 24)
	p.press(" ") // in motion, which is harder to end
	p.press("\x03")
	p.ended()
	p.restored()
}

func sigtermEnds(t *testing.T, bin string) {
	p := stage(t, bin, 80, 24)
	p.press(" ")
	p.signal(syscall.SIGTERM)
	p.ended()
	p.restored()
}

// A shell with job control has to be the parent: the kernel does not stop a
// program that nobody could wake.
func ctrlZSuspends(t *testing.T, bin string) {
	const shell = `"$0"; echo "stopped as $?"; read wait; fg >/dev/null; echo "ended as $?"`
	p := open(t, 80, 24, nil, "sh", "-m", "-c", shell, bin)
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

func restsInSilence(t *testing.T, bin string) {
	p := stage(t, bin, 80, 24)
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

func livesThroughSizes(t *testing.T, bin string) {
	p := stage(t, bin, 80, 24)
	p.press(" ")
	for _, size := range [][2]int{{40, 12}, {1, 1}, {200, 60}, {39, 11}, {300, 100}, {3, 50}, {120, 2}, {80, 24}} {
		p.resize(size[0], size[1])
		time.Sleep(100 * time.Millisecond)
		if size[0] >= 40 && size[1] >= 12 {
			p.see("[1 Route]")
		}
	}
	p.see("[1 Route]", "/72")
	p.press("q")
	if code := p.ended(); code != 0 {
		t.Errorf("exit code %d after resizing\n%s", code, p.screen())
	}
	p.restored()
}

func noColor(t *testing.T, bin string) {
	for _, value := range []string{"1", "yes", "0"} {
		p := stage(t, bin, 80, 24, "NO_COLOR="+value, "COLORTERM=truecolor")
		p.press("n")
		p.see(" 1/72")
		p.press("q")
		p.ended()
		if c := colours(p.written()); len(c) > 0 {
			t.Errorf("NO_COLOR=%s sends colour: %q", value, c[0])
		}
	}
	// The same check must see colour where there is some.
	if p := stage(t, bin, 80, 24, "COLORTERM=truecolor"); len(colours(p.written())) == 0 {
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

func printsText(t *testing.T, bin string) {
	const heading, row = "hit rate", "kv-events"
	check := func(what, out string) {
		t.Helper()
		if !strings.Contains(out, heading) || !strings.Contains(out, row) || strings.ContainsRune(out, '\x1b') {
			t.Errorf("%s: no table in plain text:\n%q", what, out)
		}
	}
	out, err := exec.CommandContext(t.Context(), bin).CombinedOutput()
	if err != nil {
		t.Errorf("no terminal at all: %v", err)
	}
	check("no terminal at all", string(out))

	for what, redirect := range map[string]string{"stdin not a terminal": "</dev/null", "stdout not a terminal": ">out"} {
		dir := t.TempDir()
		p := open(t, 120, 40, nil, "sh", "-c", fmt.Sprintf(`cd "$1" && "$0" %s`, redirect), bin, dir)
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

	p := open(t, 120, 40, []string{"TERM=dumb"}, bin)
	if code := p.ended(); code != 0 {
		t.Errorf("TERM=dumb: exit code %d", code)
	}
	p.see(row)
	check("TERM=dumb", p.written())
}
