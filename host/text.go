package host

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// maxText is the longest line the host sends or takes, in bytes.
const maxText = 64 << 10

// plain reports whether a line is text as a game may read it: printable ASCII
// and tabs, and carriage returns that a line end left behind. Anything else in
// an answer is binary noise: a wrong baud rate, a cut wire, a board that
// prints its memory.
func plain(line string) bool {
	line = strings.TrimRight(line, "\r")
	for i := 0; i < len(line); i++ {
		if c := line[i]; (c < ' ' && c != '\t') || c > '~' {
			return false
		}
	}
	return true
}

// sendable tells why a text cannot be sent as one line. What a game sends is
// never the player's fault.
func sendable(text string) error {
	switch {
	case len(text) > maxText:
		return fmt.Errorf("text to send has %d bytes, more than %d",
			len(text), maxText)
	case strings.ContainsAny(text, "\r\n"):
		return fmt.Errorf("text to send %.40q holds a line end", text)
	case !utf8.ValidString(text):
		return fmt.Errorf("text to send %.40q is not UTF-8", text)
	}
	return nil
}

// readable reports whether a line can stand as text in the record: valid
// UTF-8 without control bytes. Any other is written in hexadecimal.
func readable(line string) bool {
	for i := 0; i < len(line); i++ {
		if line[i] < ' ' || line[i] == 0x7f {
			return false
		}
	}
	return utf8.ValidString(line)
}
