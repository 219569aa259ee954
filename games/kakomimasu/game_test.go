package kakomimasu

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// drawBoard draws a small board, so that agents meet.
func drawBoard(rng *rand.Rand) *Field {
	b := &Field{Width: 1 + rng.IntN(9), Height: 1 + rng.IntN(9), Agents: rng.IntN(6), Players: 1 + rng.IntN(4)}
	for range b.Width * b.Height {
		b.Points = append(b.Points, rng.IntN(33)-16)
	}
	return b
}

// drawActions draws actions of which many are possible and many are not.
func drawActions(rng *rand.Rand, p *Position) [][]Action {
	b := p.Field()
	all := make([][]Action, b.Players)
	for player := range all {
		for agent := range b.Agents {
			a := Action{Agent: agent, Type: Type(1 + rng.IntN(4))}
			at := p.Agent(player, agent)
			switch {
			case at == Off && rng.IntN(4) > 0:
				a.Type, a.To = Put, Cell{rng.IntN(b.Width), rng.IntN(b.Height)}
			case rng.IntN(20) > 0:
				if a.Type == Put {
					a.Type = Move
				}
				a.To = Cell{at.X + rng.IntN(3) - 1, at.Y + rng.IntN(3) - 1}
			default:
				a.To = Cell{rng.IntN(b.Width+2) - 1, rng.IntN(b.Height+2) - 1}
			}
			switch rng.IntN(30) {
			case 0:
				a.Agent = rng.IntN(9) - 2
			case 1:
				continue
			case 2:
				all[player] = append(all[player], a)
			}
			all[player] = append(all[player], a)
		}
		rng.Shuffle(len(all[player]), func(i, j int) {
			all[player][i], all[player][j] = all[player][j], all[player][i]
		})
	}
	return all
}

// TestNaive compares every turn of random games with the second implementation.
func TestNaive(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	seen := map[Result]int{}
	nested := 0
	for range 120 {
		b := drawBoard(rng)
		p, n := New(b), newNaive(b)
		for turn := range 25 {
			if turn == 12 {
				nested += scatter(rng, p, n)
			}
			before := p.Tiles()
			actions := drawActions(rng, p)
			results := p.Turn(actions)
			n.turn(actions)
			for player := range b.Players {
				for i, r := range results[player] {
					seen[r]++
					require.Equal(t, n.results[player][i], int(r), "%d x %d, %s, %v", b.Width, b.Height, before, actions)
				}
				for agent := range b.Agents {
					at := -1
					if c := p.Agent(player, agent); c != Off {
						at = b.index(c)
					}
					require.Equal(t, n.at[[2]int{player, agent}], at)
				}
				require.Equal(t, n.score(player), p.Score(player))
			}
			require.Equal(t, strings.Join(n.tiles, ""), p.Tiles(), "%d x %d, %s, %v", b.Width, b.Height, before, actions)
		}
	}
	for r := Done; r <= Illegal; r++ {
		require.Greater(t, seen[r], 200, r)
	}
	require.Greater(t, nested, 40)
}

// scatter sets the board to rings of walls inside each other with gaps, and
// reports whether it is large enough for two.
func scatter(rng *rand.Rand, p *Position, n *naive) int {
	b := p.Field()
	tiles := []byte(strings.Repeat(".", b.Width*b.Height))
	for i := range tiles {
		x, y := i%b.Width, i/b.Width
		ring := min(x, y, b.Width-1-x, b.Height-1-y)
		if rng.IntN(12) > 0 {
			tiles[i] = byte('A' + (ring+rng.IntN(b.Players)/3)%b.Players)
		}
		if ring%2 == 1 && rng.IntN(8) > 0 {
			tiles[i] = '.'
		}
	}
	if err := p.SetTiles(string(tiles)); err != nil {
		panic(err)
	}
	n.tiles = strings.Split(string(tiles), "")
	if min(b.Width, b.Height) > 3 {
		return 1
	}
	return 0
}

func TestFill(t *testing.T) {
	for name, c := range map[string]struct{ before, after string }{
		"a ring encloses":                 {"AAA/A.A/AAA", "AAA/AaA/AAA"},
		"a diagonal ring is open":         {".A./A.A/.A.", ".A./A.A/.A."},
		"territory outlives its walls":    {"AAa/A.a/AAA", "AAa/A.a/AAA"},
		"the edge is no wall":             {"AAA/A.A/A.A", "AAA/A.A/A.A"},
		"the innermost ring owns":         {"AAAAAAA/A.....A/A.BBB.A/A.B.B.A/A.BBB.A/A.....A/AAAAAAA", "AAAAAAA/AaaaaaA/AaBBBaA/AaBbBaA/AaBBBaA/AaaaaaA/AAAAAAA"},
		"another's wall inside is a hole": {"AAAA/A.BA/AAAA", "AAAA/AaBA/AAAA"},
	} {
		t.Run(name, func(t *testing.T) {
			rows := strings.Split(c.before, "/")
			b := &Field{Width: len(rows[0]), Height: len(rows), Players: 2, Points: make([]int, len(rows)*len(rows[0]))}
			p := New(b)
			require.NoError(t, p.SetTiles(strings.Join(rows, "")))
			p.Turn(nil)
			require.Equal(t, strings.ReplaceAll(c.after, "/", ""), p.Tiles())
		})
	}
}

