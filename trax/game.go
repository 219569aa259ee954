package trax

import (
	"bytes"
	"fmt"
	"strings"
)

// TrxFile is a game as a file holds it: who played and what they wrote. The moves
// are as found; playing them tells whether they are legal.
type TrxFile struct {
	Variant    string // the line that names the game, "Trax"; may be empty
	White, Red string // the players' names; may be empty
	Moves      []string
	Lines      []int // the line that each move stands in, counted from 1
}

// FormatError is an error in a line of a game file.
type FormatError struct {
	Line   int    // counted from 1
	Detail string // in English

	said sentence // the detail
}

// FormatErrorf returns the error of a line. A part with a method Parts can be translated.
func FormatErrorf(line int, format string, parts ...any) *FormatError {
	said := sentencef(format, parts...)
	return &FormatError{Line: line, Detail: said.String(), said: said}
}

// Error returns the line number, then the detail.
func (e *FormatError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Detail) }

// Parts returns the error as a format and its parts, for translation.
func (e *FormatError) Parts() (format string, parts []any) {
	if e.said.format == "" {
		return "line %d: %s", []any{e.Line, e.Detail}
	}
	return "line %d: %s", []any{e.Line, e.said}
}

// ParseTrxFile reads a .trx file or a plain list of moves. A .trx file names the
// game in its first line ("Trax") and the players in its second ("white vs
// red"); either may be missing. Moves are separated by white space and may be
// numbered ("1.", "12"); a comment reaches from ; to the end of its line. Any
// of LF, CR LF and CR ends a line. Its error is a [*FormatError]: a file that
// is not text, or a variant of the game with other rules.
func ParseTrxFile(text []byte) (TrxFile, error) {
	var g TrxFile
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	for number := 1; len(text) > 0; number++ {
		var line []byte
		line, text = cutLine(text)
		if i := bytes.IndexByte(line, ';'); i >= 0 {
			line = line[:i]
		}
		if bytes.IndexByte(line, 0) >= 0 {
			return g, FormatErrorf(number, "not a text file: it holds a NUL byte")
		}
		if err := g.readLine(strings.TrimSpace(string(line)), number); err != nil {
			return g, err
		}
	}
	return g, nil
}

// cutLine splits text after its first line end and returns the line without it.
func cutLine(text []byte) (line, rest []byte) {
	i := bytes.IndexAny(text, "\r\n")
	if i < 0 {
		return text, nil
	}
	line, rest = text[:i], text[i+1:]
	if text[i] == '\r' && len(rest) > 0 && rest[0] == '\n' {
		rest = rest[1:]
	}
	return line, rest
}

// readLine takes in one line, stripped of comment and outer space.
func (g *TrxFile) readLine(line string, number int) error {
	heading := len(g.Moves) == 0 && line != "" && !beginsMove(line)
	if white, red, ok := cutVersus(line); ok && heading && g.White+g.Red == "" {
		g.White, g.Red = white, red
		return nil
	}
	if heading && g.Variant == "" && g.White+g.Red == "" {
		g.Variant = line
		if !strings.EqualFold(line, "trax") {
			return FormatErrorf(number, "this is a game of %q; only Trax itself is known here", clip(line))
		}
		return nil
	}
	for word := range strings.FieldsSeq(line) {
		if word = stripNumber(word); word != "" {
			g.Moves = append(g.Moves, word)
			g.Lines = append(g.Lines, number)
		}
	}
	return nil
}

// beginsMove reports whether a line begins with a move or a move's number
// rather than with words.
func beginsMove(line string) bool {
	word, _, _ := strings.Cut(line, " ")
	return line[0] == '@' || stripNumber(word) != word || strings.ContainsAny(word, `+/\`)
}

// cutVersus splits "white vs red".
func cutVersus(line string) (white, red string, ok bool) {
	for _, versus := range []string{" vs ", " vs. ", " VS "} {
		if white, red, ok = strings.Cut(line, versus); ok {
			return strings.TrimSpace(white), strings.TrimSpace(red), true
		}
	}
	return "", "", false
}

// stripNumber removes a move number such as 1, 1. or 1) that a word is or
// begins with. A number that is neither marked nor alone is left alone: it
// belongs to a malformed move.
func stripNumber(word string) string {
	n := 0
	for n < len(word) && '0' <= word[n] && word[n] <= '9' {
		n++
	}
	switch {
	case n == 0:
		return word
	case n == len(word):
		return ""
	case word[n] == '.' || word[n] == ')' || word[n] == ':':
		return strings.TrimLeft(word[n:], ".):")
	}
	return word
}

// clip shortens a quotation for an error.
func clip(s string) string {
	if len(s) > quoteLimit {
		return s[:quoteLimit] + "…"
	}
	return s
}

const movesPerLine = 10

// AppendTrxFile appends g to dst as a .trx file.
func AppendTrxFile(dst []byte, g TrxFile) []byte {
	white, red := g.White, g.Red
	if white+red == "" {
		white, red = "white", "red"
	}
	dst = fmt.Appendf(dst, "Trax\n%s vs %s\n", oneLine(white), oneLine(red))
	for i, m := range g.Moves {
		dst = append(dst, m...)
		if i == len(g.Moves)-1 || i%movesPerLine == movesPerLine-1 {
			dst = append(dst, '\n')
		} else {
			dst = append(dst, ' ')
		}
	}
	return dst
}

// oneLine makes a name safe for a line of a .trx file.
func oneLine(name string) string {
	return strings.Join(strings.FieldsFunc(name, func(r rune) bool {
		return r <= ' ' || r == ';'
	}), " ")
}
