package workload

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/tidwall/gjson"
)

// The keys of the JSON formats.
const (
	keyStamp   = "timestamp"
	keyDelay   = "delay"
	keySession = "session_id"
	keyInput   = "input_length"
	keyOutput  = "output_length"
	keyText    = "text_input"
	keyIDs     = "hash_ids"
	keyChat    = "chat_id"
	keyParent  = "parent_chat_id"
	keyTurn    = "turn"
)

// row is a line of JSON: its values as written, of which the last counts where
// a key comes twice. A key that is null is as good as absent.
type row struct {
	stamp, delay, session, input, output, text, ids, chat, parent, turn gjson.Result
	other                                                               string // a prompt that is not read
}

// nesting returns how deep the brackets of a JSON text go. The parser calls
// itself for each, and a line of brackets alone would overflow its stack.
func nesting(b []byte) int {
	if bytes.Count(b, []byte{'['})+bytes.Count(b, []byte{'{'}) <= maxTraceNesting {
		return 0 // quick, and not too deep in any case
	}
	deepest, depth, quoted := 0, 0, false
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[' || c == '{':
			depth++
			deepest = max(deepest, depth)
		case c == ']' || c == '}':
			depth--
		}
	}
	return deepest
}

// object returns the text of a line that is one JSON object.
func object(line []byte) (string, error) {
	if nesting(line) > maxTraceNesting {
		return "", fmt.Errorf("nested too deeply: accepted are up to %d brackets", maxTraceNesting)
	}
	text := string(line)
	if !gjson.Parse(text).IsObject() || !gjson.Valid(text) {
		return "", errors.New("not a JSON object: accepted is one request a line")
	}
	return text, nil
}

// read fills the row from a line.
func (r *row) read(line []byte) error {
	text, err := object(line)
	if err != nil {
		return err
	}
	gjson.Parse(text).ForEach(func(k, v gjson.Result) bool {
		switch k.Str {
		case keyStamp:
			r.stamp = v
		case keyDelay:
			r.delay = v
		case keySession:
			r.session = v
		case keyInput:
			r.input = v
		case keyOutput:
			r.output = v
		case keyText:
			r.text = v
		case keyIDs:
			r.ids = v
		case keyChat:
			r.chat = v
		case keyParent:
			r.parent = v
		case keyTurn:
			r.turn = v
		case "messages", "payload":
			if v.Type != gjson.Null {
				r.other = k.Str
			}
		}
		return true
	})
	return nil
}

// length returns the prompt's tokens, which must be there.
func (r *row) length() (int, error) {
	if !r.input.Exists() {
		return 0, errors.New(`no "input_length": accepted is a whole number of tokens`)
	}
	return whole(keyInput, r.input, 0, maxTokens)
}

// answer returns the tokens to generate, 0 where the line does not say.
func (r *row) answer() (int, error) {
	if r.output.Type == gjson.Null {
		return 0, nil
	}
	return whole(keyOutput, r.output, 0, maxTokens)
}

// timed sets the stamp of an entry, given in units of so many ns.
func (r *row) timed(e *entry, unit float64) (err error) {
	if r.stamp.Type == gjson.Null {
		return nil
	}
	e.stamped = true
	e.stamp, err = duration(keyStamp, r.stamp, unit)
	return err
}

// duration returns a JSON number of units as ns.
func duration(key string, v gjson.Result, unit float64) (int64, error) {
	high := maxSeconds * 1e9 / unit
	if v.Type != gjson.Number || !(v.Num >= 0 && v.Num <= high) {
		return 0, fmt.Errorf("%s is %.40q: accepted are numbers from 0 to %.0f", key, v.Raw, high)
	}
	return int64(math.Round(v.Num * unit)), nil
}

// blocks returns the ids of the line, good until the next one. ok is false
// where it has none.
func (t *Reader) blocks(r *row) (ids []uint64, ok bool, err error) {
	if !r.ids.IsArray() {
		if r.ids.Type != gjson.Null {
			return nil, false, fmt.Errorf("%s is %.40q: accepted is a list of whole numbers, one a block", keyIDs, r.ids.Raw)
		}
		return nil, false, nil
	}
	t.ids, ok = appendIDs(t.ids[:0], r.ids.Raw)
	if ok {
		return t.ids, true, nil
	}
	t.ids = t.ids[:0]
	r.ids.ForEach(func(_, v gjson.Result) bool {
		var id int
		id, err = whole(keyIDs, v, 0, math.MaxInt)
		t.ids = append(t.ids, uint64(id))
		return err == nil
	})
	return t.ids, err == nil, err
}

// appendIDs reads a valid JSON list of plain digits; ok is false where it
// holds anything else.
func appendIDs(dst []uint64, list string) (ids []uint64, ok bool) {
	const digits = 18 // surely below 2^63
	for i := 1; i < len(list); i++ {
		var id uint64
		from := i
		for i < len(list) && '0' <= list[i] && list[i] <= '9' {
			id = 10*id + uint64(list[i]-'0')
			i++
		}
		switch {
		case i-from > digits:
			return dst, false
		case i > from:
			dst = append(dst, id)
		}
		if c := list[i]; c != ',' && c != ' ' && c != ']' && c != '\t' && c != '\r' {
			return dst, false
		}
	}
	return dst, true
}

// whole returns a JSON number as an int. One written with a point or an
// exponent must be exact in a float64.
func whole(key string, v gjson.Result, low, high int) (int, error) {
	n, err := strconv.Atoi(v.Raw)
	if err != nil && v.Num == math.Trunc(v.Num) && math.Abs(v.Num) <= 1<<53 {
		n, err = int(v.Num), nil
	}
	if v.Type != gjson.Number || err != nil || n < low || n > high {
		return 0, fmt.Errorf("%s is %.40q: accepted are whole numbers from %d to %d", key, v.Raw, low, high)
	}
	return n, nil
}
