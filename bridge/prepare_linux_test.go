package bridge

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/bridge/devices/devicestest"
	"github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/sandbox"
)

func TestPreparationInAddress(t *testing.T) {
	for text, want := range map[string]addr.Preparation{
		"serial:/dev/ttyUSB0?prepare=openFPGALoader -b ice40_generic 'my top.bin'&reset=dtr&retries=2": {
			Command: "openFPGALoader -b ice40_generic 'my top.bin'", Reset: addr.ResetDTR, Retries: 2},
		"serial:sn=A#B?reset=uhubctl&name=alpha":             {Reset: addr.ResetUhubctl},
		"usb:0403:6010?channel=B&prepare=iceprog -d=x t.bin": {Command: "iceprog -d=x t.bin"},
	} {
		a, err := addr.Parse(text)
		require.NoError(t, err, text)
		require.Equal(t, want, a.Preparation)
		again, err := addr.Parse(a.String())
		require.NoError(t, err)
		require.Equal(t, a, again)
		require.NotContains(t, addr.DisplayName(text), "=openFPGALoader")
	}
	require.Equal(t, "serial:/dev/ttyUSB0?baud=9600&stop=2", addr.DisplayName("serial:/dev/ttyUSB0?baud=9600&prepare=a b&retries=1&stop=2"))
	for text, says := range map[string]string{
		"serial:/dev/ttyUSB0?prepare=a 'b":         "cannot be split into words",
		"serial:/dev/ttyUSB0?prepare= ":            "it is empty",
		"serial:/dev/ttyUSB0?retries=3":            "retries is of nothing",
		"serial:/dev/ttyUSB0?prepare=a&retries=10": "from 0 to 9",
		"serial:/dev/ttyUSB0?reset=rts&rts=off":    "leave out rts=off",
		"tcp:localhost:1?prepare=a":                `option "prepare" is not known`,
	} {
		_, err := addr.Parse(text)
		require.ErrorContains(t, err, says, text)
	}
}

// bench is a board with a programmer that writes its state into a folder.
type prepareBench struct {
	devicestest.Machine
	dir  string
	log  bytes.Buffer
	opts Options
}

func newPrepareBench(t *testing.T) *prepareBench {
	b := &prepareBench{Machine: devicestest.New(t), dir: t.TempDir()}
	b.USB("1-1.4", "1d50", "602b", "S1")
	b.Bus("1-1.4", 4, 1)
	b.TTY("ttyACM0", "1-1.4", 0, "cdc_acm")
	devicestest.PlugIn(t, b.Machine, "ttyACM0")
	b.opts = Options{Root: b.Root, Isolation: sandbox.New(sandbox.None, nil), Stderr: &b.log, ReturnTime: 10 * time.Second}
	return b
}

// script writes a programmer.
func (b *prepareBench) script(t *testing.T, text string) string {
	name := filepath.Join(b.dir, "programmer")
	require.NoError(t, os.WriteFile(name, []byte("#!/bin/sh\ncd "+b.dir+"\n"+text+"\n"), 0o755))
	return name
}

func (b *prepareBench) open(t *testing.T, options string) error {
	conn, err := Open(t.Context(), "serial:/dev/ttyACM0?"+options, b.opts)
	if err == nil {
		require.NoError(t, conn.Close())
	}
	return err
}

// failed returns the preparation's error.
func failed(t *testing.T, err error) *PrepareError {
	t.Helper()
	var failed *PrepareError
	require.ErrorAs(t, err, &failed)
	return failed
}

func TestPrepare(t *testing.T) {
	b := newPrepareBench(t)
	ok := b.script(t, `printf 'erase\rload 10\rload 100\n'; echo "done $1"`)
	require.NoError(t, b.open(t, "prepare="+ok+" top.bin"))
	require.Equal(t, "prepare: load 100\nprepare: done top.bin\n", b.log.String())
}

func TestPrepareThatFails(t *testing.T) {
	b := newPrepareBench(t)
	p := failed(t, b.open(t, "prepare="+b.script(t, "echo no cable; exit 3")))
	require.Equal(t, "prepare", p.Step)
	require.Regexp(t, `^serial:/dev/ttyACM0\?baud=115200 is not prepared \(prepare, 1 try\): .*status 3; it printed: no cable$`, p.Error())
	p = failed(t, b.open(t, "prepare="+b.dir+"/nothing"))
	require.ErrorContains(t, p, "nothing")
}

// TestPrepareFailsTwice: a programmer that fails twice and then works is what retries are for.
func TestPrepareFailsTwice(t *testing.T) {
	b := newPrepareBench(t)
	twice := "prepare=" + b.script(t, "echo x >> tries; [ $(wc -l < tries) -gt 2 ]")
	p := failed(t, b.open(t, twice+"&retries=1"))
	require.Equal(t, 2, p.Tries)
	require.NoError(t, os.Remove(filepath.Join(b.dir, "tries")))
	require.NoError(t, b.open(t, twice+"&retries=2"))
}

