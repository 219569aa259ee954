package serial

import (
	"time"

	"github.com/loopline/loopline/bridge/addr"
)

// SendTime returns how long so many bytes are on the wire. A pseudo-terminal has none, but
// what is behind it may be as slow as its address says.
func (p *serialPort) SendTime(bytes int) time.Duration { return p.wire.sendTime(bytes) }

// serialWire is the rate of a serial port.
type serialWire struct{ baud, bitsPerByte int }

// wireOf returns the rate of a port by its address.
func wireOf(s addr.SerialAddress) serialWire {
	w := serialWire{s.Baud, 1 + s.Bits + s.Stop}
	if s.Parity != "none" {
		w.bitsPerByte++
	}
	return w
}

func (w serialWire) sendTime(bytes int) time.Duration {
	if w.baud <= 0 {
		return 0
	}
	return time.Duration(int64(bytes) * int64(w.bitsPerByte) * int64(time.Second) / int64(w.baud))
}
