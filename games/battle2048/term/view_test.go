package term

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games/battle2048/referee"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/terminal"
)

func note(name, data string) record.Event {
	return record.Event{Type: record.EventNote, Name: name, Data: []byte(data)}
}

func TestDraw(t *testing.T) {
	v := &View{}
	for _, e := range []record.Event{
		note(referee.NoteStart, `{"seat":0,"cell":"1 1"}`), note(referee.NoteStart, `{"seat":1,"cell":"5 5"}`),
		note(referee.NoteTurn, `{"turn":1,"seat":0,"answer":"L 1 1 1 2"}`),
	} {
		_, ok := v.Observe(e)
		require.True(t, ok)
	}
	text := string(v.Draw(nil, 3, terminal.Style{}, terminal.Unbounded))
	lines := strings.Split(text, "\n")
	require.Equal(t, "first                        0   second                       0", lines[0])
	require.Equal(t, "     .     .     .     .     .        2     2     .     .     .", lines[1])
	require.Equal(t, "     2     .     .     .     .        .     .     .     .     .", lines[5])
	for _, room := range []terminal.Size{{Columns: 62, Rows: 30}, {Columns: 20, Rows: 5}, {Columns: 15, Rows: 1}, {}} {
		text := strings.TrimSuffix(string(v.Draw(nil, 3, terminal.Style{}, room)), "\n")
		if text == "" {
			continue
		}
		require.LessOrEqual(t, strings.Count(text, "\n")+1, room.Rows)
		for line := range strings.SplitSeq(text, "\n") {
			require.LessOrEqual(t, len(line), room.Columns)
		}
	}
	require.Contains(t, string(v.Draw(nil, 3, terminal.Style{Fancy: true}, terminal.Unbounded)), "\x1b[38;5;231;48;5;237m")
}

// What does not fit the game is passed over.
func TestTakeRefuses(t *testing.T) {
	v := &View{}
	for _, e := range []record.Event{
		note(referee.NoteTurn, `{"turn":1,"seat":0,"answer":"L 1 1 1 2"}`), note(referee.NoteStart, `{"seat":1,"cell":"1 1"}`),
		note(referee.NoteStart, `{"seat":0,"cell":"9 9"}`), note(referee.NoteStart, `{`), note("other", `{}`),
	} {
		_, ok := v.Observe(e)
		require.False(t, ok)
	}
	require.Zero(t, v.Moves())
}
