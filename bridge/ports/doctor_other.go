//go:build !linux

package ports

import (
	"github.com/loopline/loopline/bridge/devices"
	"github.com/loopline/loopline/internal/say"
)

// Diagnose lists all ports, and what is wrong with them as far as the system tells:
// FTDI's latency timer on Windows, and that there is no port.
func Diagnose(root string) (Diagnosis, error) {
	found, err := devices.Ports(root)
	if err != nil || len(found) > 0 {
		return Diagnosis{Ports: found, Findings: findings(found)}, err
	}
	return Diagnosis{Findings: []Finding{{ID: FindNothing, Severity: SeverityProblem,
		Text: say.Format("no serial port is there: is the board plugged in and switched on, does its cable carry data, " +
			"and is its driver installed?")}}}, nil
}
