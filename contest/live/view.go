package live

import (
	"encoding/json"
	"io"

	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/internal/say"
)

// View renders a game for a page: its moves in words, and the picture of
// any position. Each game has its own. It is not safe for concurrent use.
type View interface {
	terminal.View

	// SVG writes the position after the given number of moves, 0 to Moves(), as a whole SVG
	// document without anything before its first tag.
	SVG(w io.Writer, moves int) error
}

// NamedView is a View of a game in which players give names.
type NamedView interface {
	// PlayerNames are the names of the players, by seat.
	PlayerNames() []string
}

// Scorer is a View of a game with scores.
type Scorer interface {
	// Scores are the points of each seat after the given number of moves, 0 to Moves().
	Scores(moves int) []int
}

// Namer is a View of a game whose names other languages have too.
type Namer interface {
	// Name translates the name of a seat, or a reason. It returns an unknown one as it
	// is.
	Name(name string) say.Text
}

// Notated is a View of a game that an Engine knows.
type Notated interface {
	// Notation returns a move as the engine reads it; the first is number 1.
	Notation(number int) string
}

// Started is a View of a game of which an Engine has to know what it began with.
type Started interface {
	// Start returns that as JSON, as far as viewers know it behind so many moves; nil before a game.
	Start(moves int) json.RawMessage
}
