package workload

import (
	"kvtui/core/pyrand"
)

// Chats is a stream of conversations that grow: the prompt of a turn is the
// system prompt that all share, then every turn so far, questions and answers.
// Active conversations are under way at a time; which of them comes next is
// drawn, and a new one starts when one is over.
type Chats struct {
	Sessions     int // conversations in the whole stream
	Turns        int // of each
	SystemTokens int // the head that all share
	TurnTokens   int // a question
	OutputTokens int // an answer, which the next prompt contains
	Active       int // conversations at a time
	Block        int // tokens per block
}

// DefaultChats returns 128 conversations of 8 turns, 16 at a time.
func DefaultChats() Chats {
	return Chats{Sessions: 128, Turns: 8, SystemTokens: 512, TurnTokens: 128, OutputTokens: 256, Active: 16, Block: LengthsBlock}
}

// Name returns "chats".
func (c Chats) Name() string { return "chats" }

// BlockSize returns the tokens per block.
func (c Chats) BlockSize() int { return c.Block }

// Len returns the number of requests.
func (c Chats) Len() int { return c.Sessions * c.Turns }

// Validate checks the arguments against the limits. The error is an *ArgError.
func (c Chats) Validate() error {
	err := inRange(
		intArg{"sessions", c.Sessions, 0, MaxRequests},
		intArg{"turns", c.Turns, 1, MaxRequests},
		intArg{"system", c.SystemTokens, 0, MaxPromptTokens},
		intArg{"turn-tokens", c.TurnTokens, 0, MaxPromptTokens},
		intArg{"output", c.OutputTokens, 0, MaxPromptTokens},
		intArg{"active", c.Active, 1, MaxRequests},
		intArg{"block", c.Block, 1, MaxPromptTokens},
	)
	if err != nil {
		return err
	}
	prefixes, _ := c.numbered()
	return inLimits("sessions, turns, system, turn-tokens and output", c.Len(), c.prompt(c.Turns-1), prefixes)
}

// prompt returns the tokens of a turn's prompt.
func (c Chats) prompt(turn int) int {
	return c.SystemTokens + (turn+1)*c.TurnTokens + turn*c.OutputTokens
}

// system returns the blocks that all share, own those that a conversation has
// for itself at a turn.
func (c Chats) system() int      { return c.SystemTokens / c.Block }
func (c Chats) own(turn int) int { return c.prompt(turn)/c.Block - c.system() }

func (c Chats) numbered() (prefixes, groups int) {
	return 1 + c.system() + c.Sessions*c.own(c.Turns-1), c.Sessions
}

// first returns the number of a session's first block of its own.
func (c Chats) first(session int) int { return 1 + c.system() + session*c.own(c.Turns-1) }

func (c Chats) output() int { return c.OutputTokens }

// sharedBlocks counts all blocks: the next turn has them again.
func (c Chats) sharedBlocks(r Request) int { return r.Chain.Len() }

// Open starts the stream.
func (c Chats) Open(seed int64) (Source, *pyrand.Rand) {
	s := &chatStream{Chats: c, rng: derived(seed, c.Name())}
	for len(s.active) < min(c.Active, c.Sessions) {
		s.begin()
	}
	return s, pyrand.New(seed)
}

type chatStream struct {
	Chats
	rng    *pyrand.Rand
	next   int // request
	begun  int // sessions
	active []chat
	chains chains
}

// chat is a conversation and its next turn.
type chat struct{ session, turn int }

func (s *chatStream) begin() {
	s.active = append(s.active, chat{session: s.begun})
	s.begun++
}

func (s *chatStream) Next() (Request, bool) {
	if len(s.active) == 0 {
		return Request{}, false
	}
	i := int(s.rng.Randrange(int64(len(s.active))))
	now := s.active[i]
	if s.active[i].turn++; s.active[i].turn == s.Turns {
		s.active[i] = s.active[len(s.active)-1]
		s.active = s.active[:len(s.active)-1]
		if s.begun < s.Sessions {
			s.begin()
		}
	}
	own := s.own(now.turn)
	r := Request{
		Index: s.next, Group: now.session, Session: now.session, Turn: now.turn,
		Tokens: s.prompt(now.turn), Output: s.OutputTokens,
		Chain: s.chains.of(span(1, s.system()), span(s.first(now.session), own)),
	}
	if own == 0 {
		r.Group = -1
	}
	s.next++
	return r, true
}
