package rtl

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"

	"github.com/loopline/loopline/trax"
)

// record is the answer to one command as it passes the pipe: a head and
// entries of four bytes, of Show of one. The expected response is written in
// the same form, so that to compare is to compare bytes.
//
//	op status completed flags width height tiles(2) fault 0 entries(2)
//
// A tile is forced(1) row(15) col(12) tile(4) from the highest bit down, a move
// row(8) col(8) 0(2) shape(2) 0(4) status(4) completed(4); entries are sorted.
type record []byte

const recordHead = 12

// Bits of the flags.
const (
	flagRed    = 1 // is to move; 0 after the end
	flagOver   = 2
	flagWinner = 4 // red has won; 0 before the end
)

// next cuts the first record from b.
func next(b []byte) (r record, rest []byte, err error) {
	if len(b) < recordHead {
		return nil, nil, errors.New("the harness sent half a record")
	}
	n := int(binary.LittleEndian.Uint16(b[10:]))
	if Op(b[0]) != Show {
		n *= 4
	}
	if n += recordHead; len(b) < n {
		return nil, nil, errors.New("the harness sent half a record")
	}
	return b[:n:n], b[n:], nil
}

// appendHead appends the head of a record without entries.
func appendHead(dst []byte, op Op, status, completed, flags uint8, width, height, tiles int) []byte {
	dst = append(dst, byte(op), status, completed, flags, byte(width), byte(height))
	dst = binary.LittleEndian.AppendUint16(dst, uint16(tiles))
	return append(dst, 0, 0, 0, 0)
}

// setEntries writes the number of entries into the record that begins at from.
func setEntries(b []byte, from, n int) { binary.LittleEndian.PutUint16(b[from+10:], uint16(n)) }

// tileEntry is a tile of a turn.
func tileEntry(p trax.Placement) uint32 {
	e := uint32(p.Cell.Row)<<16 | uint32(p.Cell.Col)<<4 | uint32(p.Tile)
	if p.Forced {
		e |= 1 << 31
	}
	return e
}

// moveEntry is a move of Gen.
func moveEntry(m trax.Move, status, completed uint8) uint32 {
	return uint32(m.Cell.Row)<<24 | uint32(m.Cell.Col)<<16 | uint32(shapeNumber(m.Shape))<<12 |
		uint32(status)<<4 | uint32(completed)
}

// Result is a core's answer to a command.
type Result struct {
	Op        Op
	Status    uint8 // of docs/rtl-interface.md
	Completed trax.Completed
	Red       bool // is to move; false after the end
	Over      bool
	Winner    trax.Color // if Over
	Width     int
	Height    int
	Tiles     int
	Violation ProtocolViolation
	Placed    []trax.Placement // by an accepted Play or Try, the written tile first
	Moves     []GenMove        // of Gen
	Board     []trax.Tile      // of Show: row by row
	Cycles    int              // until the next command could pass
}

// GenMove is a move that Gen streamed.
type GenMove struct {
	Move      trax.Move
	Status    uint8
	Completed trax.Completed
}

// decode takes a record apart.
func (r record) decode() Result {
	flags := r[3]
	res := Result{
		Op: Op(r[0]), Status: r[1], Completed: trax.Completed(r[2]),
		Red: flags&flagRed != 0, Over: flags&flagOver != 0, Winner: trax.Color(flags / flagWinner & 1),
		Width: int(r[4]), Height: int(r[5]), Tiles: int(binary.LittleEndian.Uint16(r[6:])),
		Violation: ProtocolViolation(r[8]),
	}
	if res.Op == Show {
		for _, c := range r[recordHead:] {
			res.Board = append(res.Board, trax.Tile(c&15))
		}
		return res
	}
	for i := recordHead; i+4 <= len(r); i += 4 {
		e := binary.LittleEndian.Uint32(r[i:])
		if res.Op == Gen {
			res.Moves = append(res.Moves, GenMove{
				trax.Move{Cell: trax.Cell{Col: int(e >> 16 & 255), Row: int(e >> 24)}, Shape: shapeOf(uint8(e >> 12))},
				uint8(e >> 4 & 15), trax.Completed(e & 15),
			})
			continue
		}
		res.Placed = append(res.Placed, trax.Placement{
			Cell: trax.Cell{Col: int(e >> 4 & 4095), Row: int(e >> 16 & 0x7fff)},
			Tile: trax.Tile(e & 15), Forced: e>>31 != 0,
		})
	}
	return res
}

// String is the answer in words.
func (r Result) String() string {
	var b strings.Builder
	if r.Violation != 0 {
		fmt.Fprintf(&b, "%s; ", r.Violation)
	}
	b.WriteString(statusName(r.Status))
	if r.Completed != 0 {
		fmt.Fprintf(&b, ", completed %s", strings.Join(r.Completed.Names(), " "))
	}
	fmt.Fprintf(&b, ", box %dx%d, %d tiles", r.Width, r.Height, r.Tiles)
	switch {
	case r.Over:
		fmt.Fprintf(&b, ", %s has won", r.Winner)
	case r.Red:
		b.WriteString(", red to move")
	default:
		b.WriteString(", white to move")
	}
	for i, p := range r.Placed {
		b.WriteString([...]string{", placed ", " "}[min(i, 1)])
		fmt.Fprintf(&b, "%s%s", p.Cell, p.Tile)
	}
	if r.Op == Gen {
		fmt.Fprintf(&b, ", %d moves", len(r.Moves))
	}
	return b.String()
}

// String is such as "C2/ ok" or "C2/ ok red-loop".
func (m GenMove) String() string {
	text := m.Move.String() + " " + statusName(m.Status)
	if m.Completed != 0 {
		text += " " + strings.Join(m.Completed.Names(), " ")
	}
	return text
}

func placementText(p trax.Placement) string {
	text := p.Cell.String() + p.Tile.String()
	if p.Forced {
		text += " (forced)"
	}
	return text
}
