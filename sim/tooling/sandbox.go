package tooling

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/loopline/loopline/internal/toolset"
	"github.com/loopline/loopline/sandbox"
)

// Tools read, compile and run untrusted designs. A tool sees the system's programs and
// libraries, its own files and the design, and writes to one folder. A model sees the
// libraries and the design, and writes nothing.

// Folders in the directory in which tools run.
const (
	SourceDir = "src" // of the design's files
	OutDir    = "out" // that tools may write to
)

// Run runs a tool, by its path or the name of its command, in a folder of dir and returns
// its output. The tool may write only to the writable folders of dir. When ctx ends, it is
// killed with all its processes. A tool that cannot do its work here is a [*ToolError].
func (t *Toolchain) Run(ctx context.Context, dir, folder string, writable []string, tool string, args ...string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	p, err := t.program(ctx, tool)
	if err != nil {
		return "", err
	}
	program := p.Args[0]
	p.Args, p.Dir, p.Stdout = append(p.Args, args...), filepath.Join(dir, folder), t.Stdout
	p.Visible, p.LastWords = append(p.Visible, dir), t.LastWords
	for _, name := range writable {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(name, 0o755); err != nil {
			return "", err
		}
		p.Writable = append(p.Writable, name)
	}
	said, err := t.Isolation.Output(ctx, p)
	if end, ended := errors.AsType[*sandbox.EndError](err); ended {
		if fault := t.fault(ctx, program, dir); fault != nil {
			return "", fault
		}
		if end.Why != "" {
			err = fmt.Errorf("%s: %w", program, err)
		} else if end.Signal != 0 {
			err = fmt.Errorf("%s: %w; start it again, with more free memory if that ran out", program, err)
		}
	}
	if said != "" && strings.HasPrefix(program, "/") && len(sandbox.Tool(program)) > 0 {
		said = t.withoutBanner(ctx, program, dir, said)
	}
	return said, err
}

// withoutBanner leaves out what a wrapper of a tool prints before the tool does, which is
// what comes before the tool's version when it is asked for that.
func (t *Toolchain) withoutBanner(ctx context.Context, program, dir, said string) string {
	tool, _ := toolset.Of(program)
	if tool.Question() == nil {
		return said
	}
	all, err := t.version(ctx, program, dir)
	if err != nil {
		return said
	}
	for line := range strings.Lines(all) {
		rest, printed := strings.CutPrefix(said, line)
		if !printed || tool.Told(program, line, nil).Version != "" {
			break
		}
		said = rest
	}
	return said
}

// program describes a tool as it is started, without arguments.
func (t *Toolchain) program(ctx context.Context, tool string) (p sandbox.Program, err error) {
	if filepath.Base(tool) == tool {
		if tool, err = FindTool(tool); err != nil {
			return p, err
		}
	}
	p = sandbox.Program{
		// A compiler's cache is outside what it may write to.
		Policy: sandbox.PolicyTool, Env: []string{"VERILATOR_ROOT", "CCACHE_DISABLE=1"},
	}
	p.Visible = slices.Concat(sandbox.Tool(tool), toolset.Folders(), t.Seen)
	if root := os.Getenv("VERILATOR_ROOT"); root != "" {
		p.Visible = append(p.Visible, root)
	}
	if filepath.Base(tool) == "verilator" && t.skipsScript(tool) {
		var root string // the script takes the time of another Perl
		if tool, root = toolset.VerilatorProgram(tool); root != "" {
			p.Env = append(p.Env, "VERILATOR_ROOT="+root)
		}
	}
	if toolset.IsYoWASP(tool) {
		cache, err := t.Compiled.compile(ctx, tool)
		if err != nil {
			return p, err
		}
		p.Env, p.Visible = append(p.Env, toolset.CacheVariable+"="+cache), append(p.Visible, cache)
	}
	p.Args = []string{tool}
	return p, nil
}

// skipsScript reports whether Verilator is started without its script: isolation lets the
// stack grow too, and the script fails in a folder with a blank.
func (t *Toolchain) skipsScript(script string) bool {
	isolated, err := t.Isolation.Available()
	return err == nil && isolated || strings.Contains(script, " ")
}

// fault asks a tool that has failed for its version, which it says wherever it can do its
// work. It returns nil if nothing is wrong with the tool.
func (t *Toolchain) fault(ctx context.Context, program, dir string) error {
	tool, _ := toolset.Of(program)
	if tool.Question() == nil {
		return nil
	}
	said, err := t.version(ctx, program, dir)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if fault := tool.Told(program, said, err).Fault(); fault != "" {
		return &ToolError{fault}
	}
	return nil
}

// version returns what a tool says when it is asked for its version, in the isolation in
// which it works.
func (t *Toolchain) version(ctx context.Context, program, dir string) (string, error) {
	tool, _ := toolset.Of(program)
	p, err := t.program(ctx, program)
	if err != nil {
		return "", err
	}
	p.Args, p.Dir, p.Visible = append(p.Args, tool.Question()...), dir, append(p.Visible, dir)
	return t.Isolation.Output(ctx, p)
}

// clangs remembers which compilers are clang, by their identity.
var clangs sync.Map

// IsClang reports whether the compiler is clang, by what it says of its version.
func (t *Toolchain) IsClang(ctx context.Context, dir string) (bool, error) {
	key := Identity(t.GXX)
	if known, ok := clangs.Load(key); ok {
		return known.(bool), nil
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return false, err
	}
	said, err := t.version(ctx, t.GXX, dir)
	if err != nil {
		return false, err
	}
	clang := strings.Contains(said, "clang version")
	clangs.Store(key, clang)
	return clang, nil
}

// CompiledTools remembers which programs of YoWASP are compiled. It may be used from any
// number of goroutines.
type CompiledTools struct {
	mu     sync.Mutex
	caches map[string]string // by program
}

// compile has a program compiled and returns the folder that it needs to see.
func (c *CompiledTools) compile(ctx context.Context, program string) (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if cache := c.caches[program]; cache != "" {
		return cache, nil
	}
	cache, err := toolset.Compile(ctx, program)
	if err != nil {
		if ctx.Err() != nil {
			return "", err
		}
		return "", &ToolError{err.Error()}
	}
	if c.caches == nil {
		c.caches = make(map[string]string)
	}
	c.caches[program] = cache
	return cache, nil
}
