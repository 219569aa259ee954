package cli

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/bridgetest"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/trax/referee"
)

// farmLate is how much later than its limit a player answers that wants the
// host's stalls to pay for it.
const farmLate = 7 * time.Millisecond

// farming are the ways to make the host stall: the helpers that a player starts.
var farming = map[string][]string{
	"burning": repeated(8, "while :; do :; done"),
	"stderr":  repeated(2, "exec yes >&2"),
	"stdout":  repeated(2, "while :; do echo; done"),
	"bytes":   repeated(2, `while :; do printf " " >&2; done`),
	unwaited:  repeated(8, `trap "" CHLD; while :; do sh -c 'i=0; while [ $i -lt 5000 ]; do i=$((i+1)); done'; done`),
	idling:    nil,
}

// unwaited is the way of a player that works in children that nobody waits for.
const unwaited = "unwaited"

// idling is the way of a player that is late and has no helpers.
const idling = "idling"

func repeated(n int, text string) (all []string) {
	for range n {
		all = append(all, text)
	}
	return all
}

// farmerName is the script of a farmer under a limit.
func farmerName(way string, limit time.Duration) string { return way + " " + limit.String() }

// systemScripts are the players that stop their host or make it stall.
func systemScripts() bridgetest.Scripts {
	all := bridgetest.Scripts{
		scriptStopper:  stopper,
		scriptRestless: restless,
		scriptLocker:   locker(lockFor),
		scriptBorrower: locker(borrowFor),
		scriptNeedy:    needy,
		scriptSpinner:  spinner,
		scriptHolder:   holder,
		scriptFiller:   filler,
		scriptBurner:   burning(1),
		scriptBurners:  burning(8),
	}
	for way := range farming {
		for _, limit := range farmLimits {
			all[farmerName(way, limit)] = func() bridgetest.Script { return farmer(way, limit) }
		}
	}
	return all
}

// farmLimits are the limits of a move that farmers are tried under.
var farmLimits = []time.Duration{100 * time.Millisecond, time.Second}

// farmer plays as another script does, but from its second move on a little
// later than it may, while its helpers are at work.
func farmer(way string, limit time.Duration) bridgetest.Script {
	s := quickScript()
	play, moves := s.Answer, 0
	s.Answer = func(question string) (string, bool) {
		asked := time.Now()
		answer, ok := play(question)
		if !ok || question == "-T" {
			return answer, ok
		}
		if moves++; moves == 1 {
			startHelpers(farming[way])
		} else {
			time.Sleep(time.Until(asked.Add(limit + farmLate)))
		}
		return answer, ok
	}
	return s
}

// startHelpers starts programs that end with the player.
func startHelpers(scripts []string) {
	for _, script := range scripts {
		helper := exec.Command("sh", "-c", script)
		helper.Stdout, helper.Stderr = os.Stdout, os.Stderr
		// Linux gives each session a share of the processors, where it may be had.
		helper.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL}
		if helper.Start() == nil {
			go func() { _ = helper.Wait() }()
		}
	}
}

var farms = flag.Int("farms", 0, "how often TestFarmedStalls tries each way to farm stalls, at most; 5 is enough, 0 is none")

// TestFarmedStalls lets players answer too late and make the host stall
// meanwhile. The first late answer loses: stalls pay for what others did. On a
// busy machine more may be accepted, but no more than of a player that makes
// nothing stall: a way that fares better is tried again. It takes minutes, and
// chance plays a part: TestFarmedStall has neither.
func TestFarmedStalls(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	if *farms == 0 {
		t.Skip("takes minutes: -farms 5")
	}
	for _, isolation := range []string{"none", "auto"} {
		for _, limit := range farmLimits {
			for way := range farming {
				t.Run(fmt.Sprintf("%s/%v/isolation %s", way, limit, isolation), func(t *testing.T) {
					farmer := farmedMatch{way: way, limit: limit, isolation: isolation}
					other := farmedMatch{way: idling, limit: limit, isolation: isolation}
					for try := 1; ; try++ {
						farmed := farmer.play(t)
						if farmed == 0 || farmed <= other.play(t) {
							return
						}
						t.Logf("try %d: %d late answers were accepted: %s", try, farmed, farmer.out)
						require.Less(t, try, *farms, "stalls that a player makes pay for its time")
					}
				})
			}
		}
	}
}

// farmedMatch is two games of a farmer against a bot.
type farmedMatch struct {
	way       string
	limit     time.Duration
	isolation string
	out       string // what the host printed
}

// play plays the match and returns how many late answers were accepted.
func (m *farmedMatch) play(t *testing.T) (farmed int) {
	t.Helper()
	record := filepath.Join(t.TempDir(), "match.jsonl")
	self, err := os.Executable()
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, self)
	cmd.Args = []string{
		"loopline", "play", "--record", record, "--move-time", m.limit.String(), "--first-time", "5s",
		"--games", "2", "--isolation", m.isolation,
		"--white", bridgetest.ExecAddress("good", farmerName(m.way, m.limit)), "--red", "bot:random?seed=4",
	}
	out, err := cmd.CombinedOutput()
	m.out = string(out)
	require.NoError(t, err, m.out)
	games := readGames(t, record)
	require.Len(t, games, 2)
	for seat, g := range games {
		farmed += m.accepted(t, &g, seat)
	}
	return farmed
}

// accepted is how many late answers of the farmer at a seat were accepted in a
// game. Where the host stalled for longer than it credits, so that the other one
// lost on time, that counts as one of them.
func (m *farmedMatch) accepted(t *testing.T, g *record.Game, seat int) int {
	t.Helper()
	report, err := referee.Verify(g)
	require.NoError(t, err)
	late, foul := m.lateAnswers(g, seat), report.Verdict.Foul
	if foul == nil {
		return late
	}
	if foul.Seat != seat {
		require.Contains(t, []host.Kind{host.Late, host.Silent}, foul.Kind, m.out)
		return late + 1
	}
	require.Contains(t, []host.Kind{host.Late, host.Silent, host.Garbled}, foul.Kind, m.out)
	if foul.Reason == host.ReasonOverdue {
		late-- // the one that lost
	}
	return late
}

// lateAnswers counts the answers of a seat that came after the limit.
func (m *farmedMatch) lateAnswers(g *record.Game, seat int) (n int) {
	for _, e := range g.Events {
		if e.Type == record.EventAnswer && e.Seat == seat && e.Used.Duration() > m.limit &&
			e.Question != referee.AskTeam && e.Question != referee.AskFirst {
			n++
		}
	}
	return n
}
