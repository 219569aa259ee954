package conformance

import (
	"strings"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/check"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/trax/playertest"
	"github.com/loopline/loopline/trax/referee"
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
func gameStep(g *playertest.Opponent, ok bool, detail, expected say.Text) Step {
	s := Step{Detail: detail, Expected: expected}
	if ok {
		return s
	}
	s.Status, s.Detail = Failed, say.Text{}
	if g.Foul != nil {
		s.Detail = foulText(g)
		s.Got = g.Foul.Evidence()
		if answeredBefore(g) {
			s.Detail = say.Format("%s; it answered the same to the question before: does it send each answer twice?", s.Detail)
		}
	}
	if len(g.Moves) > 0 {
		s.Moves = strings.Join(g.Moves, " ")
		s.Board, s.Drawn = g.Position.Rows(), string(g.Position.AppendText(nil))
	}
	return s
}

// answeredBefore reports whether the answer that was a foul repeats the one before it.
func answeredBefore(g *playertest.Opponent) bool {
	answer := referee.Trim(string(g.Foul.Bytes))
	if g.Foul.Kind != host.Illegal || answer == "" {
		return false
	}
	const turns = 2 // of each player
	if n := len(g.Moves); n > turns {
		return answer == g.Moves[n-1-turns]
	}
	return answer == g.Team
}

// foulText says which foul ended a game.
func foulText(g *playertest.Opponent) say.Text { return check.FoulText(g.Foul, g.Foul.Said()) }

// wholeGame is the step of playing a game to its end.
func wholeGame(g *playertest.Opponent) Step {
	plies := say.Plural(g.Ply(), "%d ply", "%d plies")
	how := say.Format("stopped after %s", plies)
	if g.Foul == nil && g.Position.Outcome().Over {
		how = say.Format("%s after %s", g.Position.Outcome(), plies)
	}
	s := gameStep(g, g.Foul == nil, how, say.Word(expectedMoves))
	if g.Foul != nil {
		s.Detail = say.Format("ply %d: %s", g.Ply()+1, s.Detail)
	}
	return s
}

// wholeGameOf is wholeGame, of a game that may be nil.
func wholeGameOf(g *playertest.Opponent) Step {
	if g == nil {
		return Step{}
	}
	return wholeGame(g)
}

const expectedMoves = "a legal move within the limit at every ply, and none after the end"
