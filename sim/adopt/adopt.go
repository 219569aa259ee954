package adopt

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/loopline/loopline/internal/addropts"
	"github.com/loopline/loopline/internal/echo"
	"github.com/loopline/loopline/internal/quoting"
	"github.com/loopline/loopline/safefile"
	"github.com/loopline/loopline/sim"
	"github.com/loopline/loopline/sim/finding"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/sources"
)

// Question makes a design show that it is alive.
type Question struct {
	Text   string                 // sent to it, with its line end
	Accept func(line string) bool // reports whether a line answers it
}

// Design holds the findings about a board design.
type Design struct {
	Address sim.Address // as it was given
	Top     string
	Pins    sim.Pins // also those that were found
	Clock   Rate     // of a design that was mute, the likeliest
	Baud    Rate
	Stub    string   // file that was written with models of vendor modules, or empty
	Answer  string   // line without its end; empty if the design was mute
	Echo    bool     // it sends back what it gets, so Clock and Baud are right and Answer is empty
	Loop    bool     // it does at any rate: its pins are connected, so of Clock and Baud nothing is known
	Tried   int      // wires that were tried
	Notes   []string // what a user should look at

	progress func(tried int) // nil of none
	mu       *sync.Mutex     // of Notes, while the design runs
}

// Clocks of common boards and bit rates of common hosts, tried after those that the
// files state.
var (
	usualClocks = []float64{12e6, 100e6, 50e6, 25e6, 27e6, 48e6, 16e6, 24e6, 125e6, 200e6}
	usualBauds  = []float64{115200, 9600, 921600, 1e6, 57600}
)

// Simulated times of one try.
const (
	bootTime   = 5 * time.Millisecond
	answerTime = 10 * time.Millisecond
	maxBytes   = 32 // bytes of an answer
)

// Find reads the design at an address, DIR or DIR?OPTION&OPTION as for sim:, and asks it
// over likely wires until it answers. Options that are given are kept. A design that
// stays mute is returned without an Answer. Progress, which may be nil, gets the number of a wire, from 1,
// before it is tried. Stubs of vendor clock modules are written to
// the design's directory. The error is one of the address, the design, the tools or the
// file system.
func Find(ctx context.Context, b *model.Builder, address string, q Question, progress func(tried int)) (*Design, error) {
	a, err := sim.ParseAddress(address)
	if err != nil {
		return nil, err
	}
	if a.Dir == "" {
		return nil, errors.New("the reference board needs no adoption; name the directory of your own design")
	}
	_, given, err := addropts.Split(address)
	if err != nil {
		return nil, err
	}
	if a.Board.Source, err = sources.DirSource(a.Dir); err != nil {
		return nil, err
	}
	clocks, bauds, err := rates(a.Dir)
	if err != nil {
		return nil, err
	}
	d := &Design{Address: a, progress: progress, mu: new(sync.Mutex)}
	model, err := d.build(ctx, b)
	if err != nil {
		return nil, err
	}
	d.Top, d.Pins = model.Top(), model.Pins()
	for _, w := range model.Warnings() {
		d.Notes = append(d.Notes, w.Text)
	}
	tries := wires(given, &a.Board, clocks, bauds, d.Pins.Clock)
	if err := d.search(ctx, b, tries, q); err != nil || d.found() {
		return d, err
	}
	found := d.Pins
	for _, pins := range variants(given, found, model.HeldLow()) {
		d.Pins = pins
		if err := d.search(ctx, b, tries, q); err != nil || d.found() {
			return d, err
		}
	}
	d.Pins = found
	if len(tries) > 0 {
		d.Clock, d.Baud = tries[0].clock, tries[0].baud
	}
	return d, nil
}

// found reports whether the wire is known.
func (d *Design) found() bool { return d.Answer != "" || d.Echo }

// Open reports that no file states the clock or the bit rate: what was measured is their ratio alone, the
// clock cycles of a bit.
func (d *Design) Open() (cycles float64, is bool) {
	return d.Clock.Value / d.Baud.Value, d.found() && d.Clock.From == trial && d.Baud.From == trial
}

