package workload

import (
	"errors"
	"fmt"
	"io"
	"math"
	"sync/atomic"

	"kvtui/core/block"
	"kvtui/core/errtext"
)

// Limits of what is read from a trace.
const (
	maxTraceLine     = 16 << 20 // bytes
	maxTraceRequests = 10_000_000
	maxTraceNesting  = 100 // brackets
	maxTokens        = 1_000_000_000
	maxSeconds       = 4_000_000_000 // of a stamp or delay
	maxReasons       = 5
)

// Options say how a trace is read.
type Options struct {
	// Limit above 0 ends the trace after so many requests.
	Limit int
	// Most above 0 is how many requests a Set may have instead of 10^7.
	Most int
	// SkipBad passes over lines that are wrong and counts them.
	SkipBad bool
	// BlockSize above 0 is the tokens per block, for traces that do not say:
	// AIPerf's dialect and those of lengths only. 0 is the format's own, and
	// the only other size that Mooncake and Bailian accept is theirs.
	BlockSize int
	// Read, if not nil, counts the bytes read of the file as it is stored,
	// compressed or not. Another goroutine may look at it.
	Read *atomic.Int64
}

// Validate checks the options. The error is an *ArgError.
func (o Options) Validate() error {
	if o.Limit < 0 {
		return &ArgError{"limit", fmt.Sprintf("%d is negative: accepted are 0 (all) and more", o.Limit)}
	}
	if o.BlockSize < 0 || o.BlockSize > MaxPromptTokens {
		return &ArgError{"trace-block", fmt.Sprintf("%d is out of range: accepted are 0 (the format's own) to %d", o.BlockSize, MaxPromptTokens)}
	}
	return nil
}

// TraceError says where a trace is wrong.
type TraceError struct {
	Name    string // of the file
	Line    int    // from 1
	Problem string // what is wrong and what is accepted
}

// Error implements error.
func (e *TraceError) Error() string {
	return fmt.Sprintf("%s:%d: %s", errtext.Name(e.Name), e.Line, e.Problem)
}

// Reader reads a trace request by request. What it remembers grows with the
// distinct blocks that have ids (20 to 80 bytes each) and sessions, not
// with the requests.
type Reader struct {
	name   string
	opts   Options
	lines  *lines
	format Format
	size   int // tokens per block
	parse  func(r *Reader, line []byte) (entry, error)
	// pending is the line that the format was told from, when it is a request.
	pending  []byte
	columns  columns // of a table
	numbers  numbers
	sessions sessions
	ids      []uint64 // scratch
	counts   Counts
	requests int
	first    int64 // stamp, ns
	last     int64
	failed   error
}

// entry is a request as its line has it.
type entry struct {
	Request
	stamp   int64 // ns, from anywhere
	stamped bool
}

// Open starts to read a trace. Its format is told from its first line that is
// not blank, and gzip from its first bytes. Errors in the text are
// *TraceErrors, and one in the options is an *ArgError; a file without a line
// is a trace without requests.
func Open(r io.Reader, name string, o Options) (*Reader, error) {
	t, err := open(r, name, o)
	if err != nil {
		return nil, err
	}
	for {
		line, err := t.line()
		if errors.Is(err, io.EOF) {
			t.use(layout{block: MooncakeBlock})
			t.failed = err
			return t, nil
		} else if err != nil {
			return nil, err
		}
		l, cols, err := detect(line)
		if err == nil {
			if err := l.takes(o.BlockSize); err != nil {
				return nil, err
			}
			t.use(l)
			if t.columns = cols; cols == nil {
				t.pending = line
			}
			return t, nil
		}
		if err := t.bad(err); err != nil {
			return nil, err
		}
	}
}

// open starts to read lines whose format is not known yet.
func open(r io.Reader, name string, o Options) (*Reader, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	if o.Read != nil {
		r = &counted{r, o.Read}
	}
	ls, err := newLines(r)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", errtext.Name(name), err)
	}
	return &Reader{name: name, opts: o, lines: ls, numbers: numbers{tree: block.NewTree()}}, nil
}

func (t *Reader) use(l layout) {
	t.format, t.parse, t.size = l.format, l.parse, l.block
	if t.opts.BlockSize > 0 {
		t.size = t.opts.BlockSize
	}
}

// Format returns the format, "" for a file without requests.
func (t *Reader) Format() Format { return t.format }

// BlockSize returns the tokens per block.
func (t *Reader) BlockSize() int { return t.size }

// Prefixes returns one more than the largest prefix number so far.
func (t *Reader) Prefixes() int { return t.numbers.len() }

// Counts returns what has been come across so far.
func (t *Reader) Counts() Counts {
	c := t.counts
	c.Lines = t.lines.n
	return c
}

// Next returns the next request, and io.EOF after the last. A request's group
// is not known before the whole trace is, so it is -1. Errors in the text are
// *TraceErrors. After an error every call returns it.
func (t *Reader) Next() (Request, error) {
	for t.failed == nil {
		if t.opts.Limit > 0 && t.requests == t.opts.Limit {
			t.failed = io.EOF
			break
		}
		line, err := t.line()
		if err != nil {
			t.failed = err
			break
		}
		e, err := t.parse(t, line)
		if err == nil {
			return t.accept(e), nil
		}
		t.failed = t.bad(err)
	}
	return Request{}, t.failed
}

// line returns the next line that is not blank.
func (t *Reader) line() ([]byte, error) {
	if line := t.pending; line != nil {
		t.pending = nil
		return line, nil
	}
	for {
		line, err := t.lines.next()
		switch {
		case errors.Is(err, errLongLine):
			if err := t.bad(err); err != nil {
				return nil, err
			}
		case errors.Is(err, io.EOF):
			return nil, io.EOF
		case err != nil:
			return nil, fmt.Errorf("read %s: %w", errtext.Name(t.name), err)
		case blank(line):
			t.counts.Blank++
		case t.requests == math.MaxInt32:
			return nil, &TraceError{t.name, t.lines.n, "too many requests: accepted are up to 2147483647"}
		default:
			return line, nil
		}
	}
}

func blank(b []byte) bool {
	for _, c := range b {
		if c != ' ' && c != '\t' && c != '\r' {
			return false
		}
	}
	return true
}

// bad turns what is wrong with the present line into an error, or counts it
// where such lines are skipped.
func (t *Reader) bad(problem error) error {
	err := &TraceError{t.name, t.lines.n, problem.Error()}
	if !t.opts.SkipBad {
		return err
	}
	if t.counts.Skipped++; len(t.counts.Reasons) < maxReasons {
		t.counts.Reasons = append(t.counts.Reasons, err)
	}
	return nil
}

// accept numbers a request and sets its clock to the stream's.
func (t *Reader) accept(e entry) Request {
	r := e.Request
	r.Index, r.Group = t.requests, -1
	t.requests++
	if !e.stamped {
		return r
	}
	if t.counts.Stamped++; t.counts.Stamped == 1 {
		t.first, t.last = e.stamp, e.stamp
	}
	if e.stamp < t.last {
		t.counts.Late++
	}
	t.last = e.stamp
	r.At = e.stamp - t.first
	return r
}

// chain numbers the blocks of a prompt. It has as many as are whole in it: the
// first have the given contents, any others belong to this request alone.
func (t *Reader) chain(contents []uint64, tokens int) (block.Chain, error) {
	n := tokens / t.size
	known := min(n, len(contents))
	return t.numbers.number(contents[:known], n-known)
}
