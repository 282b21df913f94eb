package ui_test

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"kvtui/ui/drive"
)

// FuzzShell lets a monkey at the keyboard, the mouse and the window: each two
// bytes are one deed. Every frame must fit its window.
func FuzzShell(f *testing.F) {
	f.Add([]byte("\x00\x01\x10\x05\x20\x08\x30\x02"))
	f.Add([]byte{0, 3, 1, 40, 2, 12, 3, 9, 4, 9, 5, 200, 6, 6, 7, 7})
	f.Add([]byte{5, 0, 0, 4, 5, 40, 0, 4, 1, 99, 0, 9, 6, 255, 0, 5})
	keys := []string{
		"?", "q", "esc", "enter", "f", "#", "a", "y", "/", "space", "1", "4", "9", "t", "M", "tab", "shift+tab",
		"up", "down", "left", "right", "pgup", "pgdown", "home", "end", "backspace", "ctrl+u", "ctrl+l", "ctrl+z", "가", "b",
	}
	f.Fuzz(func(t *testing.T, deeds []byte) {
		cfg := config(&stub{name: "Route"}, &stub{name: "Cost"})
		w, h := 80, 24
		u := drive.Start(t, cfg, w, h)
		for i := 0; i+1 < min(len(deeds), 400); i += 2 {
			n := int(deeds[i+1])
			x, y := n%(w+1), n/3%(h+1)
			switch deeds[i] % 8 {
			case 0, 1:
				u.Key(keys[n%len(keys)])
			case 2:
				u.Click(x, y)
			case 3:
				u.Down(x, y)
			case 4:
				u.Move(x, y)
			case 5:
				w, h = n%130, n*7%50
				u.Resize(w, h)
			case 6:
				u.Advance(time.Duration(n) * 20 * time.Millisecond)
			case 7:
				u.Send([]tea.Msg{tea.BlurMsg{}, tea.FocusMsg{}, tea.PasteMsg{Content: "x1\x1b"}, tea.ResumeMsg{}}[n%4])
			}
			fits(t, u.Frame(), w, h, false)
		}
	})
}
