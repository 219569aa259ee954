package vectors

import "strconv"

// csvColumns names the columns of a kind, behind id. Lists are separated by
// spaces.
var csvColumns = map[Kind]string{
	Turn: "id,moves,move,status,full,written,forced,width,height,tiles,winner,reason,completed," +
		"back_width,back_height,back_tiles,back_crc,classes",
	Moves:    "id,moves,legal,forced_illegal,full",
	Notation: "id,hex,status,col,row,shape",
	Protocol: "id,events,winner,reason,foul,plies,moves",
	UART:     "id,direction,divider,runs,hex,errors",
}

// appendQuoted appends a field of CSV, always in quotes.
func appendQuoted(dst, s []byte) []byte {
	dst = append(dst, '"')
	for _, c := range s {
		if c == '"' {
			dst = append(dst, '"')
		}
		dst = append(dst, c)
	}
	return append(dst, '"')
}

// appendNumber appends a comma and a number.
func appendNumber(dst []byte, n int) []byte {
	return strconv.AppendInt(append(dst, ','), int64(n), 10)
}

func (t *turn) appendCSV(dst []byte) []byte {
	dst = appendQuoted(append(dst, ','), t.moves)
	// A text that is no move may hold anything; hex has it all.
	dst = appendQuoted(append(dst, ','), t.move)
	dst = append(append(dst, ','), t.status.String()...)
	dst = appendNumber(dst, bit(t.full))
	if t.status == OK {
		dst = t.appendCSVFollowing(dst)
	} else {
		dst = append(dst, ",,,,,,,,"...)
	}
	dst = appendNumber(dst, t.before.width)
	dst = appendNumber(dst, t.before.height)
	dst = appendNumber(dst, t.before.tiles)
	dst = appendCRC(append(dst, ','), t.before.crc)
	dst = append(dst, ',')
	first := true
	t.classes.each(func(i int) {
		if !first {
			dst = append(dst, ' ')
		}
		first = false
		dst = append(dst, catalogue.classes[i].Name...)
	})
	return dst
}

func (t *turn) appendCSVFollowing(dst []byte) []byte {
	for i, p := range t.placed {
		switch i {
		case 0, 1:
			dst = append(dst, ',')
		default:
			dst = append(dst, ' ')
		}
		dst = appendPlacement(dst, p)
	}
	if len(t.placed) == 1 {
		dst = append(dst, ',')
	}
	dst = appendNumber(dst, t.after.width)
	dst = appendNumber(dst, t.after.height)
	dst = appendNumber(dst, t.after.tiles)
	if !t.outcome.Over {
		return append(dst, ",,,"...)
	}
	dst = append(append(dst, ','), t.outcome.Winner.String()...)
	dst = append(append(dst, ','), t.outcome.Reason()...)
	for i, name := range t.outcome.Completed.Names() {
		if i == 0 {
			dst = append(dst, ',')
		} else {
			dst = append(dst, ' ')
		}
		dst = append(dst, name...)
	}
	return dst
}
