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

	"github.com/loopline/loopline/sim"
	"github.com/loopline/loopline/trax"
)

type simCompareOptions struct {
	core    coreOptions
	turns   int
	seed    uint64
	round   int
	threads int
	wave    string
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
games in them are played instead.

The first difference ends it with exit status 3. It is told with the position,
both answers, the moves that lead there, a command that shows it again, and a
waveform of the commands before it (--wave FILE; FST, for gtkwave).

Games are random by --seed, in rounds of about 8,000 turns; each round begins
with the core just switched on, in a power-up state that follows from the seed.

A core that cannot do everything yet is compared in what it can:
--without undo,try,gen leaves NEW and PLAY.

` + formatHelp,
		Example: `  loopline sim compare -n 1000000 --seed 7
  loopline sim compare --core path/to/dir --size 16
  loopline sim compare games.jsonl`,
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
	f.IntVarP(&o.turns, "turns", "n", 100_000, "turns to compare, at least")
	f.Uint64Var(&o.seed, "seed", 1, "of the games and the power-up states")
	f.StringSliceVar(&o.core.without, "without", nil, "`OPS` of undo, try, gen that the core does not have yet")
	f.IntVar(&o.round, "round", -1, "play this round alone")
	f.IntVar(&o.threads, "threads", 0, "cores that run at once; 0 is one a processor")
	f.StringVar(&o.wave, "wave", "ll_core.fst", "`FILE` for the waveform of a difference")
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
	for _, name := range o.core.without {
		if _, ok := optionalOps[name]; !ok {
			return fmt.Errorf("--without %s: undo, try and gen can be left out", name)
		}
	}
	return o.core.check()
}

// optionalOps are what --without names.
var optionalOps = map[string]sim.Op{"undo": sim.Undo, "try": sim.Try, "gen": sim.Gen}

func (o *simCompareOptions) run(cmd *cobra.Command, files []string) error {
	model, err := o.core.build(cmd, false)
	if err != nil {
		return err
	}
	c := &coreComparison{o: o, cmd: cmd, model: model, start: time.Now()}
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
	o        *simCompareOptions
	cmd      *cobra.Command
	model    *sim.CoreModel
	start    time.Time
	tally    sim.Tally
	games    int
	diverged *sim.Divergence
	moves    []trax.Move // of the file's game that diverged
	file     string      // it is in
}

// random compares random games.
func (c *coreComparison) random() (err error) {
	t := ticker{w: c.cmd.ErrOrStderr(), what: "turns compared"}
	defer t.done()
	config := sim.CompareConfig{Turns: c.o.turns, Seed: c.o.seed, Workers: c.o.threads, Progress: t.tick}
	if c.o.round >= 0 {
		config.First, config.Turns = c.o.round, 1
	}
	c.tally, c.diverged, err = c.model.Compare(c.cmd.Context(), config)
	return err
}

// files compares the games of files.
func (c *coreComparison) files(names []string) error {
	t := ticker{w: c.cmd.ErrOrStderr(), what: "games compared"}
	defer t.done()
	for _, name := range names {
		s, err := openSource(c.cmd.Context(), name, c.cmd.InOrStdin())
		if err != nil {
			return err
		}
		err = eachListedGame(s, func(title string, q *question) error {
			if err := c.game(title, q); err != nil {
				return err
			}
			t.tick(c.games)
			if c.diverged != nil {
				c.file = name
				return errStop
			}
			return c.cmd.Context().Err()
		})
		s.Close()
		if err != nil && !errors.Is(err, errStop) {
			return err
		}
		if c.diverged != nil {
			return nil
		}
	}
	return nil
}

// game compares one game.
func (c *coreComparison) game(title string, q *question) error {
	moves := make([]trax.Move, len(q.moves))
	for i := range moves {
		moves[i], _ = trax.ParseMove(q.move(i)) // what is no move is asked as such
	}
	tally, diverged, err := c.model.CompareGame(c.cmd.Context(), title, moves)
	c.games++
	c.tally.Merge(&tally)
	c.diverged, c.moves = diverged, moves
	return err
}

// report says how it ended.
func (c *coreComparison) report() error {
	out := c.cmd.OutOrStdout()
	if c.o.asJSON {
		if err := json.NewEncoder(out).Encode(c.summary()); err != nil {
			return err
		}
	} else if err := c.print(out); err != nil {
		return err
	}
	if c.diverged == nil {
		return nil
	}
	return &foundError{fmt.Sprintf("%s is not what the rules say at command %d of %s",
		c.diverged.Source, c.diverged.Index, c.diverged.Where())}
}

func (c *coreComparison) print(out io.Writer) error {
	var text []byte
	if c.diverged != nil {
		text = c.diverged.AppendText(text)
		text = c.appendRemedies(text)
	} else {
		text = fmt.Appendf(text, "%s turns agree with the rules on a board of %d x %d",
			thousands(c.tally.Turns), c.o.core.size, c.o.core.size)
		if c.games > 0 {
			text = fmt.Appendf(text, " (%s)\n", plural(c.games, "game", "games"))
		} else {
			text = fmt.Appendf(text, " (seed %d)\n", c.o.seed)
		}
		seconds := time.Since(c.start).Seconds()
		text = fmt.Appendf(text, "%.1f seconds, %s turns a second\n\n", seconds,
			thousands(int(float64(c.tally.Turns)/max(seconds, 1e-3))))
		text = appendCycles(text, &c.tally)
	}
	_, err := out.Write(text)
	return err
}

// appendRemedies says how to see a difference again, and makes its waveform.
func (c *coreComparison) appendRemedies(dst []byte) []byte {
	words := []string{"loopline sim compare"}
	if c.o.core.dir != "" {
		words = append(words, "--core", shellWord(c.o.core.dir))
	}
	if c.o.core.size != 1<<sim.DefaultLogSize {
		words = append(words, fmt.Sprintf("--size %d", c.o.core.size))
	}
	if len(c.o.core.without) > 0 {
		words = append(words, "--without", strings.Join(c.o.core.without, ","))
	}
	if c.file != "" {
		words = append(words, shellWord(c.file))
	} else {
		words = append(words, fmt.Sprintf("--seed %d --round %d", c.diverged.Seed, c.diverged.Round))
	}
	dst = fmt.Appendf(dst, "again:    %s\n", strings.Join(words, " "))
	if c.o.noWave || c.diverged.Crash != nil {
		return dst
	}
	traced, err := c.o.core.build(c.cmd, true)
	if err == nil {
		var file string
		if file, err = filepath.Abs(c.o.wave); err == nil {
			err = traced.Wave(c.cmd.Context(), c.diverged, c.moves, file)
		}
	}
	if err != nil {
		return fmt.Appendf(dst, "waveform: none, %v\n", err)
	}
	return fmt.Appendf(dst, "waveform: %s\n", c.o.wave)
}

// summary is the outcome for programs.
func (c *coreComparison) summary() any {
	type difference struct {
		Where   string   `json:"where"`
		Command string   `json:"command"`
		Moves   string   `json:"moves"`
		Fields  []string `json:"fields"`
		Want    string   `json:"want"`
		Got     string   `json:"got"`
	}
	s := struct {
		Turns      int                   `json:"turns"`
		Seed       uint64                `json:"seed"`
		Size       int                   `json:"size"`
		Cycles     map[string]cycleCount `json:"cycles"`
		Difference *difference           `json:"difference"`
	}{c.tally.Turns, c.o.seed, c.o.core.size, cycleCounts(&c.tally), nil}
	if d := c.diverged; d != nil {
		_, moves := d.Position()
		s.Difference = &difference{d.Where(), d.Command().String(), moves, d.Fields(), d.Want.String(), d.GotText()}
	}
	return s
}

// cycleCount is how long commands took, for programs.
type cycleCount struct {
	Commands int     `json:"commands"`
	Average  float64 `json:"average"`
	Longest  int     `json:"longest"`
}

// cycleCounts are the rows of a tally that are not empty, by name.
func cycleCounts(t *sim.Tally) map[string]cycleCount {
	all := map[string]cycleCount{}
	eachCount(t, func(name string, n sim.Count) {
		all[name] = cycleCount{n.Commands, n.Average(), n.Longest}
	})
	return all
}

func eachCount(t *sim.Tally, f func(name string, n sim.Count)) {
	for op := range t.Accepted {
		for i, n := range [...]sim.Count{t.Accepted[op], t.Refused[op]} {
			if n.Commands > 0 {
				f(sim.Op(op).String()+[...]string{"", " refused"}[i], n)
			}
		}
	}
}

// appendCycles appends a table of the clock cycles of commands.
func appendCycles(dst []byte, t *sim.Tally) []byte {
	dst = fmt.Appendf(dst, "%-14s %12s %16s %10s\n", "clock cycles", "commands", "average", "longest")
	eachCount(t, func(name string, n sim.Count) {
		dst = fmt.Appendf(dst, "%-14s %12s %16.2f %10d\n", name, thousands(n.Commands), n.Average(), n.Longest)
	})
	return dst
}

// thousands writes a number with commas.
func thousands(n int) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// shellWord quotes a word for a shell if it needs it.
func shellWord(s string) string {
	if s != "" && !strings.ContainsAny(s, " \t'\"\\$&|;<>()*?[]{}~`!#\n") {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// eachListedGame is eachGame for JSON Lines too.
func eachListedGame(s *source, f func(title string, q *question) error) error {
	if s.format != formatLines {
		return eachGame(s, f)
	}
	q, scratch := &question{}, &jsonScanner{}
	var long []byte
	for number := 1; ; number++ {
		line, err := readLine(s.r, &long)
		last := errors.Is(err, io.EOF)
		if err != nil && !last {
			return fmt.Errorf("%s:%d: %w", s.name, number, err)
		}
		if !blank(line) {
			if err := q.decode(line, scratch); err != nil {
				return fmt.Errorf("%s:%d: %w", s.name, number, err)
			}
			if err := f(fmt.Sprintf("%s:%d", s.name, number), q); err != nil {
				return err
			}
		}
		if last {
			return nil
		}
	}
}
