package cli

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/bridgetest"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/trax/referee"
)

// TestUnwaitedChildrenEarnNoCredit: who works in children that nobody waits for, without a control group, earns no more
// than what the kernel counted of its waits and other programs took from it, and never more than its excess. Where
// waits are not counted, it earns nothing. Other programs' time alone bounds it: stalls.TestWaitsAreBounded.
func TestUnwaitedChildrenEarnNoCredit(t *testing.T) {
	const limit = 100 * time.Millisecond
	user := bridgetest.OrdinaryUser(t)
	file := filepath.Join(user.Dir, "match.jsonl")
	cmd := user.Command()
	cmd.Args = []string{
		"loopline", "play", "--record", file, "--move-time", limit.String(), "--first-time", "5s", "--games", "2",
		"--white", user.ExecAddress("good", farmerName(unwaited, limit)), "--red", "bot:random?seed=4",
	}
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	games := readGames(t, file)
	require.Len(t, games, 2)
	for seat, g := range games {
		_, err := referee.Verify(&g)
		require.NoError(t, err)
		uncounted := g.Header().Seats[seat].Uncounted
		require.Equal(t, uncounted, strings.Contains(string(out), "its processor time cannot be counted here"), string(out))
		require.False(t, g.Header().Seats[1-seat].Uncounted, "our own bot")
		most := record.Micros(0)
		for _, e := range g.Events {
			switch {
			case e.Seat != seat:
			case e.Type == record.EventWait:
				most += e.Held + e.Stopped + e.Late
			case e.Type == record.EventAnswer || e.Type == record.EventFault:
				require.False(t, uncounted && e.Credit > 0, "%+v", e)
				require.LessOrEqual(t, e.Credit, most, "%+v", e)
				if e.Type == record.EventAnswer {
					require.LessOrEqual(t, e.Credit, max(0, e.Used-record.MicrosOf(limit)), "%+v", e)
				}
				most = 0
			}
		}
	}
	require.LessOrEqual(t, strings.Count(string(out), "cannot be counted here"), 1, "said once")
}
