package game

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/spf13/pflag"

	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/internal/rangecheck"
	"github.com/loopline/loopline/trax/playertest"
	"github.com/loopline/loopline/trax/referee"
)

// flagValues are the values of the flags that Trax alone has, of whatever command.
type flagValues struct {
	plies     int    // at which a game is stopped
	noTeam    bool   // the team code is not asked for
	endLine   string // told to both players after a game
	suite     string // a file of games; empty is the built-in suite
	record    string // as suite
	maxSize   int    // columns or rows of the board at which a game is stopped
	floor     int    // questions that measure the transport's floor; 0 measures none
	depth     int    // plies that moves are valued by; 0 is the bot's
	reference string // the address of the player to compare with; may be empty
	bare      bool   // pictures without the names of columns and rows
	cell      int    // edge of a tile in pixels; 0 is the usual one
}

// maxFloor bounds the questions that measure the transport's floor.
const maxFloor = 100_000

// defaultFlags are the values where no flag is given, or the command has none.
func defaultFlags() *flagValues { return &flagValues{plies: 300, maxSize: 24, floor: 200} }

// newFlags implements Descriptor.Flags.
func newFlags(command string, f *pflag.FlagSet) descriptor.FlagValues {
	v := defaultFlags()
	switch command {
	case "play":
		v.teamFlag(f)
		f.StringVar(&v.endLine, "end-line", "", "`LINE` told to both after a game, such as -E")
	case "check", "report":
		v.limitFlags(f)
	case "latency":
		f.IntVar(&v.floor, "floor-count", v.floor, "-T that measure the transport's floor; 0 measures none")
		v.suiteFlag(f)
		v.sizeFlag(f)
		v.limitFlags(f)
	case "compare":
		v.suiteFlag(f)
		f.StringVar(&v.record, "record", "", "games of `FILE` instead of the built-in suite, as --suite")
		f.StringVar(&v.reference, "reference", "", "`ADDR` of the player to compare with, move by move")
		f.IntVar(&v.depth, "depth", 0, "search depth of the evals, in plies (the bot's)")
		v.sizeFlag(f)
		v.limitFlags(f)
	case "render":
		f.BoolVar(&v.bare, "bare", false, "leave out the names of columns and rows")
		f.IntVar(&v.cell, "cell", 0, "edge of a tile in pixels (40)")
	default:
		return nil
	}
	return v
}

func (v *flagValues) teamFlag(f *pflag.FlagSet) {
	f.BoolVar(&v.noTeam, "no-team", false, "do not ask for the team code")
}

// limitFlags adds the flags of a player under test.
func (v *flagValues) limitFlags(f *pflag.FlagSet) {
	f.IntVar(&v.plies, "plies", v.plies, "stop a game after this many plies")
	v.teamFlag(f)
}

func (v *flagValues) suiteFlag(f *pflag.FlagSet) {
	f.StringVar(&v.suite, "suite", "", "games of `FILE` instead of the built-in suite")
}

func (v *flagValues) sizeFlag(f *pflag.FlagSet) {
	f.IntVar(&v.maxSize, "max-size", v.maxSize, "stop a game when its board has this many columns or rows")
}

// Check implements FlagValues.
func (v *flagValues) Check() error {
	err := cmp.Or(
		rangecheck.Int("--plies", v.plies, 2, 100_000),
		rangecheck.Int("--max-size", v.maxSize, 2, 10_000),
		rangecheck.Int("--floor-count", v.floor, 0, maxFloor),
	)
	if err == nil && v.cell < 0 {
		err = errors.New("--cell is above 0")
	}
	return err
}

// checkRecord finds what is wrong with --record in a comparison, and takes it for --suite.
func (v *flagValues) checkRecord(c *descriptor.Comparison) error {
	switch {
	case v.record == "":
		return nil
	case v.suite != "":
		return errors.New("--record and --suite are the same; give one")
	case !c.Live:
		return fmt.Errorf("--record is for a player at an ADDR; %.60q is a file", c.Subject)
	}
	v.suite = v.record
	return nil
}

// Set implements FlagValues.
func (v *flagValues) Set(s descriptor.Settings) {
	if v.noTeam {
		s.Options[referee.OptionTeam] = "false"
	}
	if v.endLine != "" {
		s.Options[referee.OptionEnd] = v.endLine
	}
}

// flagsOf returns the values that a command has, or the defaults.
func flagsOf(v descriptor.FlagValues) *flagValues {
	if own, is := v.(*flagValues); is {
		return own
	}
	return defaultFlags()
}

// limitsOf returns the limits of a player as a drill has them.
func limitsOf(l *descriptor.Limits, v *flagValues) playertest.Limits {
	return playertest.Limits{Move: l.Move, First: l.First, Handshake: l.Handshake, Plies: v.plies, NoTeam: v.noTeam}
}

// drillOf returns the settings of a drill.
func drillOf(d *descriptor.Drill) playertest.Settings {
	v := flagsOf(d.Flags)
	return playertest.Settings{
		Limits: limitsOf(&d.Limits, v), Suite: v.suite, Games: d.Games, Usual: d.Usual, Box: v.maxSize, Seed: d.Seed,
	}
}
