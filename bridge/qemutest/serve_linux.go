//go:build linux

package qemutest

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// Serve is the life of the machine's first process: it mounts, loads modules,
// says that it is ready on the terminal given, and does what it is asked until
// that is to power off.
func Serve(terminal string) error {
	if _, err := os.Stat(rootFile); err == nil {
		if err := moveRoot(); err != nil {
			return fmt.Errorf("moving to another root: %w", err)
		}
	}
	if err := mountAll(); err != nil {
		return err
	}
	if err := loadModules(); err != nil {
		return err
	}
	tty, err := openRaw(terminal)
	if err != nil {
		return err
	}
	defer tty.Close()
	g := guest{out: json.NewEncoder(tty), running: make(map[int]*os.Process)}
	g.reply(reply{Got: gotReady})
	in := json.NewDecoder(bufio.NewReader(tty))
	for {
		var r request
		if err := in.Decode(&r); err != nil {
			return fmt.Errorf("reading a request: %w", err)
		}
		if r.Op == opOff {
			return nil
		}
		if err := g.do(r); err != nil {
			g.reply(reply{Got: gotDone, ID: r.ID, Failed: err.Error()})
		}
	}
}

// PowerOff ends the machine.
func PowerOff() {
	unix.Sync()
	_ = unix.Reboot(unix.LINUX_REBOOT_CMD_POWER_OFF)
}

// moveRoot moves all files of the initramfs into a file system of its own, and makes that
// the root.
func moveRoot() error {
	const to = "/new"
	if err := os.Mkdir(to, 0o755); err != nil {
		return err
	}
	if err := unix.Mount("tmpfs", to, "tmpfs", 0, "size=90%,mode=755"); err != nil {
		return err
	}
	err := filepath.WalkDir("/", func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case name == to:
			return fs.SkipDir
		case e.IsDir():
			return os.MkdirAll(to+name, 0o755)
		case !e.Type().IsRegular():
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		return errors.Join(os.WriteFile(to+name, text, info.Mode()), os.Remove(name))
	})
	return errors.Join(err, os.Chdir(to), unix.Mount(".", "/", "", unix.MS_MOVE, ""), unix.Chroot("."), os.Chdir("/"))
}

func mountAll() error {
	for _, m := range []struct{ kind, where string }{
		{"proc", "/proc"}, {"sysfs", "/sys"}, {"devtmpfs", "/dev"},
		{"tmpfs", "/tmp"}, {"tmpfs", "/run"},
	} {
		err := unix.Mount(m.kind, m.where, m.kind, 0, "")
		if err != nil && !errors.Is(err, unix.EBUSY) {
			return fmt.Errorf("mounting %s: %w", m.where, err)
		}
	}
	return os.Setenv("PATH", "/bin")
}

func loadModules() error {
	list, err := os.ReadFile(modulesFile)
	if err != nil {
		return err
	}
	for name := range strings.FieldsSeq(string(list)) {
		if err := loadModule(name, ""); err != nil {
			return err
		}
	}
	return nil
}

// loadModule loads a module that the image holds, and first those it needs.
func loadModule(name, options string) error {
	needs, err := os.ReadFile(moduleFolder + name + ".needs")
	if err != nil {
		return fmt.Errorf("the image has no module %s: %w", name, err)
	}
	for need := range strings.FieldsSeq(string(needs)) {
		if err := loadModule(need, ""); err != nil {
			return err
		}
	}
	f, err := os.Open(moduleFolder + name + ".ko")
	if err != nil {
		return err
	}
	defer f.Close()
	err = unix.FinitModule(int(f.Fd()), options, 0)
	if err != nil && !errors.Is(err, unix.EEXIST) {
		return fmt.Errorf("loading module %s: %w", name, err)
	}
	return nil
}

func openRaw(terminal string) (*os.File, error) {
	f, err := os.OpenFile(terminal, os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		return nil, err
	}
	t, err := unix.IoctlGetTermios(int(f.Fd()), unix.TCGETS)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", terminal, err), f.Close())
	}
	t.Iflag, t.Oflag, t.Lflag = 0, 0, 0
	t.Cflag = unix.CS8 | unix.CREAD | unix.CLOCAL | unix.B115200
	t.Cc[unix.VMIN], t.Cc[unix.VTIME] = 1, 0
	if err := unix.IoctlSetTermios(int(f.Fd()), unix.TCSETS, t); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", terminal, err), f.Close())
	}
	return f, nil
}

