package workload

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode"

	"kvtui/core/block"
)

func prefixes(c block.Chain) (out []block.Prefix) {
	for i := range c.Len() {
		out = append(out, c.At(i))
	}
	return out
}

// TestReadMooncake holds what is read from well-formed text.
func TestReadMooncake(t *testing.T) {
	for _, c := range []struct {
		name, text string
		tokens     []int
		chains     [][]block.Prefix
		output     int // of the first request
	}{
		{"nothing", "", nil, nil, 0},
		{"blank lines", "\n  \t\n\r\n", nil, nil, 0},
		{"part of a block is dropped", `{"timestamp": 3, "input_length": 1100, "output_length": 52, "hash_ids": [5, 6, 7]}`, []int{1100}, [][]block.Prefix{{1, 2}}, 52},
		{"short prompt", `{"input_length": 511, "hash_ids": [5]}`, []int{511}, [][]block.Prefix{nil}, 0},
		{"exact end", `{"input_length": 1024, "hash_ids": [5, 6]}`, []int{1024}, [][]block.Prefix{{1, 2}}, 0},
		{"no output length, no ids", `{"input_length": 0, "hash_ids": []}`, []int{0}, [][]block.Prefix{nil}, 0},
		{"lines", "{\"input_length\":512,\"hash_ids\":[1]}\r\n\n \n{\"input_length\":1024,\"hash_ids\":[1,2]}", []int{512, 1024}, [][]block.Prefix{{1}, {1, 2}}, 0},
		{"same id, other parent", "{\"input_length\":1024,\"hash_ids\":[1,2]}\n{\"input_length\":1024,\"hash_ids\":[3,2]}\n{\"input_length\":512,\"hash_ids\":[2]}\n", []int{1024, 1024, 512}, [][]block.Prefix{{1, 2}, {3, 4}, {5}}, 0},
		{"an id twice in a chain", `{"input_length":1536,"hash_ids":[1,1,1]}`, []int{1536}, [][]block.Prefix{{1, 2, 3}}, 0},
		{"other keys", `{"session_id": "a\u0000b", "x": {"hash_ids": [9], "input_length": -1}, "input_length": 512, "hash_ids": [1], "y": [[{}]]}`, []int{512}, [][]block.Prefix{{1}}, 0},
		{"last of equal keys", `{"input_length": 512, "hash_ids": [1, 2], "input_length": 1024, "hash_ids": [3, 4]}`, []int{1024}, [][]block.Prefix{{1, 2}}, 0},
		{"escaped key", `{"input\u005flength": 512, "hash_ids": [1]}`, []int{512}, [][]block.Prefix{{1}}, 0},
		{"exponent", `{"input_length": 5.12e2, "output_length": 1.0, "hash_ids": [1e3]}`, []int{512}, [][]block.Prefix{{1}}, 1},
	} {
		set, err := ReadMooncake(strings.NewReader(c.text), "t.jsonl", 0)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var tokens []int
		var chains [][]block.Prefix
		for i, r := range set.Requests {
			if r.Index != i {
				t.Errorf("%s: request %d has number %d", c.name, i, r.Index)
			}
			tokens = append(tokens, r.Tokens)
			chains = append(chains, prefixes(r.Chain))
		}
		if !slices.Equal(tokens, c.tokens) || !slices.EqualFunc(chains, c.chains, slices.Equal) {
			t.Errorf("%s: tokens %v chains %v, want %v %v", c.name, tokens, chains, c.tokens, c.chains)
		}
		if len(set.Requests) > 0 && set.Requests[0].Output != c.output {
			t.Errorf("%s: output %d, want %d", c.name, set.Requests[0].Output, c.output)
		}
		if set.BlockSize() != 512 || !set.Traced {
			t.Errorf("%s: block %d, traced %v", c.name, set.BlockSize(), set.Traced)
		}
	}
}

// TestReadMooncakeIDs holds that ids which a float64 cannot tell apart stay
// apart, and that a name stands for the ids up to it.
func TestReadMooncakeIDs(t *testing.T) {
	text := `{"input_length": 1024, "hash_ids": [9007199254740993, 9223372036854775807]}
{"input_length": 1024, "hash_ids": [9007199254740992, 9223372036854775807]}
{"input_length": 1024, "hash_ids": [9007199254740993, 9223372036854775806]}`
	set, err := ReadMooncake(strings.NewReader(text), "t", 0)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range [][]block.Prefix{{1, 2}, {3, 4}, {1, 5}} {
		if got := prefixes(set.Requests[i].Chain); !slices.Equal(got, want) {
			t.Errorf("request %d is %v, want %v", i, got, want)
		}
	}
	if want := block.Names([]int64{9007199254740993, 9223372036854775806}, 1); !slices.Equal(set.Names(2), want) {
		t.Errorf("names are %v, want %v", set.Names(2), want)
	}
}

