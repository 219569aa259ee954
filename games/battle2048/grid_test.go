package battle2048

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// slidSlowly slides one line after the other, by the words of the rules: tiles
// move to the edge, then equal neighbours merge from the edge on, each once,
// then all move up again.
func slidSlowly(b Grid, d Direction) (after Grid, merges int, gain int64) {
	at := func(line, i int) int {
		switch d {
		case Up:
			return i*Size + line
		case Down:
			return (Size-1-i)*Size + line
		case Left:
			return line*Size + i
		}
		return line*Size + Size - 1 - i
	}
	for line := range Size {
		var tiles []uint8
		for i := range Size {
			if e := b[at(line, i)]; e != 0 {
				tiles = append(tiles, e)
			}
		}
		for i := 0; i+1 < len(tiles); i++ {
			if tiles[i] == tiles[i+1] {
				tiles[i]++
				tiles = append(tiles[:i+1], tiles[i+2:]...)
				merges++
				gain += int64(1) << tiles[i]
			}
		}
		for i, e := range tiles {
			after[at(line, i)] = e
		}
	}
	return after, merges, gain
}

func randomBoard(rng *rand.Rand) (b Grid) {
	for i := range b {
		if rng.IntN(3) > 0 {
			b[i] = uint8(1 + rng.IntN(1+rng.IntN(6)))
			if rng.IntN(100) == 0 {
				b[i] = uint8(1 + rng.IntN(MaxExponent-1))
			}
		}
	}
	return b
}

func TestSlide(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 100_000 {
		b := randomBoard(rng)
		for d := Up; d <= Left; d++ {
			want, wantMerges, wantGain := slidSlowly(b, d)
			got := b
			merges, gain, moved := got.Slide(d)
			require.Equal(t, want, got, "%v %v", b, d)
			require.Equal(t, want != b, moved)
			require.Equal(t, wantMerges, merges)
			require.Equal(t, wantGain, gain)
		}
	}
}

// The example of the rules: four lines that say how tiles merge.
func TestSlideExample(t *testing.T) {
	b, err := ParseGrid("0 2 0 2 0  2 1 0 0 0  1 1 1 0 0  2 1 0 1 0  1 1 1 1 1")
	require.NoError(t, err)
	_, _, moved := b.Slide(Right)
	require.True(t, moved)
	require.Equal(t, "0 0 0 0 3", b.Row(0))
	require.Equal(t, "0 0 0 2 1", b.Row(1))
	require.Equal(t, "0 0 0 1 2", b.Row(2))
	require.Equal(t, "0 0 0 2 2", b.Row(3))
	require.Equal(t, "0 0 1 2 2", b.Row(4))
}

func TestParseGrid(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for range 100 {
		b := randomBoard(rng)
		again, err := ParseGrid(b.String())
		require.NoError(t, err)
		require.Equal(t, b, again)
	}
	for _, text := range []string{"", "1 2 3", b25("x"), b25("-1"), b25("56"), b25("1.0")} {
		_, err := ParseGrid(text)
		require.Error(t, err, text)
	}
}

// b25 is a board whose last cell is a word.
func b25(word string) string {
	text := ""
	for range Cells - 1 {
		text += "0 "
	}
	return text + word
}

// Every reason, and the turn that the judge reports with it.
func TestReasons(t *testing.T) {
	start := [2]string{"3 3", "3 3"}
	for _, c := range []struct {
		name   string
		init   [2]string
		lines  [2][]string
		winner int
		turn   int
		reason Reason
	}{
		{"late at the start", [2]string{"SLEEP 1001 3 3", "3 3"}, [2][]string{}, 1, 1, TimeAtInit},
		{"just in time", [2]string{"SLEEP 1000 3 3", "9 9"}, [2][]string{}, 0, 1, PositionAtInit},
		{"three words", [2]string{"3 3", "3 3 3"}, [2][]string{}, 0, 1, PresentationAtInit},
		{"two spaces", [2]string{"3  3", "3 3"}, [2][]string{}, 1, 1, PresentationAtInit},
		{"a tab", [2]string{"3\t3", "3 3"}, [2][]string{}, 1, 1, PresentationAtInit},
		{"spaces around an answer", [2]string{" 3 3 ", "3 3"}, [2][]string{{" L 1 1 1 1 "}, {"L 1"}}, 0, 1, PresentationAtTurn},
		{"a plus and CR", [2]string{"+3 3\r", "0 3"}, [2][]string{}, 0, 1, PositionAtInit},
		{"nothing said", start, [2][]string{}, 1, 1, PresentationAtTurn},
		{"lower case", start, [2][]string{{"l 1 1 1 1"}}, 1, 1, PresentationAtTurn},
		{"no tile", start, [2][]string{{"L 0 1 1 1"}}, 1, 1, PresentationAtTurn},
		{"a tile missing", start, [2][]string{{"L 2 1 1 1"}}, 1, 1, PresentationAtTurn},
		{"exponent 0", start, [2][]string{{"L 1 0 1 1"}}, 1, 1, PresentationAtTurn},
		{"a slide of nothing", [2]string{"3 3", "3 1"}, [2][]string{{"L 1 1 1 1"}}, 1, 1, CannotMove},
		{"wrong sum", start, [2][]string{{"L 1 2 1 1"}}, 1, 1, AttackSum},
		{"a shift that wraps", start, [2][]string{{"L 1 33 1 1"}}, 1, 1, AttackSum},
		{"off the board", start, [2][]string{{"L 1 1 6 1"}}, 1, 1, PositionAtAttack},
		{"occupied", start, [2][]string{{"L 1 1 3 3"}}, 1, 1, Occupied},
		{"the second's attack counts its turn", start, [2][]string{{"L 1 1 1 1"}, {"L 1 2 1 1"}}, 0, 2, AttackSum},
		{"the second's form does not", start, [2][]string{{"L 1 1 1 1"}, {"L"}}, 0, 1, PresentationAtTurn},
		{"late in a turn", start, [2][]string{{"SLEEP 1001 L 1 1 1 1"}}, 1, 1, TurnTime},
	} {
		g := replayLines(c.init, c.lines, ContestLimits)
		require.True(t, g.Over, c.name)
		require.Equal(t, c.reason, g.Reason, c.name)
		require.Equal(t, c.winner, g.Winner(), c.name)
		require.Equal(t, c.turn, g.Turn(), c.name)
	}
	g := replayLines(start, [2][]string{{"SLEEP 6 L 1 1 1 1", "SLEEP 6 R 1 1 1 2"}, {"L 1 1 1 1"}}, Limits{10, 10, 10})
	require.Equal(t, TotalTime, g.Reason)
}

