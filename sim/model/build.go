package model

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/loopline/loopline/internal/toolset"
	"github.com/loopline/loopline/sandbox"
	"github.com/loopline/loopline/sim/coverage"
	"github.com/loopline/loopline/sim/finding"
	"github.com/loopline/loopline/sim/internal/vhdl"
	"github.com/loopline/loopline/sim/sources"
	"github.com/loopline/loopline/sim/tooling"
)

// DefaultBuildTime bounds how long making one model may take.
const DefaultBuildTime = 10 * time.Minute

// Builder makes models with Verilator and keeps them. It may be used from any
// number of goroutines and processes.
type Builder struct {
	Dir  string        // where models are kept; empty is CacheDir()
	Time time.Duration // for one model; 0 is DefaultBuildTime

	// Quick makes models sooner, which then run several times slower.
	Quick bool

	// Isolation runs tools and models; nil is one of mode auto.
	Isolation *sandbox.Isolation

	// TrustRTL lets a design do what it asks for: see [SystemCall].
	TrustRTL bool

	// Bounds limit the boards; see DefaultBounds. The zero value limits nothing.
	Bounds Bounds

	// Memory bounds what the model of a board holds in all, in bytes; 0 is unlimited.
	Memory int64

	// Coverage collects which code of the designs ran; nil is none.
	Coverage *coverage.Collector

	// OnBuild is called before each model that has to be built; it may be nil.
	OnBuild func(top string)

	once     sync.Once // for the default
	compiled tooling.CompiledTools
}

// compilerFlags returns the compiler's. With -O1 models are built in two thirds of
// the time, but one that goes through whole boards in a cycle ran forty times slower.
func (b *Builder) compilerFlags() []string {
	speed := "-O2"
	if b.Quick {
		speed = "-O0"
	}
	return []string{"-std=c++17", speed, "-fno-plt", "-w", "-pthread"}
}

// Design holds the inputs of a build: what is read, the harness and its macros.
type Design struct {
	vhdl.Reading

	given    []string // Verilator's arguments for parameters beside those of params
	harness  Harness
	Macros   []string // of the harness
	Wave     bool     // can write waveforms
	coverage bool     // counts which code ran

	// remedy tells what to do about missing ports; or nil.
	remedy func(missing []string) string
}

// Names in the directory of a model.
const (
	ModelFile = "model"
	SumFile   = "model.sha256"
	objDir    = "obj" // Verilator's C++
)

// Model is a program that simulates a design, and how it is started.
type Model struct {
	Dir       string
	Name      string                   // human-readable
	OnDisplay func(line string)        // gets what it prints; or nil
	coverage  *coverage.SourceCoverage // or nil

	isolation *sandbox.Isolation
	PerCycle  time.Duration // processor time that a clock cycle may take; 0 is the default
	Memory    int64         // that it may hold in all; 0 is unlimited
	quick     bool          // it was built to be there soon

	Args    []string // for its program, before those of who starts it
	Visible []string // files that it reads beside its own
}

// cycleTime returns the processor time that one clock cycle may take on average.
func (m *Model) cycleTime() time.Duration {
	limit := m.PerCycle
	if limit == 0 {
		limit = DefaultCycleTime
	}
	if m.quick {
		limit *= quickCycles
	}
	return limit
}

// Limited bounds the time of making one model.
func (b *Builder) Limited(ctx context.Context, source, module string) (context.Context, context.CancelFunc) {
	limit := b.Time
	if limit == 0 {
		limit = DefaultBuildTime
	}
	return context.WithTimeoutCause(ctx, limit, &BuildTimeError{Source: source, Module: module, Limit: limit})
}

// BuildTimeError says that a model was not built in the time that it may take: the design is
// too large, or the machine too busy.
type BuildTimeError struct {
	Source, Module string
	Limit          time.Duration
}

// Error names the design and what helps.
func (e *BuildTimeError) Error() string {
	return fmt.Sprintf("%s: module %s takes more than %v to build; simulate a smaller one, or try again when the machine has less to do", e.Source, e.Module, e.Limit)
}