func TestWinner(t *testing.T) {
	b := &Field{Width: 4, Height: 2, Players: 4, Turns: 1, Points: []int{5, 5, -3, 8, 5, 0, 0, 0}}
	for tiles, want := range map[string]struct {
		player int
		by     Reason
	}{
		"A...B.CD": {-1, Drawn},
		"AA..B...": {0, ByTotal},
		"ABc..C..": {-1, Drawn}, // C has less in all, whatever its walls
		"AAcC....": {2, ByTotal},
		"A..Bcc..": {1, ByTotal},
	} {
		p := New(b)
		require.NoError(t, p.SetTiles(tiles))
		player, by := p.Winner()
		require.Equal(t, want.player, player, tiles)
		require.Equal(t, want.by, by, tiles)
	}
	p := New(&Field{Width: 3, Height: 1, Players: 2, Points: []int{5, 5, 0}})
	require.NoError(t, p.SetTiles("Ab."))
	player, by := p.Winner()
	require.Equal(t, 0, player)
	require.Equal(t, ByWall, by)
}

func TestReplay(t *testing.T) {
	const good = `"width":3,"height":2,"nAgent":1,"nPlayer":2,"points":[1,2,3,4,5,6]`
	for question, want := range map[string]string{
		`[]`:                          "not a JSON object",
		`{"width":3}`:                 "height is missing",
		`{` + good + `}`:              "turns is missing",
		`{` + good + `,"turns":[{}]}`: "turns[0].actions is missing",
		`{` + good + `,"turns":[{"actions":[[]]}]}`:                                          "turns[0].actions has 1 elements, not 2",
		`{` + good + `,"turns":[{"actions":[[[0,1,2]],[]]}]}`:                                "has 3 elements, not 4",
		`{` + good + `,"turns":[{"actions":[[[0,5,0,0]],[]]}]}`:                              "outside 1 to 4",
		`{` + good + `,"turns":[],"totalTurn":0}`:                                            "totalTurn is 0",
		`{` + good + `,"turns":[{"actions":[[],[]]},{"actions":[[],[]]}],"totalTurn":1}`:     "more than totalTurn",
		`{` + good + `,"start":{"tiles":"......","agents":[[[3,0]],[[0,0]]]},"turns":[]}`:    "off the board",
		`{` + good + `,"start":{"tiles":"......","agents":[[[-1,0]],[[0,0]]]},"turns":[]}`:   "off the board",
		`{` + good + `,"start":{"tiles":"......","agents":[[[1,0]],[[1,0]]]},"turns":[]}`:    "where agent 0 of player 0 is",
		`{` + good + `,"start":{"tiles":".....C","agents":[[[1,0]],[[0,0]]]},"turns":[]}`:    "no tile of 2 players",
		`{` + good + `,"start":{"tiles":".....","agents":[[[1,0]],[[0,0]]]},"turns":[]}`:     "tiles are 5 letters, not 6",
		`{"width":3,"height":2,"nAgent":1,"nPlayer":2,"points":[1,2,3,4,5],"turns":[]}`:      "points has 5 elements, not 6",
		`{"width":3.5,"height":2,"nAgent":1,"nPlayer":2,"points":[1,2,3,4,5,6],"turns":[]}`:  "not a whole number",
		`{"width":1e99,"height":2,"nAgent":1,"nPlayer":2,"points":[1,2,3,4,5,6],"turns":[]}`: "width is 1e99",
		`{"width":3,"height":2,"nAgent":1,"nPlayer":5,"points":[1,2,3,4,5,6],"turns":[]}`:    "outside 1 to 4",
	} {
		_, err := Replay([]byte(question))
		require.ErrorContains(t, err, want, question)
	}
	out, err := Replay([]byte(`{` + good + `,"turns":[{"actions":[[[0,1,4294967296,0],[7,3,0,0]],[[0,1,2.0,1]]]}],"totalTurn":1}`))
	require.NoError(t, err)
	got := out.(*outcome)
	require.Equal(t, [][]Result{{Illegal, NoAgent}, {Done}}, got.Turns[0].Results)
	require.Equal(t, ".....B", got.Turns[0].Tiles)
	require.Equal(t, 1, *got.Winner)
	require.Equal(t, ByTotal, *got.Reason)
}

