package referee

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"strconv"
	"time"

	"github.com/loopline/loopline/games/dpt"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
)

// Name is the game's name in a record.
const Name = "dpt"

// SeatNames are the names of the seats, in order.
var SeatNames = [2]string{"first", "second"}

// Times when nothing is said.
const (
	DefaultMove  = 5 * time.Second
	DefaultPause = 500 * time.Millisecond
)

// The names of the limits and options in a record.
const (
	limitFirst = "first"
	limitMove  = "move"
	limitPause = "interval"

	optionSeed     = "seed"
	optionField    = "field" // as procon30 writes it
	optionDrawn    = "drawn" // the field was drawn from the seed
	optionTurns    = "turns"
	optionStart    = "start"
	optionSymmetry = "symmetry"
	optionRedraw   = "redraw"
	optionSwap     = "swap"
)

// Config configures a game; the organiser of a contest sets it. Zero limits are the
// defaults named beside them.
type Config struct {
	First  time.Duration // for each seat's first turn; as Move
	Move   time.Duration // for every other turn; DefaultMove
	Pause  time.Duration // before each turn, for clients that poll; negative disables it; DefaultPause
	Strict bool          // an unsolicited line costs the turn
	Rules  dpt.Rules
}

// filled puts the defaults where nothing is set, and draws what is drawn.
func (c Config) filled() Config {
	c.Move = cmp.Or(max(0, c.Move), DefaultMove)
	c.First = cmp.Or(max(0, c.First), c.Move)
	c.Pause = cmp.Or(c.Pause, DefaultPause)
	c.Rules = c.Rules.Filled()
	return c
}

// Check tells what is wrong with the configuration.
func (c Config) Check() error {
	if err := c.Rules.Check(); err != nil {
		return err
	}
	return sayable(c.Rules.Filled().Field)
}

// Game is a match of DPT. The caller may set the fields that say where it is
// recorded, and runs it. The error comes from the rules.
func (c Config) Game(first, second host.Seat) (*host.Game, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	options := c.options()
	c = c.filled()
	first.Name, second.Name = SeatNames[0], SeatNames[1]
	return &host.Game{
		Referee: New(c), Name: Name, Seats: []host.Seat{first, second},
		Limits: c.limits(), Options: options, Strict: c.Strict,
	}, nil
}

// pause is the time before each turn.
func (c Config) pause() time.Duration { return max(0, c.Pause) }

func (c Config) limits() map[string]time.Duration {
	return map[string]time.Duration{limitFirst: c.First, limitMove: c.Move, limitPause: c.pause()}
}

func (c Config) options() map[string]string {
	r := c.Rules.Filled()
	return map[string]string{
		optionSeed: strconv.FormatUint(r.Seed, 10), optionField: string(r.Field.State().JSON()),
		optionDrawn: strconv.FormatBool(c.Rules.Field == nil), optionTurns: strconv.Itoa(r.Turns),
		optionStart: string(r.Start), optionSymmetry: string(r.Symmetry), optionRedraw: string(r.Redraw),
		optionSwap: strconv.FormatBool(r.Swap),
	}
}

// FromRecord is the configuration that a recorded game was played under.
func FromRecord(opening *record.Event) (Config, error) {
	if err := opening.ValidateGame(Name, SeatNames[:], len(SeatNames)); err != nil {
		return Config{}, err
	}
	limits := opening.GameLimits()
	rules, err := recordedRules(opening.Options)
	if err != nil {
		return Config{}, fmt.Errorf("record's options: %w", err)
	}
	c := Config{
		First: limits[limitFirst], Move: limits[limitMove], Pause: cmp.Or(limits[limitPause], -1),
		Strict: opening.Strict, Rules: rules,
	}
	if err := c.Check(); err != nil {
		return Config{}, fmt.Errorf("record's options: %w", err)
	}
	options := c.options()
	c = c.filled()
	if err := opening.ValidateLimits(c.limits()); err != nil {
		return Config{}, err
	}
	if !maps.Equal(opening.Options, options) {
		return Config{}, errors.New("record's options are not those of " + Name + ", whose field follows from the seed or is given")
	}
	return c, nil
}

// recordedRules are the rules that a record's options say.
func recordedRules(options map[string]string) (r dpt.Rules, err error) {
	if r.Seed, err = strconv.ParseUint(options[optionSeed], 10, 64); err != nil {
		return r, fmt.Errorf("%s %.40q: want a whole number", optionSeed, options[optionSeed])
	}
	if r.Turns, err = strconv.Atoi(options[optionTurns]); err != nil {
		return r, fmt.Errorf("%s %.40q: want a whole number", optionTurns, options[optionTurns])
	}
	field, err := dpt.ReadField([]byte(options[optionField]))
	if err != nil {
		return r, fmt.Errorf("%s: %w", optionField, err)
	}
	r.Start, r.Symmetry = dpt.Start(options[optionStart]), dpt.Symmetry(options[optionSymmetry])
	r.Redraw, r.Swap = dpt.Redraw(options[optionRedraw]), options[optionSwap] == "true"
	if r.Width, r.Height = field.Width, field.Height; options[optionDrawn] != "true" {
		r.Field = field
	}
	return r, nil
}

// Verify derives the verdict of a recorded game again; see host.Verify.
func Verify(g *record.Game) (host.ReplayReport, error) {
	return host.VerifyAs(g, FromRecord, New)
}
