package sim

import (
	"time"
)

// lineStart keeps the clock cycles in which lines begin.
type lineStart struct {
	open   bool
	cycle  uint64 // of the line that is open
	answer uint64 // of the line that was received last
}

func (s *lineStart) add(h RxByte) {
	if !s.open && h.Byte != '\n' && h.Byte != '\r' {
		s.open, s.cycle = true, h.Start
	}
}

func (s *lineStart) end() uint64 {
	s.open = false
	return s.cycle
}

// ThinkingCycles returns the time from the end of the last line that was sent to the
// start bit of the last line received, in the board's clock cycles and as a duration.
// It counts cycles and uses no stamp. It is negative if the board answered before the
// end of the stop bit, which the protocol allows.
func (p *Player) ThinkingCycles() (cycles int64, took time.Duration) {
	cycles = int64(p.begun.answer - p.sent.drained)
	if cycles < 0 {
		return cycles, -p.board.Duration(uint64(-cycles))
	}
	return cycles, p.board.Duration(uint64(cycles))
}
