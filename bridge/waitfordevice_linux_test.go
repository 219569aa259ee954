package bridge

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/devices"
	"github.com/loopline/loopline/bridge/devices/devicestest"
)

func TestPatience(t *testing.T) {
	m := devicestest.New(t)
	m.Dir("dev")
	const address = "serial:/dev/ttyUSB0"
	_, err := Open(t.Context(), address, Options{Root: m.Root})
	require.ErrorContains(t, err, "no such device")

	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	_, err = Open(ctx, address, Options{Root: m.Root, WaitForDevice: true})
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.ErrorContains(t, err, "no such device")

	var remarks []string
	conn, err := Open(t.Context(), address, Options{Root: m.Root, WaitForDevice: true, Log: func(s string) {
		if remarks = append(remarks, s); len(remarks) == 1 {
			devicestest.PlugIn(t, m, "ttyUSB0")
		}
	}})
	require.NoError(t, err)
	require.NoError(t, conn.Close())
	require.Equal(t, []string{"serial:/dev/ttyUSB0?baud=115200 is not plugged in; waiting for it"}, remarks)
}

// TestWhatIsNotWaitedFor does not wait for what will not change: that would be for
// ever.
func TestWhatIsNotWaitedFor(t *testing.T) {
	m := devicestest.New(t)
	m.File("dev/ttyUSB0", "no terminal")
	_, err := Open(t.Context(), "serial:/dev/ttyUSB0", Options{Root: m.Root, WaitForDevice: true})
	require.ErrorContains(t, err, "is not a serial device")
	m = devicestest.TwoBoards(t)
	_, err = Open(t.Context(), "serial:sn=FT4X2DEF", Options{Root: m.Root, WaitForDevice: true})
	require.ErrorContains(t, err, "several")
}

func TestLowLatencyNeedsATimer(t *testing.T) {
	m := devicestest.New(t)
	m.Dir("dev")
	devicestest.PlugIn(t, m, "ttyUSB0")
	_, err := Open(t.Context(), "serial:/dev/ttyUSB0?low_latency=1", Options{Root: m.Root})
	require.ErrorContains(t, err, "has no latency timer; leave the option out")
}

// TestLowLatencyIsRestored has a device whose driver knows the kernel's attribute
// alone.
func TestLowLatencyIsRestored(t *testing.T) {
	m := devicestest.New(t)
	m.Dir("dev")
	timer := "sys/class/tty/" + devicestest.PlugIn(t, m, "ttyUSB0") + "/device/latency_timer"
	require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(m.Root, timer)), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(m.Root, timer), []byte("9"), 0o644))
	read := func() int {
		n := devices.ReadNumber(filepath.Dir(filepath.Join(m.Root, timer)), filepath.Base(timer), 10)
		require.NotNil(t, n)
		return *n
	}
	var remarks []string
	conn, err := Open(t.Context(), "serial:/dev/ttyUSB0?low_latency=1", Options{Root: m.Root,
		Log: func(s string) { remarks = append(remarks, s) }})
	require.NoError(t, err)
	require.Len(t, remarks, 1)
	require.Contains(t, remarks[0], "latency timer 1 ms, was 9 ms")
	require.Equal(t, 1, read())
	require.NoError(t, conn.Close())
	require.Equal(t, 9, read())
}
