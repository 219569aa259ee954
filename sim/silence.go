package sim

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
	"time"

	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/sim/sources"
)

// Limits of the probes of a mute board.
const (
	probeLimit  = time.Minute            // wall time of all probes together
	probeCycles = 60_000_000             // simulated by all together: seconds of an idle machine
	probeBoot   = 5 * time.Millisecond   // simulated, before the question
	probeWait   = 10 * time.Millisecond  // simulated, after the question and the time of an answer's bytes
	lateBoot    = 300 * time.Millisecond // of the probe that gives a board more time
	probeBytes  = 16                     // of an answer

	longPause   = 30 // bits
	orderFrames = 4  // bytes that a board may take to speak after a byte
)

// probeBudget is what the probes of a board may still take.
type probeBudget struct {
	until  time.Time
	cycles uint64
	stop   interruption
}

// interruption is what may end a wait before its time.
type interruption struct {
	why  func() error                 // why it did; nil while it goes on
	ends func(b *Board) (done func()) // switches a board off that goes on long behind that
}

func interruptionOf(ctx context.Context) interruption {
	return interruption{func() error { return interrupted(ctx) }, func(b *Board) func() { return b.endWith(ctx) }}
}

// over reports whether it is spent.
func (p *probeBudget) over() bool {
	return p.cycles == 0 || time.Now().After(p.until) || p.stop.why() != nil
}

// charge closes a board that was probed.
func (p *probeBudget) charge(b *Board) {
	p.cycles -= min(p.cycles, b.now)
	b.Close()
}

// A probe is a wire that a mute board may have been made for.
type probe struct {
	bit    float64 // clock cycles
	listen float64 // those of a bit from the board; 0 is bit
	args   []string
	boot   time.Duration
	text   say.Text // what is wrong with the design if it answers; zero if it is the length of a bit

	end   string // of the question; empty is the usual one
	ninth bool   // text goes on with the bit that follows the eighth
	twin  *probe // what also fits a board that reads some bytes of a line alone

	unsure bool // a board may answer whose bits are a little too long
	near   bool // this one is then surer

	meanwhile bool // set when it was tried: the board sent before the question was over
}

// Bit rates and clocks that a divisor may have been computed for by mistake.
var (
	usualRates  = []float64{9600, 19200, 38400, 57600, 115200, 230400, 460800, 921600, 1e6}
	boardClocks = []float64{16 * 115200, 12e6, 16e6, 24e6, 25e6, 27e6, 48e6, 50e6, 100e6, 125e6}
)

// probes lists the wires to try, likeliest first.
func (c *BoardConfig) probes() (all []probe) {
	bit := c.bit()
	wire := func(text say.Text, args ...string) {
		all = append(all, probe{bit: bit, args: args, boot: probeBoot, text: text})
	}
	all = append(all, probe{bit: bit, args: []string{"+listen-ninth=1"}, boot: probeBoot, ninth: true}) // its edges say for sure
	all = append(all, c.frameProbes()...)
	for _, off := range []float64{0.03, -0.03, 0.06, -0.06} {
		all = append(all, probe{bit: bit, listen: bit * (1 + off), boot: probeBoot},
			probe{bit: bit * (1 + off), boot: probeBoot, near: math.Abs(off) < 0.05})
	}
	wire(say.Format("it answers with %s inverted: a UART line is high while nothing is sent, and its start bit is low", c.Pins.TX), "+invert=tx")
	wire(say.Format("it answers with %s inverted: the line to it is high while nothing is sent, and its start bit is low", c.Pins.RX), "+invert=rx")
	wire(say.Format("it answers with %s and %s inverted: a UART line is high while nothing is sent", c.Pins.TX, c.Pins.RX), "+invert=tx,rx")
	if c.Pins.Reset != "" {
		wire(say.Format("it answers with the reset the other way: rst=%s", otherWay(c.Pins.Reset)), "+invert=rst")
	}
	wire(say.Format("it answers with the bits of each byte to it reversed: a UART receives the lowest bit first"), "+msb=rx")
	wire(say.Format("it answers with the bits of each of its bytes reversed: a UART sends the lowest bit first"), "+msb=tx")
	wire(say.Format("it answers with the bits of each byte reversed, both ways: a UART sends the lowest bit first"), "+msb=tx,rx")
	for _, listens := range []bool{false, true} {
		p := ninthProbe(bit, "+ninth=low", say.Format("a ninth bit, low,"), listens)
		p.unsure = true
		all = append(all, p)
	}
	wire(say.Format("it answers when there is a pause behind each byte to it: it loses bytes that follow each other at once, as the host sends them"),
		fmt.Sprintf("+pause=%d", longPause))
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
	for _, e := range lineEnds {
		all = append(all, probe{bit: bit, boot: probeBoot, end: e.end, text: e.text})
	}
	return append(all, probe{bit: bit, boot: lateBoot, text: say.Format("it answers when it is asked %v after its reset, and does not %v after it: "+
		"is a counter at power-up longer than a host waits?", lateBoot, DefaultBoot)})
}

