package cli

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/check"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/stalls"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/internal/commandline"
	"github.com/loopline/loopline/internal/junit"
	"github.com/loopline/loopline/internal/rangecheck"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/internal/stream"
	"github.com/loopline/loopline/internal/version"
	"github.com/loopline/loopline/player"
	"github.com/loopline/loopline/safefile"
	"github.com/loopline/loopline/sim"
)

// maxCheckGames bounds the games of a check.
const maxCheckGames = 1000

// maxNotices bounds the notices of a step; a player may cause one a line.
const maxNotices = 100

type checkOptions struct {
	gameOptions
	limits descriptor.Limits
	own    *games.CommandFlags
	games  int
	seed   uint64
	tap    string
	asJSON bool

	playerStderr bool
	verbose      bool
	requireRules bool
	record       string
	step         string
	steps        check.StepList // of step
	trust        trustOptions
	watch        bool // models that are sooner made
	loadSaid     bool // that this machine is busy was said
	junit        ciReport
}

func newCheckCmd() *cobra.Command { return (&checkOptions{}).command() }

func (o *checkOptions) command() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "check ADDR",
		Short: "Check that a player keeps to the contest's protocol and rules",
		Long: `Check plays games with one player, in both colours and in numbered steps. It
reports which steps failed, what was expected, and the bytes that came. The
opponent is ours. In most steps it steers the game, by the rules, to where
players fail: a board that grows left and up, columns beyond Z, long chains of
forced tiles, positions with many moves that forced play forbids, and every way
for a game to end. A player that knows the line -O begins there at once; how far the
check gets with another depends on its moves too.

A step is ok, failed, a note (allowed, but better otherwise, or met too rarely to
tell), or skipped, with the reason. A failed step prints the moves, the board
before the player's last move, the last lines that it wrote to standard error, and
the command that runs the step again. The step
"met every rule" names the rules that no step met often enough, and so does the
last line; --require-rules makes that a failure, and --verbose prints the table of
all rules.

A simulated board is also played from other power-up states (seed=) and where our
bit rate is 2 % off (skew=), and its own bit rate is measured.

With --game NAME a player of another game is checked, in its own steps: in every
seat, in matches with our bots, under the game's times unless --move-time says
otherwise.

With --json it prints an object a step: step, name, status, detail, and where it
failed expected, got, moves, board, again; and notices, which people read on standard
error, such as the bit rate that a mute board answers at. Then an object a rule: rule, text, met,
need, and steps, which counts by the number of the step; and last an object with
rules_met, rules, not_met and why. The status is 3 if a step failed, or if one that
--step names could not run.

` + player.AddressHelp,
		Example: `  loopline check serial:/dev/ttyUSB0
  loopline check exec:./mybot --move-time 200ms --games 20 --tap bytes.jsonl
  loopline check --game chaser exec:./mybot
  loopline check exec:./mybot --step 11 --record games.jsonl && loopline replay games.jsonl`,
		Args:              wantArgs(1, 1, "the ADDR of the player"),
		ValidArgsFunction: completeAddress,
		RunE:              commandline.InLanguage(checked(o.check, o.run)),
	}
	o.flags(cmd)
	f := cmd.Flags()
	o.limitFlags(cmd)
	f.IntVar(&o.games, "games", 4, "games in the step that repeats them")
	f.Uint64Var(&o.seed, "seed", 1, "of our opponent's moves")
	appendFlag(f, &o.tap, "tap", "append the bytes that pass to `FILE`")
	f.BoolVar(&o.asJSON, "json", false, "print a JSON object a step")
	f.BoolVar(&o.playerStderr, "player-stderr", false, "show what the player writes to standard error")
	f.BoolVarP(&o.verbose, "verbose", "v", false, "print which step met which rule, and how often")
	appendFlag(f, &o.record, "record", "append the record of each game to `FILE`")
	f.BoolVar(&o.requireRules, "require-rules", false, "fail if a rule was not met often enough to tell")
	f.StringVar(&o.step, "step", "0", "run only these steps, such as `3,5-7`; 0 runs all")
	o.trust.flagsRTL(f)
	o.trust.flagMemory(f)
	o.junit.of(cmd)
	return cmd
}

// limitFlags adds the limits of the player, and the flags of single games.
func (o *checkOptions) limitFlags(cmd *cobra.Command) {
	limitFlags(cmd.Flags(), &o.limits)
	o.own = games.NewCommandFlags(cmd.Name())
	o.own.AddTo(cmd.Flags())
}

func (o *checkOptions) check(address string) error {
	if err := o.gameOptions.check(); err != nil {
		return err
	}
	if err := o.checkTested(address, "checked"); err != nil {
		return err
	}
	if err := rangecheck.Int("--games", o.games, 1, maxCheckGames); err != nil {
		return err
	}
	var err error
	if o.steps, err = check.ParseStepList(o.step, len(o.game.Steps())); err != nil {
		return say.Errorf("--step %w", err)
	}
	if o.requireRules && len(o.steps) > 0 {
		return say.Errorf("--require-rules needs all steps; leave out --step")
	}
	return cmp.Or(o.limits.Check(), o.own.Check())
}

