package cli

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/host/latency"
	"github.com/loopline/loopline/internal/rangecheck"
	"github.com/loopline/loopline/internal/stream"
	"github.com/loopline/loopline/player"
	"github.com/loopline/loopline/safefile"
	"github.com/loopline/loopline/sandbox"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/tooling"
	"github.com/loopline/loopline/trax/gamefile"
	"github.com/loopline/loopline/vectors"
)

// drillOptions are the flags of commands that play test games with a player.
type drillOptions struct {
	gameOptions
	descriptor.Drill
	own   *games.CommandFlags
	trust trustOptions
}

// flags adds the options. Usual is how many games of the built-in suite are
// played.
func (o *drillOptions) flags(cmd *cobra.Command, usual int) {
	o.gameOptions.flags(cmd)
	f := cmd.Flags()
	o.Usual = usual
	limitFlags(f, &o.Limits)
	o.own = games.NewCommandFlags(cmd.Name())
	o.own.AddTo(f)
	f.IntVar(&o.Games, "games", 0, fmt.Sprintf(
		"games to play; 0 is %d, or each game of a file in both colours", usual))
	f.Uint64Var(&o.Seed, "seed", 1, "of our opponent's moves")
	o.trust.flagsRTL(f)
	o.trust.flagMemory(f)
}

// limitFlags adds the limits of a player under test. Their defaults are those of the game that is meant when none is named.
func limitFlags(f *pflag.FlagSet, l *descriptor.Limits) {
	limits := usualGame().Limits(descriptor.Settings{})
	f.DurationVar(&l.Move, "move-time", limits["move"], "limit for a move")
	f.DurationVar(&l.First, "first-time", 0, "limit for the first move (as --move-time)")
	f.DurationVar(&l.Handshake, "handshake", limits["handshake"], "limit for the team code")
	f.DurationVar(&l.Connect, "connect-time", time.Minute, "how long to wait for the player")
}

// find finds the game, and what its own flags say.
func (o *drillOptions) find() error {
	err := o.gameOptions.check()
	o.Flags = o.own.Of(o.game.Name)
	return err
}

// check finds mistakes in the options and the address.
func (o *drillOptions) check(address string) error {
	if err := o.find(); err != nil {
		return err
	}
	return cmp.Or(o.checkTested(address, "drilled"), o.Check())
}

// test builds the test setup of the player at an address.
func (o *drillOptions) test(cmd *cobra.Command, address string) *descriptor.TestSetup {
	t := o.gameOptions.test(cmd, address, &o.Limits, &o.trust)
	t.Seed = o.Seed
	return t
}

// refuse reports a flag that belongs to another game.
func (o *drillOptions) refuse() error {
	flag, _, title := o.own.Foreign(o.game.Name, func(f *pflag.Flag) bool { return f.Changed })
	if flag == "" {
		return nil
	}
	return fmt.Errorf("--%s is %s's; %s has none", flag, title, o.game.Name)
}

// gameOptions are the flags that choose a game and set its options.
type gameOptions struct {
	name  string
	pairs []string // KEY=VALUE

	game   descriptor.Descriptor // set by check
	values map[string]string     // of the pairs

	// unset reports whether a flag was not given: its default is that of the game that is
	// meant when none is named, and the game's own counts.
	unset func(flag string) bool

	unnamed string // the game that is meant when none is named
}

func (o *gameOptions) flags(cmd *cobra.Command) {
	o.flagName(cmd)
	cmd.Flags().StringArrayVar(&o.pairs, "option", nil, "an option of the game, `KEY=VALUE`; may be given again")
}

func (o *gameOptions) flagName(cmd *cobra.Command) {
	gameFlag(cmd, &o.name)
	o.unnamed = o.name
	o.unset = func(flag string) bool { return !cmd.Flags().Changed(flag) }
}

// usualGame returns the game that is meant when none is named.
func usualGame() *descriptor.Descriptor {
	g, err := games.ByName(games.Default)
	if err != nil {
		panic(err) // the registry has it
	}
	return &g
}

func gameFlag(cmd *cobra.Command, name *string) {
	cmd.Flags().StringVar(name, "game", games.Default, "the game that is meant; loopline games lists them")
	complete(cmd, "game", games.Names())
}

func (o *gameOptions) check() (err error) {
	if o.game, err = games.ByName(o.name); err != nil {
		return fmt.Errorf("--game: %w", err)
	}
	if o.values, err = o.game.ParseOptions(o.pairs); err != nil {
		return fmt.Errorf("--option: %w", err)
	}
	return nil
}

// settings returns the game's settings. Time limits whose flags the command lacks, or
// that were not given, stay at the game's default.
func (o *gameOptions) settings(handshake, first, move time.Duration) descriptor.Settings {
	s := descriptor.Settings{Handshake: handshake, First: first, Move: move, Options: maps.Clone(o.values)}
	if o.unset("handshake") {
		s.Handshake = 0
	}
	if o.unset("move-time") {
		s.Move = 0
	}
	return s
}

