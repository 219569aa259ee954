package player

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"
	"sync"
)

// maxTyped bounds a line from the keyboard in bytes. The rest of a longer one is passed over, and
// tooLong stands in its place, which no game has in an answer.
const (
	maxTyped = 4096
	tooLong  = "…"
)

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
	in := bufio.NewReaderSize(k.in, maxTyped)
	for {
		text, err := in.ReadSlice('\n')
		line := string(text)
		if errors.Is(err, bufio.ErrBufferFull) {
			for line += tooLong; errors.Is(err, bufio.ErrBufferFull); {
				_, err = in.ReadSlice('\n')
			}
		}
		if line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r"); err == nil || line != "" {
			k.lines <- line
		}
		if err != nil {
			return
		}
	}
}
