package host_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
)

// guesser is a player that halves what is left of 1 to 100.
type guesser struct{ low, high int }

func (g *guesser) Send(_ context.Context, text string) (sent, drained time.Time, err error) {
	middle := (g.low + g.high) / 2
	switch text {
	case "higher":
		g.low = middle + 1
	case "lower":
		g.high = middle - 1
	}
	now := time.Now()
	return now, now, nil
}

func (g *guesser) Receive(context.Context) (string, time.Time, time.Time, error) {
	now := time.Now()
	return strconv.Itoa((g.low + g.high) / 2), now, now, nil
}

// guess is a game for one: find the number 37.
func guess(ctx context.Context, table *host.Session) (host.Verdict, error) {
	question := "guess"
	for ply := 1; ; ply++ {
		a, err := table.Ask(ctx, 0, question, time.Second)
		if err != nil {
			return host.Verdict{Ply: ply}, err
		}
		n, err := strconv.Atoi(a.Text)
		switch {
		case err != nil:
			return host.Verdict{Ply: ply}, &host.Foul{
				Kind: host.Illegal, Reason: "syntax", Detail: err.Error(),
			}
		case n == 37:
			return host.Verdict{Winner: 0, Reason: "found", Ply: ply}, nil
		case n < 37:
			question = "higher"
		default:
			question = "lower"
		}
	}
}

// A game is a function that asks its table for help.
func Example() {
	match := &host.Game{
		Referee: guess, Name: "guess",
		Seats: []host.Seat{{Name: "solo", Player: &guesser{1, 100}}},
	}
	verdict, err := match.Run(context.Background())
	fmt.Println(verdict.Reason, verdict.Ply, err)
	// Output: found 3 <nil>
}

// A verdict can be derived again from its record alone.
func ExampleVerify() {
	var recorded bytes.Buffer
	match := &host.Game{
		Referee: guess, Name: "guess", Record: &recorded,
		Seats: []host.Seat{{Name: "solo", Player: &guesser{1, 100}}},
	}
	if _, err := match.Run(context.Background()); err != nil {
		fmt.Println(err)
		return
	}
	games, err := record.Read(&recorded)
	if err != nil {
		fmt.Println(err)
		return
	}
	report, err := host.Verify(&games[0], guess)
	fmt.Println(report.Verdict.Reason, report.Answers, err)
	// Output: found 3 <nil>
}

// bidder7 bids 7, always.
type bidder7 struct{ at time.Time }

func (e *bidder7) Send(context.Context, string) (sent, drained time.Time, err error) {
	e.at = time.Now()
	return e.at, e.at, nil
}

func (e *bidder7) Receive(context.Context) (string, time.Time, time.Time, error) {
	return "7", e.at, e.at, nil
}

// In a game of simultaneous turns all seats are asked at once. Equal scores are a
// draw.
func ExampleSession_Each() {
	game := func(ctx context.Context, table *host.Session) (host.Verdict, error) {
		v := host.Verdict{Winner: host.NoWinner, Draw: true, Reason: "points", Scores: make([]int, table.Seats())}
		errs := table.Each(ctx, func(ctx context.Context, seat int) (err error) {
			answer, err := table.Ask(ctx, seat, "round 1\nyour bid", time.Second)
			if err == nil {
				v.Scores[seat], err = strconv.Atoi(answer.Text)
			}
			return err
		})
		return v, errors.Join(errs...)
	}
	match := &host.Game{Referee: game, Name: "bids", Seats: []host.Seat{
		{Name: "north", Player: &bidder7{}}, {Name: "east", Player: &bidder7{}}, {Name: "south", Player: &bidder7{}},
	}}
	verdict, err := match.Run(context.Background())
	fmt.Println(verdict.Draw, verdict.Scores, err)
	// Output: true [7 7 7] <nil>
}
