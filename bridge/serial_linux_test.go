package bridge_test

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/loopline/loopline/bridge/bridgetest"
	"github.com/loopline/loopline/bridge/lines"
)

func newPTY(t *testing.T) *bridgetest.PTY {
	pty, err := bridgetest.NewPTY()
	require.NoError(t, err)
	t.Cleanup(func() { pty.Unplug() })
	return pty
}

func TestSerialErrorsNameTheRemedy(t *testing.T) {
	bridgetest.NoLeaks(t)
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	pipe := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, unix.Mkfifo(pipe, 0o600))
	for device, words := range map[string][]string{
		pipe:                       {"is not a serial device but a pipe"},
		"/dev/ttyNONE9":            {"no such device", "loopline ports"},
		"/dev/serial/by-id/none":   {"no such device"},
		"/dev/null":                {"is not a serial device", "loopline ports"},
		file:                       {"is not a serial device", "loopline ports"},
		filepath.Dir(file):         {"is not a serial device but a directory"},
		filepath.Join(file, "sub"): {"is not a serial device"},
	} {
		err := bridgetest.OpenError(t, "serial:"+device)
		for _, word := range words {
			require.ErrorContains(t, err, word, device)
		}
		require.ErrorContains(t, err, device)
	}
}

// A disk is told that it is none, also by a user who may not open it: no rule of
// udev makes it one.
func TestSerialIsNoDisk(t *testing.T) {
	disks, err := filepath.Glob("/sys/class/block/*")
	require.NoError(t, err)
	for _, disk := range disks {
		device := "/dev/" + filepath.Base(disk)
		if _, err := os.Stat(device); err != nil {
			continue
		}
		err := bridgetest.OpenError(t, "serial:"+device)
		require.ErrorContains(t, err, "is not a serial device but a block device, such as a disk")
		require.NotContains(t, err.Error(), "udev")
		return
	}
}

func TestSerialWithoutPermission(t *testing.T) {
	if os.Getuid() == 0 {
		permissionAsNobody(t)
		return
	}
	pty := newPTY(t)
	require.NoError(t, os.Chmod(pty.Name, 0))
	err := bridgetest.OpenError(t, "serial:"+pty.Name)
	require.ErrorIs(t, err, os.ErrPermission)
	require.ErrorContains(t, err, "no permission")
}

// permissionAsNobody runs the test again as a user who is not root.
func permissionAsNobody(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	dir, err := os.MkdirTemp("", "nobody")
	require.NoError(t, err)
	defer os.RemoveAll(dir)
	require.NoError(t, os.Chmod(dir, 0o755))
	binary := filepath.Join(dir, "bridge.test")
	text, err := os.ReadFile(self)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(binary, text, 0o755))
	cmd := exec.Command(binary, "-test.run=^TestSerialWithoutPermission$", "-test.v")
	cmd.Dir = dir
	cmd.SysProcAttr = asNobody()
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	require.Contains(t, string(out), "--- PASS")
}

func TestSerialIsHeldByOne(t *testing.T) {
	bridgetest.NoLeaks(t)
	pty := newPTY(t)
	first := bridgetest.Open(t, "serial:"+pty.Name)
	err := bridgetest.OpenError(t, "serial:"+pty.Name)
	require.ErrorContains(t, err, fmt.Sprintf("held by pid %d (", os.Getpid()))
	require.ErrorContains(t, err, "shared=1")
	bridgetest.Open(t, "serial:"+pty.Name+"?shared=1").Close()
	require.NoError(t, first.Close())
	bridgetest.Open(t, "serial:"+pty.Name)
}

func TestSerialHeldByAnotherProcess(t *testing.T) {
	bridgetest.NoLeaks(t)
	pty := newPTY(t)
	file, err := os.OpenFile(pty.Name, os.O_RDWR|unix.O_NOCTTY, 0)
	require.NoError(t, err)
	// The lock goes with the file to the child, and stays with it alone.
	require.NoError(t, unix.Flock(int(file.Fd()), unix.LOCK_EX))
	cmd := exec.Command("sleep", "60")
	cmd.ExtraFiles = []*os.File{file}
	require.NoError(t, cmd.Start())
	file.Close()
	pty.Opened()
	err = bridgetest.OpenError(t, "serial:"+pty.Name)
	require.ErrorContains(t, err, "held by pid "+strconv.Itoa(cmd.Process.Pid)+" (sleep)")
	require.NoError(t, cmd.Process.Kill())
	cmd.Wait()
	bridgetest.Open(t, "serial:"+pty.Name)
}

