package sim

import (
	"context"
	"os"
	"path/filepath"

	"github.com/loopline/loopline/isolation"
)

// Whoever writes a design has it read by tools, compiled and run. All of these
// see the system's programs and libraries, the tool itself and the design, and
// write to one folder.

// Limits of a tool, and of a model that runs.
var (
	toolLimits  = isolation.Limits{Memory: 16 << 30, Processes: 256, Scratch: 2 << 30, DeepStack: true}
	modelLimits = isolation.Limits{Memory: 8 << 30, Processes: 64, Scratch: 256 << 20}
)

// outDir is the folder in the directory of a model that tools may write to.
const outDir = "out"

// isolation is the builder's, or one of mode auto.
func (b *Builder) isolation() *isolation.Isolation {
	b.once.Do(func() {
		if b.Isolation == nil {
			b.Isolation = isolation.New(isolation.Auto, nil)
		}
	})
	return b.Isolation
}

// toolchain looks for Verilator and a compiler.
func (b *Builder) toolchain() (toolchain, error) {
	t, err := findToolchain()
	t.isolation, t.trusts = b.isolation(), b.TrustRTL
	if isolated, err := t.isolation.Ready(); err == nil && isolated { // which lets the stack grow too
		t.verilator = behindScript(t.verilator)
	}
	if t.trusts {
		t.versions += "trusted\n" // what was built so is not for others
	}
	return t, err
}

// run runs a tool in the folder of a directory, in which it may write to the
// named ones alone, and returns what it says. When ctx ends, the tool is killed
// with all that it has started.
func (t *toolchain) run(ctx context.Context, dir, folder string, writable []string, tool string, args ...string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	p := isolation.Program{
		Args: append([]string{tool}, args...), Dir: filepath.Join(dir, folder),
		// A compiler's cache is outside what it may write to.
		Env:     []string{"VERILATOR_ROOT", "CCACHE_DISABLE=1"},
		Visible: append(t.visible(tool), dir), Limits: toolLimits, Polite: true, Stdout: t.stdout,
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

// visible is what a tool needs of its own.
func (t *toolchain) visible(tool string) []string {
	seen := append(isolation.Tool(tool), t.seen...)
	if root := os.Getenv("VERILATOR_ROOT"); root != "" {
		seen = append(seen, root)
	}
	return seen
}
