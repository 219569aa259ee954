package descriptor

import (
	"cmp"
	"time"

	"github.com/loopline/loopline/internal/rangecheck"
)

// FlagValues are the values of the flags that a game alone has of a command: see [Descriptor.Flags].
type FlagValues interface {
	// Check finds what is out of range, by the names of the flags.
	Check() error

	// Set sets the options of a game by them.
	Set(Settings)
}

// Limits are the limits of a player under test.
type Limits struct {
	Move      time.Duration // for a move
	First     time.Duration // for the player's first move
	Handshake time.Duration // for its first answer
	Connect   time.Duration // how long it is waited for
}

// Check finds what is out of range, by the names of the command's flags, and
// gives the first move the limit of the others if it has none.
func (l *Limits) Check() error {
	if l.First == 0 {
		l.First = l.Move
	}
	return cmp.Or(
		rangecheck.Limit("--move-time", l.Move),
		rangecheck.Limit("--first-time", l.First),
		rangecheck.Limit("--handshake", l.Handshake),
		rangecheck.Limit("--connect-time", l.Connect),
	)
}

// Drill says which games test a player.
type Drill struct {
	Limits
	Games int        // 0 is the usual number
	Usual int        // games, where the player is compared or timed
	Seed  uint64     // of our opponent's moves
	Flags FlagValues // of the game's own; nil are their defaults
}

// maxDrill bounds the games of a drill.
const maxDrill = 100_000

// Check finds what is out of range, by the names of the command's flags, and
// gives the first move the limit of the others if it has none.
func (d *Drill) Check() error {
	err := d.Limits.Check()
	if err == nil && d.Flags != nil {
		err = d.Flags.Check()
	}
	return cmp.Or(err, rangecheck.Int("--games", d.Games, 0, maxDrill))
}