// TestPrepareThatHangs is killed, with what it started.
func TestPrepareThatHangs(t *testing.T) {
	b := newPrepareBench(t)
	b.opts.PrepareTime = time.Second
	p := failed(t, b.open(t, "prepare="+b.script(t, "sleep 1000 & echo $! > child; wait")))
	require.ErrorContains(t, p, "has not ended within 1s")
	text, err := os.ReadFile(filepath.Join(b.dir, "child"))
	require.NoError(t, err)
	var child int
	_, err = fmt.Sscan(string(text), &child)
	require.NoError(t, err)
	require.Eventually(t, func() bool { return errors.Is(unix.Kill(child, 0), unix.ESRCH) || zombie(child) }, 30*time.Second, 10*time.Millisecond)
}

// zombie reports whether a process has ended and waits for its parent.
func zombie(pid int) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || strings.Contains(string(text), ") Z ")
}

// TestPrepareThatForks ends with its first process.
func TestPrepareThatForks(t *testing.T) {
	b := newPrepareBench(t)
	require.NoError(t, b.open(t, "prepare="+b.script(t, "sleep 1000 & sleep 1000 & exit 0")))
}

// TestPrepareLeavesTheDeviceAway: the board has to be there again.
func TestPrepareLeavesTheDeviceAway(t *testing.T) {
	b := newPrepareBench(t)
	b.opts.ReturnTime = 500 * time.Millisecond
	p := failed(t, b.open(t, "prepare="+b.script(t, "rm "+b.Root+"/dev/ttyACM0 "+b.Root+"/sys/class/tty/ttyACM0")))
	require.Equal(t, "device", p.Step)
	require.ErrorContains(t, p, "the board is not there again 500ms after it")
}

// TestPreparedUnderAnotherNode: the board is found by its place on the bus.
func TestPreparedUnderAnotherNode(t *testing.T) {
	b := newPrepareBench(t)
	dir := devicestest.USBBus + "1-1.4/1-1.4:1.0/tty/"
	script := b.script(t, "cd "+b.Root+` && mv dev/ttyACM0 dev/ttyACM7 && mv `+dir+"ttyACM0 "+dir+`ttyACM7 &&
		rm sys/class/tty/ttyACM0 && ln -s ../../../`+dir+`ttyACM7 sys/class/tty/ttyACM7 && echo 9 > `+devicestest.USBBus+`1-1.4/devnum`)
	require.NoError(t, b.open(t, "prepare="+script))
	require.NoFileExists(t, filepath.Join(b.Root, "dev/ttyACM0"))
}

// TestPrepareThatLies: the board is asked whether it plays.
func TestPrepareThatLies(t *testing.T) {
	b := newPrepareBench(t)
	asked := 0
	b.opts.SelfTest = func(context.Context, *lines.Line) error {
		if asked++; asked < 3 {
			return errors.New("it does not answer")
		}
		return nil
	}
	p := failed(t, b.open(t, "prepare="+b.script(t, "echo verified")))
	require.Equal(t, "self-test", p.Step)
	require.ErrorContains(t, p, "it does not answer; it printed: verified")
	require.NoError(t, b.open(t, "prepare="+b.script(t, "echo verified")+"&retries=1"))
	require.Equal(t, 3, asked)
}

func TestReset(t *testing.T) {
	b := newPrepareBench(t)
	require.NoError(t, b.open(t, "reset="+b.script(t, "echo again")))
	require.Equal(t, "reset: again\n", b.log.String())
	p := failed(t, b.open(t, "reset=dtr"))
	require.Equal(t, "reset", p.Step)
	require.ErrorContains(t, p, "no such modem line")
	b.USB("1-1", "05e3", "0610", "")
	at, err := FindPlace(addr.Address{Scheme: addr.SchemeSerial, Serial: addr.SerialAddress{Device: "/dev/ttyACM0"}}, b.Root)
	require.NoError(t, err)
	_, err = at.Hub(b.Root)
	require.ErrorContains(t, err, "no device is at 1-1 on USB")
	_, err = Place{}.Hub(b.Root)
	require.ErrorContains(t, err, "is of boards on USB")
}

// TestPrepareSeesOneBoard: of USB a command sees the board, and nothing beside it.
func TestPrepareSeesOneBoard(t *testing.T) {
	b := newPrepareBench(t)
	b.USB("1-1.2", "0403", "6010", "S2")
	b.Bus("1-1.2", 5, 2)
	at, err := FindPlace(addr.Address{Scheme: addr.SchemeSerial, Serial: addr.SerialAddress{SerialNumber: "S1"}}, b.Root)
	require.NoError(t, err)
	require.Equal(t, []string{b.Root + "/dev/bus/usb/001/004", b.Root + "/dev/ttyACM0"}, at.Nodes)
	dir, err := at.alone(b.Root)
	require.NoError(t, err)
	defer os.RemoveAll(dir)
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	require.Equal(t, []string{"1-1.4", "1-1.4:1.0"}, names)
}