// trial is the source of a rate that was tried because it is usual.
const trial = "trial"

// variants lists other wirings of a design that stayed mute: its reset the other way,
// and unnamed inputs held high, as buttons and enables may be.
func variants(given addropts.Options, found sim.Pins, low []string) (all []sim.Pins) {
	_, reset := given.Get("rst")
	_, high := given.Get("high")
	other := found
	if other.Reset = inverted(found.Reset); !reset && found.Reset != "" {
		all = append(all, other)
	}
	if high || len(low) == 0 {
		return all
	}
	for _, pins := range append([]sim.Pins{found}, all...) {
		pins.High = low
		all = append(all, pins)
	}
	return all
}

// search asks over each wire until an answer comes.
func (d *Design) search(ctx context.Context, b *model.Builder, tries []wire, q Question) error {
	for _, w := range tries {
		d.Tried++
		if d.progress != nil {
			d.progress(d.Tried)
		}
		got, err := d.ask(ctx, b, w, q)
		if err != nil {
			return err
		}
		if got.answer != "" || got.echo {
			if closer := closest(tries, w, got.bit); closer != w {
				if again, err := d.ask(ctx, b, closer, q); err == nil && again.answer == got.answer && again.echo == got.echo {
					w = closer
				}
			}
			d.Answer, d.Echo, d.Clock, d.Baud = got.answer, got.echo, w.clock, w.baud
			if d.Echo {
				third := wire{w.clock, Rate{w.baud.Value / 3, trial}}
				again, err := d.ask(ctx, b, third, q)
				d.Loop = again.echo
				return err
			}
			return nil
		}
	}
	return nil
}

// closest returns the wire whose bit lasts what was measured, or of none the wire that answered with the measured clock,
// or with the measured bit rate where constraints have the clock: a UART also answers a few per cent beside its rate, and
// dividers are round numbers of cycles, so what the files state needs to be near alone.
func closest(tries []wire, answered wire, measured float64) wire {
	const near = 1.005
	const rounded = 1.02
	off := func(w wire) float64 { bit := w.clock.Value / w.baud.Value; return max(bit/measured, measured/bit) }
	best := slices.MinFunc(tries, func(a, b wire) int { return cmp.Compare(off(a), off(b)) })
	switch {
	case off(answered) < near:
		return answered
	case off(best) < near && (best.stated() || !answered.stated()):
		return best
	case answered.stated() && off(answered) < rounded:
		return answered
	case off(best) < near:
		return best
	}
	if answered.clock.constrains() {
		return wire{answered.clock, Rate{answered.clock.Value / measured, "measured"}}
	}
	return wire{Rate{measured * answered.baud.Value, "measured"}, answered.baud}
}

// stated reports that files of the design have its clock; a bit rate that is usual, or that they have too, goes with it.
func (w wire) stated() bool { return w.clock.From != trial }

