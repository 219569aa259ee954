package playertest

import (
	"cmp"
	"context"
	"time"

	"github.com/loopline/loopline/internal/rangecheck"
	"github.com/loopline/loopline/trax/gamefile"
)

// maxGames bounds the games of a drill.
const maxGames = 100_000

// Settings are the options of a harness, as flags of the command line set them.
type Settings struct {
	Limits
	Connect time.Duration // how long the player is waited for
	Suite   string        // a file of games; empty is the built-in suite
	Games   int           // 0 is the usual number, or each game of a file in both colours
	Usual   int           // games of the built-in suite
	Box     int           // columns or rows of the board at which a game is stopped
	Seed    uint64        // of our opponent's moves
}

// Check finds what is out of range, by the names of the command's flags, and
// gives the first move the limit of the others if it has none.
func (s *Settings) Check() error {
	return cmp.Or(
		s.Limits.Check(s.Connect),
		rangecheck.Int("--games", s.Games, 0, maxGames),
		rangecheck.Int("--max-size", s.Box, 2, 10_000),
	)
}

// Check finds what is out of range, by the names of the command's flags, and
// gives the first move the limit of the others if it has none.
func (l *Limits) Check(connect time.Duration) error {
	if l.First == 0 {
		l.First = l.Move
	}
	return cmp.Or(
		rangecheck.Limit("--move-time", l.Move),
		rangecheck.Limit("--first-time", l.First),
		rangecheck.Limit("--handshake", l.Handshake),
		rangecheck.Limit("--connect-time", connect),
		rangecheck.Int("--plies", l.Plies, 2, 100_000),
	)
}

// Parts returns the games of the suite: those of the file, which open opens, or the
// built-in ones.
func (s *Settings) Parts(ctx context.Context, open func(name string) (*gamefile.Source, error)) ([]TestCase, error) {
	if s.Suite == "" {
		return Builtin(), nil
	}
	source, err := open(s.Suite)
	if err != nil {
		return nil, err
	}
	defer source.Close()
	return ReadSuite(ctx, source)
}

// Rounds returns the number of games played over a suite.
func (s *Settings) Rounds(suite []TestCase) int {
	switch {
	case s.Games > 0:
		return s.Games
	case s.Suite == "":
		return s.Usual
	}
	return 2 * len(suite)
}