// Build makes the model of a design, or finds it.
func (b *Builder) Build(ctx context.Context, d *Design) (*Model, error) {
	ctx, cancel := b.Limited(ctx, d.Source.Name, d.Top)
	defer cancel()
	d.coverage = b.Coverage != nil
	tools, files, _, err := b.checkDesign(ctx, d)
	if err != nil {
		return nil, err
	}
	c := tooling.Cache{Dir: b.Folder()}
	dir, err := c.Entry(ctx, d.key(tools, b.compilerFlags(), files), usable, func(dir string) error {
		if b.OnBuild != nil {
			b.OnBuild(d.Top)
		}
		include, err := tools.Include(ctx)
		if err != nil {
			return err
		}
		runtime, err := b.runtime(ctx, tools, include, d)
		if err != nil {
			return err
		}
		shared := shared{runtime: runtime}
		if d.Wave {
			shared.libraries = []string{"-lz"}
			if _, err := os.Stat(filepath.Join(include, "fstcpp")); err == nil { // of newer ones
				shared.libraries = append(shared.libraries, "-llz4")
			}
		}
		if shared.headers, err = b.headers(ctx, tools, include, d.Wave); err != nil {
			return err
		}
		compiler := append(b.compilerFlags(), includes(include)...)
		return d.make(ctx, tools, compiler, files, shared, dir)
	})
	if err != nil {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		return nil, err
	}
	m := &Model{Dir: dir, Name: d.Top, isolation: tools.Isolation, quick: b.Quick}
	if d.coverage {
		m.coverage = b.Coverage.Of(&d.Source)
	}
	return m, nil
}

// Folder returns the directory in which the builder keeps what it makes.
func (b *Builder) Folder() string {
	dir := b.Dir
	if dir == "" {
		dir = tooling.CacheDir()
	}
	return filepath.Join(dir, "sim")
}

// usable reports whether the directory of a model holds all of it, as it was
// built.
func usable(dir string) bool {
	want, err := os.ReadFile(filepath.Join(dir, SumFile))
	if err != nil {
		return false
	}
	sum, err := SumOf(filepath.Join(dir, ModelFile))
	return err == nil && sum == string(want)
}

// SumOf returns the checksum of a file.
func SumOf(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	_, err = io.Copy(sum, f)
	return hex.EncodeToString(sum.Sum(nil)), err
}

// key returns a hash of all that the model depends on.
func (d *Design) key(tools tooling.Toolchain, compiler []string, files []sources.File) string {
	h := sha256.New()
	put := func(parts ...string) {
		for _, p := range parts {
			fmt.Fprintf(h, "%d:%s,", len(p), p)
		}
	}
	put("13", tools.Versions, d.Top, d.Wrapper, d.harness.Name, fmt.Sprint(d.Wave, d.coverage))
	put(d.Macros...)
	put(d.given...)
	for _, name := range slices.Sorted(maps.Keys(d.Params)) {
		put(name, fmt.Sprint(d.Params[name]))
	}
	for _, flags := range [...][]string{verilatorFlags, compiler} {
		put(flags...)
	}
	for _, f := range d.harness.files() {
		put(f.Name, string(f.Text))
	}
	for _, f := range files {
		put(f.Name, string(f.Text))
	}
	return hex.EncodeToString(h.Sum(nil))[:32]
}

// The power-up state is random, after a seed that is given at run time. Verilator
// ignores delays.
var verilatorFlags = []string{
	"--cc", "--prefix", "Vdut", "-Mdir", "../obj", "-O3", "--no-timing",
	"--x-assign", "unique", "--x-initial", "unique", "-Wno-fatal", "-Wwarn-PROCASSWIRE", "-Wno-lint", "-Wno-style",
	"-Wno-STMTDLY", "-Wno-TIMESCALEMOD", "-Wno-MULTITOP", "--error-limit", "20",
}

// make makes the model in a directory that is empty.
func (d *Design) make(
	ctx context.Context, tools tooling.Toolchain, compiler []string, files []sources.File, shared shared, dir string,
) error {
	if err := d.write(files, dir); err != nil {
		return err
	}
	if err := d.verilate(ctx, tools, files, dir); err != nil {
		return err
	}
	if err := d.recheck(&tools, dir); err != nil {
		return err
	}
	if err := settleUndriven(filepath.Join(dir, objDir)); err != nil {
		return err
	}
	if err := d.compile(ctx, tools, compiler, shared, dir); err != nil {
		return err
	}
	for _, name := range [...]string{objDir, "harness", tooling.OutDir} {
		if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
			return err
		}
	}
	return seal(dir)
}

// write lays the sources out, with the harness and the wrapper.
func (d *Design) write(files []sources.File, dir string) error {
	if err := sources.LayOut(dir, files); err != nil {
		return err
	}
	for _, f := range d.harness.files() {
		if err := sources.WriteBelow(dir, "harness/"+f.Name, f.Text); err != nil {
			return err
		}
	}
	if d.Wrapper == "" {
		return nil
	}
	return sources.WriteBelow(dir, tooling.SourceDir+"/"+sources.WrapperFile, []byte(d.Wrapper))
}

