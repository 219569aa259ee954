package latency

import "time"

// UARTLine is an asynchronous serial line. On the zero value bytes take no
// time.
type UARTLine struct {
	Baud int // bits per second; 0 without a wire
	Bits int // of a byte, with its start, parity and stop bits: 10 for 8N1
}

// UART is a wire with 8 data bits, no parity and 1 stop bit.
func UART(baud int) UARTLine { return UARTLine{Baud: baud, Bits: 10} }

// Time returns how long that many bytes are on the wire, back to back, rounded down
// to a nanosecond.
func (w UARTLine) Time(bytes int) time.Duration {
	if w.Baud <= 0 {
		return 0
	}
	return time.Duration(int64(bytes) * int64(w.Bits) * int64(time.Second) / int64(w.Baud))
}

// Bit is the time of one bit.
func (w UARTLine) Bit() time.Duration {
	if w.Baud <= 0 {
		return 0
	}
	return time.Second / time.Duration(w.Baud)
}

// Of returns how long an exchange is on the wire: question and answer, each with one
// byte of line end. A second one, as in CR LF, comes after the answer's stamp.
func (w UARTLine) Of(e *Exchange) time.Duration {
	return w.Time(len(e.Question) + 1 + len(e.Answer) + 1)
}

// slack sets how much faster than its rate a wire may be, in percent: more than
// two UARTs bear from each other.
const slack = 5

// Carries reports whether an exchange can have been on the wire. One that was
// quicker than its bytes was not: a pseudo-terminal takes any rate and keeps
// none, and so does a board that is itself a USB device.
func (w UARTLine) Carries(e *Exchange) bool { return e.Round() >= w.Of(e)*(100-slack)/100 }
