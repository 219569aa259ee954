package record

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// lineReader reads the lines of a record, numbered from 1. It never holds more
// than one line of the longest allowed.
type lineReader struct {
	in     *bufio.Reader
	buf    []byte
	number int
	read   int64 // bytes, line feeds included
	open   bool  // the last line has no line feed
}

func newLineReader(r io.Reader) *lineReader {
	return &lineReader{in: bufio.NewReaderSize(r, 64<<10)}
}

// line is the next line without its line feed, valid until the next call.
func (l *lineReader) line() ([]byte, error) {
	l.buf = l.buf[:0]
	l.number++
	for {
		part, err := l.in.ReadSlice('\n')
		if len(l.buf)+len(part) > MaxLine {
			return nil, fmt.Errorf("line is longer than %d bytes: not a record",
				MaxLine)
		}
		l.buf = append(l.buf, part...)
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF) && len(l.buf) > 0:
			l.open = true
			l.read += int64(len(l.buf))
			return l.buf, nil
		case err != nil:
			return nil, err
		default:
			l.read += int64(len(l.buf))
			return bytes.TrimSuffix(l.buf, []byte("\n")), nil
		}
	}
}
