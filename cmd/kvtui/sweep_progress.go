package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/charmbracelet/x/term"
)

// progress is a line on a terminal that says how far a command is. Where there
// is no terminal it says nothing.
type progress struct {
	to     io.Writer // nil for none
	start  time.Time
	last   time.Time
	length int // characters on the line
}

// newProgress starts a line on a terminal that can go back on it.
func newProgress(w io.Writer, env func(string) string) *progress {
	p := &progress{start: time.Now()}
	if f, ok := w.(*os.File); ok && env("TERM") != "dumb" && term.IsTerminal(f.Fd()) {
		p.to = w
	}
	return p
}

// tell shows how many runs are over of how many, ten times a second at most.
func (p *progress) tell(done, total int) {
	const often = 100 * time.Millisecond
	now := time.Now()
	if p.to == nil || now.Sub(p.last) < often {
		return
	}
	p.last = now
	left := time.Duration(float64(now.Sub(p.start)) / float64(done) * float64(total-done))
	p.put(fmt.Sprintf("%d of %d runs, %d %%, about %s left", done, total, 100*done/total, left.Round(time.Second)))
}

// clear takes the line away.
func (p *progress) clear() {
	if p.length > 0 {
		p.put("")
		p.put("")
	}
}

// put writes over the line. A terminal that is gone ends the command by its
// signal, so an error has nobody to go to.
func (p *progress) put(line string) {
	gap := strings.Repeat(" ", max(0, p.length-len(line)))
	_, _ = io.WriteString(p.to, "\r"+line+gap)
	p.length = len(line)
}
