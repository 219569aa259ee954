package vectors

import (
	"strconv"

	"github.com/loopline/loopline/games/battle2048"
	"github.com/loopline/loopline/vectors"
)

// slide is a vector: a board, a direction, and its result.
type slide struct {
	board, after battle2048.Grid
	direction    battle2048.Direction
	merges       int
	gain         int64
	moved        bool
}

// newSlide slides a board.
func newSlide(board battle2048.Grid, d battle2048.Direction) slide {
	s := slide{board: board, after: board, direction: d}
	s.merges, s.gain, s.moved = s.after.Slide(d)
	return s
}

func (s *slide) AppendAsk(dst []byte) []byte {
	dst = append(append(dst, `{"board":"`...), s.board.String()...)
	return append(append(append(dst, `","direction":"`...), s.direction.String()...), `"}`...)
}

func (s *slide) AppendWant(dst []byte) []byte {
	return AppendWant(dst, &s.after, s.moved, s.merges, s.gain)
}

// AppendWant appends what a slide makes of a board, in the form of a vector's
// want.
func AppendWant(dst []byte, after *battle2048.Grid, moved bool, merges int, gain int64) []byte {
	dst = strconv.AppendBool(append(dst, `{"moved":`...), moved)
	dst = vectors.AppendField(dst, `,"merges":`, merges)
	dst = strconv.AppendInt(append(dst, `,"gain":`...), gain, 10)
	return append(append(append(dst, `,"after":"`...), after.String()...), `"}`...)
}

func (s *slide) AppendHex(dst []byte, id int, _ bool) []byte {
	moved := 0
	if s.moved {
		moved = 1
	}
	dst = vectors.AppendWord(dst, wordVector, vectors.VectorID.Put(id)|vectorDirection.Put(int(s.direction))|
		vectorMoved.Put(moved)|vectorMerges.Put(s.merges))
	dst = vectors.AppendWord(dst, wordGain, gainGain.Put(int(s.gain)))
	for row := range battle2048.Size {
		dst = vectors.AppendWord(dst, wordRow,
			rowBefore.Put(packed(&s.board, row))|rowAfter.Put(packed(&s.after, row))|rowRow.Put(row))
	}
	return dst
}

// packed is a row of a board, five bits a cell.
func packed(b *battle2048.Grid, row int) (v int) {
	for i := range battle2048.Size {
		v |= int(b[row*battle2048.Size+i]) << (exponentBits * i)
	}
	return v
}

func (s *slide) AppendCSV(dst []byte) []byte {
	dst = append(append(dst, ','), s.board.String()...)
	dst = append(append(dst, ','), s.direction.String()...)
	dst = strconv.AppendBool(append(dst, ','), s.moved)
	dst = vectors.AppendNumber(dst, s.merges)
	dst = strconv.AppendInt(append(dst, ','), s.gain, 10)
	return append(append(dst, ','), s.after.String()...)
}
