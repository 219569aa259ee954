package chaser

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// randomMap is a map without any order, with players somewhere.
func randomMap(rng *rand.Rand) *Map {
	w, h := 2+rng.IntN(8), 1+rng.IntN(8)
	m := &Map{Name: "random", Turns: rng.IntN(40)}
	blocks, items := rng.IntN(4), rng.IntN(6)
	for range h {
		row := make([]Cell, w)
		for x := range row {
			switch n := rng.IntN(12); {
			case n < blocks:
				row[x] = Block
			case n < blocks+items:
				row[x] = Item
			}
		}
		m.Rows = append(m.Rows, row)
	}
	for player := range m.Start {
		p := Point{rng.IntN(w), rng.IntN(h)}
		for player == 1 && p == m.Start[0] {
			p = Point{rng.IntN(w), rng.IntN(h)}
		}
		m.Start[player] = p
		m.Rows[p.Y][p.X] = Cell(rng.IntN(2) * 3)
	}
	return m
}

// Every answer and every position of random games, by two implementations.
func TestRandomGames(t *testing.T) {
	reasons := map[Reason]int{}
	for seed := range uint64(4000) {
		rng := rand.New(rand.NewPCG(seed, 0))
		m := randomMap(rng)
		require.NoError(t, m.Check())
		g, n := New(m, m.Turns), newNaive(m, m.Turns)
		careful := rng.IntN(3)
		for !g.Outcome().Over {
			player := g.Next()
			require.Equal(t, n.around(n.who()), g.GetReady(player).String())
			method := Methods()[rng.IntN(16)]
			for try := 0; try < careful && method.Action == Walk && g.At(g.Pos(player).plus(method.Direction, 1)) == Block; try++ {
				method = Methods()[rng.IntN(16)]
			}
			want := n.play(method.String())
			require.Equal(t, want, g.Play(method).Line(g.Outcome().Over), "seed %d: %s", seed, method)
			require.Equal(t, n.field(), string(g.Field()))
			require.Equal(t, [2]int{n.got["C"], n.got["H"]}, g.items)
		}
		winner := Drawn
		if w := g.Outcome().Winner; w >= 0 {
			winner = Seats[w]
		}
		require.Equal(t, n.over, winner)
		reasons[g.Outcome().Reason]++
	}
	for _, reason := range []Reason{OnBlock, OffMap, ShutIn, ByItems, ByItems0} {
		require.Greater(t, reasons[reason], 20, "%s came up too rarely: %v", reason, reasons)
	}
}

// row is a map of one row, for cases that need no more.
func row(cells string, cool, hot int) *Map {
	m := &Map{Rows: [][]Cell{nil}, Turns: 10, Start: [2]Point{{cool, 0}, {hot, 0}}}
	for _, c := range cells {
		m.Rows[0] = append(m.Rows[0], Cell(c-'0'))
	}
	return m
}

func playAll(t *testing.T, g *Position, script string) (answers []string) {
	t.Helper()
	for word := range strings.FieldsSeq(script) {
		m, err := ParseMethod(word)
		require.NoError(t, err)
		answers = append(answers, g.Play(m).Line(g.Outcome().Over))
	}
	return answers
}

// What people ask about the rules, one case each.
func TestCases(t *testing.T) {
	for _, c := range []struct {
		name   string
		m      *Map
		script string
		winner int
		reason Reason
		left   int
		last   string // answer
	}{
		{"off the map in the first round", row("0000", 0, 3), "wl", 1, OffMap, 10, "0222220222"},
		{"the second loses in the first round", row("0000", 0, 3), "su wr", 0, OffMap, 10, "0222022222"},
		{"onto a block", row("02000", 0, 4), "wr", 1, OnBlock, 10, "0222020222"},
		{"a block on the opponent", row("0000", 1, 2), "pr", 0, OnBlock, 10, "0222001222"},
		{"shut in between a block and edges", row("000000", 3, 5), "pr", 0, ShutIn, 10, "0222002222"},
		{"an opponent beside one is no block", row("00", 0, 1), "su su", -1, None, 9, ""},
		{"one's own block behind shuts in", row("0320000", 0, 6), "wr", 1, ShutIn, 10, "0222202222"},
	} {
		g := New(c.m, 10)
		answers := playAll(t, g, c.script)
		require.Equal(t, c.winner, g.Outcome().Winner, c.name)
		require.Equal(t, c.reason, g.Outcome().Reason, c.name)
		require.Equal(t, c.left, g.Left(), c.name)
		if c.last != "" {
			require.Equal(t, c.last, answers[len(answers)-1], c.name)
		}
	}
}

// Both are shut in by one put: the one who put it wins, for the other is judged
// first.
func TestDoubleTrap(t *testing.T) {
	m, err := ParseMap("T:5\nD:2,2,2,2,2\nD:2,0,0,0,2\nD:2,2,2,2,2\nC:1,1\nH:3,1")
	require.NoError(t, err)
	g := New(m, 5)
	playAll(t, g, "pr")
	require.Equal(t, Outcome{true, 0, ShutIn}, g.Outcome())
}

