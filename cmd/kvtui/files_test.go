//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// TestWriteToPipe holds that a file to write may be a link to a pipe, as
// /dev/stdout is where output is piped on.
func TestWriteToPipe(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	path := fmt.Sprintf("/dev/fd/%d", w.Fd())
	if _, err := os.Stat(path); err != nil {
		t.Skip("no files for descriptors here")
	}
	err = writeStream(path, func(to io.Writer) error { _, err := io.WriteString(to, "times"); return err })
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(r); string(got) != "times" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
}

// TestScenarioCheckEnds holds that a check of a pipe that nobody writes to can
// be interrupted.
func TestScenarioCheckEnds(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, []string{"scenario", "check", pipe}, nil, io.Discard, io.Discard, func(string) string { return "" })
	}()
	select {
	case code := <-ended:
		if code != 1 {
			t.Errorf("exit code %d", code)
		}
	case <-time.After(5 * time.Second):
		t.Error("it goes on")
	}
	if w, err := os.OpenFile(pipe, os.O_WRONLY|syscall.O_NONBLOCK, 0); err == nil { // lets the reader go
		_ = w.Close()
	}
}
