package host

import (
	"crypto/sha256"
	"encoding/hex"
)

// sumSize is the number of hexadecimal digits of a check sum.
const sumSize = 16

// sumMask is how every line of a record ends: '?' stands for a digit.
const sumMask = `,"sum":"????????????????"}`

// chain computes the check sums of a record: each covers the one before it
// and its own line, so that a change anywhere shows at its line. The chain
// starts anew at each game event. It finds damage; it is no signature.
type chain struct {
	prev [sumSize]byte
	on   bool
	buf  []byte
}

// restart begins a new chain.
func (c *chain) restart() { c.on = false }

// next is the sum of a line given without its sum and closing brace.
func (c *chain) next(body []byte) [sumSize]byte {
	c.buf = c.buf[:0]
	if c.on {
		c.buf = append(c.buf, c.prev[:]...)
	}
	c.buf = append(append(c.buf, body...), '}')
	hash := sha256.Sum256(c.buf)
	hex.Encode(c.prev[:], hash[:sumSize/2])
	c.on = true
	return c.prev
}

// splitSum cuts a line into what the sum covers, without the closing brace,
// and the sum. The number of bytes that are not as every line ends tells a
// damaged line (one) from a cut one (many).
func splitSum(line []byte) (body, sum []byte, wrong int) {
	if len(line) < len(sumMask) {
		return nil, nil, len(sumMask)
	}
	at := len(line) - len(sumMask)
	for i := range sumMask {
		c := line[at+i]
		if sumMask[i] == '?' {
			if !isHexDigit(c) {
				wrong++
			}
		} else if c != sumMask[i] {
			wrong++
		}
	}
	digits := at + len(`,"sum":"`)
	return line[:at], line[digits : digits+sumSize], wrong
}

func isHexDigit(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f'
}
