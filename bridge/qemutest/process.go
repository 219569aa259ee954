//go:build linux

package qemutest

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Process is a program that runs in the guest.
type Process struct {
	// PID is its process number there.
	PID int

	machine *Machine
	id      int
	args    []string
	done    chan struct{} // closed when it has ended

	mu          sync.Mutex
	out, stderr bytes.Buffer
	status      int
	err         error
}

// Result holds the exit status and the output of a program that ended.
type Result struct {
	Status         int // exit status, 128 + N after signal N
	Stdout, Stderr string
}

// Start starts a program in the guest as the user with the given number; 0 is
// root. "insmod NAME [OPTIONS]" loads a module of the image.
func (m *Machine) Start(ctx context.Context, user uint32, args ...string) (*Process, error) {
	p := &Process{machine: m, args: args, done: make(chan struct{})}
	r, err := m.ask(ctx, request{Op: opStart, Args: args, User: user}, p)
	if err != nil {
		return nil, err
	}
	p.PID = r.PID
	return p, nil
}

// Run runs a program in the guest as root and waits for its end.
func (m *Machine) Run(ctx context.Context, args ...string) (Result, error) {
	p, err := m.Start(ctx, 0, args...)
	if err != nil {
		return Result{}, err
	}
	return p.Wait(ctx)
}

// Wait waits until the program has ended. When ctx ends first the program is
// killed.
func (p *Process) Wait(ctx context.Context) (Result, error) {
	select {
	case <-p.done:
	case <-ctx.Done():
		_ = p.Signal(syscall.SIGKILL)
		return p.result(), fmt.Errorf("guest: %s: %w; it said %q and %q",
			strings.Join(p.args, " "), ctx.Err(), p.result().Stdout, p.result().Stderr)
	}
	p.mu.Lock()
	err := p.err
	p.mu.Unlock()
	return p.result(), err
}

func (p *Process) result() Result {
	p.mu.Lock()
	defer p.mu.Unlock()
	return Result{p.status, p.out.String(), p.stderr.String()}
}

// Signal sends a signal to the program and those it started.
func (p *Process) Signal(s syscall.Signal) error {
	_, err := p.machine.ask(context.Background(), request{Op: opSignal, ID: p.id, Signal: int(s)}, nil)
	return err
}

// Await waits until the program has said text on either output.
func (p *Process) Await(ctx context.Context, text string) error {
	for {
		r := p.result()
		if strings.Contains(r.Stdout+r.Stderr, text) {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("guest: %s did not say %q, but %q and %q: %w",
				strings.Join(p.args, " "), text, r.Stdout, r.Stderr, ctx.Err())
		case <-p.done:
			r := p.result()
			if strings.Contains(r.Stdout+r.Stderr, text) {
				return nil
			}
			return fmt.Errorf("guest: %s ended with status %d and did not say %q, but %q and %q",
				strings.Join(p.args, " "), r.Status, text, r.Stdout, r.Stderr)
		case <-time.After(time.Millisecond):
		}
	}
}

// handle keeps what the program says.
func (p *Process) handle(r reply) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if r.Error {
		p.stderr.Write(r.Data)
	} else {
		p.out.Write(r.Data)
	}
}

func (p *Process) end(status int, err error) {
	p.mu.Lock()
	p.status, p.err = status, err
	p.mu.Unlock()
	close(p.done)
}

// Done is closed when the program has ended.
func (p *Process) Done() <-chan struct{} { return p.done }
