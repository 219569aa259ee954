package host

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/loopline/loopline/host/hosttest"
	"github.com/stretchr/testify/require"
)

// FuzzReadRecord reads any bytes, as they are and with sums made right, so
// that what is behind the sums is reached too. Whatever is read must verify
// or diverge, and never panic or hang.
func FuzzReadRecord(f *testing.F) {
	var record bytes.Buffer
	m := between(rounds(2, second), hosttest.Answering("ok", 0), hosttest.Answering("cheat", 0))
	m.Record = &record
	_, err := m.Run(context.Background())
	require.NoError(f, err)
	text := record.String()
	f.Add([]byte(text))
	f.Add([]byte(text + text))
	f.Add([]byte(text[:len(text)/2] + "\n" + text))
	f.Add([]byte(strings.ReplaceAll(text, `"seat":1`, `"seat":-1`)))
	f.Add([]byte(strings.ReplaceAll(text, `"text":"go"`, `"hex":"00ff"`)))
	f.Add([]byte(strings.ReplaceAll(text, `"type":"answer"`, `"type":"fault","kind":"eof"`)))
	f.Add([]byte("\n{}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, text := range []string{string(data), reseal(string(data))} {
			games, _ := ReadRecord(strings.NewReader(text))
			for i := range games {
				_, _ = Verify(&games[i], rounds(2, second))
				_ = games[i].Answers()
			}
		}
	})
}

// FuzzEvent writes any line a player may send and reads it back.
func FuzzEvent(f *testing.F) {
	f.Add("A1/", "go", "detail")
	f.Add("\x00\xff", "\"\\\u2028", "\x1b[0m")
	f.Fuzz(func(t *testing.T, line, question, detail string) {
		if !utf8.ValidString(question) || len(line)+len(question)+len(detail) > 1000 {
			return
		}
		var record bytes.Buffer
		var rec recorder
		rec.start(&record, nil)
		rec.write(&Event{Type: EventGame, Version: RecordVersion,
			Seats: []EventSeat{{Name: detail}}})
		e := &Event{Type: EventAnswer, Question: question, Used: 1}
		e.SetReceived(line)
		rec.write(e)
		rec.write(&Event{Type: EventVerdict, Detail: detail})
		require.NoError(t, rec.failed())
		games, err := ReadRecord(&record)
		require.NoError(t, err)
		require.True(t, games[0].Complete)
		require.Equal(t, line, games[0].Events[1].Received())
		require.Equal(t, question, games[0].Events[1].Question)
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
