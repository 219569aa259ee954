package bridge

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/loopline/loopline/bridge/usb"
)

// Diagnose lists all ports and looks for what keeps boards from playing. Like
// [Ports] it opens none and reads from root.
func Diagnose(root string) (Diagnosis, error) {
	serial, err := Ports(root)
	if err != nil {
		return Diagnosis{}, err
	}
	bare, err := BarePorts(root)
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
	ports     []Port
	processes map[string]int // by name, one of its numbers
	findings  []Finding
}

func (d *doctor) find(f Finding) { d.findings = append(d.findings, f) }

// machine looks at what belongs to no port.
func (d *doctor) machine() {
	devices, err := usb.Devices(d.root)
	switch {
	case errors.Is(err, usb.ErrNoUSB):
		d.find(Finding{ID: FindNoUSB, Severity: d.unlessPorts(), Text: err.Error()})
	case err != nil:
		d.find(Finding{ID: FindNoUSB, Severity: SeverityProblem, Text: err.Error()})
	case len(d.ports) == 0:
		d.find(Finding{ID: FindNothing, Severity: SeverityProblem,
			Text: "no serial port is there, on USB or otherwise: is the board plugged in and switched " +
				"on, and does its cable carry data?",
			Fix: []string{"sudo dmesg --follow    # then plug the board in: nothing new means cable or power"}})
	}
	for _, device := range devices {
		d.device(device)
	}
}

// unlessPorts is how bad it is that the machine has no USB.
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
			Text: err.Error()})
		return
	}
	for _, port := range ports {
		if tty := port.TTY(); tty != "" && !d.exists("dev", tty) {
			d.find(Finding{ID: FindNode, Severity: SeverityProblem, Port: "/dev/" + tty,
				Text: "the kernel has the device " + tty + " and /dev has not: udev does not run here, or " +
					"this is a container that was not given it",
				Fix: []string{"docker run --device /dev/" + tty + " …    # or start the container anew with it"}})
		}
	}
	if len(ports) > 0 {
		return
	}
	vendor, product, _ := strings.Cut(device.ID(), ":")
	if b := guessBoard(vendor, product, device.Manufacturer, device.ProductName, ""); b != nil &&
		b.Hint != "" && !d.hasPortAt(device.Path) {
		d.find(Finding{ID: FindBoard, Severity: SeverityAdvice, Port: device.Path,
			Text: fmt.Sprintf("%s (%s): %s", b.Name, b.Certainty, b.Hint)})
	}
}

func (d *doctor) hasPortAt(path string) bool {
	return slices.ContainsFunc(d.ports, func(p Port) bool { return p.USBPath == path })
}

func (d *doctor) exists(elements ...string) bool {
	_, err := os.Stat(filepath.Join(append([]string{d.root}, elements...)...))
	return err == nil
}

// name is how a finding names a port.
func (p Port) name() string {
	switch {
	case p.Device != "":
		return p.Device
	case p.Interface != nil:
		return fmt.Sprintf("%s:1.%d", p.USBPath, *p.Interface)
	}
	return p.USBPath
}

func (d *doctor) port(p Port) {
	d.busy(p)
	if p.Device == "" {
		d.bare(p)
		return
	}
	d.permission(p)
	d.usbAccess(p)
	if p.LatencyTimer != nil && *p.LatencyTimer > lowLatencyTimer {
		d.find(latencyFinding(p))
	}
	if p.USBPath != "" {
		d.probers(p)
	}
	if p.Board != nil && p.Board.Hint != "" {
		d.find(Finding{ID: FindBoard, Severity: SeverityAdvice, Port: p.name(),
			Text: fmt.Sprintf("%s (%s): %s", p.Board.Name, p.Board.Certainty, p.Board.Hint)})
	}
}

func (d *doctor) permission(p Port) {
	if p.CanOpen {
		return
	}
	f := Finding{ID: FindPermission, Severity: SeverityProblem, Port: p.name(),
		Text: fmt.Sprintf("you may not open it: its mode is %s, its group %s", p.Mode, p.Group)}
	if p.Group != "root" && p.Group != "" {
		f.Fix = append(f.Fix, "sudo usermod -aG "+p.Group+" $USER    # then log in again")
	}
	if p.VendorID != "" {
		f = f.withRule(accessRule("tty", "ATTRS", p.VendorID, p.ProductID))
	}
	d.find(f)
}

// usbAccess looks at the way by raw USB.
func (d *doctor) usbAccess(p Port) {
	if p.USBNode == "" {
		return
	}
	node := filepath.Join(d.root, p.USBNode)
	if unix.Faccessat(unix.AT_FDCWD, node, unix.R_OK|unix.W_OK, unix.AT_EACCESS) == nil {
		return
	}
	d.find(Finding{ID: FindUSBAccess, Severity: SeverityAdvice, Port: p.name(),
		Text: "you may not open " + p.USBNode + ", so usb: addresses do not reach it; serial: does not need it",
	}.withRule(accessRule("usb", "ATTR", p.VendorID, p.ProductID)))
}

