package host

import (
	"context"
	"io"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/stalls"
)

// ready is a player that has its answer at once and costs nothing.
type ready struct{ at time.Time }

func (r *ready) Send(context.Context, string) (sent, drained time.Time, err error) {
	r.at = time.Now()
	return r.at, r.at, nil
}

func (r *ready) Receive(context.Context) (string, time.Time, time.Time, error) {
	return "A1/", r.at, r.at, nil
}

// benchmarkAsk measures one question, answer and note: what the host adds to
// a move beside the wire.
func benchmarkAsk(b *testing.B, record io.Writer) {
	benchmarkMatch(b, &Game{Record: record})
}

func benchmarkMatch(b *testing.B, m *Game) {
	game := func(ctx context.Context, t *Session) (Verdict, error) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := t.Ask(ctx, 0, "A0+", second); err != nil {
				return Verdict{}, err
			}
			if err := t.Note("ply", 1); err != nil {
				return Verdict{}, err
			}
		}
		return Verdict{}, nil
	}
	seated := between(game, &ready{})
	m.Referee, m.Name, m.Seats = seated.Referee, seated.Name, seated.Seats
	_, err := m.Run(b.Context())
	require.NoError(b, err)
}

func BenchmarkAsk(b *testing.B)         { benchmarkAsk(b, nil) }
func BenchmarkAskRecorded(b *testing.B) { benchmarkAsk(b, io.Discard) }

// What it costs to be ready to credit, when nothing ever is overdue.
func BenchmarkAskCrediting(b *testing.B) {
	stalls := stalls.Start()
	defer stalls.Close()
	benchmarkMatch(b, &Game{MaxCompensation: second, Stalls: stalls})
}

func BenchmarkAskRecordFile(b *testing.B) {
	f, err := record.Open(filepath.Join(b.TempDir(), "games.jsonl"))
	require.NoError(b, err)
	benchmarkAsk(b, f)
	require.NoError(b, f.Close())
}
