package workload

import (
	"errors"

	"github.com/tidwall/gjson"
	"github.com/zeebo/xxh3"
)

// sessions numbers conversations in order of first appearance and counts their
// turns. It keeps 128-bit hashes of names, so long names cost nothing.
type sessions struct {
	byName map[xxh3.Uint128]int32
	byChat map[int]int32 // the last chat of a conversation that branches
	turns  []int32       // so far, by session
}

// begin returns the number of a new session.
func (s *sessions) begin() int {
	s.turns = append(s.turns, 0)
	return len(s.turns) - 1
}

// take returns the number of the session's next turn.
func (s *sessions) take(session int) (turn int) {
	s.turns[session]++
	return int(s.turns[session] - 1)
}

// named returns the number of the session of that name, a new one where the
// name is.
func (s *sessions) named(name string) int {
	k := xxh3.HashString128(name)
	if n, ok := s.byName[k]; ok {
		return int(n)
	}
	if s.byName == nil {
		s.byName = map[xxh3.Uint128]int32{}
	}
	n := s.begin()
	s.byName[k] = int32(n)
	return n
}

// reply returns the session of a chat that follows another, a new one where
// that is none or not in the trace.
func (s *sessions) reply(chat, parent int) int {
	n, ok := s.byChat[parent]
	if !ok || parent < 0 {
		n = int32(s.begin())
	}
	if s.byChat == nil {
		s.byChat = map[int]int32{}
	}
	s.byChat[chat] = n
	return int(n)
}

// turn puts an entry into the session that its line names.
func (s *sessions) turn(r *row, e *entry) error {
	var err error
	e.Session = -1
	if r.delay.Type != gjson.Null {
		if e.Delay, err = duration(keyDelay, r.delay, nsPerMS); err != nil {
			return err
		}
	}
	switch r.session.Type {
	case gjson.Null:
	case gjson.String, gjson.Number:
		e.Session = s.named(r.session.String())
		e.Turn = s.take(e.Session)
	default:
		return errors.New("session_id is no text: accepted is the name of a session")
	}
	if e.Turn == 0 && e.Delay > 0 {
		return errors.New("delay on the first turn of a session: accepted is a delay after another turn")
	}
	return nil
}
