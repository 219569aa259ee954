package playertest

import (
	"encoding/json"
	"strings"
	"sync"

	"github.com/loopline/loopline/trax/referee"
	"github.com/loopline/loopline/vectors/golden"
)

// Golden is the rule of the openings that are made of golden vectors.
const Golden Rule = "golden"

// GoldenOpenings returns the golden vectors of legal turns as openings: the position, the vector's move as
// ours, and an answer of the player, which depends on what followed the move; none where it ended the game.
// Left out are vectors that need a longer opening than the protocol allows, or do not fit a board of 32x32.
var GoldenOpenings = sync.OnceValue(func() (all []Opening) {
	for line := range strings.Lines(golden.Turns) {
		var v struct {
			Ask  struct{ Moves, Move string }
			Want struct {
				Status string
				Full   bool
				Winner *string
			}
		}
		if json.Unmarshal([]byte(line), &v) != nil || v.Want.Status != "ok" || v.Want.Full {
			continue // the header has no status
		}
		o := Opening{For: Golden, Moves: strings.Fields(v.Ask.Moves), Lead: v.Ask.Move, Answers: 1}
		if v.Want.Winner != nil {
			o.Answers = 0
		}
		if len(o.Moves) <= referee.MostOpening {
			all = append(all, o)
		}
	}
	return all
})

// FromStart returns our side of the same game, played from its first move, for a player that does not know -O.
// It reaches the position only if the player's moves are the opening's.
func (o *Opening) FromStart(policy Policy) *Opponent {
	g := o.Opponent(policy)
	g.Opening = nil
	return g
}