func (d *Design) verilate(ctx context.Context, tools tooling.Toolchain, files []sources.File, dir string) error {
	args := slices.Clone(verilatorFlags)
	top := d.Top
	if d.Wrapper != "" {
		top = sources.WrapperTop
	}
	args = append(args, "--top-module", top)
	for _, name := range slices.Sorted(maps.Keys(d.Params)) {
		if !d.VHDL {
			args = append(args, fmt.Sprintf("-G%s=%d", name, d.Params[name]))
		}
	}
	if d.Wave {
		args = append(args, "--trace-fst", "--trace-structs")
	}
	if d.coverage {
		args = append(args, "--coverage-line")
	}
	own, err := sources.Arguments(files, d.Top, d.Wrapper, tools.Trusts)
	if err != nil {
		return fmt.Errorf("%s %w", d.Source.Name, err)
	}
	args = append(args, own...)
	if d.Wrapper != "" {
		args = append(args, sources.WrapperFile)
	}
	text, err := tools.Run(ctx, dir, tooling.SourceDir, []string{objDir}, tools.Verilator, args...)
	if err != nil {
		return d.buildError(text, err)
	}
	return duplicateModule(&d.Source, text)
}

// buildError returns the error of a design that Verilator does not take.
func (d *Design) buildError(text string, err error) error {
	if !tooling.IsExit(err) {
		return err
	}
	if twice := duplicateModule(&d.Source, text); twice != nil {
		return twice // the rest may follow from it
	}
	e := &finding.BuildError{Source: d.Source.Name, Top: d.Top}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		rest, isError := strings.CutPrefix(line, "%Error")
		if !isError || strings.HasPrefix(rest, ": Exiting due to") || strings.Contains(rest, "See the manual") {
			continue
		}
		_, said, _ := strings.Cut(rest, ": ") // behind the kind of error
		if strings.HasPrefix(rest, ": ") {
			said = rest[2:]
		}
		said = finding.Located(&d.Source, said)
		e.Lines = append(e.Lines, said)
	}
	if len(e.Lines) == 0 {
		e.Lines = strings.Split(tooling.FirstLines(text, 20), "\n")
	}
	if e.Remedy = vhdl.MissingModules(&d.Source, text); e.Remedy == "" {
		e.Remedy = finding.RemedyFor(text, e.Lines[0])
	}
	return e
}

// modelCode is the name of a file of C++ that Verilator makes.
var modelCode = regexp.MustCompile(`^Vdut\w*\.cpp$`)

// compile makes a program of the model's C++, all in one piece.
func (d *Design) compile(ctx context.Context, tools tooling.Toolchain, compiler []string, shared shared, dir string) error {
	made, err := tooling.OpenMade(filepath.Join(dir, objDir))
	if err != nil {
		return err
	}
	defer made.Close()
	var unity bytes.Buffer
	for _, name := range made.Names {
		if modelCode.MatchString(name) {
			fmt.Fprintf(&unity, "#include \"../%s/%s\"\n", objDir, name)
		}
	}
	fmt.Fprintf(&unity, "#include \"%s.cpp\"\n", d.harness.Name)
	if err := os.WriteFile(filepath.Join(dir, "harness", "all.cpp"), unity.Bytes(), 0o644); err != nil {
		return err
	}
	if err := writeInputs(dir); err != nil {
		return err
	}
	args := append(slices.Clone(compiler), "-I../obj", "-include", filepath.Join(shared.headers, headersFile))
	for _, m := range d.Macros {
		args = append(args, "-D"+m)
	}
	if d.Wave {
		args = append(args, waveMacros...)
	}
	if tools.Trusts {
		args = append(args, "-D"+trustedMacro)
	}
	if d.coverage {
		args = append(args, "-DCOVERAGE", "-DVM_COVERAGE=1")
	}
	args = slices.Concat(args, []string{"all.cpp"}, shared.runtime, []string{"-o", "../" + tooling.OutDir + "/" + ModelFile})
	args = append(args, shared.libraries...)
	if clang, err := tools.IsClang(ctx, dir); err != nil {
		return err
	} else if clang && runtime.GOOS == "linux" {
		args = append(args, "-latomic") // g++ has what Verilator's threads call
	}
	tools.Seen = []string{shared.headers}
	for _, object := range shared.runtime {
		tools.Seen = append(tools.Seen, filepath.Dir(object))
	}
	text, err := tools.Run(ctx, dir, "harness", []string{tooling.OutDir}, tools.GXX, args...)
	if err != nil {
		return d.compileError(text, err)
	}
	return tooling.TakeOut(dir, ModelFile, tooling.MaxModel)
}

// missingMember matches what g++ and clang say of a member that a class lacks.
var missingMember = regexp.MustCompile(`no member named [‘'](\w+)[’']`)

