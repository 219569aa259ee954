package latency

import "time"

// Estimator estimates the hardware's share of an exchange.
type Estimator struct {
	Wire  UARTLine
	Floor *Floor // nil takes nothing out for the transport

	// Resolution bounds the error of a stamp.
	Resolution time.Duration
}

// Estimate holds the parts of one exchange, with the bounds of the hardware's share.
type Estimate struct {
	Clock    time.Duration // what a referee charges
	Round    time.Duration // question and answer, all in all
	Wire     time.Duration // of it on the wire, by arithmetic
	Hardware time.Duration // Round less Wire and the transport's least; may be below 0

	// The hardware's time lies between Hardware-Below and Hardware+Above.
	Below, Above time.Duration
}

// Holds reports whether a time lies between the bounds of the hardware's.
func (r *Estimate) Holds(t time.Duration) bool {
	return t >= r.Hardware-r.Below && t <= r.Hardware+r.Above
}

// Estimate takes wire and transport out of an exchange.
//
// The transport may have taken longer than its least this time: Below is how
// much, in 99 of 100 exchanges. Part of the floor may have been the hardware's:
// Above is all of it. To both comes one bit, since a UART may call a byte done
// from the middle of its stop bit to its end, and the resolution of the stamps.
func (m *Estimator) Estimate(e *Exchange) Estimate {
	r := Estimate{Clock: e.Clock(), Round: e.Round(), Wire: m.Wire.Of(e)}
	r.Hardware = r.Round - r.Wire
	r.Below = m.Wire.Bit() + m.Resolution
	r.Above = r.Below
	if m.Floor != nil {
		r.Hardware -= m.Floor.Least()
		r.Below += m.Floor.Spread()
		r.Above += max(0, m.Floor.Least())
	}
	return r
}
