package usb

import (
	"fmt"
	"math"
)

// Clocks of FTDI's rate generators before the divisor, in bits per second
// (AN120 and AN232B-05: 48 MHz / 16, and 120 MHz / 10 of the high-speed chips).
const (
	ftdiBase     = 3_000_000
	ftdiFastBase = 12_000_000

	// ftdiFastest turns the 120 MHz clock on, in bit 17 of the divisor.
	ftdiFastest = 1 << 17

	// ftdiLowestFast is the lowest rate that the fast clock's divisor reaches.
	ftdiLowestFast = 1200

	// ftdiMaxDivisor is the largest divisor, in eighths: 14 bits and a fraction.
	ftdiMaxDivisor = 0x3fff*8 + 7
)

// maxRateError is the relative error of a rate above which a UART misreads: half a bit
// in the ten of a byte is 5 %, and both sides share that.
const maxRateError = 0.025

// fractionCode returns a divisor's eighths as coded in its bits 14 to 16 (AN232B-05,
// table 1).
func fractionCode(eighths int) uint32 {
	switch eighths {
	case 1: // .125
		return 3
	case 2: // .25
		return 2
	case 3: // .375
		return 4
	case 4: // .5
		return 1
	}
	return uint32(eighths) // .0, .625, .75, .875
}

// ftdiDivisor returns the 18 bits that a chip wants for a rate, and the rate that
// comes of them in bits per second. Old chips (AM) have no fractions of three
// eighths and beyond half.
func ftdiDivisor(baud int, fast, old bool) (code uint32, actual float64, err error) {
	base, flag := ftdiBase, uint32(0)
	if fast && baud >= ftdiLowestFast {
		base, flag = ftdiFastBase, ftdiFastest
	}
	eighths := (base*8 + baud/2) / baud
	eighths = nearestDivisor(eighths, float64(base)*8/float64(baud), old)
	actual = float64(base) * 8 / float64(eighths)
	if off := math.Abs(actual/float64(baud) - 1); off > maxRateError {
		return 0, actual, fmt.Errorf("baud %d: the chip's nearest rate is %.0f, off by %.1f %%: "+
			"choose another rate on both sides", baud, actual, off*100)
	}
	switch eighths {
	case 8: // 1 is written 0
		return flag, actual, nil
	case 12: // 1.5 is written 1
		return flag | 1, actual, nil
	}
	return flag | uint32(eighths/8) | fractionCode(eighths%8)<<14, actual, nil
}

// nearestDivisor moves a divisor to one that the chip has: at least 1, nothing
// between 1 and 2 but 1.5, and for old chips fewer fractions.
func nearestDivisor(eighths int, exact float64, old bool) int {
	best, distance := 8, math.Inf(1)
	for try := max(eighths-8, 8); try <= min(eighths+8, ftdiMaxDivisor); try++ {
		if try > 8 && try < 16 && try != 12 {
			continue
		}
		if old && try%8 != 0 && try%8 != 1 && try%8 != 2 && try%8 != 4 {
			continue
		}
		if d := math.Abs(float64(try) - exact); d < distance {
			best, distance = try, d
		}
	}
	if eighths > ftdiMaxDivisor {
		return ftdiMaxDivisor
	}
	return best
}
