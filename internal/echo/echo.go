// Package echo recognises a player that sends back what it gets, everybody's first UART design.
package echo

import (
	"slices"
	"strings"

	"github.com/loopline/loopline/internal/say"
)

// Only returns the diagnosis of a player that sends back what it gets, and nothing else.
func Only() say.Text {
	return say.Format("it sends back what it gets: the wire and the rate are right, the player is missing")
}

// Connected returns the diagnosis of a board that sends back what it gets at any bit rate.
func Connected(tx, rx string) say.Text {
	return say.Format("%s follows %s at any rate: they are connected, and nothing receives", tx, rx)
}

// Is reports whether a line is one of those of a question. Blanks at its end do not count.
func Is(line, question string) bool {
	const blank = " \t\r\n"
	line = strings.TrimRight(line, blank)
	return line != "" && slices.ContainsFunc(strings.Split(question, "\n"), func(of string) bool { return strings.TrimRight(of, blank) == line })
}

// maxBytes bounds the questions that are remembered of a player.
const maxBytes = 64 << 10

// History follows whether all lines of a player are lines that it was sent. The zero value is that of one that
// has sent none.
type History struct {
	questions []string
	bytes     int
	other     bool // a line was none of them, or too many were sent
	heard     bool // a line came since the last question
}

// Sent takes what the player is sent, one line or several.
func (h *History) Sent(question string) {
	h.heard = false
	if h.other {
		return
	}
	if h.bytes += len(question); h.bytes > maxBytes {
		*h = History{other: true}
		return
	}
	h.questions = append(h.questions, question)
}

// Heard takes a line of the player.
func (h *History) Heard(line string) {
	if h.other {
		return
	}
	if slices.ContainsFunc(h.questions, func(question string) bool { return Is(line, question) }) {
		h.heard = true
		return
	}
	*h = History{other: true}
}

// Only reports whether a line came since the last question, and all lines of the player were sent to it before.
func (h *History) Only() bool { return h.heard && !h.other }
