package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/host/latency"
	"github.com/loopline/loopline/internal/stream"
	"github.com/loopline/loopline/isolation"
	"github.com/loopline/loopline/output"
	"github.com/loopline/loopline/player"
	"github.com/loopline/loopline/trax/contest"
	"github.com/loopline/loopline/trax/drill"
	"github.com/loopline/loopline/trax/gamefile"
	"github.com/loopline/loopline/trax/svg"
	traxvectors "github.com/loopline/loopline/trax/vectors"
	"github.com/loopline/loopline/vectors"
)

// maxDrill bounds the games of a drill.
const maxDrill = 100_000

// drillOptions say how a player is drilled.
type drillOptions struct {
	move, first time.Duration
	handshake   time.Duration
	connect     time.Duration
	suite       string
	games       int // 0 is the usual, or all of a file
	usual       int
	plies       int
	box         int
	seed        uint64
	noTeam      bool
	trust       trustOptions
}

// flags adds the options. Usual is how many games of the built-in suite are
// played.
func (o *drillOptions) flags(f *pflag.FlagSet, usual int) {
	o.usual = usual
	f.DurationVar(&o.move, "move-time", contest.Default().Move, "limit for a move")
	f.DurationVar(&o.first, "first-time", 0, "limit for the first move (as --move-time)")
	f.DurationVar(&o.handshake, "handshake", contest.Default().Handshake, "limit for the team code")
	f.DurationVar(&o.connect, "connect-time", time.Minute, "how long to wait for the player")
	f.StringVar(&o.suite, "suite", "", "games of `FILE` instead of the built-in suite")
	f.IntVar(&o.games, "games", 0, fmt.Sprintf(
		"games to play; 0 is %d, or each game of a file in both colours", usual))
	f.IntVar(&o.plies, "plies", 300, "stop a game after this many plies")
	f.IntVar(&o.box, "box", 24, "stop a game when its board has this many columns or rows")
	f.Uint64Var(&o.seed, "seed", 1, "of our opponent's moves")
	f.BoolVar(&o.noTeam, "no-team", false, "do not ask for the team code")
	o.trust.flagsRTL(f)
}

// check finds mistakes in the options and the address.
func (o *drillOptions) check(address string) error {
	if err := checkAddress(address); err != nil {
		return err
	}
	if address == bridge.SchemeHuman {
		return errors.New("a person is not drilled; play --white human does the rest")
	}
	if o.first == 0 {
		o.first = o.move
	}
	if err := checkLimits(o.move, o.first, o.handshake, o.connect); err != nil {
		return err
	}
	if o.games < 0 || o.games > maxDrill {
		return fmt.Errorf("--games %d is outside 0 to %d", o.games, maxDrill)
	}
	if o.plies < 2 || o.plies > 100_000 {
		return fmt.Errorf("--plies %d is outside 2 to 100000", o.plies)
	}
	if o.box < 2 || o.box > 10_000 {
		return fmt.Errorf("--box %d is outside 2 to 10000", o.box)
	}
	return nil
}

// checkLimits finds a limit of a player under test that is out of range.
func checkLimits(move, first, handshake, connect time.Duration) error {
	for _, limit := range [...]struct {
		flag string
		time.Duration
	}{
		{"--move-time", move}, {"--first-time", first}, {"--handshake", handshake},
		{"--connect-time", connect},
	} {
		if limit.Duration < time.Millisecond || limit.Duration > 24*time.Hour {
			return fmt.Errorf("%s %v is outside 1ms to 24h", limit.flag, limit.Duration)
		}
	}
	return nil
}

// rounds is how many games are played over a suite.
func (o *drillOptions) rounds(suite []drill.Part) int {
	switch {
	case o.games > 0:
		return o.games
	case o.suite == "":
		return o.usual
	}
	return 2 * len(suite)
}

// readSuite reads the games of --suite.
func (o *drillOptions) readSuite(cmd *cobra.Command) ([]drill.Part, error) {
	s, err := openGames(cmd, o.suite)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	return drill.ReadSuite(cmd.Context(), s)
}

