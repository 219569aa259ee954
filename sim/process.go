package sim

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
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

// process is a model that runs.
type process struct {
	name   string
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	stderr tail

	closing sync.Once
	ended   error
}

// start runs a model. Its power-up state follows from the seed. When ctx ends
// the model is killed.
func (m *model) start(ctx context.Context, seed uint32, args ...string) (*process, error) {
	args = append([]string{
		"+verilator+rand+reset+2", fmt.Sprintf("+verilator+seed+%d", seed%(1<<31-1)+1),
	}, args...)
	p := &process{name: m.name}
	p.cmd = exec.CommandContext(ctx, filepath.Join(m.dir, modelFile), args...)
	p.cmd.Dir = filepath.Join(m.dir, sourceDir)
	p.cmd.Stderr = &p.stderr
	p.cmd.WaitDelay = time.Second
	// An interrupt at the terminal is for us: we end our models.
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.out = bufio.NewReaderSize(out, 64<<10)
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("run the model of %s: %w", m.name, err)
	}
	return p, nil
}

// write sends a request.
func (p *process) write(b []byte) error {
	if _, err := p.in.Write(b); err != nil {
		return p.crashed(err)
	}
	return nil
}

// read fills b with an answer.
func (p *process) read(b []byte) error {
	if _, err := io.ReadFull(p.out, b); err != nil {
		return p.crashed(err)
	}
	return nil
}

// read32 reads a number.
func (p *process) read32() (int, error) {
	var b [4]byte
	err := p.read(b[:])
	return int(binary.LittleEndian.Uint32(b[:])), err
}

// crashed tells why the model answers no more.
func (p *process) crashed(err error) error {
	p.end()
	if p.ended == nil {
		return fmt.Errorf("the model of %s has ended: %w", p.name, err)
	}
	how := p.ended.Error()
	var exit *exec.ExitError
	if errors.As(p.ended, &exit) {
		how = "ended with " + exit.String()
		if status, ok := exit.Sys().(syscall.WaitStatus); ok && status.Signaled() {
			how = "was killed by signal " + status.Signal().String()
			if status.Signal() == syscall.SIGVTALRM {
				how = "stands still inside one clock cycle: its code has a loop without end"
			}
		}
	}
	return &CrashError{p.name, how, remedied(p.stderr.String())}
}

// end closes the pipe, at which the model ends, and waits for it.
func (p *process) end() {
	p.closing.Do(func() {
		p.in.Close()
		timer := time.AfterFunc(time.Second, func() { _ = p.cmd.Process.Kill() })
		defer timer.Stop()
		p.ended = p.cmd.Wait()
	})
}

// Close ends the model.
func (p *process) Close() error {
	p.end()
	return nil
}

// remedied adds to what a model said why it may have said so.
func remedied(stderr string) string {
	if strings.Contains(stderr, "did not converge") {
		return stderr + "\nA combinational loop oscillates: break it with a register."
	}
	return stderr
}

// tail keeps the last that was written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

const maxTail = 4096

// Write never fails.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	if over := len(t.text) - maxTail; over > 0 {
		t.text = append(t.text[:0], t.text[over:]...)
	}
	return len(p), nil
}

// String is the text without white space around it.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(bytes.TrimSpace(t.text))
}
