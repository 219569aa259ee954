package live

import (
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
