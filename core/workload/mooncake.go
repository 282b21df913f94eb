package workload

import (
	"errors"
	"io"

	"github.com/tidwall/gjson"
)

// MooncakeBlock is the tokens per block of Mooncake's traces. Source:
// Mooncake, FAST25-release/README.md.
const MooncakeBlock = 512

const nsPerMS = 1e6

// ReadMooncake reads a trace of JSON lines with timestamp (ms), input_length,
// output_length (tokens) and hash_ids, one id a 512-token block; blank lines
// are skipped, other keys ignored. A block's identity is (parent, id). The
// last id of a prompt that does not end on a block is dropped, since only whole
// blocks are reused. limit above 0 stops after so many requests. Errors in the
// text are *TraceErrors.
func ReadMooncake(r io.Reader, name string, limit int) (*Set, error) {
	t, err := open(r, name, Options{Limit: max(0, limit)})
	if err != nil {
		return nil, err
	}
	t.use(mooncakeLayout())
	return t.set()
}

// mooncake reads a line of Mooncake's format, in which ids are a must.
func (t *Reader) mooncake(line []byte) (entry, error) {
	var r row
	if err := r.read(line); err != nil {
		return entry{}, err
	}
	if r.ids.Type == gjson.Null && r.input.Exists() {
		return entry{}, errors.New(`no "hash_ids": accepted is a list of whole numbers, one a block`)
	}
	e, err := t.identified(&r)
	if err != nil {
		return e, err
	}
	if e, err = t.finish(&r, e, nsPerMS); err != nil || len(t.ids) >= e.Tokens/t.size {
		return e, err
	}
	// Blocks without an id take no room, as the reference counts.
	e.Chain, err = t.chain(t.ids, len(t.ids)*t.size)
	return e, err
}

// identified reads the lengths of a line and its ids, which stay in t.ids.
func (t *Reader) identified(r *row) (e entry, err error) {
	if e.Tokens, err = r.length(); err != nil {
		return e, err
	}
	if e.Output, err = r.answer(); err != nil {
		return e, err
	}
	_, _, err = t.blocks(r)
	return e, err
}

// finish does what all lines with ids have in common: stamp, chain, session.
func (t *Reader) finish(r *row, e entry, unit float64) (entry, error) {
	if err := r.timed(&e, unit); err != nil {
		return e, err
	}
	if err := t.sessions.turn(r, &e); err != nil {
		return e, err
	}
	return e, t.link(&e)
}

// link gives an entry the chain of the ids of its line, and counts ids that
// are more or fewer than its blocks.
func (t *Reader) link(e *entry) (err error) {
	if e.Chain, err = t.chain(t.ids, e.Tokens); err != nil {
		return err
	}
	if n := len(t.ids); n < e.Tokens/t.size || n > (e.Tokens+t.size-1)/t.size {
		t.counts.Mismatched++
	}
	return nil
}
