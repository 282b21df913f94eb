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

// addOutcome puts the outcome of a request into a row.
func (v *Route) addOutcome(r ui.Rect, request int, look ui.Style) {
	if r.H > 0 {
		v.outcomes = append(v.outcomes, outcomeLine{r, request, look})
	}
}

// drawOutcomes writes the outcomes, all in the longest form in which each fits:
// "#14 HIT  6 of 7 reused, 16 tok computed". NEW, MISS and HIT are the lab's
// words.
func (v *Route) drawOutcomes(c *ui.Canvas) {
	forms := make([][]string, len(v.outcomes))
	form := 0
	for i, o := range v.outcomes {
		forms[i] = v.outcomeForms(o.request)
		room := o.rect.W - v.outcomeHead()
		for form < len(forms[i])-1 && ui.Width(forms[i][form]) > room {
			form++
		}
	}
	for i, o := range v.outcomes {
		x := v.outcomeStart(c, o)
		text := forms[i][min(form, len(forms[i])-1)]
		c.Text(x, o.rect.Y, ui.Fit(text, o.rect.X+o.rect.W-x), o.look)
	}
}

// outcomeHead is how many columns outcomeStart takes.
func (v *Route) outcomeHead() int {
	w := len(thousands(v.s.run.requests)) + 2
	if !v.set().Traced {
		w += len("MISS ")
	}
	return w
}

// outcomeStart writes the number of a request and the lab's word for what
// became of it, and returns the column after.
func (v *Route) outcomeStart(c *ui.Canvas, o outcomeLine) int {
	r, is := o.rect, v.s.outcome(o.request)
	c.Text(r.X, r.Y, ui.Fit(fmt.Sprintf("#%d", o.request+1), r.W), o.look)
	x := r.X + v.outcomeHead()
	word, look := "NEW", v.st.Muted
	switch {
	case v.set().Traced:
		return x
	case is.hit:
		word, look = "HIT", v.st.Good
	case is.repeat:
		word, look = "MISS", v.st.Bad
	}
	c.Text(x-len("MISS "), r.Y, word, look)
	return x
}

// outcomeForms says what became of a request, the longest way first.
func (v *Route) outcomeForms(request int) []string {
	o := v.s.outcome(request)
	reused := fmt.Sprintf("%s of %s reused", thousands(o.reused), thousands(v.set().Requests[request].Chain.Len()))
	tok := thousands(o.tokens) + " tok"
	switch {
	case !o.finished && (o.reused == 0 && o.tokens == 0 || v.s.player.quick()):
		return []string{"on its way"}
	case o.tokens > 0:
		return []string{reused + ", " + tok + " computed", reused + ", " + tok + " done", reused + ", " + tok, reused}
	}
	return []string{reused}
}
