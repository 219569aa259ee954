package lines

import (
	"time"
)

// Dialect is the convention for line ends of a game, on both sides. All take CR LF for one end.
type Dialect string

// The dialects that games speak.
const (
	// Lines end with LF or CR; blank ones, of spaces and tabs too, are skipped. A line may come in pieces.
	Lines Dialect = ""

	// BlankLines are Lines of which a blank one is handed on.
	BlankLines Dialect = "blank-lines"

	// SpaceEnded are Lines that a space ends too, once DefaultIdle of silence follow it: some
	// players end an answer so.
	SpaceEnded Dialect = "space-ended"

	// CRLF are lines that end with CR LF, blank ones too. One that LF alone ends is handed on
	// with its LF, so that whoever wants CR LF can tell; a CR alone ends nothing. FirstSilence
	// ends the first line that comes: some programs send their name so, and wait.
	CRLF Dialect = "crlf"
)

// FirstSilence ends the first line of a CRLF player that has no line end.
const FirstSilence = 100 * time.Millisecond

// End returns the line end of what is sent.
func (d Dialect) End() string {
	if d == CRLF {
		return "\r\n"
	}
	return "\n"
}

// SpeaksFirst reports whether a player sends a line when the connection is there.
func (d Dialect) SpeaksFirst() bool { return d == CRLF }

// framer makes a framer of lines of at most so many bytes.
func (d Dialect) framer(maxLine int) framer {
	f := framer{maxLine: maxLine, emptyToo: d == BlankLines || d == CRLF, strictEnds: d == CRLF}
	switch d {
	case SpaceEnded:
		f.idle = DefaultIdle
	case CRLF:
		f.firstSilence = FirstSilence
	}
	return f
}
