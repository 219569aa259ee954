package series

import (
	"fmt"
	"io"

	"github.com/loopline/loopline/host/record"
)

// recorder returns where the events of a game go; nil is nowhere.
func (s *Series) recorder() io.Writer {
	switch {
	case s.lines == nil && s.Record == nil:
		return nil
	case s.lines == nil:
		return s.Record
	}
	tee := &recordTee{s.Record, s.lines, &s.chain}
	if s.Record != nil {
		tee.chain = s.Record.Chain()
	}
	return tee
}

func (s *Series) finalSum() string {
	return fmt.Sprintf("record %s: final sum %s", s.Record.Name(), s.Record.Chain().Sum())
}

// recordTee shows the lines of a record that is being written.
type recordTee struct {
	record *record.File // or nil
	lines  *queue[[]byte]
	chain  *record.HashChain
}

// Chain is the hash chain of the record, whose lines are the shown ones.
func (t *recordTee) Chain() *record.HashChain { return t.chain }

// Write fails when the record does. Output that is only shown may be lost.
func (t *recordTee) Write(p []byte) (int, error) {
	if t.record != nil {
		if n, err := t.record.Write(p); err != nil {
			return n, err
		}
	}
	t.lines.push(append([]byte(nil), p...))
	return len(p), nil
}
