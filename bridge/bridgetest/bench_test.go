package bridgetest

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/lines"
)

// BenchmarkAnswer times a question and its answer with a Line at both ends: all
// that the host's side and an instant player's side cost. BenchmarkOverhead is
// the host's alone.
func BenchmarkAnswer(b *testing.B) {
	for _, w := range Transports() {
		b.Run(w.Name, func(b *testing.B) { benchmarkAnswer(b, w) })
	}
}

func benchmarkAnswer(b *testing.B, w Transport) {
	near, far := w.Pair(b)
	line := lines.New(near, lines.Config{})
	defer line.Close()
	player := lines.New(far, lines.Config{})
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
