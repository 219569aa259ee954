package vectors

import (
	"bytes"

	"github.com/loopline/loopline/trax"
)

func (t *turn) position() []byte { return t.moves }

func (t *turn) appendHex(dst []byte, id int, same bool) []byte {
	dst = appendPosition(dst, id, t.moves, same)
	full, tiles := turnFull.put(bit(t.full)), 0
	if t.status == OK {
		tiles = len(t.placed)
	}
	cell := cellShape.put(3)
	if t.known {
		cell = moveFields(t.m)
	}
	dst = appendWord(dst, wordTurn, cell|turnStatus.put(int(t.status))|full|turnTiles.put(tiles))
	if t.status == OK {
		o := t.outcome
		dst = appendWord(dst, wordAfter, t.after.fields()|afterOver.put(bit(o.Over))|
			afterWinner.put(int(o.Winner))|afterCompleted.put(int(o.Completed)))
		for _, p := range t.placed {
			dst = appendWord(dst, wordTile, cellCol.put(p.Cell.Col)|cellRow.put(p.Cell.Row)|
				tileTile.put(int(p.Tile))|tileForced.put(bit(p.Forced)))
		}
	}
	dst = appendWord(dst, wordBack, t.before.fields())
	return appendWord(dst, wordSum, sumCRC.put(int(t.before.crc)))
}

func (s *state) fields() uint64 {
	return boxWidth.put(s.width) | boxHeight.put(s.height) | boxTiles.put(s.tiles)
}

// moveFields are a move's fields in a word.
func moveFields(m trax.Move) uint64 {
	shape := bytes.IndexByte([]byte(shapeCodes), byte(m.Shape))
	return cellCol.put(m.Cell.Col) | cellRow.put(m.Cell.Row) | cellShape.put(shape)
}

// shapeCodes are the shapes in the order of their codes.
const shapeCodes = `+/\`

// appendPosition begins a vector and sets its position up.
func appendPosition(dst []byte, id int, moves []byte, same bool) []byte {
	setup := 0
	if len(moves) > 0 && !same {
		setup = bytes.Count(moves, []byte(" ")) + 1
	}
	dst = appendWord(dst, wordVector, vectorID.put(id)|vectorSetup.put(setup)|vectorSame.put(bit(same)))
	if same {
		return dst
	}
	for rest := moves; len(rest) > 0; {
		var text []byte
		text, rest, _ = bytes.Cut(rest, []byte(" "))
		if m, err := trax.ParseMove(string(text)); err == nil {
			dst = appendWord(dst, wordSetup, moveFields(m))
		}
	}
	return dst
}
