package conformance_test

import (
	"context"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host/check"
	"github.com/loopline/loopline/host/stalls"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/trax/conformance"
)

// starvedPlayer is a program that got no processor since it was told its colour: it is ready to run, or it has read
// its line and waits for the next one.
type starvedPlayer struct {
	memoryPlayer
	runnable bool
}

func (p *starvedPlayer) Runnable() bool { return p.runnable }
func (p *starvedPlayer) Usage() func() stalls.Usage {
	return func() stalls.Usage { return stalls.Usage{} }
}

// Silence of a program that has had no processor is no ok, but a note; of one that waits for its input it is.
func TestSilenceOfAStarvedProgram(t *testing.T) {
	for runnable, status := range map[bool]string{true: conformance.Note, false: conformance.OK} {
		synctest.Test(t, func(t *testing.T) {
			right := newNaive(fault{}, 1).answer
			c := config(right, 1)
			c.Open = func(context.Context) (check.PlayerConn, error) {
				return &starvedPlayer{memoryPlayer{answer: right}, runnable}, nil
			}
			c.Only, c.Limits.Plies = check.StepList{5}, 4
			steps := run(t, c).steps
			require.Len(t, steps, 1)
			require.Equal(t, status, steps[0].Status, "%+v", steps[0])
			require.Equal(t, runnable, say.English.Say(steps[0].Detail) != "no line came")
		})
	}
}