// Line ends that a board may wait for, with what is wrong then.
var lineEnds = []struct {
	end  string
	text say.Text
}{
	{"\r", say.Format("it answers when the line ends with a carriage return (0x0d): the host ends a line with a line feed (0x0a)")},
	{"\r\n", say.Format("it answers when the line ends with carriage return and line feed (0x0d 0x0a): the host ends a line with the line feed alone")},
}

// ninthBits are what may follow the eight bits of a byte, with what expects it. A board that
// passes over bytes that it cannot read may answer to others too.
var ninthBits = []struct {
	argument string
	text     say.Text
	also     string
	both     say.Text
}{
	{"+ninth=even", say.Format("an even parity bit"), "+ninth=low", say.Format("a low bit (a ninth bit, or even parity)")},
	{"+ninth=odd", say.Format("an odd parity bit"), "+pause=1", say.Format("a high bit (a second stop bit, or odd parity)")},
}

// frameProbes lists the wires whose bytes have another length. No receiver whose bits are some
// per cent too long answers over one of them.
func (c *BoardConfig) frameProbes() (all []probe) {
	bit := c.bit()
	for _, listens := range []bool{false, true} {
		for _, n := range ninthBits {
			p, twin := ninthProbe(bit, n.argument, n.text, listens), ninthProbe(bit, n.also, n.both, listens)
			p.twin = &twin
			twin.unsure = true
			all = append(all, p)
		}
	}
	return append(all, probe{bit: bit, args: []string{"+pause=1"}, boot: probeBoot,
		text: say.Format("it answers when each byte to it has two stop bits: its receiver is not ready when the next start bit follows one stop bit; " +
			"wait for the middle of the stop bit, not for its end")})
}

// ninthProbe sends a bit behind the eight of each byte, and listens for one too if it is told to.
func ninthProbe(bit float64, argument string, what say.Text, listens bool) probe {
	p := probe{bit: bit, args: []string{argument}, boot: probeBoot, text: say.Format("it answers when %s follows the 8 data bits: its receiver takes 9 bits, and "+
		"a byte of the host is a start bit, 8 data bits and a stop bit", what)}
	if listens {
		p.args, p.ninth = append(p.args, "+listen-ninth=1"), true
	}
	return p
}

// noQuestion is a line that no board answers.
const noQuestion = "-~\n"

// reversed reports whether a probe sends the highest bit of a byte first.
func (p *probe) reversed() bool {
	return slices.ContainsFunc(p.args, func(a string) bool { return strings.HasPrefix(a, "+msb=") && strings.HasSuffix(a, "rx") })
}

// pauses reports whether a probe has time between bytes.
func (p *probe) pauses() bool {
	return slices.ContainsFunc(p.args, func(a string) bool { return strings.HasPrefix(a, "+pause=") })
}

