package term

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games/chaser/referee"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/terminal"
)

const mapText = "N:a\nT:5\nS:3,2\nD:0,3,0\nD:0,2,0\nH:2,0\nC:0,0\n"

// follow gives a view a game of these methods.
func follow(t *testing.T, methods ...string) *View {
	t.Helper()
	v := &View{}
	opening := record.Event{Type: record.EventGame, Game: referee.Name,
		Seats: []record.EventSeat{{Name: "cool"}, {Name: "hot"}}, Options: map[string]string{"map": mapText, "seed": ""},
		Limits: map[string]record.Micros{"handshake": 5e6, "first": 5e6, "move": 5e6}}
	_, ok := v.Observe(opening)
	require.False(t, ok)
	v.Observe(record.Event{Type: record.EventNote, Name: referee.NoteNames, Data: []byte(`["旭川","b"]`)})
	for i, m := range methods {
		data := `{"ply":` + string(rune('1'+i)) + `,"seat":` + string(rune('0'+i%2)) + `,"method":"` + m + `"}`
		_, ok := v.Observe(record.Event{Type: record.EventNote, Name: referee.NoteMethod, Data: []byte(data)})
		require.True(t, ok, m)
	}
	return v
}

func TestDraw(t *testing.T) {
	v := follow(t, "wr", "su")
	require.Equal(t, "COOL 旭川 0   HOT b 0   5 left\nC o H \n. ##. \n", string(v.Draw(nil, 0, terminal.Style{}, terminal.Unbounded)))
	require.Equal(t, "COOL 旭川 1   HOT b 0   4 left\n##C H \n. ##. \n", string(v.Draw(nil, 2, terminal.Style{}, terminal.Unbounded)))
	require.Equal(t, "COOL \n#CH\n.#.\n", string(v.Draw(nil, 2, terminal.Style{}, terminal.Size{Columns: 5, Rows: 3})))
	require.Equal(t, "CO\n", string(v.Draw(nil, 1, terminal.Style{}, terminal.Size{Columns: 2, Rows: 1})))
	require.Empty(t, v.Draw(nil, 1, terminal.Style{}, terminal.Size{}))
	require.Contains(t, string(v.Draw(nil, 1, terminal.Style{Fancy: true}, terminal.Unbounded)), "\x1b[1;38;5;231;48;5;25mC")
}

// What does not fit the game is passed over, and nothing is drawn before one.
func TestTakeRefuses(t *testing.T) {
	v := &View{}
	require.Empty(t, v.Draw(nil, 0, terminal.Style{}, terminal.Unbounded))
	v = follow(t, "wr")
	for _, data := range []string{`{"seat":0,"method":"su"}`, `{"seat":1,"method":"zz"}`, `{`, `[]`, strings.Repeat("[", 10000)} {
		_, ok := v.Observe(record.Event{Type: record.EventNote, Name: referee.NoteMethod, Data: []byte(data)})
		require.False(t, ok)
	}
	require.Equal(t, 1, v.Moves())
}
