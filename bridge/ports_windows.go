package bridge

import (
	"strings"

	"go.bug.st/serial/enumerator"
)

// Ports lists the serial devices by device name, as the system names them: COM3.
// It opens none. What the system does not tell is empty: who
// has a device open, its latency timer, its place on the bus. Root is not used.
func Ports(string) ([]Port, error) {
	found, err := enumerator.GetDetailedPortsList()
	if err != nil {
		return portNames(err)
	}
	var ports []Port
	for _, f := range found {
		p := Port{Device: f.Name, CanOpen: true}
		if f.IsUSB {
			p.VendorID, p.ProductID = strings.ToLower(f.VID), strings.ToLower(f.PID)
			p.SerialNumber, p.Product = f.SerialNumber, f.Product
			p.guess()
		}
		ports = append(ports, p)
	}
	sortPorts(ports)
	return ports, nil
}
