package views

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"kvtui/core/route"
	"kvtui/core/scenario"
	"kvtui/ui"
)

// Groups of help.
const (
	helpPlay   = "Playback"
	helpChange = "Scenario"
	helpState  = "This state"
)

// playback lists what moves the cursor. Every screen over a run has it.
func (s *Session) playback() []ui.Action {
	at := func(f func()) func(ui.Host) { return func(ui.Host) { f() } }
	return []ui.Action{
		{ID: "play", Keys: []string{"space"}, Text: s.playWord(), Group: helpPlay, Short: true, Do: at(s.playPause)},
		{ID: "next", Keys: []string{"n"}, Show: "n/p", Text: "next/previous request", Group: helpPlay, Short: true, Do: at(func() { s.goRequest(1) })},
		{ID: "prev", Keys: []string{"p"}, Do: at(func() { s.goRequest(-1) })},
		{ID: "step", Keys: []string{"."}, Show: "./,", Text: "next/previous step", Group: helpPlay, Short: true, Do: at(func() { s.goStep(1) })},
		{ID: "unstep", Keys: []string{","}, Do: at(func() { s.goStep(-1) })},
		{ID: "next10", Keys: []string{"N"}, Show: "N/P", Text: "ten requests on/back", Group: helpPlay, Do: at(func() { s.jumpRequest(10) })},
		{ID: "prev10", Keys: []string{"P"}, Do: at(func() { s.jumpRequest(-10) })},
		{ID: "first", Keys: []string{"g"}, Show: "g/G", Text: "start/end of the run", Group: helpPlay, Do: at(func() { s.seek(0) })},
		{ID: "last", Keys: []string{"G"}, Do: at(func() { s.seek(s.run.line.Len()) })},
		{ID: "faster", Keys: []string{"+", "="}, Show: "+/-", Text: "faster/slower", Group: helpPlay, Do: at(func() { s.faster(1) })},
		{ID: "slower", Keys: []string{"-"}, Do: at(func() { s.faster(-1) })},
		{ID: "jump", Keys: []string{"j"}, Show: "j/J", Text: s.jumpWords(), Group: helpPlay, Do: func(h ui.Host) { s.jump(h, 1) }},
		{ID: "jumpback", Keys: []string{"J"}, Do: func(h ui.Host) { s.jump(h, -1) }},
		{ID: "goto", Keys: []string{"#"}, Text: "go to a request", Group: helpPlay, Do: s.askRequest},
		{ID: "restart", Keys: []string{"r"}, Text: "restart", Group: helpPlay, Do: at(func() { s.seek(0) })},
	}
}

// changes lists what changes the scenario.
func (s *Session) changes() []ui.Action {
	traced := s.trace != nil
	return []ui.Action{
		{ID: "strategy", Keys: []string{"s"}, Show: "s/S", Text: "strategy", Group: helpChange, Short: true, Do: func(h ui.Host) { s.cycleStrategy(h, 1) }},
		{ID: "strategyback", Keys: []string{"S"}, Do: func(h ui.Host) { s.cycleStrategy(h, -1) }},
		{ID: "knowledge", Keys: []string{"e"}, Text: "what the router knows", Group: helpChange, Short: true, Off: !indexed(s.run.st.Strategy), Do: s.cycleKnowledge},
		{ID: "workers", Keys: []string{"w"}, Show: "w/W", Text: "workers", Group: helpChange, Short: true, Do: func(h ui.Host) { s.addWorkers(h, 1) }},
		{ID: "workersless", Keys: []string{"W"}, Do: func(h ui.Host) { s.addWorkers(h, -1) }},
		{ID: "reseed", Keys: []string{"R"}, Text: "new seed", Group: helpChange, Do: s.reseed, Off: traced && s.run.st.Strategy != "random"},
	}
}

// Global lists what works on every screen.
func (s *Session) Global() []ui.Action {
	return []ui.Action{
		{ID: "options", Keys: []string{"o"}, Text: "options", Group: helpChange, Short: true, Do: s.openOptions},
		{ID: "save", Keys: []string{"ctrl+s"}, Text: "save the scenario", Group: helpState, Off: s.Save == nil, Do: s.askSave},
		{ID: "undo", Keys: []string{"u"}, Text: "undo the last change", Group: helpState, Do: s.Undo},
	}
}

func (s *Session) playWord() string {
	if s.Playing() {
		return "pause"
	}
	return "play"
}

