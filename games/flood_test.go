package games

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games/dpt"
	"github.com/loopline/loopline/games/grid"
	"github.com/loopline/loopline/games/grid/rtl"
	"github.com/loopline/loopline/games/kakomimasu"
	"github.com/loopline/loopline/games/rtlblock"
	"github.com/loopline/loopline/hdl"
	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/sources"
	"github.com/loopline/loopline/vectors"
)

// rows are a field: # is a wall of the player who is asked about.
type rows []string

func (r rows) bytes() [][]byte {
	all := make([][]byte, len(r))
	for y := range r {
		all[y] = []byte(r[y])
	}
	return all
}

// drawn is the field on which some cells are walls.
func drawn(side int, wall func(x, y int) bool) rows {
	r := make(rows, side)
	for y := range r {
		line := make([]byte, side)
		for x := range line {
			if line[x] = '.'; wall(x, y) {
				line[x] = '#'
			}
		}
		r[y] = string(line)
	}
	return r
}

// toggled is the field with another cell.
func (r rows) toggled(x, y int) rows {
	b := r.bytes()
	b[y][x] ^= '#' ^ '.'
	return drawn(len(r), func(x, y int) bool { return b[y][x] == '#' })
}

// spiral is a wall that winds inwards, with a way of one cell beside it.
func spiral(side int) rows {
	b := drawn(side, func(int, int) bool { return false }).bytes()
	at := func(x, y int) bool { return x >= 0 && y >= 0 && x < side && y < side && b[y][x] == '#' }
	x, y, dx, dy := 0, 0, 1, 0
	b[y][x] = '#'
	for turns := 0; turns < 2; {
		// It goes on until it would touch itself or leave the field.
		nx, ny := x+dx, y+dy
		if nx < 0 || ny < 0 || nx >= side || ny >= side || at(nx, ny) || at(nx+dx, ny+dy) {
			dx, dy, turns = -dy, dx, turns+1
			continue
		}
		x, y, turns = nx, ny, 0
		b[y][x] = '#'
	}
	return drawn(side, func(x, y int) bool { return b[y][x] == '#' })
}

// adversaries are fields on which a flood goes wrong first.
func adversaries(side int) []rows {
	far := side - 1
	ring := func(x, y int) int { return min(x, y, far-x, far-y) } // from the edge
	around := func(x, y int) int { return max(x-side/2, side/2-x) + max(y-side/2, side/2-y) }
	all := []rows{
		spiral(side),
		drawn(side, func(x, y int) bool { return (x+y)%2 == 0 }),
		drawn(side, func(x, y int) bool { return (x+y)%2 == 1 }),
		drawn(side, func(x, y int) bool { return (x+y)%3 == 0 }),
		drawn(side, func(x, y int) bool { return (x-y+side)%3 == 0 }),
		drawn(side, func(x, y int) bool { return ring(x, y)%2 == 0 }),
		drawn(side, func(x, y int) bool { return ring(x, y)%2 == 1 }),
		drawn(side, func(x, y int) bool { return around(x, y)%2 == 0 && around(x, y) < side/2 }),
		drawn(side, func(x, y int) bool { return around(x, y) == side/2-1 }),
		// Combs, which are one long way from a corner.
		drawn(side, func(x, y int) bool {
			return y%2 == 1 && x != (y/2%2)*far && ring(x, y) > 0 || ring(x, y) == 0 && x+y > 0
		}),
		drawn(side, func(x, y int) bool { return x%2 == 1 && y != 1+(x/2%2)*(far-2) || ring(x, y) == 0 && x+y > 1 }),
		drawn(side, func(x, y int) bool { return ring(x, y) == 0 }),
		drawn(side, func(x, y int) bool { return ring(x, y) == 1 }),
	}
	// Rings inside rings, each with a gap on the side away from the one before.
	all = append(all, drawn(side, func(x, y int) bool {
		gap := x == side/2 && (y < side/2) == (ring(x, y)%4 == 0)
		return ring(x, y)%2 == 0 && !gap
	}))
	return all
}

