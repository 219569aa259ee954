package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/internal/phrase"
	"github.com/loopline/loopline/sim"
	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/gamefile"
	"github.com/loopline/loopline/trax/rtl"
)

type simCompareOptions struct {
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

The first difference ends it with exit status 3. It is told with the position,
both answers, the moves that lead there, a command that shows it again, and a
waveform of the commands before it (--wave FILE; FST, for gtkwave).

Games are random by --seed, in rounds of 8,192 turns; each round begins with the
core just switched on, in a power-up state that follows from the seed. In every
round each status comes up with each operation: turns that forced play forbids,
or that the board has no room for, are found by the rules and played. How often
each was the right answer is printed, and a note if one never was.

A core that cannot do everything yet is compared in what it can:
--without undo,try,gen leaves NEW and PLAY. The gen ports need not exist then.

` + gamefile.Help,
		Example: `  loopline sim compare -n 1000000 --seed 7
  loopline sim compare --core path/to/dir --size 16
  loopline sim compare games.jsonl turns.jsonl`,
		Args: wantArgs(0, -1, ""),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.check(); err != nil {
				return &usageError{cmd.CommandPath(), err.Error()}
			}
			return o.run(cmd, args)
		},
	}
	o.core.flags(cmd)
	f := cmd.Flags()
	f.IntVarP(&o.turns, "turns", "n", 100_000, "turns, of PLAY and TRY, to ask")
	f.Uint64Var(&o.seed, "seed", 1, "of the games and the power-up states")
	f.IntVar(&o.round, "round", -1, "play this round alone")
	f.IntVar(&o.threads, "threads", 0, "cores that run at once; 0 is one a processor")
	f.StringVar(&o.wave, "wave", "ll_core.fst", "`FILE` for the waveform of a difference")
	forceFlag(f, &o.force)
	f.BoolVar(&o.noWave, "no-wave", false, "write no waveform")
	f.BoolVar(&o.asJSON, "json", false, "print a JSON object about the outcome")
	return cmd
}

// maxSimThreads bounds the models that run at once.
const maxSimThreads = 256

func (o *simCompareOptions) check() error {
	switch {
	case o.turns < 1:
		return fmt.Errorf("--turns %d is below 1", o.turns)
	case o.threads < 0 || o.threads > maxSimThreads:
		return fmt.Errorf("--threads %d is outside 0 to %d", o.threads, maxSimThreads)
	case o.wave == "":
		return errors.New("--wave names no file; --no-wave writes none")
	}
	return o.core.check()
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
	c := &coreComparison{o: o, cmd: cmd, model: model, games: model.Games(), start: time.Now()}
	defer c.games.Close()
	c.outcome = rtl.Outcome{Core: model.Config(), Seed: o.seed}
	if len(files) > 0 {
		err = c.files(files)
	} else {
		err = c.random()
	}
	if err != nil {
		return err
	}
	return c.report()
}

// coreComparison is one run of the command.
type coreComparison struct {
	o       *simCompareOptions
	cmd     *cobra.Command
	model   *rtl.CoreModel
	games   *rtl.GameComparer
	start   time.Time
	outcome rtl.Outcome
	moves   []trax.Move // of the file's game that diverged
	file    string      // it is in
}

// errStop ends the reading of games of which no more is wanted.
var errStop = errors.New("stop")

// random compares random games.
func (c *coreComparison) random() (err error) {
	t := terminal.NewTicker(c.cmd.ErrOrStderr(), "turns compared")
	defer t.Done()
	config := rtl.CompareConfig{Turns: c.o.turns, Seed: c.o.seed, Workers: c.o.threads, Progress: t.Tick}
	if c.o.round >= 0 {
		config.First, config.Turns = c.o.round, 1
	}
	c.outcome.Tally, c.outcome.Diverged, err = c.model.Compare(c.cmd.Context(), config)
	return err
}

// files compares the games of files.
func (c *coreComparison) files(names []string) error {
	t := terminal.NewTicker(c.cmd.ErrOrStderr(), "games compared")
	defer t.Done()
	each := func(g *gamefile.Game) error {
		if err := c.game(g); err != nil {
			return err
		}
		t.Tick(c.outcome.Games)
		if c.outcome.Diverged != nil {
			return errStop
		}
		return c.cmd.Context().Err()
	}
	for _, name := range names {
		s, err := openGames(c.cmd, name)
		if err != nil {
			return err
		}
		if rtl.HoldsVectors(s) {
			err = rtl.EachVectorGame(s, each)
		} else {
			err = s.Each(c.cmd.Context(), each)
		}
		s.Close()
		if err != nil && !errors.Is(err, errStop) {
			return err
		}
		if c.outcome.Diverged != nil {
			c.file = name
			return nil
		}
	}
	return nil
}

// game compares one game.
func (c *coreComparison) game(g *gamefile.Game) error {
	moves := make([]trax.Move, len(g.Moves))
	for i := range moves {
		moves[i], _ = trax.ParseMove(g.Moves[i]) // what is no move is asked as such
	}
	tally, diverged, err := c.games.Compare(c.cmd.Context(), g.Title, moves)
	c.outcome.Games++
	c.outcome.Tally.Merge(&tally)
	c.outcome.Diverged, c.moves = diverged, moves
	return err
}

// report says how it ended.
func (c *coreComparison) report() error {
	c.outcome.Took = time.Since(c.start)
	out := c.cmd.OutOrStdout()
	if c.o.asJSON {
		if err := json.NewEncoder(out).Encode(c.outcome.Summary()); err != nil {
			return err
		}
	} else if err := c.print(out); err != nil {
		return err
	}
	if c.outcome.Diverged == nil {
		return nil
	}
	return &foundError{fmt.Sprintf("%s is not what the rules say at command %d of %s",
		c.outcome.Diverged.Source, c.outcome.Diverged.Index, c.outcome.Diverged.Where())}
}

func (c *coreComparison) print(out io.Writer) error {
	text := c.outcome.AppendText(nil)
	if c.outcome.Diverged != nil {
		text = c.appendRemedies(text)
	}
	_, err := out.Write(text)
	return err
}

// appendRemedies says how to see a difference again, and makes its waveform.
func (c *coreComparison) appendRemedies(dst []byte) []byte {
	words := []string{"loopline sim compare"}
	if c.o.core.dir != "" {
		words = append(words, "--core", phrase.ShellWord(c.o.core.dir))
	}
	if c.o.core.size != 1<<rtl.DefaultLogSize {
		words = append(words, fmt.Sprintf("--size %d", c.o.core.size))
	}
	if len(c.o.core.without) > 0 {
		words = append(words, "--without", strings.Join(c.o.core.without, ","))
	}
	if c.file != "" {
		words = append(words, phrase.ShellWord(c.file))
	} else {
		words = append(words, fmt.Sprintf("--seed %d --round %d", c.outcome.Diverged.Seed, c.outcome.Diverged.Round))
	}
	dst = fmt.Appendf(dst, "again:    %s\n", strings.Join(words, " "))
	if c.o.noWave || c.outcome.Diverged.Crash != nil {
		return dst
	}
	traced, err := c.o.core.build(c.cmd, true)
	if err == nil {
		var file string
		if file, err = filepath.Abs(c.o.wave); err == nil {
			err = traced.Wave(c.cmd.Context(), c.outcome.Diverged, c.moves, file)
		}
	}
	if err != nil {
		return fmt.Appendf(dst, "waveform: none, %v\n", err)
	}
	return fmt.Appendf(dst, "waveform: %s\n", c.o.wave)
}
