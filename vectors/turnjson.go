package vectors

func (t *turn) classSet() *ClassSet { return &t.classes }

func (t *turn) appendAsk(dst []byte) []byte {
	dst = append(append(dst, `{"moves":`...), t.quoted...)
	return append(appendString(append(dst, `,"move":`...), t.move), '}')
}

func (t *turn) appendWant(dst []byte) []byte {
	dst = append(append(append(dst, `{"status":"`...), t.status.String()...), '"')
	if t.full {
		dst = append(dst, `,"full":true`...)
	}
	if t.status == OK {
		dst = t.appendFollowing(dst)
	}
	b := &t.before
	dst = appendField(dst, `,"back":{"width":`, b.width)
	dst = appendField(dst, `,"height":`, b.height)
	dst = appendField(dst, `,"tiles":`, b.tiles)
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
	dst = appendField(dst, `],"width":`, t.after.width)
	dst = appendField(dst, `,"height":`, t.after.height)
	dst = appendField(dst, `,"tiles":`, t.after.tiles)
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
