package ports

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/loopline/loopline/bridge/devices"
	"github.com/loopline/loopline/bridge/usb"
	"github.com/loopline/loopline/internal/say"
)

// Diagnose lists all ports and looks for what keeps boards from playing. Like
// [devices.Ports] it opens none and reads from root.
func Diagnose(root string) (Diagnosis, error) {
	serial, err := devices.Ports(root)
	if err != nil {
		return Diagnosis{}, err
	}
	bare, err := devices.PortsWithoutDevice(root)
	if err != nil {
		return Diagnosis{}, err
	}
	d := doctor{root: filepath.Join("/", root), processes: processNames(root)}
	d.ports = slices.Concat(serial, bare)
	d.machine()
	for _, p := range d.ports {
		d.port(p)
	}
	d.twins()
	return Diagnosis{d.ports, d.findings}, nil
}

type doctor struct {
	root      string
	ports     []devices.Port
	processes map[string]int // by name, one of its numbers
	findings  []Finding
}

func (d *doctor) find(f Finding) { d.findings = append(d.findings, f) }

// machine looks at what belongs to no port.
func (d *doctor) machine() {
	devices, err := usb.Devices(d.root)
	switch {
	case errors.Is(err, usb.ErrNoUSB):
		d.find(Finding{ID: FindNoUSB, Severity: d.unlessPorts(), Text: say.TextOf(err)})
	case err != nil:
		d.find(Finding{ID: FindNoUSB, Severity: SeverityProblem, Text: say.TextOf(err)})
	case len(d.ports) == 0:
		d.find(Finding{ID: FindNothing, Severity: SeverityProblem,
			Text: say.Format("no serial port is there, on USB or otherwise: is the board plugged in and switched " +
				"on, and does its cable carry data?"),
			Fix: []say.Text{typed("sudo dmesg --follow", "then plug the board in: nothing new means cable or power")}})
	}
	for _, device := range devices {
		d.device(device)
	}
}

// unlessPorts returns the severity of a machine without USB: a problem only if it has
// no ports.
func (d *doctor) unlessPorts() string {
	if len(d.ports) > 0 {
		return SeverityAdvice
	}
	return SeverityProblem
}

// device looks at a USB device, whether or not it is a port.
func (d *doctor) device(device *usb.Device) {
	ports, err := device.Ports()
	if err != nil {
		d.find(Finding{ID: FindDescriptors, Severity: SeverityProblem, Port: device.Path,
			Text: say.TextOf(err)})
		return
	}
	for _, port := range ports {
		if tty := port.TTY(); tty != "" && !d.exists("dev", tty) {
			d.find(Finding{ID: FindNode, Severity: SeverityProblem, Port: "/dev/" + tty,
				Text: say.Format("the kernel has the device %s and /dev has not: udev does not run here, or "+
					"this is a container that was not given it", tty),
				Fix: []say.Text{typed("docker run --device /dev/"+tty+" …", "or restart the container with it")}})
		}
	}
	if len(ports) > 0 {
		return
	}
	vendor, product, _ := strings.Cut(device.ID(), ":")
	if b := devices.GuessBoard(vendor, product, device.Manufacturer, device.ProductName, ""); b != nil &&
		b.Hint != "" && !d.hasPortAt(device.Path) {
		d.find(Finding{ID: FindBoard, Severity: SeverityAdvice, Port: device.Path,
			Text: b.HintText()})
	}
}

func (d *doctor) hasPortAt(path string) bool {
	return slices.ContainsFunc(d.ports, func(p devices.Port) bool { return p.USBPath == path })
}

func (d *doctor) exists(elements ...string) bool {
	_, err := os.Stat(filepath.Join(append([]string{d.root}, elements...)...))
	return err == nil
}

func (d *doctor) port(p devices.Port) {
	d.busy(p)
	if p.Device == "" {
		d.bare(p)
		return
	}
	d.permission(p)
	d.usbAccess(p)
	if p.LatencyTimer != nil && *p.LatencyTimer > devices.LowLatencyTimer {
		d.find(latencyFinding(p))
	}
	if p.USBPath != "" {
		d.probers(p)
	}
	if p.Board != nil && p.Board.Hint != "" {
		d.find(Finding{ID: FindBoard, Severity: SeverityAdvice, Port: p.Name(),
			Text: p.Board.HintText()})
	}
}

