package vectors

import (
	"strconv"

	"github.com/loopline/loopline/trax"
)

// vector is one vector of any kind, ready to be written.
type vector interface {
	// appendAsk and appendWant append the two halves of a vector as JSON
	// objects: what a model is asked, and what it ought to answer.
	appendAsk(dst []byte) []byte
	appendWant(dst []byte) []byte
	// appendHex appends words, each a line. same tells that the vector
	// before had the same position, which need not be set up again.
	appendHex(dst []byte, id int, same bool) []byte
	// appendCSV appends the fields that [csvColumns] names for the kind.
	appendCSV(dst []byte) []byte
}

// classed is a vector that belongs to classes.
type classed interface{ classSet() *ClassSet }

// appendVector appends a vector as a line of JSON Lines.
func appendVector(dst []byte, id int, v vector) []byte {
	dst = strconv.AppendInt(append(dst, `{"id":`...), int64(id), 10)
	dst = v.appendAsk(append(dst, `,"ask":`...))
	dst = v.appendWant(append(dst, `,"want":`...))
	if c, ok := v.(classed); ok {
		dst = append(dst, `,"classes":[`...)
		first := true
		c.classSet().each(func(i int) {
			if !first {
				dst = append(dst, ',')
			}
			first = false
			dst = append(append(append(dst, '"'), catalogue.classes[i].Name...), '"')
		})
		dst = append(dst, ']')
	}
	return append(dst, "}\n"...)
}

// appendString appends s as a JSON string. Bytes that are no printable ASCII
// come out as \u00XX, so a reader gets one character a byte.
func appendString[T string | []byte](dst []byte, s T) []byte {
	const digits = "0123456789abcdef"
	dst = append(dst, '"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c < ' ' || c > '~':
			dst = append(dst, `\u00`...)
			dst = append(dst, digits[c>>4], digits[c&15])
		default:
			dst = append(dst, c)
		}
	}
	return append(dst, '"')
}

// appendField appends a name and a number to a JSON object.
func appendField(dst []byte, name string, n int) []byte {
	return strconv.AppendInt(append(dst, name...), int64(n), 10)
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
