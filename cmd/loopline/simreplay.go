package main

import (
	"bufio"
	"context"
	"fmt"
	"sync"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/sim"
	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/vectors"
)

func newSimReplayCmd() *cobra.Command {
	var o coreOptions
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "replay FILE...",
		Short: "Replay games on a simulated core",
		Long: `Replay plays the moves of games on a Trax core and prints what the core makes
of them: the outcome by its answers, the board by its traces. With --json the
objects are those of "loopline replay --json", so that the two can be compared.
Only how moves are written is read by this program; the rules are the core's.

A core has a finite board: a move that it has no room for ends the game with
the reason board-full, and nobody has lost. A game that does not fit 32 x 32 is
played again on our core with a board of 256 x 256, unless --size or --core says
what to play on.

` + formatHelp,
		Example: `  loopline sim replay game.trx
  loopline sim replay --json games.jsonl --core path/to/dir`,
		Args: wantArgs(1, -1, "the FILE to replay (- is standard input)"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.check(); err != nil {
				return &usageError{cmd.CommandPath(), err.Error()}
			}
			grow := !cmd.Flags().Changed("size") && o.dir == ""
			return simReplay(cmd, &o, args, asJSON, grow)
		},
	}
	o.flags(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON object a game")
	return cmd
}

func simReplay(cmd *cobra.Command, o *coreOptions, names []string, asJSON, grow bool) error {
	model, err := o.build(cmd, false)
	if err != nil {
		return err
	}
	cores := &coreSet{ctx: cmd.Context(), model: model}
	if grow {
		large := *o
		large.size = 1 << sim.MaxLogSize
		cores.large = sync.OnceValues(func() (*sim.CoreModel, error) { return large.build(cmd, false) })
	}
	defer cores.close()
	out := bufio.NewWriterSize(cmd.OutOrStdout(), readBuffer)
	for _, name := range names {
		s, err := openSource(cmd.Context(), name, cmd.InOrStdin())
		if err == nil {
			err = cores.replay(s, out, asJSON)
			s.Close()
		}
		if err != nil {
			return flush(out, err)
		}
	}
	return flush(out, nil)
}

// coreSet is the cores that one command runs.
type coreSet struct {
	ctx   context.Context
	model *sim.CoreModel
	large func() (*sim.CoreModel, error) // with the largest board; nil if it is not to be used
	mu    sync.Mutex
	cores []*sim.Core
}

// close ends all of them.
func (s *coreSet) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.cores {
		_ = c.Close()
	}
}

// start starts another core.
func (s *coreSet) start(model *sim.CoreModel) (*sim.Core, error) {
	c, err := model.Start(s.ctx, 1)
	if err == nil {
		s.mu.Lock()
		s.cores = append(s.cores, c)
		s.mu.Unlock()
	}
	return c, err
}

// replay replays the games of a source.
func (s *coreSet) replay(src *source, out *bufio.Writer, asJSON bool) error {
	if src.format == formatLines {
		return answerLines(s.ctx, src, out, func() answerer { return s.answerer(asJSON) })
	}
	r := &coreReplayer{set: s}
	return eachGame(src, func(title string, q *question) error {
		answer, err := r.answer(nil, title, q, asJSON)
		if err == nil {
			_, err = out.Write(answer)
		}
		return err
	})
}

// answerer answers JSON Lines with a core of its own.
func (s *coreSet) answerer(asJSON bool) answerer {
	r, q, scratch := &coreReplayer{set: s}, &question{}, &jsonScanner{}
	return func(dst, line []byte) ([]byte, error) {
		if err := q.decode(line, scratch); err != nil {
			return dst, err
		}
		title := "game"
		if q.id != nil {
			title = "game " + string(q.id)
		}
		return r.answer(dst, title, q, asJSON)
	}
}

// coreReplayer replays games on a core, which it starts with the first, and
// those that do not fit on a core with a larger board.
type coreReplayer struct {
	set         *coreSet
	core, large *sim.Core
	commands    []sim.Command
}

func (r *coreReplayer) answer(dst []byte, title string, q *question, asJSON bool) ([]byte, error) {
	out, err := r.play(q)
	if err != nil {
		return dst, err
	}
	if asJSON {
		return out.appendJSON(dst, q.id), nil
	}
	dst = out.appendSummary(dst, title)
	for row := range out.height {
		for col := range out.width {
			dst = append(dst, out.at(trax.Cell{Col: col + 1, Row: row + 1}).Letter())
		}
		dst = append(dst, '\n')
	}
	return append(dst, '\n'), nil
}

// play has a core play a game up to the first move that it refuses.
func (r *coreReplayer) play(q *question) (*replayed, error) {
	if r.core == nil {
		var err error
		if r.core, err = r.set.start(r.set.model); err != nil {
			return nil, err
		}
	}
	out, err := r.playOn(r.core, q)
	if err != nil || !out.nobody || r.set.large == nil {
		return out, err
	}
	if r.large == nil {
		model, err := r.set.large()
		if err != nil {
			return nil, err
		}
		if r.large, err = r.set.start(model); err != nil {
			return nil, err
		}
	}
	return r.playOn(r.large, q)
}

func (r *coreReplayer) playOn(core *sim.Core, q *question) (*replayed, error) {
	r.commands = append(r.commands[:0], sim.Command{Op: sim.New})
	for i := range q.moves {
		m, err := trax.ParseMove(q.move(i))
		if err != nil {
			m = trax.Move{}
		}
		r.commands = append(r.commands, sim.Command{Op: sim.Play, Flags: sim.IfOK, Move: m})
	}
	r.commands = append(r.commands, sim.Command{Op: sim.Show})
	results, err := core.Do(r.commands...)
	if err != nil {
		return nil, err
	}
	last := &results[len(results)-1]
	if last.Fault != 0 {
		n := len(results) - 1
		return nil, fmt.Errorf("the core, at command %d, %s: %s", n, r.commands[n], last.Fault)
	}
	return summarize(q, results), nil
}

// summarize makes a core's answers the outcome of a game.
func summarize(q *question, results []sim.Result) *replayed {
	show := &results[len(results)-1]
	out := &replayed{width: show.Width, height: show.Height, tiles: show.Tiles}
	out.at = func(c trax.Cell) trax.Tile { return show.Board[(c.Row-1)*show.Width+c.Col-1] }
	if show.Red {
		out.turn = trax.Red
	}
	for i := range q.moves {
		r := &results[i+1]
		if r.Status != uint8(vectors.OK) {
			out.refuse(q.move(i), vectors.Status(min(r.Status, uint8(vectors.BoardFull))))
			break
		}
		out.forced = append(out.forced, len(r.Placed)-1)
		out.outcome = trax.Outcome{Over: r.Over, Winner: r.Winner, Completed: r.Completed}
	}
	return out
}

// refuse notes a move that the core did not take.
func (r *replayed) refuse(move string, status vectors.Status) {
	r.refused, r.written = status.String(), move
	r.detail = fmt.Sprintf("%q: %s", move, status)
	r.nobody = status == vectors.BoardFull
}