// An item under the opponent is not taken, and nothing is left behind.
func TestItemUnderOpponent(t *testing.T) {
	g := New(row("0030", 1, 2), 10)
	require.Equal(t, "1222010222", playAll(t, g, "wr")[0])
	require.Equal(t, "0030", string(g.Field()))
	require.Equal(t, 0, g.Items(0))
	require.Equal(t, "1222010222", g.GetReady(1).Line(false))
}

func TestReplayRefuses(t *testing.T) {
	const good = `D:0,0,0\nC:0,0\nH:2,0`
	for text, want := range map[string]string{
		`{}`:                                 "map is missing",
		`{"map":1,"script":[]}`:              "map is not a string",
		`{"map":"` + good + `"}`:             "script is missing",
		`{"map":"` + good + `","script":[]}`: "turns is missing",
		`{"map":"` + good + `","turns":-1,"script":[]}`:                            "turns is -1, outside",
		`{"map":"` + good + `","turns":"9","script":[]}`:                           "turns is not a number",
		`{"map":"` + good + `","turns":9,"script":["zz"]}`:                         `unknown method "zz"`,
		`{"map":"` + good + `","turns":9,"script":["WU"]}`:                         `unknown method "WU"`,
		`{"map":"` + good + `","turns":9,"script":[1]}`:                            "script[0] is not a string",
		`{"map":"D:0,0\nD:0\nC:0,0\nH:1,0","turns":9,"script":[]}`:                 "row 1 of the map has 1 cells",
		`{"map":"D:0,1\nC:0,0\nH:1,0","turns":9,"script":[]}`:                      `cell 2: "1": want one of 0`,
		`{"map":"D:0,0\nC:0,0","turns":9,"script":[]}`:                             "where HOT stands",
		`{"map":"D:0,0\nC:0,0\nH:2,0","turns":9,"script":[]}`:                      "HOT stands at 2,0, off the map",
		`{"map":"D:0,0\nC:0,0\nH:0,0","turns":9,"script":[]}`:                      "stand on one cell",
		`{"map":"D:0,2\nC:0,0\nH:1,0","turns":9,"script":[]}`:                      "HOT stands on a block",
		`{"map":"C:0,0\nH:0,0","turns":9,"script":[]}`:                             "map has no cells",
		`{"map":"D:0,0\nD:\nC:0,0\nH:1,0","turns":9,"script":[]}`:                  "want one of 0",
		`{"map":"X:1\nD:0,0\nC:0,0\nH:1,0","turns":9,"script":[]}`:                 "line 1 of the map",
		`{"map":"D:0,0\nC:0,0\nC:1,0\nH:1,0","turns":9,"script":[]}`:               "C was given before, in line 2",
		`{"map":"T:99999999999999999999\nD:0,0\nC:0,0\nH:1,0","script":[]}`:        "not a whole number",
		`{"map":"D:0,0\nC:0\nH:1,0","turns":9,"script":[]}`:                        "write a cell as",
		`{"map":"` + strings.Repeat(`D:0\n`, 300) + `","turns":9,"script":["wu"]}`: "more than 255 rows",
	} {
		_, err := Replay([]byte(text))
		require.ErrorContains(t, err, want, text)
	}
}

// What a script holds behind the end of the game is ignored.
func TestReplayIgnoresTheRest(t *testing.T) {
	out, err := Replay([]byte(`{"map":"T:5\nD:0,0,0\nC:0,0\nH:2,0","script":["wl","su","no"]}`))
	require.NoError(t, err)
	text, err := json.Marshal(out)
	require.NoError(t, err)
	require.Equal(t, `{"steps":[["C","1222200222","wl","0222220222",0,0]],"winner":"HOT","left":5,`+
		`"items":[0,0],"pos":[[-1,0],[2,0]],"field":"000"}`, string(text))
}

func FuzzReplay(f *testing.F) {
	f.Add([]byte(`{"map":"T:5\nD:0,0,0\nC:0,0\nH:2,0","script":["wl","su"]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		out, err := Replay(text)
		if err == nil {
			_, err = json.Marshal(out)
			require.NoError(t, err)
		}
	})
}

// A map that is read and written is the same.
func FuzzParseMap(f *testing.F) {
	f.Add("N:a\nT:5\nS:3,1\nD:0,3,2\nH:1,0\nC:0,0\n")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ParseMap(text)
		if err != nil {
			return
		}
		again, err := ParseMap(m.String())
		require.NoError(t, err)
		again.Name, m.Name = "", ""
		require.Equal(t, m, again)
	})
}

func BenchmarkPlay(b *testing.B) {
	m := &Map{Start: [2]Point{{7, 1}, {7, 15}}}
	for range ContestHeight {
		m.Rows = append(m.Rows, make([]Cell, ContestWidth))
	}
	methods := []Method{{Search, Up}, {Look, Left}, {Walk, Right}, {Look, Down}, {Search, Down}, {Walk, Right}, {Walk, Left}, {Look, Up}, {Search, Left}, {Walk, Left}}
	g := New(m, MaxTurns)
	i := 0
	for b.Loop() {
		g.GetReady(g.Next())
		g.Play(methods[i%len(methods)])
		i++
	}
}