// drill makes a drill of the player at an address.
func (o *drillOptions) drill(address string, stderr io.Writer) *drill.Drill {
	says := stream.NewSayer(stderr, "loopline")
	opener := newTraxOpener(o.connect, min(o.move, o.first), says.Say)
	o.trust.apply(opener)
	return &drill.Drill{
		Address: address, Seed: o.seed, Box: o.box,
		Limits: drill.Limits{
			Move: o.move, First: o.first, Handshake: o.handshake, Plies: o.plies, NoTeam: o.noTeam,
		},
		Open: func(ctx context.Context) (drill.Player, error) {
			var hush atomic.Bool
			p, err := opener.Open(ctx, "player", address, stream.WriterFunc(func(p []byte) (int, error) {
				if hush.Load() {
					return len(p), nil
				}
				return says.Lines("player").Write(p)
			}))
			if err != nil {
				return nil, err
			}
			if _, simulated := player.Cycles(p); simulated {
				hush.Store(true) // it tells its cycles, answer by answer, and we ask for them
			}
			return p, nil
		},
	}
}

// gameOptions say which game is meant, and what it is told.
type gameOptions struct {
	name  string
	pairs []string // KEY=VALUE

	game   games.Game        // set by check
	values map[string]string // of the pairs
}

// flags adds the options to a command.
func (o *gameOptions) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.name, "game", games.Default, "the game that is played; loopline games lists them")
	f.StringArrayVar(&o.pairs, "option", nil, "an option of the game, `KEY=VALUE`; may be given again")
	complete(cmd, "game", games.Names())
}

// check finds the game and reads its options.
func (o *gameOptions) check() (err error) {
	if o.game, err = games.ByName(o.name); err != nil {
		return fmt.Errorf("--game: %w", err)
	}
	if o.values, err = o.game.ParseOptions(o.pairs); err != nil {
		return fmt.Errorf("--option: %w", err)
	}
	return nil
}

// cannot says that the game has no such command.
func (o *gameOptions) cannot(command string) string {
	return fmt.Sprintf("--game %s has no %s; loopline games %s says what it has", o.name, command, o.name)
}

// newOpener opens players of a game whose own players keep a limit for a move.
func newOpener(g *games.Game, connect, limit time.Duration, say func(string)) *player.Opener {
	return &player.Opener{
		Connect: connect, Lines: g.Lines, Say: say, Design: boardDesign, USBGuard: usbGuard(),
		Bot: func(spec string) (player.Local, error) {
			return g.NewBot(spec, games.Self{Team: "LL", Limit: limit, Say: say})
		},
	}
}

// newTraxOpener opens players of Trax: see newOpener.
func newTraxOpener(connect, limit time.Duration, say func(string)) *player.Opener {
	g, err := games.ByName(games.Default)
	if err != nil {
		panic(err) // the default is a row of the registry
	}
	return newOpener(&g, connect, limit, say)
}

// checkAddress finds mistakes in an address of a player of Trax.
func checkAddress(address string) error {
	return newTraxOpener(0, time.Second, func(string) {}).CheckAddress(address)
}

// trustOptions say what programs that somebody else wrote may do.
type trustOptions struct {
	mode isolation.Mode
	rtl  bool // a design may run programs

	// made is shared by all that a command opens, so that what people should
	// know is said once.
	made *isolation.Isolation
}

// flags adds the options of a command that runs programs.
func (o *trustOptions) flags(f *pflag.FlagSet) {
	f.Var(&o.mode, "isolation",
		"`MODE` in which programs are run: auto isolates them where that works, require always, none never")
}

// flagsRTL adds those of one that simulates designs, too.
func (o *trustOptions) flagsRTL(f *pflag.FlagSet) {
	o.flags(f)
	f.BoolVar(&o.rtl, "trust-rtl", false, "let a simulated design run programs: $system, DPI")
}

