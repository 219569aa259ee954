package sim

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/loopline/loopline/internal/interrupt"
	"github.com/loopline/loopline/sim/internal/ice40"
	"github.com/loopline/loopline/sim/internal/pinout"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/sources"
	"github.com/loopline/loopline/sim/waves"
)

// Defaults of a board.
const (
	DefaultClock = 12e6
	DefaultBaud  = 115200
)

// BoardConfig says which board to simulate and how it is wired.
type BoardConfig struct {
	Source sources.Source
	Top    string            // the module; empty if there is but one
	Params map[string]string // of the top, as SystemVerilog
	Pins   pinout.Pins
	Clock  float64 // Hz; 0 is DefaultClock, of which Notes tells
	Baud   float64 // bits a second; 0 is DefaultBaud
	Skew   float64 // by which our end's clock is too fast: 0.02 is 2 %
	Seed   uint32  // of the power-up state

	// CycleTime is the processor time that a clock cycle of the model may take on the
	// average; 0 is DefaultCycleTime. More is an [*OverrunError].
	CycleTime time.Duration

	Boot time.Duration // from the reset to a player's first question, at most MaxBoot; 0 is DefaultBoot

	Flash *Flash // beside the board, at the pins SCK, CS, MOSI and MISO; or nil

	Wave string // file for a waveform of all that happens, or empty

	Plusargs []string // of the model, such as +fault=2, which alone the design sees by $value$plusargs

	// OnDisplay gets each line that the design prints, and what the model warns
	// of while it runs, such as a file that is not there. It is called by one
	// goroutine for each board that runs. Nil is not told.
	OnDisplay func(text string, warning bool)

	bounds   model.Bounds   // of the builder
	assumed  bool           // the clock was not given
	topAlone bool           // nor anything but the top
	gates    *ice40.Netlist // of a bitstream
}

// Design returns what is read of the board.
func (c *BoardConfig) Design() model.BoardDesign {
	return model.BoardDesign{Source: c.Source, Top: c.Top, Params: c.Params, RX: c.Pins.RX}
}

// Bounds of what a board has before its first question.
const (
	DefaultBoot = 5 * time.Millisecond
	MaxBoot     = time.Minute
)

// maxSkew is the largest clock error of the far end that can be asked for.
const maxSkew = 0.2

func (c *BoardConfig) check() error {
	if c.Clock == 0 {
		c.Clock, c.assumed = DefaultClock, true
	}
	if c.Baud == 0 {
		c.Baud = DefaultBaud
	}
	switch {
	case clockInRange(c.Clock) != nil:
		return fmt.Errorf("%w; write clk=12e6", clockInRange(c.Clock))
	case !(c.Baud >= 50 && c.Baud <= 1e8):
		return fmt.Errorf("a baud rate of %g is outside 50 to 100 million; write baud=115200", c.Baud)
	case c.Clock/c.Baud < 2:
		return fmt.Errorf("a bit at %g baud lasts less than two cycles of a clock of %g Hz", c.Baud, c.Clock)
	case !(c.Skew >= -maxSkew && c.Skew <= maxSkew):
		return fmt.Errorf("a skew of %g is outside -%g to %g", c.Skew, maxSkew, maxSkew)
	case c.Boot < 0 || c.Boot > MaxBoot:
		return fmt.Errorf("a boot of %v is outside 0 to %v; write boot=500ms", c.Boot, MaxBoot)
	}
	return nil
}

func clockInRange(hz float64) error {
	if hz >= 1e3 && hz <= 1e10 {
		return nil
	}
	return fmt.Errorf("a clock of %g Hz is outside 1 kHz to 10 GHz", hz)
}

func (c *BoardConfig) boot() time.Duration { return cmp.Or(c.Boot, DefaultBoot) }

// BoardModel is a board that was built. It can be started any number of times.
type BoardModel struct {
	model  *model.Model
	config BoardConfig
	design *model.Inspection
}

