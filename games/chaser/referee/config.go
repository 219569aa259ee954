package referee

import (
	"cmp"
	"fmt"
	"maps"
	"strconv"
	"time"

	"github.com/loopline/loopline/games/chaser"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
)

// Name is the game's name in a record.
const Name = "chaser"

// SeatNames are the names of the seats, in order.
var SeatNames = [2]string{"cool", "hot"}

// Limits of the current official server.
const (
	defaultMove      = 5 * time.Second
	defaultHandshake = 5 * time.Second
)

// The names of the limits and options in a record.
const (
	limitHandshake = "handshake"
	limitFirst     = "first"
	limitMove      = "move"

	OptionMap  = "map"  // the text of the map file
	OptionSeed = "seed" // of a random map; empty of any other
)

// Config configures a game; the organiser of a contest sets it. Zero limits are the
// defaults named beside them.
type Config struct {
	Handshake time.Duration // for the name; 5 s
	First     time.Duration // for each seat's first answer; as Move
	Move      time.Duration // for every other answer; 5 s
	Strict    bool          // CR LF and nothing else, and only when asked

	// Map is the start of the game. Its turns count, 100 if it has none. Nil is
	// the random map of Seed.
	Map  *chaser.Map
	Seed uint64
}

// filled puts the defaults where nothing is set.
func (c Config) filled() Config {
	c.Move = cmp.Or(max(0, c.Move), defaultMove)
	c.First = cmp.Or(max(0, c.First), c.Move)
	c.Handshake = cmp.Or(max(0, c.Handshake), defaultHandshake)
	return c
}

// Start returns the map with all that is decided.
func (c Config) Start() *chaser.Map {
	if c.Map == nil {
		return chaser.RandomMap(c.Seed)
	}
	m := *c.Map
	if m.Turns < 0 {
		m.Turns = chaser.ContestTurns
	}
	return &m
}

// Game returns a match of CHaser. Seat 0 is COOL, seat 1 is HOT. The caller may set
// the fields that say where it is recorded, and runs it.
func (c Config) Game(cool, hot host.Seat) *host.Game {
	c = c.filled()
	cool.Name, hot.Name = SeatNames[0], SeatNames[1]
	return &host.Game{
		Referee: New(c), Name: Name, Seats: []host.Seat{cool, hot},
		Limits: c.limits(), Options: c.options(), Strict: c.Strict,
	}
}

func (c Config) limits() map[string]time.Duration {
	return map[string]time.Duration{limitHandshake: c.Handshake, limitFirst: c.First, limitMove: c.Move}
}

func (c Config) options() map[string]string {
	options := map[string]string{OptionMap: c.Start().String(), OptionSeed: ""}
	if c.Map == nil {
		options[OptionSeed] = strconv.FormatUint(c.Seed, 10)
	}
	return options
}

// FromRecord returns the configuration that a recorded game was played under.
func FromRecord(opening *record.Event) (Config, error) {
	if err := opening.ValidateGame(Name, SeatNames[:], len(SeatNames)); err != nil {
		return Config{}, err
	}
	limits := opening.GameLimits()
	c := Config{
		Handshake: limits[limitHandshake], First: limits[limitFirst], Move: limits[limitMove], Strict: opening.Strict,
	}.filled()
	var err error
	if seed := opening.Options[OptionSeed]; seed != "" {
		c.Seed, err = strconv.ParseUint(seed, 10, 64)
	} else {
		c.Map, err = chaser.ParseMap(opening.Options[OptionMap])
	}
	if err != nil {
		return Config{}, fmt.Errorf("record's map: %w", err)
	}
	if err := opening.ValidateLimits(c.limits()); err != nil {
		return Config{}, err
	}
	if !maps.Equal(opening.Options, c.options()) {
		return Config{}, fmt.Errorf("record's options are not those of %s, which has %s and %s, the map that the seed gives",
			Name, OptionMap, OptionSeed)
	}
	return c, nil
}

// Verify derives the verdict of a recorded game again; see host.Verify.
func Verify(g *record.Game) (host.ReplayReport, error) {
	return host.VerifyAs(g, FromRecord, New)
}

// Limit returns the time that a player has to send its name.
func (c Config) Limit() time.Duration { return c.filled().Handshake }
