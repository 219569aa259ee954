package farmtest

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// Process is one process.
type Process struct {
	Role string // the role it plays; prefixes its lines
	Args []string

	cmd   *exec.Cmd
	stdin io.Closer
	ended chan struct{}
}

// Signal sends a signal, unless it has just ended.
func (p *Process) Signal(s os.Signal) { _ = p.cmd.Process.Signal(s) }

// Wait waits until it has ended.
func (p *Process) Wait() { <-p.ended }

// CloseInput ends its standard input.
func (p *Process) CloseInput() error { return p.stdin.Close() }

// Processes is processes, and what they say on their standard output.
type Processes struct {
	// Lines gets each line behind the role of who said it: "worker: ready".
	Lines chan string

	t     testing.TB
	env   string
	heard func(line string)
	all   map[*Process]bool
	wg    sync.WaitGroup
}

// maxLines is more than a test says.
const maxLines = 1_000_000

// NewProcesses returns a crew without processes. Env is the variable of the environment that
// tells a process its role. Heard, unless it is nil, is called with each line; it may be
// called concurrently. All processes are killed when the test ends.
func NewProcesses(t testing.TB, env string, heard func(line string)) *Processes {
	c := &Processes{Lines: make(chan string, maxLines), t: t, env: env, heard: heard, all: map[*Process]bool{}}
	t.Cleanup(func() {
		for p := range c.all {
			p.Signal(syscall.SIGKILL)
			p.Wait()
		}
		c.wg.Wait()
	})
	return c
}

// Start starts a process, or starts one again that has ended.
func (c *Processes) Start(p *Process) {
	c.t.Helper()
	p.cmd = exec.Command(os.Args[0], p.Args...)
	p.cmd.Env = append(os.Environ(), c.env+"="+p.Role)
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	out, err := p.cmd.StdoutPipe()
	require.NoError(c.t, err)
	p.stdin, err = p.cmd.StdinPipe()
	require.NoError(c.t, err)
	require.NoError(c.t, p.cmd.Start())
	p.ended = make(chan struct{})
	c.all[p] = true
	cmd, ended := p.cmd, p.ended
	c.wg.Go(func() {
		defer close(ended)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			line := p.Role + ": " + lines.Text()
			c.Lines <- line
			if c.heard != nil {
				c.heard(line)
			}
		}
		_ = cmd.Wait() // it may have been killed
	})
}
