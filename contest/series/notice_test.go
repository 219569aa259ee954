package series

import (
	"context"
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/hosttest"
	"github.com/loopline/loopline/host/stalls"
	"github.com/loopline/loopline/host/terminal"
)

// unmeasuredFake is a program on a machine that may count its waits.
type unmeasuredFake struct {
	seatedFake
	counts bool
}

func (f unmeasuredFake) Unmeasured() bool { return !f.counts }
func (f unmeasuredFake) Waits() func(bool) stalls.Waits {
	if f.counts {
		return func(bool) stalls.Waits { return stalls.Waits{} }
	}
	return nil
}

// Where the system does not count how long a program waits for a processor, that is said once before the first game.
func TestUnmeasuredWaitsAreSaid(t *testing.T) {
	for _, counts := range []bool{false, true} {
		var said []string
		s := &Series{
			Players: []string{"x", "y"}, Games: 2, MaxCompensation: time.Second,
			NewGame: func(_ int, seats ...host.Seat) (*host.Game, error) {
				for i := range seats {
					seats[i].Name = string(rune('a' + i))
				}
				return &host.Game{Referee: outcome, Name: "outcome", Seats: seats}, nil
			},
			Open: func(context.Context, string, string, io.Writer) (PlayerConn, error) {
				return unmeasuredFake{seatedFake{hosttest.Answering("draw", 0)}, counts}, nil
			},
			Show: terminal.Quiet{}, Say: func(text string) { said = append(said, text) },
		}
		require.NoError(t, s.Play(t.Context()))
		require.NoError(t, s.Close())
		want := []string{"a: " + unmeasuredNotice}
		if counts {
			want = nil
		}
		require.Equal(t, want, said)
	}
}
