package record

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
)

// The number of hexadecimal digits of a check sum: the short
// one finds damage; the long one, since version 3, withstands a second preimage too.
const (
	shortSum = 16
	longSum  = 32
)

// shortVersion is the last version that has short sums.
const shortVersion = 2

// sumSize is the number of digits that a version has.
func sumSize(version int) int {
	if version <= shortVersion {
		return shortSum
	}
	return longSum
}

// sumKey precedes the checksum in a line, sumEnd follows it.
const (
	sumKey = `,"sum":"`
	sumEnd = `"}`
)

// HashChain makes the checksums of a record, each a hash over the one before it and
// its own line. A change anywhere shows at its line, and the last checksum covers all
// bytes of the record. A writer to which several games write in turn has one HashChain
// for all of them: see [HashChained].
//
// The zero HashChain belongs to an empty record. One game at a time may use it.
type HashChain struct {
	last digits
	buf  []byte
}

// digits holds a checksum without allocating: they are made while a clock may run.
type digits struct {
	all [longSum]byte
	n   int
}

func (d *digits) bytes() []byte { return d.all[:d.n] }

// hashDigits are the first n digits of a hash.
func hashDigits(hash []byte, n int) (d digits) {
	d.n = n
	hex.Encode(d.all[:], hash[:n/2])
	return d
}

// digitsOf copies the digits of a line.
func digitsOf(sum []byte) (d digits) {
	d.n = copy(d.all[:], sum)
	return d
}

// HashChained is a writer of records that has a HashChain. A host.Game whose Record is one
// goes on where the game before it ended.
type HashChained interface {
	Chain() *HashChain
}

// Sum is the sum of the last line, empty before the first. A caller that keeps it can
// tell whether the record is still what it was.
func (c *HashChain) Sum() string { return string(c.last.bytes()) }

// Follow has an empty record be summed up behind a line of another one that has a sum, or behind nothing if
// it is empty: what is written can be put there later.
func (c *HashChain) Follow(sum string) { c.last = digitsOf([]byte(sum)) }

// EndOf returns where the line of a record ends that has a sum: 0 for an empty sum. Ok is false where there is
// none.
func EndOf(record []byte, sum string) (at int, ok bool) {
	c := HashChain{}
	for line := range bytes.Lines(record) {
		if c.Sum() == sum {
			break
		}
		if c.end(line) != nil {
			return at, false
		}
		at += len(line)
	}
	return at, c.Sum() == sum
}

// after is the sum of a line given without its sum and closing brace. Up to
// version 2 a game event takes nothing from before it.
func (c *HashChain) after(body []byte, version int) digits {
	c.buf = c.buf[:0]
	if version > shortVersion || !bytes.HasPrefix(body, []byte(GameStart)) {
		c.buf = append(c.buf, c.last.bytes()...)
	}
	c.buf = append(append(c.buf, body...), '}')
	hash := sha256.Sum256(c.buf)
	return hashDigits(hash[:], sumSize(version))
}

// IsSum reports whether text is a sum as HashChain has it, in lower case.
func IsSum(text string) bool {
	return (len(text) == shortSum || len(text) == longSum) && allHex([]byte(text))
}

// pass takes in a line that is cut, and so has no sum: what follows is summed
// up behind it.
func (c *HashChain) pass(cut []byte) {
	c.buf = append(append(c.buf[:0], c.last.bytes()...), cut...)
	hash := sha256.Sum256(c.buf)
	c.last = hashDigits(hash[:], longSum)
}

// broken takes in what of a line has come to the file when writing it failed.
func (c *HashChain) broken(line []byte) {
	if len(line) == 0 {
		return
	}
	if _, sum, ok := splitSum(bytes.TrimSuffix(line, []byte("\n"))); ok {
		c.last = digitsOf(sum)
		return
	}
	c.pass(line)
}

// splitSum cuts a whole line into what its sum covers, without the closing
// brace, and the sum. Ok is false when the line does not end with one.
func splitSum(line []byte) (body, sum []byte, ok bool) {
	rest, ok := bytes.CutSuffix(line, []byte(sumEnd))
	if !ok {
		return nil, nil, false
	}
	for _, size := range []int{longSum, shortSum} {
		at := len(rest) - size
		if at > len(sumKey) && string(rest[at-len(sumKey):at]) == sumKey && allHex(rest[at:]) {
			return rest[:at-len(sumKey)], rest[at:], true
		}
	}
	return nil, nil, false
}

func allHex(digits []byte) bool {
	for _, c := range digits {
		if !isHexDigit(c) {
			return false
		}
	}
	return true
}

func isHexDigit(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f'
}
