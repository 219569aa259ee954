package devices

import (
	"strings"

	"golang.org/x/sys/windows/registry"

	"github.com/loopline/loopline/bridge/addr"
)

// EnumKey is the registry key of all devices ever plugged in, with a subkey for each
// bus, device and instance.
const EnumKey = `SYSTEM\CurrentControlSet\Enum`

// defaultLatencyTimer is FTDI's default in milliseconds.
const defaultLatencyTimer = 16

// Registered holds the registry's data on the device behind a COM port.
type Registered struct {
	Key     string // of its parameters
	Latency *int   // timer in milliseconds, of FTDI's chips
	driver  string // the service: FTSER2K, usbser
}

// RegisteredPorts looks below a key for devices with a COM port. What it may not
// read it passes over.
func RegisteredPorts(root registry.Key, path string) map[string]Registered {
	ports := map[string]Registered{}
	for _, bus := range []string{"FTDIBUS", "USB"} {
		for _, device := range subkeys(root, path+`\`+bus) {
			for _, instance := range subkeys(root, device) {
				if name, r, found := readPort(root, instance, bus == "FTDIBUS"); found {
					ports[name] = r
				}
			}
		}
	}
	return ports
}

// subkeys returns the paths of the keys below a key.
func subkeys(root registry.Key, path string) (paths []string) {
	key, err := registry.OpenKey(root, path, registry.ENUMERATE_SUB_KEYS)
	if err != nil {
		return nil
	}
	defer key.Close()
	names, err := key.ReadSubKeyNames(-1)
	if err != nil {
		return nil
	}
	for _, name := range names {
		paths = append(paths, path+`\`+name)
	}
	return paths
}

// readPort reads one instance of a device, which may have no port.
func readPort(root registry.Key, instance string, ftdi bool) (name string, r Registered, found bool) {
	r.Key = instance + `\Device Parameters`
	parameters, err := registry.OpenKey(root, r.Key, registry.QUERY_VALUE)
	if err != nil {
		return "", r, false
	}
	defer parameters.Close()
	name, _, err = parameters.GetStringValue("PortName")
	if err != nil || !addr.IsCOM(name) {
		return "", r, false
	}
	if ftdi {
		timer := defaultLatencyTimer
		if set, _, err := parameters.GetIntegerValue("LatencyTimer"); err == nil {
			timer = int(min(set, 255))
		}
		r.Latency = &timer
	}
	if device, err := registry.OpenKey(root, instance, registry.QUERY_VALUE); err == nil {
		r.driver, _, _ = device.GetStringValue("Service")
		device.Close()
	}
	return strings.ToUpper(name), r, true
}

// describe adds what the registry holds to a port.
func (r Registered) describe(p *Port) {
	p.Driver, p.LatencyTimer = r.driver, r.Latency
}
