package referee

import (
	"fmt"
	"time"

	"github.com/loopline/loopline/games/kakomimasu"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
)

// Name is the game's name in a record.
const Name = "kakomimasu"

// SeatNames are the names of the seats, in order. A match has at least two.
var SeatNames = [...]string{"first", "second", "third", "fourth"}

// The names of the limits and of the option in a record.
const (
	limitHandshake  = "handshake"
	limitOperation  = "operation"
	limitTransition = "transition"
	optionBoard     = "board" // data is a board file
)

// Limits of a board in a match: what a line of 255 bytes can hold.
const (
	MaxSide   = 40
	MaxAgents = 18
	maxPoint  = 999
)

// Config configures a game; the organiser of a contest sets it.
type Config struct {
	// Board is the field; its players are as many as the seats, whatever
	// it says.
	Board *kakomimasu.Field

	// Operation is the time in which a turn takes actions, Transition the time that clients
	// that poll wait until the next one. Zero is what the board says, or 1 s.
	Operation, Transition time.Duration

	Handshake time.Duration // for the first answer; 5 s
	Strict    bool          // a line from before its question is a foul
}

// filled puts the defaults where nothing is set, and sets the players.
func (c Config) filled(players int) Config {
	b := *c.Board
	b.Players = players
	if b.Turns == 0 {
		b.Turns = kakomimasu.DefaultTurns
	}
	c.Board = &b
	if c.Operation <= 0 {
		c.Operation = seconds(b.Operation, kakomimasu.DefaultOperation)
	}
	if c.Transition <= 0 {
		c.Transition = seconds(b.Transition, kakomimasu.DefaultTransition)
	}
	if c.Handshake <= 0 {
		c.Handshake = 5 * time.Second
	}
	return c
}

func seconds(said, other int) time.Duration {
	if said <= 0 {
		said = other
	}
	return time.Duration(said) * time.Second
}

// check finds what a board of a match may not be.
func check(b *kakomimasu.Field) error {
	if err := b.Check(); err != nil {
		return err
	}
	switch {
	case b.Width > MaxSide || b.Height > MaxSide:
		return fmt.Errorf("a match is played on at most %d x %d cells, not %d x %d", MaxSide, MaxSide, b.Width, b.Height)
	case b.Agents < 1 || b.Agents > MaxAgents:
		return fmt.Errorf("a match has 1 to %d agents a player, not %d", MaxAgents, b.Agents)
	}
	for _, p := range b.Points {
		if p < -maxPoint || p > maxPoint {
			return fmt.Errorf("a cell of a match is worth -%d to %d, not %d", maxPoint, maxPoint, p)
		}
	}
	return nil
}

// Game is a match of Kakomimasu between two to four seats. The caller may set
// the fields that say where it is recorded, and runs it. The error comes from
// the board.
func (c Config) Game(seats ...host.Seat) (*host.Game, error) {
	c = c.filled(len(seats))
	if err := check(c.Board); err != nil {
		return nil, err
	}
	file, err := c.Board.File()
	if err != nil {
		return nil, err
	}
	for i := range seats {
		seats[i].Name = SeatNames[i]
	}
	return &host.Game{
		Referee: game(c), Name: Name, Seats: seats, Strict: c.Strict, Limits: c.limits(),
		Options: map[string]string{optionBoard: string(file[:len(file)-1])},
	}, nil
}

func (c Config) limits() map[string]time.Duration {
	return map[string]time.Duration{limitHandshake: c.Handshake, limitOperation: c.Operation, limitTransition: c.Transition}
}

// FromRecord is the configuration that a recorded game was played under.
func FromRecord(opening *record.Event) (Config, error) {
	if err := opening.ValidateGame(Name, SeatNames[:], 2); err != nil {
		return Config{}, err
	}
	if len(opening.Options) != 1 {
		return Config{}, fmt.Errorf("record has %d options, %s has %s alone", len(opening.Options), Name, optionBoard)
	}
	b, err := kakomimasu.ReadField([]byte(opening.Options[optionBoard]))
	if err != nil {
		return Config{}, fmt.Errorf("record's option %s: %w", optionBoard, err)
	}
	limits := opening.GameLimits()
	c := Config{
		Board: b, Operation: limits[limitOperation], Transition: limits[limitTransition], Handshake: limits[limitHandshake],
		Strict: opening.Strict,
	}.filled(len(opening.Seats))
	if err := opening.ValidateLimits(c.limits()); err != nil {
		return Config{}, err
	}
	return c, check(c.Board)
}

// Verify derives the verdict of a recorded game again; see host.Verify.
func Verify(g *record.Game) (host.ReplayReport, error) {
	return host.VerifyAs(g, FromRecord, game)
}
