package tooling

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/loopline/loopline/internal/toolset"
	"github.com/loopline/loopline/sandbox"
)

// A MissingToolError names a program that is not installed, and how to get it.
type MissingToolError = toolset.MissingError

// A ToolError says that a tool does not run here or is too old, and what to do. It says
// nothing about the design.
type ToolError struct{ Fault string }

// Error names the tool, its path and the remedy.
func (e *ToolError) Error() string { return e.Fault }

// HostFault marks the error for callers that don't import this package: no player is to blame.
func (e *ToolError) HostFault() {}

// FindTool returns the path of a tool.
func FindTool(name string) (string, error) { return toolset.Find(name) }

// Toolchain holds the tools that build models, with their versions.
type Toolchain struct {
	Verilator, GXX string // paths
	Versions       string // of both, for the key of a model
	GHDL           string // its path, once it is needed
	Isolation      *sandbox.Isolation
	Trusts         bool     // a design may do what it asks for
	Seen           []string // what tools see beside their own and the design
	Stdout         *os.File // takes their output in place of what run returns; or nil
	LastWords      string   // after which a tool is killed; or empty
	Compiled       *CompiledTools
}

// Find looks for Verilator and a compiler.
func (t *Toolchain) Find() (err error) {
	if t.Verilator, err = FindTool("verilator"); err != nil {
		return err
	}
	if t.GXX, err = FindTool("g++"); err != nil {
		return err
	}
	program, _ := toolset.VerilatorProgram(t.Verilator)
	t.Versions = Identity(t.Verilator) + Identity(program) + Identity(t.GXX)
	return nil
}

// Identity tells one version of a program from another without running it. A
// file that is not there has none.
func Identity(path string) string {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return ""
	}
	info, err := os.Stat(real)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%s %d %d\n", real, info.Size(), info.ModTime().UnixNano())
}

// Include returns where the headers of Verilator's runtime are.
func (t *Toolchain) Include(ctx context.Context) (string, error) {
	if root := toolset.VerilatorRoot(t.Verilator); root != "" && os.Getenv("VERILATOR_ROOT") == "" {
		return filepath.Join(root, "include"), nil
	}
	said, err := output(ctx, t.Verilator, "--getenv", "VERILATOR_ROOT")
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(said) { // a wrapper may say more
		include := filepath.Join(strings.TrimSpace(line), "include")
		if _, err := os.Stat(filepath.Join(include, "verilated.h")); err == nil {
			return include, nil
		}
	}
	return "", &ToolError{fmt.Sprintf("%s names no folder with Verilator's headers: %s; install Verilator again", t.Verilator, FirstLines(said, 1))}
}

// output runs a command and returns what it prints.
func output(ctx context.Context, command ...string) (string, error) {
	var out bytes.Buffer
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		return "", fmt.Errorf("%s: %w: %s", strings.Join(command, " "), err, FirstLines(out.String(), 3))
	}
	return out.String(), nil
}

// FirstLines returns at most so many lines of a text.
func FirstLines(text string, n int) string {
	lines := strings.SplitN(strings.TrimSpace(text), "\n", n+1)
	return strings.Join(lines[:min(n, len(lines))], "\n")
}

// IsExit reports whether a program ran and ended with a status other than 0.
func IsExit(err error) bool {
	end, ok := errors.AsType[*sandbox.EndError](err)
	return ok && end.Exited()
}
