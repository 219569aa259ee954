package host

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// greedy is a player that is ended because it took more than it may: when it is sent a
// line, or when it has to answer.
type greedy struct{ sending bool }

// tookMore is its error.
type tookMore struct{}

func (tookMore) Error() string   { return "it took more than 100µs a clock cycle" }
func (tookMore) Overrun() string { return "it took more than 100µs a clock cycle" }

func (g *greedy) Send(context.Context, string) (sent, drained time.Time, err error) {
	if g.sending {
		return time.Time{}, time.Time{}, fmt.Errorf("sending: %w", tookMore{})
	}
	now := time.Now()
	return now, now, nil
}

func (g *greedy) Receive(context.Context) (text string, first, last time.Time, err error) {
	return "", time.Time{}, time.Time{}, fmt.Errorf("gone: %w", tookMore{})
}

// patient is a player that answers at once.
type patient struct{}

func (patient) Send(context.Context, string) (sent, drained time.Time, err error) {
	now := time.Now()
	return now, now, nil
}

func (patient) Receive(context.Context) (text string, first, last time.Time, err error) {
	now := time.Now()
	return "ok", now, now, nil
}

// TestOverrun: who takes more of the machine than it may has lost for that, in either
// seat, and the record derives it.
func TestOverrun(t *testing.T) {
	for seat := range 2 {
		for _, sending := range []bool{false, true} {
			players := []Player{patient{}, patient{}}
			players[seat] = &greedy{sending}
			v, text := played(t, between(rounds(1, time.Second), players...))
			require.Equal(t, 1-seat, v.Winner)
			require.NotNil(t, v.Foul)
			require.Equal(t, seat, v.Foul.Seat)
			require.Equal(t, Gone, v.Foul.Kind)
			require.Equal(t, ReasonOverrun, v.Foul.Reason)
			require.Contains(t, v.Foul.Detail, "100µs a clock cycle")
			require.Contains(t, text, `"kind":"overrun"`)
		}
	}
}
