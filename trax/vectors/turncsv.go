package vectors

import "github.com/loopline/loopline/vectors"

func (t *turn) AppendCSV(dst []byte) []byte {
	dst = vectors.AppendQuoted(append(dst, ','), t.moves)
	// A text that isn't a move may hold anything; hex has it all.
	dst = vectors.AppendQuoted(append(dst, ','), t.move)
	dst = append(append(dst, ','), t.status.String()...)
	dst = vectors.AppendNumber(dst, bit(t.full))
	if t.status == OK {
		dst = t.appendCSVFollowing(dst)
	} else {
		dst = append(dst, ",,,,,,,,"...)
	}
	dst = vectors.AppendNumber(dst, t.before.width)
	dst = vectors.AppendNumber(dst, t.before.height)
	dst = vectors.AppendNumber(dst, t.before.tiles)
	dst = appendCRC(append(dst, ','), t.before.crc)
	dst = append(dst, ',')
	first := true
	t.classes.Each(func(i int) {
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
	dst = vectors.AppendNumber(dst, t.after.width)
	dst = vectors.AppendNumber(dst, t.after.height)
	dst = vectors.AppendNumber(dst, t.after.tiles)
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
