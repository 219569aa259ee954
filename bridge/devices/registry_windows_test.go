package devices

import (
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/windows/registry"
)

// plugged makes a device in a registry of the test's own.
func plugged(t *testing.T, path, port, service string, timer uint32) {
	t.Helper()
	device, _, err := registry.CreateKey(registry.CURRENT_USER, path, registry.ALL_ACCESS)
	require.NoError(t, err)
	defer device.Close()
	require.NoError(t, device.SetStringValue("Service", service))
	parameters, _, err := registry.CreateKey(device, "Device Parameters", registry.ALL_ACCESS)
	require.NoError(t, err)
	defer parameters.Close()
	require.NoError(t, parameters.SetStringValue("PortName", port))
	if timer > 0 {
		require.NoError(t, parameters.SetDWordValue("LatencyTimer", timer))
	}
	t.Cleanup(func() {
		_ = registry.DeleteKey(registry.CURRENT_USER, path+`\Device Parameters`)
		_ = registry.DeleteKey(registry.CURRENT_USER, path)
	})
}

// The registry knows a port's driver and FTDI's timer.
func TestRegisteredPorts(t *testing.T) {
	const root = `Software\LooplineTest\Enum`
	plugged(t, root+`\FTDIBUS\VID_0403+PID_6010+FTAB\0000`, "COM3", "FTSER2K", 0)
	plugged(t, root+`\FTDIBUS\VID_0403+PID_6010+FTAC\0000`, "COM4", "FTSER2K", 1)
	plugged(t, root+`\USB\VID_1D50&PID_602B\7`, "COM5", "usbser", 0)
	plugged(t, root+`\USB\VID_1D50&PID_602B\8`, "LPT1", "usbprint", 0)
	known := RegisteredPorts(registry.CURRENT_USER, root)
	require.Len(t, known, 3)
	require.Equal(t, root+`\FTDIBUS\VID_0403+PID_6010+FTAB\0000\Device Parameters`, known["COM3"].Key)
	require.Equal(t, "usbser", known["COM5"].driver)
	require.Nil(t, known["COM5"].Latency)
	require.Equal(t, 1, *known["COM4"].Latency)

	p := Port{Device: "COM3"}
	known["COM3"].describe(&p)
	require.Equal(t, "FTSER2K", p.Driver)
	require.Equal(t, 16, *p.LatencyTimer)
}
