package cli

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/games/rtlblock"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/internal/junit"
	"github.com/loopline/loopline/internal/rangecheck"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/sim"
	"github.com/loopline/loopline/trax/gamefile"
	"github.com/loopline/loopline/trax/rtl"
)

type simCompareOptions struct {
	game    gameOptions
	core    coreOptions
	turns   int
	seed    uint64
	round   int
	threads int
	wave    string
	force   bool
	noWave  bool
	asJSON  bool
}

func newSimCompareCmd() *cobra.Command {
	var o simCompareOptions
	cmd := &cobra.Command{
		Use:   "compare [FILE...]",
		Short: "Compare a core with the rules in lock-step",
		Long: `Compare plays random games on a Trax core and on the rules that matches are
judged by, in lock-step: turns that are played, tried and taken back, moves that
are generated, legal ones, illegal ones, and such as no board should get. Every
tile, every answer and all state is compared after each command. With FILEs the
games in them are played instead; of a file of turn or moves vectors (JSON
Lines) each position is played, and then the turn that is asked about.

The first difference ends it with exit status 3. It is reported with the position,
both answers, the moves that lead there, a command that shows it again, and a
waveform of the commands before it (--wave FILE; FST). Beside that are a save file
for GTKWave, .gtkw, and a command file for Surfer, .sucl: they show the ports, the
command and the answer in words, and both times marked.

Games are random by --seed, in rounds of 8,192 turns; each round begins with the
core just switched on, in a power-up state that follows from the seed. In every
round each status comes up with each operation: turns that forced play forbids,
or that the board has no room for, are found by the rules and played. How often
each was the right answer is printed, and a note if one never was.

For a core that cannot do everything yet, leave out the rest:
--skip-ops undo,try,gen leaves NEW and PLAY. The gen ports need not exist then.

With --coverage the report has the lines and branches of the RTL that never ran,
and the classes of turns that never came up; --lcov FILE.info has the counts for
editors.

With --game, the RTL block of another game (docs/rtl/blocks.md) and its rules are
asked -n random questions, as its vectors have them.

` + gamefile.Help,
		Example: `  loopline sim compare -n 1000000 --seed 7
  loopline sim compare --core path/to/dir --size 16
  loopline sim compare games.jsonl turns.jsonl
  loopline sim compare --game battle2048`,
		Args: wantArgs(0, -1, ""),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.check(); err != nil {
				return &usageError{cmd.CommandPath(), say.TextOf(err)}
			}
			if err := o.refuse(cmd, args); err != nil {
				return err
			}
			switch g := &o.game.game; {
			case g.Core:
				return o.run(cmd, args)
			case g.Block == nil:
				return &usageError{cmd.CommandPath(), o.game.cannot("RTL to compare")}
			case len(args) > 0:
				return &usageError{cmd.CommandPath(), "--game " + g.Name + " is asked random questions; a file of vectors is for loopline sim vectors"}
			default:
				return o.core.block(cmd, rtlblock.Config{Count: o.turns, Seed: o.seed}, o.asJSON, g.Block.Compare)
			}
		},
	}
	o.core.flags(cmd)
	o.game.flagName(cmd)
	f := cmd.Flags()
	f.IntVarP(&o.turns, "turns", "n", 100_000, "turns, of PLAY and TRY, to ask")
	f.Uint64Var(&o.seed, "seed", 1, "of the games and the power-up states")
	f.IntVar(&o.round, "round", -1, "play this round alone")
	f.IntVar(&o.threads, "threads", 0, "cores that run at once; 0 is one a processor")
	o.wave = "ll_core.fst"
	fileFlag(f, &o.wave, "wave", "", "`FILE` for the waveform of a difference", sim.WaveEndings())
	forceFlag(f, &o.force)
	f.BoolVar(&o.noWave, "no-wave", false, "write no waveform")
	o.core.coverage.flags(f)
	f.BoolVar(&o.asJSON, "json", false, "print a JSON object about the outcome")
	o.core.ci.of(cmd)
	return cmd
}

// maxSimThreads bounds the models that run at once.
const maxSimThreads = 256

func (o *simCompareOptions) check() error {
	switch {
	case o.turns < 1:
		return fmt.Errorf("--turns %d is below 1", o.turns)
	case o.wave == "":
		return errors.New("--wave names no file; --no-wave writes none")
	}
	return cmp.Or(rangecheck.Int("--threads", o.threads, 0, maxSimThreads), o.core.check(), o.game.check())
}

