package ui_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"

	"kvtui/themes"
	"kvtui/ui"
	"kvtui/ui/drive"
)

func openForm(h ui.Host) {
	h.Open(ui.NewForm("Options", optionFields(), func(v ui.Values, h ui.Host) error {
		h.Toast(fmt.Sprintf("mode %s, workers %d", v["mode"], v.Int("workers")))
		return nil
	}))
}

func optionFields() []ui.Field {
	return []ui.Field{
		{ID: "mode", Label: "strategy", Kind: ui.Choice, Value: "kv", Choices: []string{"rr", "random", "kv", "kv-events"}},
		{ID: "workers", Label: "workers", Value: "2", Min: 1, Max: 65536, Note: "how many workers serve"},
		{ID: "plen", Label: "prefix", Value: "96", Unit: "tokens", Min: 0, Max: 1000000},
		{ID: "name", Label: "name", Kind: ui.Text, Value: "lab"},
	}
}

func (s *stub) ask(h ui.Host) {
	f := ui.Field{ID: "n", Label: "request", Value: "14", Min: 0, Max: 72}
	h.Open(ui.NewPrompt("Go to request", f, func(text string, _ ui.Host) error {
		s.typed = "went to " + text
		return nil
	}))
}

func sizes() [][2]int {
	return [][2]int{
		{0, 0},
		{1, 1},
		{10, 3},
		{20, 5},
		{39, 11},
		{40, 12},
		{60, 20},
		{79, 23},
		{80, 24},
		{100, 30},
		{120, 40},
		{200, 60},
		{300, 100},
		{0, 24},
		{80, 0},
		{41, 12},
	}
}

// fits fails the test unless the frame is h rows of at most w columns.
func fits(t *testing.T, frame string, w, h int, ascii bool) {
	t.Helper()
	if w == 0 || h == 0 {
		if strings.Trim(frame, "\n") != "" {
			t.Fatalf("%dx%d: drew %q", w, h, frame)
		}
		return
	}
	lines := strings.Split(frame, "\n")
	if len(lines) != h {
		t.Fatalf("%dx%d: %d lines", w, h, len(lines))
	}
	for i, l := range lines {
		if n := ansi.StringWidth(l); n > w {
			t.Fatalf("%dx%d: line %d is %d wide: %q", w, h, i, n, l)
		}
	}
	if i := strings.IndexFunc(frame, func(r rune) bool { return r >= 0x80 }); ascii && i >= 0 {
		t.Fatalf("%dx%d: not ASCII at %q", w, h, frame[i:min(len(frame), i+8)])
	}
}

func TestEverySizeThemeAndDialogFits(t *testing.T) {
	scenes := [][]string{nil, {"?"}, {"f"}, {"f", "down", "down", "down"}, {"#", "x"}, {"a", "a", "y"}, {"f", "a"}, {"4"}}
	for _, theme := range themes.Names() {
		for _, ascii := range []bool{false, true} {
			for _, size := range sizes() {
				cfg := config(&stub{name: "Route"}, &stub{name: "Cost"})
				cfg.Theme, cfg.ASCII = theme, ascii
				for _, keys := range scenes {
					u := drive.Start(t, cfg, size[0], size[1])
					u.Key(keys...)
					fits(t, u.Frame(), size[0], size[1], ascii)
				}
			}
		}
	}
}

func TestShellLooks(t *testing.T) {
	for _, tc := range []struct {
		name string
		w, h int
		keys []string
	}{
		{"full", 80, 24, nil},
		{"second", 80, 24, []string{"4"}},
		{"compact", 40, 12, nil},
		{"toosmall", 39, 11, nil},
		{"help", 80, 24, []string{"?"}},
		{"helpcompact", 40, 12, []string{"?", "pgdown"}},
		{"form", 80, 24, []string{"f"}},
		{"formwrong", 80, 24, []string{"f", "down", "0"}},
		{"formcompact", 40, 12, []string{"f", "up"}},
		{"prompt", 80, 24, []string{"#"}},
		{"toast", 80, 24, []string{"a", "y"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			u := drive.Start(t, config(&stub{name: "Route"}, &stub{name: "Cost"}), tc.w, tc.h)
			u.Key(tc.keys...)
			golden.RequireEqual(t, u.Screen()+"\n")
		})
	}
}