// BuildBoard makes the model of a board, or finds it. The error says what is
// wrong with the design, its ports or the wiring, and what to write instead.
func BuildBoard(ctx context.Context, b *model.Builder, c BoardConfig) (*BoardModel, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	if err := b.Bounds.Check(c.Clock, c.Boot); err != nil {
		return nil, err
	}
	c.bounds, c.CycleTime = b.Bounds, b.Bounds.CycleTime(c.Clock, c.CycleTime)
	if c.Flash != nil {
		var err error
		if c.Flash, err = c.Flash.read(); err != nil {
			return nil, err
		}
	}
	if c.gates != nil && c.Wave == "" {
		return buildGates(ctx, b, c)
	}
	d := model.DesignOf(c.Source, c.Top)
	d.Wave = c.Wave != ""
	found, err := b.Inspect(ctx, d, c.Params)
	if err != nil {
		return nil, err
	}
	pins, err := c.Pins.Resolve(d.Top, found.Ports, c.Flash != nil)
	if err != nil {
		return nil, fmt.Errorf("%s: module %s: %w", c.Source.Name, d.Top, err)
	}
	c.Top, c.Pins = d.Top, pins
	settings := c.Params
	if d.VHDL {
		settings = nil // they are its generics
	}
	d.Wrapper = pins.Wrap(d.Top, settings, found.Ports)
	if c.Flash != nil {
		d.Macros = append(d.Macros, model.FlashMacro)
	}
	if d.Wave {
		d.Wrapper, d.Macros = waves.WithTexts(d.Wrapper), append(d.Macros, waves.TextsMacro)
	}
	m, err := b.Build(ctx, d)
	if err != nil {
		return nil, err
	}
	m.OnDisplay, m.PerCycle, m.Memory = model.Displayed(c.Source, c.OnDisplay), c.CycleTime, b.Memory
	return &BoardModel{m, c, found}, nil
}

// Top returns the board's module, and Pins are its pins, also those that were found
// by their names.
func (m *BoardModel) Top() string { return m.config.Top }

// Pins returns the pins that are used.
func (m *BoardModel) Pins() pinout.Pins { return m.config.Pins }

// Wave returns the file of the waveform, or empty.
func (m *BoardModel) Wave() string { return m.config.Wave }

// Boot returns the time from the reset to a player's first question.
func (m *BoardModel) Boot() time.Duration { return m.config.boot() }

// WithConditions returns the model with another power-up state, and with the clock of our
// end of the wire too fast by skew (see BoardConfig). It is not built again.
func (m *BoardModel) WithConditions(seed uint32, skew float64) *BoardModel {
	other := *m
	other.config.Seed, other.config.Skew = seed, skew
	return &other
}

// bit returns the length of one of the host's bits in the board's clock cycles.
func (c *BoardConfig) bit() float64 { return c.Clock / (c.Baud * (1 + c.Skew)) }

// Board is a running board and the far end of its wire. Nothing happens in it
// but in Run. It is not safe for concurrent use; the caller closes it.
type Board struct {
	p      *model.Process
	config BoardConfig
	design *model.Inspection
	again  func(bit float64, args ...string) (*Board, error) // starts another of its kind
	buf    []byte
	now    uint64
	heard  uint64 // when the last byte began
	tx     TXState
	dead   *deadEnd // nil until it is asked for
}

// impossible ends a board that says what cannot be, at the cycle in which it was.
func (b *Board) impossible(now uint64, format string, args ...any) error {
	b.now = now
	return b.p.Impossible(format, args...)
}

// Start switches a board on. When ctx ends it is switched off.
func (m *BoardModel) Start(ctx context.Context) (*Board, error) { return m.start(ctx) }

func (m *BoardModel) start(ctx context.Context, more ...string) (*Board, error) {
	args := []string{cyclesArgument("bit", m.config.bit()), fmt.Sprintf("+half-ps=%d", m.config.halfCycle())}
	if m.config.Wave != "" {
		if err := CheckWave(m.config.Wave, false); err != nil {
			return nil, err
		}
	}
	flash := m.config.Flash
	if flash != nil {
		args = append(args, fmt.Sprintf("+flash=%d", len(flash.data)), fmt.Sprintf("+flash-offset=%d", flash.Offset),
			fmt.Sprintf("+flash-wakes=%.0f", m.config.Clock*flashWakes.Seconds()))
	}
	args = slices.Concat(args, more, []string{"--"}, m.config.Plusargs)
	p, err := m.model.Start(ctx, m.config.Seed, m.config.Wave, args...)
	if err != nil {
		return nil, err
	}
	if flash != nil {
		if err := p.Send(flash.data); err != nil {
			return nil, err
		}
	}
	return &Board{p: p, config: m.config, design: m.design, again: func(bit float64, args ...string) (*Board, error) {
		other := *m
		other.config.Wave, other.config.Baud, other.config.Skew = "", m.config.Clock/bit, 0
		quiet := *m.model
		quiet.OnDisplay = nil
		other.model = &quiet
		return other.start(ctx, slices.Concat(more, args)...)
	}}, nil
}

