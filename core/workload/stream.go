package workload

import (
	"context"
	"errors"
	"io"

	"kvtui/core/pyrand"
)

// Stream is a trace that is read again for every run, so that a file of any
// size is replayed without keeping its requests. Requests come in the order of
// the file, and none has a group: see Reader.
type Stream struct {
	ctx    context.Context
	open   func() (io.ReadCloser, error)
	name   string
	opts   Options
	format Format
	size   int
	first  *flow // opened to tell the format; the first run takes it
	counts Counts
}

// NewStream opens a trace to tell its format, and keeps it open for the first
// run. open is called again for each further run; for input that comes only
// once it may fail then. The context ends every read. Close frees what no run
// has taken.
func NewStream(ctx context.Context, name string, open func() (io.ReadCloser, error), o Options) (*Stream, error) {
	s := &Stream{ctx: ctx, open: open, name: name, opts: o}
	f := s.start()
	if f.failed != nil {
		return nil, errors.Join(f.failed, f.close())
	}
	s.first, s.format, s.size = f, f.reader.Format(), f.reader.BlockSize()
	return s, nil
}

// Format returns the format, "" for a file without requests.
func (s *Stream) Format() Format { return s.format }

// BlockSize returns the tokens per block.
func (s *Stream) BlockSize() int { return s.size }

// Len returns -1: only the end tells.
func (s *Stream) Len() int { return -1 }

// Counts returns what the last run that has ended came across.
func (s *Stream) Counts() Counts { return s.counts }

// Open starts the trace from its beginning. A failure, now or later, ends the
// arrivals; End tells it.
func (s *Stream) Open(seed int64) (Arrivals, *pyrand.Rand) {
	f := s.first
	if s.first = nil; f == nil {
		f = s.start()
	}
	return f, pyrand.New(seed)
}

// Close frees the file if no run has taken it.
func (s *Stream) Close() error {
	f := s.first
	if s.first = nil; f == nil {
		return nil
	}
	return f.close()
}

// flow is one run's way through a trace.
type flow struct {
	of     *Stream
	file   io.Closer // nil once closed
	reader *Reader
	next   int
	failed error
}

func (s *Stream) start() *flow {
	f := &flow{of: s}
	file, err := s.open()
	if err != nil {
		f.failed = err
		return f
	}
	f.file = file
	f.reader, f.failed = Open(WithContext(s.ctx, file), s.name, s.opts)
	return f
}

func (f *flow) Next(_ int64, finished int) (Request, int64, bool) {
	if f.failed != nil || f.next > finished {
		return Request{}, 0, false
	}
	r, err := f.reader.Next()
	if err != nil {
		f.failed = err
		return Request{}, 0, false
	}
	f.next++
	return r, 0, true
}

func (f *flow) end() error {
	if f.reader != nil {
		f.of.counts = f.reader.Counts()
	}
	closed := f.close()
	if f.failed != nil && !errors.Is(f.failed, io.EOF) {
		return f.failed
	}
	return closed
}

func (f *flow) close() error {
	c := f.file
	if f.file = nil; c == nil {
		return nil
	}
	return c.Close()
}