// inverted is a list of reset pins with each level the other way.
func inverted(pins string) string {
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

// build makes the model, after writing a stub if a vendor's clock module is missing.
func (d *Design) build(ctx context.Context, b *model.Builder) (*sim.BoardModel, error) {
	config := d.Address.Board
	model, err := sim.BuildBoard(ctx, b, config)
	failed, ok := errors.AsType[*finding.BuildError](err)
	if !ok {
		return model, err
	}
	file, stub := failed.Stub()
	if stub == "" {
		return nil, err
	}
	name := filepath.Join(d.Address.Dir, file)
	if err := safefile.Write(name, stubType, false, []byte(stubHead+stub+"\n")); err != nil {
		return nil, err
	}
	d.Stub = name
	if config.Source, err = sources.DirSource(d.Address.Dir); err != nil {
		return nil, err
	}
	d.Address.Board.Source = config.Source
	return sim.BuildBoard(ctx, b, config)
}

const stubHead = "// Written by loopline adopt, for simulation alone: leave it out of the synthesis.\n"

var stubType = safefile.FileType{Name: "stub of a vendor's module", Match: safefile.HasPrefix(stubHead)}

// wire is a clock and a bit rate to try.
type wire struct{ clock, baud Rate }

// wires lists what to try, likeliest first: stated rates before usual ones. An option
// that the address gives is not tried otherwise.
func wires(given addropts.Options, board *sim.BoardConfig, clocks, bauds []Rate, pin string) (all []wire) {
	if _, ok := given.Get("clk"); ok {
		clocks = []Rate{{board.Clock, "clk="}}
	} else {
		if hz, ok := sim.ClockInName(pin); ok {
			clocks = append(clocks, Rate{hz, "the name " + pin})
		}
		for _, hz := range usualClocks {
			clocks = append(clocks, Rate{hz, trial})
		}
	}
	if _, ok := given.Get("baud"); ok {
		bauds = []Rate{{board.Baud, "baud="}}
	} else {
		for _, baud := range usualBauds {
			bauds = append(bauds, Rate{baud, trial})
		}
	}
	clocks, bauds = once(clocks), once(bauds)
	seen := map[int]bool{}
	for _, baud := range bauds {
		for _, clock := range clocks {
			bit := int(clock.Value / baud.Value)
			if bit >= 2 && !seen[bit] {
				seen[bit] = true
				all = append(all, wire{clock, baud})
			}
		}
	}
	return all
}

// reply is what a design sends over a wire when it is asked.
type reply struct {
	answer string  // a line that is accepted, or empty
	echo   bool    // it is the question
	bit    float64 // the measured length of its bits, in clock cycles
}

// ask switches the design on, asks it over a wire and returns its reply.
func (d *Design) ask(ctx context.Context, b *model.Builder, w wire, q Question) (got reply, err error) {
	config := d.Address.Board
	config.Top, config.Pins = d.Top, d.Pins
	config.Clock, config.Baud = w.clock.Value, w.baud.Value
	config.OnDisplay = d.noteOf
	if config.Pins.Reset == "" {
		config.Pins.Reset = "none"
	}
	model, err := sim.BuildBoard(ctx, b, config)
	if err != nil {
		return reply{}, err
	}
	board, err := model.Start(ctx)
	if err != nil {
		return reply{}, err
	}
	defer board.Close()
	if _, _, err := board.Run(nil, board.Cycles(bootTime), 0); err != nil {
		return reply{}, err
	}
	frame := uint64(11 * config.Clock / config.Baud)
	limit := frame*uint64(len(q.Text)+maxBytes) + board.Cycles(answerTime)
	if got, err = hear(board, q, limit); err == nil && got.answer == "" && !got.echo {
		got.echo, got.bit, err = board.Repeats()
	}
	return got, err
}

// noteOf takes a line that the design prints: those that warn, such as of a memory file that is missing, are notes.
func (d *Design) noteOf(text string, warning bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if warning && !slices.Contains(d.Notes, text) {
		d.Notes = append(d.Notes, text)
	}
}

// hear puts a question to a board and returns the first line of its reply, for so many clock cycles.
func hear(board *sim.Board, q Question, limit uint64) (reply, error) {
	asked := strings.TrimRight(q.Text, "\r\n")
	var line strings.Builder
	bit, measured := 0.0, 0
	for end := board.Now() + limit; board.Now() < end; {
		received, _, err := board.Run([]byte(q.Text), end-board.Now(), sim.AtLine)
		if err != nil {
			return reply{}, err
		}
		q.Text = ""
		for _, r := range received {
			if cycles, ok := r.Bit(); ok {
				bit, measured = bit+cycles, measured+1
			}
			switch {
			case r.Framing || r.Byte >= 0x7f || line.Len() > maxBytes:
				return reply{}, nil
			case r.Byte == '\n' || r.Byte == '\r':
				switch text := line.String(); {
				case text == "":
				case echo.Is(text, asked):
					return reply{echo: true, bit: bit / float64(measured)}, nil
				case q.Accept(text):
					return reply{answer: text, bit: bit / float64(measured)}, nil
				default:
					return reply{}, nil
				}
			default:
				line.WriteByte(r.Byte)
			}
		}
	}
	return reply{}, nil
}

// MakefileName names the file that WriteMakefile writes.
const MakefileName = "loopline.mk"

const makefileHead = "# Written by loopline adopt."

var makefileType = safefile.FileType{Name: "Makefile", Match: safefile.HasPrefix(makefileHead)}

// WriteMakefile writes targets for the design into its directory, over an earlier one of
// its own, and returns the name of the file. A design whose names no address can hold gets none.
func (d *Design) WriteMakefile() (string, error) {
	text, err := d.makefile()
	if err != nil {
		return "", err
	}
	name := filepath.Join(d.Address.Dir, MakefileName)
	return name, safefile.Write(name, makefileType, false, text)
}

// makefile is the text of the file. Names are those of the design, which a stranger may have written.
func (d *Design) makefile() ([]byte, error) {
	options := d.Options()
	a, err := sim.ParseAddress("." + options)
	if err != nil {
		return nil, err
	}
	is := sim.Pins{Clock: d.Pins.Clock, Reset: cmp.Or(d.Pins.Reset, "none"), RX: d.Pins.RX, TX: d.Pins.TX, High: d.Pins.High}
	if a.Board.Top != d.Top || !reflect.DeepEqual(a.Board.Pins, is) {
		return nil, fmt.Errorf("the address %.80q names other pins than those of the design: a name has one of &?,; "+
			"put a small module around the board in which each pin has a plain name, and name it with top=", options)
	}
	board, err := quoting.MakeInQuotes(options)
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, makefile, makefileHead, board), nil
}

