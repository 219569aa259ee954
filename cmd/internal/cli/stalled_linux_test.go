package cli

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/bridgetest"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/trax/referee"
)

// scriptStopper is a player that stops its host while it thinks.
const scriptStopper = "stopper"

// Where the stopper stops its host, and for how long. The host must have begun
// to wait for the answer by then, so the stopper thinks a little first.
const (
	stopAt    = 3 // the question, behind -T and -W or -B
	stopAfter = 20 * time.Millisecond
	stopFor   = 400 * time.Millisecond
	stopLimit = 200 * time.Millisecond // of a move
)

// stopper plays as another script does. Once it stops the host, answers at
// once, and lets the host go on a while later: the answer lies in the pipe.
func stopper() bridgetest.Script {
	return stopping(func() {
		time.AfterFunc(stopFor, func() { _ = syscall.Kill(os.Getppid(), syscall.SIGCONT) })
	})
}

// stopping plays as another script does. Once it stops the host and calls stopped,
// which lets the host go on, before it answers.
func stopping(stopped func()) bridgetest.Script {
	s := quickScript()
	play, asked := s.Answer, 0
	s.Answer = func(question string) (string, bool) {
		answer, ok := play(question)
		if asked++; asked == stopAt {
			time.Sleep(stopAfter)
			host := os.Getppid()
			_ = syscall.Kill(host, syscall.SIGSTOP)
			for !standsStill(host) {
				time.Sleep(time.Millisecond)
			}
			stopped()
		}
		return answer, ok
	}
	return s
}

// standsStill tells whether every thread of a process is stopped: one that still
// runs would read the answer in time.
func standsStill(process int) bool {
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", process))
	for _, thread := range threads {
		stat, _ := os.ReadFile(thread)
		_, state, _ := bytes.Cut(stat, []byte(") "))
		if !bytes.HasPrefix(state, []byte("T")) {
			return false
		}
	}
	return err == nil
}

// TestStoppedHost stops a host while a player thinks. The answer that came in
// time and was read too late is judged fairly, and so is the record; without
// credit the same game is lost.
func TestStoppedHost(t *testing.T) {
	tier.Slow(t)
	for _, c := range []struct {
		name, credit string
		seat         int
		lost         bool
	}{
		// On a busy machine the stopper may have to wait until it can let the host go on.
		{"white", "10s", 0, false}, {"red", "10s", 1, false},
		{"white without credit", "0", 0, true}, {"red without credit", "0", 1, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, out := stoppedMatch(t, scriptStopper, c.seat, c.credit)
			report, err := referee.Verify(&g)
			require.NoError(t, err)
			v := report.Verdict
			if c.lost {
				require.NotNil(t, v.Foul, out)
				require.Equal(t, c.seat, v.Foul.Seat, out)
				require.NotContains(t, out, "host stalled")
				return
			}
			require.Nil(t, v.Foul, out)
			answer := credited(t, &g, c.seat)
			limit := g.Header().Limits["move"]
			require.Positive(t, answer.Credit.Duration(), out)
			require.LessOrEqual(t, answer.Credit, answer.Used-limit, "no more than the answer took beyond its limit")
			require.GreaterOrEqual(t, answer.Used.Duration(), stopFor)
			require.Contains(t, out, "host stalled at ply ")
			require.Regexp(t, "(?m)^host stalled: [0-9]+ answers? credited, the longest ", out)
		})
	}
}

// stoppedMatch is a game against a script that stops its host while that waits, and
// what the host printed. A script cannot know whether the host waits already: where
// it did not, nothing had to be judged, and there is another game.
func stoppedMatch(t *testing.T, script string, seat int, credit string) (g record.Game, out string) {
	t.Helper()
	for range 5 {
		if g, out = matchAgainst(t, script, seat, credit); stoppedInTime(&g, seat) {
			return g, out
		}
	}
	require.Fail(t, "the host was never stopped while it waited", out)
	return g, out
}

// stoppedInTime tells whether a seat was late, or would have been without credit.
func stoppedInTime(g *record.Game, seat int) bool {
	var limit record.Micros // of what was asked last: the team code and the first move have longer ones
	return slices.ContainsFunc(g.Events, func(e record.Event) bool {
		if e.Seat == seat && e.Type == record.EventAsk {
			limit = e.Limit
		}
		return e.Seat == seat && (e.Type == record.EventFault || e.Type == record.EventAnswer && e.Used > limit)
	})
}

// matchAgainst is a game against a script, and what the host printed.
func matchAgainst(t *testing.T, script string, seat int, credit string) (record.Game, string) {
	t.Helper()
	players := [2]string{"bot:random?seed=4", "bot:random?seed=4"}
	players[seat] = bridgetest.ExecAddress("good", script)
	record := filepath.Join(t.TempDir(), "match.jsonl")
	self, err := os.Executable()
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, self)
	cmd.Args = []string{
		"loopline", "play", "--record", record, "--stall-credit", credit,
		"--isolation", "none", // isolated, a player finds no host to stop
		"--move-time", stopLimit.String(), "--white", players[0], "--red", players[1],
	}
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	games := readGames(t, record)
	require.Len(t, games, 1)
	return games[0], string(out)
}

// credited is the answer of a seat that was charged least.
func credited(t *testing.T, g *record.Game, seat int) (most record.Event) {
	t.Helper()
	for _, e := range g.Events {
		if e.Type == record.EventAnswer && e.Seat == seat && e.Credit > most.Credit {
			most = e
		}
	}
	return most
}
