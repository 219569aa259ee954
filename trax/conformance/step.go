package conformance

import (
	"fmt"
	"strings"

	"github.com/loopline/loopline/internal/phrase"
	"github.com/loopline/loopline/trax/drill"
)

// The statuses of a step.
const (
	OK      = "ok"
	Failed  = "failed"
	Note    = "note"    // allowed, but better otherwise
	Skipped = "skipped" // there is nothing to judge by
)

// Step is one step of a check and what came of it. An empty status is OK.
type Step struct {
	Number   int    `json:"step"`
	Name     string `json:"name"`
	Status   string `json:"status"`
	Detail   string `json:"detail"`
	Expected string `json:"expected,omitempty"` // this and what follows when failed
	Got      string `json:"got,omitempty"`      // the bytes

	Moves string   `json:"moves,omitempty"` // of the game, the player's last included
	Board []string `json:"board,omitempty"` // before the player's last move: rows of letters
	Again string   `json:"again,omitempty"` // the command that shows it again
	drawn string   // the board for people
}

// outcome is the step of a game: ok, or failed with the game's foul.
func outcome(g *drill.Opponent, ok bool, detail, expected string) Step {
	s := Step{Detail: detail, Expected: expected}
	if ok {
		return s
	}
	s.Status, s.Detail = Failed, ""
	if g.Foul != nil {
		s.Detail = string(g.Foul.Kind) + " (" + g.Foul.Reason + "): " + g.Foul.Detail
		s.Got = g.Foul.Evidence()
	}
	if len(g.Moves) > 0 {
		s.Moves = strings.Join(g.Moves, " ")
		s.Board, s.drawn = g.Position.Rows(), string(g.Position.AppendText(nil))
	}
	return s
}

// whole is the step of playing a game to its end.
func whole(g *drill.Opponent) Step {
	how := "stopped after " + phrase.Plural(g.Ply(), "ply", "plies")
	if g.Foul == nil && g.Position.Outcome().Over {
		how = g.Position.Outcome().String() + " after " + phrase.Plural(g.Ply(), "ply", "plies")
	}
	s := outcome(g, g.Foul == nil, how, expectedMoves)
	if g.Foul != nil {
		s.Detail = fmt.Sprintf("ply %d: %s", g.Ply()+1, s.Detail)
	}
	return s
}

const expectedMoves = "a legal move within the limit at every ply, and none after the end"
