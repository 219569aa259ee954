package exec

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/sandbox"
)

// Options configure Open besides the address.
type Options struct {
	Stderr    io.Writer          // gets the program's standard error; nil discards it
	Isolation *sandbox.Isolation // starts the program
	Policy    sandbox.Policy
	Limits    sandbox.Limits // without a total, memory is limited to [sandbox.Isolation.PlayerMemory]
	CPUs      []int          // that it may run on if the address names none; none is all
	Dir       string         // in which it runs; empty is our own, with all files
}

// javaSettings are the files outside the system's programs that Java reads on Debian.
const javaSettings = "/etc/java-*"

// Open starts the program, isolated from all else. No shell is involved.
func Open(a addr.ExecAddress, opts Options) (io.ReadWriteCloser, error) {
	words, err := a.Words()
	if err != nil || len(words) == 0 {
		return nil, fmt.Errorf("exec:%s: not a command line", a.Command)
	}
	p := &process{command: a.Command}
	program := &sandbox.Program{
		Policy: opts.Policy, Args: words, Net: a.Net, Env: a.Env, CPUs: a.CPUs, Limits: opts.Limits,
	}
	if opts.Dir != "" {
		program.Dir, program.Visible = opts.Dir, append(sandbox.Tool(words[0]), opts.Dir)
		settings, _ := filepath.Glob(javaSettings) // the pattern is well formed
		program.Visible = append(program.Visible, settings...)
	}
	if program.Limits.Total == 0 {
		program.Limits.Total = opts.Isolation.PlayerMemory()
	}
	if len(program.CPUs) == 0 {
		program.CPUs = opts.CPUs
	}
	if err := p.start(program, opts); err != nil {
		return nil, err
	}
	return p, nil
}

// IsolationOf returns the isolation that was asked for, or the default, which tells log where a program cannot be isolated.
func IsolationOf(asked *sandbox.Isolation, log func(string)) *sandbox.Isolation {
	if asked != nil {
		return asked
	}
	return sandbox.New(sandbox.Auto, log)
}

func (p *process) start(program *sandbox.Program, opts Options) error {
	var pipes pipeSet
	defer pipes.closeChild()
	program.Stdin, p.stdin = pipes.toChild()
	program.Stdout, p.stdout = pipes.fromChild()
	var stderr *os.File
	if opts.Stderr != nil {
		program.Stderr, stderr = pipes.fromChild()
	}
	if pipes.err != nil {
		pipes.closeOurs()
		return fmt.Errorf("exec:%s: %w", p.command, pipes.err)
	}
	var err error
	if p.program, err = opts.Isolation.Start(program); err != nil {
		pipes.closeOurs()
		return startError(p.command, program.Args, program.Dir, err)
	}
	p.stderr = followStderr(stderr, opts.Stderr)
	go p.endReading()
	return nil
}

// endReading ends when the program has: what it wrote before is still read; a
// child it left is not waited for.
func (p *process) endReading() {
	<-p.program.Exited()
	p.stdout.SetReadDeadline(time.Now())
}