// playPause also completes a move to a single request or step: playing goes on
// from there, if there is anything left.
func (s *Session) playPause() {
	single := s.player.moving && !s.player.play
	s.settle()
	switch {
	case s.Playing():
		s.player.stop(s.Step())
	case single && s.Step() == s.run.line.Len():
	case s.Step() == s.run.line.Len():
		s.seek(0)
		s.toward(s.run.line.Len(), true)
	default:
		s.toward(s.run.line.Len(), true)
	}
}

// settle completes what moves towards a single request or step.
func (s *Session) settle() {
	if s.player.moving && !s.player.play {
		s.seek(s.player.target)
	}
}

// goRequest moves through the next request, or jumps to the end of the one
// before; from the middle of a request it goes to that one's ends.
func (s *Session) goRequest(dir int) {
	s.settle()
	if s.run.clock != nil {
		s.goRouted(dir)
		return
	}
	line, r := s.run.line, s.Request()
	switch {
	case dir > 0 && s.Step() < line.End(r):
		s.toward(line.End(r), false)
	case dir > 0:
		s.toward(line.End(min(r+1, s.run.requests-1)), false)
	default:
		s.seek(line.End(r - 1))
	}
}

func (s *Session) jumpRequest(by int) {
	s.settle()
	s.seek(s.run.standing(min(max(s.Request()+by, -1), s.run.requests-1)))
}

func (s *Session) goStep(dir int) {
	s.settle()
	if dir > 0 {
		s.toward(s.Step()+1, false)
		return
	}
	s.seek(s.Step() - 1)
}

func (s *Session) faster(by int) {
	s.player.speed = min(max(s.player.speed+by, 0), topSpeed)
}

func (s *Session) jump(h ui.Host, dir int) {
	s.settle()
	to, ok := s.run.jump(s.Step(), dir)
	if !ok {
		h.Toast(s.noJumpWords())
		return
	}
	s.seek(to)
}

func (s *Session) askRequest(h ui.Host) {
	n := s.run.requests
	if n == 0 {
		h.Toast("the run has no requests")
		return
	}
	h.Open(ui.NewPrompt("Go to request", ui.Field{
		ID: "request", Label: "request", Kind: ui.Integer, Min: 1, Max: n,
		Value: strconv.Itoa(max(1, s.Request()+1)), Note: "1 to " + thousands(n),
	}, func(text string, _ ui.Host) error {
		i, err := strconv.Atoi(strings.ReplaceAll(text, ",", ""))
		if err != nil {
			return errors.New("a whole number is accepted")
		}
		s.seek(s.run.standing(i - 1))
		return nil
	}))
}

// setMode changes the strategy and its knowledge.
func (s *Session) setMode(h ui.Host, m scenario.Mode) {
	st := s.wantedState()
	st.Scenario = st.With(m)
	s.Change(h, st)
}

func (s *Session) cycleStrategy(h ui.Host, dir int) {
	all := route.Strategies()
	at := 0
	m := s.wantedState().Mode()
	for i, info := range all {
		if info.Name == m.Strategy {
			at = i
		}
	}
	m.Strategy = all[(at+dir+len(all))%len(all)].Name
	s.setMode(h, m)
}

func (s *Session) cycleKnowledge(h ui.Host) {
	m := s.wantedState().Mode()
	m.Knowledge = (m.Knowledge + 1) % (scenario.Silent + 1)
	s.setMode(h, m)
}

// addWorkers counts in ones up to 16, then in doublings.
func (s *Session) addWorkers(h ui.Host, dir int) {
	st := s.wantedState()
	n := st.Workers
	switch {
	case dir > 0 && n >= 16:
		n *= 2
	case dir < 0 && n > 16:
		n /= 2
	default:
		n += dir
	}
	n = min(max(n, 1), maxShownWorkers)
	if n == st.Workers {
		h.Toast(fmt.Sprintf("%d to %s workers", 1, thousands(maxShownWorkers)))
		return
	}
	st.Workers = n
	s.Change(h, st)
}

// maxShownWorkers is the largest fleet that the w key reaches.
const maxShownWorkers = 1024

func (s *Session) reseed(h ui.Host) {
	st := s.wantedState()
	st.Seed++
	s.Change(h, st)
}

func indexed(strategy string) bool {
	info, err := route.ByName(strategy)
	return err == nil && info.Indexed
}

func thousands(n int) string { return ui.Thousands(n) }
