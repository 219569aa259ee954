package rtl

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/sim/waves"
	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/gamefile"
	"github.com/loopline/loopline/vectors"
)

// Comparison compares a core with the rules, by random games or by those of
// files, until the first difference. The fields are set before; it is for one
// goroutine. Outcome holds what came out, but for the time that it took.
type Comparison struct {
	Model  *CoreModel
	Open   func(name string) (*gamefile.Source, error) // opens a file of games
	Ticked func(n int)                                 // told how many turns, or games of files, are compared
	Result CompareResult

	moves []trax.Move // of the file's game that diverged
	file  string      // it is in; empty for random games
}

// errStop ends the reading of games of which no more is wanted.
var errStop = errors.New("stop")

// Random compares random games.
func (c *Comparison) Random(ctx context.Context, config CompareConfig) (err error) {
	config.Progress = c.Ticked
	c.Result.Stats, c.Result.Diverged, err = c.Model.Compare(ctx, config)
	return err
}

// Files compares the games of files: of games in any format, or of vectors.
func (c *Comparison) Files(ctx context.Context, names []string) error {
	games := c.Model.Games()
	defer games.Close()
	each := func(g *gamefile.Game) error {
		if err := c.game(ctx, games, g); err != nil {
			return err
		}
		c.Ticked(c.Result.Games)
		if c.Result.Diverged != nil {
			return errStop
		}
		return ctx.Err()
	}
	for _, name := range names {
		if err := c.readFile(ctx, name, each); err != nil && !errors.Is(err, errStop) {
			return err
		}
		if c.Result.Diverged != nil {
			c.file = name
			return nil
		}
	}
	return nil
}

func (c *Comparison) readFile(ctx context.Context, name string, each func(*gamefile.Game) error) error {
	s, err := c.Open(name)
	if err != nil {
		return err
	}
	defer s.Close()
	if HoldsVectors(s) {
		return EachVectorGame(s, each)
	}
	return s.Each(ctx, each)
}

// Vector compares the position of a turn or moves vector, and the turn that it asks about.
func (c *Comparison) Vector(ctx context.Context, v vectors.Vector) error {
	g, err := vectorGame(v, "vectors")
	if err != nil {
		return err
	}
	games := c.Model.Games()
	defer games.Close()
	return c.game(ctx, games, g)
}

// game compares one game.
func (c *Comparison) game(ctx context.Context, games *GameComparer, g *gamefile.Game) error {
	moves := make([]trax.Move, len(g.Moves))
	for i := range moves {
		moves[i], _ = trax.ParseMove(g.Moves[i]) // an invalid move is asked as such
	}
	tally, diverged, err := games.Compare(ctx, g.Title, moves)
	c.Result.Games++
	c.Result.Stats.Merge(&tally)
	c.Result.Diverged, c.moves = diverged, moves
	return err
}

// Found says in a sentence what was found, empty if nothing was.
func (c *Comparison) Found() string {
	d := c.Result.Diverged
	if d == nil {
		return ""
	}
	return fmt.Sprintf("%s is not what the rules say at command %d of %s", d.Source, d.Index, d.Where())
}

// ReproCommand is the command that shows the difference again. The core's own flags
// are words of it.
func (c *Comparison) ReproCommand(core []string) string {
	words := append([]string{"loopline sim compare"}, core...)
	if c.file != "" {
		words = append(words, humanize.ShellWord(c.file))
	} else {
		words = append(words, fmt.Sprintf("--seed %d --round %d", c.Result.Diverged.Seed, c.Result.Diverged.Round))
	}
	return humanize.FromHere(strings.Join(words, " "))
}

// HasWave reports whether a waveform of the difference can be made: not of a
// core that crashed.
func (c *Comparison) HasWave() bool {
	return c.Result.Diverged != nil && c.Result.Diverged.Crash == nil
}

// WriteWave writes the waveform of the difference, by a model of the same core
// that was built with waveforms, and returns its view.
func (c *Comparison) WriteWave(ctx context.Context, traced *CoreModel, file string) (*waves.View, error) {
	return traced.Wave(ctx, c.Result.Diverged, c.moves, file)
}
