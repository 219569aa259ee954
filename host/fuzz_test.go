package host

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host/hosttest"
	"github.com/loopline/loopline/host/record"
)

// FuzzReadRecord reads any bytes, as they are and with sums made right, so
// that what is behind the sums is reached too. Whatever is read must verify
// or diverge, and never panic or hang.
func FuzzReadRecord(f *testing.F) {
	var recorded bytes.Buffer
	m := between(rounds(2, second), hosttest.Answering("ok", 0), hosttest.Answering("cheat", 0))
	m.Record = &recorded
	_, err := m.Run(context.Background())
	require.NoError(f, err)
	text := recorded.String()
	f.Add([]byte(text))
	f.Add([]byte(text + text))
	f.Add([]byte(text[:len(text)/2] + "\n" + text))
	f.Add([]byte(strings.ReplaceAll(text, `"seat":1`, `"seat":-1`)))
	f.Add([]byte(strings.ReplaceAll(text, `"text":"go"`, `"hex":"00ff"`)))
	f.Add([]byte(strings.ReplaceAll(text, `"type":"answer"`, `"type":"fault","kind":"eof"`)))
	f.Add([]byte("\n{}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, text := range []string{string(data), reseal(string(data))} {
			games, _ := record.Read(strings.NewReader(text))
			for i := range games {
				_, _ = Verify(&games[i], rounds(2, second))
				_ = games[i].Answers()
			}
		}
	})
}

// FuzzClock checks that judging by whole microseconds keeps the order of
// stamps, also of those before the start.
func FuzzClock(f *testing.F) {
	f.Add(int64(-1), int64(1))
	f.Add(int64(-1000), int64(-999))
	f.Fuzz(func(t *testing.T, a, b int64) {
		if a > b || a < -1<<60 || b > 1<<60 {
			return
		}
		c := clock{time.Unix(0, 0)}
		x, y := c.at(time.Unix(0, a)), c.at(time.Unix(0, b))
		require.LessOrEqual(t, x, y)
		require.Zero(t, x%time.Microsecond)
		require.LessOrEqual(t, int64(x), a)
		require.Less(t, a-int64(x), int64(time.Microsecond))
	})
}

// TestTimesDoNotHangOnTheStart: the same answer takes the same microseconds in each game, wherever
// between two microseconds that game began.
func TestTimesDoNotHangOnTheStart(t *testing.T) {
	drained := time.Unix(1000, 0)
	for shift := time.Duration(0); shift < 2*time.Microsecond; shift += 53 {
		c := clock{drained.Add(-time.Second - shift)}
		q := &question{drained: c.at(drained), uncut: drained}
		require.Equal(t, 1234*time.Microsecond, used(q.drained, c.since(q, drained.Add(1234567))), "%v", shift)
		require.Equal(t, c.at(drained.Add(-1)), c.since(q, drained.Add(-1)), "a line from before the question")
		require.Equal(t, q.drained, c.since(q, drained.Add(1)))
	}
}
