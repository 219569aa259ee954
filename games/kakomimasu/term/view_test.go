package term

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games/kakomimasu/referee"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/internal/say"
)

func opening() record.Event {
	return record.Event{
		Type: record.EventGame, Game: referee.Name, Seats: []record.EventSeat{{Name: "first"}, {Name: "second"}},
		Limits:  map[string]record.Micros{"handshake": 5e6, "operation": 1e6, "transition": 1e6},
		Options: map[string]string{"board": `{"name":"x","width":3,"height":2,"nAgent":1,"totalTurn":2,"points":[1,-2,3,4,5,16]}`},
	}
}

func note(name, data string) record.Event {
	return record.Event{Type: record.EventNote, Name: name, Data: []byte(data)}
}

func TestDraw(t *testing.T) {
	v := &View{}
	require.Empty(t, v.Draw(nil, 0, terminal.Style{}, terminal.Unbounded))
	for _, e := range []record.Event{opening(), note(referee.NoteNames, `["<a>","b"]`)} {
		_, ok := v.Observe(e)
		require.False(t, ok)
	}
	m, ok := v.Observe(note(referee.NoteTurn, `{"turn":1,"did":[[[0,1,1,0,0]],[[0,1,2,1,0],[7,2,0,0,4]]],"scores":[[0,-2],[0,16]]}`))
	require.True(t, ok)
	require.Equal(t, "turn 1 <a> -2, b 16", m.Words.String())
	require.Equal(t, "1 ターン目 <a> -2, b 16", say.Japanese.Say(m.Words))
	require.Equal(t, "1 not done", m.Remark.String())
	require.Equal(t, -1, m.Seat)
	require.Equal(t, "A <a> -2 (0 + -2)   B b 16 (0 + 16)\n   1 A -2*   3 \n   4    5 B 16*\n",
		string(v.Draw(nil, 1, terminal.Style{}, terminal.Unbounded)))
	require.Contains(t, string(v.Draw(nil, 1, terminal.Style{Fancy: true}, terminal.Unbounded)), "\x1b[1;38;5;231;48;5;25mA -2*\x1b[0m")
	require.NotContains(t, string(v.Draw(nil, 0, terminal.Style{}, terminal.Unbounded)), "*")
	for _, room := range []terminal.Size{{Columns: 14, Rows: 30}, {Columns: 3, Rows: 2}, {Columns: 1, Rows: 1}, {}} {
		text := strings.TrimSuffix(string(v.Draw(nil, 1, terminal.Style{}, room)), "\n")
		if text == "" {
			continue
		}
		require.LessOrEqual(t, strings.Count(text, "\n")+1, room.Rows)
		for line := range strings.SplitSeq(text, "\n") {
			require.LessOrEqual(t, len(line), room.Columns)
		}
	}
}

// The words of a turn have the points of all, however long their names are.
func TestWordsOfLongNames(t *testing.T) {
	v := &View{}
	v.Observe(opening())
	v.Observe(note(referee.NoteNames, `["札幌工業高校情報技術札幌工業高校情報技術","Sapporo Technical High School"]`))
	m, ok := v.Observe(note(referee.NoteTurn, `{"turn":1,"did":[[[0,1,1,0,0]],[[0,1,2,1,0]]],"scores":[[0,-2],[0,16]]}`))
	require.True(t, ok)
	require.Equal(t, "turn 1 札幌工業高校情… -2, Sapporo Technic… 16", m.Words.String())
}

// What does not fit the game is passed over.
func TestTakeRefuses(t *testing.T) {
	v := &View{}
	wrong := opening()
	wrong.Options = nil
	for _, e := range []record.Event{
		note(referee.NoteTurn, `{"turn":1}`), wrong, note(referee.NoteTurn, `{"turn":1}`), opening(),
		note(referee.NoteTurn, `{"turn":2}`), note(referee.NoteTurn, `{`), note(referee.NoteNames, `["a"]`), note("other", `{}`),
	} {
		_, ok := v.Observe(e)
		require.False(t, ok)
	}
	require.Zero(t, v.Moves())
}
