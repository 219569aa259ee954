package descriptor

import (
	"context"
	"io"
	"strconv"

	"github.com/loopline/loopline/host/latency"
	"github.com/loopline/loopline/player"
)

// TestSetup configures a test of a player: check, latency or compare. Its games are
// the game's own, with our bots at the other seats.
type TestSetup struct {
	Address  string         // of the player
	Opener   *player.Opener // opens it
	Settings Settings
	Seed     uint64    // of our bots
	Stderr   io.Writer // gets what the player says besides the protocol, on its standard error
}

// Bot that plays against a player under test.
const testBot = "greedy"

func (t *TestSetup) open(ctx context.Context, seat string) (*player.Player, error) {
	return t.Opener.OpenSilent(ctx, seat, t.Address, t.Stderr)
}

// opponent opens one of our bots: see Game.NewBot.
func (t *TestSetup) opponent(ctx context.Context, seat, bot string) (*player.Player, error) {
	if bot == "" {
		bot = testBot + "?seed=" + strconv.FormatUint(t.Seed, 10)
	}
	ours := player.Opener{Lines: t.Opener.Lines, Say: t.Opener.Say, Language: t.Opener.Language, Bot: t.Opener.Bot}
	return ours.Open(ctx, seat, "bot:"+bot, io.Discard)
}

// Timing is a timing run of a player.
type Timing struct {
	*TestSetup
	Drill Drill
	Wire  latency.UARTLine
	Open  func(name string) (GameFile, error) // opens a file of games
}

// NewTimer makes a timer of a player. The error comes from a file of games.
func (g *Descriptor) NewTimer(ctx context.Context, t *Timing) (timer *latency.Timer, err error) {
	if g.Time == nil {
		timer = g.newTimer(t)
	} else if timer, err = g.Time(ctx, t); err != nil {
		return nil, err
	}
	timer.Run.Plain = g.Plain
	return timer, nil
}

// Comparison is a comparison of a player's moves with those of a bot.
type Comparison struct {
	Test    *TestSetup // the player; its Address is empty when a file is compared
	Subject string     // the address of a player or the name of a file
	Live    bool       // it is an address
	Seat    string     // whose moves; empty, both and all are every seat's
	Bot     string     // the bot to compare with
	Drill   Drill
	Out     io.Writer // keeps its error
	JSON    bool

	Open     func(name string) (GameFile, error) // opens a file of games
	Describe func(error) string                  // an error in words
}

// Comparer makes a comparison.
func (g *Descriptor) Comparer(c *Comparison) Comparer {
	if g.Compare != nil {
		return g.Compare(c)
	}
	return &suggestionComparer{Comparison: c, game: g}
}

// Files are the files that a command answers.
type Files struct {
	Names   []string  // - is In
	In      io.Reader // standard input
	Out     io.Writer
	Notices io.Writer // gets notices for the user
	JSON    bool
}

// ReplayAll does what "loopline replay" does. False is of a game that cannot.
func (g *Descriptor) ReplayAll(ctx context.Context, f *Files) (can bool, err error) {
	switch {
	case g.ReplayFiles != nil:
		return true, g.ReplayFiles(ctx, f)
	case g.Replay != nil:
		return true, g.replayFiles(ctx, f)
	}
	return false, nil
}

// MovesAfter does what "loopline moves" does with its argument. False is of a game
// that cannot.
func (g *Descriptor) MovesAfter(ctx context.Context, arg string, f *Files) (can bool, err error) {
	switch {
	case g.ListMoves != nil:
		return true, g.ListMoves(ctx, arg, f)
	case g.Moves != nil:
		return true, AnswerFiles(ctx, []string{arg}, f.In, f.Out, g.Moves)
	}
	return false, nil
}
