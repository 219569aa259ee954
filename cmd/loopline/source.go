package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/loopline/loopline/host"
)

// format is how games are written in a file.
type format int

const (
	formatText   format = iota // .trx, or a plain list of moves: one game
	formatLines                // JSON Lines with moves, one game a line
	formatRecord               // the record of matches
	formatEmpty                // JSON Lines without a line
)

// formatHelp explains how the formats are told apart.
const formatHelp = `FILE is a .trx file, a plain list of moves, the record of a match, or JSON
Lines: one object a line with "moves" (a string or a list) and perhaps "id".
- is standard input. What a file holds is told from its beginning: { begins
  JSON, {"type":"game" a record, anything else is text.`

const (
	// maxGameFile bounds a text file in bytes: a game of 10,000 plies has
	// less than a hundredth of it.
	maxGameFile = 8 << 20
	// maxJSONLine bounds a line of JSON Lines in bytes: a game with its
	// board of a thousand columns and rows fits.
	maxJSONLine = 8 << 20
	readBuffer  = 256 << 10
)

// source is a file, or standard input, that games are read from.
type source struct {
	name   string
	format format
	r      *bufio.Reader
	file   *os.File // nil for standard input
}

// openSource opens the file with the given name, or stdin for -. The caller
// closes it.
func openSource(ctx context.Context, name string, stdin io.Reader) (*source, error) {
	s := &source{name: name}
	if name == "-" {
		s.name = "standard input"
		s.r = bufio.NewReaderSize(interruptible(ctx, stdin), readBuffer)
	} else {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		s.file, s.r = f, bufio.NewReaderSize(f, readBuffer)
	}
	if err := s.sniff(); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// Close closes the file, if there is one.
func (s *source) Close() error {
	if s.file == nil {
		return nil
	}
	return s.file.Close()
}

// Name is the file's name, for host.ReadRecord.
func (s *source) Name() string { return s.name }

// Read reads the file from its beginning.
func (s *source) Read(p []byte) (int, error) { return s.r.Read(p) }

// sniff tells the format from the first bytes, and consumes none of them. It
// waits for no byte more than it needs: somebody may type them.
func (s *source) sniff() error {
	i, err := s.firstByte()
	if errors.Is(err, io.EOF) {
		return s.empty()
	}
	if err != nil {
		return fmt.Errorf("%s: %w", s.name, err)
	}
	s.format = formatText
	if s.peek(i) != '{' {
		return nil
	}
	s.format = formatRecord
	for k := range len(host.RecordStart) {
		if s.peek(i+k) != host.RecordStart[k] {
			s.format = formatLines
			break
		}
	}
	return nil
}

// peek returns the byte at offset i, or 0 behind the end.
func (s *source) peek(i int) byte {
	b, err := s.r.Peek(i + 1)
	if err != nil {
		return 0
	}
	return b[i]
}

// firstByte returns the offset of the first byte that is no white space.
func (s *source) firstByte() (int, error) {
	for i := 0; ; i++ {
		b, err := s.r.Peek(i + 1)
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			return 0, fmt.Errorf("begins with more than %d KiB of white space",
				readBuffer>>10)
		case err != nil:
			return 0, err
		}
		if i == 0 && b[0] == 0xEF { // a byte order mark, as some editors write
			if bom, _ := s.r.Peek(3); bytes.Equal(bom, []byte("\xef\xbb\xbf")) {
				if _, err := s.r.Discard(3); err != nil {
					return 0, err
				}
				i = -1
				continue
			}
		}
		switch b[i] {
		case ' ', '\t', '\r', '\n':
		default:
			return i, nil
		}
	}
}

// empty decides about a source without a byte: JSON Lines may have no line, a
// game file has been cut.
func (s *source) empty() error {
	switch filepath.Ext(s.name) {
	case ".jsonl", ".json", ".ndjson":
	default:
		if s.file != nil {
			return fmt.Errorf("%s: the file is empty, it holds no game", s.name)
		}
	}
	s.format = formatEmpty
	return nil
}

// readAll reads a text file whole.
func (s *source) readAll() ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(s.r, maxGameFile+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.name, err)
	}
	if len(text) > maxGameFile {
		return nil, fmt.Errorf("%s: longer than %d MiB, more than a game file may have",
			s.name, maxGameFile>>20)
	}
	return text, nil
}
