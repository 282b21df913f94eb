package drive

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// mostDeeds bounds a monkey, so that a fuzzer spends its time on other ones.
const mostDeeds = 150

// Monkey lets a monkey at keys, mouse and window, w by h cells to begin with:
// each two bytes are one deed, its kind and how it is done. after is called
// after each with the cells of the window, up to 150 by 60.
func (u *User) Monkey(deeds []byte, keys []string, w, h int, after func(w, h int)) {
	u.t.Helper()
	for i := 0; i+1 < min(len(deeds), 2*mostDeeds); i += 2 {
		n := int(deeds[i+1])
		x, y := n%(w+1), n/3%(h+1)
		switch deeds[i] % 9 {
		case 0, 1:
			u.Key(keys[n%len(keys)])
		case 2:
			u.Click(x, y)
		case 3:
			u.Down(x, y)
		case 4:
			u.Move(x, y)
		case 5:
			w, h = n%150, n*7%60
			u.Resize(w, h)
		case 6:
			u.Advance(time.Duration(n) * 20 * time.Millisecond)
		case 7:
			u.Wheel(x, y, n%5-2)
		case 8:
			u.Send([]tea.Msg{tea.BlurMsg{}, tea.FocusMsg{}, tea.PasteMsg{Content: "x1\x1b"}, tea.ResumeMsg{}}[n%4])
		}
		after(w, h)
	}
}