// guest does what is asked.
type guest struct {
	mu      sync.Mutex
	out     *json.Encoder
	running map[int]*os.Process
}

func (g *guest) reply(r reply) {
	g.mu.Lock()
	defer g.mu.Unlock()
	_ = g.out.Encode(r) // the host has gone if this fails
}

func (g *guest) do(r request) error {
	switch r.Op {
	case opStart:
		return g.start(r)
	case opSignal:
		return g.signal(r)
	case opRead:
		data, err := readFile(r.Path)
		if err != nil {
			return err
		}
		g.reply(reply{Got: gotDone, ID: r.ID, Data: data})
	case opWrite:
		if err := writeFile(r.Path, r.Data); err != nil {
			return err
		}
		g.reply(reply{Got: gotDone, ID: r.ID})
	default:
		return fmt.Errorf("no request is called %q", r.Op)
	}
	return nil
}

// readFile answers a file, or the names in a folder, a line each.
func readFile(path string) ([]byte, error) {
	entries, err := os.ReadDir(path)
	if err != nil {
		return os.ReadFile(path)
	}
	var names []byte
	for _, entry := range entries {
		names = append(append(names, entry.Name()...), '\n')
	}
	return names, nil
}

// writeFile writes a file of the tree, or one that the kernel offers: that takes
// what it is given in one piece and cannot be cut.
func writeFile(path string, data []byte) error {
	flags := os.O_WRONLY
	if _, err := os.Stat(path); err != nil {
		flags |= os.O_CREATE
	}
	f, err := os.OpenFile(path, flags, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

// start runs a program, or loads a module: "insmod NAME [OPTIONS]".
func (g *guest) start(r request) error {
	if len(r.Args) == 0 {
		return errors.New("no program is named")
	}
	if r.Args[0] == "insmod" && len(r.Args) > 1 {
		if err := loadModule(r.Args[1], strings.Join(r.Args[2:], " ")); err != nil {
			return err
		}
		g.reply(reply{Got: gotDone, ID: r.ID})
		g.reply(reply{Got: gotExit, ID: r.ID})
		return nil
	}
	cmd := exec.Command(r.Args[0], r.Args[1:]...)
	cmd.Dir = "/tmp"
	cmd.Env = []string{"PATH=/bin", "HOME=/root", "TERM=dumb"}
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Setpgid:    true,
		Credential: &syscall.Credential{Uid: r.User, Gid: r.User},
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	stderr, err := cmd.StderrPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	g.mu.Lock()
	g.running[r.ID] = cmd.Process
	g.mu.Unlock()
	g.reply(reply{Got: gotDone, ID: r.ID, PID: cmd.Process.Pid})
	go g.follow(r.ID, cmd, out, stderr)
	return nil
}

// follow passes on a program's output until it ends.
func (g *guest) follow(id int, cmd *exec.Cmd, out, stderr io.Reader) {
	var both sync.WaitGroup
	both.Go(func() { g.hand(id, false, out) })
	both.Go(func() { g.hand(id, true, stderr) })
	both.Wait()
	_ = cmd.Wait()
	g.mu.Lock()
	delete(g.running, id)
	g.mu.Unlock()
	status := cmd.ProcessState.ExitCode()
	if w, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		status = 128 + int(w.Signal())
	}
	g.reply(reply{Got: gotExit, ID: id, Status: status})
}

func (g *guest) hand(id int, stderr bool, r io.Reader) {
	buf := make([]byte, 4096)
	for {
		n, err := r.Read(buf)
		if n > 0 {
			g.reply(reply{Got: gotOutput, ID: id, Error: stderr, Data: buf[:n]})
		}
		if err != nil {
			return
		}
	}
}

func (g *guest) signal(r request) error {
	g.mu.Lock()
	p := g.running[r.ID]
	g.mu.Unlock()
	if p != nil {
		// To the group, as a terminal does.
		_ = unix.Kill(-p.Pid, unix.Signal(r.Signal))
	}
	return nil
}
