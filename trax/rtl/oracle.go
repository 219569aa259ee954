package rtl

import (
	"encoding/binary"
	"errors"
	"slices"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/vectors"
)

// oracle writes the records that a core of a given size ought to answer with.
type oracle struct {
	pos    *trax.Position
	room   int // columns and rows that the box may have
	placed []trax.Placement
	moves  []trax.Move
	all    []uint32
}

func newOracle(room int) *oracle { return &oracle{pos: trax.NewPosition(), room: room} }

// answer appends the right answer to a command, and is then where the core
// should be.
func (o *oracle) answer(dst []byte, c *Command) []byte {
	switch c.Op {
	case New:
		o.pos.Reset()
		return o.state(dst, New, 0)
	case Play:
		return o.turn(dst, c)
	case Try:
		from := len(dst)
		dst = o.turn(dst, c)
		if dst[from+1] == 0 {
			o.pos.Undo()
		}
		return dst
	case Undo:
		if !o.pos.Undo() {
			return o.state(dst, Undo, statusNothing)
		}
		return o.state(dst, Undo, 0)
	case Gen:
		return o.generate(dst)
	}
	return o.show(dst)
}

// state appends a record without entries for the position as it is.
func (o *oracle) state(dst []byte, op Op, status uint8) []byte {
	return appendHead(dst, op, status, 0, o.flags(), o.pos.Width(), o.pos.Height(), o.pos.Tiles())
}

func (o *oracle) flags() uint8 {
	if out := o.pos.Outcome(); out.Over {
		return flagOver | uint8(out.Winner)*flagWinner
	}
	return uint8(o.pos.Turn()) * flagRed
}

// turn appends the answer to PLAY and plays it.
func (o *oracle) turn(dst []byte, c *Command) []byte {
	if status := o.play(c.Move); status != 0 {
		return o.state(dst, c.Op, status)
	}
	from := len(dst)
	dst = appendHead(dst, c.Op, 0, uint8(o.pos.Outcome().Completed), o.flags(),
		o.pos.Width(), o.pos.Height(), o.pos.Tiles())
	o.placed = o.pos.AppendPlaced(o.placed[:0])
	o.all = o.all[:0]
	for _, p := range o.placed {
		o.all = append(o.all, tileEntry(p))
	}
	return o.entries(dst, from)
}

// entries appends o.all, sorted, to the record that begins at from.
func (o *oracle) entries(dst []byte, from int) []byte {
	if len(o.all) > 1 {
		slices.Sort(o.all)
	}
	for _, e := range o.all {
		dst = binary.LittleEndian.AppendUint32(dst, e)
	}
	setEntries(dst, from, len(o.all))
	return dst
}

// play plays a move if a core can, and returns its status.
func (o *oracle) play(m trax.Move) uint8 {
	full := o.full(m.Cell)
	err := o.pos.Play(m)
	if err == nil {
		if !full {
			return 0
		}
		o.pos.Undo()
		return uint8(vectors.BoardFull)
	}
	var illegal *trax.IllegalError
	if !errors.As(err, &illegal) {
		return uint8(vectors.Syntax)
	}
	if full && illegal.Reason == trax.ForcedPlay {
		return uint8(vectors.BoardFull)
	}
	return statusNumber(illegal.Reason)
}

// refuses reports whether a core must refuse a move.
func (o *oracle) refuses(m trax.Move) bool {
	if o.play(m) != 0 {
		return true
	}
	o.pos.Undo()
	return false
}

// full reports whether the box has no room for a tile at c, if one may lie there.
func (o *oracle) full(c trax.Cell) bool {
	w, h := o.pos.Width(), o.pos.Height()
	return (c.Col == 0 || c.Col > w) && w == o.room || (c.Row == 0 || c.Row > h) && h == o.room
}

// statusNumber is the status for a reason.
func statusNumber(r trax.Reason) uint8 {
	for s := vectors.Syntax; s < vectors.BoardFull; s++ {
		if s.String() == string(r) {
			return uint8(s)
		}
	}
	return uint8(vectors.Syntax)
}

// generate appends the answer to GEN.
func (o *oracle) generate(dst []byte) []byte {
	if o.pos.Outcome().Over {
		return o.state(dst, Gen, uint8(vectors.GameOver))
	}
	from := len(dst)
	dst = o.state(dst, Gen, 0)
	o.moves = o.pos.AppendMoves(o.moves[:0])
	legal := len(o.moves)
	o.moves = o.pos.AppendForcedIllegal(o.moves)
	o.all = o.all[:0]
	for i, m := range o.moves {
		status, completed := uint8(vectors.ForcedPlay), trax.Completed(0)
		if i < legal {
			status = 0
		}
		if o.full(m.Cell) {
			status = uint8(vectors.BoardFull)
		}
		if status == 0 && o.pos.Play(m) == nil {
			completed = o.pos.Outcome().Completed
			o.pos.Undo()
		}
		o.all = append(o.all, moveEntry(m, status, uint8(completed)))
	}
	return o.entries(dst, from)
}

// show appends the board.
func (o *oracle) show(dst []byte) []byte {
	from := len(dst)
	dst = o.state(dst, Show, 0)
	w, h := o.pos.Width(), o.pos.Height()
	for row := 1; row <= h; row++ {
		for col := 1; col <= w; col++ {
			t := uint8(o.pos.At(trax.Cell{Col: col, Row: row}))
			if t != 0 {
				t |= 16
			}
			dst = append(dst, t)
		}
	}
	setEntries(dst, from, w*h)
	return dst
}
