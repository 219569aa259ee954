package cli

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/loopline/loopline/bridge/bridgetest"
	"github.com/loopline/loopline/contest/series"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/tier"
)

// Scripts of a player that needs a processor for each move, and of one that keeps all
// processors busy from its first move on.
const (
	scriptNeedy   = "needy"
	scriptSpinner = "spinner"
)

// neededTime is of a processor, for a move.
const neededTime = 50 * time.Millisecond

// needy thinks for neededTime about each move.
func needy() bridgetest.Script {
	s := quickScript()
	play := s.Answer
	s.Answer = func(question string) (string, bool) {
		if question != "-T" {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			for until := threadTime() + neededTime; threadTime() < until; {
			}
		}
		return play(question)
	}
	return s
}

// threadTime is the processor time of this thread.
func threadTime() time.Duration {
	var t unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t)
	return time.Duration(t.Nano())
}

// spinner has 32 children that do nothing but run.
func spinner() bridgetest.Script {
	s := quickScript()
	play, asked := s.Answer, 0
	s.Answer = func(question string) (string, bool) {
		if asked++; asked == 2 {
			startHelpers(repeated(32, "while :; do :; done"))
		}
		return play(question)
	}
	return s
}

// playAs runs a match as root or as an ordinary user and returns what it says, and its games
// as far as it has a record.
func playAs(t *testing.T, user *bridgetest.User, recorded bool, args ...string) (string, []record.Game) {
	t.Helper()
	record := filepath.Join(user.Dir, fmt.Sprintf("match-%d.jsonl", time.Now().UnixNano()))
	cmd := user.Command()
	cmd.Args = append([]string{"loopline", "play"}, args...)
	if recorded {
		cmd.Args = append(cmd.Args, "--record", record)
	}
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	if !recorded {
		return string(out), nil
	}
	return string(out), readGames(t, record)
}

// runners are the users that a match can be run as here.
func runners(t *testing.T) map[string]*bridgetest.User {
	t.Helper()
	all := map[string]*bridgetest.User{"an ordinary user": bridgetest.OrdinaryUser(t)}
	if os.Getuid() == 0 {
		all["root"] = bridgetest.Root(t)
	}
	return all
}

// logged counts the players of a game whose log says that they are stopped.
func logged(t *testing.T, record string) int {
	t.Helper()
	text, err := os.ReadFile(record)
	require.NoError(t, err)
	return strings.Count(string(text), series.StoppedInLog)
}

// TestPonderByDefault: where nothing shares the processors out between players they are
// stopped while they are not asked, if the match is recorded: which is said once, and is in
// the record. Whoever says --ponder on has them think.
func TestPonderByDefault(t *testing.T) {
	tier.Slow(t)
	for who, user := range runners(t) {
		for _, c := range []struct {
			name     string
			recorded bool
			ponder   []string
			stopped  bool // where nothing shares the processors out
		}{
			{"recorded", true, nil, true}, {"not recorded", false, nil, false}, {"on", true, []string{"--ponder", "on"}, false},
			{"trusted", true, []string{"--isolation", "none"}, false},
		} {
			t.Run(who+", "+c.name, func(t *testing.T) {
				record := filepath.Join(user.Dir, strings.ReplaceAll(c.name, " ", "-")+".jsonl")
				args := append([]string{
					"--games", "2", "--white", user.ExecAddress("good", scriptNeedy), "--red", "bot:random?seed=4", "--move-time", "10s",
				}, c.ponder...)
				if c.recorded {
					args = append(args, "--record", record)
				}
				out, _ := playAs(t, user, false, args...)
				said := strings.Count(out, series.Stopping)
				if c.stopped && said == 0 && who == "root" || c.stopped && os.Getuid() != 0 && said == 0 {
					t.Log("this user may make control groups: the players share the processors")
					c.stopped = false
				}
				require.Equal(t, map[bool]int{true: 1, false: 0}[c.stopped], said, out)
				if c.recorded {
					require.Equal(t, map[bool]int{true: 2, false: 0}[c.stopped], logged(t, record))
					readGames(t, record)
				}
			})
		}
	}
}

// burns is how many games TestBurners plays as each user.
var burns = flag.Int("burns", 0, "games of TestBurners as each user")

// TestBurners: a player that needs a part of its time loses no game to one that burns the
// processors in it, at the settings that everybody has. The same games against an opponent
// that does not burn come first: what is lost there is the machine's doing.
func TestBurners(t *testing.T) {
	if *burns == 0 {
		t.Skip("a measurement: make verify-long STEPS=burners plays it")
	}
	for who, user := range runners(t) {
		for _, opponent := range []struct{ name, address string }{
			{"control", user.ExecAddress("good", scriptNeedy) + "?name=control"},
			{"burner", user.ExecAddress("good", scriptSpinner) + "?name=spinner"},
		} {
			t.Run(who+", "+opponent.name, func(t *testing.T) {
				began := time.Now()
				_, games := playAs(t, user, true, "--games", fmt.Sprint(*burns), "--move-time", "1s",
					"--white", user.ExecAddress("good", scriptNeedy), "--red", opponent.address)
				lost, most := 0, time.Duration(0)
				for number, g := range games {
					needy := number % 2 // they change seats
					v := g.Verdict()
					if v != nil && v.Foul != nil && v.Foul.Seat == needy {
						lost++
						t.Logf("game %d: %s", number+1, v.Foul.Detail)
					}
					for _, e := range g.Events {
						if e.Seat == needy && e.Type == record.EventAnswer {
							most = max(most, e.Used.Duration())
						}
					}
				}
				t.Logf("%s: %d of %d games lost to the %s in %v; the slowest answer took %v",
					who, lost, len(games), opponent.name, time.Since(began), most)
				require.Len(t, games, *burns)
				require.Zero(t, lost)
			})
		}
	}
}
