package route

import "kvtui/core/pyrand"

// session keeps a conversation on one worker: its key is hashed onto a ring.
// It imitates the session routing of vLLM's production stack
// (src/vllm_router/routers/routing_logic.py @a6c01db), where a request without
// a key goes to the engine with the fewest requests a second; the 160 places a
// worker are those of consistent_hash in vLLM's router (src/policies). A request
// without a session goes to the worker with the fewest requests sent so far,
// the lowest number among equals. Places come from worker numbers, not from
// addresses. Left out: health checks.
type session struct{ ring ring }

func newSession(o Options) *session {
	return &session{ring{replicas: o.SessionReplicas}}
}

func (s *session) Choose(v View, r Request, _ *pyrand.Rand) Choice {
	n := v.Workers()
	if n == 1 {
		return Choice{Rule: OnlyWorker}
	}
	if r.Session < 0 {
		return fewest(v, NoKey)
	}
	key := hash(hashSession, uint64(r.Session), 0)
	return Choice{Worker: s.ring.worker(s.ring.first(n, key)), Rule: RingFirst}
}
