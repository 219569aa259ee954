package kakomimasu

import "math/rand/v2"

// RandomField draws a board of the contest's kind: square, 10 to 24 cells wide,
// with 6 to 14 agents. All four quarters mirror each other, so the board is fair.
// Equal seeds draw equal boards.
func RandomField(seed uint64) *Field {
	rng := rand.New(rand.NewPCG(seed, 0x6b616b6f6d69))
	side := 10 + 2*rng.IntN(8)
	b := &Field{
		Name: "random", Width: side, Height: side, Agents: 6 + rng.IntN(9), Players: DefaultPlayers, Turns: DefaultTurns,
		Points: make([]int, side*side),
	}
	for y := range side / 2 {
		for x := range side / 2 {
			worth := drawPoint(rng)
			for _, c := range []Cell{{x, y}, {side - 1 - x, y}, {x, side - 1 - y}, {side - 1 - x, side - 1 - y}} {
				b.Points[b.index(c)] = worth
			}
		}
	}
	return b
}

// drawPoint draws a cell's value, -16 to 16; one in five is negative or 0.
func drawPoint(rng *rand.Rand) int {
	if rng.IntN(5) == 0 {
		return -rng.IntN(17)
	}
	return rng.IntN(17)
}
