package term

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games/dpt"
	"github.com/loopline/loopline/games/dpt/referee"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/internal/say"
)

const game = `{"width":3,"height":3,"points":[[1,2,0],[-2,1,1],[0,0,0]],"tiled":[[0,1,0],[1,0,1],[0,0,2]],` +
	`"agents":[[[0,1]],[[2,2]]],"turns":[{"actions":[[[1,1,1]],[[1,1,1]]]},{"actions":[[[2,1,-1]],[]],"points":[[5,5,5],[5,-10,5],[0,0,0]]}]}`

// follow gives a view the events of a game.
func follow(t *testing.T) (v *View, moves []terminal.Move) {
	t.Helper()
	events, err := referee.EventsFromJSON([]byte(game))
	require.NoError(t, err)
	v = &View{}
	for _, e := range events {
		if m, ok := v.Observe(e); ok {
			moves = append(moves, m)
		}
	}
	return v, moves
}

func TestDraw(t *testing.T) {
	v, moves := follow(t)
	want := [][3]string{
		{"1 first move+1+1 second move+1+1?", "2 to 0", "1 第1チーム 移動+1+1 第2チーム 移動+1+1?"},
		{"2 first remove+1-1 second stay", "10 to 0", "2 第1チーム 除去+1-1 第2チーム 停留"},
	}
	require.Len(t, moves, len(want))
	for i, m := range moves {
		require.Equal(t, want[i], [3]string{m.Words.String(), m.Remark.String(), say.Japanese.Say(m.Words)})
		require.Equal(t, -1, m.Seat)
	}
	draw := func(moves int, room terminal.Size) string {
		return string(v.Draw(nil, moves, terminal.Style{}, room))
	}
	require.Equal(t, "turn 0 of 2   A 1   B 0\n  1a 2  0\nA-2  1a 1\n  0  0B 0\n", draw(0, terminal.Unbounded))
	require.Equal(t, "turn 1 of 2   A 2   B 0\n  1a 2  0\na-2- 1a 1\n  0A 0B 0\n", draw(1, terminal.Unbounded))
	require.Equal(t, "turn 2 of 2   A 10   B 0\n   5a  5   5\na  5 -10   5\n   0A  0B  0\n", draw(2, terminal.Unbounded))
	require.Equal(t, "turn 1 of 2   A 2   B 0\n  1a 2  0\na-2- 1a 1\n  0A 0B 0\n", draw(1, terminal.Unbounded), "back again")
	require.Equal(t, "turn\n a \na-a\n", draw(1, terminal.Size{Columns: 4, Rows: 3}))
	require.Empty(t, draw(1, terminal.Size{}))
	require.Contains(t, string(v.Draw(nil, 1, terminal.Style{Fancy: true}, terminal.Unbounded)), "\x1b[1;38;5;231;48;5;18mA 0\x1b[0m")
	require.Equal(t, 2, v.Moves())
}

// Both may enclose a cell.
func TestLetters(t *testing.T) {
	f := &dpt.Field{Width: 5, Height: 5, Values: make([]int, 25)}
	for _, c := range "..b.." + ".bab." + "ba.ab" + ".bab." + "..b.." {
		f.Tiles = append(f.Tiles, map[rune]uint8{'.': 0, 'a': 1, 'b': 2}[c])
	}
	g := dpt.New(dpt.Rules{Field: f, Turns: 1})
	require.Equal(t, "  b   bab ba#ab bab   b  ", string(lettersOf(g)))
}

// What does not fit the game is passed over, and nothing is drawn before one.
func TestTakeRefuses(t *testing.T) {
	require.Empty(t, (&View{}).Draw(nil, 0, terminal.Style{}, terminal.Unbounded))
	events, err := referee.EventsFromJSON([]byte(game))
	require.NoError(t, err)
	v := &View{}
	for _, e := range events[:2] {
		v.Observe(e)
	}
	for _, data := range []string{
		`{"turn":1,"actions":[[],[]]}`, `{"turn":2,"actions":[[[3,0,0]],[]]}`, `{"turn":2,"actions":[[],[]],"values":[1]}`, `{`, `[]`,
		strings.Repeat("[", 10000),
	} {
		_, ok := v.Observe(record.Event{Type: record.EventNote, Name: referee.NoteTurn, Data: []byte(data)})
		require.False(t, ok, "%.40s", data)
	}
	require.Equal(t, 1, v.Moves())
}
