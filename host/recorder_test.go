package host

import (
	"io"
	"testing"

	"github.com/stretchr/testify/require"
)

// Events are written while a clock may run: they take no memory.
func TestEventsTakeNoMemory(t *testing.T) {
	var rec recorder
	rec.start(io.Discard, nil)
	data := []byte("1")
	write := func() {
		rec.write(&Event{Type: EventAsk, Text: "A0+", Limit: 1e6, Sent: 1e8, Drained: 1e8})
		rec.write(&Event{Type: EventAnswer, Question: "A0+", Text: "A1/", Sent: 1e8, Drained: 1e8, Used: 7})
		rec.write(&Event{Type: EventNote, Name: "ply", At: 1e8, Data: data})
	}
	write()
	require.Zero(t, testing.AllocsPerRun(100, write))
	require.NoError(t, rec.failed())
}
