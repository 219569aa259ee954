//go:build linux

package qemutest

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"time"
)

// Machine is an emulated computer. Its methods may be called from any
// goroutine. The caller closes it.
type Machine struct {
	dir     string
	qemu    *exec.Cmd
	ended   chan struct{} // closed when QEMU has ended
	console *os.File
	monitor *monitor
	agent   net.Conn

	mu      sync.Mutex
	out     *json.Encoder
	last    int // number of the last request
	waiting map[int]chan reply
	running map[int]*Process
	boards  map[string]net.Conn
	broken  error
}

// bootTimeout bounds a boot: on a slow computer with other work the emulated kernel
// takes a minute.
const bootTimeout = 3 * time.Minute

// Hardware configures a machine; the zero value is usable.
type Hardware struct {
	Memory int // in MiB; 0 is 512
}

// Boot starts a machine from an image that [Image.Build] wrote. dir takes its
// sockets, so its name must be short, and the guest's console as console.log.
func Boot(ctx context.Context, kernel Kernel, initramfs, dir string) (*Machine, error) {
	return Hardware{}.Boot(ctx, kernel, initramfs, dir)
}

// Boot starts a machine with this hardware; see the function [Boot].
func (h Hardware) Boot(ctx context.Context, kernel Kernel, initramfs, dir string) (*Machine, error) {
	m := &Machine{
		dir: dir, ended: make(chan struct{}), waiting: make(map[int]chan reply),
		running: make(map[int]*Process), boards: make(map[string]net.Conn),
	}
	ctx, cancel := context.WithTimeout(ctx, bootTimeout)
	defer cancel()
	if err := m.boot(ctx, h, kernel, initramfs); err != nil {
		return nil, errors.Join(fmt.Errorf("booting under QEMU: %w", err), m.Close())
	}
	return m, nil
}

func (m *Machine) boot(ctx context.Context, h Hardware, kernel Kernel, initramfs string) error {
	program, err := exec.LookPath("qemu-system-x86_64")
	if err != nil {
		return fmt.Errorf("%w; make setup installs it", err)
	}
	if m.console, err = os.Create(m.Console()); err != nil {
		return err
	}
	control, err := net.Listen("unix", filepath.Join(m.dir, "agent"))
	if err != nil {
		return err
	}
	defer control.Close()
	qmp, err := net.Listen("unix", filepath.Join(m.dir, "qmp"))
	if err != nil {
		return err
	}
	defer qmp.Close()
	// One processor: a second one has to be woken by the computer underneath, and
	// on a busy one that takes longer than what is to be measured.
	// No check of the timer: where this process waits for a processor meanwhile, the
	// kernel takes it for broken and panics.
	m.qemu = exec.Command(program,
		"-accel", "tcg", "-cpu", "qemu64", "-smp", "1", "-m", strconv.Itoa(cmp.Or(h.Memory, 512)),
		"-nodefaults", "-no-user-config", "-display", "none", "-no-reboot",
		"-kernel", filepath.Join(kernel.Dir, "boot/vmlinuz-"+kernel.Release),
		"-initrd", initramfs,
		"-append", "console=ttyS0 loglevel=5 panic=-1 mitigations=off nokaslr no_timer_check",
		"-chardev", "stdio,id=console,signal=off", "-serial", "chardev:console",
		"-chardev", "socket,id=agent,path="+filepath.Join(m.dir, "agent"),
		"-serial", "chardev:agent",
		"-chardev", "socket,id=qmp,path="+filepath.Join(m.dir, "qmp"),
		"-mon", "chardev=qmp,mode=control",
		"-device", "qemu-xhci,id=usb",
	)
	m.qemu.Stdout, m.qemu.Stderr = m.console, m.console
	// QEMU must not outlive who started it, nor hear a Ctrl-C meant for that.
	m.qemu.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	if err := m.qemu.Start(); err != nil {
		return err
	}
	go func() {
		_ = m.qemu.Wait()
		close(m.ended)
	}()
	if m.agent, err = m.accept(ctx, control); err != nil {
		return err
	}
	conn, err := m.accept(ctx, qmp)
	if err != nil {
		return err
	}
	if m.monitor, err = newMonitor(conn); err != nil {
		return err
	}
	return m.greet(ctx)
}

// accept waits for QEMU to connect.
func (m *Machine) accept(ctx context.Context, l net.Listener) (net.Conn, error) {
	returned := make(chan struct{})
	defer close(returned)
	go func() {
		select {
		case <-ctx.Done():
		case <-m.ended:
		case <-returned:
		}
		l.Close()
	}()
	conn, err := l.Accept()
	if err != nil {
		return nil, fmt.Errorf("QEMU does not connect, see %s: %w", m.Console(), err)
	}
	return conn, nil
}

