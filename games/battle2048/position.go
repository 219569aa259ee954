package battle2048

// Reason is why a game ended, in the words of the contest's judge.
type Reason string

// The reasons, in the order in which they are looked for.
const (
	None               Reason = ""
	TimeAtInit         Reason = "TIME_LIMIT_EXCEEDED_AT_INIT"
	PresentationAtInit Reason = "PRESENTATION_ERROR_AT_INIT"
	PositionAtInit     Reason = "INVALID_POSITION_AT_INIT"
	CannotMove         Reason = "CANNOT_MOVE_AT_MAIN"
	TurnTime           Reason = "TURN_TIME_LIMIT_EXCEEDED_AT_MAIN_OR_ATTACK"
	TotalTime          Reason = "TOTAL_TIME_LIMIT_EXCEEDED_AT_MAIN_OR_ATTACK"
	PresentationAtTurn Reason = "PRESENTATION_ERROR_AT_MAIN_OR_ATTACK"
	AttackSum          Reason = "INVALID_M_AND_V_AT_ATTACK"
	PositionAtAttack   Reason = "INVALID_POSITION_AT_ATTACK"
	Occupied           Reason = "ALREADY_OCCUPIED_AT_ATTACK"
	LessScore          Reason = "LESS_SCORE_AT_END"
	SameScore          Reason = "FIRST_BUT_SAME_SCORE_AT_END"
)

// Turns is the number of turns of each player in a whole game.
const Turns = 1000

// Position is a game from its start cells on. The zero Game is at its beginning.
// Players are 0, who begins, and 1.
type Position struct {
	Boards [2]Grid
	Scores [2]int64

	// Over tells that the game has ended: Loser lost it, for Reason.
	Over   bool
	Loser  int
	Reason Reason

	starts int // start cells that were named
	acts   int // slides that were tried
}

// Next is the player whose start cell or turn is due.
func (g *Position) Next() int {
	if g.starts < 2 {
		return g.starts
	}
	return g.acts % 2
}

// Started reports whether both start cells were named.
func (g *Position) Started() bool { return g.starts == 2 }

// Slides returns the number of slides tried by both players together.
func (g *Position) Slides() int { return g.acts }

// Turn is the number of the turn, counted from 1: both players' moves are one.
// Of a game that is over it is the number that the judge reports.
func (g *Position) Turn() int { return g.acts/2 + 1 }

// Winner returns the player that won, or -1 before the end.
func (g *Position) Winner() int {
	if !g.Over {
		return -1
	}
	return 1 - g.Loser
}

// Lose ends the game: a player lost it for a reason of its own, such as time.
func (g *Position) Lose(player int, reason Reason) {
	g.Over, g.Loser, g.Reason = true, player, reason
}

// Start takes the start cell that the next player names: a 2 on the other's
// board. It returns the reason if the line loses the game.
func (g *Position) Start(line string) Reason {
	player := g.Next()
	c, reason := ParseStart(line)
	if reason != None {
		g.Lose(player, reason)
		return reason
	}
	g.Boards[1-player][c] = 1
	g.starts++
	g.updateOutcome()
	return None
}

// Play takes the next player's answer of a turn. It returns the reason if the
// line loses the game. Of a slide that was legal before a refused attack the
// board and the score stay; of a refused attack no tile is placed.
func (g *Position) Play(line string) Reason {
	player := g.Next()
	a, reason := ParseAnswer(line)
	if reason == None {
		g.acts++
		reason = g.apply(player, a)
	}
	if reason != None {
		g.Lose(player, reason)
		return reason
	}
	g.updateOutcome()
	return None
}

// apply slides and attacks.
func (g *Position) apply(player int, a Answer) Reason {
	merges, gain, moved := g.Boards[player].Slide(a.Direction)
	if !moved {
		return CannotMove
	}
	g.Scores[player] += gain
	after := g.Boards[1-player]
	if reason := after.Attack(a, merges); reason != None {
		return reason
	}
	g.Boards[1-player] = after
	return None
}

// Attack puts tiles onto the board after a slide with the given number of merges. Refused,
// it leaves some of them there.
func (b *Grid) Attack(a Answer, merges int) Reason {
	m := len(a.Cells)
	if a.Exponent > merges+1 || m != 1<<(merges+1-a.Exponent) {
		return AttackSum
	}
	for _, c := range a.Cells {
		if c < 0 {
			return PositionAtAttack
		}
	}
	for _, c := range a.Cells {
		if b[c] != 0 {
			return Occupied
		}
		b[c] = uint8(a.Exponent)
	}
	return None
}

// updateOutcome ends the game where it ends by itself: all turns are played, or the
// next player cannot slide.
func (g *Position) updateOutcome() {
	switch {
	case g.starts < 2:
	case g.acts == 2*Turns && g.Scores[0] == g.Scores[1]:
		g.Lose(0, SameScore)
	case g.acts == 2*Turns && g.Scores[0] < g.Scores[1]:
		g.Lose(0, LessScore)
	case g.acts == 2*Turns:
		g.Lose(1, LessScore)
	case !g.Boards[g.Next()].CanSlide():
		g.Lose(g.Next(), CannotMove)
	}
}
