package bridge

import (
	"fmt"
	"strings"

	"golang.org/x/sys/windows/registry"

	"github.com/loopline/loopline/internal/say"
)

// enumKey is the registry key of all devices ever plugged in, with a subkey for each
// bus, device and instance.
const enumKey = `SYSTEM\CurrentControlSet\Enum`

// defaultLatencyTimer is FTDI's default in milliseconds.
const defaultLatencyTimer = 16

// registered holds the registry's data on the device behind a COM port.
type registered struct {
	key     string // of its parameters
	driver  string // the service: FTSER2K, usbser
	latency *int   // timer in milliseconds, of FTDI's chips
}

// registeredPorts looks below a key for devices with a COM port. What it may not
// read it passes over.
func registeredPorts(root registry.Key, path string) map[string]registered {
	ports := map[string]registered{}
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
func readPort(root registry.Key, instance string, ftdi bool) (name string, r registered, found bool) {
	r.key = instance + `\Device Parameters`
	parameters, err := registry.OpenKey(root, r.key, registry.QUERY_VALUE)
	if err != nil {
		return "", r, false
	}
	defer parameters.Close()
	name, _, err = parameters.GetStringValue("PortName")
	if err != nil || !isCOM(name) {
		return "", r, false
	}
	if ftdi {
		timer := defaultLatencyTimer
		if set, _, err := parameters.GetIntegerValue("LatencyTimer"); err == nil {
			timer = int(min(set, 255))
		}
		r.latency = &timer
	}
	if device, err := registry.OpenKey(root, instance, registry.QUERY_VALUE); err == nil {
		r.driver, _, _ = device.GetStringValue("Service")
		device.Close()
	}
	return strings.ToUpper(name), r, true
}

// describe adds what the registry holds to a port.
func (r registered) describe(p *Port) {
	p.Driver, p.LatencyTimer = r.driver, r.latency
}

// findings lists the problems of ports that the registry shows.
func findings(ports []Port) []Finding {
	return registryFindings(ports, registeredPorts(registry.LOCAL_MACHINE, enumKey))
}

func registryFindings(ports []Port, known map[string]registered) (all []Finding) {
	for _, p := range ports {
		r, found := known[p.Device]
		if !found || r.latency == nil || *r.latency <= lowLatencyTimer {
			continue
		}
		all = append(all, Finding{ID: FindLatency, Severity: SeverityAdvice, Port: p.Device,
			Text: say.F("the latency timer is %d ms: each answer may come that much later", *r.latency),
			Fix: []say.Text{say.F("%s   & rem as administrator; then unplug the board and plug it in",
				fmt.Sprintf(`reg add "HKLM\%s" /v LatencyTimer /t REG_DWORD /d %d /f`, r.key, lowLatencyTimer))},
		})
	}
	return all
}
