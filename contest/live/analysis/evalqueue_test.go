package analysis

import (
	"context"
	"errors"
	"testing"

	"github.com/loopline/loopline/host/record"
)

// evaluatedGame is a game that waits for the end of its evaluation.
type evaluatedGame struct{ done chan struct{} }

func (evaluatedGame) BeginEvals() {}

func (g evaluatedGame) AddEvals(_ []PlyEval, last bool) {
	if last {
		close(g.done)
	}
}

// failing is a judge that fails at once.
type failing struct{}

func (failing) Take(context.Context, *record.Event) (w Eval, ok bool, err error) {
	return w, false, errors.New("too many")
}

// A judge that fails at the last event of a game is not waited for.
func TestJudgeFailsAtTheEnd(t *testing.T) {
	g := evaluatedGame{make(chan struct{})}
	b := newEvalQueue(func(string) {})
	d := b.add(g, "1", failing{})
	b.enqueue(d, &record.Event{Type: record.EventNote}, 1)
	b.finish(d)
	<-g.done
	b.close()
}
