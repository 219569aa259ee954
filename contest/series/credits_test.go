package series

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host"
)

// TestCredits sums up the answers of a match that count by credit alone: an answer of the player that lost anyway
// decides nothing, nor does a game that is void for it.
func TestCredits(t *testing.T) {
	m := &host.Game{Seats: []host.Seat{{Name: "white"}, {Name: "red"}}}
	type game struct {
		title string
		v     host.Verdict
	}
	by := func(seat, times int) (all []host.CreditedAnswer) {
		for i := range times {
			all = append(all, host.CreditedAnswer{
				Seat: seat, Question: fmt.Sprint("go ", i), Limit: time.Second,
				Used: 1100*time.Millisecond + time.Duration(i)*10*time.Millisecond, Credit: 200*time.Millisecond + time.Duration(i)*10*time.Millisecond,
			})
		}
		return all
	}
	won := func(winner int, credited ...host.CreditedAnswer) host.Verdict {
		return host.Verdict{Winner: winner, Times: make([]host.Times, 2), Credited: credited}
	}
	const first = `white: the answer to "go 0" took 1.10 s of 1.00 s, 200.0 ms of it credited`
	for name, c := range map[string]struct {
		games []game
		want  []string
	}{
		"none": {[]game{{"", won(0)}}, nil},
		"one that hangs": {[]game{{"", won(0, by(0, 1)...)}}, []string{
			"host stalled: 1 answer credited, the longest 200.0 ms",
			"in time by credit: " + first,
			"the verdict hangs on a credited answer; --stall-credit void plays such a game again",
		}},
		"the loser's own": {[]game{{"", won(1, by(0, 1)...)}}, []string{
			"host stalled: 1 answer credited, the longest 200.0 ms",
			"in time by credit: " + first,
			"no verdict hangs on a credited answer",
		}},
		"of who lost by a foul": {[]game{{"", host.Verdict{Winner: 1, Foul: &host.Foul{Seat: 0}, Times: make([]host.Times, 2), Credited: by(0, 1)}}}, []string{
			"host stalled: 1 answer credited, the longest 200.0 ms",
			"in time by credit: " + first,
			"no verdict hangs on a credited answer",
		}},
		"a draw": {[]game{{"", host.Verdict{Winner: host.NoWinner, Draw: true, Times: make([]host.Times, 2), Credited: by(0, 1)}}}, []string{
			"host stalled: 1 answer credited, the longest 200.0 ms",
			"in time by credit: " + first,
			"the verdict hangs on a credited answer; --stall-credit void plays such a game again",
		}},
		"void for it": {[]game{{"", host.Verdict{Winner: host.NoWinner, Void: true, Reason: host.ReasonCredit, Credited: by(0, 1)}}}, []string{
			"host stalled: 1 answer credited, the longest 200.0 ms",
			"in time by credit: " + first,
			"no verdict hangs on a credited answer",
		}},
		"two games": {[]game{{"game 1 of 3", won(0, by(0, 1)...)}, {"game 2 of 3", won(0)}, {"game 3 of 3", won(0, by(0, 2)...)}}, []string{
			"host stalled: 3 answers credited, the longest 210.0 ms",
			"in time by credit: game 1 of 3: " + first,
			"in time by credit: game 3 of 3: " + first,
			`in time by credit: game 3 of 3: white: the answer to "go 1" took 1.11 s of 1.00 s, 210.0 ms of it credited`,
			"2 verdicts hang on a credited answer (game 1 of 3; game 3 of 3); --stall-credit void plays such a game again",
		}},
		"more than are listed": {[]game{{"", won(1, by(0, 7)...)}}, []string{
			"host stalled: 7 answers credited, the longest 260.0 ms",
			"in time by credit: " + first,
			`in time by credit: white: the answer to "go 1" took 1.11 s of 1.00 s, 210.0 ms of it credited`,
			`in time by credit: white: the answer to "go 2" took 1.12 s of 1.00 s, 220.0 ms of it credited`,
			`in time by credit: white: the answer to "go 3" took 1.13 s of 1.00 s, 230.0 ms of it credited`,
			`in time by credit: white: the answer to "go 4" took 1.14 s of 1.00 s, 240.0 ms of it credited`,
			"in time by credit: 2 more",
			"no verdict hangs on a credited answer",
		}},
	} {
		var all credits
		for _, g := range c.games {
			all.add(g.title, m, &g.v)
		}
		require.Equal(t, c.want, all.summary(), name)
	}
}
