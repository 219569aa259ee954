package host

import (
	"bytes"
	"errors"
	"io"
)

// Resummed returns a reader of a record in which every line has the sum that it
// should have, so that a record that was changed by hand can be read: what it
// says now, not what was written. Changed is told the number of each line whose
// sum did not fit, counted from 1; nil is not. Lines that are cut or are no
// events stay as they are.
//
// It is for looking into such a record. What Verify is to trust is read without.
func Resummed(r io.Reader, changed func(line int)) io.Reader {
	return &resummer{lines: newLineReader(r), name: recordName(r), changed: changed}
}

// resummer is the reader of Resummed. It holds one line.
type resummer struct {
	lines   *lineReader
	name    string
	changed func(int)

	written, right chain  // of the sums as they are, and as they should be
	out            []byte // of the line, still to be read
}

// Name is the record's name, for ReadRecord.
func (s *resummer) Name() string { return s.name }

// Read reads the record with its sums set right.
func (s *resummer) Read(p []byte) (int, error) {
	if len(s.out) == 0 {
		line, err := s.lines.line()
		if err != nil && !errors.Is(err, io.EOF) || len(line) == 0 && err != nil {
			return 0, err
		}
		s.out = append(s.resum(line), '\n')
	}
	n := copy(p, s.out)
	s.out = s.out[n:]
	return n, nil
}

// resum returns a line with the sum that it should have.
func (s *resummer) resum(line []byte) []byte {
	body, sum, wrong := splitSum(line)
	if wrong > 0 {
		return bytes.Clone(line)
	}
	if bytes.HasPrefix(body, []byte(`{"type":"game"`)) {
		s.written.restart()
		s.right.restart()
	}
	if want := s.written.next(body); string(want[:]) != string(sum) {
		if s.changed != nil {
			s.changed(s.lines.number)
		}
		// The next line was summed up behind the one that was here.
		copy(s.written.prev[:], sum)
	}
	right := s.right.next(body)
	at := len(body) + len(`,"sum":"`)
	fixed := bytes.Clone(line)
	copy(fixed[at:], right[:])
	return fixed
}
