package views

import (
	"fmt"

	"kvtui/ui"
)

// outcomeLine is a line that says what became of a request, to be drawn once
// all of them are known.
type outcomeLine struct {
	rect    ui.Rect
	request int
	look    ui.Style
}

// drawOutcomes writes the outcomes, all in the longest form in which each fits:
// "#14 HIT  6 of 7 reused, 16 tok computed". NEW, MISS and HIT are the lab's
// words, left out where they would mislead.
func (s *Session) drawOutcomes(c *ui.Canvas, st *ui.Styles, lines []outcomeLine) {
	forms := make([][]string, len(lines))
	form := 0
	for i, o := range lines {
		forms[i] = s.outcomeForms(o.request)
		room := o.rect.W - s.outcomeHead()
		for form < len(forms[i])-1 && ui.Width(forms[i][form]) > room {
			form++
		}
	}
	for i, o := range lines {
		x := s.outcomeStart(c, st, o)
		text := forms[i][min(form, len(forms[i])-1)]
		c.Text(x, o.rect.Y, ui.Fit(text, o.rect.X+o.rect.W-x), o.look)
	}
}

// outcomeHead is how many columns outcomeStart takes.
func (s *Session) outcomeHead() int {
	w := len(thousands(s.run.requests)) + 2
	if !s.byTokens() {
		w += len("MISS ")
	}
	return w
}

// outcomeStart writes the number of a request and the lab's word for what
// became of it, and returns the column after.
func (s *Session) outcomeStart(c *ui.Canvas, st *ui.Styles, o outcomeLine) int {
	r, is := o.rect, s.outcome(o.request)
	c.Text(r.X, r.Y, ui.Fit(fmt.Sprintf("#%d", o.request+1), r.W), o.look)
	x := r.X + s.outcomeHead()
	word, look := "NEW", st.Muted
	switch {
	case s.byTokens():
		return x
	case is.hit:
		word, look = "HIT", st.Good
	case is.repeat:
		word, look = "MISS", st.Bad
	}
	c.Text(x-len("MISS "), r.Y, word, look)
	return x
}

// outcomeForms says what became of a request, the longest way first.
func (s *Session) outcomeForms(request int) []string {
	if s.run.clock != nil {
		return s.timedForms(request)
	}
	o := s.outcome(request)
	reused := fmt.Sprintf("%s of %s reused", thousands(o.reused), thousands(s.Set().Requests[request].Chain.Len()))
	tok := thousands(o.tokens) + " tok"
	switch {
	case !o.finished && (o.reused == 0 && o.tokens == 0 || s.player.quick()):
		return []string{"on its way"}
	case o.tokens > 0:
		return []string{reused + ", " + tok + " computed", reused + ", " + tok + " done", reused + ", " + tok, reused}
	}
	return []string{reused}
}