// otherWay returns a list of reset pins with each level the other way.
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
func (b *Board) explainSilence(question string, limit time.Duration, stop interruption) (text say.Text, found bool) {
	budget := &probeBudget{time.Now().Add(limit), probeCycles, stop}
	if text := b.explainEcho(budget); !text.IsZero() {
		return text, true
	}
	all := b.config.probes()
	tried, unsure := 0, say.Text{}
	for i := range all {
		if budget.over() {
			break
		}
		if !unsure.IsZero() && !all[i].near {
			continue
		}
		bytes, err := b.try(&all[i], question, budget)
		if err != nil {
			continue
		}
		if tried++; bytes != nil {
			p := &all[i]
			if p.reversed() {
				if any, err := b.try(p, noQuestion, budget); err != nil || any != nil {
					continue // it takes any line for the question, by chance
				}
			}
			if p.twin != nil {
				if also, err := b.try(p.twin, question, budget); err == nil && also != nil {
					p = p.twin
				}
			}
			if text := p.explain(&b.config, bytes); !p.unsure {
				return text, true
			} else if unsure.IsZero() {
				unsure = text
			}
		}
	}
	if !unsure.IsZero() {
		return unsure, true
	}
	if text := b.explainOrder(question, budget); !text.IsZero() {
		return text, true
	}
	return say.Format("with %d other bit rates and wires it did not answer either", tried), false
}

