package gamefile

import (
	"bufio"
	"errors"
	"fmt"
)

// lineReader reads the lines of JSON Lines.
type lineReader struct {
	r      *bufio.Reader
	number int    // of the last line, counted from 1
	long   []byte // where a line longer than the buffer of r is put together
}

// next returns the next line without its end. With the error io.EOF it is the
// last, perhaps empty. The line is valid until the next call.
func (l *lineReader) next() ([]byte, error) {
	l.number++
	part, err := l.r.ReadSlice('\n')
	if err == nil {
		return part[:len(part)-1], nil
	}
	l.long = append(l.long[:0], part...)
	for errors.Is(err, bufio.ErrBufferFull) {
		part, err = l.r.ReadSlice('\n')
		if len(l.long)+len(part) > maxJSONLine {
			return nil, fmt.Errorf("line is longer than %d MiB, the limit", maxJSONLine>>20)
		}
		l.long = append(l.long, part...)
	}
	line := l.long
	if err == nil {
		line = line[:len(line)-1]
	}
	return line, err
}

func blank(line []byte) bool {
	for _, c := range line {
		if !isSpace(c) {
			return false
		}
	}
	return true
}
