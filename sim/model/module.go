package model

import (
	"context"
	"fmt"

	"github.com/loopline/loopline/sim/internal/vhdl"
	"github.com/loopline/loopline/sim/sources"
	"github.com/loopline/loopline/sim/waves"
)

// ModuleConfig says which module is simulated and what drives its ports.
type ModuleConfig struct {
	Source sources.Source
	Top    string         // the module
	Params map[string]int // of the top

	// Wrapper is SystemVerilog with a module WrapperTop around the top, or empty.
	Wrapper string
	Harness Harness
	Macros  []string // of the harness, such as NAME or NAME=VALUE
	Wave    bool     // the model can write waveforms

	// Remedy tells what to do about ports that the harness uses and the module
	// lacks; nil is nothing.
	Remedy func(missing []string) string
}

// Harness is C++ with a main function that drives a module's ports, named Vdut,
// and serves requests from a pipe. It includes model.h, which has the module,
// its clock and the pipe.
type Harness struct {
	Name string // of its file, without .cpp
	Text []byte

	headers []sources.File
}

// Module is the model of a module. It can be started any number of times.
type Module struct {
	model   *Model
	signals []waves.Signal
}

// BuildModule makes the model of a module, or finds it. A design that does not
// compile is a finding.BuildError, a tool that is not there a tooling.MissingToolError.
func (b *Builder) BuildModule(ctx context.Context, c ModuleConfig) (*Module, error) {
	d := &Design{
		Reading: vhdl.Reading{Source: c.Source, Top: c.Top, Params: c.Params, Wrapper: c.Wrapper},
		harness: c.Harness, Macros: c.Macros, Wave: c.Wave, remedy: c.Remedy,
	}
	var signals []waves.Signal
	if c.Wave && c.Wrapper == "" {
		signals = b.showTexts(ctx, d)
	}
	m, err := b.Build(ctx, d)
	if err != nil {
		return nil, err
	}
	return &Module{m, signals}, nil
}

// showTexts puts a wrapper with the texts around a module that has a waveform, if it can,
// and returns what the waveform shows. What is wrong with the module, building says.
func (b *Builder) showTexts(ctx context.Context, d *Design) []waves.Signal {
	params := make(map[string]string)
	for name, value := range d.Params {
		params[name] = fmt.Sprint(value)
	}
	own := *d
	found, err := b.Inspect(ctx, &own, params)
	if err != nil {
		return nil
	}
	settings := params
	if own.VHDL {
		settings = nil // they are its generics
	}
	var signals []waves.Signal
	if wrapper := waves.WrapAll(own.Top, settings, found.Ports); wrapper != "" {
		d.Wrapper, d.Macros = waves.WithTexts(wrapper), append(d.Macros, waves.TextsMacro)
		d.Params, d.Settings = nil, params
		signals = append(signals, waves.Texts...)
	}
	for _, p := range found.Ports {
		if p.Dims == 0 {
			signals = append(signals, waves.Signal{Name: p.Name, Bits: max(p.Width, 1)})
		}
	}
	return signals
}

// View returns the view of the waveform of a module that was built with one: its ports,
// and above them, where it can be, the texts of the harness.
func (m *Module) View(marks ...waves.Mark) *waves.View {
	return &waves.View{Signals: m.signals, Marks: marks}
}

// Start starts the model in a power-up state that follows from the seed. It is
// killed when ctx ends. The caller closes it.
func (m *Module) Start(ctx context.Context, seed uint32, args ...string) (*Process, error) {
	return m.StartWave(ctx, seed, "", args...)
}

// StartWave is Start of a module that was built with a waveform, which goes into a file.
func (m *Module) StartWave(ctx context.Context, seed uint32, wave string, args ...string) (*Process, error) {
	return m.model.Start(ctx, seed, wave, args...)
}
