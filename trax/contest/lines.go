package contest

import (
	"strings"

	"github.com/loopline/loopline/trax"
)

// The lines of the protocol that are no moves.
const (
	askTeam   = "-T" // what is your team code?
	youAreRed = "-B" // no answer is due; red was black once
	askFirst  = "-W" // you are white: your first move?
)

// trim takes off what old clients put before the line end.
func trim(line string) string { return strings.TrimRight(line, " \r") }

// isTeam reports whether a line is a team code: two printable characters. One
// that begins with a hyphen is a word of the protocol, such as a late echo.
func isTeam(line string) bool {
	code := trim(line)
	if len(code) != 2 || code[0] == '-' {
		return false
	}
	return code[0] > ' ' && code[0] <= '~' && code[1] > ' ' && code[1] <= '~'
}

// isMove reports whether a line is written like a move. Whether it is legal
// is for the position to say.
func isMove(line string) bool {
	_, err := trax.ParseMove(trim(line))
	return err == nil
}
