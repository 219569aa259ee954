package devices

import "strings"

// Ports lists the serial devices by device name, such as /dev/cu.usbserial-1. It
// opens none. The system tells no more of them without its own C libraries, with
// which this program is not built: no serial number, nothing of USB. Root is not
// used.
func Ports(string) ([]Port, error) {
	all, err := portNames(nil)
	var ports []Port
	for _, p := range all {
		// Each device is there twice; /dev/tty.* waits for a carrier.
		if !strings.HasPrefix(p.Device, "/dev/tty.") {
			ports = append(ports, p)
		}
	}
	return ports, err
}
