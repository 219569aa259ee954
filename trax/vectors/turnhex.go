package vectors

import (
	"bytes"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/vectors"
)

func (t *turn) Position() []byte { return t.moves }

func (t *turn) AppendHex(dst []byte, id int, same bool) []byte {
	dst = appendPosition(dst, id, t.moves, same)
	full, tiles := turnFull.Put(bit(t.full)), 0
	if t.status == OK {
		tiles = len(t.placed)
	}
	cell := cellShape.Put(3)
	if t.known {
		cell = moveFields(t.m)
	}
	dst = vectors.AppendWord(dst, wordTurn, cell|turnStatus.Put(int(t.status))|full|turnTiles.Put(tiles))
	if t.status == OK {
		o := t.outcome
		dst = vectors.AppendWord(dst, wordAfter, t.after.fields()|afterOver.Put(bit(o.Over))|
			afterWinner.Put(int(o.Winner))|afterCompleted.Put(int(o.Completed)))
		for _, p := range t.placed {
			dst = vectors.AppendWord(dst, wordTile, cellCol.Put(p.Cell.Col)|cellRow.Put(p.Cell.Row)|
				tileTile.Put(int(p.Tile))|tileForced.Put(bit(p.Forced)))
		}
	}
	dst = vectors.AppendWord(dst, wordBack, t.before.fields())
	return vectors.AppendWord(dst, wordSum, sumCRC.Put(int(t.before.crc)))
}

func (s *state) fields() uint64 {
	return boxWidth.Put(s.width) | boxHeight.Put(s.height) | boxTiles.Put(s.tiles)
}

// moveFields are a move's fields in a word.
func moveFields(m trax.Move) uint64 {
	shape := bytes.IndexByte([]byte(shapeCodes), byte(m.Shape))
	return cellCol.Put(m.Cell.Col) | cellRow.Put(m.Cell.Row) | cellShape.Put(shape)
}

// shapeCodes are the shapes in the order of their codes.
const shapeCodes = `+/\`

// appendPosition begins a vector and sets its position up.
func appendPosition(dst []byte, id int, moves []byte, same bool) []byte {
	setup := 0
	if len(moves) > 0 && !same {
		setup = bytes.Count(moves, []byte(" ")) + 1
	}
	dst = vectors.AppendWord(dst, wordVector, vectors.VectorID.Put(id)|vectorSetup.Put(setup)|vectorSame.Put(bit(same)))
	if same {
		return dst
	}
	for rest := moves; len(rest) > 0; {
		var text []byte
		text, rest, _ = bytes.Cut(rest, []byte(" "))
		if m, err := trax.ParseMove(string(text)); err == nil {
			dst = vectors.AppendWord(dst, wordSetup, moveFields(m))
		}
	}
	return dst
}
