package ui_test

import (
	"testing"

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
		u := drive.Start(t, cfg, 80, 24)
		u.Monkey(deeds, keys, 80, 24, func(w, h int) { fits(t, u.Frame(), w, h, false) })
	})
}
