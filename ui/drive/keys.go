package drive

import (
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
)

// Press returns the message of a key by the name that Bubble Tea prints for
// it. A shifted letter is written as itself: "M", not "shift+m".
func Press(name string) tea.KeyPressMsg {
	var mod tea.KeyMod
	rest := name
	for {
		switch {
		case strings.HasPrefix(rest, "ctrl+"):
			mod, rest = mod|tea.ModCtrl, rest[len("ctrl+"):]
			continue
		case strings.HasPrefix(rest, "alt+"):
			mod, rest = mod|tea.ModAlt, rest[len("alt+"):]
			continue
		case strings.HasPrefix(rest, "shift+"):
			mod, rest = mod|tea.ModShift, rest[len("shift+"):]
			continue
		}
		break
	}
	if rest == "space" {
		return tea.KeyPressMsg{Code: tea.KeySpace, Text: textIf(mod == 0, " "), Mod: mod}
	}
	if code, ok := special(rest); ok {
		return tea.KeyPressMsg{Code: code, Mod: mod}
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return tea.KeyPressMsg{Code: r, Text: textIf(mod == 0, rest), Mod: mod}
}

func textIf(ok bool, s string) string {
	if ok {
		return s
	}
	return ""
}

func special(name string) (rune, bool) {
	switch name {
	case "enter":
		return tea.KeyEnter, true
	case "esc":
		return tea.KeyEscape, true
	case "tab":
		return tea.KeyTab, true
	case "backspace":
		return tea.KeyBackspace, true
	case "delete":
		return tea.KeyDelete, true
	case "up":
		return tea.KeyUp, true
	case "down":
		return tea.KeyDown, true
	case "left":
		return tea.KeyLeft, true
	case "right":
		return tea.KeyRight, true
	case "pgup":
		return tea.KeyPgUp, true
	case "pgdown":
		return tea.KeyPgDown, true
	case "home":
		return tea.KeyHome, true
	case "end":
		return tea.KeyEnd, true
	}
	return 0, false
}