func (d *doctor) permission(p devices.Port) {
	if p.CanOpen {
		return
	}
	f := Finding{ID: FindPermission, Severity: SeverityProblem, Port: p.Name(),
		Text: say.Format("you may not open it: its mode is %s, its group %s", p.Mode, p.Group)}
	if p.Group != "root" && p.Group != "" {
		f.Fix = append(f.Fix, typed("sudo usermod -aG "+p.Group+" $USER", "then log in again"))
	}
	if p.VendorID != "" {
		f = f.withRule(devices.AccessRule("tty", "ATTRS", p.VendorID, p.ProductID))
	}
	d.find(f)
}

// usbAccess looks at the way by raw USB.
func (d *doctor) usbAccess(p devices.Port) {
	if p.USBNode == "" {
		return
	}
	node := filepath.Join(d.root, p.USBNode)
	if unix.Faccessat(unix.AT_FDCWD, node, unix.R_OK|unix.W_OK, unix.AT_EACCESS) == nil {
		return
	}
	d.find(Finding{ID: FindUSBAccess, Severity: SeverityAdvice, Port: p.Name(),
		Text: say.Format("you may not open %s, so usb: addresses do not reach it; serial: does not need it", p.USBNode),
	}.withRule(devices.AccessRule("usb", "ATTR", p.VendorID, p.ProductID)))
}

func latencyFinding(p devices.Port) Finding {
	return Finding{ID: FindLatency, Severity: SeverityAdvice, Port: p.Name(),
		Text: say.Format("the latency timer is %d ms: each answer may come that much later; "+
			"low_latency=1 in the address sets it to %d ms for a match", *p.LatencyTimer, devices.LowLatencyTimer),
		Fix: []say.Text{say.Raw(fmt.Sprintf("echo %d | sudo tee /sys/bus/usb-serial/devices/%s/latency_timer",
			devices.LowLatencyTimer, filepath.Base(p.Device)))},
	}.withRule(fmt.Sprintf(`ACTION=="add", SUBSYSTEM=="usb-serial", DRIVER=="ftdi_sio", `+
		`ATTR{latency_timer}="%d"`, devices.LowLatencyTimer))
}

// probers finds programs that talk to every new serial port: the board answers them
// with lines that the host did not ask for, or they read its answers.
func (d *doctor) probers(p devices.Port) {
	if _, runs := d.processes["ModemManager"]; runs && !d.ignoredByModemManager(p) {
		d.find(Finding{ID: FindPortProber, Severity: SeverityAdvice, Port: p.Name(),
			Text: say.Format("ModemManager runs and asks every new serial port whether it is a modem"),
			Fix:  []say.Text{typed("sudo systemctl stop ModemManager", "for now")},
		}.withRule(fmt.Sprintf(`ATTRS{idVendor}=="%s", ATTRS{idProduct}=="%s", ENV{ID_MM_DEVICE_IGNORE}="1"`,
			p.VendorID, p.ProductID)))
	}
	if _, runs := d.processes["brltty"]; runs {
		d.find(Finding{ID: FindPortProber, Severity: SeverityAdvice, Port: p.Name(),
			Text: say.Format("brltty runs, which takes USB serial adapters for Braille displays"),
			Fix:  []say.Text{say.Raw("sudo systemctl stop brltty && sudo systemctl mask brltty-udev")}})
	}
}

// ignoredByModemManager asks udev's database about the device.
func (d *doctor) ignoredByModemManager(p devices.Port) bool {
	var stat unix.Stat_t
	if err := unix.Stat(filepath.Join(d.root, p.Device), &stat); err != nil {
		return false
	}
	file := fmt.Sprintf("run/udev/data/c%d:%d", unix.Major(stat.Rdev), unix.Minor(stat.Rdev))
	text, err := os.ReadFile(filepath.Join(d.root, file))
	return err == nil && (strings.Contains(string(text), "ID_MM_DEVICE_IGNORE=1") ||
		strings.Contains(string(text), "ID_MM_PORT_IGNORE=1"))
}

