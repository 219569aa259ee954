package ports

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/devices"
)

// Doctor names the command that sets FTDI's timer, of ports whose timer is longer than it must be.
func TestRegistryFindings(t *testing.T) {
	slow, quick := 16, 1
	const key = `Software\LooplineTest\Enum\FTDIBUS\VID_0403+PID_6010+FTAB\0000\Device Parameters`
	all := registryFindings([]devices.Port{{Device: "COM3"}, {Device: "COM4"}, {Device: "COM5"}, {Device: "COM6"}}, map[string]devices.Registered{
		"COM3": {Key: key, Latency: &slow}, "COM4": {Latency: &quick}, "COM5": {},
	})
	require.Len(t, all, 1)
	require.Equal(t, "COM3", all[0].Port)
	require.Contains(t, all[0].Fix[0].String(), `reg add "HKLM\`+key+`" /v LatencyTimer`)
}
