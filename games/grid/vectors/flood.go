package vectors

import (
	"github.com/loopline/loopline/games/grid"
	"github.com/loopline/loopline/vectors"
)

// flood is a vector: walls, and what they enclose.
type flood struct {
	walls, inside grid.Bitboard
	width         int
	neighbours    grid.Neighbours
}

func newFlood(walls grid.Bitboard, width int, n grid.Neighbours) *flood {
	f := &flood{walls, grid.NewBitboard(len(walls)), width, n}
	grid.Enclose(f.inside, walls, width, n)
	return f
}

func (f *flood) AppendAsk(dst []byte) []byte {
	dst = vectors.AppendField(dst, `{"neighbours":`, int(f.neighbours))
	return append(appendBitboard(append(dst, `,"walls":"`...), f.walls, f.width), `"}`...)
}

func (f *flood) AppendWant(dst []byte) []byte { return AppendWant(dst, f.inside, f.width) }

func (f *flood) AppendHex(dst []byte, id int, _ bool) []byte {
	dst = vectors.AppendWord(dst, wordVector, vectors.VectorID.Put(id)|vectorNeighbours.Put(int(f.neighbours)))
	for y := range f.walls {
		dst = vectors.AppendWord(dst, wordRow,
			rowWalls.Put(int(f.walls[y]))|rowInside.Put(int(f.inside[y]))|rowRow.Put(y))
	}
	return dst
}

func (f *flood) AppendCSV(dst []byte) []byte {
	dst = vectors.AppendNumber(dst, int(f.neighbours))
	dst = appendBitboard(append(dst, ','), f.walls, f.width)
	return appendBitboard(append(dst, ','), f.inside, f.width)
}
