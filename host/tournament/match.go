package tournament

import (
	"fmt"
	"slices"

	"github.com/loopline/loopline/host/tournament/pairing"
	"github.com/loopline/loopline/internal/say"
)

// Match is two entrants who play some games.
type Match struct {
	ID       string // STAGE/ROUND/PAIR
	Stage    *Stage
	Round    int
	Pair     int // in the round, from 1; in a knockout the place in the bracket
	Group    int
	Entrants [2]int  // the first one has the first seat in the first game
	Games    []*Game // that were begun or decided, by their number
	PlayOff  bool    // it breaks a tie

	// Drawn is the entrant that advances by Rule, lots or seed, from a match that ended
	// even; otherwise None.
	Drawn int
	Rule  string

	Postponed bool // it waits until it is called

	// Lost counts for each entrant the games that were void, or lost, because its agent
	// had lost its connection, and the other one's had not.
	Lost [2]int
}

// GameState is the progress of a game.
type GameState int

// The states of a game.
const (
	Waiting GameState = iota // to be played, perhaps once more
	Playing
	Settled
)

// String is the state in one word.
func (s GameState) String() string { return [...]string{"waiting", "playing", "settled"}[s] }

// Text implements say.Sayer.
func (s GameState) Text() say.Text { return say.Word(s.String()) }

// Game is a game of a match.
type Game struct {
	ID      string // STAGE/ROUND/PAIR/GAME, without the attempt
	Number  int    // in its match, from 1
	Attempt int    // the last one; 0 before the first
	Seats   [2]int // the entrants, in the order of the game's seats
	Fast    bool   // of a play-off: with less time
	State   GameState

	// What came out, once it is Settled. By is the type of the decision that says
	// so; Withdrawn where an entrant left.
	Winner int // entrant, or None
	Draw   bool
	Void   bool // it counts for no entrant
	Scores []int
	Reason string
	Ply    int
	Sum    string // of its record
	By     string
	Absent []int

	Network []NetworkShare // that exceeded what the round trips take, of all attempts

	Voids int // attempts that were void
}

// maxVoids limits how often a game is tried that comes out void.
const maxVoids = 2

// AttemptID is the identity of the game at its last attempt, as its record has it.
func (g *Game) AttemptID() string { return fmt.Sprintf("%s/%d", g.ID, g.Attempt) }

// game finds or makes a game of the match.
func (m *Match) game(number int) *Game {
	for len(m.Games) < number {
		n := len(m.Games) + 1
		m.Games = append(m.Games, &Game{
			ID: fmt.Sprintf("%s/%d", m.ID, n), Number: n, Winner: None, Fast: n > m.Stage.StageConfig.Games,
			Seats: [2]int{m.Entrants[(n+1)%2], m.Entrants[n%2]},
		})
	}
	return m.Games[number-1]
}

// Score is the points of both in the games that count, in halves.
func (m *Match) Score() [2]int {
	_, length := m.follow()
	return m.scoreOf(length)
}

// scoreOf is the points of both in the first games, in halves.
func (m *Match) scoreOf(games int) (halves [2]int) {
	for _, g := range m.Games[:min(games, len(m.Games))] {
		if g.State == Settled {
			halves[0] += g.halves(m.Entrants[0])
			halves[1] += g.halves(m.Entrants[1])
		}
	}
	return halves
}

// halves are an entrant's points in the game, in halves.
func (g *Game) halves(entrant int) int {
	switch {
	case g.Draw:
		return 1
	case g.Winner == entrant:
		return 2
	}
	return 0
}

// ForThird reports whether the match is for the third place of a knockout.
func (m *Match) ForThird() bool {
	return m.Stage.ThirdPlace && m.Pair == 2 && m.Stage.RoundsLeft(m.Round) == 0
}

// RoundsLeft counts the rounds of a knockout after one: 0 follow the final, 1 the semifinals.
func (s *Stage) RoundsLeft(round int) int { return pairing.Rounds(len(s.field())) - round }

// decisive reports whether one of the two must advance.
func (m *Match) decisive() bool { return m.Stage.Kind == Knockout }

// Next is the number of the next game to be played, 0 when none is.
func (m *Match) Next() int {
	next, _ := m.follow()
	return next
}

// follow goes through the games as they are to be played, and returns the next one, or
// 0, and how many count.
func (m *Match) follow() (next, length int) {
	games := m.Stage.StageConfig.Games
	for n := 1; n <= games; n++ {
		switch score := m.scoreOf(n - 1); {
		case m.Stage.BestOf > 0 && max(score[0], score[1]) > m.Stage.BestOf:
			return 0, n - 1
		case !m.settled(n):
			return n, games
		}
	}
	if !m.decisive() {
		return 0, games
	}
	for range m.extraPairs() {
		if score := m.scoreOf(games); score[0] != score[1] {
			break
		}
		for range 2 {
			if games++; !m.settled(games) {
				return games, games
			}
		}
	}
	return 0, games
}

func (m *Match) extraPairs() (n int) {
	for _, rule := range m.Stage.StageConfig.PlayOff {
		if rule == "games" {
			n++
		}
	}
	return n
}

// settled reports whether a game is.
func (m *Match) settled(number int) bool {
	return number <= len(m.Games) && m.Games[number-1].State == Settled
}

// NeedsLots reports whether the match ended even and one of the two must advance.
func (m *Match) NeedsLots() bool {
	halves := m.Score()
	return m.decisive() && m.Next() == 0 && !m.inPlay() && halves[0] == halves[1] && m.Drawn == None
}

func (m *Match) inPlay() bool {
	return slices.ContainsFunc(m.Games, func(g *Game) bool { return g.State == Playing })
}

// Over reports whether nothing more is to be played or drawn.
func (m *Match) Over() bool { return m.Next() == 0 && !m.inPlay() && !m.NeedsLots() }

// Winner returns who won a match that is over, or None.
func (m *Match) Winner() int {
	halves := m.Score()
	switch {
	case !m.Over():
		return None
	case halves[0] > halves[1]:
		return m.Entrants[0]
	case halves[1] > halves[0]:
		return m.Entrants[1]
	}
	return m.Drawn
}

// Loser returns who lost a match with a winner, or None.
func (m *Match) Loser() int {
	switch m.Winner() {
	case None:
		return None
	case m.Entrants[0]:
		return m.Entrants[1]
	}
	return m.Entrants[0]
}

// halves are the match points of both, in halves, once it is over.
func (m *Match) halves() (halves [2]int) {
	if !m.Over() {
		return halves
	}
	score := m.Score()
	switch {
	case score[0] > score[1]:
		return [2]int{2, 0}
	case score[1] > score[0]:
		return [2]int{0, 2}
	case score == [2]int{}:
		return halves // no entrant came, or nothing counts
	}
	return [2]int{1, 1}
}

// opponent is the other one of a match.
func (m *Match) opponent(of int) int {
	if m.Entrants[0] == of {
		return m.Entrants[1]
	}
	return m.Entrants[0]
}
