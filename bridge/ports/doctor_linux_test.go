package ports

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/devices"
	"github.com/loopline/loopline/bridge/devices/devicestest"
	"github.com/loopline/loopline/internal/say"
)

// found returns the finding with an ID about a port, which there must be.
func found(t *testing.T, d Diagnosis, id, port string) Finding {
	t.Helper()
	for _, f := range d.Findings {
		if f.ID == id && strings.Contains(f.Port, port) {
			return f
		}
	}
	require.Fail(t, "no finding "+id+" about "+port, "%+v", d.Findings)
	return Finding{}
}

func diagnosed(t *testing.T, m devicestest.Machine) Diagnosis {
	t.Helper()
	d, err := Diagnose(m.Root)
	require.NoError(t, err)
	return d
}

func TestDiagnoseWithoutUSB(t *testing.T) {
	d := diagnosed(t, devicestest.New(t))
	f := found(t, d, FindNoUSB, "")
	require.Equal(t, SeverityProblem, f.Severity)
	require.Contains(t, f.Text.String(), "this machine has no USB")
	require.Empty(t, d.Ports)
}

func TestDiagnoseNothingPluggedIn(t *testing.T) {
	m := devicestest.New(t)
	m.Dir("sys/bus/usb/devices")
	require.Contains(t, found(t, diagnosed(t, m), FindNothing, "").Text.String(), "is the board plugged in")
}

func TestDiagnose(t *testing.T) {
	m := devicestest.New(t)
	m.USB("1-1.4", "0403", "6010", "TWIN")
	m.Bus("1-1.4", 4, 2)
	m.TTY("ttyUSB0", "1-1.4", 1, "ftdi_sio")
	m.USB("1-1.2", "0403", "6010", "TWIN")
	m.Bus("1-1.2", 5, 1)
	m.TTY("ttyUSB1", "1-1.2", 0, "ftdi_sio")
	m.USB("1-1.3", "09fb", "6001", "")
	m.Bus("1-1.3", 6, 0)
	m.USB("1-1.5", "0403", "6001", "LIAR")
	m.Bus("1-1.5", 7, 1)
	m.File(devicestest.USBBus+"1-1.5/descriptors", "\x12")
	m.USB("1-1.6", "0403", "6001", "LOOSE")
	m.Bus("1-1.6", 8, 1)
	m.Dir("sys/bus/usb/drivers/ftdi_sio")
	m.File("proc/42/comm", "minicom")
	m.Link("proc/42/fd/3", "/dev/ttyUSB1")
	m.File("proc/43/comm", "loopline")
	m.Link("proc/43/fd/3", "/dev/ttyUSB0")
	m.File("proc/44/comm", "ModemManager")
	m.File("proc/45/comm", "brltty")
	d := diagnosed(t, m)

	busy := found(t, d, FindBusy, "ttyUSB1")
	require.Equal(t, Finding{ID: FindBusy, Severity: SeverityProblem, Port: "/dev/ttyUSB1",
		Text: say.Format("%s (process %d) has it open", "minicom", 42), Fix: []say.Text{say.Raw("kill 42")}}, busy)
	require.Equal(t, SeverityAdvice, found(t, d, FindBusy, "ttyUSB0").Severity, "our own match")

	latency := found(t, d, FindLatency, "ttyUSB0")
	require.Contains(t, latency.Text.String(), "16 ms")
	require.Equal(t, "echo 1 | sudo tee /sys/bus/usb-serial/devices/ttyUSB0/latency_timer", latency.Fix[0].String())
	require.Equal(t, `ACTION=="add", SUBSYSTEM=="usb-serial", DRIVER=="ftdi_sio", ATTR{latency_timer}="1"`,
		latency.Rule)
	require.Contains(t, latency.Fix[1].String(), latency.Rule)

	require.Contains(t, found(t, d, FindPortProber, "ttyUSB0").Rule, `ENV{ID_MM_DEVICE_IGNORE}="1"`)
	require.Contains(t, found(t, d, FindDuplicateSerial, "1-1.4").Text.String(), `path=1-1.2 or path=1-1.4`)
	require.Contains(t, found(t, d, FindBoard, "1-1.3").Text.String(), "USB-Blaster")
	require.Contains(t, found(t, d, FindDescriptors, "1-1.5").Text.String(), "broken at byte")

	loose := found(t, d, FindDriver, "1-1.6:1.0")
	require.Contains(t, loose.Text.String(), "did not give it back")
	require.Contains(t, loose.Fix[0].String(), "echo 1-1.6:1.0 | sudo tee /sys/bus/usb/drivers/ftdi_sio/bind")
	require.Len(t, d.Ports, 3+1, "channel A of the first, which is for JTAG, too")
	for _, f := range d.Findings {
		require.NotContains(t, say.Join("\n", f.Fix...).String(), "apt-get", "nothing needs to be installed")
		require.NotEqual(t, "1-1.4:1.0", f.Port, "a programming port needs no driver")
	}
}

func TestDiagnoseDriverNotLoaded(t *testing.T) {
	m := devicestest.New(t)
	m.USB("1-1.6", "0403", "6001", "LOOSE")
	m.Bus("1-1.6", 8, 1)
	d := diagnosed(t, m)
	require.Equal(t, []say.Text{say.Raw("sudo modprobe ftdi_sio")}, found(t, d, FindDriver, "1-1.6").Fix)
	require.Equal(t, "usb:0403:6001?sn=LOOSE", d.Ports[0].Address())
	require.Equal(t, "/dev/bus/usb/001/008", d.Ports[0].USBNode)
}

func TestDiagnoseMissingNode(t *testing.T) {
	m := devicestest.New(t)
	m.USB("1-1.6", "0403", "6001", "S")
	m.Bus("1-1.6", 8, 1)
	m.TTY("ttyUSB4", "1-1.6", 0, "ftdi_sio")
	require.NoError(t, os.Remove(filepath.Join(m.Root, "dev/ttyUSB4")))
	f := found(t, diagnosed(t, m), FindNode, "/dev/ttyUSB4")
	require.Contains(t, f.Fix[0].String(), "docker run --device /dev/ttyUSB4")
}

func TestPermissionFinding(t *testing.T) {
	d := doctor{root: t.TempDir()}
	d.permission(devices.Port{Device: "/dev/ttyUSB0", VendorID: "0403", ProductID: "6010", Mode: "Dcrw-rw----", Group: "dialout"})
	require.Len(t, d.findings, 1)
	f := d.findings[0]
	require.Equal(t, SeverityProblem, f.Severity)
	require.Equal(t, "sudo usermod -aG dialout $USER    # then log in again", f.Fix[0].String())
	require.Equal(t, `SUBSYSTEM=="tty", ATTRS{idVendor}=="0403", ATTRS{idProduct}=="6010", MODE="0660", `+
		`GROUP="dialout", TAG+="uaccess"`, f.Rule)
	require.Contains(t, f.Fix[1].String(), "/etc/udev/rules.d/70-loopline.rules")
}

func TestModemManagerIsTold(t *testing.T) {
	m := devicestest.New(t)
	m.USB("1-1.6", "0403", "6001", "S")
	m.Bus("1-1.6", 8, 1)
	m.TTY("ttyUSB4", "1-1.6", 0, "ftdi_sio")
	m.File("proc/44/comm", "ModemManager")
	// A plain file has device number 0:0.
	m.File("run/udev/data/c0:0", "E:ID_MM_DEVICE_IGNORE=1")
	for _, f := range diagnosed(t, m).Findings {
		require.NotEqual(t, FindPortProber, f.ID)
	}
}