func TestReadField(t *testing.T) {
	want := &Field{Name: "x", Width: 2, Height: 1, Agents: 3, Players: 2, Turns: 30, Points: []int{4, -5}}
	timed := *want
	timed.Turns, timed.Operation = 7, 2
	moved := timed
	moved.Transition, moved.Players = 3, 4
	for text, want := range map[string]*Field{
		`{"name":"x","width":2,"height":1,"nAgent":3,"points":[4,-5]}`:                                                              want,
		`{"name":"x","width":2,"height":1,"nagent":3,"nturn":7,"nsec":2,"points":[[4,-5]]}`:                                         &timed,
		`{"name":"x","width":2,"height":1,"nAgent":3,"nTurn":7,"nSec":2,"nPlayer":null,"points":[[4],[-5]],"id":"q"}`:               &timed,
		`{"name":"x","width":2,"height":1,"nAgent":3,"nPlayer":4,"totalTurn":7,"operationSec":2,"transitionSec":3,"points":[4,-5]}`: &moved,
	} {
		got, err := ReadField([]byte(text))
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
		file, err := got.File()
		require.NoError(t, err)
		again, err := ReadField(append([]byte("\ufeff"), file...))
		require.NoError(t, err)
		require.Equal(t, got, again)
	}
	for text, want := range map[string]string{
		``: "not a JSON object", `{"width":2,"height":1,"points":[1,2]}`: "nAgent is missing",
		`{"width":2,"height":1,"nAgent":1,"points":[1]}`:             "points are 1, not the 2",
		`{"width":2,"height":1,"nAgent":1,"points":[[[1]],2]}`:       "is not a number",
		`{"width":2,"height":1,"nAgent":99,"points":[1,2]}`:          "outside",
		`{"width":2,"height":1,"nAgent":1,"nTurn":0,"points":[1,2]}`: "nTurn is 0",
		`{"width":2,"height":1,"nAgent":1,"name":7,"points":[1,2]}`:  "name is not a string",
	} {
		_, err := ReadField([]byte(text))
		require.ErrorContains(t, err, want, text)
	}
}

func TestRandomField(t *testing.T) {
	for seed := range uint64(50) {
		b := RandomField(seed)
		require.NoError(t, b.Check())
		require.Equal(t, b, RandomField(seed))
		require.GreaterOrEqual(t, b.Width, 10)
		require.LessOrEqual(t, b.Width, 24)
	}
}

func FuzzReplay(f *testing.F) {
	f.Add([]byte(`{"width":3,"height":2,"nAgent":1,"nPlayer":2,"points":[1,2,3,4,5,6],"turns":[{"actions":[[[0,1,2,0]],[]]}]}`))
	f.Fuzz(func(t *testing.T, question []byte) {
		_, _ = Replay(question)
	})
}

// A board is read again from every spelling; those before that of now have one
// time, and no number of players.
func TestFileOf(t *testing.T) {
	b := RandomField(16)
	b.Operation, b.Transition = 3, 2
	for _, spelling := range Schemas() {
		file, err := b.FileOf(spelling)
		require.NoError(t, err)
		again, err := ReadField(file)
		require.NoError(t, err)
		want := *b
		if spelling != "now" {
			want.Operation, want.Transition = 5, 0
		}
		require.Equal(t, &want, again, spelling)
	}
	_, err := b.FileOf("2019")
	require.EqualError(t, err, `there is no spelling "2019"; there are now, 2021, 2020`)
}

func FuzzReadBoard(f *testing.F) {
	f.Add([]byte(`{"name":"x","width":2,"height":1,"nAgent":3,"points":[4,-5]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		b, err := ReadField(text)
		if err != nil {
			return
		}
		file, err := b.File()
		require.NoError(t, err)
		_, err = ReadField(file)
		require.NoError(t, err)
	})
}

// FuzzTurn plays a turn of any tiles and any actions, as both do.
func FuzzTurn(f *testing.F) {
	f.Add(uint64(1), uint8(3))
	f.Fuzz(func(t *testing.T, seed uint64, turns uint8) {
		rng := rand.New(rand.NewPCG(seed, 3))
		b := drawBoard(rng)
		p, n := New(b), newNaive(b)
		for range turns % 20 {
			actions := drawActions(rng, p)
			p.Turn(actions)
			n.turn(actions)
			require.Equal(t, strings.Join(n.tiles, ""), p.Tiles())
		}
	})
}

// BenchmarkTurn plays turns of 10 x 10 cells and 2 x 8 agents.
func BenchmarkTurn(b *testing.B) {
	rng := rand.New(rand.NewPCG(7, 8))
	board := RandomField(1)
	board.Width, board.Height, board.Agents, board.Points = 10, 10, 8, board.Points[:100]
	// Thirty turns of a game, drawn before the clock runs.
	const turns = 30
	p := New(board)
	var script [turns][][]Action
	for i := range script {
		script[i] = drawActions(rng, p)
		p.Turn(script[i])
	}
	start := New(board)
	i := 0
	for b.Loop() {
		if i%turns == 0 {
			p.Set(start)
		}
		p.Turn(script[i%turns])
		for player := range board.Players {
			p.Score(player)
		}
		i++
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "turns/s")
}