const makefile = `%s In the directory of the design:
#   make -f loopline.mk check   the numbered checks of protocol and rules
#   make -f loopline.mk watch   the same after each save, with short games
#   make -f loopline.mk lint    what Verilator, Yosys and Icarus find
#   make -f loopline.mk play    a game against a bot
#   make -f loopline.mk wave    a game with a waveform, loopline.fst

LOOPLINE ?= loopline
STEPS ?=
BOARD := .%s

.PHONY: check watch lint play wave

check:
	$(LOOPLINE) sim check '$(BOARD)' $(if $(STEPS),--step '$(STEPS)')

watch:
	$(LOOPLINE) sim check '$(BOARD)' --watch

lint:
	$(LOOPLINE) sim lint '$(BOARD)'

play:
	$(LOOPLINE) play --white 'sim:$(BOARD)' --red bot

wave:
	$(LOOPLINE) play --white 'sim:$(BOARD)&wave=loopline.fst' --red bot:greedy
`

// Options returns the options of the design's address, from the ? on.
func (d *Design) Options() string {
	options := addropts.Options{
		{Key: "top", Value: sim.PinOption(d.Top)}, {Key: "clock", Value: sim.PinOption(d.Pins.Clock)},
		{Key: "rst", Value: sim.PinOption(cmp.Or(d.Pins.Reset, "none"))}, {Key: "rx", Value: sim.PinOption(d.Pins.RX)}, {Key: "tx", Value: sim.PinOption(d.Pins.TX)},
	}
	if len(d.Pins.High) > 0 {
		high := make([]string, len(d.Pins.High))
		for i, name := range d.Pins.High {
			high[i] = sim.PinOption(name)
		}
		options = options.With("high", strings.Join(high, ","))
	}
	if d.Clock.Value > 0 {
		options = options.With("clk", plain(d.Clock.Value)).With("baud", plain(d.Baud.Value))
	}
	for _, name := range slices.Sorted(maps.Keys(d.Address.Params)) {
		options = options.With("param."+name, d.Address.Params[name])
	}
	return options.Address("")
}

func plain(rate float64) string { return fmt.Sprintf("%.10g", rate) }
