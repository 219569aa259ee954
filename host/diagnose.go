package host

import (
	"context"
	"time"

	"github.com/loopline/loopline/internal/say"
)

// flushWait bounds the wait for an answer that a program flushes when it ends: on a busy machine it
// may not run for a second.
const flushWait = 3 * time.Second

// Diagnose adds to the detail of a foul, of which a game ended, what can be found out about
// the player afterwards: an answer that comes when its input is closed was written and not
// flushed, and a board whose lines were all no answer may have missed its first question. The player
// can be asked nothing more then. The record stays as it is.
func (f *Foul) Diagnose(ctx context.Context, p Player) {
	if f.explainEcho(ctx, p) {
		return
	}
	if board, ok := p.(interface{ MayMissFirst() bool }); ok && f.Kind == Protocol && len(f.Bytes) > 0 && f.Limit > 0 && f.Used == f.Limit && board.MayMissFirst() {
		f.Text = say.Format("%s; a board that starts again when its port is opened misses the first question: reset=dtr, or reset=true for one that resets by itself, asks it until it answers", f.Said())
		f.Detail = f.Text.String()
		return
	}
	program, ok := p.(interface {
		AnswersAtEnd(ctx context.Context) bool
	})
	if !ok || !f.Mute() || f.Kind == Gone {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, flushWait)
	defer cancel()
	if program.AnswersAtEnd(ctx) {
		f.Text = say.Format("%s; an answer came when its input was closed: flush standard output after each answer, and read a line at a time", f.Said())
		f.Detail = f.Text.String()
	}
}

// explainEcho has the foul of a player that sends back what it gets say why, and reports whether it is one. A player
// that is simulated may be asked again.
func (f *Foul) explainEcho(ctx context.Context, p Player) bool {
	board, ok := p.(interface {
		ExplainEcho(ctx context.Context) say.Text
	})
	if !ok || !f.echo && f.Kind != Silent && f.Kind != Protocol {
		return f.echo
	}
	if text := board.ExplainEcho(ctx); !text.IsZero() {
		f.echo, f.Text, f.Detail = true, text, text.String()
	}
	return f.echo
}

// Mute reports whether the player is gone, or has sent nothing where an answer was due: its
// standard error may say why.
func (f *Foul) Mute() bool { return f.Kind == Gone || len(f.Bytes) == 0 }
