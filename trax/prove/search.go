package prove

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/loopline/loopline/internal/toolset"
	"github.com/loopline/loopline/sandbox"
	"github.com/loopline/loopline/sim/lint"
)

type found struct {
	failed  map[string]int // asserts with the cycle in which they fail
	covers  []string       // all covers of the run
	covered map[string]int // those that are met, with the cycle
	example *Example
}

// mostBytes bounds the files that tools write.
const mostBytes = 1 << 30

var (
	abcOutput = regexp.MustCompile(`Output +(\d+) (?:of miter "[^"]*" )?was asserted in frame +(\d+)`)
	abcDepth  = regexp.MustCompile(`(?:No output asserted in|outputs are SAT \([^)]*\) after) (\d+) frames`)
	yosysSaid = regexp.MustCompile(`(?m)^(?:.*: )?ERROR: .*$`)

	missingPort = regexp.MustCompile("Module `.?ll_core' .* does not have a port named '(\\w+)'")
)

// search asks whether the core passes the checks of a run.
func (r *run) search(ctx context.Context, w *lint.Workspace) (*found, error) {
	for name, text := range map[string][]byte{checksFile: checksText, openingFile: r.module(), coversFile: []byte(coversText)} {
		if err := w.Put(r.name, name, text); err != nil {
			return nil, err
		}
	}
	script := r.frontEnd(w, lint.Root) + r.elaborate() + r.settle() + "write_rtlil " + settledFile + "\ntechmap -max_iter 1 -map " + coversFile + "\n" + AIGScript("all")
	if err := r.yosys(ctx, w, "all", script); err != nil {
		return nil, err
	}
	names, err := r.outputs(w)
	if err != nil {
		return nil, err
	}
	said, err := r.abc(ctx, w, fmt.Sprintf("read_aiger all.aig; fold; strash; bmc3 -a -x -F %d -T %d", r.depth(), int(r.config.Timeout.Seconds())))
	if err != nil {
		return nil, err
	}
	f := &found{failed: map[string]int{}, covered: map[string]int{}}
	f.covers = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !strings.HasPrefix(name, "c_") })
	for _, m := range abcOutput.FindAllStringSubmatch(said, -1) {
		name, cycle, err := r.output(m, names)
		if err != nil {
			return nil, err
		}
		if strings.HasPrefix(name, "c_") {
			f.covered[name] = cycle
		} else {
			f.failed[name] = cycle
		}
	}
	if len(f.failed) > 0 {
		f.example, err = r.explain(ctx, w)
		return f, err
	}
	if m := abcDepth.FindStringSubmatch(said); m == nil || m[1] != strconv.Itoa(r.depth()) {
		done := "no"
		if m != nil {
			done = m[1]
		}
		return nil, fmt.Errorf("%s after %s: %s of %d cycles were searched within %v; take fewer --cycles or more --timeout",
			modeNames[r.mode], r.opening(), done, r.depth(), r.config.Timeout)
	}
	return f, nil
}

// opening names the opening.
func (r *run) opening() string {
	if r.text == "" {
		return "the empty board"
	}
	return r.text
}

// limited bounds a tool by the clock.
func (r *run) limited(ctx context.Context, tool string) (context.Context, context.CancelFunc) {
	limit := r.config.Timeout + 30*time.Second // abc ends by itself
	return context.WithTimeoutCause(ctx, limit, fmt.Errorf("%s after %s: %s runs longer than %v; take fewer --cycles or more --timeout",
		modeNames[r.mode], r.opening(), tool, r.config.Timeout))
}

// yosys runs a script.
func (r *run) yosys(ctx context.Context, w *lint.Workspace, name, script string) error {
	if err := w.Put(r.name, name+".ys", []byte(script)); err != nil {
		return err
	}
	limited, cancel := r.limited(ctx, "yosys")
	defer cancel()
	// In spite of "default_nettype none" Yosys 0.23 makes a wire of what is not declared.
	said, err := w.Run(limited, r.name, "yosys", "-q", "-e", "is implicitly declared", "-s", name+".ys")
	if end, ok := errors.AsType[*sandbox.EndError](err); ok && end.Exited() {
		if message := yosysSaid.FindString(said); message != "" {
			message = strings.ReplaceAll(strings.TrimSpace(message), lint.Root+"/", "")
			if port := missingPort.FindStringSubmatch(message); port != nil {
				remedy := "docs/rtl-interface.md has its ports"
				if strings.HasPrefix(port[1], "gen_") {
					remedy = "for a core without GEN say --skip-ops gen"
				}
				return fmt.Errorf("ll_core has no port %s: %s", port[1], remedy)
			}
			return fmt.Errorf("yosys cannot read the core: %s; it reads the synthesisable part of SystemVerilog, and loopline sim lint says more", message)
		}
	}
	return err
}

// outputs lists the asserts and covers of the model, by their places in it.
func (r *run) outputs(w *lint.Workspace) (names []string, err error) {
	text, err := w.Get(r.name, outputsFile, mostBytes)
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(text)) {
		if _, name, ok := strings.Cut(strings.TrimSpace(line), "/"); ok {
			names = append(names, name[strings.LastIndexByte(name, '.')+1:])
		}
	}
	if !slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(n, "a_") }) {
		return nil, fmt.Errorf("%s: yosys has kept no assert of the checks", r.name)
	}
	return names, nil
}

func (r *run) abc(ctx context.Context, w *lint.Workspace, commands string) (string, error) {
	limited, cancel := r.limited(ctx, "yosys-abc")
	defer cancel()
	said, err := w.Run(limited, r.name, "yosys-abc", "-c", commands)
	if end, ok := errors.AsType[*sandbox.EndError](err); ok && end.Exited() {
		line, _, _ := strings.Cut(strings.TrimSpace(said), "\n")
		return "", fmt.Errorf("yosys-abc: %w: %.200s; proofs need it beside yosys; %s", err, line, toolset.Remedy("yosys-abc"))
	}
	return said, err
}

// output is the name of the assert that ABC says was met, by a match of [abcOutput], and the cycle.
func (r *run) output(m, names []string) (name string, cycle int, err error) {
	number, _ := strconv.Atoi(m[1])
	cycle, _ = strconv.Atoi(m[2])
	if number >= len(names) {
		return "", 0, fmt.Errorf("%s: yosys-abc names output %d of %d", r.name, number, len(names))
	}
	return names[number], cycle, nil
}

// explain finds the shortest counterexample of the run, and simulates it from the reset on.
func (r *run) explain(ctx context.Context, w *lint.Workspace) (*Example, error) {
	if err := r.yosys(ctx, w, "found", "read_rtlil "+settledFile+"\n"+AIGScript("found")); err != nil {
		return nil, err
	}
	names, err := r.outputs(w)
	if err != nil {
		return nil, err
	}
	said, err := r.abc(ctx, w, fmt.Sprintf("read_aiger found.aig; fold; strash; bmc3 -F %d -T %d; write_cex -a found.aiw", r.depth(), int(r.config.Timeout.Seconds())))
	if err != nil {
		return nil, err
	}
	m := abcOutput.FindStringSubmatch(said)
	if m == nil {
		return nil, fmt.Errorf("%s: yosys-abc does not find its counterexample again", r.name)
	}
	name, cycle, err := r.output(m, names)
	if err != nil {
		return nil, err
	}
	more := r.cycles // in which the command is answered: then the scoreboard says what is wrong
	if name == lateAnswer {
		more = 0
	}
	wave, err := r.replay(ctx, w, cycle, more)
	if err != nil {
		return nil, err
	}
	return r.example(name, cycle, more, wave)
}
