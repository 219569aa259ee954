package playertest

import (
	"context"

	"github.com/loopline/loopline/trax/gamefile"
)

// Settings are the options of a harness, as flags of the command line set them.
type Settings struct {
	Limits
	Suite string // a file of games; empty is the built-in suite
	Games int    // 0 is the usual number, or each game of a file in both colours
	Usual int    // games of the built-in suite
	Box   int    // columns or rows of the board at which a game is stopped
	Seed  uint64 // of our opponent's moves
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
