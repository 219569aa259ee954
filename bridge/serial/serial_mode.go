package serial

import (
	"fmt"

	"go.bug.st/serial"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/internal/say"
)

// Options configure Open besides the address.
type Options struct {
	Root string         // the parent of /dev, /sys and /proc; empty means /
	Log  func(say.Text) // tells the user
}

// setModemLines touches DTR and RTS only when asked: some boards reset on them
// and pseudo-terminals have none.
func setModemLines(name string, port serial.Port, a addr.SerialAddress) error {
	for _, line := range []struct {
		name, wish string
		set        func(bool) error
	}{{"dtr", a.DTR, port.SetDTR}, {"rts", a.RTS, port.SetRTS}} {
		if line.wish == "" {
			continue
		}
		if err := line.set(line.wish == "on"); err != nil {
			return fmt.Errorf("%s: %s=%s: the device has no such modem line; "+
				"leave the option out: %w", name, line.name, line.wish, err)
		}
	}
	return nil
}

// modeOf returns the settings of a port by its address.
func modeOf(s addr.SerialAddress) *serial.Mode {
	stop := serial.OneStopBit
	if s.Stop == 2 {
		stop = serial.TwoStopBits
	}
	parity := map[string]serial.Parity{
		"none": serial.NoParity, "odd": serial.OddParity,
		"even": serial.EvenParity, "mark": serial.MarkParity,
		"space": serial.SpaceParity,
	}
	return &serial.Mode{
		BaudRate: s.Baud, DataBits: s.Bits,
		Parity: parity[s.Parity], StopBits: stop,
	}
}
