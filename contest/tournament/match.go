package tournament

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/pairing"
	"github.com/loopline/loopline/internal/say"
)

// Match is two entrants who play some games, or a heat of up to four.
type Match struct {
	ID       string // STAGE/ROUND/PAIR
	Stage    *Stage
	Round    int
	Pair     int // in the round, from 1; in a knockout the place in the bracket
	Group    int
	Entrants []int   // in the order of their seats in the first game
	Games    []*Game // that were begun or decided, by their number
	PlayOff  bool    // it breaks a tie

	// Drawn is the entrant that advances by Rule, lots or seed, from a match that ended
	// even; otherwise None.
	Drawn int
	Rule  string

	Postponed bool // it waits until it is called

	versions map[fixedVersion]config.DeskVersion // that play in it since it began

	// Lost counts for each entrant the games that were void, or lost, because its agent
	// had lost its connection, and no other one's had.
	Lost []int
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
	Seats   []int  // the entrants, in the order of the game's seats
	Fast    bool   // of a play-off: with less time
	State   GameState

	// The result, once it is Settled. By is the type of the decision that settled it;
	// Withdrawn where an entrant left.
	Winner int // entrant, or None
	Draw   bool
	Void   bool // it counts for no entrant
	Scores []int
	Reason string

	Measures Measures // of what the config uses

	Ply    int
	Sum    string // of its record
	Hall   string // that plays or played the last attempt; empty for the director's
	After  string // the sum of the match's record before a game of a hall
	By     string
	Absent []int

	Network []NetworkShare // that exceeded what the round trips take, of all attempts

	// Credited are the entrants with answers that count by credit, HangsOnCredit that its result hangs on one.
	Credited      []CreditedAnswers
	HangsOnCredit bool

	Voids     int // attempts that were void, but for those that the host failed
	HostVoids int // attempts that the host failed

	annulled *Game // the game before it was annulled
	without  []int // entrants of a heat that it was begun without
}

// maxVoids limits how often a game is tried that comes out void.
const maxVoids = 2

// Attempts counts the attempts at a game of a match, also of one that was taken back.
func (d *Tournament) Attempts(match string, number int) int {
	return d.attempts[fmt.Sprintf("%s/%d", match, number)]
}

// AttemptID is the identity of the game at its last attempt, as its record has it.
func (g *Game) AttemptID() string { return fmt.Sprintf("%s/%d", g.ID, g.Attempt) }

// Game finds or makes a game of the match.
func (m *Match) Game(number int) *Game {
	for len(m.Games) < number {
		n := len(m.Games) + 1
		m.Games = append(m.Games, &Game{
			ID: fmt.Sprintf("%s/%d", m.ID, n), Number: n, Winner: None,
			Fast:  n > m.Stage.StageConfig.Games && m.Stage.Of != config.OfMatch,
			Seats: m.seats(n),
		})
	}
	return m.Games[number-1]
}

// seats are the entrants in a game, in the order of its seats.
func (m *Match) seats(number int) []int {
	by := 0
	if m.Stage.Seats == config.SeatsExchanged {
		by = (number - 1) % len(m.Entrants)
	}
	return slices.Concat(m.Entrants[by:], m.Entrants[:by])
}

// SeatsWithout are the seats of a game of a heat that is played without some.
func (m *Match) SeatsWithout(number int, some []int) []int {
	return slices.DeleteFunc(m.seats(number), func(e int) bool { return slices.Contains(some, e) })
}

// CountedGames are the games that count.
func (m *Match) CountedGames() []*Game {
	_, length := m.follow()
	return m.Games[:min(length, len(m.Games))]
}

// Score is the points of all in the games that count, in halves: two for a game that was won.
func (m *Match) Score() []int {
	_, length := m.follow()
	return m.scoreOf(length)
}

// scoreOf is the points of all in the first games, in halves.
func (m *Match) scoreOf(games int) []int { return m.scoreIn(0, games) }

