// Package gamefile reads games of Trax from files of any format: .trx files,
// plain lists of moves, records of matches, and JSON Lines. [Open] a file and
// take its games with [Source.Each], or, of JSON Lines, answer them on all
// processors with [Source.Answer].
package gamefile

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/stream"
	"github.com/loopline/loopline/trax"
)

// Format is the syntax of a file of games.
type Format int

// The formats.
const (
	Text   Format = iota // .trx, or a plain list of moves: one game
	Lines                // JSON Lines with moves, one game a line
	Record               // the record of matches
	None                 // JSON Lines without a line
	SGF                  // of boardspace.net's Trax: one game
)

// Help explains how the formats are recognised.
const Help = `FILE is a .trx file, a list of moves, perhaps with prose around them, a game of
boardspace.net (SGF), the record of a match, or JSON Lines: one object a line with
"moves" (a string or a list) and perhaps "id". - is standard input. The beginning of
a file decides: { begins JSON, {"type":"game" a record, (; SGF, anything else is text.`

const (
	// maxGameFile bounds a text file in bytes: a game of a million plies
	// fits.
	maxGameFile = 16 << 20
	// maxJSONLine bounds a line of JSON Lines in bytes: a game of a million
	// plies fits, or one with its board of three thousand columns and rows.
	maxJSONLine = 16 << 20
	bufferSize  = 256 << 10
)

// Source is a file that games are read from, once. It is not safe for concurrent use.
type Source struct {
	Format Format
	name   string
	r      *bufio.Reader
	file   io.Closer // nil for standard input
}

// Open opens the file with the given name, or stdin for -, and tells its
// format. It reads until ctx ends, also a named pipe. The caller closes it.
func Open(ctx context.Context, name string, stdin io.Reader) (*Source, error) {
	if name == "-" {
		return newSource("standard input", stdin, nil)
	}
	f, err := stream.Open(ctx, name)
	if err != nil {
		return nil, err
	}
	return newSource(name, f, f)
}

// File is a file that was opened as one of games, of any game.
type File interface {
	io.ReadCloser
	Name() string
}

// Of returns a file as one of games of Trax.
func Of(f File) (*Source, error) {
	if s, is := f.(*Source); is {
		return s, nil
	}
	return newSource(f.Name(), f, f)
}

func newSource(name string, r io.Reader, file io.Closer) (*Source, error) {
	s := &Source{name: name, r: bufio.NewReaderSize(r, bufferSize), file: file}
	if err := s.sniff(); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// IsFile reports whether an argument is the name of a file, or -, and not a list of
// moves, which may be empty.
func IsFile(arg string) bool {
	if strings.TrimSpace(arg) == "" || beginsLikeMoves(arg) {
		return false
	}
	return arg == "-" || exists(arg)
}

// IsMoves reports whether an argument is a list of moves, of one at least, and no file's
// name.
func IsMoves(arg string) bool { return beginsLikeMoves(arg) && !exists(arg) }

func beginsLikeMoves(arg string) bool {
	first, _, _ := strings.Cut(strings.TrimSpace(trax.Typed(arg)), " ")
	_, err := trax.ParseMove(first)
	return err == nil
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// Close closes the file, if there is one.
func (s *Source) Close() error {
	if s.file == nil {
		return nil
	}
	return s.file.Close()
}

// Name returns the file's name for messages.
func (s *Source) Name() string { return s.name }

// Read reads the file as it is, for those who know more of its format.
func (s *Source) Read(p []byte) (int, error) { return s.r.Read(p) }

// Peek returns the next n bytes, fewer if there are no more, and reads none.
func (s *Source) Peek(n int) ([]byte, error) { return s.r.Peek(n) }

// sniff tells the format from the first bytes, and consumes none of them. It
// waits for no byte more than it needs: a person may type them.
func (s *Source) sniff() error {
	i, err := s.firstByte()
	if errors.Is(err, io.EOF) {
		return s.empty()
	}
	if err != nil {
		return fmt.Errorf("%s: %w", s.name, err)
	}
	s.Format = Text
	if s.peek(i) == '(' && s.isSGF(i+1) {
		s.Format = SGF
	}
	if s.peek(i) != '{' {
		return nil
	}
	s.Format = Lines
	if s.begins(i, record.GameStart) || s.begins(i, record.ExcerptStart) {
		s.Format = Record
	}
	return nil
}

// isSGF reports whether a semicolon follows white space at offset i.
func (s *Source) isSGF(i int) bool {
	for isSpace(s.peek(i)) {
		i++
	}
	return s.peek(i) == ';'
}

// begins reports whether a text stands at offset i.
func (s *Source) begins(i int, text string) bool {
	for k := range len(text) {
		if s.peek(i+k) != text[k] {
			return false
		}
	}
	return true
}

// peek returns the byte at offset i, or 0 after the end.
func (s *Source) peek(i int) byte {
	b, err := s.r.Peek(i + 1)
	if err != nil {
		return 0
	}
	return b[i]
}

// firstByte returns the offset of the first byte that isn't white space.
func (s *Source) firstByte() (int, error) {
	for i := 0; ; i++ {
		b, err := s.r.Peek(i + 1)
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			return 0, fmt.Errorf("begins with more than %d KiB of white space",
				bufferSize>>10)
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
func (s *Source) empty() error {
	switch filepath.Ext(s.name) {
	case ".jsonl", ".json", ".ndjson":
	default:
		if s.file != nil {
			return fmt.Errorf("%s: the file is empty, it holds no game", s.name)
		}
	}
	s.Format = None
	return nil
}

// readAll reads a text file whole.
func (s *Source) readAll() ([]byte, error) {
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
