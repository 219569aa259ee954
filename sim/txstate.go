package sim

import (
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/sim/internal/flow"
)

// TXState records the activity of a board's transmit pin since the end of reset.
type TXState struct {
	High     bool   // now
	Changes  uint64 // of its level
	Since    uint64 // the cycle of the last change
	Cycles   uint64 // of the clock
	Low      uint64 // those in which it was low
	Floating uint64 // those in which the board did not drive it; it is pulled up then
}

// TX returns the activity of the transmit pin so far.
func (b *Board) TX() TXState { return b.tx }

// settling is in how many cycles after the reset a line takes its level.
const settling = 64

// still reports whether a line never changed but to settle.
func (s *TXState) still() bool { return s.Changes == 0 || s.Since <= settling }

// idlesLow reports whether a line is low where it should be high: most of the
// time.
func (s *TXState) idlesLow() bool { return !s.still() && s.Low > s.Cycles/2 }

// silenceCause returns the cause of a transmit pin that has sent no byte, or nothing.
func (b *Board) silenceCause() say.Text {
	pin, s := b.config.Pins.TX, &b.tx
	if b.design != nil {
		if where, ok := b.design.Netlist.Undriven(pin); ok {
			return say.Format("%s is not driven: %s", pin, where)
		}
	}
	switch {
	case s.Cycles == 0:
		return say.Text{}
	case s.Floating == s.Cycles:
		return say.Format("%s is not driven: it is tri-stated (z) since reset", pin)
	case s.still() && s.High:
		return say.Format("%s never changed: high since reset", pin)
	case s.still():
		return say.Format("%s never changed: low since reset", pin)
	case s.idlesLow():
		return say.Format("%s idles low: it is inverted, or sends no stop bit", pin)
	}
	if s.High {
		return say.Format("%s is high since clock cycle %d of %d", pin, s.Since, s.Cycles)
	}
	return say.Format("%s is low since clock cycle %d of %d", pin, s.Since, s.Cycles)
}

// deadPath returns the analysis of the board's design, computed once.
func (b *Board) deadPath() (text say.Text, still bool) {
	if b.design == nil {
		return text, false
	}
	if b.dead == nil {
		b.dead = new(deadEnd)
		b.dead.text, b.dead.still = flow.FindDeadPath(b.design.Netlist, b.config.Pins, b.config.heldLow(b.design))
	}
	return b.dead.text, b.dead.still
}

type deadEnd struct {
	text  say.Text
	still bool
}
