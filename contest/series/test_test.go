package series

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/rating"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/hosttest"
)

// claims is a game that the seat wins that says so, if one does.
func claims(ctx context.Context, t *host.Session) (host.Verdict, error) {
	v := host.Verdict{Draw: true, Reason: "even", Ply: 2}
	for seat := range 2 {
		a, err := t.Ask(ctx, seat, "how", time.Minute)
		if err != nil {
			return v, err
		}
		if strings.HasPrefix(a.Text, "win") {
			v.Winner, v.Draw, v.Reason = seat, false, "said"
		}
	}
	return v, nil
}

// A test ends the games as soon as it has decided, after a whole pair.
func TestSPRTStops(t *testing.T) {
	for answer, line := range map[string]string{
		"win":  "the first is better: H1 accepted",
		"draw": "the first is not better by elo1: H0 accepted",
	} {
		var end []string
		var opened atomic.Int64
		s := &Series{
			Players: []string{"x", "y"}, Games: 2000, Test: &rating.SPRT{Elo0: 50, Elo1: 100},
			NewGame: func(_ int, seats ...host.Seat) (*host.Game, error) {
				for i := range seats {
					seats[i].Name = string(rune('a' + i))
				}
				return &host.Game{Referee: claims, Name: "claims", Seats: seats}, nil
			},
			Open: func(_ context.Context, _, address string, _ io.Writer) (PlayerConn, error) {
				n := opened.Add(1) // so that no two games are equal
				if address == "x" {
					return seatedFake{hosttest.Answering(fmt.Sprint(answer, n), 0)}, nil
				}
				return seatedFake{hosttest.Answering(fmt.Sprint("draw", n), 0)}, nil
			},
			Show: finished{lines: &end}, Say: func(string) {},
		}
		require.NoError(t, s.Play(t.Context()))
		require.NoError(t, s.Close())
		require.Contains(t, end[len(end)-1], line)
		require.Less(t, opened.Load(), int64(2*2000), "it stops before the last game")
		require.Zero(t, opened.Load()%4, "after a whole pair")
	}
}

// One game played again and again decides nothing, which is said.
func TestSPRTLeavesOutEqualGames(t *testing.T) {
	var end, said []string
	s := &Series{
		Players: []string{"x", "y"}, Games: 20, Test: &rating.SPRT{Elo0: 50, Elo1: 100},
		NewGame: func(_ int, seats ...host.Seat) (*host.Game, error) {
			for i := range seats {
				seats[i].Name = string(rune('a' + i))
			}
			return &host.Game{Referee: claims, Name: "claims", Seats: seats}, nil
		},
		Open: func(_ context.Context, _, address string, _ io.Writer) (PlayerConn, error) {
			if address == "x" {
				return seatedFake{hosttest.Answering("win", 0)}, nil
			}
			return seatedFake{hosttest.Answering("draw", 0)}, nil
		},
		Show: finished{lines: &end}, Say: func(text string) { said = append(said, text) },
	}
	require.NoError(t, s.Play(t.Context()))
	require.NoError(t, s.Close())
	require.Contains(t, end[len(end)-1], "LW or DD 0, DW 0, WW 1;")
	require.Contains(t, end[len(end)-1], "undecided")
	require.Contains(t, end[len(end)-2], "18 games were equal to earlier ones")
	require.Contains(t, said, "game 3 of 20 is equal to an earlier one, answer by answer; the test leaves it out")
}