func (o *checkOptions) run(cmd *cobra.Command, address string) error {
	stderr := cmd.ErrOrStderr()
	if !simulatesTime(address) && !o.loadSaid { // else no load of this machine delays an answer
		warnBusyHost(cmd)
	}
	show := terminal.NewProgress(stderr)
	out := &stream.FirstError{W: show.Before(cmd.OutOrStdout())}
	taps, endings, err := openTaps(o.tap)
	if err != nil {
		return err
	}
	c := o.config(cmd, address, taps)
	defer c.Test.Opener.Close()
	host := stalls.Start()
	defer host.Close()
	if !simulatesTime(address) { // else no stall of ours delays an answer
		c.Stalled = func(from, to time.Time) time.Duration { return stalls.Total(host.Stalls(from, to), from, to) }
	}
	c.Endings, c.Progress, show.Language = endings, show.Show, commandline.Language(cmd)
	closeRecord := func() error { return nil }
	if o.record != "" {
		record, err := record.Open(o.record)
		if err != nil {
			return errors.Join(err, taps.Close())
		}
		c.Record, closeRecord = record, record.Close
		o.trust.hideRecord(o.record)
	}
	c.Report = check.NewReport(out, o.asJSON)
	c.Report.Verbose, c.Report.Language = o.verbose, commandline.Language(cmd)
	c.Report.OnStep = func(s check.Step) { o.junit.add(o.testCase(cmd, s)) }
	err = o.game.CheckPlayer(cmd.Context(), c)
	show.Clear()
	if err = errors.Join(err, closeRecord(), taps.Close(), out.Err()); err == nil && !c.Report.Problem().IsZero() {
		err = &foundError{c.Report.Problem()}
	}
	if r := c.Report.Rules; err == nil && o.requireRules && r.Met < r.Of {
		err = &foundError{r.Text()}
	}
	return err
}

// simulatesTime reports whether the clock of the player at an address is its own: that of a
// simulated board that is not paced.
func simulatesTime(address string) bool {
	a, err := addr.Parse(address)
	if err != nil || a.Scheme != addr.SchemeSim && a.Scheme != addr.SchemeBit {
		return false
	}
	board, err := sim.ParseBoard(address)
	return err == nil && !board.RealTime
}

// testCase returns a step as a test case: what people read of it says why it failed.
func (o *checkOptions) testCase(cmd *cobra.Command, s check.Step) junit.Case {
	var text bytes.Buffer
	report := check.NewReport(&text, false)
	report.Language, report.Notices = commandline.Language(cmd), true
	report.Add(s)
	c := junit.Case{Class: cmd.CommandPath() + " " + o.game.Name, Name: fmt.Sprintf("%d %s", s.Number, report.Translate(s.Name))}
	switch s.Status {
	case check.Failed:
		c.Failure = text.String()
	case check.Skipped:
		c.Skipped = report.Translate(s.Detail)
	}
	return c
}

// checkedBotLimit is the limit that our own bots keep in a check of a game: by the limits of a match, all the games of
// one take minutes.
const checkedBotLimit = 100 * time.Millisecond

// config builds the check's configuration from the flags.
func (o *checkOptions) config(cmd *cobra.Command, address string, taps *player.Taps) *descriptor.PlayerCheck {
	t := o.test(cmd, address, &o.limits, &o.trust)
	t.Seed, t.Opener.Quick, t.Opener.Language = o.seed, o.watch, commandline.Language(cmd)
	if o.game.Check == nil {
		t.Opener.Bot = newOpener(&o.game, o.limits.Connect, min(o.limits.Move, checkedBotLimit), t.Opener.Say).Bot
	}
	says := t.Stderr
	beside := &host.StderrLog{OnLine: func(_ *host.Game, _ int, line string) {
		if o.playerStderr { // a program that draws its board would bury the report
			fmt.Fprintln(says, line)
		}
	}}
	t.Stderr = beside
	var noticed notices
	tell := t.Opener.Say
	t.Opener.Say = func(text string) {
		noticed.add(text)
		tell(text)
	}
	return &descriptor.PlayerCheck{
		Test: t, Taps: taps, Limits: o.limits, Flags: o.own.Of(o.game.Name),
		Session: check.Session{
			Games: o.games, Only: o.steps, Version: version.Read().String(), StderrLog: beside, Notices: noticed.take,
			Again: func(step int) string { return commandline.ReproCommand(cmd, address, step) },
		},
	}
}

// notices keeps what was said of a player until a step takes it. It is safe for concurrent use.
type notices struct {
	mu    sync.Mutex
	texts []string
}

func (n *notices) add(text string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if len(n.texts) < maxNotices {
		n.texts = append(n.texts, text)
	}
}

func (n *notices) take() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	texts := n.texts
	n.texts = nil
	return texts
}

// openTaps notes the line ends of a player under check, and with a name the
// bytes that pass, too.
func openTaps(name string) (*player.Taps, *check.LineEndings, error) {
	endings := &check.LineEndings{}
	taps := &player.Taps{Opened: endings.Opened, Sent: endings.Sent, Received: endings.Received}
	if name == "" {
		return taps, endings, nil
	}
	file, err := safefile.Append(name, tapOutput)
	taps.File = file
	return taps, endings, err
}
