package sim

import "fmt"

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

// silenceCause returns the cause of a transmit pin that has sent no byte, or "".
func (b *Board) silenceCause() string {
	pin, s := b.config.Pins.TX, &b.tx
	if b.design != nil {
		if where, ok := b.design.netlist.undriven(pin); ok {
			return fmt.Sprintf("%s is not driven: %s", pin, where)
		}
	}
	switch {
	case s.Cycles == 0:
		return ""
	case s.Floating == s.Cycles:
		return pin + " is not driven: it is tri-stated (z) since reset"
	case s.still() && s.High:
		return pin + " never changed: high since reset"
	case s.still():
		return pin + " never changed: low since reset"
	case s.idlesLow():
		return pin + " idles low: inverted?"
	}
	level := map[bool]string{true: "high", false: "low"}[s.High]
	return fmt.Sprintf("%s is %s since clock cycle %d of %d", pin, level, s.Since, s.Cycles)
}

// deadPath returns the analysis of the board's design, computed once.
func (b *Board) deadPath() (text string, still bool) {
	if b.design == nil {
		return "", false
	}
	if b.dead == nil {
		b.dead = new(deadEnd)
		b.dead.text, b.dead.still = b.design.deadPath(b.config.Pins, b.config.heldLow(b.design))
	}
	return b.dead.text, b.dead.still
}

type deadEnd struct {
	text  string
	still bool
}
