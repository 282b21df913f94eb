package workload

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kvtui/core/block"
)

func drawOutputs(t *rapid.T) Outputs {
	return Outputs{
		Kind: rapid.SampledFrom([]OutputKind{FromStream, Fixed, LogNormal}).Draw(t, "outputs"), Tokens: rapid.IntRange(1, 20).Draw(t, "tokens"),
		Sigma: rapid.Float64Range(0, 2).Draw(t, "sigma"), Max: rapid.IntRange(1, 40).Draw(t, "max"),
	}
}

// written names the tokens of a prompt and of its answer but the last.
func written(g Generator, o Outputs, r Request) []string {
	out := model(g, r)
	c, ok := g.(Chats)
	for j := range r.Output - 1 {
		if ok && o.Kind == FromStream {
			out = append(out, fmt.Sprintf("session %d turn %d %d", r.Session, r.Turn, c.TurnTokens+j))
		} else {
			out = append(out, fmt.Sprintf("answer %d %d", r.Index, j))
		}
	}
	return out
}

// TestAnswerChains holds prompts with their answers against their tokens: two
// share as many blocks as their tokens are alike in whole ones, and a number
// stands for the same tokens everywhere. It holds also
// that a stream has what a set has, and that the set it comes from stays.
func TestAnswerChains(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, o, seed := drawGenerator(t), drawOutputs(t), rapid.Int64().Draw(t, "seed")
		bare := Collect(g, seed)
		before := fmt.Sprint(bare.Requests)
		set, err := bare.WithOutputs(o, seed)
		if err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(bare.Requests) != before || set.Name != bare.Name || set.Common != bare.Common || set.Len() != bare.Len() {
			t.Fatalf("%+v: the set changed", g)
		}
		w, err := WithAnswers(g, o, seed)
		if err != nil {
			t.Fatal(err)
		}
		src, rng := w.Open(seed)
		_, kept := set.Open(seed)
		prompts := make([][]string, set.Len())
		tokens := map[block.Prefix]string{}
		for i, r := range set.Requests {
			if s, ok := src.Next(); !ok || fmt.Sprint(s) != fmt.Sprint(r) {
				t.Fatalf("%+v: request %d is %+v in the set and %+v in the stream", g, i, r, s)
			}
			prompts[i] = written(g, o, r)
			full := r.Full()
			if r.Output != o.Draw(seed, bare.Requests[i]) || full.Len() != len(prompts[i])/set.Size || full.Len() != r.Chain.Len()+r.Answer.Len() {
				t.Fatalf("%+v, %+v: request %d is %+v", g, o, i, r)
			}
			for j := range full.Len() {
				if p := full.At(j); p == 0 || int(p) >= set.Prefixes {
					t.Fatalf("%+v: prefix %d of %d", g, p, set.Prefixes)
				} else if text := strings.Join(prompts[i][:(j+1)*set.Size], ","); tokens[p] != "" && tokens[p] != text {
					t.Fatalf("%+v, %+v: prefix %d stands for %q and %q", g, o, p, tokens[p], text)
				} else {
					tokens[p] = text
				}
			}
			for j := range i {
				alike := 0
				for alike < min(len(prompts[i]), len(prompts[j])) && prompts[i][alike] == prompts[j][alike] {
					alike++
				}
				if lost := r.Group < 0 || set.Requests[j].Group < 0; lost {
					continue // the model does not know their groups
				}
				if got := block.Shared(full, set.Requests[j].Full()); got != alike/set.Size {
					t.Fatalf("%+v, %+v: requests %d and %d share %d blocks and %d tokens", g, o, i, j, got, alike)
				}
			}
		}
		if _, ok := src.Next(); ok || rng.Bits(32) != kept.Bits(32) {
			t.Fatalf("%+v: the stream goes on, or strategies draw other numbers", g)
		}
	})
}

