package ports

import (
	"fmt"

	"golang.org/x/sys/windows/registry"

	"github.com/loopline/loopline/bridge/devices"
	"github.com/loopline/loopline/internal/say"
)

// findings lists the problems of ports that the registry shows.
func findings(ports []devices.Port) []Finding {
	return registryFindings(ports, devices.RegisteredPorts(registry.LOCAL_MACHINE, devices.EnumKey))
}

func registryFindings(ports []devices.Port, known map[string]devices.Registered) (all []Finding) {
	for _, p := range ports {
		r, found := known[p.Device]
		if !found || r.Latency == nil || *r.Latency <= devices.LowLatencyTimer {
			continue
		}
		all = append(all, Finding{ID: FindLatency, Severity: SeverityAdvice, Port: p.Device,
			Text: say.Format("the latency timer is %d ms: each answer may come that much later", *r.Latency),
			Fix: []say.Text{say.Format("%s   & rem as administrator; then unplug the board and plug it in",
				fmt.Sprintf(`reg add "HKLM\%s" /v LatencyTimer /t REG_DWORD /d %d /f`, r.Key, devices.LowLatencyTimer))},
		})
	}
	return all
}