// test builds the setup in which games of its own test a player.
func (o *gameOptions) test(
	cmd *cobra.Command, address string, l *descriptor.Limits, trust *trustOptions,
) *descriptor.TestSetup {
	says := stream.NewNotifier(cmd.ErrOrStderr(), "loopline")
	limit := l.Move
	if l.First > 0 {
		limit = min(limit, l.First)
	}
	t := &descriptor.TestSetup{
		Address: address, Settings: o.settings(l.Handshake, l.First, l.Move), Stderr: says.Lines("player"),
		Opener: newOpener(&o.game, l.Connect, limit, says.Notify),
	}
	if o.unset("first-time") {
		t.Settings.First = 0
	}
	trust.apply(t.Opener)
	t.Opener.Handshake = o.game.HandshakeQuestion(t.Settings)
	return t
}

// checkTested finds mistakes in the address of a player that is drilled or
// checked.
func (o *gameOptions) checkTested(address, how string) error {
	if address == addr.SchemeHuman {
		return fmt.Errorf("a person is not %s; play human bot --game %s does the rest", how, o.game.Name)
	}
	return newOpener(&o.game, 0, time.Second, func(string) {}).CheckAddress(address)
}

// cannot says that the game has no such command.
func (o *gameOptions) cannot(command string) string { return o.game.Unsupported(command) }

// unused returns the error of the first of some flags that is given where the command would ignore it, and why.
func unused(cmd *cobra.Command, why string, flags ...string) error {
	for _, name := range flags {
		if f := cmd.Flag(name); f != nil && f.Changed {
			return &usageError{cmd.CommandPath(), fmt.Sprintf("--%s changes nothing here: %s; leave it out", name, why)}
		}
	}
	return nil
}

// newOpener opens players of a game whose own players keep a limit for a move.
func newOpener(g *descriptor.Descriptor, connect, limit time.Duration, say func(string)) *player.Opener {
	o := g.Opener(connect, limit, say)
	o.USBGuard, o.Remote = usbReattach(), program.Elsewhere
	return o
}

// trustOptions are the flags that limit untrusted programs.
type trustOptions struct {
	mode   sandbox.Mode
	memory rangecheck.Size // of a player; 0 is the usual
	rtl    bool            // a design may run programs
	cpus   []int           // of programs; none is all
	dir    string          // of programs; empty is ours
	policy sandbox.Policy  // of programs
	boards model.Bounds    // of simulated boards

	// made is shared by all that a command opens, so that what people should
	// know is said once.
	made *sandbox.Isolation
}

// flags adds the options of a command that runs programs.
func (o *trustOptions) flags(f *pflag.FlagSet) {
	f.Var(&o.mode, "isolation",
		"`MODE` in which programs are run: auto isolates them where that works, require always, none never")
}

// flagMemory adds the limit of a player's memory.
func (o *trustOptions) flagMemory(f *pflag.FlagSet) {
	f.Var(&o.memory, "memory", fmt.Sprintf(
		"most memory of an exec player, /tmp and memfd included: `SIZE`, or none (default %v)", rangecheck.Size(sandbox.PlayerMemory)))
}

// limits returns the limits of one player.
func (o *trustOptions) limits() sandbox.Limits {
	return sandbox.Limits{Total: int64(o.memory)}
}

// flagsRTL adds those of one that simulates designs, too.
func (o *trustOptions) flagsRTL(f *pflag.FlagSet) {
	o.flags(f)
	f.BoolVar(&o.rtl, "trust-rtl", false, "let a simulated design run programs: $system, DPI")
}

// isolation runs programs in the mode that was asked for. Not concurrency-safe
// before its first use.
func (o *trustOptions) isolation(say func(string)) *sandbox.Isolation {
	if o.made == nil {
		o.made = sandbox.New(o.mode, say)
		o.made.Hide(sandbox.Hidden{Folder: tooling.CacheDir()})
	}
	return o.made
}

// hideRecord hides a record from the programs that are started from now on, and the
// folder in which it is if that holds nothing but records: a player may need the rest.
func (o *trustOptions) hideRecord(record string) {
	hidden := sandbox.Hidden{Files: []string{record}}
	dir := filepath.Dir(record)
	entries, err := os.ReadDir(dir)
	if err == nil && !slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		return !e.Type().IsRegular() || filepath.Ext(e.Name()) != ".jsonl"
	}) {
		hidden.Folder = dir
	}
	if o.made != nil {
		o.made.Hide(hidden)
	}
}

