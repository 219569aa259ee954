package sim

import "time"

// lineStart keeps the clock cycles in which lines begin.
type lineStart struct {
	open   bool
	cycle  uint64 // of the line that is open
	answer uint64 // of the line that was received last
}

// hear takes in a byte of a line.
func (s *lineStart) hear(h Heard) {
	if !s.open && h.Byte != '\n' && h.Byte != '\r' {
		s.open, s.cycle = true, h.Start
	}
}

// end ends the line and returns where it began.
func (s *lineStart) end() uint64 {
	s.open = false
	return s.cycle
}

// AnswerCycles is how many clock cycles of the board, and how much time, lay
// between the end of the last line that was sent to it and the start bit of the
// line that was received last. It is exact, and owes nothing to the stamps.
func (p *Player) AnswerCycles() (cycles uint64, took time.Duration) {
	if p.begun.answer > p.sent.drained {
		cycles = p.begun.answer - p.sent.drained
	}
	return cycles, p.board.Duration(cycles)
}
