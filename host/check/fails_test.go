package check

import (
	"context"
	"errors"
	"io"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/terminal"
)

// failing is a checker whose third call of one function fails.
func failing(what string, failure error) *Checker {
	calls := map[string]int{}
	fails := func(name string) error {
		if calls[name]++; name == what && calls[name] == 3 {
			return failure
		}
		return nil
	}
	return NewChecker(Config{
		Session: Session{Games: 4, Report: NewReport(io.Discard, false)}, Seats: []string{"a", "b"},
		Open: func(context.Context, string) (PlayerConn, error) { return &conn{games: 1}, nil },
		Opponent: func(context.Context, string, string) (PlayerConn, error) {
			return &conn{games: 1}, fails("opponent")
		},
		Match: func(_ Scenario, seats ...host.Seat) (*host.Game, error) {
			seats[0].Name, seats[1].Name = "a", "b"
			return &host.Game{Seats: seats, Referee: func(context.Context, *host.Session) (host.Verdict, error) {
				return host.Verdict{Draw: true, Winner: host.NoWinner, Reason: "drawn"}, fails("game")
			}}, fails("match")
		},
		View: func() terminal.View { return blank{} },
	})
}

// A step that could not be run is no step that passed.
func TestStepsThatCannotRun(t *testing.T) {
	for _, what := range []string{"opponent", "match", "game"} {
		failure := errors.New(what + " failed")
		_, err := failing(what, failure).again(t.Context())
		require.ErrorIs(t, err, failure, what)
	}
}

// Who interrupts a check while the player is opened gets the interrupt.
func TestInterruptedWhileOpening(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		c := failing("", nil)
		c.Open = func(ctx context.Context, _ string) (PlayerConn, error) {
			<-ctx.Done()
			return nil, errors.New("the port is gone")
		}
		go func() {
			synctest.Wait()
			cancel()
		}()
		m, err := c.play(ctx, Scenario{})
		require.ErrorIs(t, err, context.Canceled)
		require.Nil(t, m)
	})
}
