package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// The programs of the FPGA flow.
const (
	yosys     = "yosys"
	nextpnr   = "nextpnr-ice40"
	icepack   = "icepack"
	iceunpack = "iceunpack"
	iceVlog   = "icebox_vlog"
	verilator = "verilator"
)

// versionCommand asks a tool for its version. Those of icestorm cannot be
// asked; their package can.
func versionCommand(tool string) []string {
	switch tool {
	case yosys:
		return []string{yosys, "-V"}
	case icepack:
		return []string{"dpkg-query", "-W", "-f", "${Version}", "fpga-icestorm"}
	}
	return []string{tool, "--version"}
}

// versions asks tools for their versions.
func versions(ctx context.Context, tools ...string) (map[string]string, error) {
	known := make(map[string]string)
	for _, name := range tools {
		if _, err := exec.LookPath(name); err != nil {
			return nil, missing(name)
		}
		ask := versionCommand(name)
		out, err := exec.CommandContext(ctx, ask[0], ask[1:]...).CombinedOutput()
		known[name] = cleanVersion(string(out))
		if err != nil {
			known[name] = "unknown"
		}
	}
	return known, ctx.Err()
}

var versionPattern = regexp.MustCompile(`0~[\w.+~-]+|\d+\.\d[\w.+-]*`)

// cleanVersion extracts the version from a tool's output.
func cleanVersion(said string) string {
	if v := versionPattern.FindString(said); v != "" {
		return v
	}
	return "unknown"
}

func missing(name string) error {
	return fmt.Errorf("%s is not installed; type: scripts/setup bitstream", name)
}

// command runs a program in dir to its end and returns what it wrote to its
// standard output. The error of a failed one ends with its last lines of output.
func command(ctx context.Context, dir, name string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	err := cmd.Run()
	switch {
	case err == nil:
		return out.Bytes(), nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, exec.ErrNotFound):
		return nil, missing(name)
	}
	said := complaint.String()
	if strings.TrimSpace(said) == "" {
		said = out.String()
	}
	return nil, fmt.Errorf("%s: %w: %s", name, err, lastLines(said, 5))
}

// lastLines is the end of a text.
func lastLines(text string, n int) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}

// cellModels is the file in which Yosys describes the cells of an iCE40.
func cellModels() (string, error) {
	program, err := exec.LookPath(yosys)
	if err != nil {
		return "", missing(yosys)
	}
	if program, err = filepath.EvalSymlinks(program); err != nil {
		return "", err
	}
	file := filepath.Join(filepath.Dir(program), "../share/yosys/ice40/cells_sim.v")
	if _, err := os.Stat(file); err != nil {
		return "", fmt.Errorf("%w: Yosys is installed without its models of cells", err)
	}
	return file, nil
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