// TestChatAnswers holds that nothing a conversation made is computed again: the
// next turn has the blocks of the answer before it.
func TestChatAnswers(t *testing.T) {
	set, err := Collect(DefaultChats(), 1).WithOutputs(Outputs{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	last := map[int]Request{}
	for _, r := range set.Requests {
		if r.Answer.Len() != 16 && r.Answer.Len() != 15 {
			t.Fatalf("an answer of %d tokens has %d blocks", r.Output, r.Answer.Len())
		}
		before, ok := last[r.Session]
		if full := before.Full(); ok && block.Shared(full, r.Chain) != full.Len() {
			t.Fatalf("turn %d of session %d lacks blocks of the answer before", r.Turn, r.Session)
		}
		last[r.Session] = r
	}
}

// TestDraw holds median, deviation and cut of drawn lengths, that a length
// depends on seed and index alone, and that others are as they are.
func TestDraw(t *testing.T) {
	const n = 20_000
	o := Outputs{Kind: LogNormal, Tokens: 1000, Sigma: 0.5}
	below, squares := 0, 0.0
	for i := range n {
		got := o.Draw(7, Request{Index: i, Output: i})
		if got < 1000 {
			below++
		}
		squares += math.Pow(math.Log(float64(got)/1000), 2)
		if got != o.Draw(7, Request{Index: i}) {
			t.Fatalf("length %d is another the second time", i)
		}
	}
	if math.Abs(float64(below)/n-0.5) > 4*0.5/math.Sqrt(n) || math.Abs(math.Sqrt(squares/n)-0.5) > 0.02 {
		t.Errorf("%d of %d are below the median, deviation %.3f", below, n, math.Sqrt(squares/n))
	}
	same := 0
	for i := range 100 {
		if o.Draw(7, Request{Index: i}) == o.Draw(8, Request{Index: i}) {
			same++
		}
		if got := (Outputs{Kind: LogNormal, Tokens: 2, Sigma: MaxSigma, Max: 3}).Draw(7, Request{Index: i}); got < 1 || got > 3 {
			t.Errorf("length is %d", got)
		}
	}
	if same > 20 {
		t.Errorf("two seeds agree in %d of 100 lengths", same)
	}
	if a, b := (Outputs{Kind: Fixed, Tokens: 5}).Draw(1, Request{Output: 9}), (Outputs{Tokens: 5}).Draw(1, Request{Output: 9}); a != 5 || b != 9 {
		t.Errorf("lengths are %d and %d", a, b)
	}
}

// lengths is a trace of three requests that have lengths only.
func lengths(prompt, answer int) string {
	return strings.Repeat(fmt.Sprintf(`{"timestamp": 0, "input_length": %d, "output_length": %d}`+"\n", prompt, answer), 3)
}

func streamOf(t *testing.T, text string) *Stream {
	t.Helper()
	s, err := NewStream(context.Background(), "t", func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }, Options{BlockSize: 1})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestTraceAnswers holds that the answers of a trace have numbers after those
// of its prompts, of which a stream knows only that they are few enough, and
// that each run has the same.
func TestTraceAnswers(t *testing.T) {
	text := lengths(10, 4)
	bare := read(t, text, Options{BlockSize: 1})
	set, err := bare.WithOutputs(Outputs{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	s := streamOf(t, text)
	stream, err := WithAnswers(s, Outputs{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	if !Stamped(set) || Stamped(stream) || set.Prefixes != 40 || bare.Prefixes != 31 {
		t.Errorf("%+v", set)
	}
	for _, c := range []struct {
		w     Workload
		first block.Prefix
	}{{set, 31}, {stream, streamAnswers}, {stream, streamAnswers}} {
		src, _ := c.w.Open(1)
		for i := range 3 {
			want := block.Chain{{First: c.first + block.Prefix(3*i), N: 3}}
			if r, ok := src.Next(); !ok || !slices.Equal(r.Answer, want) || r.Chain.Len() != 10 || r.Output != 4 {
				t.Errorf("request %d is %+v, want the answer %v", i, r, want)
			}
		}
		if _, ok := src.Next(); ok {
			t.Error("the stream goes on")
		}
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// TestAnswerLimits holds that numbers that do not fit are told, by a stream
// when it is closed, and what other arguments are accepted.
func TestAnswerLimits(t *testing.T) {
	told := func(what, arg string, err error) {
		t.Helper()
		var e *ArgError
		if !errors.As(err, &e) || e.Arg != arg || !strings.Contains(err.Error(), "accepted are") {
			t.Errorf("%s: error is %v, want one on %q", what, err, arg)
		}
	}
	for _, c := range []struct {
		arg, text string
		requests  int
	}{{"output", lengths(1, maxTokens), 2}, {"trace", lengths(maxTokens, 0), 2}} {
		s := streamOf(t, c.text)
		w, err := WithAnswers(s, Outputs{}, 1)
		if err != nil {
			t.Fatal(err)
		}
		src, _ := w.Open(1)
		n := 0
		for _, ok := src.Next(); ok; _, ok = src.Next() {
			n++
		}
		if n != c.requests {
			t.Errorf("%d requests before numbers run out, want %d", n, c.requests)
		}
		told("stream", c.arg, s.Close())
	}
	_, err := read(t, lengths(maxTokens, maxTokens), Options{BlockSize: 1}).WithOutputs(Outputs{}, 1)
	told("set", "output", err)
	g := DefaultSharedPrefix()
	g.Requests, g.Block, g.OutputTokens = MaxRequests, 1, 1000
	_, err = WithAnswers(g, Outputs{}, 1)
	told("generator", "requests and output", err)
	for _, c := range []struct {
		arg string
		o   Outputs
	}{
		{"output", Outputs{Kind: Fixed, Tokens: -1}},
		{"output", Outputs{Kind: LogNormal}},
		{"output-sigma", Outputs{Kind: LogNormal, Tokens: 1, Sigma: math.NaN()}},
		{"output-max", Outputs{Kind: LogNormal, Tokens: 1, Max: -1}},
		{"output-kind", Outputs{Kind: LogNormal + 1}},
	} {
		_, err := WithAnswers(DefaultLab(), c.o, 1)
		told(fmt.Sprint(c.o), c.arg, err)
		_, err = NewLabSet(DefaultLab(), 1).WithOutputs(c.o, 1)
		told(fmt.Sprint(c.o), c.arg, err)
	}
	if _, err := WithAnswers(struct{ Workload }{DefaultLab()}, Outputs{}, 1); err == nil {
		t.Error("answers for an unknown workload")
	}
}
