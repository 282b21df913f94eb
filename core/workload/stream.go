package workload

import (
	"context"
	"errors"
	"io"

	"kvtui/core/pyrand"
)

// Stream is a trace that is read again for every run, so that a file of any
// size is replayed without keeping its requests. They come in the order of the
// file, and none has a group: see Reader. One run at a time.
type Stream struct {
	ctx  context.Context
	open func() (io.ReadCloser, error)
	name string
	opts Options
	flow *flow // of the run that was opened last
	err  error // of the runs before it
}

// NewStream opens a trace to tell its format, and keeps it open for the first
// run. open is called again for each further run; for input that comes only
// once it may fail then. The context ends every read.
func NewStream(ctx context.Context, name string, open func() (io.ReadCloser, error), o Options) (*Stream, error) {
	s := &Stream{ctx: ctx, open: open, name: name, opts: o}
	s.start()
	if s.flow.failed != nil {
		return nil, s.flow.end()
	}
	return s, nil
}

// Format returns the format, "" for a file without requests.
func (s *Stream) Format() Format { return s.flow.reader.Format() }

// BlockSize returns the tokens per block.
func (s *Stream) BlockSize() int { return s.flow.reader.BlockSize() }

// Len returns -1: only the end tells.
func (s *Stream) Len() int { return -1 }

// Counts returns what the last run came across so far.
func (s *Stream) Counts() Counts { return s.flow.reader.Counts() }

// Open starts the trace from its beginning. A failure, now or later, ends it,
// and Close tells why.
func (s *Stream) Open(seed int64) (Source, *pyrand.Rand) {
	if s.flow.taken {
		s.err = errors.Join(s.err, s.flow.end())
		s.start()
	}
	s.flow.taken = true
	return s.flow, pyrand.New(seed)
}

// Close frees the file and returns what ended a run early, if anything did. It
// must be asked after the runs: a file that breaks off looks like its end.
func (s *Stream) Close() error {
	err := errors.Join(s.err, s.flow.end())
	s.err = nil
	return err
}

// flow is one run's way through a trace.
type flow struct {
	file   io.Closer // nil once closed
	reader *Reader
	taken  bool // by a run
	failed error
}

// start opens the trace. Where that fails, the flow ends at once and says so.
func (s *Stream) start() {
	f := &flow{reader: &Reader{lines: &lines{}}}
	if s.flow != nil { // format and block size stay known
		f.reader.format, f.reader.size = s.flow.reader.format, s.flow.reader.size
	}
	s.flow = f
	file, err := s.open()
	if err != nil {
		f.failed = err
		return
	}
	f.file = file
	if r, err := Open(WithContext(s.ctx, file), s.name, s.opts); err != nil {
		f.failed = err
	} else {
		f.reader = r
	}
}

func (f *flow) Next() (Request, bool) {
	if f.failed != nil {
		return Request{}, false
	}
	r, err := f.reader.Next()
	if err != nil {
		f.failed = err
		return Request{}, false
	}
	return r, true
}

// end closes the file and returns what ended the run early, once.
func (f *flow) end() error {
	err := f.failed
	if f.failed = io.EOF; errors.Is(err, io.EOF) {
		err = nil
	}
	if f.file != nil {
		err = errors.Join(err, f.file.Close())
		f.file = nil
	}
	return err
}
