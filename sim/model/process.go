package model

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/loopline/loopline/sandbox"
	"github.com/loopline/loopline/sim/tooling"
)

// A CrashError says that a model ended while something was asked of it.
type CrashError struct {
	Model  string // the module
	How    string // exited with status 3, was killed by SIGSEGV
	Stderr string // the last that it said
}

// Error tells how, and what the model said.
func (e *CrashError) Error() string {
	text := fmt.Sprintf("the model of %s %s", e.Model, e.How)
	if e.Stderr != "" {
		text += ": " + strings.ReplaceAll(e.Stderr, "\n", "\n  ")
	}
	return text
}

// Process is a model that runs. One goroutine may write to it while another
// reads. Its errors are [*CrashError] if the model ended.
type Process struct {
	name       string
	perCycle   time.Duration // processor time that it may take; 0 is the default
	Program    *sandbox.Process
	in         *os.File
	answers    *os.File
	stderrFile *os.File      // its standard error
	out        *bufio.Reader // of answers
	stderr     tail
	stderrRead chan struct{} // closed when all of its standard error has been read

	closing sync.Once
	cancel  func() bool // stops watching a context
	remove  []string    // files that go with it
	kept    func()      // takes what it wrote, once it has ended; or nil
}

// PowerUpSeed maps a seed to the range that Verilator accepts for the power-up state, 1
// to 2^31-2. Its generator starts alike from numbers that are close together, so seeds
// that are lie far apart here.
func PowerUpSeed(seed uint32) uint32 {
	const prime, multiplier = 1<<31 - 1, 1_583_458_089
	return uint32(uint64(seed%(prime-1)+1) * multiplier % prime)
}

// Start runs a model. Its power-up state follows from the seed. Wave is the file of its
// waveform, or empty. When ctx ends the model is killed.
func (m *Model) Start(ctx context.Context, seed uint32, wave string, args ...string) (*Process, error) {
	own := []string{fmt.Sprintf("+power-up=%d", PowerUpSeed(seed)), fmt.Sprintf("+cycle-ns=%d", m.cycleTime())}
	dir, err := filepath.Abs(m.Dir)
	if err != nil {
		return nil, err
	}
	var kept func()
	files := modelFiles{wave: wave}
	if m.coverage != nil {
		file, err := m.coverage.File()
		if err != nil {
			return nil, err
		}
		files.coverage = file
		kept = func() { m.coverage.Take(file) }
	}
	more, writable, temporary, err := files.make()
	if err != nil {
		return nil, err
	}
	args = slices.Concat(own, more, m.Args, args) // a design sees those after "--" alone
	limits := sandbox.Limits{Total: m.Memory}
	if len(temporary) > 0 {
		limits.Scratch = sandbox.WaveScratch // the library writes there before it packs
	}
	p := &Process{name: m.Name, perCycle: m.cycleTime(), stderrRead: make(chan struct{}), remove: temporary, kept: kept}
	if m.OnDisplay != nil {
		p.stderr.lines = &lineSplitter{emit: m.OnDisplay}
	}
	if err := p.run(m.isolation, &sandbox.Program{
		Policy: sandbox.PolicyModel, Args: append([]string{filepath.Join(dir, ModelFile)}, args...),
		Dir: filepath.Join(dir, tooling.SourceDir), Visible: append([]string{dir}, m.Visible...), Writable: writable, Limits: limits,
	}); err != nil {
		return nil, fmt.Errorf("run the model of %s: %w", m.Name, err)
	}
	p.cancel = context.AfterFunc(ctx, p.Program.Kill)
	return p, nil
}

// run starts the program with pipes to it.
func (p *Process) run(i *sandbox.Isolation, program *sandbox.Program) error {
	var ends [6]*os.File
	var err error
	for n := 0; n < len(ends); n += 2 {
		if ends[n], ends[n+1], err = os.Pipe(); err != nil {
			closeFiles(ends[:n]...)
			return err
		}
	}
	program.Stdin, program.Stdout, program.Stderr = ends[0], ends[3], ends[5]
	defer closeFiles(ends[0], ends[3], ends[5])
	p.in, p.answers, p.stderrFile = ends[1], ends[2], ends[4]
	p.out = bufio.NewReaderSize(p.answers, 64<<10)
	if p.Program, err = i.Start(program); err != nil {
		closeFiles(ends[1], ends[2], ends[4])
		return err
	}
	go func() {
		defer close(p.stderrRead)
		_, _ = io.Copy(&p.stderr, p.stderrFile)
	}()
	return nil
}

