package conformance

import (
	"fmt"
	"strings"

	"github.com/loopline/loopline/host/check"
	"github.com/loopline/loopline/internal/phrase"
	"github.com/loopline/loopline/trax/playertest"
)

// The statuses of a step: see package check.
const (
	OK      = check.OK
	Failed  = check.Failed
	Note    = check.Note
	Skipped = check.Skipped
)

// Step is one step of a check and its result.
type Step = check.Step

// gameStep is the step of a game: ok, or failed with the game's foul.
func gameStep(g *playertest.Opponent, ok bool, detail, expected string) Step {
	s := Step{Detail: detail, Expected: expected}
	if ok {
		return s
	}
	s.Status, s.Detail = Failed, ""
	if g.Foul != nil {
		s.Detail = check.FoulText(g.Foul)
		s.Got = g.Foul.Evidence()
	}
	if len(g.Moves) > 0 {
		s.Moves = strings.Join(g.Moves, " ")
		s.Board, s.Drawn = g.Position.Rows(), string(g.Position.AppendText(nil))
	}
	return s
}

// wholeGame is the step of playing a game to its end.
func wholeGame(g *playertest.Opponent) Step {
	how := "stopped after " + phrase.Plural(g.Ply(), "ply", "plies")
	if g.Foul == nil && g.Position.Outcome().Over {
		how = g.Position.Outcome().String() + " after " + phrase.Plural(g.Ply(), "ply", "plies")
	}
	s := gameStep(g, g.Foul == nil, how, expectedMoves)
	if g.Foul != nil {
		s.Detail = fmt.Sprintf("ply %d: %s", g.Ply()+1, s.Detail)
	}
	return s
}

const expectedMoves = "a legal move within the limit at every ply, and none after the end"
