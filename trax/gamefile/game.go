package gamefile

import (
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/loopline/loopline/trax"
)

// Game is a list of moves as a file holds it. They may be illegal.
type Game struct {
	ID      json.RawMessage // nil if there is none
	Title   string          // names the game in messages
	Moves   []string        // as written
	Players [2]string       // addresses of white and red in a record; empty for other files
	Lines   []int           // of the file, one for each move; nil for JSON Lines
}

// FromText returns the game whose moves are the words of text, as a person typed it.
func FromText(text string) *Game { return &Game{Moves: words(trax.Typed(text))} }

// words cuts text at the white space of JSON.
func words(text string) []string {
	return appendWords(make([]string, 0, len(text)/wordLength+1), text)
}

func appendWords(moves []string, text string) []string {
	from := 0
	for i := range len(text) {
		if isSpace(text[i]) {
			if i > from {
				moves = append(moves, text[from:i])
			}
			from = i + 1
		}
	}
	if from < len(text) {
		moves = append(moves, text[from:])
	}
	return moves
}

// wordLength is about the length of a move with the space behind it.
const wordLength = 4

func isSpace(b byte) bool { return b == ' ' || b == '\n' || b == '\t' || b == '\r' }

var errNoMoves = errors.New(`"moves" is neither a string nor a list of strings`)

// decode reads a line of JSON Lines.
func decode(line []byte) (*Game, error) {
	g := &Game{Moves: []string{}}
	if err := g.decode(line); err != nil {
		return nil, err
	}
	return g, nil
}

// decode reads a line of JSON Lines into the memory of an earlier game.
func (g *Game) decode(line []byte) error {
	var object struct {
		ID    json.RawMessage `json:"id"`
		Moves rawValue        `json:"moves"`
	}
	if err := json.Unmarshal(line, &object); err != nil {
		return fmt.Errorf("not a JSON object: %w", err)
	}
	*g = Game{ID: object.ID, Title: "game", Moves: g.Moves[:0]}
	if g.ID != nil {
		g.Title += " " + string(g.ID)
	}
	var err error
	switch moves := object.Moves; {
	case moves == nil:
		err = errors.New(`the object has no "moves"`)
	case moves[0] == '"':
		g.Moves = appendWords(g.Moves, moves.text())
	case moves[0] == '[':
		g.Moves, err = moves.list()
	default:
		err = errNoMoves
	}
	return err
}

// rawValue is a value as it is written in the line that is being read.
type rawValue []byte

// UnmarshalJSON keeps the text itself, which holds as long as the line does.
func (v *rawValue) UnmarshalJSON(text []byte) error {
	*v = text
	return nil
}

// text is the value of a string. Moves have no escapes but that of the
// backslash.
func (v rawValue) text() string {
	body := v[1 : len(v)-1]
	plain := make([]byte, 0, len(body))
	for i := 0; i < len(body); i++ {
		switch {
		case body[i] >= utf8.RuneSelf, body[i] == '\\' && body[i+1] != '\\':
			var s string
			_ = json.Unmarshal(v, &s) // it is a valid string
			return s
		case body[i] == '\\':
			i++
		}
		plain = append(plain, body[i])
	}
	return string(plain)
}

// list is the value of a list of strings.
func (v rawValue) list() ([]string, error) {
	var list []*string
	if json.Unmarshal(v, &list) != nil {
		return nil, errNoMoves
	}
	moves := make([]string, len(list))
	for i, m := range list {
		if m == nil {
			return nil, errors.New(`"moves" holds null instead of a move`)
		}
		moves[i] = *m
	}
	return moves, nil
}
