package workload

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
)

// WithContext returns a reader that fails with the context's error once the
// context is done, so that a read of a long file can be given up. A call that
// is already waiting for input is not woken.
func WithContext(ctx context.Context, r io.Reader) io.Reader { return &stoppable{ctx.Err, r} }

type stoppable struct {
	stopped func() error
	r       io.Reader
}

func (s *stoppable) Read(p []byte) (int, error) {
	if err := s.stopped(); err != nil {
		return 0, err
	}
	return s.r.Read(p)
}

// counted adds the bytes read to a number that another goroutine may look at.
type counted struct {
	r io.Reader
	n *atomic.Int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n.Add(int64(n))
	return n, err
}

// lines cuts text into lines of at most maxTraceLine bytes, so that neither a
// long line nor a compressed one can claim memory.
type lines struct {
	r    *bufio.Reader
	n    int    // of the line returned last, from 1
	long []byte // a line that does not fit the reader's buffer
}

// newLines reads plain text, or what gzip made of it.
func newLines(r io.Reader) (*lines, error) {
	const buffer = 64 << 10
	b := bufio.NewReaderSize(r, buffer)
	head, err := b.Peek(2)
	if err == nil && head[0] == 0x1f && head[1] == 0x8b { // RFC 1952, 2.3.1
		z, err := gzip.NewReader(b)
		if err != nil {
			return nil, fmt.Errorf("decompress: %w", err)
		}
		b = bufio.NewReaderSize(z, buffer)
	}
	return &lines{r: b}, nil
}

var errLongLine = errors.New("line too long: accepted are up to 16777216 bytes")

// next returns the next line without its end; it is good until the next call.
// The error is errLongLine for a line that was passed over, and io.EOF after
// the last.
func (l *lines) next() ([]byte, error) {
	line, err := l.r.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		line, err = l.rest(line)
	}
	if err != nil && (!errors.Is(err, io.EOF) || len(line) == 0) {
		if errors.Is(err, errLongLine) {
			l.n++
		}
		return nil, err
	}
	if l.n++; l.n == 1 {
		line = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf")) // byte order mark
	}
	return bytes.TrimRight(line, "\r\n"), nil
}

// rest gathers a line that is longer than the reader's buffer.
func (l *lines) rest(head []byte) ([]byte, error) {
	l.long = append(l.long[:0], head...)
	tooLong := false
	for {
		more, err := l.r.ReadSlice('\n')
		if tooLong = tooLong || len(l.long)+len(more) > maxTraceLine; !tooLong {
			l.long = append(l.long, more...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
		case tooLong && (err == nil || errors.Is(err, io.EOF)):
			return nil, errLongLine
		default:
			return l.long, err
		}
	}
}