// playedWalls are the walls of a player in a random game of Kakomimasu, turn by turn.
func playedWalls(rng *rand.Rand, side, turns int, yield func(rows) bool) bool {
	const agents = 8
	b := &kakomimasu.Field{Name: "random", Width: side, Height: side, Agents: agents, Players: 2, Points: make([]int, side*side)}
	p := kakomimasu.New(b)
	for range turns {
		actions := make([][]kakomimasu.Action, 2)
		for player := range actions {
			for agent := range agents {
				a := kakomimasu.Action{Agent: agent, Type: kakomimasu.Put, To: kakomimasu.Cell{X: rng.IntN(side), Y: rng.IntN(side)}}
				if at := p.Agent(player, agent); at != kakomimasu.Off {
					a.Type, a.To = kakomimasu.Move, kakomimasu.Cell{X: at.X + rng.IntN(3) - 1, Y: at.Y + rng.IntN(3) - 1}
				}
				actions[player] = append(actions[player], a)
			}
		}
		p.Turn(actions)
		for player := range 2 {
			walls := drawn(side, func(x, y int) bool {
				t := p.At(kakomimasu.Cell{X: x, Y: y})
				return t.Wall && t.Player == player
			})
			if !yield(walls) {
				return false
			}
		}
	}
	return true
}

// territory is what walls enclose by the rules of Kakomimasu: they stand on a
// board that was neutral, and a turn passes.
func territory(walls rows) rows {
	side := len(walls)
	p := kakomimasu.New(&kakomimasu.Field{Name: "one", Width: side, Height: side, Players: 1, Points: make([]int, side*side)})
	if err := p.SetTiles(strings.ReplaceAll(strings.Join(walls, ""), "#", "A")); err != nil {
		panic(err)
	}
	p.Turn(nil)
	return drawn(side, func(x, y int) bool {
		t := p.At(kakomimasu.Cell{X: x, Y: y})
		return t.Owned && !t.Wall
	})
}

// area is what tiles enclose by the rules of DPT. The points of the area are
// counted, too: each cell is worth one.
func area(tiles rows) rows {
	side := len(tiles)
	f := &dpt.Field{Width: side, Height: side}
	for _, c := range strings.Join(tiles, "") {
		f.Values, f.Tiles = append(f.Values, -1), append(f.Tiles, map[rune]uint8{'.': dpt.Nobody, '#': 2}[c])
	}
	p := dpt.NewPosition(f, false)
	inside := grid.NewBitboard(side)
	p.Enclosed(inside, 1)
	if got := p.Points(1).Area; got != inside.Count() {
		panic(fmt.Sprintf("%d points for %d cells", got, inside.Count()))
	}
	return drawn(side, inside.Has)
}

// flooded is a question about walls, and the answer of a game's rules.
type flooded struct {
	walls, inside rows
	neighbours    grid.Neighbours
}

func (f flooded) AppendAsk(dst []byte) []byte {
	return fmt.Appendf(dst, `{"neighbours":%d,"walls":"%s"}`, f.neighbours, strings.Join(f.walls, "/"))
}

func (f flooded) AppendWant(dst []byte) []byte {
	return fmt.Appendf(dst, `{"inside":"%s"}`, strings.Join(f.inside, "/"))
}

func (f flooded) AppendCSV(dst []byte) []byte                { return dst }
func (f flooded) AppendHex(dst []byte, _ int, _ bool) []byte { return dst }

// boards makes the questions: adversaries, those with a cell changed, and games.
type boards struct {
	neighbours grid.Neighbours
	rules      func(rows) rows
	side       int
	rng        *rand.Rand
}

func (b boards) Directed(_ context.Context, yield func(vectors.Item) bool) error {
	for _, r := range adversaries(b.side) {
		if !b.ask(r, yield) {
			return nil
		}
		for range 20 {
			if !b.ask(r.toggled(b.rng.IntN(b.side), b.rng.IntN(b.side)), yield) {
				return nil
			}
		}
	}
	return nil
}

