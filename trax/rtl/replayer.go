package rtl

import (
	"context"
	"fmt"
	"sync"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/gamefile"
	"github.com/loopline/loopline/trax/replay"
	"github.com/loopline/loopline/trax/vectors"
)

// Replayers replay games on cores. It may be used by any number of goroutines;
// the caller closes it.
type Replayers struct {
	Model *CoreModel
	Large func() (*CoreModel, error) // with the largest board; nil if it is not to be used

	mu    sync.Mutex
	cores []*Core
}

// Close ends all cores.
func (s *Replayers) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.cores {
		_ = c.Close()
	}
}

// start starts another core.
func (s *Replayers) start(ctx context.Context, model *CoreModel) (*Core, error) {
	c, err := model.Start(ctx, 1)
	if err == nil {
		s.mu.Lock()
		s.cores = append(s.cores, c)
		s.mu.Unlock()
	}
	return c, err
}

// Replayer replays games on a core, which it starts with the first, and those
// that do not fit on a core with a larger board. It is not safe for concurrent use.
type Replayer struct {
	set         *Replayers
	core, large *Core
	commands    []Command
}

// New makes a replayer.
func (s *Replayers) New() *Replayer { return &Replayer{set: s} }

// Handler answers games with the core's results: JSON, or a summary
// and the board. Its cores are killed when ctx ends.
func (r *Replayer) Handler(ctx context.Context, asJSON bool) gamefile.Handler {
	return func(dst []byte, g *gamefile.Game) ([]byte, error) {
		out, err := r.Play(ctx, g.Moves)
		if err != nil {
			return dst, err
		}
		if asJSON {
			return out.AppendJSON(dst, g.ID), nil
		}
		dst = out.AppendSummary(dst, g.Title)
		for row := range out.Height {
			for col := range out.Width {
				dst = append(dst, out.At(trax.Cell{Col: col + 1, Row: row + 1}).Letter())
			}
			dst = append(dst, '\n')
		}
		return append(dst, '\n'), nil
	}
}

// Play has a core play a game up to the first move that it refuses.
func (r *Replayer) Play(ctx context.Context, moves []string) (*replay.Result, error) {
	if r.core == nil {
		var err error
		if r.core, err = r.set.start(ctx, r.set.Model); err != nil {
			return nil, err
		}
	}
	out, err := r.playOn(r.core, moves)
	if err != nil || !out.NoFault || r.set.Large == nil {
		return out, err
	}
	if r.large == nil {
		model, err := r.set.Large()
		if err != nil {
			return nil, err
		}
		if r.large, err = r.set.start(ctx, model); err != nil {
			return nil, err
		}
	}
	return r.playOn(r.large, moves)
}

func (r *Replayer) playOn(core *Core, moves []string) (*replay.Result, error) {
	r.commands = append(r.commands[:0], Command{Op: New})
	for _, move := range moves {
		m, err := trax.ParseMove(move)
		if err != nil {
			m = trax.Move{}
		}
		r.commands = append(r.commands, Command{Op: Play, Flags: SkipIfRefused, Move: m})
	}
	r.commands = append(r.commands, Command{Op: Show})
	results, err := core.Do(r.commands...)
	if err != nil {
		return nil, err
	}
	last := &results[len(results)-1]
	if last.Violation != 0 {
		n := len(results) - 1
		return nil, fmt.Errorf("the core, at command %d, %s: %s", n, r.commands[n], last.Violation)
	}
	return summarize(moves, results), nil
}

// summarize makes a core's answers the outcome of a game.
func summarize(moves []string, results []Result) *replay.Result {
	show := &results[len(results)-1]
	out := &replay.Result{Width: show.Width, Height: show.Height, Tiles: show.Tiles}
	out.At = func(c trax.Cell) trax.Tile { return show.Board[(c.Row-1)*show.Width+c.Col-1] }
	if show.Red {
		out.Turn = trax.Red
	}
	for i, move := range moves {
		r := &results[i+1]
		if r.Status != uint8(vectors.OK) {
			refuse(out, move, vectors.Status(min(r.Status, uint8(vectors.BoardFull))))
			break
		}
		out.Forced = append(out.Forced, len(r.Placed)-1)
		out.Outcome = trax.Outcome{Over: r.Over, Winner: r.Winner, Completed: r.Completed}
	}
	out.Moves = moves[:len(out.Forced)]
	return out
}

// refuse notes a move that the core did not take.
func refuse(r *replay.Result, move string, status vectors.Status) {
	r.Refused, r.MoveText = status.String(), move
	r.Detail = fmt.Sprintf("%q: %s", move, status)
	r.NoFault = status == vectors.BoardFull
}
