package cli

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/bridgetest"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/trax/referee"
)

// Scripts of players that stop their host and keep processors busy meanwhile.
const (
	scriptBurner  = "burner"
	scriptBurners = "burners"
)

const (
	burnTime  = 300 * time.Millisecond // of the processors, while the host is stopped
	burnSlack = 40 * time.Millisecond  // where processor time is counted in steps
)

// burning is a player that stops its host, and lets it go on when its helpers have
// used the processors for burnTime, and as much time has passed.
func burning(helpers int) func() bridgetest.Script {
	return func() bridgetest.Script {
		return stopping(func() {
			defer func() { _ = syscall.Kill(os.Getppid(), syscall.SIGCONT) }()
			burn(helpers)
		})
	}
}

// burn starts helpers, waits until they have used burnTime, and ends them.
func burn(helpers int) {
	began := time.Now()
	var all []*exec.Cmd
	for range helpers {
		helper := exec.Command("sh", "-c", "while :; do :; done")
		helper.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL}
		if helper.Start() == nil {
			all = append(all, helper)
		}
	}
	for used := time.Duration(0); used < burnTime || time.Since(began) < burnTime; {
		time.Sleep(5 * time.Millisecond)
		used = 0
		for _, helper := range all {
			used += ran(helper.Process.Pid)
		}
	}
	for _, helper := range all {
		_ = helper.Process.Kill()
		_ = helper.Wait()
	}
}

// ran is the processor time of a process with one thread.
func ran(pid int) (used time.Duration) {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/schedstat", pid))
	_, _ = fmt.Sscan(string(text), &used)
	return used
}

// TestFarmedStall stops a host while helpers of the player that is asked keep the
// processors busy. However busy the machine is beside them: the record holds at
// least what they used, and the credit is what is left of the stalls without it.
func TestFarmedStall(t *testing.T) {
	tier.Slow(t)
	for _, script := range []string{scriptBurner, scriptBurners} {
		for seat := range 2 {
			t.Run(fmt.Sprintf("%s at seat %d", script, seat), func(t *testing.T) {
				g, out := stoppedMatch(t, script, seat, "1s")
				_, err := referee.Verify(&g)
				require.NoError(t, err)
				stop := checkCredits(t, &g, seat)
				require.GreaterOrEqual(t, stop.own, burnTime-burnSlack, out)
				require.LessOrEqual(t, stop.credit, max(0, stop.length-burnTime+burnSlack), out)
			})
		}
	}
}

// stallSum is what the stalls before an answer come to.
type stallSum struct{ length, own, credit time.Duration }

// checkCredits requires that each answer of a seat is credited what its stalls
// deserve, and returns the answer with the most stalls.
func checkCredits(t *testing.T, g *record.Game, seat int) (longest stallSum) {
	t.Helper()
	most := g.Header().Credit.Duration()
	granted, now := time.Duration(0), stallSum{}
	for _, e := range g.Events {
		switch {
		case e.Seat != seat:
		case e.Type == record.EventStall:
			now.length += (e.To - e.From).Duration()
			now.own += e.Own.Duration() + time.Duration(e.Read)*time.Microsecond
		case e.Type == record.EventWait:
			now.length += (e.To - e.From).Duration()
			now.own += max(e.Own, e.To-e.From-e.Held-e.Stopped-e.Late).Duration() + time.Duration(e.Read)*time.Microsecond
		case e.Type == record.EventAnswer || e.Type == record.EventFault:
			now.credit = e.Credit.Duration()
			require.Equal(t, max(0, min(now.length-now.own, most, 5*most-granted)), now.credit, "%+v", e)
			if now.length > longest.length {
				longest = now
			}
			granted, now = granted+now.credit, stallSum{}
		}
	}
	return longest
}
