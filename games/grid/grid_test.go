package grid

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// enclosedSlowly is Enclose as one would explain it: walk from each border cell.
func enclosedSlowly(walls Bitboard, width int, n Neighbours) Bitboard {
	height := len(walls)
	reached := NewBitboard(height)
	var walk func(x, y int)
	walk = func(x, y int) {
		if x < 0 || y < 0 || x >= width || y >= height || walls.Has(x, y) || reached.Has(x, y) {
			return
		}
		reached.Set(x, y)
		for dy := -1; dy <= 1; dy++ {
			for dx := -1; dx <= 1; dx++ {
				if n == Eight || dx == 0 || dy == 0 {
					walk(x+dx, y+dy)
				}
			}
		}
	}
	for y := range height {
		for x := range width {
			if x == 0 || y == 0 || x == width-1 || y == height-1 {
				walk(x, y)
			}
		}
	}
	inside := NewBitboard(height)
	for y := range height {
		for x := range width {
			if !walls.Has(x, y) && !reached.Has(x, y) {
				inside.Set(x, y)
			}
		}
	}
	return inside
}

func TestEnclose(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for round := range 20_000 {
		width, height := 1+rng.IntN(26), 1+rng.IntN(26)
		if round%50 == 0 {
			width = MaxWidth
		}
		walls := NewBitboard(height)
		share := rng.Float64()
		for y := range height {
			for x := range width {
				if rng.Float64() < share {
					walls.Set(x, y)
				}
			}
		}
		for _, n := range []Neighbours{Four, Eight} {
			inside := NewBitboard(height)
			Enclose(inside, walls, width, n)
			require.Equal(t, enclosedSlowly(walls, width, n), inside, "%d x %d, %d neighbours, walls %x", width, height, n, walls)
		}
	}
}

// A diagonal ring encloses its middle for four neighbours alone.
func TestEncloseDiagonalRing(t *testing.T) {
	walls := Bitboard{0b010, 0b101, 0b010}
	inside := NewBitboard(3)
	Enclose(inside, walls, 3, Four)
	require.Equal(t, Bitboard{0, 0b010, 0}, inside)
	Enclose(inside, walls, 3, Eight)
	require.True(t, inside.Empty())
}

// resolvedSlowly carries out what can be, again and again. For rings it reverts
// what overlaps, again and again.
func resolvedSlowly(intents []Intent, rings CyclePolicy) []Resolution {
	out := make([]Resolution, len(intents))
	for i, a := range intents {
		if a.To == Nowhere {
			continue
		}
		out[i] = Done
		for j, b := range intents {
			if i != j && a.To == b.To {
				out[i] = Conflict
			}
		}
	}
	if rings == CyclesMove {
		for again := true; again; {
			again = false
			for i, a := range intents {
				if out[i] != Done {
					continue
				}
				for j, b := range intents {
					at := b.From
					if b.Moves && out[j] == Done {
						at = b.To
					}
					if (i != j || !a.Moves) && at == a.To {
						out[i], again = Blocked, true
					}
				}
			}
		}
		return out
	}
	gone := make([]bool, len(intents))
	carried := make([]bool, len(intents))
	for again := true; again; {
		again = false
		for i, a := range intents {
			if out[i] != Done || carried[i] {
				continue
			}
			free := true
			for j, b := range intents {
				free = free && (gone[j] || b.From != a.To)
			}
			if free {
				carried[i], again = true, true
				gone[i] = a.Moves
			}
		}
	}
	for i := range out {
		if out[i] == Done && !carried[i] {
			out[i] = Blocked
		}
	}
	return out
}

func TestResolve(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var r Resolver
	for range 50_000 {
		cells := 4 + rng.IntN(12)
		at := rng.Perm(cells)
		intents := make([]Intent, 1+rng.IntN(cells))
		for i := range intents {
			intents[i] = Intent{From: at[i], To: rng.IntN(cells), Moves: rng.IntN(3) > 0}
			if intents[i].To == at[i] || rng.IntN(5) == 0 {
				intents[i].To = Nowhere
			}
			if rng.IntN(8) == 0 {
				intents[i].From, intents[i].Moves = Nowhere, true
			}
		}
		for _, rings := range []CyclePolicy{CyclesMove, CyclesStay} {
			got := r.Resolve(nil, intents, cells, rings)
			require.Equal(t, resolvedSlowly(intents, rings), got, "%+v, rings %v", intents, rings)
		}
	}
}

func TestResolveRings(t *testing.T) {
	var r Resolver
	swap := []Intent{{0, 1, true}, {1, 0, true}}
	require.Equal(t, []Resolution{Done, Done}, r.Resolve(nil, swap, 2, CyclesMove))
	require.Equal(t, []Resolution{Blocked, Blocked}, r.Resolve(nil, swap, 2, CyclesStay))
	follow := []Intent{{0, 1, true}, {1, 2, true}}
	require.Equal(t, []Resolution{Done, Done}, r.Resolve(nil, follow, 3, CyclesStay))
}

func BenchmarkEnclose(b *testing.B) {
	rng := rand.New(rand.NewPCG(5, 6))
	walls, inside := NewBitboard(24), NewBitboard(24)
	for range 200 {
		walls.Set(rng.IntN(24), rng.IntN(24))
	}
	for b.Loop() {
		Enclose(inside, walls, 24, Eight)
	}
}
