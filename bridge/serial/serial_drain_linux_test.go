package serial

import (
	"errors"
	"os"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/loopline/loopline/bridge/addr"
)

// wired is a port that takes its pseudo-terminal for a wire of one byte a
// millisecond.
func wired(t *testing.T) (port *serialPort, master *os.File) {
	master, slave, err := pty.Open()
	require.NoError(t, err)
	t.Cleanup(func() { master.Close() })
	a, err := addr.Parse("serial:" + slave.Name() + "?baud=10000")
	require.NoError(t, err)
	conn, err := Open(a.Serial, Options{})
	require.NoError(t, err)
	require.NoError(t, slave.Close())
	t.Cleanup(func() { conn.Close() })
	port, ok := conn.(*serialPort)
	require.True(t, ok)
	port.pty = false
	return port, master
}

func TestDrainReturnsWhenAllHasLeft(t *testing.T) {
	port, master := wired(t)
	_, err := port.Write([]byte("hello\n"))
	require.NoError(t, err)
	_, err = master.Read(make([]byte, 64))
	require.NoError(t, err)
	require.NoError(t, port.Drain())
}

func TestDrainIsBounded(t *testing.T) {
	port, _ := wired(t)
	// A queue that nobody empties stands in for a stopped flow.
	port.outQueue = func() (int, error) { return 7, nil }
	require.NoError(t, port.SetWriteDeadline(time.Now().Add(20*time.Millisecond)))
	err := port.Drain()
	require.ErrorIs(t, err, os.ErrDeadlineExceeded)
	require.ErrorContains(t, err, "7 bytes do not leave")
}

func TestDrainAfterThePlugWasPulled(t *testing.T) {
	port, master := wired(t)
	require.NoError(t, master.Close())
	port.outQueue = func() (int, error) { return 0, unix.EIO }
	require.ErrorContains(t, port.Drain(), "unplugged")
	require.NoError(t, port.Close())
	require.ErrorIs(t, port.Drain(), os.ErrClosed)
}

func TestCloseDoesNotWaitForBytesThatDoNotLeave(t *testing.T) {
	port, _ := wired(t)
	port.outQueue = func() (int, error) { return 7, nil }
	started := time.Now()
	require.NoError(t, port.Close())
	require.GreaterOrEqual(t, time.Since(started), maxLastDrain)
	require.Less(t, time.Since(started), maxDrain)
}

func TestARealDeviceIsExclusive(t *testing.T) {
	port, master := wired(t)
	require.Zero(t, exclusive(t, port))
	plain, err := addr.Parse("serial:/dev/ttyS0")
	require.NoError(t, err)
	require.NoError(t, port.setUp(plain.Serial))
	require.Equal(t, 1, exclusive(t, port))
	other, err := os.OpenFile(port.file.Name(), os.O_RDWR|unix.O_NOCTTY, 0)
	if os.Getuid() != 0 {
		require.ErrorIs(t, err, unix.EBUSY)
		return
	}
	require.NoError(t, err)
	defer other.Close()
	require.NoError(t, port.Close())
	again := &serialPort{file: other}
	require.Zero(t, exclusive(t, again), "given back")
	require.NoError(t, master.Close())
}

func exclusive(t *testing.T, port *serialPort) int {
	var on int
	require.NoError(t, port.control(func(fd int) (err error) {
		on, err = unix.IoctlGetInt(fd, unix.TIOCGEXCL)
		return err
	}))
	return on
}

func TestARealDeviceThatAnotherHasOpenIsRefused(t *testing.T) {
	port, _ := wired(t)
	claim := func() error { return port.control(port.claim) }
	require.NoError(t, claim())
	other, err := os.OpenFile(port.file.Name(), os.O_RDWR|unix.O_NOCTTY, 0)
	require.NoError(t, err)
	err = claim()
	require.ErrorIs(t, err, unix.EBUSY)
	require.ErrorContains(t, err, "held by pid")
	require.NoError(t, other.Close())
	require.NoError(t, claim())
}

func TestNodeErrors(t *testing.T) {
	for err, want := range map[error]string{
		unix.EBUSY:  "in use",
		unix.ENXIO:  "no hardware",
		unix.EPERM:  "no permission",
		unix.EMFILE: "cannot be opened",
	} {
		got := nodeError("/dev/ttyNONE", "/dev/ttyNONE", err)
		require.ErrorIs(t, got, err)
		require.ErrorContains(t, got, want)
	}
}

func TestWireTime(t *testing.T) {
	p := &serialPort{wire: serialWire{115200, 10}}
	require.Equal(t, 50*time.Microsecond, p.wireTime(0))
	require.InDelta(t, 434*time.Microsecond, p.wireTime(5), float64(time.Microsecond))
	require.Equal(t, 5*time.Millisecond, p.wireTime(1<<20))
}

func TestIsPTY(t *testing.T) {
	require.True(t, isPTY(unix.Mkdev(136, 4)))
	require.False(t, isPTY(unix.Mkdev(188, 0)))
}

// TestVanishedWhileOpened names the reason where the system says something else,
// and leaves the errors of a device that is there.
func TestVanishedWhileOpened(t *testing.T) {
	said := errors.New("setting 115200 baud: input/output error")
	require.NoError(t, unlessVanished(nil, "/dev/ttyUSB0", "/none"))
	require.Equal(t, said, unlessVanished(said, "/dev/ttyUSB0", "/dev/null"))
	err := unlessVanished(said, "/dev/ttyUSB0", "/none")
	require.ErrorIs(t, err, os.ErrNotExist)
	require.ErrorContains(t, err, "serial:/dev/ttyUSB0: unplugged while it was opened")
}