// busy tells who has a port. Our own matches are nothing to be fixed, nor is
// what the system keeps for itself.
func (d *doctor) busy(p devices.Port) {
	for _, holder := range p.BusyBy {
		f := Finding{ID: FindBusy, Severity: SeverityProblem, Port: p.Name(),
			Text: say.Format("%s (process %d) has it open", holder.Name, holder.PID),
			Fix:  []say.Text{say.Raw(fmt.Sprintf("kill %d", holder.PID))}}
		if holder.Name == "loopline" || holder.PID == 1 {
			f.Severity, f.Fix = SeverityAdvice, nil
		}
		d.find(f)
	}
}

// bare looks at a port without a serial device.
func (d *doctor) bare(p devices.Port) {
	switch {
	case p.Driver == "usbfs" && len(p.BusyBy) == 0:
		d.find(Finding{ID: FindBusy, Severity: SeverityProblem, Port: p.Name(),
			Text: say.Format("a program of another user has it by raw USB"),
			Fix:  []say.Text{say.Raw("sudo fuser " + p.USBNode)}})
	case p.Driver != "", p.Board != nil && p.Board.Role == devices.RoleConfig:
		// In use, or JTAG, which is given to other tools on purpose.
	default:
		d.find(d.driverless(p))
	}
}

func (d *doctor) driverless(p devices.Port) Finding {
	driver := "cdc_acm"
	if p.VendorID == "0403" {
		driver = "ftdi_sio"
	}
	f := Finding{ID: FindDriver, Severity: SeverityProblem, Port: p.Name(),
		Text: say.Format("the kernel has no driver for it, so there is no serial device")}
	if d.exists("sys/bus/usb/drivers", driver) {
		f.Text = say.Format("the kernel has no driver for it, so there is no serial device; %s is loaded: "+
			"a program took it off and did not give it back", driver)
		f.Fix = []say.Text{typed(fmt.Sprintf("echo %s | sudo tee /sys/bus/usb/drivers/%s/bind", p.Name(), driver), "or plug it in again")}
		return f
	}
	f.Fix = []say.Text{say.Raw("sudo modprobe " + driver)}
	return f
}

// twins looks for boards that cannot be told apart by serial number.
func (d *doctor) twins() {
	paths := make(map[string][]string) // by their claimed identity
	for _, p := range d.ports {
		if p.USBPath == "" {
			continue
		}
		key := p.VendorID + ":" + p.ProductID + " " + p.SerialNumber
		if !slices.Contains(paths[key], p.USBPath) {
			paths[key] = append(paths[key], p.USBPath)
		}
	}
	for _, p := range d.ports {
		key := p.VendorID + ":" + p.ProductID + " " + p.SerialNumber
		equal := paths[key]
		if len(equal) < 2 {
			continue
		}
		delete(paths, key) // said once
		slices.Sort(equal)
		f := Finding{ID: FindDuplicateSerial, Severity: SeverityAdvice, Port: strings.Join(equal, ", "),
			Text: say.Format("%d boards have the serial number %q: sn= cannot tell them apart; write "+
				"path=%s", len(equal), p.SerialNumber, orPath(equal))}
		if p.SerialNumber == "" {
			f.ID = FindNoSerial
			f.Text = say.Format("%d equal boards have no serial number: write path=%s", len(equal),
				orPath(equal))
		}
		d.find(f)
	}
}

// orPath returns a choice of places on the bus.
func orPath(paths []string) say.Text {
	text := say.Raw(paths[0])
	for _, p := range paths[1:] {
		text = say.Format("%s or path=%s", text, p)
	}
	return text
}

func processNames(root string) map[string]int {
	names := make(map[string]int)
	found, _ := filepath.Glob(filepath.Join("/", root, "proc/[0-9]*/comm"))
	for _, file := range found {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		pid := 0
		fmt.Sscan(filepath.Base(filepath.Dir(file)), &pid)
		names[strings.TrimSpace(string(text))] = pid
	}
	return names
}
