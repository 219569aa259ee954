package referee_test

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/hosttest"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/referee"
)

// player answers the lines of the contest with the moves it is given.
func player(team string, moves ...string) host.Player {
	return hosttest.New(func(p *hosttest.FakePlayer, line string) {
		switch {
		case line == "-T":
			p.Say(0, team+"\n")
		case line != "-B" && len(moves) > 0:
			p.Say(0, moves[0]+"\n")
			moves = moves[1:]
		}
	})
}

// White's second move completes a loop, but a red one: red wins.
func Example() {
	var recorded bytes.Buffer
	cfg := referee.Default()
	cfg.Move = 10 * time.Second
	match := cfg.Game(
		host.Seat{Player: player("WT", "@0/", `B1\`)},
		host.Seat{Player: player("RD", `A2\`)},
	)
	match.Record = &recorded
	verdict, err := match.Run(context.Background())
	fmt.Println(trax.Color(verdict.Winner), verdict.Reason, verdict.Ply, err)

	games, err := record.Read(&recorded)
	if err != nil {
		fmt.Println(err)
		return
	}
	report, err := referee.Verify(&games[0])
	fmt.Println(trax.Color(report.Verdict.Winner), report.Answers, err)
	// Output:
	// red loop 3 <nil>
	// red 5 <nil>
}
