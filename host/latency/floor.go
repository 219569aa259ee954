package latency

import "time"

// Floor is the minimum round trip of a question that takes no computation, less the time on
// the wire. It includes the player's own time for such a question.
type Floor struct {
	Wire  UARTLine
	Times *Distribution
}

// NewFloor returns the floor under what goes over a wire, still unmeasured.
func NewFloor(w UARTLine) *Floor { return &Floor{w, NewDistribution()} }

// Add takes in the exchange of a question that needs no thought. It returns
// false when the wire cannot have carried it: see Wire.Carries.
func (f *Floor) Add(e *Exchange) bool {
	f.Times.Add(e.Round() - f.Wire.Of(e))
	return f.Wire.Carries(e)
}

// NewFloorOf is the floor that exchanges measure. If one of them was quicker
// than the wire the floor has no wire.
func NewFloorOf(w UARTLine, exchanges []Exchange) *Floor {
	f := NewFloor(w)
	for i := range exchanges {
		if !f.Add(&exchanges[i]) && w != (UARTLine{}) {
			return NewFloorOf(UARTLine{}, exchanges)
		}
	}
	return f
}

// Least is the shortest that the transport took.
func (f *Floor) Least() time.Duration { return f.Times.Min() }

// Spread returns how much longer than its least the transport may take in one
// exchange of a hundred.
func (f *Floor) Spread() time.Duration { return f.Times.Percentile(99) - f.Least() }