// compileError returns the error of a design whose C++ does not compile: most often
// a module that lacks a port the harness drives.
func (d *Design) compileError(text string, err error) error {
	if !tooling.IsExit(err) {
		return err
	}
	e := &finding.BuildError{Source: d.Source.Name, Top: d.Top}
	var missing []string
	for line := range strings.Lines(text) {
		if m := missingMember.FindStringSubmatch(line); m != nil {
			if port := m[1]; !slices.Contains(missing, port) {
				missing = append(missing, port)
				e.Lines = append(e.Lines, "it has no port "+port)
			}
		}
	}
	if len(e.Lines) > 0 {
		if d.remedy != nil {
			e.Remedy = d.remedy(missing)
		}
		return e
	}
	e.Lines = strings.Split(tooling.FirstLines(text, 20), "\n")
	return e
}

// includes returns the compiler's arguments for the headers of the runtime.
func includes(include string) []string {
	return []string{"-I" + include, "-I" + filepath.Join(include, "vltstd")}
}

// runtimeFlags are the compiler's for what all models share.
var runtimeFlags = (&Builder{}).compilerFlags()

// shared are the folders of what models have in common.
type shared struct {
	libraries []string // to link with, of a model with waveforms
	runtime   []string // Verilator's part of them, a compiled file in a folder each
	headers   string   // headersFile, compiled too
}

// headersFile includes what takes longest to compile of a small model. Whoever
// cannot use what was compiled of it reads it as it is.
const headersFile = "headers.h"

const headersText = `#include "verilated.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>
`

// trustedMacro is of a harness whose design opens what it names, wherever that is.
const trustedMacro = "TRUSTED"

// waveMacros are the compiler's arguments for a model that keeps a waveform.
var waveMacros = []string{"-DWAVE", "-DVM_TRACE=1", "-DVM_TRACE_FST=1"}

// headers compiles headersFile as models are compiled. Clang reads what it has compiled only where it has compiled it,
// so for that it stays text.
func (b *Builder) headers(ctx context.Context, tools tooling.Toolchain, include string, wave bool) (string, error) {
	args := append(b.compilerFlags(), includes(include)...)
	if wave {
		args = append(args, waveMacros...)
	}
	args = append(args, "-x", "c++-header", headersFile, "-o", headersFile+".gch")
	return b.kept(ctx, "headers-", fmt.Sprint(tools.Versions, args, headersText), func(dir string) error {
		if err := os.WriteFile(filepath.Join(dir, headersFile), []byte(headersText), 0o644); err != nil {
			return err
		}
		if clang, err := tools.IsClang(ctx, dir); err != nil || clang {
			return err
		}
		if text, err := tools.Run(ctx, dir, ".", []string{"."}, tools.GXX, args...); err != nil {
			return notCompiled("the headers of models", err, text)
		}
		return nil
	})
}

// runtime compiles the part of Verilator that all models share, and what those
// that keep waveforms need beside it.
func (b *Builder) runtime(ctx context.Context, tools tooling.Toolchain, include string, d *Design) ([]string, error) {
	parts := []string{"verilated", "verilated_threads"}
	if d.Wave {
		parts = append(parts, "verilated_fst_c")
	}
	if d.coverage {
		parts = append(parts, "verilated_cov")
	}
	objects := make([]string, len(parts))
	for i, part := range parts {
		dir, err := b.kept(ctx, "runtime-", fmt.Sprint(tools.Versions, include, runtimeFlags, part), func(dir string) error {
			from := filepath.Join(include, part+".cpp")
			args := slices.Concat(runtimeFlags, includes(include), []string{"-c", from, "-o", part + ".o"})
			if text, err := tools.Run(ctx, dir, ".", []string{"."}, tools.GXX, args...); err != nil {
				return notCompiled(from, err, text)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		objects[i] = filepath.Join(dir, part+".o")
	}
	return objects, nil
}

var missingHeader = regexp.MustCompile(`fatal error: '?([\w.]+\.h)'?:? (?:No such file|file not found)`)

// notCompiled is the error of a compiler that does not take our part of a model, or Verilator's.
func notCompiled(what string, err error, text string) error {
	if m := missingHeader.FindStringSubmatch(text); m != nil {
		if _, known := toolset.ByName(m[1]); known {
			return &tooling.MissingToolError{Tool: m[1]}
		}
	}
	return fmt.Errorf("compile %s: %w: %s", what, err, tooling.FirstLines(text, 5))
}

// kept returns the folder of the cache that make fills once for each value of
// dependsOn.
func (b *Builder) kept(ctx context.Context, prefix, dependsOn string, make func(dir string) error) (string, error) {
	whole := func(dir string) bool {
		_, err := os.Stat(filepath.Join(dir, "whole"))
		return err == nil
	}
	sum := sha256.Sum256([]byte(dependsOn))
	return tooling.Cache{Dir: b.Folder()}.Entry(ctx, prefix+hex.EncodeToString(sum[:])[:16], whole, func(dir string) error {
		if err := make(dir); err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(dir, "whole"), nil, 0o644)
	})
}
