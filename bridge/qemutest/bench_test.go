//go:build linux

package qemutest_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/qemutest"
	"github.com/loopline/loopline/internal/tier"
)

var (
	games = flag.Int("games", 1000, "how many games the long match has")
	full  = flag.Bool("bench-hw", false, "run every scenario, not the short form alone")
	keep  = flag.String("keep", "", "`FOLDER` for the guest's console, kept on failure")
)

// bench is the one machine that all scenarios use, for booting it takes longer
// than most of them.
type bench struct {
	*qemutest.Machine
	dir      string
	loopline string // the program, here and in the guest, built as for a release
	libusb   bool   // there are programs with libusb too
}

// patience bounds what a scenario waits for: an emulated machine on a busy one
// is slow.
const patience = 2 * time.Minute

// booted boots the machine once. Without QEMU or a kernel scenarios are skipped.
var booted = sync.OnceValues(boot)

// errMissing says what the bench needs and this machine lacks.
var errMissing = errors.New("the bench of emulated hardware needs more than is installed here: make setup")

func boot() (b *bench, err error) {
	if _, err := exec.LookPath("qemu-system-x86_64"); err != nil {
		return nil, fmt.Errorf("%w: %w", errMissing, err)
	}
	kernel, err := qemutest.FindKernel(kernelFolder())
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errMissing, err)
	}
	// Sockets want a short name.
	b = &bench{}
	if b.dir, err = os.MkdirTemp("", "bench"); err != nil {
		return nil, err
	}
	b.loopline = filepath.Join(b.dir, "loopline")
	b.libusb = exec.Command("pkg-config", "--exists", "libusb-1.0").Run() == nil
	programs, err := b.buildAll()
	if err != nil {
		return nil, err
	}
	guest := filepath.Join(b.dir, "guest")
	if err := build(guest, "0", "./guest"); err != nil {
		return nil, err
	}
	image := qemutest.Image{
		Kernel: kernel, Init: guest, Files: programs,
		Texts: map[string]string{
			"/etc/passwd": "root:x:0:0::/root:/bin/sh\nnobody:x:65534:65534::/:/bin/sh\n",
			"/etc/group":  "root:x:0:\ndialout:x:20:\nnogroup:x:65534:\n",
		},
		Modules: []string{"xhci_pci", "ftdi_sio", "cdc_acm"},
		Spare:   []string{"dummy_hcd", "g_serial", "usb_f_acm", "usb_f_fs", "vhci_hcd"},
	}
	initramfs := filepath.Join(b.dir, "initramfs")
	if err := image.Build(initramfs); err != nil {
		return nil, err
	}
	b.Machine, err = qemutest.Boot(context.Background(), kernel, initramfs, b.dir)
	return b, err
}

// kernelFolder is where scripts/qemu-test unpacks kernels.
func kernelFolder() string {
	if folder := os.Getenv("LOOPLINE_KERNELS"); folder != "" {
		return folder
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	return filepath.Join(cache, "loopline/kernels")
}

// withLibusb ends the name of a program that has libusb.
const withLibusb = "-libusb"

// buildAll builds what the guest runs, and answers it by its path there.
func (b *bench) buildAll() (map[string]string, error) {
	programs := make(map[string]string)
	for name, source := range map[string]string{
		"loopline": "../../cmd/loopline", "rttprobe": "./rttprobe", "faultydev": "./faultydev", "phantom": "./phantom", "programmer": "./programmer",
		"probe": "../../player/contract/probe",
	} {
		program := filepath.Join(b.dir, name)
		programs["/bin/"+name] = program
		if err := build(program, "0", source); err != nil {
			return nil, err
		}
		if !b.libusb || name == "faultydev" || name == "phantom" || name == "programmer" {
			continue
		}
		programs["/bin/"+name+withLibusb] = program + withLibusb
		if err := build(program+withLibusb, "1", "-tags=usb", source); err != nil {
			return nil, err
		}
	}
	return programs, nil
}

// program is that which opens the addresses of a command line: with libusb where one
// asks for that, which a computer without libusb skips.
func (b *bench) program(t *testing.T, name string, args []string) string {
	t.Helper()
	if !strings.Contains(strings.Join(args, " "), "libusb=1") {
		return name
	}
	if !b.libusb {
		t.Skip("there is no libusb here to build with")
	}
	return name + withLibusb
}

// build builds a program without its profile, with which everything would be compiled
// anew.
func build(program, cgo string, args ...string) error {
	cmd := exec.Command("go", append([]string{"build", "-pgo=off", "-ldflags=-s -w", "-o", program}, args...)...)
	cmd.Env = append(os.Environ(), "CGO_ENABLED="+cgo)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("building %s: %w\n%s", program, err, out)
	}
	return nil
}

// asked is whether a test wanted the machine.
var asked atomic.Bool

func TestMain(m *testing.M) {
	flag.Parse()
	status := m.Run()
	if !asked.Load() {
		os.Exit(status)
	}
	if b, err := booted(); !errors.Is(err, errMissing) && b != nil {
		if b.Machine != nil {
			b.Close()
		}
		if status != 0 {
			b.keepConsole()
		}
		os.RemoveAll(b.dir)
	}
	os.Exit(status)
}

// keepConsole saves what the guest's kernel said.
func (b *bench) keepConsole() {
	folder := *keep
	if folder == "" {
		return
	}
	text, err := os.ReadFile(filepath.Join(b.dir, "console.log"))
	if err == nil {
		err = os.MkdirAll(folder, 0o755)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, "console.log"), text, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "keeping the console:", err)
		return
	}
	fmt.Fprintln(os.Stderr, "the guest's console:", filepath.Join(folder, "console.log"))
}

