package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	core "github.com/loopline/loopline/trax/prove"
)

// workspace is a folder in which one model is made and asked.
type workspace struct {
	dir    string
	design design
	limit  time.Duration
}

func newWorkspace(dir string, d design) (workspace, error) {
	w := workspace{dir, d, time.Duration(d.proof.Limit)}
	if err := os.RemoveAll(dir); err != nil {
		return w, err
	}
	return w, d.write(dir)
}

// mistakes match warnings of Yosys 0.23 that are errors here: of an undeclared name, in spite of
// "default_nettype none", such as a constant of a package that no file holds; and of an input that is left
// open. Both would become wires that may be anything.
const mistakes = "is implicitly declared|is used but has no driver"

// yosys runs a script and reports what Yosys refuses, or should.
func (w workspace) yosys(ctx context.Context, name, script string) (output string, err error) {
	if err := os.WriteFile(filepath.Join(w.dir, name+".ys"), []byte(script), 0o644); err != nil {
		return "", err
	}
	output, status, err := tool(ctx, w.limit, w.dir, name+".log", "yosys", "-e", mistakes, "-s", name+".ys")
	if err != nil {
		return output, err
	}
	if message := syntaxOf(output); message != "" && status != 0 {
		return output, fail(SyntaxError, "%s; see %s", message, filepath.Join(w.dir, name+".log"))
	}
	if status != 0 {
		return output, fail(EngineConfused, "yosys ended with status %d; see %s", status,
			filepath.Join(w.dir, name+".log"))
	}
	return output, nil
}

// list reads a list of cells that a script has written.
func (w workspace) list(name string) ([]string, error) {
	text, err := os.ReadFile(filepath.Join(w.dir, name))
	return cells(string(text)), err
}

// count compares the asserts and covers that Yosys found with those that must
// be there.
func (w workspace) count() error {
	asserts, err := w.list("asserts.txt")
	if err != nil {
		return err
	}
	covers, err := w.list("covers.txt")
	if err != nil {
		return err
	}
	p := w.design.proof
	switch {
	case len(asserts) == 0:
		return fail(NoAsserts, "yosys found none in %s; it drops bind and what it does not know", p.Top)
	case len(asserts) != p.Asserts || len(covers) != p.Covers:
		return fail(CountDiffers, "yosys found %d asserts and %d covers, the manifest says %d and %d: %s",
			len(asserts), len(covers), p.Asserts, p.Covers, strings.Join(append(asserts, covers...), " "))
	}
	return nil
}

// prove runs the proof's engine. It returns nil if all asserts hold.
func (w workspace) prove(ctx context.Context) error {
	script := counting + w.design.settling() + core.AIGScript("model")
	if !w.design.proof.Engine.onABC() {
		script = counting + toSMT
	}
	if _, err := w.yosys(ctx, "model", w.design.frontEnd()+script); err != nil {
		return err
	}
	if err := w.count(); err != nil {
		return err
	}
	if w.design.proof.Engine.onABC() {
		return w.proveABC(ctx)
	}
	return w.proveSMT(ctx)
}

// abc asks ABC about the model with the given commands.
func (w workspace) abc(ctx context.Context, log, commands string) (string, error) {
	out, status, err := tool(ctx, w.limit, w.dir, log, "yosys-abc", "-c", "read_aiger model.aig; fold; strash; "+commands)
	if err == nil && status != 0 {
		err = fail(EngineConfused, "abc ended with status %d; see %s", status, filepath.Join(w.dir, log))
	}
	return out, err
}

func (w workspace) proveABC(ctx context.Context) error {
	p := w.design.proof
	seconds := int(w.limit.Seconds())
	// scorr merges registers that are always equal, such as a monitor's copies of the design's.
	commands := fmt.Sprintf("scorr; pdr -T %d", seconds)
	if p.Engine == BMC {
		commands = fmt.Sprintf("bmc3 -F %d -T %d", p.Depth, seconds)
	}
	out, err := w.abc(ctx, "abc.log", commands)
	if err != nil {
		return err
	}
	v := parseABC(out, p.Depth)
	if p.Engine == PDR && v.limit && strings.Contains(out, allSolved) {
		if out, err = w.abc(ctx, "each.log", fmt.Sprintf("scorr; pdr -a -T %d", seconds)); err != nil {
			return err
		}
		v = parseEach(out)
	}
	switch {
	case v.proved:
		return nil
	case v.refuted:
		return w.explain(v)
	case v.limit && strings.Contains(out, "imeout"):
		return fail(TimeOut, "no answer within %s; see %s", w.limit, filepath.Join(w.dir, "abc.log"))
	}
	return fail(EngineConfused, "no answer of abc in %s", filepath.Join(w.dir, "abc.log"))
}

