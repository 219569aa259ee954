package vectors

import (
	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/vectors"
)

func (t *turn) AppendAsk(dst []byte) []byte {
	dst = append(append(dst, `{"moves":`...), t.quoted...)
	return append(vectors.AppendString(append(dst, `,"move":`...), t.move), '}')
}

func (t *turn) AppendWant(dst []byte) []byte {
	dst = append(append(append(dst, `{"status":"`...), t.status.String()...), '"')
	if t.full {
		dst = append(dst, `,"full":true`...)
	}
	if t.status == OK {
		dst = t.appendFollowing(dst)
	}
	b := &t.before
	dst = vectors.AppendField(dst, `,"back":{"width":`, b.width)
	dst = vectors.AppendField(dst, `,"height":`, b.height)
	dst = vectors.AppendField(dst, `,"tiles":`, b.tiles)
	dst = appendCRC(append(dst, `,"crc":"`...), b.crc)
	return append(dst, `"}}`...)
}

// appendFollowing appends what a legal turn does.
func (t *turn) appendFollowing(dst []byte) []byte {
	dst = appendPlacement(append(dst, `,"written":"`...), t.placed[0])
	dst = append(dst, `","forced":[`...)
	for i, p := range t.placed[1:] {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(appendPlacement(append(dst, '"'), p), '"')
	}
	dst = vectors.AppendField(dst, `],"width":`, t.after.width)
	dst = vectors.AppendField(dst, `,"height":`, t.after.height)
	dst = vectors.AppendField(dst, `,"tiles":`, t.after.tiles)
	if !t.outcome.Over {
		return append(dst, `,"winner":null,"reason":null,"completed":[]`...)
	}
	dst = append(append(dst, `,"winner":"`...), t.outcome.Winner.String()...)
	dst = append(append(dst, `","reason":"`...), t.outcome.Reason()...)
	dst = append(dst, `","completed":[`...)
	for i, name := range t.outcome.Completed.Names() {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(append(append(dst, '"'), name...), '"')
	}
	return append(dst, ']')
}

// appendPlacement appends a tile at a cell, such as C2s.
func appendPlacement(dst []byte, p trax.Placement) []byte {
	return append(p.Cell.Append(dst), p.Tile.Letter())
}

// appendCRC appends a checksum as eight digits.
func appendCRC(dst []byte, sum uint32) []byte {
	const digits = "0123456789abcdef"
	for shift := 28; shift >= 0; shift -= 4 {
		dst = append(dst, digits[sum>>shift&15])
	}
	return dst
}