// newBench answers the machine for a scenario, without a board, or skips it.
func newBench(t *testing.T) *bench {
	if *debian != "" {
		t.Skip("a package alone is tried")
	}
	tier.Rest(t)
	asked.Store(true)
	b, err := booted()
	if errors.Is(err, errMissing) {
		t.Skip(err)
	}
	require.NoError(t, err)
	b.awaitBare(t)
	return b
}

// awaitBare waits until the guest has noticed that the boards of the scenario
// before were pulled out: the next may have their serial numbers.
func (b *bench) awaitBare(t *testing.T) {
	t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); {
		isAdapter := func(p port) bool { return p.VendorID == adapterVendor }
		if !slices.ContainsFunc(b.ports(t), isAdapter) {
			return
		}
	}
	require.Fail(t, "a board of the scenario before is still there")
}

// adapterVendor is the vendor of the adapters that are plugged in.
const adapterVendor = "0403"

// newFullBench is for scenarios that the short form leaves out.
func newFullBench(t *testing.T) *bench {
	if !*full {
		t.Skip("a part of make qemu-test")
	}
	return newBench(t)
}

// context bounds a scenario.
func (b *bench) context(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	return ctx
}

// run runs loopline in the guest and wants its exit status.
func (b *bench) run(t *testing.T, status int, args ...string) qemutest.Result {
	t.Helper()
	r, err := b.Run(b.context(t), append([]string{b.program(t, "loopline", args)}, args...)...)
	require.NoError(t, err)
	require.Equal(t, status, r.Status, "loopline %s said %q and %q", strings.Join(args, " "), r.Stdout, r.Stderr)
	return r
}

// start starts loopline in the guest and has it end with the test.
func (b *bench) start(t *testing.T, user uint32, args ...string) *qemutest.Process {
	t.Helper()
	p, err := b.Start(b.context(t), user, append([]string{b.program(t, "loopline", args)}, args...)...)
	require.NoError(t, err)
	t.Cleanup(func() {
		p.Signal(9)
		p.Wait(context.Background())
	})
	return p
}

// port is what "loopline ports --json" says of a port.
type port struct {
	Device       string `json:"device"`
	USBPath      string `json:"usb_path"`
	USBNode      string `json:"usb_node"`
	SerialNumber string `json:"serial_number"`
	Driver       string `json:"driver"`
	VendorID     string `json:"vendor_id"`
	LatencyTimer *int   `json:"latency_timer_ms"`
	CanOpen      bool   `json:"can_open"`
	BusyBy       []struct {
		PID  int    `json:"pid"`
		Name string `json:"name"`
	} `json:"busy_by"`
	Board *struct {
		Name string `json:"name"`
	} `json:"board"`
}

// ports lists the guest's USB serial ports.
func (b *bench) ports(t *testing.T) []port {
	t.Helper()
	var all []port
	for line := range strings.Lines(b.run(t, 0, "ports", "--json").Stdout) {
		var p port
		require.NoError(t, json.Unmarshal([]byte(line), &p), line)
		if p.USBPath != "" {
			all = append(all, p)
		}
	}
	return all
}

// await waits until the ports of the guest are as wanted, and answers the one of
// which fits says so.
func (b *bench) await(t *testing.T, what string, fits func(port) bool) port {
	t.Helper()
	var seen []port
	for end := time.Now().Add(patience); time.Now().Before(end); {
		seen = b.ports(t)
		for _, p := range seen {
			if fits(p) {
				return p
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	require.Fail(t, what+" did not come", "there is %+v", seen)
	return port{}
}

// tty waits for the serial device of the board with a serial number.
func (b *bench) tty(t *testing.T, serial string) string {
	t.Helper()
	p := b.await(t, "a serial device of "+serial, func(p port) bool {
		return p.SerialNumber == serial && p.Device != ""
	})
	return p.Device
}

// plug plugs a board in, joined to nothing yet. It is gone when the test ends.
func (b *bench) plug(t *testing.T, board qemutest.Adapter) io.ReadWriteCloser {
	t.Helper()
	far, err := b.Plug(b.context(t), board)
	require.NoError(t, err)
	t.Cleanup(func() { b.Unplug(board.ID) })
	return far
}

// plugBot plugs in a board on which our random bot plays.
func (b *bench) plugBot(t *testing.T, id string) {
	t.Helper()
	b.join(t, b.plug(t, qemutest.Adapter{ID: id, Serial: "SN" + id}))
}

// join lets a bot play on the far end of a wire until the wire or the test ends.
func (b *bench) join(t *testing.T, far io.ReadWriteCloser) {
	t.Helper()
	bot := exec.Command(b.loopline, "bot", "random")
	in, err := bot.StdinPipe()
	require.NoError(t, err)
	out, err := bot.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, bot.Start())
	var both sync.WaitGroup
	both.Go(func() {
		io.Copy(in, far)
		in.Close()
	})
	both.Go(func() { io.Copy(far, out) })
	t.Cleanup(func() {
		far.Close()
		bot.Process.Kill()
		both.Wait()
		bot.Wait()
	})
}

// play plays a match in the guest with limits that a busy machine keeps, and
// answers what was said.
func (b *bench) play(t *testing.T, status int, white, red string, more ...string) qemutest.Result {
	t.Helper()
	return b.run(t, status, playArgs(white, red, more...)...)
}

func playArgs(white, red string, more ...string) []string {
	return append([]string{"play", "--white", white, "--red", red, "--move-time", "20s",
		"--handshake", "20s"}, more...)
}

// doctor runs the doctor, who may find problems.
func (b *bench) doctor(t *testing.T) qemutest.Result {
	t.Helper()
	r, err := b.Run(b.context(t), "loopline", "doctor")
	require.NoError(t, err)
	require.Contains(t, []int{0, 3}, r.Status, r.Stderr)
	return r
}
