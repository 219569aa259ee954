package devices

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/internal/say"
)

// ProblemAbsent is the problem of a selector that means nothing.
const ProblemAbsent = "no such device"

// SelectionError says that an address names no device, or more than one, and
// which there are.
type SelectionError struct {
	Selector   string // sn=FT4X1ABC
	Problem    string // what is wrong: no such device
	Candidates []Port // those it may mean, else all there are
}

// Error lists the candidates as they can be written.
func (e *SelectionError) Error() string { return e.Text().String() }

// Text implements [say.Sayer].
func (e *SelectionError) Text() say.Text {
	if len(e.Candidates) == 0 {
		return say.Format("serial:%s: %s, and no serial device is plugged in",
			e.Selector, say.Word(e.Problem))
	}
	lines := make([]string, len(e.Candidates))
	for i, p := range e.Candidates {
		lines[i] = fmt.Sprintf("%s (%s)", p.Address(), p.Device)
	}
	return say.Format("serial:%s: %s; there is %s", e.Selector, say.Word(e.Problem),
		strings.Join(lines, ", "))
}

// Unwrap lets a caller ask for os.ErrNotExist.
func (e *SelectionError) Unwrap() error { return os.ErrNotExist }

// ResolveSerial returns the device node that an address means.
func ResolveSerial(a addr.SerialAddress, root string) (string, error) {
	if a.Device != "" {
		return a.Device, checkLink(a.Device, root)
	}
	ports, err := Ports(root)
	if err != nil {
		return "", err
	}
	found := matching(ports, a)
	switch len(found) {
	case 1:
		return found[0].Device, nil
	case 0:
		return "", &SelectionError{a.Target(), ProblemAbsent, ports}
	}
	problem := "several devices match; add a channel such as #B, or use path="
	return "", &SelectionError{a.Target(), problem, found}
}

// checkLink lists what there is when a link of /dev/serial is missing.
func checkLink(device, root string) error {
	if !strings.HasPrefix(device, "/dev/serial/") {
		return nil
	}
	if _, err := os.Stat(filepath.Join("/", root, device)); !os.IsNotExist(err) {
		return nil
	}
	ports, err := Ports(root)
	if err != nil {
		return err
	}
	return &SelectionError{device, ProblemAbsent, ports}
}

func matching(ports []Port, a addr.SerialAddress) []Port {
	var found []Port
	for _, p := range ports {
		named := a.SerialNumber != "" && p.SerialNumber == a.SerialNumber ||
			a.USBPath != "" && p.USBPath == a.USBPath
		if named && (a.Channel == "" || a.Channel == p.Channel) {
			found = append(found, p)
		}
	}
	return found
}
