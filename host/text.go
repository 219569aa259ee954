package host

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxText is the longest line the host sends or takes, in bytes.
const maxText = 64 << 10

// maxLines limits how many lines one question may have.
const maxLines = 256

// A Charset reports whether a line is text as a game may read it. Anything else
// in an answer is binary noise: a wrong baud rate, a cut wire, a board that
// prints its memory. It must always judge a line the same way.
type Charset func(line string) bool

// ASCII is the usual Charset: printable ASCII and tabs, and carriage returns
// that a line end left behind.
func ASCII(line string) bool {
	line = strings.TrimRight(line, "\r")
	for i := 0; i < len(line); i++ {
		if c := line[i]; (c < ' ' && c != '\t') || c > '~' {
			return false
		}
	}
	return true
}

// UTF8 is a Charset of printable Unicode and tabs, in UTF-8.
func UTF8(line string) bool {
	for _, r := range strings.TrimRight(line, "\r") {
		if r != '\t' && !unicode.IsPrint(r) {
			return false
		}
	}
	return utf8.ValidString(line)
}

// sendable reports why a text cannot be sent as lines. It is never the player's fault.
func (q *question) sendable() error {
	text := q.Text
	switch {
	case len(text) > maxText:
		return fmt.Errorf("text to send has %d bytes, more than %d",
			len(text), maxText)
	case strings.Contains(text, "\r"):
		return fmt.Errorf("text to send %.40q holds a carriage return: set LineEnd instead", text)
	case strings.HasSuffix(text, "\n"):
		return fmt.Errorf("text to send %.40q ends with a line feed: that is added", text)
	case strings.Count(text, "\n") >= maxLines:
		return fmt.Errorf("text to send %.40q has more than %d lines", text, maxLines)
	case !utf8.ValidString(text):
		return fmt.Errorf("text to send %.40q is not UTF-8", text)
	}
	return nil
}