// cyclesArgument tells the harness how many clock cycles a bit lasts.
func cyclesArgument(name string, cycles float64) string {
	return "+" + name + "=" + strconv.FormatFloat(cycles, 'g', -1, 64)
}

// Close switches the board off.
func (b *Board) Close() error { return b.p.Close() }

// graceTime bounds how long the current call may continue after its context was
// cancelled.
const graceTime = 500 * time.Millisecond

// interrupted returns why a wait of simulated time is given up, or nil. The deadline of ctx is one of
// simulated time; the end of the context that it comes from is not.
func interrupted(ctx context.Context) error {
	if from := interrupt.Of(ctx); from != nil && from.Err() != nil {
		return from.Err()
	}
	if err := ctx.Err(); errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// endWith switches the board off if ctx is cancelled, or the context that it comes from ends, and the
// board goes on long behind that. The caller calls what is returned when it is done.
func (b *Board) endWith(ctx context.Context) (done func()) {
	ended := make(chan struct{})
	end := func() {
		if interrupted(ctx) == nil {
			return
		}
		select {
		case <-ended:
		case <-time.After(graceTime):
			b.p.Program.Kill()
		}
	}
	stops := []func() bool{context.AfterFunc(ctx, end)}
	if from := interrupt.Of(ctx); from != nil {
		stops = append(stops, context.AfterFunc(from, end))
	}
	return func() {
		for _, stop := range stops {
			stop()
		}
		close(ended)
	}
}

// used returns the processor time that the model has taken.
func (b *Board) used() time.Duration { return b.p.Program.CPUTime() }

// held returns for how long the model was ready to run and had no processor; -1 where the system does not
// count that, or no time on the wall is bounded.
func (b *Board) held() time.Duration {
	if b.config.bounds.AnswerWall > 0 || b.config.bounds.GameWall > 0 {
		if held, ok := b.p.Program.Held(); ok {
			return held
		}
	}
	return -1
}

// Now returns the clock cycles since the board was reset.
func (b *Board) Now() uint64 { return b.now }

// Duration returns the time that a number of clock cycles takes.
func (b *Board) Duration(cycles uint64) time.Duration {
	return time.Duration(float64(cycles) / b.config.Clock * float64(time.Second))
}

// Cycles returns the number of clock cycles in a time.
func (b *Board) Cycles(d time.Duration) uint64 {
	return uint64(max(0, d.Seconds()*b.config.Clock))
}

// Bit returns the length of one of our bits, in clock cycles.
func (b *Board) Bit() float64 { return b.config.bit() }

// Stop says when a board stops before its time is over.
type Stop uint8

// The reasons to stop; they may be added.
const (
	WhenSent Stop = 1 << iota // the last stop bit has left
	AtLine                    // a line feed or carriage return came
	AtByte                    // a byte came

	// What becomes of the waveform; model/harness/board.cpp has the other side.
	restartWave Stop = 64
	keepWave    Stop = 128
)

// RestartWave begins the waveform again, if there is one: what it held is gone.
func (b *Board) RestartWave() error { return b.wave(restartWave) }

// KeepWave ends the waveform, if there is one, and keeps it as it is.
func (b *Board) KeepWave() error { return b.wave(keepWave) }

// View returns the view of the board's waveform: the lines that passed, and the pins. The
// times of the marks are clock cycles.
func (b *Board) View(marks ...waves.Mark) *waves.View {
	v := &waves.View{Signals: slices.Clone(waves.Texts)}
	for _, pin := range []string{"clk_i", "rst_i", "rx_i", "tx_o"} {
		v.Signals = append(v.Signals, waves.Signal{Name: pin, Bits: 1})
	}
	for _, m := range marks {
		v.Marks = append(v.Marks, waves.Mark{Name: m.Name, Time: b.config.waveTime(m.Time)})
	}
	return v
}

func (b *Board) wave(what Stop) error {
	_, _, err := b.Run(nil, 0, what)
	return err
}

// RxByte is a byte from the board. Its times are clock cycles: the beginning of
// the start bit, the end of the stop bit, and the last change of the line
// before the middle of the stop bit.
type RxByte struct {
	Byte             byte
	Framing          bool // there was no stop bit
	Start, End, Edge uint64

	ninth bool // the bit behind the eighth, where one is listened for
}

// Bit returns the measured length of a bit from the board, in clock cycles. Ok is false
// unless the byte's last bit is low, as in all ASCII: then nine bits are between its edges.
func (h RxByte) Bit() (cycles float64, ok bool) {
	return float64(h.Edge-h.Start) / 9, !h.Framing && h.Byte < 0x80
}

// ErrFinished says that the design has called $finish.
var ErrFinished = errors.New("the design called $finish, which ends the simulation; take that out of the design")

// Run sends bytes to the board, behind those that are still to be sent, and
// lets it run for a number of clock cycles, or until it stops. It returns what
// was received, and the cycle in which the last stop bit ever left.
func (b *Board) Run(send []byte, cycles uint64, stop Stop) (received []RxByte, sent uint64, err error) {
	b.buf = binary.LittleEndian.AppendUint32(b.buf[:0], uint32(len(send)))
	b.buf = append(b.buf, byte(stop))
	b.buf = binary.LittleEndian.AppendUint64(b.buf, cycles)
	b.buf = append(b.buf, send...)
	if err := b.p.Send(b.buf); err != nil {
		return nil, 0, err
	}
	var head [54]byte
	if err := b.p.Receive(head[:]); err != nil {
		return nil, 0, err
	}
	before := b.now
	b.now = binary.LittleEndian.Uint64(head[1:])
	sent = binary.LittleEndian.Uint64(head[9:])
	b.tx = TXState{
		High: head[17] != 0, Changes: binary.LittleEndian.Uint64(head[18:]), Cycles: b.now,
		Since: binary.LittleEndian.Uint64(head[26:]), Low: binary.LittleEndian.Uint64(head[34:]),
		Floating: binary.LittleEndian.Uint64(head[42:]),
	}
	count := binary.LittleEndian.Uint32(head[50:])
	// A byte lasts at least nine and a half bits, and the model reports it when it has
	// come.
	most := uint64(float64(b.now-before)/(9*b.config.bit())) + 2
	const never = ^uint64(0)
	switch {
	case b.now < before || b.now-before > cycles:
		return nil, 0, b.impossible(before, "clock cycle %d, %d cycles behind cycle %d", b.now, cycles, before)
	case sent != never && sent > b.now || b.tx.Since > b.now || b.tx.Low > b.now+1 || b.tx.Floating > b.now+1:
		return nil, 0, b.impossible(before, "times behind clock cycle %d", b.now)
	case uint64(count) > most:
		return nil, 0, b.impossible(before, "%d bytes in %d clock cycles", count, b.now-before)
	}
	for range count {
		var one [26]byte
		if err := b.p.Receive(one[:]); err != nil {
			return nil, 0, err
		}
		r := RxByte{
			one[0], one[1]&1 != 0, binary.LittleEndian.Uint64(one[2:]), binary.LittleEndian.Uint64(one[10:]),
			binary.LittleEndian.Uint64(one[18:]), one[1]&2 != 0,
		}
		if r.Start < b.heard || r.Start > r.Edge || r.Edge > b.now || r.End < r.Start || r.End > b.now+uint64(b.config.bit())+1 {
			return nil, 0, b.impossible(before, "a byte from cycle %d to %d, at cycle %d", r.Start, r.End, b.now)
		}
		b.heard = r.Start
		received = append(received, r)
	}
	const finished = 2
	if head[0] == finished {
		err = fmt.Errorf("%s, after %d clock cycles: %w", b.p.Name(), b.now, ErrFinished)
	}
	return received, sent, err
}
