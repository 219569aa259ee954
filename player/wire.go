package player

import (
	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/host/latency"
	"github.com/loopline/loopline/sim"
)

// Wire returns the serial line behind an address; the zero value if there is none. A
// baud rate of 0 or more goes before the address's.
func Wire(address string, baud int) latency.UARTLine {
	w := addressWire(address)
	switch {
	case baud == 0 || w.Baud == 0 && baud < 0:
		return latency.UARTLine{}
	case baud > 0 && w.Bits == 0:
		return latency.UART(baud)
	case baud > 0:
		w.Baud = baud
	}
	return w
}

// addressWire returns the serial line that the address itself names.
func addressWire(address string) (w latency.UARTLine) {
	a, err := addr.Parse(address)
	if err != nil {
		return w
	}
	switch a.Scheme {
	case addr.SchemeSerial:
		w = latency.UARTLine{Baud: a.Serial.Baud, Bits: 1 + a.Serial.Bits + a.Serial.Stop}
		if a.Serial.Parity != "none" {
			w.Bits++
		}
	case addr.SchemeUSB:
		w = latency.UART(a.USB.Baud)
	case addr.SchemeSim, addr.SchemeBit:
		if a, err := sim.ParseBoard(a.Scheme + ":" + a.Name); err == nil {
			w = latency.UART(int(a.Board.Baud))
		}
	}
	return w
}
