package kakomimasu

import (
	"math/bits"

	"github.com/loopline/loopline/games/grid"
)

// Score is the score of a player: a wall counts the value of its cell, territory
// counts without the sign.
type Score struct{ Area, Wall int }

// Total returns the sum, which is compared first.
func (s Score) Total() int { return s.Area + s.Wall }

// Score returns the present score of a player.
func (p *Position) Score(player int) Score {
	return Score{
		Area: p.sum(p.areas[player], abs),
		Wall: p.sum(p.walls[player], func(n int) int { return n }),
	}
}

// sum adds up the values of the cells of a bitboard.
func (p *Position) sum(cells grid.Bitboard, worth func(int) int) (all int) {
	for y, row := range cells {
		for points := p.board.Points[y*p.board.Width:]; row != 0; row &= row - 1 {
			all += worth(points[bits.TrailingZeros64(row)])
		}
	}
	return all
}

// Reason is the rule that decided a game.
type Reason string

const (
	ByTotal Reason = "total" // the highest sum
	ByWall  Reason = "wall"  // equal sums, the most points of walls
	Drawn   Reason = "draw"  // both are equal
)

// Winner returns the winner if the game ends now, and the reason; -1 where several
// share it. Among equal sums the points of walls decide.
func (p *Position) Winner() (player int, by Reason) {
	scores := make([]Score, p.board.Players)
	for i := range scores {
		scores[i] = p.Score(i)
	}
	best, ties := leaders(scores, func(Score) bool { return true }, Score.Total)
	if ties == 1 {
		return best, ByTotal
	}
	top := scores[best].Total()
	best, ties = leaders(scores, func(s Score) bool { return s.Total() == top }, func(s Score) int { return s.Wall })
	if ties == 1 {
		return best, ByWall
	}
	return -1, Drawn
}

// leaders is the first of those with the highest value among some, and how many
// they are.
func leaders(scores []Score, among func(Score) bool, value func(Score) int) (best, ties int) {
	best = -1
	for i, s := range scores {
		switch {
		case !among(s):
		case best < 0 || value(s) > value(scores[best]):
			best, ties = i, 1
		case value(s) == value(scores[best]):
			ties++
		}
	}
	return best, ties
}