// Halves are an entrant's points in the game, in halves.
func (g *Game) Halves(entrant int) int {
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
func (s *Stage) RoundsLeft(round int) int { return pairing.Rounds(len(s.Field())) - round }

// decisive reports whether one of the two must advance.
func (m *Match) decisive() bool { return m.Stage.Kind == config.Knockout }

// Next is the number of the next game to be played, 0 when none is.
func (m *Match) Next() int {
	next, _ := m.follow()
	return next
}

// follow goes through the games as they are to be played, and returns the next one, or
// 0, and how many count.
func (m *Match) follow() (next, length int) {
	if m.Stage.Of == config.OfMatch {
		return m.followSets()
	}
	games := m.Stage.StageConfig.Games
	for n := 1; n <= games; n++ {
		switch {
		case m.Stage.BestOf > 0 && slices.Max(m.scoreOf(n-1)) > m.Stage.BestOf:
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

// followSets is follow where criteria decide inside the match: after a set of games that is even
// in all of them comes another, on a new map, if the stage says so.
func (m *Match) followSets() (next, length int) {
	games := m.Stage.StageConfig.Games
	sets := 1
	if m.Stage.DrawsMaps() {
		sets += config.MaxNewMaps
	}
	for set := range sets {
		from, to := set*games, (set+1)*games
		for n := from + 1; n <= to; n++ {
			switch score := m.scoreIn(from, n-1); {
			case m.Stage.BestOf > 0 && max(score[0], score[1]) > m.Stage.BestOf:
				return 0, n - 1
			case !m.settled(n):
				return n, to
			}
		}
		length = to
		if side, _ := m.decided(from, to); side != None || m.abandoned(from, to) {
			break
		}
	}
	return 0, length
}

// abandoned reports whether neither entrant was there for a game of a set.
func (m *Match) abandoned(from, to int) bool {
	return slices.ContainsFunc(m.Games[from:to], func(g *Game) bool { return len(g.Absent) == 2 })
}

// scoreIn is the points of all in the games after the first from, up to the number to, in halves.
func (m *Match) scoreIn(from, to int) []int {
	halves := make([]int, len(m.Entrants))
	for _, g := range m.Games[min(from, len(m.Games)):min(to, len(m.Games))] {
		for side, e := range m.Entrants {
			if g.State == Settled {
				halves[side] += g.Halves(e)
			}
		}
	}
	return halves
}

// decided returns the side that leads in a set of games, and by which criterion; None where it is
// even in all.
func (m *Match) decided(from, to int) (side int, rule string) {
	compare := func(a, b int64) int {
		switch {
		case a > b:
			return 0
		case b > a:
			return 1
		}
		return None
	}
	if score := m.scoreIn(from, to); score[0] != score[1] {
		return compare(int64(score[0]), int64(score[1])), ""
	}
	for _, rule := range m.Stage.TieBreaks[:len(m.Stage.TieBreaks)-1] {
		var value [2]int64
		for _, g := range m.Games[from:min(to, len(m.Games))] {
			for side, e := range m.Entrants {
				value[side] += g.Value(rule, e)
			}
		}
		if config.FewerFirst(rule) {
			value[0], value[1] = value[1], value[0]
		}
		if side := compare(value[0], value[1]); side != None {
			return side, rule
		}
	}
	return None, ""
}

// lead is the side that is ahead in the games that count, and by which criterion, besides the
// points of games; None where they are even.
func (m *Match) lead() (side int, rule string) {
	_, length := m.follow()
	if m.IsHeat() {
		return m.heatLead(), ""
	}
	if m.Stage.Of == config.OfMatch {
		games := m.Stage.StageConfig.Games
		from := max(0, (length-1)/games*games)
		return m.decided(from, min(length, len(m.Games)))
	}
	switch score := m.scoreOf(length); {
	case score[0] > score[1]:
		return 0, ""
	case score[1] > score[0]:
		return 1, ""
	}
	return None, ""
}

// DecidedBy is the criterion or the rule that decided a match that was even by its games, such as
// score or lots; empty for others.
func (m *Match) DecidedBy() string {
	if !m.Over() {
		return ""
	}
	_, rule := m.lead()
	return cmp.Or(rule, m.Rule)
}

// NeedsLots reports whether the match ended even and one of the two must advance.
func (m *Match) NeedsLots() bool {
	if !m.decisive() || m.Drawn != None || m.Next() != 0 || m.InPlay() {
		return false
	}
	side, _ := m.lead()
	return side == None
}

// InPlay reports whether a game of the match is played now.
func (m *Match) InPlay() bool {
	return slices.ContainsFunc(m.Games, func(g *Game) bool { return g.State == Playing })
}

// Over reports whether nothing more is to be played or drawn.
func (m *Match) Over() bool { return m.Next() == 0 && !m.InPlay() && !m.NeedsLots() }

// Winner returns who won a match that is over, or None.
func (m *Match) Winner() int {
	if !m.Over() {
		return None
	}
	if side, _ := m.lead(); side != None {
		return m.Entrants[side]
	}
	return m.Drawn
}

// Loser returns who lost a match between two with a winner, or None.
func (m *Match) Loser() int {
	if winner := m.Winner(); winner != None {
		return m.Opponent(winner)
	}
	return None
}

// Halves are the match points of both, in halves, once it is over; a heat has none.
func (m *Match) Halves() []int {
	halves := make([]int, len(m.Entrants))
	if !m.Over() || m.IsHeat() {
		return halves
	}
	switch side, _ := m.lead(); {
	case side != None:
		halves[side] = 2
	case slices.Max(m.Score()) > 0: // else no entrant came, or nothing counts
		halves[0], halves[1] = 1, 1
	}
	return halves
}

// Opponent is the other one of a match between two.
func (m *Match) Opponent(of int) int {
	if m.Entrants[0] == of {
		return m.Entrants[1]
	}
	return m.Entrants[0]
}

// halvesText writes points that are counted in halves.
func halvesText(halves int) string {
	text := fmt.Sprint(halves / 2)
	switch {
	case halves%2 == 0:
		return text
	case halves == 1:
		return "½"
	}
	return text + "½"
}

// Played reports whether all matches that are paired are over.
func (s *Stage) Played() bool {
	for _, r := range s.Rounds {
		for _, m := range r.Matches {
			if !m.Over() {
				return false
			}
		}
	}
	return true
}
