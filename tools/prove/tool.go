package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/loopline/loopline/tools/internal/procgroup"
)

// findTools checks that the commands are there and returns what they say of
// their versions, for the keys of the cache.
func findTools(ctx context.Context, names []string) (string, error) {
	var missing, versions []string
	for _, name := range names {
		path, err := exec.LookPath(name)
		if err != nil {
			missing = append(missing, name)
			continue
		}
		info, err := os.Stat(path)
		if err != nil {
			return "", err
		}
		// A tool replaced by one of the same version has another size or time.
		versions = append(versions, fmt.Sprintf("%s %d %d", path, info.Size(), info.ModTime().UnixNano()))
	}
	if len(missing) > 0 {
		return "", fail(ToolMissing, "%s: sudo apt-get install -y --no-install-recommends %s",
			strings.Join(missing, ", "), strings.Join(packagesOf(missing), " "))
	}
	out, err := exec.CommandContext(ctx, "yosys", "-V").Output()
	if err != nil {
		return "", fail(ToolMissing, "yosys -V: %v", err)
	}
	return string(out) + strings.Join(versions, "\n"), nil
}

// packagesOf are the Debian packages that bring the commands.
func packagesOf(commands []string) []string {
	var packages []string
	for _, name := range commands {
		if name != "z3" {
			name = "yosys" // brings yosys-abc and yosys-smtbmc
		}
		if !slices.Contains(packages, name) {
			packages = append(packages, name)
		}
	}
	return packages
}

// patience is the ratio of wall-clock limit to processor time limit.
const patience = 20

// mostOutput limits the output read of a tool, in bytes.
const mostOutput = 4 << 20

// tool runs a command in a folder, its output in a file there, and returns the
// output. The error is nil whatever the command's exit status is, which is
// returned too: the output decides. The limit is processor time, so that a
// busy machine does not change results; patience times as long by the clock is the most. Then,
// or when the context ends, the command and all that it started are killed.
func tool(ctx context.Context, limit time.Duration, dir, log string, args ...string) (output string, status int, err error) {
	limited, cancel := context.WithTimeout(ctx, patience*limit)
	defer cancel()
	file, err := os.Create(filepath.Join(dir, log))
	if err != nil {
		return "", 0, err
	}
	defer file.Close()
	// The shell is there for its ulimit alone.
	shell := []string{"-c", `ulimit -t "$0" && exec "$@"`, strconv.Itoa(int(math.Ceil(limit.Seconds())))}
	cmd := exec.CommandContext(limited, "sh", append(shell, args...)...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, file, file
	procgroup.Set(cmd)
	cmd.WaitDelay = time.Second
	err = cmd.Run()
	switch {
	case ctx.Err() != nil:
		return "", 0, fail(Interrupted, "while %s ran", args[0])
	case limited.Err() != nil || outOfTime(cmd.ProcessState):
		return "", 0, fail(TimeOut, "%s ran longer than %s; see %s", args[0], limit, file.Name())
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return "", 0, err
	}
	output, err = tail(file.Name())
	return output, cmd.ProcessState.ExitCode(), err
}

// tail reads the end of a file, up to mostOutput bytes: there stand the answers
// and the errors.
func tail(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(io.NewSectionReader(f, max(0, info.Size()-mostOutput), mostOutput))
	return string(text), err
}
