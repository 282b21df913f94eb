package ui

import tea "charm.land/bubbletea/v2"

// host is the Host that the shell hands out.
type host struct{ s *Shell }

type deliverMsg struct{ result any }

func (h host) Toast(text string) { h.s.toast(text) }

func (h host) Open(d Dialog) {
	h.s.dialogs = append(h.s.dialogs, d)
	h.s.place(d)
	h.s.dirty = true
}

// Copy shows the text as well: a terminal may refuse the clipboard and says
// nothing when it does.
func (h host) Copy(text string) {
	h.s.do(tea.SetClipboard(text))
	h.s.toast("copied: " + text)
}

func (h host) Run(work func() any) {
	h.s.do(func() tea.Msg { return deliverMsg{work()} })
}

// deliver hands a result to every screen: the one that asked for it may be
// behind another by now.
func (s *Shell) deliver(m deliverMsg) {
	for _, slot := range s.cfg.Screens {
		slot.Screen.Deliver(m.result, host{s})
	}
	s.dirty = true
}
