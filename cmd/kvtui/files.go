package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"kvtui/core/errtext"
)

// stdinName is what messages call the standard input, which "-" stands for.
const stdinName = "standard input"

// load reads a file, or stdin for "-", until ctx is done.
func load[T any](ctx context.Context, stdin io.Reader, path string, read func(r io.Reader, name string) (T, error)) (T, error) {
	return await(ctx, path, func() (T, error) { return loadAll(stdin, path, read) })
}

// await gives up on a read of path when ctx is done: opening or reading a pipe
// that nobody writes to cannot be woken, so that is left behind and ends with
// the program.
func await[T any](ctx context.Context, path string, read func() (T, error)) (T, error) {
	type outcome struct {
		value T
		err   error
	}
	done := make(chan outcome, 1)
	go func() {
		v, err := read()
		done <- outcome{v, err}
	}()
	select {
	case o := <-done:
		return o.value, o.err
	case <-ctx.Done():
		var none T
		return none, fmt.Errorf("read %s: %w", errtext.Name(path), ctx.Err())
	}
}

func loadAll[T any](stdin io.Reader, path string, read func(r io.Reader, name string) (T, error)) (T, error) {
	if path == "-" {
		return read(stdin, stdinName)
	}
	f, err := os.Open(path)
	if err != nil {
		var none T
		return none, fileError(path, err)
	}
	v, err := read(f, path)
	if closed := f.Close(); err == nil && closed != nil {
		err = fileError(path, closed)
	}
	return v, err
}

// outFile is a file to write and its whole content.
type outFile struct {
	path string
	data []byte
}

// replaceFiles writes every file beside its target and moves them into place
// only when all are written, so that a target is old or new and never half.
func replaceFiles(files ...outFile) (err error) {
	var moves [][2]string
	defer func() {
		for _, m := range moves {
			if left := os.Remove(m[0]); left != nil && !errors.Is(left, fs.ErrNotExist) && err == nil {
				err = fileError(m[0], left)
			}
		}
	}()
	for _, f := range files {
		target, regular, err := resolve(f.path)
		if err != nil {
			return err
		}
		if !regular { // a device or a pipe takes the bytes; a name put in its place would not
			if err := os.WriteFile(target, f.data, 0o666); err != nil { //nolint:gosec // mode as any new file, under the umask
				return fileError(f.path, err)
			}
			continue
		}
		temp := filepath.Join(filepath.Dir(target), ".kvtui-"+rand.Text())
		moves = append(moves, [2]string{temp, target})
		if err := writeNew(temp, f.data); err != nil {
			return fileError(f.path, err)
		}
	}
	for _, m := range moves {
		if err := os.Rename(m[0], m[1]); err != nil {
			return fileError(m[1], err)
		}
	}
	return nil
}

// resolve follows links and says whether the target is, or will be, a regular
// file.
func resolve(path string) (target string, regular bool, err error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return path, true, nil
	case err != nil:
		return "", false, fileError(path, err)
	case info.IsDir():
		return "", false, fmt.Errorf("%s: is a directory: accepted is a file to write", errtext.Name(path))
	case !info.Mode().IsRegular(): // /dev/stdout may be a link to a pipe, which has no path
		return path, false, nil
	}
	if target, err = filepath.EvalSymlinks(path); err != nil {
		return "", false, fileError(path, err)
	}
	return target, true, nil
}

func writeNew(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666) //nolint:gosec // mode as any new file, under the umask
	if err != nil {
		return err //nolint:wrapcheck // its caller names the file
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

// writeStream writes a file as write makes it, and puts it in place only when
// that has worked.
func writeStream(path string, write func(io.Writer) error) (err error) {
	target, regular, err := resolve(path)
	if err != nil {
		return err
	}
	temp, flags := target, os.O_WRONLY
	if regular {
		temp, flags = filepath.Join(filepath.Dir(target), ".kvtui-"+rand.Text()), os.O_WRONLY|os.O_CREATE|os.O_EXCL
	}
	f, err := os.OpenFile(temp, flags, 0o666) //nolint:gosec // mode as any new file, under the umask
	if err != nil {
		return fileError(path, err)
	}
	err = write(f)
	if closed := f.Close(); err == nil && closed != nil {
		err = fileError(path, closed)
	}
	if !regular {
		return err
	}
	if err == nil {
		if err = os.Rename(temp, target); err == nil {
			return nil
		}
		err = fileError(path, err)
	}
	if left := os.Remove(temp); left != nil {
		err = errors.Join(err, fileError(path, left))
	}
	return err
}
