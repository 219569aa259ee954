// Package descriptor is the form that each game fills in, and what every game can do by it. It knows no game.
package descriptor

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/contest/live/analysis"
	"github.com/loopline/loopline/contest/live/seat"
	"github.com/loopline/loopline/games/rtlblock"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/check"
	"github.com/loopline/loopline/host/compare"
	"github.com/loopline/loopline/host/latency"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/report"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/player"
	"github.com/loopline/loopline/sim"
	"github.com/loopline/loopline/sim/sources"
	"github.com/loopline/loopline/vectors"
)

// Descriptor describes a game to the packages and commands, in parts. A part
// or a function that is nil is a command that says that the game has none. All
// functions may be called concurrently.
type Descriptor struct {
	Name    string // in commands and records
	Title   string // as text
	Summary string // the rules in a few sentences

	// Seats are the names of the seats, in order; a match has at least
	// MinSeats of them.
	Seats    []string
	MinSeats int

	// Options are the game's own options, besides the times of every game.
	Options []Option

	// Wire says in one sentence how a player is spoken to, and where to read
	// more.
	Wire string

	// Lines is the framing of the game's lines.
	Lines lines.Config

	// ConnectionPerGame says that clients connect for each game and that a game ends
	// with a close.
	ConnectionPerGame bool

	// Example is a command that plays a match.
	Example string

	// Flags adds the flags that the game alone has of a command to it, and returns what keeps their values:
	// the game gets it back with what the command asks of it. The commands are play, check, compare,
	// latency, report and render; of one that has no such flags it returns nil. Nil is of a game that has none.
	Flags func(command string, f *pflag.FlagSet) FlagValues

	// Unjudged is the name of records of the game that have no verdict to derive;
	// empty where there are none.
	Unjudged string

	Play
	Players
	Show
	Answers
	Testing
	RTL
	Contests

	Subcommands []Subcommand // loopline games NAME TOOL
}

// Play holds the functions that play and verify games.
type Play struct {
	// NewGame makes the match of the players at the seats, under the settings.
	// The caller may still set where it is recorded. The error comes from a
	// setting.
	NewGame func(Settings, ...host.Seat) (*host.Game, error)

	// Games returns the default number of games of a match, by the
	// game's options; nil is one.
	Games func(Settings) int

	// Verify derives the verdict of a recorded game again: see host.Verify.
	Verify func(*record.Game) (host.ReplayReport, error)

	// Handshake holds the questions whose answers aren't moves.
	Handshake []string

	// Greeting returns the question that identifies a connecting client as the
	// player: the first question of a match under the settings. False is of a
	// match that has none. Nil is of a game that never has.
	Greeting func(Settings) (player.Handshake, bool)
}

// Players are our players of a game, and how those of others are reached.
type Players struct {
	// Bots are the names of the bots, the default first. NewBot makes one from
	// a name with options, such as search?seed=1; an empty name is the default.
	Bots   []string
	NewBot func(spec string, self BotOptions) (player.LocalPlayer, error)

	// NewPerson makes a person at a terminal play a seat; nil where no bot can.
	NewPerson func(t Terminal, self BotOptions) player.LocalPlayer

	// NewVisitor makes a person at a page play a seat; nil where the game has no moves that
	// a page could offer.
	NewVisitor func(seat *seat.Seat, self BotOptions) player.LocalPlayer

	// Hidden says that a player doesn't see the whole position: its page shows what NewVisitor's
	// player shows, until the game is over.
	Hidden bool

	// Open makes the player of an address api:PORT, whose client speaks the game's
	// own HTTP interface. It returns when the client is there, or ctx ends. Nil
	// where the game has no such interface.
	Open func(ctx context.Context, seat string, a addr.Address, say func(string)) (player.LocalPlayer, error)

	// Dial connects to a server that speaks the game's own HTTP interface, at an
	// address such as http://HOST:PORT?token=T. Reads and writes
	// transfer the game's lines, as a player has them. Nil where the game has no such client.
	Dial func(ctx context.Context, address string) (io.ReadWriteCloser, error)
}

// Show holds the functions that render games.
type Show struct {
	// View makes the view of a match.
	View func() View

	// Load makes events of a question of Replay, for the View, as a match would
	// have recorded them. Nil where the game has no such answer.
	Load func(question []byte) ([]record.Event, error)

	// DrawMoves draws a list of moves, which "loopline render" takes as an argument,
	// and DrawFile the game of a file that counts, in any form that the game has.
	// Nil where the View draws what Load or a record has.
	DrawMoves func(w io.Writer, moves string, d RenderTarget) error
	DrawFile  func(ctx context.Context, w io.Writer, s GameFile, d RenderTarget) error

	// IsPicture reports whether a file that begins like this is a picture of DrawMoves or DrawFile; nil
	// where there are none.
	IsPicture func(beginning string) bool

	// NewEvaluator makes the evaluator of the positions of a match on its page, from a bot's
	// name with options. Nil where no bot has values.
	NewEvaluator func(bot string) (analysis.Evaluator, error)
	// Engine returns the engine that analyses positions on pages, in the browser.
	Engine func() *analysis.Engine
	// Openings returns the openings in a book of that name, for that engine; of the book that comes with the
	// game if it is empty.
	Openings func(book string) (*analysis.Openings, error)
}

