package workload

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/tidwall/gjson"

	"kvtui/core/block"
	"kvtui/core/errtext"
)

// MooncakeBlock is the tokens per block of Mooncake's traces. Source:
// Mooncake, FAST25-release/README.md.
const MooncakeBlock = 512

// Limits of what is read from a trace.
const (
	maxTraceLine     = 16 << 20 // bytes
	maxTraceRequests = 10_000_000
	maxTraceNesting  = 100 // brackets
	maxTokens        = 1_000_000_000
)

// TraceError says where a trace is wrong.
type TraceError struct {
	Name    string // of the file
	Line    int    // from 1
	Problem string
}

func (e *TraceError) Error() string {
	return fmt.Sprintf("%s:%d: %s", errtext.Name(e.Name), e.Line, e.Problem)
}

// ReadMooncake reads a trace of JSON lines with timestamp (ms), input_length,
// output_length (tokens) and hash_ids, one id a 512-token block; blank lines
// are skipped, other keys ignored. A block's identity is (parent, id). The
// last id of a prompt that does not end on a block is dropped, since only whole
// blocks are reused. limit above 0 stops after so many requests. Errors in the
// text are *TraceErrors.
func ReadMooncake(r io.Reader, name string, limit int) (*Set, error) {
	s := &Set{Name: name, Size: MooncakeBlock, Traced: true, tree: block.NewTree()}
	sc := bufio.NewScanner(r)
	sc.Buffer(make([]byte, 64<<10), maxTraceLine)
	line := 0
	for (limit <= 0 || len(s.Requests) < limit) && sc.Scan() {
		line++
		if blank(sc.Bytes()) {
			continue
		}
		if len(s.Requests) == maxTraceRequests {
			return nil, &TraceError{name, line, fmt.Sprintf("too many requests: accepted are up to %d", maxTraceRequests)}
		}
		req, err := s.parseMooncake(sc.Bytes())
		if err != nil {
			return nil, &TraceError{name, line, err.Error()}
		}
		req.Index = len(s.Requests)
		s.Requests = append(s.Requests, req)
	}
	if err := sc.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, &TraceError{name, line + 1, fmt.Sprintf("line too long: accepted are up to %d bytes", maxTraceLine)}
	} else if err != nil {
		return nil, fmt.Errorf("read %s: %w", errtext.Name(name), err)
	}
	s.Prefixes = s.tree.Len()
	s.Common = commonBlocks(s.Requests)
	s.Groups = group(s.Requests, s.Common)
	return s, nil
}

func blank(b []byte) bool {
	for _, c := range b {
		if c != ' ' && c != '\t' && c != '\r' {
			return false
		}
	}
	return true
}

// nesting returns how deep the brackets of a JSON text go. The parser calls
// itself for each, and a line of brackets alone would overflow its stack.
func nesting(b []byte) int {
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

func (s *Set) parseMooncake(line []byte) (Request, error) {
	// Counting brackets is quick and nearly always enough.
	if bytes.Count(line, []byte("["))+bytes.Count(line, []byte("{")) > maxTraceNesting && nesting(line) > maxTraceNesting {
		return Request{}, fmt.Errorf("nested too deeply: accepted are up to %d brackets", maxTraceNesting)
	}
	text := string(line)
	object := gjson.Parse(text)
	if !gjson.Valid(text) || !object.IsObject() {
		return Request{}, errors.New("not a JSON object: accepted is one request a line")
	}
	var req Request
	var ids gjson.Result
	seen, bad := 0, error(nil)
	object.ForEach(func(k, v gjson.Result) bool {
		switch k.Str {
		case "input_length":
			req.Tokens, bad = whole("input_length", v, 0, maxTokens)
			seen++
		case "output_length":
			req.Output, bad = whole("output_length", v, 0, maxTokens)
		case "hash_ids":
			ids = v
		}
		return bad == nil
	})
	switch {
	case bad != nil:
		return Request{}, bad
	case seen == 0:
		return Request{}, errors.New(`no "input_length": accepted is a whole number of tokens`)
	case !ids.IsArray():
		return Request{}, errors.New(`no "hash_ids": accepted is a list of whole numbers, one a block`)
	}
	var err error
	req.Chain, err = s.chain(ids, req.Tokens/s.Size)
	return req, err
}

// chain numbers the first n ids.
func (s *Set) chain(ids gjson.Result, n int) (block.Chain, error) {
	var c block.Chain
	var parent block.Prefix
	var bad error
	count := 0
	eachWhole(ids, func(id int, err error) bool {
		if bad = err; bad != nil {
			return false
		}
		if count++; count > n {
			return true
		}
		if uint64(s.tree.Len()) > math.MaxUint32 {
			bad = errors.New("too many distinct blocks: accepted are up to 4294967295 in a trace")
			return false
		}
		parent = s.tree.Child(parent, uint64(id))
		c = c.Append(parent)
		return true
	})
	if bad == nil && count < n {
		bad = fmt.Errorf("hash_ids has %d ids for %d whole blocks: accepted is one a block of %d tokens", count, n, s.Size)
	}
	return c, bad
}

// eachWhole hands the whole numbers of a JSON list that is known to be valid to
// use, up to the first error or refusal. Lists of plain digits, which is what
// traces hold, are read without the parser, which makes a float of each number:
// half the time of reading a trace went there.
func eachWhole(list gjson.Result, use func(id int, err error) bool) {
	const safe = 18 // digits that fit an int64
	raw := list.Raw
	for i := 1; i < len(raw)-1; {
		from, n := i, 0
		for i < len(raw) && '0' <= raw[i] && raw[i] <= '9' && i-from < safe {
			n = 10*n + int(raw[i]-'0')
			i++
		}
		switch c := raw[i]; {
		case i > from && (c == ',' || c == ']' || c == ' '):
			if !use(n, nil) {
				return
			}
			for i < len(raw) && (raw[i] == ' ' || raw[i] == ',') {
				i++
			}
		case i == from && c == ' ':
			i++
		default: // a sign, a fraction, something else: the parser knows
			gjson.Parse("[" + raw[from:]).ForEach(func(_, v gjson.Result) bool {
				id, err := whole("hash_ids", v, 0, math.MaxInt)
				return use(id, err)
			})
			return
		}
	}
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