// isolation runs programs in the mode that was asked for. Not concurrency-safe
// before its first use.
func (o *trustOptions) isolation(say func(string)) *isolation.Isolation {
	if o.made == nil {
		o.made = isolation.New(o.mode, say)
	}
	return o.made
}

// apply has an opener open players so.
func (o *trustOptions) apply(opener *player.Opener) {
	opener.Isolation, opener.TrustRTL = o.isolation(opener.Say), o.rtl
}

// outputBuffer is how many bytes of results are written at a time.
const outputBuffer = 256 << 10

// openGames opens the file with the given name, or standard input for -.
func openGames(cmd *cobra.Command, name string) (*gamefile.Source, error) {
	return gamefile.Open(name, stream.Interruptible(cmd.Context(), cmd.InOrStdin()))
}

// answerGames writes the answers to the games of a file: one by one, or, of
// JSON Lines, on all processors with answerers of their own.
func answerGames(ctx context.Context, s *gamefile.Source, out *bufio.Writer, answer gamefile.Answerer, newAnswerer func() gamefile.Answerer) error {
	if s.Format == gamefile.Lines {
		return s.Answer(ctx, out, newAnswerer)
	}
	return s.Each(ctx, func(g *gamefile.Game) error {
		text, err := answer(nil, g)
		if err != nil {
			return fmt.Errorf("%s: %w", s.Name(), err)
		}
		_, err = out.Write(text)
		return err
	})
}

// answerFiles answers the JSON Lines of files by what a game has for that; - is
// standard input.
func answerFiles(cmd *cobra.Command, names []string, answer func(question []byte) (any, error)) error {
	for _, name := range names {
		if err := answerFile(cmd, name, answer); err != nil {
			return err
		}
	}
	return nil
}

func answerFile(cmd *cobra.Command, name string, answer func([]byte) (any, error)) error {
	var in io.Reader = stream.Interruptible(cmd.Context(), cmd.InOrStdin())
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	}
	return games.AnswerLines(cmd.Context(), in, cmd.OutOrStdout(), answer)
}

// flush brings the results out, also those before an error, which it returns.
func flush(out *bufio.Writer, err error) error {
	if failed := out.Flush(); err == nil {
		return failed
	}
	return err
}

// The files that commands write, all by package output, which replaces and
// makes longer only what is of the same kind. Records are host.OpenRecord's,
// the waveform of a simulated board is the simulation's.
var (
	tapOutput     = output.Kind{Name: "tap", Is: output.Begins(`{"start":"`), Stream: true}
	drawingOutput = output.Kind{Name: "drawing", Stream: true} // of letters, which nothing tells from others
	pictureOutput = output.Kind{Name: "picture", Is: svg.IsPicture, Stream: true}
	vectorsOutput = output.Kind{Name: "vectors", Is: vectors.IsFile, Stream: true}
	packageOutput = output.Kind{Name: "package", Is: firstLineOf(traxvectors.Set().AppendPackage), Stream: true}
	classesOutput = output.Kind{Name: "table", Is: firstLineOf(traxvectors.Set().AppendClassTable), Stream: true}
	wordsOutput   = output.Kind{Name: "table", Is: firstLineOf(traxvectors.Set().AppendWordTable), Stream: true}

	answersOutput   = output.Kind{Name: "answers", Is: latency.IsCSV, Stream: true}
	histogramOutput = output.Kind{Name: "histogram", Is: output.Begins("# loopline latency "), Stream: true}
	plotOutput      = output.Kind{Name: "plot", Is: latency.IsPlot, Stream: true}
)

// forceFlag adds --force to a command that writes a file.
func forceFlag(f *pflag.FlagSet, force *bool) {
	f.BoolVar(force, "force", false, "replace a file that holds something else")
}

// firstLineOf is the Is of a text that is always the same.
func firstLineOf(text func([]byte) []byte) func(string) bool {
	line, _, _ := strings.Cut(string(text(nil)), "\n")
	return output.Begins(line + "\n")
}