func (b boards) Random(_ int, yield func(vectors.Item) bool) {
	for playedWalls(b.rng, b.side, 3*b.side, func(r rows) bool { return b.ask(r, yield) }) {
	}
}

func (b boards) ask(r rows, yield func(vectors.Item) bool) bool {
	return yield(flooded{r, b.rules(r), b.neighbours})
}

// TestFloodIsTerritory has ll_flood answer about whole boards of both games, as
// their rules count territory and area.
func TestFloodIsTerritory(t *testing.T) {
	tier.NoRace(t)
	if testing.Short() {
		t.Skip("builds models")
	}
	if _, err := exec.LookPath("verilator"); err != nil {
		t.Skip("verilator is missing: scripts/setup")
	}
	for _, c := range []struct {
		game  string
		n     grid.Neighbours
		rules func(rows) rows
		sides []int
	}{
		{"kakomimasu", grid.Eight, territory, []int{10, 24}},
		{"dpt", grid.Four, area, []int{12, 24}},
	} {
		for _, side := range c.sides {
			t.Run(fmt.Sprintf("%s %dx%d", c.game, side, side), func(t *testing.T) {
				t.Parallel()
				m := *rtl.NewBlock(c.game, c.n, vectors.GridSize{Columns: side, Rows: side})
				set := *m.Set
				set.Kinds = []vectors.Definition{{
					Kind: m.Kind, BinsOf: func(vectors.Item) (none vectors.BinSet) { return none },
					NewGenerator: func(*vectors.Options) vectors.Generator {
						return boards{c.n, c.rules, side, rand.New(rand.NewPCG(uint64(side), 7))}
					},
				}}
				m.Set = &set
				const count = 2000
				o, err := m.Compare(t.Context(), &model.Builder{Quick: true},
					rtlblock.Config{Source: sources.Source{Name: "hdl", FS: hdl.RTL}, Count: count})
				require.NoError(t, err)
				require.Empty(t, o.Found())
				require.Equal(t, count, o.Agreed)
				require.Greater(t, o.Cycles.Most, 2*side, "no long way was asked")
			})
		}
	}
}

// TestTerritoryOfTwo: what one player alone encloses is that player's, and what
// nobody encloses is nobody's, so a flood for each player is all that is needed
// but where rings lie inside each other.
func TestTerritoryOfTwo(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const side, rounds = 10, 300
	var alone, both int
	for range rounds {
		letters := []byte(strings.Repeat(".", side*side))
		for i := range 6 { // rings, one over the other
			x0, y0 := rng.IntN(side-2), rng.IntN(side-2)
			x1, y1 := x0+2+rng.IntN(side-x0-2), y0+2+rng.IntN(side-y0-2)
			for at := range letters {
				x, y := at%side, at/side
				if x >= x0 && x <= x1 && y >= y0 && y <= y1 && (x == x0 || x == x1 || y == y0 || y == y1) {
					letters[at] = "AB"[i%2]
				}
			}
		}
		p := kakomimasu.New(&kakomimasu.Field{Name: "two", Width: side, Height: side, Players: 2, Points: make([]int, side*side)})
		require.NoError(t, p.SetTiles(string(letters)))
		p.Turn(nil)
		var inside [2]rows
		for player := range inside {
			inside[player] = territory(drawn(side, func(x, y int) bool { return letters[y*side+x] == 'A'+byte(player) }))
		}
		for i, letter := range letters {
			if letter != '.' {
				continue
			}
			x, y := i%side, i/side
			of := [2]bool{inside[0][y][x] == '#', inside[1][y][x] == '#'}
			got := p.At(kakomimasu.Cell{X: x, Y: y})
			switch {
			case of[0] && of[1]:
				both++
				require.True(t, got.Owned)
			case of[0] || of[1]:
				alone++
				require.True(t, got.Owned)
				require.Equal(t, of[1], got.Player == 1)
			default:
				require.False(t, got.Owned)
			}
		}
	}
	require.Greater(t, alone, rounds)
	require.Positive(t, both)
}
