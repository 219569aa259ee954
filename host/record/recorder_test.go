package record

import (
	"bytes"
	"io"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// Events are written while a clock may run: they take no memory.
func TestEventsTakeNoMemory(t *testing.T) {
	var rec Recorder
	rec.Start(io.Discard, nil)
	data := []byte("1")
	write := func() {
		rec.Write(&Event{Type: EventAsk, Text: "A0+", Limit: 1e6, Sent: 1e8, Drained: 1e8})
		rec.Write(&Event{Type: EventAnswer, Question: "A0+", Text: "A1/", Sent: 1e8, Drained: 1e8, Used: 7})
		rec.Write(&Event{Type: EventNote, Name: "ply", At: 1e8, Data: data})
	}
	write()
	require.Zero(t, testing.AllocsPerRun(100, write))
	require.NoError(t, rec.Failed())
}

// written records a short game.
func written(w io.Writer) error {
	var rec Recorder
	rec.Start(w, nil)
	rec.Write(&Event{Type: EventGame, Version: Version, Game: "g", ID: "x", Seats: []EventSeat{{Name: "a", Address: "bot"}}})
	rec.Write(&Event{Type: EventAsk, Text: "one", Limit: 5})
	rec.Write(&Event{Type: EventAnswer, Question: "one", Text: "two"})
	rec.Write(&Event{Type: EventVerdict, Reason: "done"})
	return rec.Failed()
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
		var rec Recorder
		rec.Start(&record, nil)
		rec.Write(&Event{Type: EventGame, Version: Version,
			Seats: []EventSeat{{Name: detail}}})
		e := &Event{Type: EventAnswer, Question: question, Used: 1}
		e.SetReceived(line)
		rec.Write(e)
		rec.Write(&Event{Type: EventVerdict, Detail: detail})
		require.NoError(t, rec.Failed())
		games, err := Read(&record)
		require.NoError(t, err)
		require.True(t, games[0].Complete)
		require.Equal(t, line, games[0].Events[1].Received())
		require.Equal(t, question, games[0].Events[1].Question)
	})
}