// refuse reports a flag that would be ignored.
func (o *simCompareOptions) refuse(cmd *cobra.Command, files []string) error {
	switch g := &o.game.game; {
	case !g.Core && g.Block != nil:
		return unused(cmd, "a block of "+g.Title+" is asked random questions, by -n and --seed", coreFlags[:]...)
	case len(files) > 0:
		return unused(cmd, "the games are those of the files", "turns", "seed", "round", "threads")
	case o.round >= 0:
		return unused(cmd, "--round plays one round whole", "turns")
	case o.noWave:
		return unused(cmd, "--no-wave writes none", "wave", "force")
	}
	return nil
}

func (o *simCompareOptions) run(cmd *cobra.Command, files []string) error {
	if !o.noWave {
		// Before an hour of turns, not behind it.
		if err := sim.CheckWave(o.wave, o.force); err != nil {
			return err
		}
	}
	model, err := o.core.build(cmd, false)
	if err != nil {
		return err
	}
	defer o.core.coverage.close()
	start := time.Now()
	c := &rtl.Comparison{
		Model: model, Open: func(name string) (*gamefile.Source, error) { return openGames(cmd, name) },
		Result: rtl.CompareResult{Core: model.Config(), Seed: o.seed},
	}
	if err := o.compare(cmd, c, files); err != nil {
		return err
	}
	c.Result.Took = time.Since(start)
	var report []byte
	var covered *coverageSummary
	if o.core.coverage.on {
		if report, covered, err = o.core.coverage.report(nil, neverMet(c.Result.Stats.Bins)); err != nil {
			return err
		}
	}
	text := o.text(cmd, c, report)
	o.addCases(cmd, c, text)
	if o.asJSON && c.HasWave() && cmd.Flags().Changed("wave") {
		if _, err := cmd.ErrOrStderr().Write(o.core.appendWave(nil, cmd, c, o.wave)); err != nil {
			return err
		}
	}
	if o.asJSON {
		err = covered.encode(cmd.OutOrStdout(), c.Result.Summary())
	} else {
		_, err = cmd.OutOrStdout().Write(text)
	}
	if err != nil {
		return err
	}
	return found(c.Found())
}

// compare compares the games of files, or random ones.
func (o *simCompareOptions) compare(cmd *cobra.Command, c *rtl.Comparison, files []string) error {
	what := "turns compared"
	if len(files) > 0 {
		what = "games compared"
	}
	t := terminal.NewTicker(cmd.ErrOrStderr(), what)
	defer t.Done()
	c.Ticked = t.Tick
	if len(files) > 0 {
		return c.Files(cmd.Context(), files)
	}
	config := rtl.CompareConfig{Turns: o.turns, Seed: o.seed, Workers: o.threads}
	if o.round >= 0 {
		config.First, config.Turns = o.round, 1
	}
	return c.Random(cmd.Context(), config)
}

// addCases adds each class of answers as a test case: those that agree, those that never
// came up, and that of the difference.
func (o *simCompareOptions) addCases(cmd *cobra.Command, c *rtl.Comparison, text []byte) {
	failure := ""
	if found := c.Found(); found != "" {
		failure = found + "\n" + string(text)
	}
	for _, class := range c.Result.Coverage() {
		one := classCase(cmd, class.String(), class.N)
		if failure != "" && class.String() == c.Result.Diverged.Bin() {
			one.Skipped, one.Failure, failure = "", failure, ""
		}
		o.core.ci.add(one)
	}
	if failure != "" { // the model ended, or what all traces add up to is wrong
		o.core.ci.add(junit.Case{Class: cmd.CommandPath(), Name: "lock-step", Failure: failure})
	}
}

// text returns the outcome and, of a difference, how to see it again.
func (o *simCompareOptions) text(cmd *cobra.Command, c *rtl.Comparison, report []byte) []byte {
	text := append(c.Result.AppendText(nil), report...)
	if c.Result.Diverged != nil {
		text = fmt.Appendf(text, "again:    %s\n", c.ReproCommand(o.core.words()))
	}
	if c.HasWave() && !o.noWave && !o.asJSON {
		text = o.core.appendWave(text, cmd, c, o.wave)
	}
	return text
}