// TestReadMooncakeGroups holds that requests are grouped by the first block
// that not all of them have.
func TestReadMooncakeGroups(t *testing.T) {
	text := `{"input_length": 1536, "hash_ids": [0, 1, 2]}
{"input_length": 1024, "hash_ids": [0, 3]}
{"input_length": 512, "hash_ids": [0]}
{"input_length": 1024, "hash_ids": [0, 1]}`
	set, err := ReadMooncake(strings.NewReader(text), "t", 0)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{0, 1, -1, 0} {
		if got := set.Requests[i].Group; got != want {
			t.Errorf("request %d is of group %d, want %d", i, got, want)
		}
	}
	if set.Common != 1 || set.Groups != 2 || set.Prefixes != 5 {
		t.Errorf("%d common blocks, %d groups, %d prefixes; want 1, 2, 5", set.Common, set.Groups, set.Prefixes)
	}
}

// TestReadMooncakeLimit holds that nothing after the limit is looked at.
func TestReadMooncakeLimit(t *testing.T) {
	line := `{"input_length": 512, "hash_ids": [1]}` + "\n"
	set, err := ReadMooncake(strings.NewReader(line+"\n"+line+"broken"), "t", 2)
	if err != nil || set.Len() != 2 {
		t.Errorf("got %v, %v; want 2 requests", set, err)
	}
	if set, err = ReadMooncake(strings.NewReader(line+line), "t", 5); err != nil || set.Len() != 2 {
		t.Errorf("got %v, %v; want both requests", set, err)
	}
}

// TestReadMooncakeErrors holds that an error names file and line, and says what
// is wrong and what is accepted, in one line that prints.
func TestReadMooncakeErrors(t *testing.T) {
	good := `{"input_length": 512, "hash_ids": [1]}`
	for _, c := range []struct{ name, line, want string }{
		{"no JSON", `nonsense`, "not a JSON object: accepted is one request a line"},
		{"cut", `{"input_length": 512, "hash_ids": [1]`, "not a JSON object"},
		{"two on a line", good + good, "not a JSON object"},
		{"list", `[1, 2]`, "not a JSON object"},
		{"number", `7`, "not a JSON object"},
		{"raw control character", "{\"input_length\": 512, \"x\": \"\x1b[2J\", \"hash_ids\": [1]}", "not a JSON object"},
		{"no length", `{"hash_ids": [1]}`, `no "input_length": accepted is a whole number of tokens`},
		{"no ids", `{"input_length": 512}`, `no "hash_ids": accepted is a list of whole numbers`},
		{"ids are no list", `{"input_length": 512, "hash_ids": "1"}`, `hash_ids is "\"1\"": accepted is a list of whole numbers`},
		{"text for a length", `{"input_length": "512", "hash_ids": [1]}`, `input_length is "\"512\"": accepted are whole numbers from 0 to 1000000000`},
		{"null", `{"input_length": null, "hash_ids": [1]}`, `input_length is "null"`},
		{"negative", `{"input_length": -1, "hash_ids": [1]}`, `input_length is "-1"`},
		{"half", `{"input_length": 0.5, "hash_ids": [1]}`, `input_length is "0.5"`},
		{"huge", `{"input_length": 1e300, "hash_ids": [1]}`, `input_length is "1e300"`},
		{"infinite", `{"input_length": 1e999, "hash_ids": [1]}`, `input_length is "1e999"`},
		{"negative output", `{"input_length": 512, "output_length": -2, "hash_ids": [1]}`, `output_length is "-2"`},
		{"negative id", `{"input_length": 512, "hash_ids": [-1]}`, `hash_ids is "-1": accepted are whole numbers from 0 to 9223372036854775807`},
		{"id above 63 bits", `{"input_length": 512, "hash_ids": [9223372036854775808]}`, `hash_ids is "9223372036854775808"`},
		{"id above 64 bits", `{"input_length": 512, "hash_ids": [18446744073709551616]}`, `hash_ids is "18446744073709551616"`},
		{"text for an id", `{"input_length": 512, "hash_ids": ["\u001b[2J"]}`, `hash_ids is "\"\\u001b[2J\""`},
		{"bad id after the whole blocks", `{"input_length": 512, "hash_ids": [1, "x"]}`, `hash_ids is "\"x\""`},
		{"long outside text", `{"input_length": "` + strings.Repeat("x", 9999) + `", "hash_ids": [1]}`, "input_length is "},
		{"deep", `{"input_length": 512, "hash_ids": [1], "x": ` + strings.Repeat("[", 8<<20), "nested too deeply"},
		{"line too long", `{"x": "` + strings.Repeat("x", 16<<20), "line too long: accepted are up to 16777216 bytes"},
	} {
		_, err := ReadMooncake(strings.NewReader(good+"\n\n"+c.line+"\n"), "t.jsonl", 0)
		var at *TraceError
		if !errors.As(err, &at) || at.Line != 3 {
			t.Errorf("%s: error is %.200v, want one at line 3", c.name, err)
			continue
		}
		if s := err.Error(); !strings.HasPrefix(s, "t.jsonl:3: "+c.want) || !printable(s) || len(s) > 300 {
			t.Errorf("%s: error is %.300q, want %q", c.name, s, c.want)
		}
	}
}

