package engine

import "github.com/loopline/loopline/trax"

// Features finds what a position consists of for the learned evaluation: of each
// open track how its two ends lie to each other and how far it is from a line, of
// each two tracks of a colour how their ends lie to each other. Each feature is
// told apart by whose track it is, the mover's or the other's.
//
// The zero value is ready. It keeps working memory and is for one goroutine.
type Features struct {
	tracks []trax.Track
	ends   [2][]endPair // by colour
}

// endPair is the cells that the two ends of a track enter.
type endPair [2]trax.Cell

// The features of a side, by their numbers: shapes of tracks, tiles missing to a
// line, pairs of tracks. Those of the other side follow behind, then one that
// every position has: to be the side to move.
const (
	numShapes = 231
	numLines  = 8
	numPairs  = 60

	firstLine = numShapes
	firstPair = firstLine + numLines
	sideSize  = firstPair + numPairs

	// TempoFeature is the feature that every position has once.
	TempoFeature = 2 * sideSize
	// NumFeatures is how many features there are.
	NumFeatures = TempoFeature + 1
)

// Append appends the number of each feature of p to dst, as often as it is there.
func (f *Features) Append(dst []uint16, p *trax.Position) []uint16 {
	f.tracks = p.AppendTracks(f.tracks[:0])
	f.ends[0], f.ends[1] = f.ends[0][:0], f.ends[1][:0]
	width, height, turn := max(p.Width(), lineLength), max(p.Height(), lineLength), p.Turn()
	for i := range f.tracks {
		t := &f.tracks[i]
		side := uint16(0)
		if t.Color != turn {
			side = sideSize
		}
		e := endPair{ahead(t.Ends[0]), ahead(t.Ends[1])}
		dst = append(dst, side+shapeOf(t, &e))
		across, down := spans(t)
		if missing := width - across; missing < numLines {
			dst = append(dst, side+firstLine+uint16(max(missing, 0)))
		}
		if missing := height - down; missing < numLines {
			dst = append(dst, side+firstLine+uint16(max(missing, 0)))
		}
		dst = appendPairs(dst, side+firstPair, f.ends[t.Color&1], &e)
		f.ends[t.Color&1] = append(f.ends[t.Color&1], e)
	}
	return append(dst, TempoFeature)
}

// farthest is the distance from which on ends of a track count as equally far.
const farthest = 6

// shapeOf is the number of the shape of a track whose ends enter the given cells.
func shapeOf(t *trax.Track, e *endPair) uint16 {
	dx := min(max(e[1].Col-e[0].Col, -farthest), farthest) + farthest
	dy := min(max(e[1].Row-e[0].Row, -farthest), farthest) + farthest
	return shapeNumbers[t.Ends[0].Side&3][t.Ends[1].Side&3][dx][dy]
}

// A shapeTable has a number for each two sides and each way between two cells,
// first by columns, then by rows.
type shapeTable [4][4][2*farthest + 1][2*farthest + 1]uint16

// shapeNumbers numbers shapes. Those that a turn or a mirror makes of each other,
// or that are the same track seen from its other end, have one number.
var shapeNumbers = numberShapes()

func numberShapes() (table shapeTable) {
	next := uint16(1) // 0 is none yet
	for a := range trax.Side(4) {
		for b := range trax.Side(4) {
			for dx := -farthest; dx <= farthest; dx++ {
				for dy := -farthest; dy <= farthest; dy++ {
					if table[a][b][dx+farthest][dy+farthest] == 0 {
						table.number(a, b, dx, dy, next)
						next++
					}
				}
			}
		}
	}
	for a := range table {
		for b := range table[a] {
			for dx := range table[a][b] {
				for dy := range table[a][b][dx] {
					table[a][b][dx][dy]--
				}
			}
		}
	}
	return table
}

// number gives a shape and its sixteen images a number.
func (t *shapeTable) number(a, b trax.Side, dx, dy int, number uint16) {
	for range 2 {
		for range 4 {
			t[a][b][dx+farthest][dy+farthest] = number
			t[b][a][-dx+farthest][-dy+farthest] = number
			dx, dy = dy, -dx // right to top, as sides are numbered
			a, b = (a+1)&3, (b+1)&3
		}
		dx, a, b = -dx, mirrored(a), mirrored(b)
	}
}

// mirrored exchanges left and right.
func mirrored(s trax.Side) trax.Side {
	if s == trax.Left || s == trax.Right {
		return s.Opposite()
	}
	return s
}

// nearby is the distance from which on ends of two tracks are far apart.
const nearby = 3

// appendPairs appends the features that a track makes with others of its colour:
// how its ends lie to theirs, either way round, where one end at least is near.
func appendPairs(dst []uint16, first uint16, others []endPair, e *endPair) []uint16 {
	for i := range others {
		o := &others[i]
		if n := pairNumbers[gap(e[0], o[0])][gap(e[1], o[1])]; n != noPair {
			dst = append(dst, first+n)
		}
		if n := pairNumbers[gap(e[0], o[1])][gap(e[1], o[0])]; n != noPair {
			dst = append(dst, first+n)
		}
	}
	return dst
}

// gap is how far apart two cells are, in columns and in rows, in two bits each.
func gap(a, b trax.Cell) int {
	return min(abs(a.Col-b.Col), nearby)<<2 | min(abs(a.Row-b.Row), nearby)
}

// pairNumbers numbers the gaps between the ends of two tracks. Columns and rows
// are alike, and so are the two ends. noPair is that both are far.
var pairNumbers = numberPairs()

const noPair = 1<<16 - 1

func numberPairs() (table [16][16]uint16) {
	for a := range table {
		for b := range table {
			table[a][b] = noPair
		}
	}
	next := uint16(0)
	for a := range table {
		for b := range table {
			if table[a][b] != noPair || far(a) && far(b) {
				continue
			}
			for _, g := range [][2]int{{a, b}, {swapped(a), swapped(b)}} {
				table[g[0]][g[1]], table[g[1]][g[0]] = next, next
			}
			next++
		}
	}
	return table
}

func far(gap int) bool    { return gap>>2 == nearby || gap&3 == nearby }
func swapped(gap int) int { return gap>>2 | gap&3<<2 }

// LearnedShape is what a track alone is worth, in learned points, by how its ends
// lie: the sides of their tiles at which they leave, and the way from the cell that
// the one enters to that of the other, in columns and in rows. The track is of the
// side to move, own, or of the other.
func LearnedShape(own bool, from, to trax.Side, columns, rows int) int {
	dx := min(max(columns, -farthest), farthest) + farthest
	dy := min(max(rows, -farthest), farthest) + farthest
	n := int(shapeNumbers[from&3][to&3][dx][dy])
	if !own {
		n += sideSize
	}
	return int(learnedWeights()[n])
}
