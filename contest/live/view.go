package live

import (
	"io"
	"strings"
	"unicode/utf8"

	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/termsafe"
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

// maxName limits how many characters of a name are shown.
const maxName = 60

// shown returns a text of others as a page shows it: what acts on a reader is made
// visible, and it is at most the given number of characters.
func shown(text string, most int) string {
	if len(text) > 8*most {
		text = strings.ToValidUTF8(text[:8*most], "�") // 4 bytes are the longest character; enough is left
	}
	text = termsafe.Escape(text)
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most-1]) + "…"
}
