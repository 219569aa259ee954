package rtl

import (
	"context"
	_ "embed"
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/sources"
)

// The bounds of a core's LogSize.
const (
	MinLogSize     = 3
	MaxLogSize     = 8
	DefaultLogSize = 5
)

// CoreTop is the module that has the ports of docs/rtl-interface.md.
const CoreTop = "ll_core"

// CoreConfig says which core to simulate.
type CoreConfig struct {
	Source  sources.Source // has a module ll_core
	LogSize int            // 0 is DefaultLogSize
	Limit   uint64         // clock cycles for one command; 0 is four million
	Wave    bool           // the model can write waveforms

	// Without lists the operations of Undo, Try and Gen that the core lacks.
	// Nothing asks for them, and the ports of Gen need not exist.
	Without []Op

	// CountBins also counts the coverage bins of the turns in lock-step, which takes as
	// long as the rules do.
	CountBins bool
}

func (c CoreConfig) check() error {
	if c.LogSize < MinLogSize || c.LogSize > MaxLogSize {
		return fmt.Errorf("a board of %d by %d: the sizes are %d to %d",
			1<<c.LogSize, 1<<c.LogSize, 1<<MinLogSize, 1<<MaxLogSize)
	}
	return nil
}

// macros tell the harness what the core has.
func (c *CoreConfig) macros() []string {
	macros := []string{"LOG_SIZE=" + strconv.Itoa(c.LogSize)}
	if slices.Contains(c.Without, Gen) {
		macros = append(macros, "WITHOUT_GEN")
	}
	return macros
}

//go:embed harness/core.cpp
var coreHarness []byte

// missingPorts is the remedy for ports that a core lacks.
func missingPorts(missing []string) string {
	text := "docs/rtl-interface.md lists the ports of a core."
	if slices.ContainsFunc(missing, func(port string) bool { return strings.HasPrefix(port, "gen_") }) {
		text += " A core without GEN needs no gen ports: --skip-ops gen"
	}
	return text
}

// CoreModel is a core that was built. It can be started any number of times.
type CoreModel struct {
	model   *model.Module
	config  CoreConfig
	logSize int
	wave    string // the file of a waveform, or empty
}

// BuildCore makes the model of a core, or finds it. A design that does not
// compile is a finding.BuildError, a tool that is not there a
// tooling.MissingToolError.
func BuildCore(ctx context.Context, b *model.Builder, c CoreConfig) (*CoreModel, error) {
	if c.LogSize == 0 {
		c.LogSize = DefaultLogSize
	}
	if err := c.check(); err != nil {
		return nil, err
	}
	if c.Limit == 0 {
		c.Limit = 4_000_000
	}
	m, err := b.BuildModule(ctx, model.ModuleConfig{
		Source: c.Source, Top: CoreTop, Params: map[string]int{"LogSize": c.LogSize},
		Harness: model.Harness{Name: "core", Text: coreHarness}, Macros: c.macros(), Wave: c.Wave, Remedy: missingPorts,
	})
	if err != nil {
		return nil, err
	}
	return &CoreModel{model: m, config: c, logSize: c.LogSize}, nil
}

// Config returns the configuration of the core, with the defaults filled in.
func (m *CoreModel) Config() CoreConfig { return m.config }

// Room returns the most columns, and rows, of the box on the core's board.
func (m *CoreModel) Room() int { return 1<<m.logSize - 2 }

// Core is a running core, the DUT. It is not safe for concurrent use; the caller closes it.
type Core struct {
	p       *model.Process
	logSize int
	request []byte
	answer  []byte

	// The clock cycles in which the last command of the waveform passed, and was answered.
	asked, answered uint64
}

// Start starts the core in a power-up state that follows from the seed. The
// core is killed when ctx ends.
func (m *CoreModel) Start(ctx context.Context, seed uint32) (*Core, error) {
	return m.start(ctx, seed)
}

func (m *CoreModel) start(ctx context.Context, seed uint32, args ...string) (*Core, error) {
	args = append(args, fmt.Sprintf("+limit=%d", m.config.Limit))
	p, err := m.model.StartWave(ctx, seed, m.wave, args...)
	if err != nil {
		return nil, err
	}
	return &Core{p: p, logSize: m.logSize}, nil
}

// PowerUp switches the core off, and on again in a power-up state that follows
// from the seed.
func (c *Core) PowerUp(seed uint32) error {
	const restart = 1<<32 - 1 // in place of a number of commands
	c.request = binary.LittleEndian.AppendUint32(c.request[:0], restart)
	c.request = binary.LittleEndian.AppendUint32(c.request, model.PowerUpSeed(seed))
	return c.p.Send(c.request)
}

// Close ends the core.
func (c *Core) Close() error { return c.p.Close() }

// close is Close of a core that there may be.
func (c *Core) close() {
	if c != nil {
		_ = c.Close()
	}
}

// Do has the core carry out commands in order and returns its answers. A
// [ProtocolViolation] is the last of them: then the core is of no more use. The error is a
// [*model.CrashError] if the model ended.
func (c *Core) Do(commands ...Command) ([]Result, error) {
	c.request = beginBatch(c.request[:0])
	for i := range commands {
		c.request = commands[i].append(c.request, c.logSize)
	}
	endBatch(c.request)
	sent := make(chan error, 1) // the model may want to be read before it reads all
	go func() { sent <- c.p.Send(c.request) }()
	records, cycles, err := c.read()
	if wrote := <-sent; err == nil {
		err = wrote
	}
	if err != nil {
		return nil, err
	}
	results := make([]Result, 0, len(cycles))
	for _, n := range cycles {
		r, rest, err := next(records)
		if err != nil {
			return nil, err
		}
		result := r.decode()
		result.Cycles = int(n)
		results, records = append(results, result), rest
	}
	return results, nil
}

// beginBatch begins a request; commands follow.
func beginBatch(dst []byte) []byte { return append(dst, 0, 0, 0, 0) }

// endBatch writes the number of its commands into a request.
func endBatch(b []byte) {
	binary.LittleEndian.PutUint32(b, uint32((len(b)-4)/commandSize))
}

// read reads the answer to a batch: the records, valid until the next call,
// and the cycles of each.
func (c *Core) read() (records []byte, cycles []uint32, err error) {
	const mostCommands, mostBytes = 1 << 20, 1 << 28
	n, err := c.p.ReceiveCount(mostCommands)
	if err != nil {
		return nil, nil, err
	}
	size, err := c.p.ReceiveCount(mostBytes)
	if err != nil {
		return nil, nil, err
	}
	var marks [16]byte
	if err := c.p.Receive(marks[:]); err != nil {
		return nil, nil, err
	}
	c.asked, c.answered = binary.LittleEndian.Uint64(marks[:]), binary.LittleEndian.Uint64(marks[8:])
	if cap(c.answer) < size+4*n {
		c.answer = make([]byte, size+4*n)
	}
	c.answer = c.answer[:size+4*n]
	if err := c.p.Receive(c.answer); err != nil {
		return nil, nil, err
	}
	cycles = make([]uint32, n)
	for i := range cycles {
		cycles[i] = binary.LittleEndian.Uint32(c.answer[size+4*i:])
	}
	return c.answer[:size], cycles, nil
}