// explain names the assert that ABC has refuted.
func (w workspace) explain(v verdict) error {
	names, err := w.list("outputs.txt")
	if err != nil {
		return err
	}
	if v.output < 0 || v.output >= len(names) {
		return fail(EngineConfused, "abc refuted output %d of %d", v.output, len(names))
	}
	return fail(AssertFailed, "%s in cycle %d", names[v.output], v.frame)
}

// smtbmc asks z3 about the model.
func (w workspace) smtbmc(ctx context.Context, log string, args ...string) (verdict, error) {
	args = append([]string{"yosys-smtbmc", "-s", "z3", "--noprogress"}, args...)
	out, _, err := tool(ctx, w.limit, w.dir, log, append(args, "model.smt2")...)
	if err != nil {
		return verdict{}, err
	}
	v := parseSMT(out)
	switch {
	case strings.Contains(out, "Assumptions are unsatisfiable"):
		return v, fail(Contradiction, "the assumptions exclude each other; see %s", filepath.Join(w.dir, log))
	case v.limit:
		return v, fail(EngineConfused, "no answer of yosys-smtbmc in %s", filepath.Join(w.dir, log))
	}
	return v, nil
}

func (w workspace) proveSMT(ctx context.Context) error {
	p := w.design.proof
	depth := fmt.Sprint(p.Depth)
	v, err := w.smtbmc(ctx, "bmc.log", "--presat", "--unroll", "-t", depth, "--dump-vcd", "cex.vcd")
	if err == nil && v.refuted {
		err = fail(AssertFailed, "%s in cycle %d: %s", v.label, v.frame, filepath.Join(w.dir, "cex.vcd"))
	}
	if err != nil || p.Engine != Z3Induction {
		return err
	}
	v, err = w.smtbmc(ctx, "step.log", "-i", "-t", depth, "--dump-vcd", "step.vcd")
	if err == nil && v.refuted {
		err = fail(StepFailed, "%s is not inductive over %d cycles: %s", v.label, p.Depth, filepath.Join(w.dir, "step.vcd"))
	}
	return err
}

// draw makes a waveform of a counter-example and returns its name. ABC looks for
// it again, in the unchanged model.
func (w workspace) draw(ctx context.Context) (string, error) {
	if _, err := w.abc(ctx, "cex.log", "bmc3 -F 100000; write_cex -a cex.aiw"); err != nil {
		return "", err
	}
	if _, err := w.yosys(ctx, "draw", w.design.frontEnd()+counting+w.design.settling()+toSMT); err != nil {
		return "", err
	}
	v, err := w.smtbmc(ctx, "draw.log", "--aig", "model.aim:cex.aiw", "--aig-noheader", "--dump-vcd", "cex.vcd")
	if err == nil && !v.refuted {
		err = fail(EngineConfused, "abc's counter-example does not replay; see %s", filepath.Join(w.dir, "draw.log"))
	}
	return filepath.Join(w.dir, "cex.vcd"), err
}

// reach shows that every cover and the premise of every assert is met within
// the proof's reach. An assumption that excludes too much, or all, shows here.
func (w workspace) reach(ctx context.Context) error {
	for name, text := range map[string]string{"premise.v": premiseMap, "cover.v": coverMap} {
		if err := os.WriteFile(filepath.Join(w.dir, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	if _, err := w.yosys(ctx, "model", w.design.frontEnd()+counting+reaching+w.design.settling()+core.AIGScript("model")); err != nil {
		return err
	}
	out, err := w.abc(ctx, "abc.log", fmt.Sprintf("bmc3 -a -x -F %d -T %d", w.design.proof.ReachDepth, int(w.limit.Seconds())))
	if err != nil {
		return err
	}
	names, err := w.list("outputs.txt")
	if err != nil {
		return err
	}
	asserts, err := w.list("asserts.txt")
	if err != nil {
		return err
	}
	if want := w.design.proof.Asserts + w.design.proof.Covers; len(names) != want {
		return fail(CountDiffers, "%d of %d asserts and covers are left in the model", len(names), want)
	}
	return unreached(names, asserts, parseReached(out), w.design.proof.ReachDepth)
}