func latencyFinding(p Port) Finding {
	return Finding{ID: FindLatency, Severity: SeverityAdvice, Port: p.name(),
		Text: fmt.Sprintf("the latency timer is %d ms: each answer may come that much later; "+
			"low_latency=1 in the address sets it to %d ms for a match", *p.LatencyTimer, lowLatencyTimer),
		Fix: []string{fmt.Sprintf("echo %d | sudo tee /sys/bus/usb-serial/devices/%s/latency_timer",
			lowLatencyTimer, filepath.Base(p.Device))},
	}.withRule(fmt.Sprintf(`ACTION=="add", SUBSYSTEM=="usb-serial", DRIVER=="ftdi_sio", `+
		`ATTR{latency_timer}="%d"`, lowLatencyTimer))
}

// probers looks for programs that talk to every new serial port: what they say
// is a line that nobody asked for, or it steals the answer.
func (d *doctor) probers(p Port) {
	if _, runs := d.processes["ModemManager"]; runs && !d.ignoredByModemManager(p) {
		d.find(Finding{ID: FindProber, Severity: SeverityAdvice, Port: p.name(),
			Text: "ModemManager runs and asks every new serial port whether it is a modem",
			Fix:  []string{"sudo systemctl stop ModemManager    # for now"},
		}.withRule(fmt.Sprintf(`ATTRS{idVendor}=="%s", ATTRS{idProduct}=="%s", ENV{ID_MM_DEVICE_IGNORE}="1"`,
			p.VendorID, p.ProductID)))
	}
	if _, runs := d.processes["brltty"]; runs {
		d.find(Finding{ID: FindProber, Severity: SeverityAdvice, Port: p.name(),
			Text: "brltty runs, which takes USB serial adapters for Braille displays",
			Fix:  []string{"sudo systemctl stop brltty && sudo systemctl mask brltty-udev"}})
	}
}

// ignoredByModemManager asks udev's database about the device.
func (d *doctor) ignoredByModemManager(p Port) bool {
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
func (d *doctor) busy(p Port) {
	for _, holder := range p.BusyBy {
		f := Finding{ID: FindBusy, Severity: SeverityProblem, Port: p.name(),
			Text: fmt.Sprintf("%s (process %d) has it open", holder.Name, holder.PID),
			Fix:  []string{fmt.Sprintf("kill %d", holder.PID)}}
		if holder.Name == "loopline" || holder.PID == 1 {
			f.Severity, f.Fix = SeverityAdvice, nil
		}
		d.find(f)
	}
}

// bare looks at a port without a serial device.
func (d *doctor) bare(p Port) {
	switch {
	case p.Driver == "usbfs" && len(p.BusyBy) == 0:
		d.find(Finding{ID: FindBusy, Severity: SeverityProblem, Port: p.name(),
			Text: "a program of another user has it by raw USB",
			Fix:  []string{"sudo fuser " + p.USBNode}})
	case p.Driver != "", p.Board != nil && p.Board.Role == RoleConfig:
		// In use, or JTAG, which is given to other tools on purpose.
	default:
		d.find(d.driverless(p))
	}
}

func (d *doctor) driverless(p Port) Finding {
	driver := "cdc_acm"
	if p.VendorID == "0403" {
		driver = "ftdi_sio"
	}
	f := Finding{ID: FindDriver, Severity: SeverityProblem, Port: p.name(),
		Text: "the kernel has no driver for it, so there is no serial device"}
	if d.exists("sys/bus/usb/drivers", driver) {
		f.Text += "; " + driver + " is loaded: a program took it off and did not give it back"
		f.Fix = []string{fmt.Sprintf("echo %s | sudo tee /sys/bus/usb/drivers/%s/bind    # or plug it in again",
			p.name(), driver)}
		return f
	}
	f.Fix = []string{"sudo modprobe " + driver}
	return f
}

// twins looks for boards that cannot be told apart by serial number.
func (d *doctor) twins() {
	paths := make(map[string][]string) // by what they claim to be
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
		f := Finding{ID: FindTwins, Severity: SeverityAdvice, Port: strings.Join(equal, ", "),
			Text: fmt.Sprintf("%d boards have the serial number %q: sn= cannot tell them apart; write "+
				"path=%s", len(equal), p.SerialNumber, strings.Join(equal, " or path="))}
		if p.SerialNumber == "" {
			f.ID = FindNameless
			f.Text = fmt.Sprintf("%d equal boards have no serial number: write path=%s", len(equal),
				strings.Join(equal, " or path="))
		}
		d.find(f)
	}
}

// processNames returns the names of the processes that run.
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
