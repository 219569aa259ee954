package simulate

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/tournament"
)

// The game: both are asked for numbers in turn, and the higher sum wins.
const (
	plies = 4
	limit = time.Second
)

// The reasons of verdicts that are not a foul.
const (
	higher = "higher"
	even   = "even"
	void   = "void"
)

func play(ctx context.Context, t *host.Session) (host.Verdict, error) {
	var sums [2]int
	for ply := range plies {
		seat := ply % 2
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
	v := host.Verdict{Reason: higher, Ply: plies, Scores: sums[:]}
	switch {
	case sums[0] == sums[1]:
		v.Draw, v.Reason = true, even
	case sums[0] < sums[1]:
		v.Winner = 1
	}
	return v, nil
}

func match(_ tournament.GameSetup, seats ...host.Seat) (*host.Game, error) {
	for i := range seats {
		seats[i].Name = []string{"first", "second"}[i]
	}
	return &host.Game{Referee: play, Name: "numbers", Seats: seats}, nil
}

func verify(g *record.Game) (host.ReplayReport, error) { return host.Verify(g, play) }
