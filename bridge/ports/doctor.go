package ports

import (
	"github.com/loopline/loopline/bridge/devices"
	"github.com/loopline/loopline/internal/say"
)

// Severities of a finding.
const (
	SeverityProblem = "problem" // a board cannot play like that
	SeverityAdvice  = "advice"  // it can, and would do better
)

// Finding IDs, as --json prints them.
const (
	FindNoUSB           = "no-usb"           // the machine has no USB
	FindNothing         = "nothing"          // no serial port at all
	FindPermission      = "permission"       // this user may not open the port
	FindUSBAccess       = "usb-permission"   // … not by raw USB
	FindLatency         = "latency-timer"    // FTDI's timer holds answers back
	FindPortProber      = "prober"           // a program that talks to every new port
	FindDriver          = "driver"           // the kernel has no driver for it
	FindNode            = "node"             // the device has no file in /dev
	FindBusy            = "busy"             // another program has it
	FindDuplicateSerial = "twins"            // several boards with one serial number
	FindNoSerial        = "no-serial-number" // several equal boards with none
	FindDescriptors     = "descriptors"      // the device describes itself wrongly
	FindBoard           = "board"            // something to know about this board
	FindOpenFiles       = "open-files"       // too few for the viewers of a match
	FindDiskSpace       = "disk-space"       // little room for records
)

// Finding is a problem that keeps a board from playing, or from playing well, with its fix.
type Finding struct {
	ID       string   `json:"id"`
	Severity string   `json:"severity"`
	Port     string   `json:"port,omitempty"` // the device, or its place on the bus
	Text     say.Text `json:"text"`           // the problem and its effect

	// Fix holds commands to type, in order. Rule is the udev rule that makes the fix last,
	// if there is one; Fix installs it.
	Fix  []say.Text `json:"fix,omitempty"`
	Rule string     `json:"rule,omitempty"`
}

// rulesFile is the file that the printed commands write. uaccess works only in files
// that sort before 73.
const rulesFile = "/etc/udev/rules.d/70-loopline.rules"

// withRule adds a rule and the commands that install it.
func (f Finding) withRule(rule string) Finding {
	f.Rule = rule
	f.Fix = append(f.Fix,
		say.Raw("printf '%s\\n' '"+rule+"' | sudo tee -a "+rulesFile),
		say.Raw("sudo udevadm control --reload && sudo udevadm trigger"))
	return f
}

// typed returns a command to type, followed by a remark.
func typed(command, remark string) say.Text {
	return say.Format("%s    # %s", command, say.Word(remark))
}

// Diagnosis holds the ports of a machine and the findings about them.
type Diagnosis struct {
	Ports    []devices.Port // serial devices, then ports without one
	Findings []Finding
}