// A refused attack places nothing; the slide before it stays.
func TestRefusedAttack(t *testing.T) {
	g := &Position{}
	for _, line := range []string{"3 3", "3 3"} {
		require.Equal(t, None, g.Start(line))
	}
	for _, line := range []string{"L 1 1 1 1", "L 1 1 3 2"} {
		require.Equal(t, None, g.Play(line))
	}
	other := g.Boards[1]
	require.Equal(t, Occupied, g.Play("L 2 1 5 5 1 1"))
	require.Equal(t, int64(4), g.Scores[0])
	require.Equal(t, other, g.Boards[1])
}

// Random games end with a reason, by the words of the rules.
func TestRandomGames(t *testing.T) {
	for seed := range uint64(50) {
		rng := rand.New(rand.NewPCG(seed, 0))
		g := &Position{}
		for !g.Over {
			if !g.Started() {
				g.Start(Cell(rng.IntN(Cells)).String())
				continue
			}
			player := g.Next()
			before, other := g.Boards[player], g.Boards[1-player]
			d := Direction(rng.IntN(4))
			after, merges, gain := slidSlowly(before, d)
			if after == before {
				continue // rather another one than to lose
			}
			score := g.Scores[player]
			a := Answer{Direction: d, Exponent: merges + 1}
			for c, e := range other {
				if e == 0 && (len(a.Cells) == 0 || rng.IntN(4) == 0) {
					a.Cells = []Cell{Cell(c)}
				}
			}
			require.Equal(t, None, g.Play(a.String()))
			require.Equal(t, score+gain, g.Scores[player])
			require.Equal(t, after, g.Boards[player])
			require.Equal(t, uint8(merges+1), g.Boards[1-player][a.Cells[0]])
		}
		require.Contains(t, []Reason{CannotMove, LessScore, SameScore}, g.Reason)
	}
}

func TestReplayRefuses(t *testing.T) {
	for text, want := range map[string]string{
		`[]`:                                    "JSON object",
		`{}`:                                    "moves is missing",
		`{"moves":[1]}`:                         "moves[0] is not a string",
		`{"moves":null}`:                        "moves is not a list",
		`{"init":["1 1"],"p0":[],"p1":[]}`:      "init has 1 elements, not 2",
		`{"init":["1 1","1 1"],"p0":[]}`:        "p1 is missing",
		`{"init":["1 1",null],"p0":[],"p1":[]}`: "init[1] is not a string",
	} {
		_, err := Replay([]byte(text))
		require.ErrorContains(t, err, want, text)
	}
	_, err := Moves([]byte(`{"board":"1 2"}`))
	require.ErrorContains(t, err, "25 exponents")
}

func FuzzReplay(f *testing.F) {
	f.Add([]byte(`{"moves":["1 4","1 4","D 1 1 5 3"]}`))
	f.Add([]byte(`{"init":["1 4","1 4"],"p0":["SLEEP 5 D 1 1 5 3"],"p1":[]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		out, err := Replay(text)
		if err == nil {
			_, err = json.Marshal(out)
			require.NoError(t, err)
		}
	})
}

func BenchmarkSlide(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	boards := make([]Grid, 1024)
	for i := range boards {
		boards[i] = randomBoard(rng)
	}
	i := 0
	for b.Loop() {
		board := boards[i&1023]
		board.Slide(Direction(i & 3))
		i++
	}
}
