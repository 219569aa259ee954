package main

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/internal/stream"
	"github.com/loopline/loopline/trax/gamefile"
	"github.com/loopline/loopline/trax/replay"
)

func newReplayCmd() *cobra.Command {
	var asJSON bool
	var o gameOptions
	cmd := &cobra.Command{
		Use:   "replay FILE...",
		Short: "Replay games and print their outcomes and boards",
		Long: `Replay plays the moves of games by the rules and prints how each came out, and
its last board.

` + gamefile.Help + `

With --json it prints one object a game, in order: id, plies, winner, reason,
completed, width, height, tiles, forced, board, illegal. An illegal move ends
the game: its mover loses, and the board is the one before it. That is an
answer, and the exit status is 0. A line that is no question ends the run with
status 1; the answers before it are printed. A game of more than 1,048,576 tiles
ends the run likewise.

The board is null where its box has more than 4,194,304 cells. For people, a
board of more than 1,048,576 cells is cut, and the last lines tell how many rows
and columns there are more.

With --game NAME, FILE is a record of that game or JSON Lines of its questions.`,
		Example: `  loopline replay game.trx
  loopline replay --json games.jsonl | jq .winner
  echo '{"moves":"@0/ A2\\ B1\\"}' | loopline replay -`,
		Args: wantArgs(1, -1, "the FILE to replay (- is standard input)"),
		RunE: func(cmd *cobra.Command, args []string) error {
			saveMemory()
			switch err := o.check(); {
			case err != nil:
				return &usageError{cmd.CommandPath(), err.Error()}
			case o.game.Replay != nil:
				return o.game.ReplayFiles(cmd.Context(), args, stream.Interruptible(cmd.Context(), cmd.InOrStdin()), cmd.OutOrStdout(), asJSON)
			case o.game.Name != games.Default:
				return &usageError{cmd.CommandPath(), o.cannot("replay")}
			}
			return replayFiles(cmd, args, asJSON)
		},
	}
	o.flags(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON object a game")
	return cmd
}

func replayFiles(cmd *cobra.Command, names []string, asJSON bool) error {
	out := bufio.NewWriterSize(cmd.OutOrStdout(), outputBuffer)
	for _, name := range names {
		s, err := openGames(cmd, name)
		if err == nil {
			err = replaySource(cmd.Context(), s, out, cmd.ErrOrStderr(), asJSON)
			s.Close()
		}
		if err != nil {
			return flush(out, err)
		}
	}
	return flush(out, nil)
}

func replaySource(ctx context.Context, s *gamefile.Source, out *bufio.Writer, complaints io.Writer, asJSON bool) error {
	r := replay.New()
	answer := replayAnswerer(r, asJSON)
	return s.AnswerAll(ctx, out, func(dst []byte, g *gamefile.Game) ([]byte, error) {
		dst, err := answer(dst, g)
		if ply := r.Position().Ply(); err == nil && !asJSON && r.Illegal() != nil && ply < len(g.Lines) {
			fmt.Fprintf(complaints, "loopline: %s:%d: %s\n", s.Name(), g.Lines[ply], r.Illegal())
		}
		return dst, err
	}, func() gamefile.Answerer { return replayAnswerer(replay.New(), asJSON) })
}

// replayAnswerer answers games with how they come out.
func replayAnswerer(r *replay.Replayer, asJSON bool) gamefile.Answerer {
	return func(dst []byte, g *gamefile.Game) ([]byte, error) {
		if err := r.Play(g.Moves); err != nil {
			return dst, err
		}
		if asJSON {
			return r.AppendJSON(dst, g.ID), nil
		}
		return r.AppendText(dst, g.Title), nil
	}
}