// explainOrder says after which bytes a board speaks that does not speak after the question:
// after the same question again, or after a byte that it waits for. It returns nothing if it does
// after none.
func (b *Board) explainOrder(question string, budget *probeBudget) (text say.Text) {
	before, after := b.listen(budget, []string{question, question})
	if before == 2 && after != nil {
		return say.Format("it answers when it is asked %q a second time, and not the first time: what is lost of the first line?", question)
	}
	if text := b.explainLetter(question, budget); !text.IsZero() {
		return text
	}
	var texts []string
	for c := range 256 {
		texts = append(texts, string([]byte{byte(c)}), question)
	}
	sent, after := b.listen(budget, texts)
	if after == nil {
		return text
	}
	key, alone := texts[(sent-1)/2*2], sent%2 == 1
	shown := fmt.Sprintf("0x%02[1]x (%[1]q)", key)
	if alone {
		if _, after = b.listen(budget, []string{key}); after != nil {
			return say.Format("it speaks after the byte %s, and not after %q: which letter does it wait for?", shown, question)
		}
		return text
	}
	if _, after = b.listen(budget, []string{key, question}); after != nil {
		return say.Format("it answers %q when the byte %s came before: the host sends no byte before its first question", question, shown)
	}
	return text
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

// explainLetter says which questions a board answers that differ from this one in the last
// letter; nothing if none.
func (b *Board) explainLetter(question string, budget *probeBudget) (text say.Text) {
	line := strings.TrimRight(question, "\r\n")
	if line == "" {
		return text
	}
	var answered []string
	for left := letters; left != ""; {
		var texts []string
		for _, c := range left {
			texts = append(texts, line[:len(line)-1]+string(c)+question[len(line):])
		}
		sent, said := b.listen(budget, texts)
		if said == nil {
			break
		}
		if _, alone := b.listen(budget, texts[sent-1:sent]); alone == nil {
			break // what came before did it
		}
		answered = append(answered, fmt.Sprintf("%q", texts[sent-1]))
		left = left[sent:]
	}
	if len(answered) == 0 {
		return text
	}
	return say.Format("it answers %s, and not %q: which letter does it compare the one before the line end with?", sources.SomeOf(answered), question)
}

// listen sends texts one after the other to a board like this one until it speaks. It returns how
// many were sent, and what it said; nil if it said nothing, or before it was asked.
func (b *Board) listen(budget *probeBudget, texts []string) (sent int, said []RxByte) {
	other, err := b.again(b.config.bit())
	if err != nil {
		return 0, nil
	}
	defer budget.charge(other)
	defer budget.stop.ends(other)()
	if before, err := other.runUntil(budget, other.Cycles(probeBoot), 0); err != nil || len(before) > 0 {
		return 0, nil
	}
	frame := uint64(11 * b.config.bit())
	for i, text := range texts {
		wait := frame * uint64(len(text)+orderFrames)
		if i == len(texts)-1 {
			wait += other.Cycles(probeWait)
		}
		said, _, err = other.Run([]byte(text), wait, AtByte)
		if err != nil || budget.over() {
			return 0, nil
		}
		if len(said) == 0 {
			continue
		}
		more, err := other.runUntil(budget, frame*probeBytes, AtLine)
		if said = append(said, more...); err != nil || !isLine(said) {
			return 0, nil
		}
		return i + 1, said
	}
	return len(texts), nil
}

// try asks the question over a wire and returns the answer's bytes, or nil. Its error is
// that of a board that ended.
func (b *Board) try(p *probe, question string, budget *probeBudget) ([]RxByte, error) {
	args := p.args
	if p.listen > 0 {
		args = []string{cyclesArgument("listen", p.listen)}
	}
	other, err := b.again(p.bit, args...)
	if err != nil {
		return nil, err
	}
	defer budget.charge(other)
	defer budget.stop.ends(other)()
	before, err := other.runUntil(budget, other.Cycles(max(p.boot, b.config.Boot)), 0)
	if err != nil {
		return nil, err
	}
	if p.end != "" {
		question = strings.TrimRight(question, "\n") + p.end
	}
	frames := uint64(11 * p.bit)
	during, _, err := other.Run([]byte(question), uint64((11+longPause)*p.bit)*uint64(len(question)+2), WhenSent)
	if err != nil {
		return nil, err
	}
	p.meanwhile = len(during) > 0
	after, err := other.runUntil(budget, frames*probeBytes+other.Cycles(probeWait), AtLine)
	answer := append(during, after...)
	if err != nil || !isLine(answer) || len(before) > 0 || p.ninth && !wholeBits(answer, p.bit) {
		return nil, err
	}
	return answer, nil
}

// runUntil is Run, which ends with an error when a wall time has come.
func (b *Board) runUntil(budget *probeBudget, cycles uint64, stop Stop) (all []RxByte, err error) {
	for end := b.now + cycles; b.now < end; {
		if budget.over() {
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
func (p *probe) explain(c *BoardConfig, answer []RxByte) say.Text {
	switch {
	case p.ninth:
		return ninthText(p.text, answer)
	case p.meanwhile && p.pauses():
		return say.Format("it sends while it is asked, and loses bytes that come meanwhile: its receiver is right, and has to go on while it sends")
	}
	if !p.text.IsZero() {
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
	if c.Skew != 0 && p.listen == 0 && math.Abs(p.bit/want-1) < maxBitError {
		return say.Format("it answers at its own bit rate, and not where ours is %+.3g %% off (skew=%g): does it sample each bit in its middle?",
			100*c.Skew, c.Skew)
	}
	right := say.Format("%.4g are right %s", want, fmt.Sprintf("(clk / baud = %s / %s)", plain(c.Clock), plain(c.Baud)))
	switch {
	case p.listen > 0:
		return say.Format("it reads what it is asked, and answers at %.0f baud: the bits that it sends last %.4g clock cycles where %s",
			c.Clock/bit, bit, right)
	case max(bit/want, want/bit) < 1+maxBitError:
		return say.Format("it answers when it is asked at %.0f baud: the bits that it reads last some %.4g clock cycles where %s",
			c.Clock/p.bit, p.bit, right)
	}
	return say.Format("it answers at %.0f baud: its bits last %.4g clock cycles where %s", c.Clock/bit, bit, right)
}

// plain returns a rate without an exponent.
func plain(rate float64) string { return fmt.Sprintf("%.10g", rate) }

// ninthText returns the text of a probe, and what the bits behind the eight of the bytes that came are.
func ninthText(text say.Text, answer []RxByte) say.Text {
	even, odd, low, high := true, true, true, true
	for _, r := range answer {
		ones := bits.OnesCount8(r.Byte)%2 == 1
		even, odd, low, high = even && r.ninth == ones, odd && r.ninth != ones, low && !r.ninth, high && r.ninth
	}
	if high {
		return text // it is a second stop bit
	}
	which := say.Format("a ninth bit")
	switch {
	case even:
		which = say.Format("an even parity bit")
	case odd:
		which = say.Format("an odd parity bit")
	case low:
		which = say.Format("a ninth bit, low,")
	}
	own := say.Format("it sends %s behind the 8 data bits of each byte", which)
	if !text.IsZero() {
		return say.Join("; ", text, own)
	}
	return say.Format("%s, and a byte of the host is a start bit, 8 data bits and a stop bit", own)
}

// wholeBits reports whether the last edge of each byte is a whole number of bits after its first.
func wholeBits(answer []RxByte, bit float64) bool {
	return !slices.ContainsFunc(answer, func(r RxByte) bool {
		n := float64(r.Edge-r.Start) / bit
		return math.Abs(n-math.Round(n)) > 0.1+1/bit
	})
}