func TestActiveTabShowsWithoutColour(t *testing.T) {
	u := drive.Start(t, config(&stub{name: "Route"}, &stub{name: "Cost"}), 80, 24)
	u.See("[1 Route] 4 Cost ")
	x, y := u.Find("4 Cost")
	u.Click(x, y)
	u.See(" 1 Route [4 Cost]")
	if x2, _ := u.Find("4 Cost"); x2 != x {
		t.Errorf("the tab moved from column %d to %d", x, x2)
	}
}

func TestNoTwoKeysOfTheShellClash(t *testing.T) {
	u := drive.Start(t, config(&stub{name: "Route"}, &stub{name: "Cost"}), 80, 24)
	if got := ui.Clashes(u.Shell().Actions()...); got != nil {
		t.Errorf("clashes: %q", got)
	}
}

func TestClashesNamesKeyAndActions(t *testing.T) {
	a := ui.Action{ID: "one", Keys: []string{"n", "right"}}
	b := ui.Action{ID: "two", Keys: []string{"n"}}
	off := ui.Action{ID: "off", Keys: []string{"n", "right"}, Off: true}
	if got := fmt.Sprint(ui.Clashes(a, b, off)); got != "[n: one, two]" {
		t.Errorf("got %s", got)
	}
}

func TestKeysReachScreenActionsFirst(t *testing.T) {
	s := &stub{name: "Route"}
	cfg := config(s, &stub{name: "Cost"})
	program := 0
	cfg.Actions = []ui.Action{
		{ID: "mine", Keys: []string{"o", "a"}, Text: "options", Short: true, Do: func(ui.Host) { program++ }},
	}
	u := drive.Start(t, cfg, 80, 24)
	u.Key("a")
	u.See("said")
	if program != 0 {
		t.Error("the program's action took a key of the screen")
	}
	u.Key("o", "tab", "tab", "shift+tab", "up", "x")
	if program != 1 || s.focus != 1 || s.typed != "upx" {
		t.Errorf("program %d, focus %d, typed %q", program, s.focus, s.typed)
	}
	u.See("o options", "q quit")
	u.ClickOn("o options")
	if program != 2 {
		t.Error("a click on the foot does nothing")
	}
}

func TestCapturingScreenGetsEveryKey(t *testing.T) {
	s := &stub{name: "Route"}
	u := drive.Start(t, config(s), 80, 24)
	u.Key("/")
	u.Type("q?1")
	u.Paste("a\x1b[2Jb")
	if s.typed != "q?1a[2Jb" || u.Gone {
		t.Errorf("typed %q, gone %v", s.typed, u.Gone)
	}
	u.Key("esc", "q")
	if !u.Gone {
		t.Error("q does not quit after esc")
	}
}

func TestPasteIsNoCommand(t *testing.T) {
	u := drive.Start(t, config(&stub{name: "Route"}), 80, 24)
	u.Paste("q")
	if u.Gone {
		t.Error("a pasted q quits")
	}
}

func TestQuitClosesDialogsFirst(t *testing.T) {
	u := drive.Start(t, config(&stub{name: "Route"}), 80, 24)
	u.Key("?")
	u.See("Keys of kvtui 1.0", "Playback", "Everywhere", "space")
	u.SeeNot("never")
	u.Key("q")
	u.SeeNot("Keys of kvtui")
	if u.Gone {
		t.Fatal("q quit with a dialog open")
	}
	u.Key("?", "esc", "?", "ctrl+c")
	if !u.Gone {
		t.Error("ctrl+c does not quit with a dialog open")
	}
}

func TestHelpScrollsToItsEnd(t *testing.T) {
	u := drive.Start(t, config(&stub{name: "Route"}), 40, 12)
	u.Key("?")
	u.See("↓ more")
	u.SeeNot("quit at once")
	u.Wheel(20, 5, 100)
	u.See("quit at once", "↑ more")
	u.Key("home")
	u.See("Playback")
	u.Click(0, 0)
	u.SeeNot("Keys of")
}

func TestThemesGoRoundAndSayTheirName(t *testing.T) {
	u := drive.Start(t, config(&stub{name: "Route"}), 80, 24)
	seen := map[string]bool{}
	for _, name := range append(themes.Names()[1:], "auto") {
		u.Key("t")
		u.See("theme " + name)
		u.Advance(4 * time.Second)
		if f := u.Frame(); name != "auto" && seen[f] {
			t.Errorf("theme %s looks like an earlier one", name)
		} else {
			seen[f] = true
		}
	}
}

