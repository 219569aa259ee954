// Package gametext reads one game of Trax from a text: a .trx file, a list of moves with numbers,
// commas and prose around them, or SGF of boardspace.net.
package gametext

import (
	"bytes"

	"github.com/loopline/loopline/trax"
)

// NoMoves is the detail of the [*trax.FormatError] of a text without anything like a move.
const NoMoves = "there is no move of Trax in this text, such as @0/ or B12+"

// Game is a list of moves as a text holds it. They may be illegal.
type Game struct {
	Players [2]string // white and red; empty where the text doesn't say
	Moves   []string  // as written
	Lines   []int     // of the text, one for each move
}

// Parse reads a game from a text of any of the forms. Its error is a [*trax.FormatError], which
// names the line.
func Parse(text []byte) (Game, error) {
	text = []byte(trax.Typed(string(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")))))
	if IsSGF(text) {
		g, err := readSGF(text)
		if err != nil {
			return Game{}, err
		}
		return Game{Players: g.players, Moves: g.moves, Lines: g.lines}, nil
	}
	return ParsePlain(text)
}

// IsSGF reports whether a text begins as SGF does, with a parenthesis and a semicolon.
func IsSGF(text []byte) bool {
	rest, ok := bytes.CutPrefix(bytes.TrimLeftFunc(text, isSpace), []byte("("))
	return ok && bytes.HasPrefix(bytes.TrimLeftFunc(rest, isSpace), []byte(";"))
}

// ParsePlain is Parse of a text that is no SGF.
func ParsePlain(text []byte) (Game, error) {
	f, err := trax.ParseTrxFile(text)
	g := Game{Players: [2]string{f.White, f.Red}, Moves: f.Moves, Lines: f.Lines}
	all, like := plainMoves(f.Moves)
	if err == nil && all {
		return g, nil
	}
	moves, lines, wrong := pasted(text)
	switch {
	case moves != nil:
		g.Moves, g.Lines = moves, lines
		return g, nil
	case wrong != nil && (err != nil || !like): // there is prose: its first word is not to blame
		return Game{}, wrong
	case err != nil && !ofVariant(text) && bytes.IndexByte(text, 0) < 0: // its first line is no name of a game
		return Game{}, trax.FormatErrorf(1, NoMoves)
	}
	return g, err
}
