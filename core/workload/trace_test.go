package workload

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"kvtui/core/block"
)

// read reads a whole text and fails the test on an error.
func read(t *testing.T, text string, o Options) *Set {
	t.Helper()
	s, err := ReadSet(context.Background(), strings.NewReader(text), "t", o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

const (
	mooncakeLine = `{"timestamp": 27, "input_length": 1100, "output_length": 9, "hash_ids": [4, 5, 6]}`
	aiperfLine   = `{"session_id": "a", "input_length": 1024, "output_length": 9, "hash_ids": [4, 5]}`
	bailianLine  = `{"chat_id": 3, "parent_chat_id": -1, "timestamp": 1.5, "input_length": 40, "output_length": 2, "type": "text", "turn": 1, "hash_ids": [8, 9, 1]}`
	azureHead    = "TIMESTAMP,ContextTokens,GeneratedTokens"
	burstHead    = "Timestamp,Model,Request tokens,Response tokens,Total tokens,Log Type"
)

// TestDetect holds how a format is told from the first line with text in it.
func TestDetect(t *testing.T) {
	for _, c := range []struct {
		line string
		want Format
		size int
	}{
		{mooncakeLine, Mooncake, 512},
		{`{"hash_ids": [], "input_length": 3}`, Mooncake, 512},
		{"\n \t\r\n  " + mooncakeLine, Mooncake, 512},
		{"\xef\xbb\xbf" + mooncakeLine, Mooncake, 512},
		{aiperfLine, AIPerf, 512},
		{`{"text_input": "hello", "output_length": 3}`, AIPerf, 512},
		{`{"input_length": 7}`, AIPerf, 512},
		{`{"input_length": 7, "delay": 0, "hash_ids": [1]}`, AIPerf, 512},
		{bailianLine, Bailian, 16},
		{azureHead, Azure, 16},
		{"\xef\xbb\xbf" + azureHead + "\r", Azure, 16},
		{"TIMESTAMP,NumImages,ContextTokens,GeneratedTokens", Azure, 16},
		{burstHead, BurstGPT, 16},
		{"Timestamp,Session ID,Elapsed time,Model,Request tokens,Response tokens,Total tokens,Log Type", BurstGPT, 16},
		{`"Timestamp","SessionID","Request tokens","Response tokens"`, BurstGPT, 16},
		{"", "", 512},
	} {
		s := read(t, c.line, Options{})
		if s.Format != c.want || s.Size != c.size || !s.Traced {
			t.Errorf("%q is %q with %d-token blocks, want %q with %d", c.line, s.Format, s.Size, c.want, c.size)
		}
		rd, err := Open(strings.NewReader(c.line), "t", Options{BlockSize: 64})
		if fixed := c.want == Mooncake || c.want == Bailian; !fixed {
			if err != nil || rd.BlockSize() != 64 {
				t.Errorf("%q: %v, want the 64-token blocks asked for", c.line, err)
			}
			continue
		}
		var arg *ArgError
		if !errors.As(err, &arg) || !strings.Contains(err.Error(), fmt.Sprintf("a block of %s's format is %d tokens; accepted are 0 ", c.want, c.size)) {
			t.Errorf("%q: error is %v, want blocks of 64 tokens refused", c.line, err)
		}
		if rd, err = Open(strings.NewReader(c.line), "t", Options{BlockSize: c.size}); err != nil || rd.BlockSize() != c.size {
			t.Errorf("%q: %v, want its own block size accepted", c.line, err)
		}
	}
	for _, line := range []string{"nonsense", "[1]", "7", "a,b,c", `{"x": 1}`, "{}", `{"x": 1`, "\x00\x1b[2J", `"open,a`, strings.Repeat(",", 200)} {
		_, err := Open(strings.NewReader("\n"+line), "t", Options{})
		var at *TraceError
		if !errors.As(err, &at) || at.Line != 2 || !strings.Contains(err.Error(), "accepted") || !printable(err.Error()) {
			t.Errorf("%.40q: error is %v, want one at line 2", line, err)
		}
	}
}

// TestReadFormats holds every field of every format, in its unit.
func TestReadFormats(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []Request
		chains     [][]block.Prefix
		counts     Counts
	}{
		{
			"mooncake", mooncakeLine + "\n" + `{"timestamp": 3027.25, "input_length": 1024, "output_length": 1, "hash_ids": [4, 5, 6, 7]}`,
			[]Request{{Tokens: 1100, Output: 9, Session: -1}, {Index: 1, Tokens: 1024, Output: 1, Session: -1, At: 3_000_250_000}},
			[][]block.Prefix{{1, 2}, {1, 2}},
			Counts{Lines: 2, Stamped: 2, Mismatched: 1},
		},
		{
			"aiperf sessions", aiperfLine + "\n" + `{"session_id": "b", "input_length": 512, "hash_ids": [4], "timestamp": 10}` + "\n" +
				`{"session_id": "a", "delay": 2.5, "input_length": 1536, "output_length": 1, "hash_ids": [4, 5, 9]}`,
			[]Request{{Tokens: 1024, Output: 9}, {Index: 1, Tokens: 512, Session: 1}, {Index: 2, Tokens: 1536, Output: 1, Turn: 1, Delay: 2_500_000}},
			[][]block.Prefix{{1, 2}, {1}, {1, 2, 3}},
			Counts{Lines: 3, Stamped: 1},
		},
		{
			"aiperf lengths", `{"input_length": 1100}` + "\n" + `{"input_length": 1024, "hash_ids": [1, 2]}` + "\n" + `{"input_length": 2000, "hash_ids": [1]}` + "\n" +
				`{"hash_ids": [1, 2, 3], "input_length": null}`,
			[]Request{{Tokens: 1100, Session: -1}, {Index: 1, Tokens: 1024, Session: -1}, {Index: 2, Tokens: 2000, Session: -1}, {Index: 3, Tokens: 1536, Session: -1}},
			[][]block.Prefix{{1, 2}, {3, 4}, {3, 5, 6}, {3, 4, 7}},
			Counts{Lines: 4, Alone: 1, Mismatched: 1},
		},
		{
			"bailian", bailianLine + "\n" + `{"chat_id": 4, "parent_chat_id": 3, "timestamp": 61.125, "input_length": 52, "output_length": 1, "turn": 2, "hash_ids": [8, 9, 7, 2]}` + "\n" +
				`{"chat_id": 9, "parent_chat_id": 55, "timestamp": 62, "input_length": 16, "output_length": 1, "turn": 3, "hash_ids": [9]}`,
			[]Request{
				{Tokens: 40, Output: 2},
				{Index: 1, Tokens: 52, Output: 1, Turn: 1, At: 59_625_000_000},
				{Index: 2, Tokens: 16, Output: 1, Session: 1, Turn: 2, At: 60_500_000_000},
			},
			[][]block.Prefix{{1, 2}, {1, 2, 3}, {4}},
			Counts{Lines: 3, Stamped: 3},
		},
		{
			"azure", azureHead + "\r\n2023-11-16 23:59:59.9799600,40,44\r\n2023-11-17 00:00:00.0000001,16,1\r\n2024-05-10 00:00:00.009930+00:00,5,0",
			[]Request{{Tokens: 40, Output: 44, Session: -1}, {Index: 1, Tokens: 16, Output: 1, Session: -1, At: 20_040_100}, {Index: 2, Tokens: 5, Session: -1, At: 15_120_000_029_970_000}},
			[][]block.Prefix{{1, 2}, {3}, nil},
			Counts{Lines: 4, Stamped: 3, Alone: 3},
		},
		{
			"burstgpt", "Timestamp,Session ID,Elapsed time,Model,Request tokens,Response tokens,Total tokens,Log Type\n" +
				"5,,0.5,ChatGPT,33,18,51,API log\n45.5,7,1,GPT-4,16,0,16,Conversation log\n\n50.0,7,1,\"GPT-4\",32.0,3,35,Conversation log\n",
			[]Request{{Tokens: 33, Output: 18, Session: -1}, {Index: 1, Tokens: 16, At: 40_500_000_000}, {Index: 2, Tokens: 32, Output: 3, Turn: 1, At: 45_000_000_000}},
			[][]block.Prefix{{1, 2}, {3}, {4, 5}},
			Counts{Lines: 5, Blank: 1, Stamped: 3, Alone: 3, Failed: 1},
		},
	} {
		for _, o := range []Options{{}, {SkipBad: true}} {
			rd, err := Open(strings.NewReader(c.text), "t", o)
			if err != nil {
				t.Errorf("%s: %v", c.name, err)
				continue
			}
			for i := range c.want {
				got, err := rd.Next()
				chain := prefixes(got.Chain)
				want := c.want[i]
				want.Group = -1
				got.Chain = nil
				if err != nil || fmt.Sprint(got) != fmt.Sprint(want) || !slices.Equal(chain, c.chains[i]) {
					t.Errorf("%s: request %d is %+v with %v (%v), want %+v with %v", c.name, i, got, chain, err, want, c.chains[i])
				}
			}
			if _, err := rd.Next(); !errors.Is(err, io.EOF) {
				t.Errorf("%s: ends with %v", c.name, err)
			}
			if got := rd.Counts(); fmt.Sprint(got) != fmt.Sprint(c.counts) {
				t.Errorf("%s: counts %+v, want %+v", c.name, got, c.counts)
			}
		}
	}
}

// TestReadText holds that prompts given as text share what they have in common
// by whole blocks of four bytes a token.
func TestReadText(t *testing.T) {
	text := `{"text_input": "abcdefgh12345678xyz", "output_length": 3}
{"text_input": "abcdefgh12345678XYZ0", "output_length": 3}
{"text_input": "abcdefgh1234567_XYZ0", "output_length": 3}
{"text_input": "\u00e9bc", "output_length": 3}`
	s := read(t, text, Options{BlockSize: 2})
	for i, want := range [][]block.Prefix{{1, 2}, {1, 2}, {1, 3}, nil} {
		if got := prefixes(s.Requests[i].Chain); !slices.Equal(got, want) {
			t.Errorf("request %d is %v, want %v", i, got, want)
		}
	}
	if got := []int{s.Requests[0].Tokens, s.Requests[1].Tokens, s.Requests[3].Tokens}; !slices.Equal(got, []int{4, 5, 1}) {
		t.Errorf("%v tokens, want 4, 5 and 1 by bytes", got)
	}
	if s.Counts.Estimated != 4 || s.Counts.Alone != 0 {
		t.Errorf("counts %+v", s.Counts)
	}
}

// TestReadMalformed holds what each format refuses, with line and reason, and
// that skipping it keeps what is right around it.
func TestReadMalformed(t *testing.T) {
	azureRow, burstRow := "2023-11-16 18:17:03.9799600,374,44", "5,ChatGPT,472,18,490,Conversation log"
	for _, c := range []struct{ head, good, bad, want string }{
		{"", mooncakeLine, `{"timestamp": -1, "input_length": 512, "hash_ids": [1]}`, `timestamp is "-1": accepted are numbers from 0 to 4000000000000`},
		{"", mooncakeLine, `{"timestamp": "x\u001b", "input_length": 512, "hash_ids": [1]}`, `timestamp is "\"x\\u001b\""`},
		{"", mooncakeLine, `{"timestamp": 1e999, "input_length": 512, "hash_ids": [1]}`, `timestamp is "1e999"`},
		{"", mooncakeLine, `{"input_length": 512}`, `no "hash_ids"`},
		{"", aiperfLine, `{"session_id": "z", "output_length": 4}`, "neither input_length nor text_input"},
		{"", aiperfLine, `{"input_length": 5, "text_input": "x"}`, "both input_length and text_input"},
		{"", aiperfLine, `{"text_input": "x", "hash_ids": [1]}`, "hash_ids with text_input"},
		{"", aiperfLine, `{"text_input": 5}`, `text_input is "5": accepted is text`},
		{"", aiperfLine, `{"messages": [{"role": "user"}]}`, "messages is not read: accepted are input_length and text_input"},
		{"", aiperfLine, `{"payload": {}, "input_length": 4}`, "payload is not read"},
		{"", aiperfLine, `{"session_id": "new", "delay": 5, "input_length": 5}`, "delay on the first turn of a session"},
		{"", aiperfLine, `{"session_id": "a", "delay": -5, "input_length": 5}`, `delay is "-5"`},
		{"", aiperfLine, `{"session_id": ["a"], "input_length": 5}`, "session_id is no text"},
		{"", aiperfLine, `{"input_length": 5, "hash_ids": "x"}`, `hash_ids is "\"x\""`},
		{"", bailianLine, `{"parent_chat_id": -1, "input_length": 16, "hash_ids": [1]}`, `chat_id is ""`},
		{"", bailianLine, `{"chat_id": 1, "parent_chat_id": -2, "input_length": 16, "hash_ids": [1]}`, `parent_chat_id is "-2"`},
		{"", bailianLine, `{"chat_id": 1, "turn": 0, "input_length": 16, "hash_ids": [1]}`, `turn is "0"`},
		{"", bailianLine, `{"chat_id": 1, "timestamp": 1e10, "input_length": 16, "hash_ids": [1]}`, `timestamp is "1e10": accepted are numbers from 0 to 4000000000`},
		{azureHead, azureRow, "2023-11-16 18:17:03,1", "has 2 values: accepted are 3"},
		{azureHead, azureRow, "yesterday,1,1", `timestamp is "yesterday": accepted is a date`},
		{azureHead, azureRow, "1969-01-01 00:00:00.0,1,1", `timestamp is "1969`},
		{azureHead, azureRow, "2023-11-16 18:17:03.9799600,-4,1", `contexttokens is "-4"`},
		{azureHead, azureRow, "2023-11-16 18:17:03.9799600,4,\x1b[2J", `generatedtokens is "\x1b[2J"`},
		{azureHead, azureRow, `"2023-11-16,4,3`, "quotes do not match"},
		{azureHead, azureRow, strings.Repeat(",", 200), "too many columns: accepted are up to 100"},
		{burstHead, burstRow, "NaN,ChatGPT,472,18,490,API log", `timestamp is "NaN": accepted are seconds from 0`},
		{burstHead, burstRow, "-1,ChatGPT,472,18,490,API log", `timestamp is "-1"`},
		{burstHead, burstRow, "1,ChatGPT,4.5,18,490,API log", `requesttokens is "4.5"`},
		{burstHead, burstRow, "1,ChatGPT,4,,490,API log", `responsetokens is ""`},
		{burstHead, burstRow, "1,ChatGPT,4,1e300,490,API log", `responsetokens is "1e300"`},
	} {
		text := c.good + "\n\n" + c.bad + "\n" + c.good
		line := 3
		if c.head != "" {
			text, line = c.head+"\n"+text, 4
		}
		_, err := ReadSet(context.Background(), strings.NewReader(text), "t", Options{})
		var at *TraceError
		if !errors.As(err, &at) || at.Line != line || !strings.HasPrefix(at.Problem, c.want) || !strings.Contains(at.Problem, "accepted") || !printable(err.Error()) {
			t.Errorf("%.60q: error is %v, want %q at line %d", c.bad, err, c.want, line)
			continue
		}
		s := read(t, text, Options{SkipBad: true})
		if k := s.Counts; s.Len() != 2 || k.Skipped != 1 || k.Blank != 1 || k.Lines != line+1 || len(k.Reasons) != 1 || *k.Reasons[0] != *at {
			t.Errorf("%.60q: %d requests, counts %+v; want 2 and the same reason", c.bad, s.Len(), k)
		}
	}
}

// TestReadManyTokens holds the limit where ids alone say how long a prompt is.
func TestReadManyTokens(t *testing.T) {
	ids := strings.Repeat("1,", 1000)
	rd, err := Open(strings.NewReader(`{"delay": 0, "hash_ids": [`+ids+`1]}`), "t", Options{BlockSize: MaxPromptTokens})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := rd.Next(); err == nil || err.Error() != "t:1: hash_ids stand for 1001000000 tokens: accepted are up to 1000000000" {
		t.Errorf("error is %v", err)
	}
}

// TestLengthsNumbers holds that blocks of one request alone are counted, not
// remembered, as long as no others come between them.
func TestLengthsNumbers(t *testing.T) {
	rd, err := Open(strings.NewReader(azureHead+strings.Repeat("\n2023-11-16 18:17:03.0,1600,1", 500)), "t", Options{})
	for err == nil {
		_, err = rd.Next()
	}
	if !errors.Is(err, io.EOF) || rd.Prefixes() != 1+50_000 || rd.numbers.tree.Len() != 1 || len(rd.numbers.gaps) != 1 {
		t.Errorf("%v: %d prefixes, %d in the tree, %d gaps", err, rd.Prefixes(), rd.numbers.tree.Len(), len(rd.numbers.gaps))
	}
}

// TestSkipBad holds that the format is told from the first line that has one,
// that reasons are counted but not kept without end, and that a line too long
// to hold is passed over.
func TestSkipBad(t *testing.T) {
	text := "junk\n" + mooncakeLine + "\n" + strings.Repeat("{\n", 99) + strings.Repeat("x", 17<<20) + "\n" + mooncakeLine
	s := read(t, text, Options{SkipBad: true})
	if k := s.Counts; s.Len() != 2 || s.Format != Mooncake || k.Skipped != 101 || k.Lines != 103 || len(k.Reasons) != 5 || k.Reasons[0].Line != 1 {
		t.Errorf("%d requests of %q, counts %+v", s.Len(), s.Format, k)
	}
	rd, err := Open(strings.NewReader("junk\n"), "t", Options{SkipBad: true})
	if err != nil || rd.Counts().Skipped != 1 {
		t.Errorf("a file of junk: %v", err)
	}
}

// TestLines holds that ends of lines, compression and a mark at the head of a
// file do not change what is read.
func TestLines(t *testing.T) {
	want := read(t, mooncakeLine+"\n"+aiperfLine+"\n", Options{})
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	_, err := io.WriteString(z, mooncakeLine+"\n"+aiperfLine+"\n")
	if err := errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{mooncakeLine + "\r\n" + aiperfLine, "\xef\xbb\xbf" + mooncakeLine + "\n" + aiperfLine, zipped.String()} {
		var n atomic.Int64
		got := read(t, text, Options{Read: &n})
		if got.Len() != 2 || fmt.Sprint(got.Requests) != fmt.Sprint(want.Requests) {
			t.Errorf("%.20q gave %+v, want %+v", text, got.Requests, want.Requests)
		}
		if n.Load() != int64(len(text)) {
			t.Errorf("%d bytes counted of %d", n.Load(), len(text))
		}
	}
	for _, broken := range []string{zipped.String()[:30], zipped.String()[:5], "\x1f\x8b"} {
		if _, err := ReadSet(context.Background(), strings.NewReader(broken), "t\x1b.gz", Options{}); err == nil || !printable(err.Error()) {
			t.Errorf("%q: error is %q", broken, err)
		}
	}
}

// TestLongLines holds that a line beyond the buffer is read whole.
func TestLongLines(t *testing.T) {
	long := `{"x": "` + strings.Repeat("y", 300_000) + `", "input_length": 512, "hash_ids": [1]}`
	s := read(t, mooncakeLine+"\n"+long+"\n"+long, Options{})
	if s.Len() != 3 || s.Requests[2].Tokens != 512 || s.Requests[1].Chain[0] != s.Requests[2].Chain[0] {
		t.Errorf("got %+v", s.Requests)
	}
}

// TestLimit holds that nothing after the limit is looked at.
func TestLimit(t *testing.T) {
	text := azureHead + "\n2023-11-16 18:17:03.0,1,1\n2023-11-16 18:17:04.0,1,1\nbroken"
	if s := read(t, text, Options{Limit: 2}); s.Len() != 2 {
		t.Errorf("%d requests", s.Len())
	}
	for _, o := range []Options{{Limit: -1}, {BlockSize: -1}, {BlockSize: MaxPromptTokens + 1}} {
		var arg *ArgError
		if _, err := Open(strings.NewReader(text), "t", o); !errors.As(err, &arg) || !strings.Contains(err.Error(), "accepted") {
			t.Errorf("%+v: error is %v", o, err)
		}
	}
}

// TestCancel holds that a done context ends reading, even where no line is any
// good.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	endless := readerFunc(func(p []byte) (int, error) {
		cancel()
		return copy(p, "junk\n"), nil
	})
	if _, err := ReadSet(ctx, endless, "t", Options{SkipBad: true}); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v", err)
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// TestMost holds that a trace that is too long is refused at the first request
// too many: what comes after is not read.
func TestMost(t *testing.T) {
	text := azureHead + strings.Repeat("\n2023-11-16 18:17:03.0,1,1", 3)
	if s := read(t, text, Options{Most: 3}); s.Len() != 3 {
		t.Errorf("%d requests", s.Len())
	}
	_, err := ReadSet(t.Context(), strings.NewReader(text+"\nbroken"), "t", Options{Most: 2})
	var at *TraceError
	if !errors.As(err, &at) || at.Line != 4 || at.Problem != "too many requests: accepted are up to 2; a smaller limit reads fewer" {
		t.Errorf("error is %v", err)
	}
	if s := read(t, text, Options{Most: 2, Limit: 2}); s.Len() != 2 {
		t.Errorf("%d requests", s.Len())
	}
}

// TestNotes holds the words of what reading came across.
func TestNotes(t *testing.T) {
	text := `{"timestamp": 9, "input_length": 1024, "hash_ids": [1]}
{"timestamp": 3, "input_length": 512, "hash_ids": [1]}
broken
{"input_length": 512, "hash_ids": "x"}`
	c := read(t, text, Options{SkipBad: true}).Counts
	if got := strings.Join(c.Notes(strconv.Itoa), "; "); got != "1 stamp out of order; 1 request with too few or too many ids" {
		t.Errorf("notes are %q", got)
	}
	if c.Skipped != 2 {
		t.Errorf("%d skipped", c.Skipped)
	}
	if c := (Counts{Estimated: 2, Failed: 3, Alone: 4, Lines: 9, Stamped: 9}); strings.Join(c.Notes(strconv.Itoa), "; ") != "2 requests of estimated length; 3 requests answered with no token" {
		t.Errorf("notes are %q", c.Notes(strconv.Itoa))
	}
}
