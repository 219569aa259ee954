package browser

import (
	"errors"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/gametext"
)

// read answers with the moves of a text, and how many of them are legal.
func (s *Session) read(text string) Answer {
	if len(text) > MaxText {
		return Answer{Error: ErrTooLarge}
	}
	g, err := gametext.Parse([]byte(text))
	if err != nil {
		wrong, ok := errors.AsType[*trax.FormatError](err)
		switch {
		case !ok:
			return Answer{Error: ErrText, Reason: err.Error()}
		case wrong.Detail == gametext.NoMoves:
			return Answer{Error: ErrText}
		}
		_, parts := wrong.Parts()
		return Answer{Error: ErrText, At: wrong.Line, Reason: wrong.Detail, Said: saidOf(parts[1])}
	}
	a := s.play(g.Moves)
	if len(g.Moves) == 0 || a.Error == ErrIllegal && a.At == 0 && a.Reason == string(trax.Syntax) {
		return Answer{Error: ErrText} // prose alone
	}
	if a.Error == ErrTooLarge {
		return a
	}
	a.Moves = g.Moves
	if g.Players != [2]string{} {
		a.Players = g.Players[:]
	}
	return a
}
