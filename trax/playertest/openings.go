package playertest

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/loopline/loopline/trax"
)

// Opening is the beginning of a game that -O tells a player, and that leads it to where a rule bites.
type Opening struct {
	For   Rule     // the rule that it was chosen for
	Moves []string // which do not end the game
	Lead  string   // our move behind it; empty where the player is to move

	// Answers is how many answers of the player are asked for. It is 0 where our move ends the game:
	// the player has to stay silent.
	Answers int
}

// Color returns the player's colour: that of the side to move behind our move.
func (o *Opening) Color() trax.Color {
	if o.Lead == "" {
		return trax.Color(len(o.Moves) & 1)
	}
	return trax.Color((len(o.Moves) + 1) & 1)
}

// Opponent returns our side of a game that begins with the opening.
func (o *Opening) Opponent(policy Policy) *Opponent {
	script, stop := o.Moves, len(o.Moves)+2*o.Answers-1
	if o.Lead != "" {
		script, stop = append(script[:len(script):len(script)], o.Lead), stop+1
	}
	g := &Opponent{Color: o.Color(), Policy: policy, Opening: o.Moves, Script: script, Stop: max(stop, len(script))}
	if o.Answers == 0 {
		g.End = func([]Rule) int { return 1 }
	}
	return g
}

//go:embed openings.txt
var openingsText string

// Openings returns the openings for the rules that positions can be chosen for, those of a rule one
// after another. The test of this package makes them: go test ./trax/playertest -run Openings -update.
var Openings = sync.OnceValue(func() (all []Opening) {
	for line := range strings.Lines(openingsText) {
		if o, ok := parseOpening(line); ok {
			all = append(all, o)
		}
	}
	return all
})

// parseOpening parses a line such as "end-loop 0 A2/ @0/ A2+ …": the rule, the answers, our move or -,
// and the moves.
func parseOpening(line string) (Opening, bool) {
	words := strings.Fields(line)
	if len(words) < 4 || words[0] == "#" {
		return Opening{}, false
	}
	o := Opening{For: Rule(words[0]), Answers: int(words[1][0] - '0'), Lead: words[2], Moves: words[3:]}
	if o.Lead == "-" {
		o.Lead = ""
	}
	return o, true
}
