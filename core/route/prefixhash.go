package route

import "kvtui/core/pyrand"

// prefixHash is consistent hashing with bounded loads: the head of the prompt
// is hashed onto a ring, and the first worker from there on that is under its
// bound takes the request. Prompts with the same head meet again without any
// index, and no worker has more than a quarter above its share.
//
// It imitates KubeAI's PrefixHash (internal/loadbalancer/balance_chwbl.go
// @8fbbb35): 256 places a worker, a worker is accepted while its requests in
// flight and this one are at most 1.25 * (total + 1) / workers; when all are
// over, as they are while requests are fewer than workers, the first on the ring
// takes it. KubeAI hashes the first 100
// characters; the 256 tokens here are those of SGLang's prefix_hash, which
// compares the load without this request and, instead of walking on, takes the
// least loaded worker under the bound.
//
// Here load is the requests sent so far, which never go down; the head is whole
// blocks, so at least one, and a prompt without a whole block goes to the least
// loaded worker. Places come from worker numbers, not from addresses. Left out:
// adapters.
type prefixHash struct {
	tokens int
	factor float64
	ring   ring
}

func prefixHashOptions() []string {
	return []string{"prefix-tokens", "ring-replicas", "load-factor"}
}

func newPrefixHash(o Options) *prefixHash {
	return &prefixHash{tokens: o.PrefixTokens, factor: o.LoadFactor, ring: ring{replicas: o.RingReplicas}}
}

func (p *prefixHash) Choose(v View, r Request, _ *pyrand.Rand) Choice {
	n := v.Workers()
	if n == 1 {
		return Choice{Rule: OnlyWorker}
	}
	blocks := min(r.Chain.Len(), (p.tokens+r.Block-1)/r.Block)
	if blocks == 0 {
		return fewest(v, NoKey)
	}
	at := p.ring.first(n, hash(hashPrefix, uint64(r.Chain.At(blocks-1)), 0))
	first := p.ring.worker(at)
	bound := p.bound(v)
	if under(v, first, bound) {
		return Choice{Worker: first, Rule: RingFirst}
	}
	if least, _ := v.Fewest(); under(v, least, bound) {
		for i := at + 1; ; i++ { // ends at the latest at the least loaded
			if w := p.ring.worker(i); under(v, w, bound) {
				return Choice{Worker: w, Rule: RingWalk, Other: first}
			}
		}
	}
	return Choice{Worker: first, Rule: RingOver}
}

// bound is how many requests a worker may have, this one included.
func (p *prefixHash) bound(v View) float64 {
	return p.factor * float64(v.Total()+1) / float64(v.Workers())
}

func under(v View, w int, bound float64) bool { return float64(v.Sent(w)+1) <= bound }

// Score gives the bound, and as the total the room under it, in requests, once
// this one is there; below 0 the worker is over.
func (p *prefixHash) Score(v View, _ Request, w int) (terms [MaxTerms]float64, total float64) {
	terms[0] = p.bound(v)
	return terms, terms[0] - float64(v.Sent(w)+1)
}
