package referee

import (
	"errors"
	"time"

	"github.com/loopline/loopline/games/battle2048"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
)

// Name is the game's name in a record.
const Name = "battle2048"

// SeatNames are the names of the seats, in order.
var SeatNames = [2]string{"first", "second"}

// The names of the limits in a record.
const (
	limitInit  = "init"
	limitTurn  = "turn"
	limitTotal = "total"
)

// Config configures a game; the organiser of a contest sets it. Zero limits mean the limits of
// the contest.
type Config struct {
	Init   time.Duration // for the start cell; 1 s
	Turn   time.Duration // for a turn; 1 s
	Total  time.Duration // for all turns together; 100 s
	Strict bool          // a line from before its question loses
}

// filled puts the defaults where nothing is set.
func (c Config) filled() Config {
	limits := battle2048.ContestLimits
	for _, l := range []struct {
		limit *time.Duration
		ms    int
	}{{&c.Init, limits.Init}, {&c.Turn, limits.Turn}, {&c.Total, limits.Total}} {
		if *l.limit <= 0 {
			*l.limit = time.Duration(l.ms) * time.Millisecond
		}
	}
	return c
}

// Game is a match of 2048 versus. Seat 0 begins. The caller may set
// where it is recorded, and runs it. Unless it is nil, keep gets the
// log of the match when that is over, also when it was interrupted; its error
// goes into the record and decides nothing.
func (c Config) Game(first, second host.Seat, keep func(*Log) error) *host.Game {
	c = c.filled()
	first.Name, second.Name = SeatNames[0], SeatNames[1]
	return &host.Game{
		Referee: game(c, keep), Name: Name, Seats: []host.Seat{first, second},
		Limits: c.limits(), Options: map[string]string{}, Strict: c.Strict,
	}
}

func (c Config) limits() map[string]time.Duration {
	return map[string]time.Duration{limitInit: c.Init, limitTurn: c.Turn, limitTotal: c.Total}
}

// FromRecord is the configuration that a recorded game was played under.
func FromRecord(opening *record.Event) (Config, error) {
	if err := opening.ValidateGame(Name, SeatNames[:], len(SeatNames)); err != nil {
		return Config{}, err
	}
	limits := opening.GameLimits()
	c := Config{
		Init: limits[limitInit], Turn: limits[limitTurn], Total: limits[limitTotal], Strict: opening.Strict,
	}.filled()
	if err := opening.ValidateLimits(c.limits()); err != nil {
		return Config{}, err
	}
	if len(opening.Options) > 0 {
		return Config{}, errors.New("record has options, " + Name + " has none there")
	}
	return c, nil
}

// Verify derives the verdict of a recorded game again; see host.Verify.
func Verify(g *record.Game) (host.ReplayReport, error) {
	return host.VerifyAs(g, FromRecord, New)
}