// apply has an opener open players so.
func (o *trustOptions) apply(opener *player.Opener) {
	opener.Isolation, opener.TrustRTL, opener.Limits = o.isolation(opener.Say), o.rtl, o.limits()
	opener.CPUs, opener.Dir, opener.Policy, opener.Boards = o.cpus, o.dir, o.policy, o.boards
}

// outputBuffer is the size of one write of results, in bytes.
const outputBuffer = 256 << 10

// openGames opens the file with the given name, or standard input for -.
func openGames(cmd *cobra.Command, name string) (*gamefile.Source, error) {
	return gamefile.Open(cmd.Context(), name, stream.Interruptible(cmd.Context(), cmd.InOrStdin()))
}

// gamesOpener is openGames for who opens files later.
func gamesOpener(cmd *cobra.Command) func(name string) (*gamefile.Source, error) {
	return func(name string) (*gamefile.Source, error) { return openGames(cmd, name) }
}

// anyGames opens the file of any game with the given name, or standard input for -.
func anyGames(cmd *cobra.Command, name string) (descriptor.GameFile, error) {
	return games.OpenFile(cmd.Context(), name, stream.Interruptible(cmd.Context(), cmd.InOrStdin()))
}

// anyGamesOpener is anyGames for who opens files later.
func anyGamesOpener(cmd *cobra.Command) func(name string) (descriptor.GameFile, error) {
	return func(name string) (descriptor.GameFile, error) { return anyGames(cmd, name) }
}

func files(cmd *cobra.Command, names []string, asJSON bool) *descriptor.Files {
	return &descriptor.Files{
		Names: names, In: stream.Interruptible(cmd.Context(), cmd.InOrStdin()),
		Out: cmd.OutOrStdout(), Notices: cmd.ErrOrStderr(), JSON: asJSON,
	}
}

// openInput opens the file with the given name, or standard input for -, and
// tells what it is called in messages.
func openInput(cmd *cobra.Command, name string) (in io.ReadCloser, label string, err error) {
	if name == "-" {
		return io.NopCloser(stream.Interruptible(cmd.Context(), cmd.InOrStdin())), "standard input", nil
	}
	in, err = stream.Open(cmd.Context(), name)
	return in, name, err
}

// flush brings the results out, also those before an error, which it returns.
func flush(out *bufio.Writer, err error) error {
	if failed := out.Flush(); err == nil {
		return failed
	}
	return err
}

// The files that commands write, all by package output, which replaces and
// makes longer only what is of the same kind. Records are record.Open's,
// the waveform of a simulated board is the simulation's.
var (
	tapOutput     = safefile.FileType{Name: "tap", Match: safefile.HasPrefix(`{"start":"`), Stream: true}
	drawingOutput = safefile.FileType{Name: "drawing", Stream: true} // of letters, which nothing tells from others
	pictureOutput = safefile.FileType{Name: "picture", Match: games.IsPicture, Stream: true}
	vectorsOutput = safefile.FileType{Name: "vectors", Match: vectors.IsFile, Stream: true}
	packageOutput = safefile.FileType{Name: "package", Match: firstLineOf(usualGame().Vectors.AppendPackage), Stream: true}
	classesOutput = safefile.FileType{Name: "table", Match: firstLineOf(usualGame().Vectors.AppendBinTable), Stream: true}
	wordsOutput   = safefile.FileType{Name: "table", Match: firstLineOf(usualGame().Vectors.AppendWordTable), Stream: true}

	certificateOutput = safefile.FileType{Name: "certificate"}

	contestOutput   = safefile.FileType{Name: "contest", Match: safefile.HasPrefix("# A contest day.")}
	answersOutput   = safefile.FileType{Name: "answers", Match: latency.IsCSV, Stream: true}
	histogramOutput = safefile.FileType{Name: "histogram", Match: safefile.HasPrefix("# loopline latency "), Stream: true}
	plotOutput      = safefile.FileType{Name: "plot", Match: latency.IsPlot, Stream: true}
)

// forceFlag adds --force to a command that writes a file.
func forceFlag(f *pflag.FlagSet, force *bool) {
	f.BoolVar(force, "force", false, "replace a file that holds something else")
}

// firstLineOf returns the Is of a text that is always the same.
func firstLineOf(text func([]byte) []byte) func(string) bool {
	line, _, _ := strings.Cut(string(text(nil)), "\n")
	return safefile.HasPrefix(line + "\n")
}

// maxPace bounds --pace: clients that speak when they like give up on a host that is silent.
const maxPace = 10 * time.Second

// paceFlag adds the option by which people can follow a fast game.
func paceFlag(f *pflag.FlagSet, pace *time.Duration) {
	f.DurationVar(pace, "pace", 0, "least time from a move to the next question, for spectators; no clock runs meanwhile")
}

func checkPace(pace time.Duration) error {
	if pace < 0 || pace > maxPace {
		return fmt.Errorf("--pace %v is outside 0s to %v", pace, maxPace)
	}
	return nil
}
