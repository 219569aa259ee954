package devices

import (
	"strings"

	"go.bug.st/serial/enumerator"
	"golang.org/x/sys/windows/registry"
)

// Ports lists the serial devices by device name, as the system names them: COM3. It
// opens none. Driver and latency timer come from the registry. Holders and the place on
// the bus stay empty: Windows does not report them. Root is not used.
func Ports(string) ([]Port, error) {
	found, err := enumerator.GetDetailedPortsList()
	if err != nil {
		return portNames(err)
	}
	known := RegisteredPorts(registry.LOCAL_MACHINE, EnumKey)
	var ports []Port
	for _, f := range found {
		p := Port{Device: f.Name, CanOpen: true}
		if f.IsUSB {
			p.VendorID, p.ProductID = strings.ToLower(f.VID), strings.ToLower(f.PID)
			p.SerialNumber, p.Product = f.SerialNumber, f.Product
			p.guess()
		}
		if r, found := known[p.Device]; found {
			r.describe(&p)
		}
		ports = append(ports, p)
	}
	sortPorts(ports)
	return ports, nil
}
