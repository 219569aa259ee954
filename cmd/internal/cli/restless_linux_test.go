package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/bridgetest"
	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/trax/referee"
)

// scriptRestless is a player that starts a helper which tries to run on while the other
// player is asked. The helper's command is in a variable.
const (
	scriptRestless   = "restless"
	restlessVariable = "LOOPLINE_TEST_HELPER"
)

func restless() bridgetest.Script {
	s := quickScript()
	play, asked := s.Answer, 0
	s.Answer = func(question string) (string, bool) {
		if asked++; asked == 2 {
			startHelpers([]string{"exec " + os.Getenv(restlessVariable)})
			time.Sleep(200 * time.Millisecond)
		}
		return play(question)
	}
	return s
}

// TestPonderOffOfAnOrdinaryUser: where no control groups can be made a player that tries
// to run on, or to keep who stops it from coming, plays no longer than others: it stands
// still, or it has lost. The match takes no longer for it.
func TestPonderOffOfAnOrdinaryUser(t *testing.T) {
	tier.Slow(t)
	attack := filepath.Join(t.TempDir(), "attack")
	said, err := exec.Command("gcc", "-O1", "-pthread", "-o", attack, "../../../sandbox/testdata/attack.c").CombinedOutput()
	if err != nil {
		t.Skipf("no C compiler: %v: %s", err, said)
	}
	for _, what := range []string{"hold-helpers", "borrowed", "timer"} {
		t.Run(what, func(t *testing.T) {
			user := bridgetest.OrdinaryUser(t)
			record := filepath.Join(user.Dir, "match.jsonl")
			cmd := user.Command()
			cmd.Env = append(cmd.Env, restlessVariable+"="+user.Give(t, attack, "attack")+" "+what)
			cmd.Args = []string{
				"loopline", "play", "--record", record, "--ponder", "off", "--isolation", "require", "--move-time", "5s",
				"--white", user.ExecAddress("good", scriptRestless) + "?env=" + restlessVariable, "--red", "bot:search?depth=4",
			}
			began := time.Now()
			out, err := cmd.CombinedOutput()
			require.NoError(t, err, string(out))
			require.Less(t, time.Since(began), 30*time.Second, string(out))
			games := readGames(t, record)
			require.Len(t, games, 1)
			report, err := referee.Verify(&games[0])
			require.NoError(t, err)
			if foul := report.Verdict.Foul; foul != nil {
				require.Equal(t, 0, foul.Seat, string(out))
				if what != "hold-helpers" { // that one stops itself, too
					require.Contains(t, foul.Detail, "while it was stopped")
				}
			}
		})
	}
}
