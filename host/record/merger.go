package record

import (
	"errors"
	"fmt"
	"io"
)

// Merger writes the games of several records as one, in the order in which they are
// added: each line as it is, with the check sum that it has there. It keeps the games,
// and what they say of the matches that they belong to. The zero Joined but for To is
// ready. It is not safe for concurrent use.
type Merger struct {
	To io.Writer

	chain HashChain
}

// Add reads a record to its end and writes its lines. What a record of several
// machines must not have is an error: a line whose sum does not fit, which is
// damaged, an end in the middle of a line, games cut out of a longer record. What
// was written before the error stays.
func (j *Merger) Add(record io.Reader) error {
	damaged := 0
	r := &checksumRepairer{lines: newLineReader(record), name: nameOf(record), right: j.chain, changed: func(line int) {
		if damaged == 0 {
			damaged = line
		}
	}}
	for {
		line, err := r.lines.line()
		switch {
		case errors.Is(err, io.EOF) && len(line) == 0:
			j.chain = r.right
			return nil
		case err != nil && !errors.Is(err, io.EOF):
			return err
		}
		if _, _, ok := splitSum(line); !ok || r.lines.open {
			return fmt.Errorf("%s:%d: want a complete event of a record", r.name, r.lines.number)
		}
		fixed := r.fix(line)
		if damaged > 0 {
			return fmt.Errorf("%s:%d: the sum does not fit, the line is damaged", r.name, damaged)
		}
		if _, err := j.To.Write(append(fixed, '\n')); err != nil {
			return err
		}
	}
}
