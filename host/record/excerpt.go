package record

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
)

// ExcerptStart sets how the first line of an excerpt begins, and so its file. The sum of
// the line before it in the record follows, empty where none is.
const ExcerptStart = `{"type":"excerpt","after":"`

const excerptEnd = `"}`

// Excerpt returns a part of a record that a reader takes as what it is: games cut out of
// a longer record, unchanged. From is where its first line begins, to where its last one
// ends, size how long the record is. A line before the first one says behind which sum it
// stood; the whole record is returned as it is. The error is from reading.
func Excerpt(record io.ReaderAt, from, to, size int64) (io.Reader, error) {
	part := io.NewSectionReader(record, from, to-from)
	if from == 0 && to == size {
		return part, nil
	}
	chain := HashChain{}
	if from > 0 {
		before, err := lastLines(record, from)
		if err != nil {
			return nil, err
		}
		if err := chain.end(before); err != nil {
			return nil, err
		}
	}
	return io.MultiReader(strings.NewReader(ExcerptLine(chain.Sum())), part), nil
}

// ExcerptLine is the first line of an excerpt that stood behind a sum.
func ExcerptLine(after string) string { return ExcerptStart + after + excerptEnd + "\n" }

var errExcerpt = errors.New(`want the line of an excerpt as {"type":"excerpt","after":"SUM"}`)

// begin takes in the first line of an excerpt; ok is false of any other line.
func (c *HashChain) begin(line []byte) (ok bool, err error) {
	sum, ok := bytes.CutPrefix(line, []byte(ExcerptStart))
	if !ok {
		return false, nil
	}
	sum, whole := bytes.CutSuffix(sum, []byte(excerptEnd))
	if !whole || len(sum) > 0 && !IsSum(string(sum)) {
		return true, errExcerpt
	}
	c.last = digitsOf(sum)
	return true, nil
}

// end takes in the last lines of a record, from a whole one on.
func (c *HashChain) end(lines []byte) error {
	version := Version
	for line := range bytes.Lines(lines) {
		whole := bytes.TrimSuffix(line, []byte("\n"))
		if _, sum, ok := splitSum(whole); ok {
			if c.last = digitsOf(sum); len(sum) == shortSum {
				version = shortVersion
			}
			continue
		}
		s := &scanner{in: whole, version: version}
		if scanEvent(s, true); !s.cut {
			return fmt.Errorf("it ends with %.40q instead of an event", whole)
		}
		c.pass(whole)
	}
	return nil
}
