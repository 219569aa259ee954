package tournament

import (
	"slices"
	"time"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/host"
)

// GameSetup holds the settings of one game.
type GameSetup struct {
	Config  *config.Config
	Move    time.Duration     // limit for a move
	Options map[string]string // of the game: the config's, and those of the opening
}

// NextGame is a game that is about to begin.
type NextGame struct {
	ID      string // with its attempt
	Number  int
	Seats   []int // places in entrants
	Names   []string
	Setup   GameSetup
	without []string // entrants of a heat that don't play in it

	Versions []PlayedVersion
	Reseeded map[int]string // addresses that are not the entrants' own, by place in entrants
}

// Started is the decision that the game begins.
func (g *NextGame) Started() *Decision {
	return &Decision{Type: Started, Game: g.ID, Absent: g.without, Versions: g.Versions}
}

// HostSeats are the seats of the game, which show the names of the entrants.
func (g *NextGame) HostSeats() (seats []host.Seat) {
	for _, name := range g.Names {
		seats = append(seats, host.Seat{Address: name})
	}
	return seats
}

// NextID is the identity of the next game of a match, with its attempt.
func (d *Tournament) NextID(m *Match) string {
	return GameID(m.ID, m.Next(), d.Attempts(m.ID, m.Next())+1)
}

// NextGame is the next game of a match: of a heat, without those who are missing or have left.
func (d *Tournament) NextGame(m *Match, missing []int) *NextGame {
	n := m.Next()
	next, without := m.Game(n), d.LeftOut(m, missing)
	g := &NextGame{
		ID: d.NextID(m), Number: n, Setup: d.setup(m, next), without: d.NamesOf(without),
		Reseeded: map[int]string{}, Versions: d.versionsOf(m, n),
	}
	for _, e := range m.SeatsWithout(n, without) {
		g.Seats, g.Names = append(g.Seats, slices.Index(m.Entrants, e)), append(g.Names, d.Entrants[e].Name)
	}
	return g
}

// LeftOut lists who does not play in the next game of a heat: those who are missing or have left. It is
// empty for other matches.
func (d *Tournament) LeftOut(m *Match, missing []int) (without []int) {
	for _, e := range m.seats(m.Next()) {
		if m.IsHeat() && (d.Entrants[e].Withdrawn || slices.Contains(missing, e)) {
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

// Absence is the next decision on a match that has games to be played, whose missing entrants are not
// waited for any more. It is nil where the others of a heat play without them.
func (d *Tournament) Absence(m *Match, missing []int, why string) (c *Decision, plays bool) {
	if d.Config.Missing == "withdraw" {
		for _, e := range missing {
			if !d.Entrants[e].Withdrawn && !d.Entrants[e].House {
				return &Decision{Type: Withdrawn, By: "loopline", Why: "was not there", Entrant: d.Entrants[e].Name}, false
			}
		}
	}
	there := m.Except(missing)
	if there = slices.DeleteFunc(there, func(e int) bool { return d.Entrants[e].Withdrawn }); len(there) > 1 {
		return nil, m.IsHeat()
	}
	g := m.Game(m.Next())
	c = &Decision{Type: Forfeited, Game: g.ID, Reason: "absent", Absent: d.NamesOf(m.Except(there)), Why: why}
	if g.Attempt > 0 {
		c.Game = g.AttemptID()
	}
	if len(there) == 1 {
		c.Winner = d.Entrants[there[0]].Name
	}
	return c, false
}
