package record

import (
	"bytes"
	"errors"
	"io"
)

// RepairChecksums returns a reader of a record in which every line has the sum that it
// should have, so that a record that was changed by hand can be read: what it
// says now, not what was written. It calls changed, unless nil, with the number of each
// line whose sum did not fit, counted from 1. Lines that are cut or are no
// events stay as they are.
//
// It is for looking into such a record. What host.Verify is to trust is read without.
func RepairChecksums(r io.Reader, changed func(line int)) io.Reader {
	return &checksumRepairer{lines: newLineReader(r), name: nameOf(r), changed: changed}
}

// checksumRepairer is the reader of RepairChecksums. It holds one line.
type checksumRepairer struct {
	lines   *lineReader
	name    string
	changed func(int)

	written, right HashChain // of the sums as they are, and as they should be
	out            []byte    // of the line, still to be read
}

// Name is the record's name, for Read.
func (s *checksumRepairer) Name() string { return s.name }

// Read reads the record with its sums set right.
func (s *checksumRepairer) Read(p []byte) (int, error) {
	if len(s.out) == 0 {
		line, err := s.lines.line()
		if err != nil && !errors.Is(err, io.EOF) || len(line) == 0 && err != nil {
			return 0, err
		}
		s.out = s.fix(line)
		if !s.lines.open {
			s.out = append(s.out, '\n')
		}
	}
	n := copy(p, s.out)
	s.out = s.out[n:]
	return n, nil
}

// fix returns a line with the sum that it should have.
func (s *checksumRepairer) fix(line []byte) []byte {
	if s.lines.number == 1 {
		if is, err := s.right.begin(line); is && err == nil {
			s.written.last = s.right.last
			return bytes.Clone(line)
		}
	}
	body, sum, ok := splitSum(line)
	if !ok {
		s.written.pass(line)
		s.right.pass(line)
		return bytes.Clone(line)
	}
	version := Version
	if len(sum) == shortSum {
		version = shortVersion
	}
	if want := s.written.after(body, version); string(want.bytes()) != string(sum) && s.changed != nil {
		s.changed(s.lines.number)
	}
	// The next line was summed up behind the one that was here.
	s.written.last = digitsOf(sum)
	s.right.last = s.right.after(body, version)
	return append(append(append(bytes.Clone(body), sumKey...), s.right.last.bytes()...), sumEnd...)
}
