package main

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"
)

func newReplayCmd() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "replay FILE...",
		Short: "Replay games and print their outcomes and boards",
		Long: `Replay plays the moves of games by the rules and prints how each came out, and
its last board.

` + formatHelp + `

With --json it prints one object a game, in order: id, plies, winner, reason,
completed, width, height, tiles, forced, board, illegal. An illegal move ends
the game: its mover loses, and the board is the one before it. That is an
answer, and the exit status is 0. A line that is no question ends the run with
status 1; the answers before it are printed.`,
		Example: `  loopline replay game.trx
  loopline replay --json games.jsonl | jq .winner
  echo '{"moves":"@0/ A2\\ B1\\"}' | loopline replay -`,
		Args: wantArgs(1, -1, "the FILE to replay (- is standard input)"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return replayFiles(cmd.Context(), cmd, args, asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON object a game")
	return cmd
}

func replayFiles(ctx context.Context, cmd *cobra.Command, names []string, asJSON bool) error {
	out := bufio.NewWriterSize(cmd.OutOrStdout(), readBuffer)
	for _, name := range names {
		s, err := openSource(ctx, name, cmd.InOrStdin())
		if err == nil {
			err = replaySource(ctx, s, out, cmd.ErrOrStderr(), asJSON)
			s.Close()
		}
		if err != nil {
			return flush(out, err)
		}
	}
	return flush(out, nil)
}

func replaySource(ctx context.Context, s *source, out *bufio.Writer, complaints io.Writer, asJSON bool) error {
	if s.format == formatLines {
		return answerLines(ctx, s, out, func() answerer { return newReplayAnswerer(asJSON) })
	}
	r := newReplayer()
	var answer []byte
	return eachGame(s, func(title string, q *question) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		r.play(q)
		if asJSON {
			answer = r.appendJSON(answer[:0], q.id)
		} else {
			answer = r.appendText(answer[:0], title)
			complain(complaints, s.name, r, q)
		}
		_, err := out.Write(answer)
		return err
	})
}

// complain says where in its file an illegal move stands.
func complain(w io.Writer, name string, r *replayer, q *question) {
	if ply := r.pos.Ply(); r.illegal != nil && ply < len(q.lines) {
		fmt.Fprintf(w, "loopline: %s:%d: ply %d %s\n", name, q.lines[ply], ply+1, r.illegal)
	}
}

// newReplayAnswerer answers JSON Lines.
func newReplayAnswerer(asJSON bool) answerer {
	r, q, scratch := newReplayer(), &question{}, &jsonScanner{}
	return func(dst, line []byte) ([]byte, error) {
		if err := q.decode(line, scratch); err != nil {
			return dst, err
		}
		r.play(q)
		if asJSON {
			return r.appendJSON(dst, q.id), nil
		}
		title := "game"
		if q.id != nil {
			title = "game " + string(q.id)
		}
		return r.appendText(dst, title), nil
	}
}
