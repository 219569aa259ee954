package referee

import (
	"fmt"
	"maps"
	"strconv"
	"time"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/trax"
)

// Name is the game's name in a record.
const Name = "trax"

// Limits of the contests, and the loads that a host must bear. The contests give one
// second for each move (ICFPT 2016 rules); they name no limit for the team
// code, which a board may answer while it still starts.
const (
	defaultMove      = time.Second
	defaultHandshake = 5 * time.Second
	defaultMaxPlies  = 10_000
)

// The names of the limits in a record.
const (
	limitHandshake = "handshake"
	limitFirst     = "first"
	limitMove      = "move"
)

// The names of the options in a record.
const (
	OptionTeam  = "ask-team"  // true or false: ask -T before the game
	OptionEnd   = "end-line"  // told to both when the game is over
	OptionPlies = "max-plies" // a longer game is void

	// OptionOpening is the moves that the game begins behind. A record of a game
	// that begins with the empty board does not have it.
	OptionOpening = "opening"
)

// MostPlies is the most plies that a game should be given: with four events a ply,
// and all that players may send besides, its record can still be read.
const MostPlies = 25_000

// Config configures a game; the organiser of a contest sets it. Zero limits are the
// defaults named beside them.
type Config struct {
	Handshake time.Duration // for the team code; 5 s
	First     time.Duration // for each seat's first move; as Move
	Move      time.Duration // for every other move; 1 s
	AskTeam   bool          // ask -T before the game
	EndLine   string        // told to both when the game is over; none if empty
	MaxPlies  int           // a longer game is void; 10,000
	Strict    bool          // an unasked line in play loses
	Opening   string        // moves that the game begins behind, see ReadOpening
}

// Default is the configuration of the contests: a second for each move, and
// the team code is asked.
func Default() Config { return Config{AskTeam: true}.filled() }

// filled puts the defaults where nothing is set.
func (c Config) filled() Config {
	if c.Move <= 0 {
		c.Move = defaultMove
	}
	if c.First <= 0 {
		c.First = c.Move
	}
	if c.Handshake <= 0 {
		c.Handshake = defaultHandshake
	}
	if c.MaxPlies <= 0 {
		c.MaxPlies = defaultMaxPlies
	}
	return c
}

// seatNames are the names of the seats in a record, by which a verdict names
// its winner.
var seatNames = [...]string{trax.White.String(), trax.Red.String()}

// Game is a match of Trax. Seat 0 plays white, seat 1 plays red, and both are
// named so. The caller may set the fields that say where it is recorded, and
// runs it.
func (c Config) Game(white, red host.Seat) *host.Game {
	c = c.filled()
	white.Name, red.Name = seatNames[seatWhite], seatNames[seatRed]
	return &host.Game{
		Referee: New(c), Name: Name, Seats: []host.Seat{white, red},
		Limits: c.limits(), Options: c.options(), Strict: c.Strict,
	}
}

func (c Config) limits() map[string]time.Duration {
	return map[string]time.Duration{
		limitHandshake: c.Handshake, limitFirst: c.First, limitMove: c.Move,
	}
}

func (c Config) options() map[string]string {
	options := map[string]string{
		OptionTeam:  strconv.FormatBool(c.AskTeam),
		OptionEnd:   c.EndLine,
		OptionPlies: strconv.Itoa(c.MaxPlies),
	}
	if c.Opening != "" {
		options[OptionOpening] = c.Opening
	}
	return options
}

// FromRecord is the configuration that a recorded game was played under.
func FromRecord(opening *record.Event) (Config, error) {
	if err := opening.ValidateGame(Name, seatNames[:], len(seatNames)); err != nil {
		return Config{}, err
	}
	team, err := strconv.ParseBool(opening.Options[OptionTeam])
	if err != nil {
		return Config{}, fmt.Errorf("record's option %s: %w", OptionTeam, err)
	}
	plies, err := strconv.Atoi(opening.Options[OptionPlies])
	if err != nil {
		return Config{}, fmt.Errorf("record's option %s: %w", OptionPlies, err)
	}
	cfg := Config{
		Handshake: opening.Limits[limitHandshake].Duration(),
		First:     opening.Limits[limitFirst].Duration(),
		Move:      opening.Limits[limitMove].Duration(),
		AskTeam:   team,
		EndLine:   opening.Options[OptionEnd],
		MaxPlies:  plies,
		Strict:    opening.Strict,
		Opening:   opening.Options[OptionOpening],
	}.filled()
	if _, err := ReadOpening(cfg.Opening); err != nil {
		return Config{}, fmt.Errorf("record's option %s: %w", OptionOpening, err)
	}
	return cfg, cfg.wants(opening)
}

// wants wants the record to have the limits and options of this configuration
// and no others, as Match writes them.
func (c Config) wants(opening *record.Event) error {
	if !maps.Equal(opening.Options, c.options()) {
		return fmt.Errorf("record's options are not those of %s, which has %s, %s, %s and perhaps %s",
			Name, OptionTeam, OptionEnd, OptionPlies, OptionOpening)
	}
	return opening.ValidateLimits(c.limits())
}

// Verify derives the verdict of a recorded game again; see host.Verify.
func Verify(g *record.Game) (host.ReplayReport, error) {
	return host.VerifyAs(g, FromRecord, New)
}
