package stream

import (
	"context"
	"io"
	"os"
)

// Open opens a file for reading until ctx ends. Opening a named pipe waits for a writer, and
// reading a pipe or a terminal may wait too: a wait that ctx ends is abandoned, and ends
// with the program. The caller closes the file.
func Open(ctx context.Context, name string) (io.ReadCloser, error) {
	info, err := os.Stat(name)
	if err != nil || info.Mode().IsRegular() || info.IsDir() {
		return os.Open(name)
	}
	type result struct {
		f   *os.File
		err error
	}
	opened := make(chan result, 1)
	go func() {
		f, err := os.Open(name)
		opened <- result{f, err}
	}()
	select {
	case got := <-opened:
		if got.err != nil {
			return nil, got.err
		}
		return interruptibleFile{Interruptible(ctx, got.f), got.f}, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

type interruptibleFile struct {
	io.Reader
	io.Closer
}
