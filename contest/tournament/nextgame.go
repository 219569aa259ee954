package tournament

import (
	"slices"
	"time"

	"github.com/loopline/loopline/host"
)

// GameSetup holds the settings of one game.
type GameSetup struct {
	Config  *Config
	Move    time.Duration     // limit for a move
	Options map[string]string // of the game: the config's, and those of the opening
}

// nextGame is a game that is about to begin.
type nextGame struct {
	id      string
	seats   []int // places in entrants
	names   []string
	setup   GameSetup
	without []string // entrants of a heat that don't play in it

	versions []PlayedVersion
	reseeded map[int]string // addresses that are not the entrants' own, by place in entrants
}

// started is the decision that the game begins.
func (g *nextGame) started() *Decision {
	return &Decision{Type: Started, Game: g.id, Absent: g.without, Versions: g.versions}
}

// atSeats are the seats of the game, which show the names of the entrants.
func (g *nextGame) atSeats() (seats []host.Seat) {
	for _, name := range g.names {
		seats = append(seats, host.Seat{Address: name})
	}
	return seats
}

// nextID is the identity of the next game of a match, with its attempt.
func (d *Tournament) nextID(m *Match) string {
	return gameID(m.ID, m.Next(), d.Attempts(m.ID, m.Next())+1)
}

// nextGame is the next game of a match: of a heat, without those who are missing or have left.
func (d *Tournament) nextGame(m *Match, missing []int) *nextGame {
	n := m.Next()
	next, without := m.game(n), d.without(m, missing)
	g := &nextGame{
		id: d.nextID(m), setup: d.setup(m, next), without: d.namesOf(without),
		reseeded: map[int]string{}, versions: d.versionsOf(m, n),
	}
	for _, e := range m.seatsWithout(n, without) {
		g.seats, g.names = append(g.seats, slices.Index(m.Entrants, e)), append(g.names, d.Entrants[e].Name)
	}
	return g
}

// without lists who does not play in the next game of a heat: those who are missing or have left. It is
// empty for other matches.
func (d *Tournament) without(m *Match, missing []int) (without []int) {
	for _, e := range m.seats(m.Next()) {
		if m.heat() && (d.Entrants[e].Withdrawn || slices.Contains(missing, e)) {
			without = append(without, e)
		}
	}
	return without
}

func (d *Tournament) setup(m *Match, g *Game) GameSetup {
	s := GameSetup{Config: d.Config, Move: time.Duration(d.Config.MoveTime), Options: d.options(m, g.Number)}
	if g.Fast {
		s.Move = time.Duration(m.Stage.PlayOffTime)
	}
	return s
}

// absence is the next decision on a match that has games to be played, whose missing entrants are not
// waited for any more. It is nil where the others of a heat play without them.
func (d *Tournament) absence(m *Match, missing []int, why string) (c *Decision, plays bool) {
	if d.Config.Missing == "withdraw" {
		for _, e := range missing {
			if !d.Entrants[e].Withdrawn && !d.Entrants[e].House {
				return &Decision{Type: Withdrawn, By: "loopline", Why: "was not there", Entrant: d.Entrants[e].Name}, false
			}
		}
	}
	there := m.except(missing)
	if there = slices.DeleteFunc(there, func(e int) bool { return d.Entrants[e].Withdrawn }); len(there) > 1 {
		return nil, m.heat()
	}
	g := m.game(m.Next())
	c = &Decision{Type: Forfeited, Game: g.ID, Reason: "absent", Absent: d.namesOf(m.except(there)), Why: why}
	if g.Attempt > 0 {
		c.Game = g.AttemptID()
	}
	if len(there) == 1 {
		c.Winner = d.Entrants[there[0]].Name
	}
	return c, false
}
