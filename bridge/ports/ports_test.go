package ports

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/devices"
	"github.com/loopline/loopline/internal/say"
)

// twoPorts are one that can be opened and one that somebody holds.
func twoPorts() []devices.Port {
	timer := 16
	return []devices.Port{
		{
			Device: "/dev/ttyUSB0", VendorID: "0403", ProductID: "6010", SerialNumber: "FT1", Channel: "B",
			Driver: "ftdi_sio", LatencyTimer: &timer, CanOpen: true,
			Board: &devices.Board{Name: "Arty", Certainty: "sure", Role: devices.RoleUART},
		},
		{Device: "/dev/ttyACM0", Product: "Uno", BusyBy: []devices.Holder{{Name: "screen", PID: 7}}, Remedy: "end screen"},
	}
}

// TestPrint wants every fact in its column, and what to type below.
func TestPrint(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, Print(&out, twoPorts()))
	require.Regexp(t, `(?m)^/dev/ttyUSB0 .* 0403:6010 +FT1 +B +ftdi_sio +16 ms +yes +Arty \(sure\) +serial:`, out.String())
	require.Regexp(t, `(?m)^/dev/ttyACM0 .* busy: screen \(7\) +Uno `, out.String())
	require.Contains(t, out.String(), "\n/dev/ttyACM0: end screen\n")
	out.Reset()
	require.NoError(t, Print(&out, nil))
	require.Contains(t, out.String(), "loopline doctor")
}

// TestDiagnosisText names each port, each finding and the lines that mend it.
func TestDiagnosisText(t *testing.T) {
	d := Diagnosis{Ports: twoPorts(), Findings: []Finding{
		{Severity: SeverityProblem, Port: "/dev/ttyACM0", Text: say.Raw("screen holds it"), Fix: []say.Text{say.Raw("kill 7")}},
	}}
	require.Equal(t, "/dev/ttyUSB0: Arty (sure), its serial line\n/dev/ttyACM0\n\n"+
		"problem: /dev/ttyACM0: screen holds it\n    kill 7\n", diagnosisText(d, say.English))
	require.Contains(t, diagnosisText(Diagnosis{}, say.English), "nothing wrong: play with --white bot")
}
