package analysis

import (
	"fmt"

	"github.com/loopline/loopline/trax/engine"
)

// comment says in words what the move comes to. Wins and losses are counted in turns
// of the side that wins, the one that ends the game among them.
func (one *comparison) comment() string {
	if one.Value == nil || one.Best == nil {
		return ""
	}
	plies, wins, forced := engine.DecisivePlies(one.Value.Points)
	least, best, could := engine.DecisivePlies(one.Best.Points)
	switch {
	case forced && wins && could && best && least < plies:
		return fmt.Sprintf("wins in %d, and could in %d", turns(plies, wins), turns(least, best))
	case forced && wins && plies == 1:
		return "wins"
	case forced && wins:
		return fmt.Sprintf("wins in %d", turns(plies, wins))
	case could && best:
		return fmt.Sprintf("missed a win in %d%s", turns(least, best), lets(", ", plies, forced))
	case forced && could:
		return fmt.Sprintf("is lost in %d", turns(plies, wins))
	case forced:
		return lets("", plies, forced)
	case one.Lost >= mistakeChance:
		return "a mistake: " + percent(one.Lost) + " of the chance"
	}
	return ""
}

// lets says, behind other words, that the other side wins now, if it does.
func lets(behind string, plies int, forced bool) string {
	if !forced {
		return ""
	}
	return fmt.Sprintf("%slets the other win in %d", behind, turns(plies, false))
}

// turns converts plies until the end, the mover's first among them, to turns of the winner.
func turns(plies int, mover bool) int {
	if mover {
		return (plies + 1) / 2
	}
	return plies / 2
}
