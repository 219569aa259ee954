package book

import (
	"math"

	"github.com/loopline/loopline/trax"
)

// Game is a game as it is counted.
type Game struct {
	Moves   []string   // played up to the first that can't be
	Ratings [2]float64 // of white and red, in Elo; NaN where it isn't known
}

// Unrated are ratings that aren't known.
func Unrated() [2]float64 { return [2]float64{math.NaN(), math.NaN()} }

// Limits of the plies of a game that a book counts.
const (
	DefaultPlies = 12
	MaxPlies     = 64
)

// Counter makes entries of games. It is for one goroutine.
type Counter struct {
	plies int
	pos   *trax.Position
	keys  []uint64
}

// NewCounter returns a counter of the first plies of games.
func NewCounter(plies int) *Counter { return &Counter{plies: plies, pos: trax.NewPosition()} }

// Append appends the entries of a game, for [Builder.Write]. A game without a legal move has none.
func (c *Counter) Append(dst []byte, g Game) []byte {
	c.pos.Reset()
	c.keys = append(c.keys[:0], c.pos.SymmetryKey())
	for _, m := range g.Moves {
		if c.pos.PlayText(m) != nil { // illegal, or the board is too large
			break
		}
		if c.pos.Ply() <= c.plies {
			c.keys = append(c.keys, c.pos.SymmetryKey())
		}
	}
	o := c.pos.Outcome()
	for i, to := range c.keys[1:] {
		e := Entry{From: c.keys[i], To: to, Counts: Counts{Games: 1}}
		switch {
		case o.Over && int(o.Winner) == i%2:
			e.Wins = 1
		case o.Over:
			e.Losses = 1
		}
		if r := g.Ratings[i%2]; !math.IsNaN(r) {
			e.Rated, e.Rating = 1, int64(math.Round(r))
		}
		dst = appendEntry(dst, e)
	}
	return dst
}