func TestSerialModemLinesAreOptional(t *testing.T) {
	bridgetest.NoLeaks(t)
	pty := newPTY(t)
	for _, option := range []string{"dtr=on", "rts=off"} {
		err := bridgetest.OpenError(t, "serial:"+pty.Name+"?"+option)
		require.ErrorContains(t, err, option)
		require.ErrorContains(t, err, "no such modem line")
	}
	bridgetest.Open(t, "serial:"+pty.Name)
}

func TestSerialModes(t *testing.T) {
	pty := newPTY(t)
	for _, c := range []struct {
		options     string
		set, notSet uint32
		speed       uint32
	}{
		// A pseudo-terminal always has 8 data bits and no parity.
		{"baud=9600", unix.CS8, unix.PARENB | unix.PARODD | unix.CSTOPB, 9600},
		{"baud=19200&parity=odd&stop=2", unix.PARODD | unix.CSTOPB, 0, 19200},
		{"baud=3000000", unix.CS8, unix.CRTSCTS, 3000000},
		{"baud=12345", unix.CS8, unix.CRTSCTS, 12345},
	} {
		conn := bridgetest.Open(t, "serial:"+pty.Name+"?"+c.options)
		fd, err := unix.Open(pty.Name, unix.O_RDWR|unix.O_NOCTTY, 0)
		require.NoError(t, err)
		mode, err := unix.IoctlGetTermios(fd, unix.TCGETS2)
		require.NoError(t, err)
		unix.Close(fd)
		require.Equal(t, c.speed, mode.Ospeed, c.options)
		require.Equal(t, c.set, mode.Cflag&c.set, c.options)
		require.Zero(t, mode.Cflag&c.notSet, c.options)
		require.Zero(t, mode.Lflag&(unix.ICANON|unix.ECHO|unix.ISIG))
		require.NoError(t, conn.Close())
	}
}

func TestSerialBeyondDescriptor1024(t *testing.T) {
	bridgetest.NoLeaks(t)
	raiseFileLimit(t, 2048)
	null, err := os.Open(os.DevNull)
	require.NoError(t, err)
	defer null.Close()
	for highest := 0; highest < 1100; {
		highest, err = unix.FcntlInt(null.Fd(), unix.F_DUPFD_CLOEXEC, 0)
		require.NoError(t, err)
		defer unix.Close(highest)
	}
	pty := newPTY(t)
	line := lines.New(bridgetest.Open(t, "serial:"+pty.Name), lines.Config{})
	defer line.Close()
	go io.Copy(pty, pty)
	_, _, err = line.Send(t.Context(), "high up")
	require.NoError(t, err)
	text, _, _, err := line.Receive(t.Context())
	require.NoError(t, err)
	require.Equal(t, "high up", text)
	pty.Unplug()
}

// raiseFileLimit lets this process have n files, which the system allows up to
// the hard limit.
func raiseFileLimit(t *testing.T, n uint64) {
	var old unix.Rlimit
	require.NoError(t, unix.Getrlimit(unix.RLIMIT_NOFILE, &old))
	require.GreaterOrEqual(t, old.Max, n, "ulimit -Hn is too low for this test")
	if old.Cur >= n {
		return
	}
	require.NoError(t, unix.Setrlimit(unix.RLIMIT_NOFILE, &unix.Rlimit{Cur: n, Max: old.Max}))
	t.Cleanup(func() { unix.Setrlimit(unix.RLIMIT_NOFILE, &old) })
}

func TestNoChildInheritsTheDevice(t *testing.T) {
	bridgetest.NoLeaks(t)
	pty := newPTY(t)
	bridgetest.Open(t, "serial:"+pty.Name)
	out, err := exec.Command("ls", "-l", "/proc/self/fd").Output()
	require.NoError(t, err)
	require.NotContains(t, string(out), pty.Name)
}
