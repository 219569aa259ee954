package vectors

import (
	"context"
	"math/rand/v2"

	"github.com/loopline/loopline/games/chaser"
	"github.com/loopline/loopline/vectors"
)

// generator makes windows.
type generator struct{ o *vectors.Options }

// Directed has nothing that every file begins with.
func (*generator) Directed(context.Context, func(vectors.Item) bool) error { return nil }

// Random plays random games and looks in between, from where the players stand and
// from elsewhere.
func (m *generator) Random(part int, yield func(vectors.Item) bool) {
	rng := vectors.Stream(m.o, vectors.ForBulk, uint64(part))
	methods := chaser.Methods()
	for {
		g := chaser.New(randomMap(rng, m.o.Grid), 1000)
		for !g.Outcome().Over {
			if !yield(newWindow(question(rng, g))) {
				return
			}
			g.Play(methods[rng.IntN(len(methods))])
		}
		if !yield(newWindow(question(rng, g))) { // one may have walked off
			return
		}
	}
}

// randomMap is a map with players on floor.
func randomMap(rng *rand.Rand, b vectors.GridSize) *chaser.Map {
	m := &chaser.Map{}
	blocks, items := rng.IntN(25), rng.IntN(25)
	for range b.Rows {
		row := make([]chaser.Cell, b.Columns)
		for x := range row {
			switch n := rng.IntN(100); {
			case n < blocks:
				row[x] = chaser.Block
			case n < blocks+items:
				row[x] = chaser.Item
			}
		}
		m.Rows = append(m.Rows, row)
	}
	for i := range m.Start {
		p := chaser.Point{X: rng.IntN(b.Columns), Y: rng.IntN(b.Rows)}
		m.Start[i], m.Rows[p.Y][p.X] = p, chaser.Floor
	}
	return m
}

// question is a random one about a game's position.
func question(rng *rand.Rand, g *chaser.Position) Question {
	width, height := g.Size()
	q := Question{
		Player: g.Pos(g.Next()), Other: g.Pos(1 - g.Next()),
		Action: chaser.Action(rng.IntN(3)), Direction: chaser.Direction(rng.IntN(4)),
	}
	switch rng.IntN(6) {
	case 0: // anywhere, and just off the map
		q.Player = chaser.Point{X: rng.IntN(width+2) - 1, Y: rng.IntN(height+2) - 1}
	case 1:
		q.Other = chaser.Point{
			X: min(max(q.Player.X+rng.IntN(7)-3, -1), width), Y: min(max(q.Player.Y+rng.IntN(7)-3, -1), height),
		}
	case 2:
		if rng.IntN(4) == 0 {
			q.Other = q.Player
		}
	}
	for y := range height {
		row := make([]chaser.Cell, width)
		for x := range row {
			row[x] = g.At(chaser.Point{X: x, Y: y})
		}
		q.Rows = append(q.Rows, row)
	}
	return q
}
