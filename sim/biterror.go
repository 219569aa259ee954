package sim

// BitError is by how much the bits of a board are longer than its baud rate
// says: 0.02 is 2 % too long, and the board that much too slow.
type BitError struct {
	Bytes   int     // that were measured
	Worst   float64 // of a byte, with its sign
	Within  float64 // how exact Worst is, plus and minus: a clock cycle in nine bits
	Allowed float64 // what one end may be off; the other end needs as much
}

// Over reports whether the bits are further off than one end may be.
func (e BitError) Over() bool {
	return e.Bytes > 0 && max(e.Worst, -e.Worst) > e.Allowed+e.Within
}

func (e *BitError) add(off, within float64) {
	if max(off, -off) >= max(e.Worst, -e.Worst) {
		e.Worst = off
	}
	e.Bytes, e.Within, e.Allowed = e.Bytes+1, within, maxBitError
}

// BitError returns the measurements so far. Call it between a Receive and the next
// Send, not concurrently with them. Bytes is 0 until the board has sent an ASCII byte:
// bytes from 0x80 on can't be measured.
func (p *Player) BitError() BitError { return p.bits }
