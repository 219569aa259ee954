package sim

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
)

// A MissingToolError names a program that is not installed, and how to get it.
type MissingToolError struct {
	Tool    string // such as verilator
	Package string // of Debian and its children
}

// Error has the line to type.
func (e *MissingToolError) Error() string {
	return fmt.Sprintf("%s is not installed; type: apt-get install -y %s", e.Tool, e.Package)
}

// debian names the packages of the tools.
func debian(tool string) string {
	switch tool {
	case "g++":
		return "g++ zlib1g-dev"
	case "make":
		return "make"
	}
	return tool
}

// findTool returns the path of a program.
func findTool(name string) (string, error) {
	path, err := exec.LookPath(name)
	if err != nil {
		return "", &MissingToolError{name, debian(name)}
	}
	return path, nil
}

// toolchain is what models are made with.
type toolchain struct {
	verilator, gxx string // paths
	versions       string // of both, for the key of a model
	root           string // where Verilator's runtime is
}

// findToolchain looks for Verilator and a compiler.
func findToolchain(ctx context.Context) (toolchain, error) {
	var t toolchain
	var err error
	if t.verilator, err = findTool("verilator"); err != nil {
		return t, err
	}
	if t.gxx, err = findTool("g++"); err != nil {
		return t, err
	}
	for _, ask := range [...][]string{{t.verilator, "--version"}, {t.gxx, "--version"}} {
		text, err := output(ctx, ask...)
		if err != nil {
			return t, err
		}
		line, _, _ := strings.Cut(text, "\n")
		t.versions += line + "\n"
	}
	root, err := output(ctx, t.verilator, "--getenv", "VERILATOR_ROOT")
	t.root = strings.TrimSpace(root)
	return t, err
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
		return "", fmt.Errorf("%s: %w: %s", strings.Join(command, " "), err, firstLines(out.String(), 3))
	}
	return out.String(), nil
}

// firstLines is the beginning of a text.
func firstLines(text string, n int) string {
	lines := strings.SplitN(strings.TrimSpace(text), "\n", n+1)
	return strings.Join(lines[:min(n, len(lines))], "\n")
}

// isExit tells whether a program ran and ended with a status other than 0.
func isExit(err error) bool {
	var exit *exec.ExitError
	return errors.As(err, &exit)
}
