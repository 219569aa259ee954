package playertest

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/engine"
)

// Policy values a legal move of ours: m was played on a board of width columns
// and led to after. An opponent plays one of the moves with the highest value.
// It must leave after as it was.
type Policy func(m trax.Move, width int, after *trax.Position) int

// Anywhere values all moves alike.
func Anywhere(trax.Move, int, *trax.Position) int { return 0 }

// LeftAndUp prefers moves that add a column on the left or a row on top.
func LeftAndUp(m trax.Move, _ int, _ *trax.Position) int {
	if m.Cell.Col == 0 || m.Cell.Row == 0 {
		return 1
	}
	return 0
}

// Rightwards prefers moves that add a column on the right.
func Rightwards(m trax.Move, width int, _ *trax.Position) int {
	if m.Cell.Col > width {
		return 1
	}
	return 0
}

// Outwards prefers moves that add a column or a row on any side.
func Outwards(m trax.Move, width int, after *trax.Position) int {
	if m.Cell.Col == 0 || m.Cell.Row == 0 || m.Cell.Col > width || m.Cell.Row == after.Height() {
		return 1
	}
	return 0
}

// Forcing prefers moves that force many tiles.
func Forcing(_ trax.Move, _ int, after *trax.Position) int { return after.Forced() }

// Forbidding prefers moves after which many of the player's moves fit and are
// illegal by forced play alone.
func Forbidding() Policy {
	var moves []trax.Move
	return func(_ trax.Move, _ int, after *trax.Position) int {
		moves = after.AppendForcedIllegal(moves[:0])
		forbidden := len(moves)
		moves = after.AppendMoves(moves[:0])
		return forbidden * 10_000 / (forbidden + len(moves) + 1)
	}
}

// laddering weighs a thousandth of risk that the player ends the game against a
// forced tile.
const laddering = 0.6

// Laddering prepares a long chain of forced tiles, and sets it off when it is
// longer than 64: it prefers moves after which a move of ours can force many
// tiles, and few moves end the game.
func Laddering() Policy {
	var moves []trax.Move
	some := newSample()
	return func(_ trax.Move, _ int, after *trax.Position) int {
		if forced := after.Forced(); forced > longerChain {
			return 1 << 20 * forced
		}
		if some.skip(len(moves)) {
			return 0
		}
		longest, over := 0, 0
		moves = after.AppendMoves(moves[:0])
		for _, m := range moves {
			if after.Play(m) != nil {
				continue
			}
			if after.Outcome().Over {
				over++
			} else {
				longest = max(longest, after.Forced())
			}
			after.Undo()
		}
		risk := 1000 * over / (len(moves) + 1)
		return 1000 + longest - int(laddering*float64(risk))
	}
}

// looked is the mean number of our moves for which a policy looks at all answers; on a large
// board the others count for nothing.
const looked = 80

// sample chooses by chance, always the same again.
type sample struct{ rng *rand.Rand }

func newSample() sample { return sample{rand.New(rand.NewPCG(1, looked))} }

// skip reports whether to leave out a move of about the given number.
func (s sample) skip(moves int) bool { return moves > looked && s.rng.IntN(moves) >= looked }

const flat = 4

// Stretching prefers moves that make a track from left to right longer, or with
// down one from top to bottom, on a flat board of at most most columns, or
// rows.
func Stretching(down bool, most int) Policy {
	var tracks []trax.Track
	from, to := trax.Left, trax.Right
	if down {
		from, to = trax.Top, trax.Bottom
	}
	return func(_ trax.Move, _ int, after *trax.Position) int {
		size, other := after.Width(), after.Height()
		if down {
			size, other = other, size
		}
		longest := 0
		tracks = after.AppendTracks(tracks[:0])
		for i := range tracks {
			if e := &tracks[i].Ends; faces(e, from, to) {
				columns, rows := extent(e)
				if down {
					columns = rows
				}
				longest = max(longest, columns)
			}
		}
		return lineLength*(min(longest, size)-max(0, size-most)) - max(0, other-flat)
	}
}

// What Lasting puts above all else: any other policy counts in units, and the
// board at first sight decides between equals.
const (
	lastingSafe = 1 << 40
	lastingUnit = 1 << 22
)

// Lasting plays a policy so that the game goes on: it leaves the player no win
// at once if that can be, and among equals the board that is worst for it at
// first sight.
func Lasting(wish Policy) Policy {
	evaluate := engine.Tracks()
	some := newSample()
	return func(m trax.Move, width int, after *trax.Position) int {
		if some.skip(after.Tiles()) {
			return 0
		}
		value := engine.MaxValue - min(max(evaluate(after), -engine.MaxValue), engine.MaxValue)
		value += lastingUnit * wish(m, width, after)
		if !canWin(after) {
			value += lastingSafe
		}
		return value
	}
}

// How far Surviving looks, its own move among the plies, and what it puts above
// all that Lasting wants.
const (
	survivingDepth = 4
	survivingSafe  = 1 << 41
)

// Surviving is Lasting against a player that is strong: it also leaves no win that
// can be forced within the next moves, if it finds such a move. What it finds
// depends on no clock. It serves one game.
func Surviving(wish Policy) Policy {
	lasting := Lasting(wish)
	analyzer, err := engine.NewAnalyzer(survivingDepth, nil)
	if err != nil {
		panic(err) // the depth is one of ours
	}
	ply, best := 0, 0 // of the moves valued now, the best that survives
	return func(m trax.Move, width int, after *trax.Position) int {
		value := lasting(m, width, after)
		if after.Ply() != ply {
			ply, best = after.Ply(), 0
		}
		if value < lastingSafe || value <= best || !after.Undo() {
			return value
		}
		v, err := analyzer.Analyze(context.Background(), after, m, time.Hour)
		_ = after.Play(m) // it was just taken back
		if plies, won, over := engine.DecisivePlies(v); err != nil || over && !won && plies <= survivingDepth {
			return value
		}
		best = value
		return survivingSafe + value
	}
}

// canWin reports whether the side to move wins with one move.
func canWin(p *trax.Position) bool {
	side := p.Turn()
	for _, m := range p.AppendMoves(nil) {
		if p.Play(m) != nil {
			continue
		}
		o := p.Outcome()
		p.Undo()
		if o.Over && o.Winner == side {
			return true
		}
	}
	return false
}
