package sim

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/loopline/loopline/sandbox"
)

// Tools read, compile and run untrusted designs. A tool sees the system's programs and
// libraries, its own files and the design, and writes to one folder. A model sees the
// libraries and the design, and writes nothing.

// An UnconfinedError reports that an untrusted design isn't built, because this
// machine can't isolate tools and models.
type UnconfinedError struct {
	Source string // name of the design, for people
	Why    error  // what is missing, and the remedy
}

// Error names the design, the cause and both remedies.
func (e *UnconfinedError) Error() string {
	return fmt.Sprintf("%s: a design is read, built and run in isolation alone, and this machine has none: %v. "+
		"If you trust who wrote the design, add --isolation none.", e.Source, e.Why)
}

// Unwrap returns why nothing isolates here.
func (e *UnconfinedError) Unwrap() error { return e.Why }

// confine refuses an untrusted design where nothing isolates it.
func (b *Builder) confine(s Source) error {
	i := b.isolation()
	if s.embedded() || i.Mode() == sandbox.None {
		return nil
	}
	if _, err := i.Available(); i.Mode() == sandbox.Require && err != nil {
		return err
	}
	if why := i.Unavailable(); why != nil {
		return &UnconfinedError{s.Name, why}
	}
	return nil
}

// Limits of a tool, and of a model that runs.
var (
	toolLimits  = sandbox.ForTools()
	modelLimits = sandbox.ForModels()
)

// waveScratch is the scratch folder of a model that writes a waveform.
const waveScratch = sandbox.WaveScratch

// outDir is the folder in the directory of a model that tools may write to.
const outDir = "out"

// isolation returns the builder's isolation; without one, an isolation of mode auto.
func (b *Builder) isolation() *sandbox.Isolation {
	b.once.Do(func() {
		if b.Isolation == nil {
			b.Isolation = sandbox.New(sandbox.Auto, nil)
		}
	})
	return b.Isolation
}

// toolchain looks for Verilator and a compiler.
func (b *Builder) toolchain() (toolchain, error) {
	t, err := findToolchain()
	t.isolation, t.trusts = b.isolation(), b.TrustRTL
	if isolated, err := t.isolation.Available(); err == nil && isolated { // which lets the stack grow too
		t.verilator = behindScript(t.verilator)
	}
	if t.trusts {
		t.versions += "trusted\n" // what was built so is not for others
	}
	return t, err
}

// run runs a tool in a folder of dir and returns its output. The tool may write only to
// the writable folders of dir. When ctx ends, it is killed with all its processes.
func (t *toolchain) run(ctx context.Context, dir, folder string, writable []string, tool string, args ...string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	p := sandbox.Program{
		Args: append([]string{tool}, args...), Dir: filepath.Join(dir, folder),
		// A compiler's cache is outside what it may write to.
		Env:     []string{"VERILATOR_ROOT", "CCACHE_DISABLE=1"},
		Visible: append(t.visible(tool), dir), Limits: toolLimits, Background: true, Stdout: t.stdout,
	}
	for _, name := range writable {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(name, 0o755); err != nil {
			return "", err
		}
		p.Writable = append(p.Writable, name)
	}
	return t.isolation.Output(ctx, p)
}

// visible lists the files that a tool itself needs to see.
func (t *toolchain) visible(tool string) []string {
	seen := append(sandbox.Tool(tool), t.seen...)
	if root := os.Getenv("VERILATOR_ROOT"); root != "" {
		seen = append(seen, root)
	}
	return seen
}
