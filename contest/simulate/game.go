package simulate

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
)

// The game: all are asked for numbers in turn, two each, and the highest sum wins.
const (
	asked = 2
	limit = time.Second
)

// The reasons of verdicts that are not a foul.
const (
	higher = "higher"
	even   = "even"
	void   = "void"
)

func play(ctx context.Context, t *host.Session) (host.Verdict, error) {
	return playWithin(ctx, t, limit)
}

func playWithin(ctx context.Context, t *host.Session, limit time.Duration) (host.Verdict, error) {
	sums := make([]int, t.Seats())
	plies := asked * len(sums)
	for ply := range plies {
		seat := ply % len(sums)
		a, err := t.Ask(ctx, seat, fmt.Sprint("turn ", ply+1), limit)
		if err != nil {
			return host.Verdict{Ply: ply}, err
		}
		if a.Text == void {
			return host.Verdict{Void: true, Reason: void, Ply: ply}, nil
		}
		n, err := strconv.Atoi(a.Text)
		if err != nil {
			return host.Verdict{Ply: ply}, &host.Foul{
				Seat: seat, Kind: host.Illegal, Reason: "number", Detail: "want a number", Bytes: []byte(a.Text),
			}
		}
		sums[seat] += n
		if err := t.Note("said", n); err != nil {
			return host.Verdict{Ply: ply}, err
		}
	}
	v := host.Verdict{Reason: higher, Ply: plies, Scores: sums}
	best := slices.Max(sums)
	if v.Winner = slices.Index(sums, best); slices.Index(sums[v.Winner+1:], best) >= 0 {
		v.Winner, v.Draw, v.Reason = host.NoWinner, true, even
	}
	return v, nil
}

func match(_ tournament.GameSetup, seats ...host.Seat) (*host.Game, error) {
	for i := range seats {
		seats[i].Name = []string{"first", "second", "third", "fourth"}[i]
	}
	return &host.Game{Referee: play, Name: "numbers", Seats: seats}, nil
}

func verify(g *record.Game) (host.ReplayReport, error) { return host.Verify(g, play) }
