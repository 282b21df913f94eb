package workload

import (
	"errors"
	"fmt"

	"github.com/tidwall/gjson"
	"github.com/zeebo/xxh3"
)

// BytesPerToken is the estimate for prompts that are given as text. Source:
// llm-d-router, averageCharactersPerToken = 4, which counts bytes.
const BytesPerToken = 4

// aiperf reads a line of the dialect of AIPerf and Dynamo: input_length with
// or without hash_ids, or text_input. As in Dynamo, a line is its turn's whole
// prompt, not what the turn adds; where its ids do not reach its length, the
// rest is blocks of its own (Dynamo shortens the prompt instead). Source:
// ai-dynamo/aiperf, dataset/loader/models.py; ai-dynamo/dynamo,
// lib/mocker/src/loadgen/trace.rs.
func (t *Reader) aiperf(line []byte) (e entry, err error) {
	var r row
	if err := r.read(line); err != nil {
		return e, err
	}
	given, text := r.input.Type != gjson.Null, r.text.Type != gjson.Null
	switch {
	case r.other != "":
		return e, fmt.Errorf("%s is not read: accepted are input_length and text_input", r.other)
	case given && text:
		return e, errors.New("both input_length and text_input: accepted is one of them")
	case text && r.ids.Type != gjson.Null:
		return e, errors.New("hash_ids with text_input: accepted is hash_ids with input_length")
	case text:
		return t.written(&r)
	}
	ids, ok, err := t.blocks(&r)
	if err != nil {
		return e, err
	}
	if !given && !ok {
		return e, errors.New("neither input_length nor text_input: accepted is one of them")
	}
	if e.Tokens = len(ids) * t.size; given {
		if e.Tokens, err = r.length(); err != nil {
			return e, err
		}
	}
	if e.Tokens > maxTokens {
		return e, fmt.Errorf("hash_ids stand for %d tokens: accepted are up to %d", e.Tokens, maxTokens)
	}
	if e.Output, err = r.answer(); err != nil {
		return e, err
	}
	if !ok {
		return t.alone(&r, e)
	}
	return t.finish(&r, e, nsPerMS)
}

// alone finishes a line that has a length only.
func (t *Reader) alone(r *row, e entry) (entry, error) {
	err := r.timed(&e, nsPerMS)
	if err == nil {
		err = t.sessions.turn(r, &e)
	}
	if err == nil {
		e.Chain, err = t.chain(nil, e.Tokens)
	}
	if err == nil {
		t.counts.Alone++
	}
	return e, err
}

// written finishes a line that has its prompt as text. A block is so many
// bytes, and its content their hash.
func (t *Reader) written(r *row) (e entry, err error) {
	if r.text.Type != gjson.String {
		return e, fmt.Errorf("%s is %.40q: accepted is text", keyText, r.text.Raw)
	}
	if e.Output, err = r.answer(); err != nil {
		return e, err
	}
	text := r.text.Str
	e.Tokens = len(text) / BytesPerToken
	t.ids = t.ids[:0]
	for n := t.size * BytesPerToken; len(text) >= n; text = text[n:] {
		t.ids = append(t.ids, xxh3.HashString(text[:n]))
	}
	if e, err = t.finish(r, e, nsPerMS); err == nil {
		t.counts.Estimated++
	}
	return e, err
}
