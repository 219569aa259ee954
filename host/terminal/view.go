package terminal

import (
	"strings"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/say"
)

// View follows one match from the events of its record, in order, and says in
// words and drawings what was played. Each game has its own. It is used by one
// goroutine at a time.
type View interface {
	// Observe takes in an event. When it makes a move known, ok is true.
	Observe(e record.Event) (m Move, ok bool)

	// Moves returns the number of known moves.
	Moves() int

	// Draw appends the position after the given number of moves, 0 to Moves(), in lines
	// that fit the room.
	Draw(dst []byte, moves int, style Style, room Size) []byte
}

// PlayerName is the one name by which people know a player, of its address in the record and of the
// name that it gave in the game: an entrant and a player with name= have theirs as address, and so
// have bots, which all give the same, without their options. Other addresses say where a player is,
// not who.
func PlayerName(address, gave string) string {
	scheme, _, isAddress := strings.Cut(address, ":")
	switch {
	case isAddress && scheme == "bot":
		address, _, _ = strings.Cut(address, "?")
	case gave != "" && (isAddress || address == ""):
		return gave
	}
	return address
}

// Explainer is a View of a game that can say what its rules have against an answer.
type Explainer interface {
	// Explain is the detail of a foul, which came after the last move that the view
	// knows.
	Explain(f *host.Foul) say.Text
}

// Explain is the detail of a foul, by the game's view where that can tell.
func Explain(v View, f *host.Foul) say.Text {
	if e, ok := v.(Explainer); ok && f.Text.IsZero() {
		return e.Explain(f)
	}
	return f.Said()
}

// Move describes one move. A terminal shows "ply 7 white D4/ 12.3 ms +2
// forced": the words, the time that its seat took, the remark.
type Move struct {
	Words  say.Text
	Seat   int      // whose it is; -1 when it is everybody's
	Remark say.Text // may be empty
}
