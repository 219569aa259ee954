package sim

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"
)

// Limits of the probes of a mute board.
const (
	probeLimit = 4 * time.Second        // wall time of all probes together, in which an interruption waits
	probeBoot  = 5 * time.Millisecond   // simulated, before the question
	probeWait  = 10 * time.Millisecond  // simulated, after the question and the time of an answer's bytes
	lateBoot   = 300 * time.Millisecond // of the probe that gives a board more time
	probeBytes = 16                     // of an answer
)

// A probe is a wire that a mute board may have been made for.
type probe struct {
	bit    float64 // clock cycles
	listen float64 // those of a bit from the board; 0 is bit
	args   []string
	boot   time.Duration
	text   string // what is wrong with the design if it answers; empty if it is the length of a bit
}

// Bit rates and clocks that a divisor may have been computed for by mistake.
var (
	usualRates  = []float64{9600, 19200, 38400, 57600, 115200, 230400, 460800, 921600, 1e6}
	boardClocks = []float64{12e6, 16e6, 24e6, 25e6, 27e6, 48e6, 50e6, 100e6, 125e6}
)

// probes lists the wires to try, likeliest first.
func (c *BoardConfig) probes() (all []probe) {
	bit := c.bit()
	wire := func(text string, args ...string) { all = append(all, probe{bit, 0, args, probeBoot, text}) }
	for _, off := range []float64{0.03, -0.03, 0.06, -0.06} {
		all = append(all, probe{bit: bit, listen: bit * (1 + off), boot: probeBoot}, probe{bit: bit * (1 + off), boot: probeBoot})
	}
	wire("it answers with "+c.Pins.TX+" inverted: a UART line is high while nothing is sent, and its start bit is low", "+invert=tx")
	wire("it answers with "+c.Pins.RX+" inverted: the line to it is high while nothing is sent, and its start bit is low", "+invert=rx")
	wire("it answers with "+c.Pins.TX+" and "+c.Pins.RX+" inverted: a UART line is high while nothing is sent", "+invert=tx,rx")
	if c.Pins.Reset != "" {
		wire("it answers with the reset the other way: rst="+otherWay(c.Pins.Reset), "+invert=rst")
	}
	wire("it answers with the bits of each byte to it reversed: a UART receives the lowest bit first", "+msb=rx")
	wire("it answers with the bits of each of its bytes reversed: a UART sends the lowest bit first", "+msb=tx")
	wire("it answers with the bits of each byte reversed, both ways: a UART sends the lowest bit first", "+msb=tx,rx")
	seen := map[int]bool{int(bit): true}
	rate := func(cycles float64) {
		if cycles >= 2 && !seen[int(cycles)] {
			seen[int(cycles)] = true
			all = append(all, probe{bit: cycles, boot: probeBoot})
		}
	}
	for _, clock := range boardClocks {
		rate(clock / c.Baud)
	}
	for _, baud := range usualRates {
		rate(c.Clock / baud)
	}
	return append(all, probe{bit, 0, nil, lateBoot, fmt.Sprintf("it answers when it is asked %v after its reset, and does not %v after it: "+
		"is a counter at power-up longer than a host waits?", lateBoot, boot)})
}

// otherWay is a list of reset pins with each level the other way.
func otherWay(pins string) string {
	names := strings.Split(pins, ",")
	for i, name := range names {
		if bare, low := strings.CutPrefix(name, "!"); low {
			names[i] = bare
		} else {
			names[i] = "!" + name
		}
	}
	return strings.Join(names, ",")
}

// explainSilence asks boards like this one, which has not sent a line, the same question
// over other wires, and says with which one an answer comes. If none does it returns
// false, and how many were tried: a board that ended is not one, as all do after an interruption.
func (b *Board) explainSilence(question string, limit time.Duration) (text string, found bool) {
	until := time.Now().Add(limit)
	all := b.config.probes()
	tried := 0
	for i := range all {
		if time.Now().After(until) {
			break
		}
		bytes, err := b.try(&all[i], question, until)
		if err != nil {
			continue
		}
		if tried++; bytes != nil {
			return all[i].explain(&b.config, bytes), true
		}
	}
	return fmt.Sprintf("with %d other bit rates and wires it did not answer either", tried), false
}

// try asks the question over a wire and returns the answer's bytes, or nil. Its error is
// that of a board that ended.
func (b *Board) try(p *probe, question string, until time.Time) ([]RxByte, error) {
	args := p.args
	if p.listen > 0 {
		args = []string{cyclesArgument("listen", p.listen)}
	}
	other, err := b.again(p.bit, args...)
	if err != nil {
		return nil, err
	}
	defer other.Close()
	before, err := other.runUntil(until, other.Cycles(p.boot), 0)
	if err != nil {
		return nil, err
	}
	frames := uint64(11 * p.bit)
	if _, _, err = other.Run([]byte(question), frames*uint64(len(question)+2), WhenSent); err != nil {
		return nil, err
	}
	after, err := other.runUntil(until, frames*probeBytes+other.Cycles(probeWait), AtLine)
	if err != nil || !isLine(after) || len(before) > 0 {
		return nil, err
	}
	return after, nil
}

// runUntil is Run, which ends with an error when a wall time has come.
func (b *Board) runUntil(until time.Time, cycles uint64, stop Stop) (all []RxByte, err error) {
	for end := b.now + cycles; b.now < end; {
		if time.Now().After(until) {
			return nil, context.DeadlineExceeded
		}
		next := min(b.now+slice, end)
		received, _, err := b.Run(nil, next-b.now, stop)
		if all = append(all, received...); err != nil || b.now < next {
			return all, err
		}
	}
	return all, nil
}

// isLine reports whether bytes are a line of printable characters.
func isLine(bytes []RxByte) bool {
	for i, r := range bytes {
		switch {
		case r.Framing:
			return false
		case r.Byte == '\n' || r.Byte == '\r':
			return i > 1 // one letter may be a line end with its bits reversed
		case r.Byte < ' ' || r.Byte > '~':
			return false
		}
	}
	return false
}

// explain describes the fault in the design that an answer over a modified wire shows.
func (p *probe) explain(c *BoardConfig, answer []RxByte) string {
	if p.text != "" {
		return p.text
	}
	bit, measured := cmp.Or(p.listen, p.bit), 0
	for _, r := range answer {
		if got, ok := r.Bit(); ok {
			if measured++; measured == 1 {
				bit = 0
			}
			bit += (got - bit) / float64(measured)
		}
	}
	want := c.Clock / c.Baud
	right := fmt.Sprintf("%.4g are right (clk / baud = %s / %s)", want, plain(c.Clock), plain(c.Baud))
	switch {
	case p.listen > 0:
		return fmt.Sprintf("it reads what it is asked, and answers at %.0f baud: the bits that it sends last %.4g clock cycles where %s",
			c.Clock/bit, bit, right)
	case max(bit/want, want/bit) < 1+maxBitError:
		return fmt.Sprintf("it answers when it is asked at %.0f baud: the bits that it reads last some %.4g clock cycles where %s",
			c.Clock/p.bit, p.bit, right)
	}
	return fmt.Sprintf("it answers at %.0f baud: its bits last %.4g clock cycles where %s", c.Clock/bit, bit, right)
}

// plain is a rate without an exponent.
func plain(rate float64) string { return fmt.Sprintf("%.10g", rate) }
