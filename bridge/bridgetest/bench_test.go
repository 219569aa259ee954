package bridgetest

import (
	"context"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
	"golang.org/x/term"

	"github.com/loopline/loopline/bridge"
)

// BenchmarkAnswer times a question and its answer with a Line at both ends: all
// that the host's side and an instant player's side cost.
func BenchmarkAnswer(b *testing.B) {
	for _, w := range Wires() {
		b.Run(w.Name, func(b *testing.B) { benchmarkAnswer(b, w) })
	}
}

func benchmarkAnswer(b *testing.B, w Wire) {
	near, far := w.Pair(b)
	line := bridge.NewLine(near, bridge.LineConfig{})
	defer line.Close()
	player := bridge.NewLine(far, bridge.LineConfig{})
	defer player.Close()
	go func() {
		for {
			text, _, _, err := player.Receive(context.Background())
			if err != nil {
				return
			}
			player.Send(context.Background(), text)
		}
	}()
	var took []time.Duration
	for b.Loop() {
		ctx, cancel := context.WithTimeout(b.Context(), time.Second)
		sent, _, err := line.Send(ctx, "C2/")
		require.NoError(b, err)
		_, _, _, err = line.Receive(ctx)
		cancel()
		require.NoError(b, err)
		took = append(took, time.Since(sent))
	}
	report(b, took)
}

func report(b *testing.B, took []time.Duration) {
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Nanoseconds())/1e3, "µs-p50")
	b.ReportMetric(float64(took[len(took)*999/1000].Nanoseconds())/1e3, "µs-p99.9")
}

// BenchmarkFloor times the same bytes over a PTY by bare system calls on two
// threads: what no host can be quicker than.
func BenchmarkFloor(b *testing.B) {
	master, slave, err := pty.Open()
	require.NoError(b, err)
	defer master.Close()
	defer slave.Close()
	far, near := int(master.Fd()), int(slave.Fd())
	_, err = term.MakeRaw(near)
	require.NoError(b, err)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		runtime.LockOSThread()
		buf := make([]byte, 64)
		for {
			n, err := unix.Read(far, buf)
			if err != nil || buf[0] == '.' {
				return
			}
			unix.Write(far, buf[:n])
		}
	}()
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
	unix.Write(near, []byte("."))
	<-ended
	report(b, took)
}
