package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// bench is a folder in which one model is made and asked.
type bench struct {
	dir    string
	design design
	limit  time.Duration
}

func newBench(dir string, d design) (bench, error) {
	b := bench{dir, d, time.Duration(d.proof.Limit)}
	if err := os.RemoveAll(dir); err != nil {
		return b, err
	}
	return b, d.write(dir)
}

// yosys runs a script and reports what Yosys refuses.
func (b bench) yosys(ctx context.Context, name, script string) (output string, err error) {
	if err := os.WriteFile(filepath.Join(b.dir, name+".ys"), []byte(script), 0o644); err != nil {
		return "", err
	}
	output, status, err := tool(ctx, b.limit, b.dir, name+".log", "yosys", "-s", name+".ys")
	if err != nil {
		return output, err
	}
	if message := syntaxOf(output); message != "" && status != 0 {
		return output, fail(SyntaxError, "%s; see %s", message, filepath.Join(b.dir, name+".log"))
	}
	if status != 0 {
		return output, fail(EngineConfused, "yosys ended with status %d; see %s", status,
			filepath.Join(b.dir, name+".log"))
	}
	return output, nil
}

// list reads a list of cells that a script has written.
func (b bench) list(name string) ([]string, error) {
	text, err := os.ReadFile(filepath.Join(b.dir, name))
	return cells(string(text)), err
}

// count compares the asserts and covers that Yosys found with those that must
// be there.
func (b bench) count() error {
	asserts, err := b.list("asserts.txt")
	if err != nil {
		return err
	}
	covers, err := b.list("covers.txt")
	if err != nil {
		return err
	}
	p := b.design.proof
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
func (b bench) prove(ctx context.Context) error {
	script := counting + b.design.settling() + toAIG
	if !b.design.proof.Engine.onABC() {
		script = counting + toSMT
	}
	if _, err := b.yosys(ctx, "model", b.design.frontEnd()+script); err != nil {
		return err
	}
	if err := b.count(); err != nil {
		return err
	}
	if b.design.proof.Engine.onABC() {
		return b.proveABC(ctx)
	}
	return b.proveSMT(ctx)
}

// abc asks ABC about the model with the given commands.
func (b bench) abc(ctx context.Context, log, commands string) (string, error) {
	out, status, err := tool(ctx, b.limit, b.dir, log, "yosys-abc", "-c", "read_aiger model.aig; fold; strash; "+commands)
	if err == nil && status != 0 {
		err = fail(EngineConfused, "abc ended with status %d; see %s", status, filepath.Join(b.dir, log))
	}
	return out, err
}

func (b bench) proveABC(ctx context.Context) error {
	p := b.design.proof
	seconds := int(b.limit.Seconds())
	// scorr merges registers that are always equal, as those of a monitor with the design's.
	commands := fmt.Sprintf("scorr; pdr -T %d", seconds)
	if p.Engine == BMC {
		commands = fmt.Sprintf("bmc3 -F %d -T %d", p.Depth, seconds)
	}
	out, err := b.abc(ctx, "abc.log", commands)
	if err != nil {
		return err
	}
	v := parseABC(out, p.Depth)
	switch {
	case v.proved:
		return nil
	case v.refuted:
		return b.explain(v)
	case v.limit && strings.Contains(out, "imeout"):
		return fail(TimeOut, "no answer within %s; see %s", b.limit, filepath.Join(b.dir, "abc.log"))
	}
	return fail(EngineConfused, "no answer of abc in %s", filepath.Join(b.dir, "abc.log"))
}

// explain names the assert that ABC has refuted.
func (b bench) explain(v verdict) error {
	names, err := b.list("outputs.txt")
	if err != nil {
		return err
	}
	if v.output < 0 || v.output >= len(names) {
		return fail(EngineConfused, "abc refuted output %d of %d", v.output, len(names))
	}
	return fail(AssertFailed, "%s in cycle %d", names[v.output], v.frame)
}

// smtbmc asks z3 about the model.
func (b bench) smtbmc(ctx context.Context, log string, args ...string) (verdict, error) {
	args = append([]string{"yosys-smtbmc", "-s", "z3", "--noprogress"}, args...)
	out, _, err := tool(ctx, b.limit, b.dir, log, append(args, "model.smt2")...)
	if err != nil {
		return verdict{}, err
	}
	v := parseSMT(out)
	switch {
	case strings.Contains(out, "Assumptions are unsatisfiable"):
		return v, fail(Contradiction, "the assumptions exclude each other; see %s", filepath.Join(b.dir, log))
	case v.limit:
		return v, fail(EngineConfused, "no answer of yosys-smtbmc in %s", filepath.Join(b.dir, log))
	}
	return v, nil
}

func (b bench) proveSMT(ctx context.Context) error {
	p := b.design.proof
	depth := fmt.Sprint(p.Depth)
	v, err := b.smtbmc(ctx, "bmc.log", "--presat", "--unroll", "-t", depth, "--dump-vcd", "cex.vcd")
	if err == nil && v.refuted {
		err = fail(AssertFailed, "%s in cycle %d: %s", v.label, v.frame, filepath.Join(b.dir, "cex.vcd"))
	}
	if err != nil || p.Engine != Z3Induction {
		return err
	}
	v, err = b.smtbmc(ctx, "step.log", "-i", "-t", depth, "--dump-vcd", "step.vcd")
	if err == nil && v.refuted {
		err = fail(StepFailed, "%s is not inductive over %d cycles: %s", v.label, p.Depth, filepath.Join(b.dir, "step.vcd"))
	}
	return err
}

// draw makes a waveform of a counter-example and returns its name. ABC looks for
// it anew, in the model as it is.
func (b bench) draw(ctx context.Context) (string, error) {
	if _, err := b.abc(ctx, "cex.log", "bmc3 -F 100000; write_cex -a cex.aiw"); err != nil {
		return "", err
	}
	if _, err := b.yosys(ctx, "draw", b.design.frontEnd()+counting+b.design.settling()+toSMT); err != nil {
		return "", err
	}
	v, err := b.smtbmc(ctx, "draw.log", "--aig", "model.aim:cex.aiw", "--aig-noheader", "--dump-vcd", "cex.vcd")
	if err == nil && !v.refuted {
		err = fail(EngineConfused, "abc's counter-example does not replay; see %s", filepath.Join(b.dir, "draw.log"))
	}
	return filepath.Join(b.dir, "cex.vcd"), err
}

// reach shows that every cover and the premise of every assert is met within
// the proof's reach. An assumption that excludes too much, or all, shows here.
func (b bench) reach(ctx context.Context) error {
	for name, text := range map[string]string{"premise.v": premiseMap, "cover.v": coverMap} {
		if err := os.WriteFile(filepath.Join(b.dir, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	if _, err := b.yosys(ctx, "model", b.design.frontEnd()+counting+reaching+b.design.settling()+toAIG); err != nil {
		return err
	}
	out, err := b.abc(ctx, "abc.log", fmt.Sprintf("bmc3 -a -x -F %d -T %d", b.design.proof.Reach, int(b.limit.Seconds())))
	if err != nil {
		return err
	}
	names, err := b.list("outputs.txt")
	if err != nil {
		return err
	}
	asserts, err := b.list("asserts.txt")
	if err != nil {
		return err
	}
	if want := b.design.proof.Asserts + b.design.proof.Covers; len(names) != want {
		return fail(CountDiffers, "%d of %d asserts and covers are left in the model", len(names), want)
	}
	return unreached(names, asserts, parseReached(out), b.design.proof.Reach)
}