// Testing holds the functions that check, time and compare players. A nil function
// is the one that does it by matches of the game with our bots.
type Testing struct {
	// Check makes the check of a player, and CheckSteps lists the names of its
	// steps.
	Check      func(*PlayerCheck) Checker
	CheckSteps func() []say.Text

	// Conformance returns the game's own steps of the usual check, besides those of every
	// game; nil adds nothing.
	Conformance func() check.GameSteps

	// Time makes the timer of a player. The error comes from a file of games.
	Time func(context.Context, *Timing) (*latency.Timer, error)

	// Plain reports whether a spreadsheet takes an answer for no formula, though it begins like one; nil is of
	// a game without such answers.
	Plain func(answer string) bool

	// Compare makes the comparison of moves with a bot's.
	Compare func(*Comparison) Comparer

	// NewSuggester makes what the usual comparison asks for a bot's moves, from the
	// bot's name with options. Nil if the game has no comparison.
	NewSuggester func(bot string) (compare.Suggester, error)

	// Positions brings a player to positions for ComparePositions. Nil is of a game whose
	// matches with our bots do.
	Positions func(context.Context, *PositionTest, *report.Positions) error
}

// Checker runs a check. Its error says why the check could not be done; what the
// player did wrong is in the report.
type Checker interface {
	Run(context.Context) error
}

// Comparer compares the moves of a player with those of a bot.
type Comparer interface {
	// Check validates the settings.
	Check() error
	// Run compares and reports. Wrong is what it found wrong, in words; empty is
	// nothing.
	Run(context.Context) (wrong string, err error)
}

// Answers are the answers of a game to files of questions.
type Answers struct {
	// Replay answers one JSON object, a game or a position with moves on it,
	// with another: its result. Moves answers a position with what
	// can be played; nil where the game has no such answer. An error says why the
	// question is impossible. docs/games has the keys.
	Replay func(question []byte) (answer any, err error)
	Moves  func(question []byte) (answer any, err error)

	// ReplayFiles and ListMoves do what "loopline replay" and "loopline moves" do
	// with their arguments, in forms of the game's own; nil are the usual ones, by
	// Replay and Moves.
	ReplayFiles func(context.Context, *Files) error
	ListMoves   func(ctx context.Context, arg string, f *Files) error
}

// RTL describes the hardware of a game.
type RTL struct {
	// Vectors are the kinds of golden vectors; nil where there are none.
	Vectors *vectors.Set

	// Block is the RTL that answers them; nil where there is none. Core says that
	// the RTL is a whole core instead, which commands of its own compare.
	Block *rtlblock.Block
	Core  bool

	// Board completes the settings of the simulated reference board: the settings with the
	// source, the top and what follows from them. Nil where there is no board.
	Board func(settings sim.BoardConfig, source sources.Source) sim.BoardConfig
}

// Subcommand is a command of a game's own.
type Subcommand struct {
	Name    string
	Args    string // what follows the name, for the usage line
	Short   string // what it does, in a few words
	Example string

	// New adds the tool's flags and returns what it does with the arguments that
	// are not flags.
	New func(*flag.FlagSet) func(args []string, in io.Reader, out io.Writer) error
}

// View renders a game as text and as a picture.
type View interface {
	terminal.View

	// SVG writes the position after the given number of moves, 0 to Moves(), as a whole
	// SVG document.
	SVG(w io.Writer, moves int) error
}

// BotOptions configures one of our own players.
type BotOptions struct {
	Seat   string        // its name, where it is known
	Team   string        // its code or name for the game's handshake
	Limit  time.Duration // for a move
	Notify func(string)  // gets notices for the user
}

// Connect connects to a host that listens at HOST:PORT, or to a server at
// http://HOST:PORT?token=T.
func (g *Descriptor) Connect(ctx context.Context, address string) (io.ReadWriteCloser, error) {
	switch is := strings.HasPrefix(address, "http://") || strings.HasPrefix(address, "https://"); {
	case is && g.Dial == nil:
		return nil, fmt.Errorf("%s has no client for HTTP: write HOST:PORT", g.Name)
	case is:
		return g.Dial(ctx, address)
	}
	return bridge.Open(ctx, "tcp:"+address, bridge.Options{})
}

// Service is Open for a player.Opener: nil where the game has none.
func (g *Descriptor) Service(say func(string)) func(ctx context.Context, seat string, a addr.Address) (player.LocalPlayer, error) {
	if g.Open == nil {
		return nil
	}
	return func(ctx context.Context, seat string, a addr.Address) (player.LocalPlayer, error) {
		return g.Open(ctx, seat, a, say)
	}
}
