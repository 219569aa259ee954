package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/bridgetest"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/trax/referee"
)

// TestUnwaitedChildrenEarnNoCredit: who works in children that nobody waits for cannot be
// measured without a control group. An ordinary user's host credits it nothing, says so,
// and records it; the first answer that is late loses. As where it can be measured.
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
		if !uncounted {
			require.NotZero(t, os.Getuid(), "nobody may make no control groups")
			t.Log("this user may make control groups: the processor time is counted")
			continue
		}
		for _, e := range g.Events {
			if e.Seat == seat && (e.Type == record.EventAnswer || e.Type == record.EventFault) {
				require.Zero(t, e.Credit, "%+v", e)
			}
		}
	}
	require.LessOrEqual(t, strings.Count(string(out), "cannot be counted here"), 1, "said once")
}