func closeFiles(files ...*os.File) {
	for _, f := range files {
		f.Close()
	}
}

// Name returns the module's.
func (p *Process) Name() string { return p.name }

// Send sends a request.
func (p *Process) Send(b []byte) error {
	if _, err := p.in.Write(b); err != nil {
		return p.crashed(err)
	}
	return nil
}

// Receive fills b with an answer.
func (p *Process) Receive(b []byte) error {
	if _, err := io.ReadFull(p.out, b); err != nil {
		return p.crashed(err)
	}
	return nil
}

// Receive32 receives a number of 32 bits, lowest byte first.
func (p *Process) Receive32() (int, error) {
	var b [4]byte
	err := p.Receive(b[:])
	return int(binary.LittleEndian.Uint32(b[:])), err
}

// Exchange sends a request and fills answer meanwhile, since the model may want to be read before
// it reads all.
func (p *Process) Exchange(request, answer []byte) error {
	sent := make(chan error, 1)
	go func() { sent <- p.Send(request) }()
	err := p.Receive(answer)
	if wrote := <-sent; err == nil {
		err = wrote
	}
	return err
}

// ReceiveCount receives a number of 32 bits that says how much follows. One above
// most is an error, and ends the model: no harness says so.
func (p *Process) ReceiveCount(most int) (int, error) {
	n, err := p.Receive32()
	if err == nil && n > most {
		err = p.Impossible("%d where at most %d can be", n, most)
	}
	return n, err
}

// Impossible ends a model that says what cannot be: its harness does not.
func (p *Process) Impossible(format string, args ...any) error {
	p.Program.Kill()
	p.end()
	return &CrashError{p.name, "says what cannot be", fmt.Sprintf(format, args...)}
}

// crashed tells why the model answers no more.
func (p *Process) crashed(err error) error {
	p.end()
	end := p.Program.Ending()
	if overrun := p.overrun(end.Status); overrun != nil && end.Exited() {
		return overrun
	}
	how := "ended with exit status " + strconv.Itoa(end.Status)
	switch {
	case end == sandbox.Ending{}:
		return fmt.Errorf("the model of %s has ended: %w", p.name, err)
	case end.Why != "":
		how = "was killed: " + end.Why
	case end.Signal != 0:
		how = "was killed by signal " + end.Signal.String()
	}
	return &CrashError{p.name, how, remedied(p.stderr.String())}
}

// end closes the pipe, at which the model ends, and waits for it.
func (p *Process) end() {
	p.closing.Do(func() {
		p.cancel()
		p.in.Close()
		timer := time.AfterFunc(time.Second, p.Program.Kill)
		defer timer.Stop()
		<-p.Program.Exited()
		_ = p.stderrFile.SetReadDeadline(time.Now().Add(time.Second))
		<-p.stderrRead
		p.stderr.finish()
		closeFiles(p.answers, p.stderrFile)
		for _, name := range p.remove {
			_ = os.Remove(name)
		}
		if p.kept != nil {
			p.kept()
		}
	})
}

// Close ends the model.
func (p *Process) Close() error {
	p.end()
	return nil
}

// remedied appends the likely cause to a model's error output.
func remedied(stderr string) string {
	if strings.Contains(stderr, "did not converge") {
		return stderr + "\nA combinational loop oscillates: break it with a register."
	}
	return stderr
}

// tail keeps the last that was written to it.
type tail struct {
	mu    sync.Mutex
	text  []byte
	lines *lineSplitter // gets all of it; or nil
}

// finish ends the last line.
func (t *tail) finish() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.lines != nil {
		t.lines.finish()
	}
}

const maxTail = 4096

// Write never fails.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.lines != nil {
		t.lines.feed(p)
	}
	t.text = append(t.text, p...)
	if over := len(t.text) - maxTail; over > 0 {
		t.text = append(t.text[:0], t.text[over:]...)
	}
	return len(p), nil
}

// String returns the text without white space around it.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(bytes.TrimSpace(t.text))
}
