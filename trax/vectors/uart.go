package vectors

import (
	"context"
	"encoding/hex"
	"math/rand/v2"
	"strconv"

	"github.com/loopline/loopline/vectors"
)

// uartVector is bytes on a serial line: 8 data bits, lowest first, no parity,
// 1 stop bit, idle high.
type uartVector struct {
	send    bool // the bytes are asked for as levels; else the other way
	divider int  // clock cycles a bit
	runs    []run
	bytes   []byte
	errors  int // frames whose stop bit is low; their bytes are dropped
}

// run is a level that the line holds.
type run struct{ level, cycles int }

func (v *uartVector) AppendAsk(dst []byte) []byte {
	if v.send {
		dst = vectors.AppendField(dst, `{"direction":"send","divider":`, v.divider)
		return append(hex.AppendEncode(append(dst, `,"hex":"`...), v.bytes), `"}`...)
	}
	dst = vectors.AppendField(dst, `{"direction":"receive","divider":`, v.divider)
	return append(v.appendRuns(append(dst, `,"runs":`...)), '}')
}

func (v *uartVector) AppendWant(dst []byte) []byte {
	if v.send {
		return append(v.appendRuns(append(dst, `{"runs":`...)), '}')
	}
	dst = hex.AppendEncode(append(dst, `{"hex":"`...), v.bytes)
	return append(vectors.AppendField(dst, `","errors":`, v.errors), '}')
}

// appendRuns appends pairs of a level and its cycles.
func (v *uartVector) appendRuns(dst []byte) []byte {
	dst = append(dst, '[')
	for i, r := range v.runs {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = vectors.AppendField(dst, "[", r.level)
		dst = append(vectors.AppendField(dst, ",", r.cycles), ']')
	}
	return append(dst, ']')
}

func (v *uartVector) AppendHex(dst []byte, id int, _ bool) []byte {
	dst = vectors.AppendWord(dst, wordVector, vectors.VectorID.Put(id))
	dst = vectors.AppendWord(dst, wordFrame, frameDivider.Put(v.divider)|frameSend.Put(bit(v.send))|
		frameLength.Put(len(v.bytes))|frameErrors.Put(v.errors))
	dst = words.AppendBytes(dst, v.bytes)
	for _, r := range v.runs {
		dst = vectors.AppendWord(dst, wordRun, runLevel.Put(r.level)|runCycles.Put(r.cycles))
	}
	return dst
}

func (v *uartVector) AppendCSV(dst []byte) []byte {
	way := ",receive"
	if v.send {
		way = ",send"
	}
	dst = vectors.AppendNumber(append(dst, way...), v.divider)
	dst = append(dst, ',')
	for i, r := range v.runs {
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = strconv.AppendInt(append(dst, "LH"[r.level]), int64(r.cycles), 10)
	}
	dst = hex.AppendEncode(append(dst, ','), v.bytes)
	return vectors.AppendNumber(dst, v.errors)
}

// hold appends a level, joined to the run before if that has the same.
func (v *uartVector) hold(level, cycles int) {
	if cycles == 0 {
		return
	}
	if n := len(v.runs); n > 0 && v.runs[n-1].level == level {
		v.runs[n-1].cycles += cycles
		return
	}
	v.runs = append(v.runs, run{level, cycles})
}

// frame appends a byte whose bits last what edge says: edge(k) is where bit k
// ends, in cycles.
func (v *uartVector) frame(c byte, stop int, edge func(k int) int) {
	bits := int(c)<<1 | stop<<9
	for k := range 10 {
		v.hold(bits>>k&1, edge(k+1)-edge(k))
	}
}

// uartGenerator makes serial lines.
type uartGenerator struct{ o *vectors.Options }

// uartFirst is the number of lines of a file if no count is asked for.
const uartFirst = 120

func (m *uartGenerator) Directed(_ context.Context, yield func(vectors.Item) bool) error {
	if m.o.Count > 0 {
		return nil
	}
	n := uartFirst
	m.Random(0, func(v vectors.Item) bool {
		n--
		return yield(v) && n > 0
	})
	return nil
}

// dividers are clock cycles a bit: powers of two, one off, 12 MHz at 115200
// and 19200 baud.
var dividers = [...]int{4, 5, 8, 9, 16, 27, 31, 104, 625}

func (m *uartGenerator) Random(part int, yield func(vectors.Item) bool) {
	rng := vectors.Stream(m.o, vectors.ForBulk, uint64(part))
	for n := part; ; n++ {
		v := uartVector{divider: dividers[n%len(dividers)], send: n%4 == 0}
		if v.send {
			v.sent(rng)
		} else {
			v.received(rng)
		}
		if !yield(&v) {
			return
		}
	}
}

// uartText returns a random text of a serial line: moves mostly.
func uartText(rng *rand.Rand) []byte {
	text := []byte([...]string{"-T\n", "-W\n", "@0/\n", "A2\\\n", "AB31+\n", "U\x00\xff\xaa"}[rng.IntN(6)])
	if rng.IntN(3) == 0 {
		for range 3 {
			text = append(text, byte(rng.IntN(256)))
		}
	}
	return text
}

// sent is bytes back to back.
func (v *uartVector) sent(rng *rand.Rand) {
	v.bytes = uartText(rng)
	for _, c := range v.bytes {
		v.frame(c, 1, func(k int) int { return k * v.divider })
	}
}

// received is bytes with idle time, far-end clocks that are off, glitches and
// framing errors between them.
func (v *uartVector) received(rng *rand.Rand) {
	permille := 0 // of the far end's clock
	if v.divider >= 16 {
		permille = [...]int{0, 0, -30, 30, -15, 15}[rng.IntN(6)]
	}
	edge := func(k int) int { return (k*v.divider*(1000+permille) + 500) / 1000 }
	v.hold(1, 2*v.divider)
	for _, c := range uartText(rng) {
		switch {
		case v.divider >= 8 && rng.IntN(8) == 0:
			// Too short for a start bit, in the middle of quiet.
			v.hold(1, v.divider)
			v.hold(0, max(1, v.divider/4-1))
			v.hold(1, 12*v.divider)
		case rng.IntN(10) == 0:
			v.frame(c, 0, edge)
			v.hold(1, 12*v.divider)
			v.errors++
			continue
		case rng.IntN(3) == 0:
			v.hold(1, rng.IntN(3*v.divider))
		}
		v.frame(c, 1, edge)
		v.bytes = append(v.bytes, c)
	}
	v.hold(1, 2*v.divider)
}
