package bridgetest

import (
	"context"
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
	"golang.org/x/term"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/bridge/lines"
)

// BenchmarkFloor times a question and its answer over a PTY by bare system
// calls on two threads: what no host can be quicker than.
func BenchmarkFloor(b *testing.B) {
	ended, slave := bareEcho(b, 0, nil)
	near := int(slave.Fd())
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	buf := make([]byte, 64)
	var took []time.Duration
	for b.Loop() {
		start := time.Now()
		_, err := unix.Write(near, []byte("C2/\n"))
		require.NoError(b, err)
		_, err = unix.Read(near, buf)
		require.NoError(b, err)
		took = append(took, time.Since(start))
	}
	report(b, took)
	_, err := slave.WriteString(".")
	require.NoError(b, err)
	<-ended
}

// BenchmarkOverhead times what the host's side alone costs: a Line asks, and
// the player is that of BenchmarkFloor. From before the first byte of the
// question to the answer in the hands of who asked.
func BenchmarkOverhead(b *testing.B) {
	ended, slave := bareEcho(b, 0, nil)
	line := benchLine(b, slave)
	var took []time.Duration
	for b.Loop() {
		sent, _ := exchange(b, line)
		took = append(took, time.Since(sent))
	}
	report(b, took)
	hangUp(b, line, ended)
}

// BenchmarkStamp times what a player is charged that is not its own: from just
// before it writes its answer, some time after the question, to the stamp.
func BenchmarkStamp(b *testing.B) {
	for _, think := range []time.Duration{
		100 * time.Microsecond, time.Millisecond, 10 * time.Millisecond,
	} {
		b.Run(think.String(), func(b *testing.B) {
			wrote := make(chan time.Time, 1)
			ended, slave := bareEcho(b, think, wrote)
			line := benchLine(b, slave)
			var took []time.Duration
			for b.Loop() {
				_, last := exchange(b, line)
				took = append(took, last.Sub(<-wrote))
			}
			report(b, took)
			close(wrote)
			hangUp(b, line, ended)
		})
	}
}

// exchange is a question and its answer.
func exchange(b *testing.B, line *lines.Line) (sent, last time.Time) {
	ctx, cancel := context.WithTimeout(b.Context(), time.Second)
	defer cancel()
	sent, _, err := line.Send(ctx, "C2/")
	require.NoError(b, err)
	_, _, last, err = line.Receive(ctx)
	require.NoError(b, err)
	return sent, last
}

// bareEcho makes a PTY and answers every line on it with itself, after a while,
// by blocking system calls on a thread of its own. It tells when it begins to
// write to wrote, if that is not nil. A line that is a full stop ends it.
func bareEcho(b *testing.B, think time.Duration, wrote chan<- time.Time) (ended chan struct{}, slave *os.File) {
	master, slave, err := pty.Open()
	require.NoError(b, err)
	b.Cleanup(func() { master.Close(); slave.Close() })
	_, err = term.MakeRaw(int(slave.Fd()))
	require.NoError(b, err)
	ended = make(chan struct{})
	far := int(master.Fd())
	go func() {
		defer close(ended)
		runtime.LockOSThread()
		buf := make([]byte, 64)
		for {
			n, err := unix.Read(far, buf)
			if err != nil || buf[0] == '.' {
				return
			}
			if think > 0 {
				pause := unix.NsecToTimespec(int64(think))
				_ = unix.Nanosleep(&pause, nil)
			}
			if wrote != nil {
				wrote <- time.Now()
			}
			_, _ = unix.Write(far, buf[:n])
		}
	}()
	return ended, slave
}

// benchLine opens the device as the host does.
func benchLine(b *testing.B, slave *os.File) *lines.Line {
	line := lines.New(open(b, "serial:"+slave.Name(), bridge.Options{}), lines.Config{})
	b.Cleanup(func() { line.Close() })
	return line
}

// hangUp ends the player.
func hangUp(b *testing.B, line *lines.Line, ended <-chan struct{}) {
	_, _, err := line.Send(b.Context(), ".")
	require.NoError(b, err)
	<-ended
}