// greet waits until the guest is up and begins to listen to it.
func (m *Machine) greet(ctx context.Context) error {
	stop := context.AfterFunc(ctx, func() { m.agent.Close() })
	in := json.NewDecoder(m.agent)
	var hello reply
	err := in.Decode(&hello)
	if !stop() && err == nil {
		err = ctx.Err()
	}
	if err != nil || hello.Got != gotReady {
		return fmt.Errorf("the guest does not come up, see %s: %w", m.Console(), err)
	}
	m.out = json.NewEncoder(m.agent)
	go m.listen(in)
	return nil
}

// Console is the file that takes what the guest's kernel says.
func (m *Machine) Console() string { return filepath.Join(m.dir, "console.log") }

// listen hands out what the guest answers, until it is gone.
func (m *Machine) listen(in *json.Decoder) {
	for {
		var r reply
		if err := in.Decode(&r); err != nil {
			m.lost(fmt.Errorf("the guest is gone: %w", err))
			return
		}
		m.mu.Lock()
		p, waiting := m.running[r.ID], m.waiting[r.ID]
		switch r.Got {
		case gotDone:
			delete(m.waiting, r.ID)
		case gotExit:
			delete(m.running, r.ID)
		}
		m.mu.Unlock()
		switch {
		case r.Got == gotDone && waiting != nil:
			waiting <- r
		case r.Got == gotOutput && p != nil:
			p.handle(r)
		case r.Got == gotExit && p != nil:
			p.end(r.Status, nil)
		}
	}
}

func (m *Machine) lost(err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.broken = err
	for id, c := range m.waiting {
		c <- reply{ID: id, Failed: err.Error()}
	}
	clear(m.waiting)
	for _, p := range m.running {
		p.end(-1, err)
	}
	clear(m.running)
}

// ask makes a request and waits until it is done. A process that it starts is
// known before its first output can come.
func (m *Machine) ask(ctx context.Context, r request, p *Process) (reply, error) {
	done := make(chan reply, 1)
	m.mu.Lock()
	if m.broken != nil {
		m.mu.Unlock()
		return reply{}, m.broken
	}
	m.last++
	if r.ID == 0 {
		r.ID = m.last
	}
	if p != nil {
		p.id = r.ID
		m.running[r.ID] = p
	}
	if r.Op != opSignal && r.Op != opOff {
		m.waiting[r.ID] = done
	} else {
		done <- reply{}
	}
	err := m.out.Encode(r)
	m.mu.Unlock()
	if err != nil {
		return reply{}, fmt.Errorf("asking the guest: %w", err)
	}
	select {
	case got := <-done:
		if got.Failed != "" {
			return got, fmt.Errorf("guest: %s %v%s: %s", r.Op, r.Args, r.Path, got.Failed)
		}
		return got, nil
	case <-ctx.Done():
		return reply{}, fmt.Errorf("guest: %s %v%s: %w", r.Op, r.Args, r.Path, ctx.Err())
	}
}

// Read answers a file of the guest, or the names in a folder, a line each.
func (m *Machine) Read(ctx context.Context, path string) ([]byte, error) {
	r, err := m.ask(ctx, request{Op: opRead, Path: path}, nil)
	return r.Data, err
}

// Write writes a file of the guest, those of /sys included.
func (m *Machine) Write(ctx context.Context, path, text string) error {
	_, err := m.ask(ctx, request{Op: opWrite, Path: path, Data: []byte(text)}, nil)
	return err
}

// offTimeout bounds the guest's power-off.
const offTimeout = 5 * time.Second

// Close powers the machine off, by force if need be, and unplugs what was
// plugged in.
func (m *Machine) Close() error {
	if m.out != nil {
		_, _ = m.ask(context.Background(), request{Op: opOff}, nil)
	}
	if m.qemu != nil && m.qemu.Process != nil {
		timer := time.AfterFunc(offTimeout, func() { m.qemu.Process.Kill() })
		if m.out == nil {
			m.qemu.Process.Kill()
		}
		<-m.ended
		timer.Stop()
	}
	var errs []error
	if m.agent != nil {
		errs = append(errs, m.agent.Close())
	}
	if m.monitor != nil {
		errs = append(errs, m.monitor.conn.Close())
	}
	if m.console != nil {
		errs = append(errs, m.console.Close())
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, board := range m.boards {
		board.Close()
	}
	return errors.Join(errs...)
}
