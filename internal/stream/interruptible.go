package stream

import (
	"context"
	"io"
)

// readerFunc is a function as an io.Reader.
type readerFunc func([]byte) (int, error)

// Read calls f.
func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// Interruptible returns a reader that reads from r until ctx ends, even during a read
// that waits for keyboard input: that read is abandoned and ends with the program.
func Interruptible(ctx context.Context, r io.Reader) io.Reader {
	type result struct {
		n   int
		err error
	}
	var buffer []byte
	results := make(chan result, 1)
	return readerFunc(func(p []byte) (int, error) {
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		if len(buffer) < len(p) {
			buffer = make([]byte, len(p))
		}
		go func() {
			n, err := r.Read(buffer[:len(p)])
			results <- result{n, err}
		}()
		select {
		case got := <-results:
			return copy(p, buffer[:got.n]), got.err
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	})
}
