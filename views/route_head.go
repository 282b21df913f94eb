package views

import (
	"fmt"
	"strconv"
	"strings"

	"kvtui/ui"
)

// drawHead writes what runs, and at the right what it saved and how it plays.
func (s *Session) drawHead(c *ui.Canvas, r ui.Rect, st *ui.Styles, compact bool) {
	if r.Empty() {
		return
	}
	right := s.speedWords()
	switch {
	case s.run.clock != nil && compact: // the request is on the next line
		right = s.nowWords() + " · " + right
	case s.run.clock != nil:
		right = s.clockWords() + " · " + right
	case !compact:
		digits := 1
		if most := s.run.curves[0].Prompt; len(most) > 0 { // room for the largest figure, so that nothing shifts
			digits = len(thousands(int(most[len(most)-1])))
		}
		right = ui.Pad(thousands(int(s.run.line.State().Totals.ReusedTokens)), digits) + " tokens reused · " + right
	}
	x := r.X + r.W - 1 - ui.Width(right)
	left := s.headWords(x - r.X - 3)
	c.Text(r.X+1, r.Y, left, st.Muted)
	c.Text(x, r.Y, right, st.Text)
}

// headWords describes the scenario in at most room columns: what is least
// needed is left out first.
func (s *Session) headWords(room int) string {
	st := s.run.st
	parts := []string{
		modeName(st.Mode()), s.fleetWords(),
		"seed " + strconv.FormatInt(st.Seed, 10), fmt.Sprintf("block %d tokens", s.Set().Size),
	}
	if s.pending {
		parts = append([]string{"computing…"}, parts...)
	}
	names := sourceNames(s.run.st, s.Set())
	for len(parts) > 0 {
		for _, name := range names {
			if all := name + " · " + strings.Join(parts, " · "); ui.Width(all) <= room {
				return all
			}
		}
		parts = parts[:len(parts)-1]
	}
	return ui.Fit(names[len(names)-1], room)
}

// speedWords shows whether the run plays, and how fast.
func (s *Session) speedWords() string {
	mark := "‖"
	if s.Playing() {
		mark = "▶"
	}
	sp := rateOf(s.player.speed)
	word := strconv.FormatFloat(sp, 'f', -1, 64) + "x"
	if sp < 1 {
		word = fmt.Sprintf("1/%.0fx", 1/sp)
	}
	return mark + " " + fmt.Sprintf("%-4s", word)
}