func TestAutoFollowsTheBackground(t *testing.T) {
	u := drive.Start(t, config(&stub{name: "Route"}), 80, 24)
	dark := u.Frame()
	u.Send(tea.BackgroundColorMsg{Color: ansi.RGBColor{R: 255, G: 255, B: 255}})
	if u.Frame() == dark {
		t.Error("a light background changes nothing")
	}
	cfg := config(&stub{name: "Route"})
	cfg.Theme = "dark"
	u = drive.Start(t, cfg, 80, 24)
	u.Send(tea.BackgroundColorMsg{Color: ansi.RGBColor{R: 255, G: 255, B: 255}})
	if u.Frame() != dark {
		t.Error("a fixed theme follows the background")
	}
}

// A dark theme on white paper could not be read, nor the other way round.
func TestFixedThemeBringsItsPaper(t *testing.T) {
	u := drive.Start(t, config(&stub{name: "Route"}), 80, 24)
	paper := func() bool { return u.Shell().View().BackgroundColor != nil }
	u.Key("t")
	if paper() {
		t.Error("asks for a background without knowing the terminal's")
	}
	u.Send(tea.BackgroundColorMsg{Color: ansi.RGBColor{R: 255, G: 255, B: 255}})
	for _, want := range []bool{true, false, false, false, false, false, true} { // from dark, round to dark
		if got := paper(); got != want {
			t.Errorf("%s: asks for a background %v, want %v", u.Line(22), got, want)
		}
		u.Key("t")
	}
}

func TestNoColourAtAll(t *testing.T) {
	for _, noColor := range []bool{true, false} {
		cfg := config(&stub{name: "Route"})
		cfg.NoColor = noColor
		u := drive.Start(t, cfg, 80, 24)
		u.Send(tea.ColorProfileMsg{Profile: colorprofile.TrueColor})
		if !noColor {
			u.Send(tea.ColorProfileMsg{Profile: colorprofile.ASCII})
		}
		u.Key("?")
		for _, seq := range []string{"38;", "48;", "[3", "[9"} {
			if strings.Contains(u.Frame(), "\x1b"+seq) || strings.Contains(u.Frame(), ";"+seq) {
				t.Errorf("NoColor %v: frame holds colour %q", noColor, seq)
			}
		}
	}
}

func TestCopyShowsTheText(t *testing.T) {
	u := drive.Start(t, config(&stub{name: "Route"}), 80, 24)
	u.Key("y")
	u.See("copied: kvtui --seed 1")
	if u.Copied != "kvtui --seed 1" {
		t.Errorf("copied %q", u.Copied)
	}
}

func TestWorkIsDeliveredToEveryScreen(t *testing.T) {
	a, b := &stub{name: "Route"}, &stub{name: "Cost"}
	u := drive.Start(t, config(a, b), 80, 24)
	u.Key("b")
	if a.got != 42 || b.got != 42 {
		t.Errorf("got %v and %v", a.got, b.got)
	}
}

func TestMouseGoesToTheTerminalAndBack(t *testing.T) {
	u := drive.Start(t, config(&stub{name: "Route"}), 80, 24)
	if u.Shell().View().MouseMode != tea.MouseModeCellMotion {
		t.Error("mouse starts off")
	}
	u.Key("M")
	u.See("mouse off: the terminal selects text again")
	if u.Shell().View().MouseMode != tea.MouseModeNone {
		t.Error("mouse stays on")
	}
	u.Key("M")
	if u.Shell().View().MouseMode != tea.MouseModeCellMotion {
		t.Error("mouse stays off")
	}
}

// Where only the line that asks for more room is drawn, keys but those that
// leave touch nothing.
func TestNothingUnseenIsTouched(t *testing.T) {
	u := drive.Start(t, ui.Config{Screens: []ui.Slot{{Key: "1", Screen: &stub{}}}}, 30, 8)
	u.Key("?", "o", "t")
	u.Resize(80, 24)
	u.SeeNot("Keys of")
	u.Resize(30, 8)
	u.Key("q")
	if !u.Gone {
		t.Error("q should quit")
	}
}

// TestSmallScreenSaysWhatItNeeds: the message gets shorter step by step and is
// never cut in a word.
func TestSmallScreenSaysWhatItNeeds(t *testing.T) {
	for w, want := range map[int]string{
		39: "kvtui needs 40x12, this is 39x9", 31: "kvtui needs 40x12, this is 31x9", 30: "needs 40x12, this is 30x9",
		24: "kvtui needs 40x12", 16: "needs 40x12", 10: "40x12", 5: "40x12",
	} {
		u := drive.Start(t, config(&stub{name: "Route"}), w, 9)
		if got := strings.TrimSpace(u.Screen()); got != want {
			t.Errorf("%d columns: %q, want %q", w, got, want)
		}
	}
}
