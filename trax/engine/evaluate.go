package engine

import "github.com/loopline/loopline/trax"

// Evaluator values a position that is not over from the view of the side to
// move, in points: 100 points are a track that one more turn can close to a
// loop. Values beyond [MaxValue] count as that. It must not change the
// position, and it is called from one goroutine at a time.
type Evaluator func(p *trax.Position) int

// Tracks returns an evaluator that sums over all open tracks how near each is
// to a loop and to a line. It has no opinion of whose turn it is: the same
// board with all colours exchanged has the negative value. Each evaluator has
// its own working memory.
func Tracks() Evaluator {
	var tracks []trax.Track
	return func(p *trax.Position) int {
		tracks = p.AppendTracks(tracks[:0])
		width, height, turn := p.Width(), p.Height(), p.Turn()
		sum := 0
		for i := range tracks {
			points := loopPoints(&tracks[i]) + linePoints(&tracks[i], width, height)
			if tracks[i].Color == turn {
				sum += points
			} else {
				sum -= points
			}
		}
		return sum
	}
}

// loopTable holds the points of a track that this many tiles would close to a
// loop. Two tiles are one turn: the second is forced.
var loopTable = [...]int{2: 100, 3: 45, 4: 20, 5: 6, 6: 4, 7: 2, 8: 1}

// lineTable holds the points of a track that this many tiles would extend to
// a line.
var lineTable = [...]int{1: 90, 2: 60, 3: 40, 4: 24, 5: 12, 6: 5, 7: 2}

// loopPoints values how near the two ends of a track are to each other.
func loopPoints(t *trax.Track) int {
	return pointsAt(loopTable[:], tilesToLoop(t.Ends[0], t.Ends[1]))
}

func pointsAt(table []int, tiles int) int {
	if tiles >= len(table) {
		return 0
	}
	return table[tiles]
}

// tilesToLoop returns how many tiles the shortest way between the cells that
// the two ends enter takes on an otherwise free board.
func tilesToLoop(a, b trax.End) int {
	from, to := ahead(a), ahead(b)
	dx, dy := to.Col-from.Col, to.Row-from.Row
	tiles := abs(dx) + abs(dy) + 1
	if behind(a.Side, dx, dy) || behind(b.Side, -dx, -dy) {
		tiles += 2 // around the track itself
	}
	return tiles
}

// ahead returns the empty cell that a track enters at its end.
func ahead(e trax.End) trax.Cell { return e.Cell.Beside(e.Side) }

// behind reports whether a step of dx and dy leads straight back for a track
// that runs towards side s.
func behind(s trax.Side, dx, dy int) bool {
	switch s {
	case trax.Right:
		return dy == 0 && dx < 0
	case trax.Left:
		return dy == 0 && dx > 0
	case trax.Top:
		return dx == 0 && dy > 0
	default:
		return dx == 0 && dy < 0
	}
}

const lineLength = 8

// linePoints values how much of the way across the box a track covers, in the
// better of the two directions.
func linePoints(t *trax.Track, width, height int) int {
	across, down := spans(t)
	return max(
		pointsAt(lineTable[:], max(width, lineLength)-across),
		pointsAt(lineTable[:], max(height, lineLength)-down))
}

// spans returns how many columns and rows a track covers, less the tiles that its
// ends need before they run towards the sides of the box.
func spans(t *trax.Track) (across, down int) {
	a, b := t.Ends[0], t.Ends[1]
	if a.Cell.Col > b.Cell.Col || a.Cell.Col == b.Cell.Col && a.Side == trax.Right {
		a, b = b, a
	}
	across = b.Cell.Col - a.Cell.Col + 1 - turns(a, trax.Left) - turns(b, trax.Right)
	if a.Cell.Row > b.Cell.Row || a.Cell.Row == b.Cell.Row && a.Side == trax.Bottom {
		a, b = b, a
	}
	down = b.Cell.Row - a.Cell.Row + 1 - turns(a, trax.Top) - turns(b, trax.Bottom)
	return across, down
}

// turns returns how many tiles end e needs before it runs towards side s.
func turns(e trax.End, s trax.Side) int {
	switch e.Side {
	case s:
		return 0
	case s.Opposite():
		return 2
	default:
		return 1
	}
}

func abs(n int) int { return max(n, -n) }
