package player

import (
	"bufio"
	"context"
	"io"
	"sync"
)

// maxTyped bounds a line from the keyboard in bytes.
const maxTyped = 4096

// Keyboard reads typed lines. Several people may share it: who
// is asked is who reads. Its reading ends with the program, since the read of
// a terminal cannot be called back.
type Keyboard struct {
	in    io.Reader
	start sync.Once
	lines chan string // closed when the input ends
}

// NewKeyboard reads from in once a person is asked.
func NewKeyboard(in io.Reader) *Keyboard {
	return &Keyboard{in: in, lines: make(chan string)}
}

// Read returns the next line that is typed, io.EOF when there will be none, or
// the error of ctx.
func (k *Keyboard) Read(ctx context.Context) (string, error) {
	k.start.Do(func() { go k.read() })
	select {
	case text, ok := <-k.lines:
		if !ok {
			return "", io.EOF
		}
		return text, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

func (k *Keyboard) read() {
	defer close(k.lines)
	scanner := bufio.NewScanner(k.in)
	scanner.Buffer(nil, maxTyped)
	for scanner.Scan() {
		k.lines <- scanner.Text()
	}
}
