package referee

import (
	"strings"

	"github.com/loopline/loopline/trax"
)

// The lines of the protocol other than moves. A player may be sent any of
// them; a host of today sends the first three.
const (
	AskTeam    = "-T" // what is your team code?
	AskFirst   = "-W" // you are white: your first move?
	TellRed    = "-B" // you are red, which was black once; no answer is due
	TellRedAlt = "-R" // the same, as some other hosts say it
	TellEnd    = "-E" // the game is over, where a contest has a line for it

	// TellOpening, a space and moves with spaces between them: the next game
	// begins behind these moves, with the line of a colour for each player.
	// Whoever is to move answers it.
	TellOpening = "-O"
)

// Trim takes off what old clients put before the line end.
func Trim(line string) string { return strings.TrimRight(line, " \r") }

// IsTeam reports whether a line is a team code: two printable characters. One
// that begins with a hyphen is a word of the protocol, such as a late echo.
func IsTeam(line string) bool {
	code := Trim(line)
	if len(code) != 2 || code[0] == '-' {
		return false
	}
	return code[0] > ' ' && code[0] <= '~' && code[1] > ' ' && code[1] <= '~'
}

// IsMove reports whether a line is written like a move. Whether it is legal
// is for the position to say.
func IsMove(line string) bool {
	_, err := trax.ParseMove(Trim(line))
	return err == nil
}