// TestReadMooncakeBrackets holds that brackets in a text are no nesting.
func TestReadMooncakeBrackets(t *testing.T) {
	line := `{"text_input": "` + strings.Repeat(`[{\"\\`, 500) + `", "input_length": 512, "hash_ids": [1]}`
	if _, err := ReadMooncake(strings.NewReader(line), "t", 0); err != nil {
		t.Error(err)
	}
}

// TestReadMooncakeReadError holds that a failing reader's error comes through,
// with a file name that cannot move the cursor.
func TestReadMooncakeReadError(t *testing.T) {
	_, err := ReadMooncake(iotest.ErrReader(io.ErrUnexpectedEOF), "a\x1b[2J", 0)
	if !errors.Is(err, io.ErrUnexpectedEOF) || !printable(err.Error()) {
		t.Errorf("error is %q", err)
	}
	if _, err = ReadMooncake(strings.NewReader("x"), "a\nb", 0); err == nil || !printable(err.Error()) {
		t.Errorf("error is %q", err)
	}
}

func printable(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) })
}

// FuzzReadMooncake holds that any bytes give a set that is whole, or an error
// that prints.
func FuzzReadMooncake(f *testing.F) {
	f.Add([]byte(`{"timestamp": 0, "input_length": 1100, "output_length": 5, "hash_ids": [0, 1, 2]}`), 0)
	f.Add([]byte("{\"input_length\": 512, \"hash_ids\": [1]}\r\n\n{\"input_length\": 512, \"hash_ids\": [\"\\u001b\"]}"), 1)
	f.Add([]byte("[[[[{\"a\": \"\x1b\x00\xff"), 3)
	f.Fuzz(func(t *testing.T, b []byte, limit int) {
		set, err := ReadMooncake(strings.NewReader(string(b)), fmt.Sprintf("%.5s", b), limit)
		if err != nil {
			if !printable(err.Error()) || len(err.Error()) > 400 {
				t.Fatalf("error is %q", err)
			}
			return
		}
		if limit > 0 && set.Len() > limit {
			t.Fatalf("%d requests, limit %d", set.Len(), limit)
		}
		for i, r := range set.Requests {
			whole := r.Tokens / 512 // fewer only where ids are missing, which is counted
			if n := r.Chain.Len(); n > whole || n < whole && set.Counts.Mismatched == 0 || r.Group >= set.Groups || set.Common > r.Chain.Len() {
				t.Fatalf("request %d is %+v of %d groups with %d common blocks", i, r, set.Groups, set.Common)
			}
			for _, p := range prefixes(r.Chain) {
				if p == 0 || int(p) >= set.Prefixes {
					t.Fatalf("prefix %d of %d", p, set.Prefixes)
				}
			}
		}
	})
}

// TestMooncakeFewIDs: blocks without an id are not in the chain, as in the
// reference; the line counts as mismatched.
func TestMooncakeFewIDs(t *testing.T) {
	s, err := ReadMooncake(strings.NewReader(`{"input_length": 1536, "hash_ids": [1, 2]}`), "t.jsonl", 0)
	if err != nil || s.Requests[0].Chain.Len() != 2 || s.Requests[0].Tokens != 1536 || s.Counts.Mismatched != 1 {
		t.Errorf("%v, %+v", err, s)
	}
}
