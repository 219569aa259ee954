//go:build linux

package qemutest_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/loopline/loopline/bridge/bridgetest"
	"github.com/loopline/loopline/bridge/qemutest"
)

// uart is the far end of a wire that has a rate of its own, as the UART in an
// FPGA has: bytes sent at another rate are misread bit by bit.
type uart struct {
	*bridgetest.PTY
	t    *testing.T
	rate int // bits per second
}

// plugUART plugs in a board whose UART runs at a rate.
func (b *bench) plugUART(t *testing.T, id string, rate int) *uart {
	t.Helper()
	pty, err := bridgetest.NewPTY()
	require.NoError(t, err)
	b.plug(t, qemutest.Adapter{ID: id, Serial: "SN" + id, Device: pty.Name})
	t.Cleanup(func() { pty.Unplug() })
	return &uart{pty, t, rate}
}

// set is the rate that the adapter was told, which QEMU sets on its end.
func (u *uart) set() int {
	fd, err := unix.Open(u.Name, unix.O_RDWR|unix.O_NOCTTY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return 0
	}
	defer unix.Close(fd)
	mode, err := unix.IoctlGetTermios(fd, unix.TCGETS2)
	if err != nil {
		return 0
	}
	return int(mode.Ospeed)
}

// Read reads what the UART makes of what was sent.
func (u *uart) Read(p []byte) (int, error) {
	for {
		buf := make([]byte, min(len(p), 16))
		n, err := u.PTY.Read(buf)
		if err != nil {
			return 0, err
		}
		if got := misread(buf[:n], u.set(), u.rate); len(got) > 0 {
			return copy(p, got), nil
		}
	}
}

// Write writes what the adapter makes of what the UART sends.
func (u *uart) Write(p []byte) (int, error) {
	if _, err := u.PTY.Write(misread(p, u.rate, u.set())); err != nil {
		return 0, err
	}
	return len(p), nil
}

// misread answers what a receiver at one rate makes of bytes sent at another in
// one go: it waits for a falling edge and samples the middle of each bit.
func misread(sent []byte, from, to int) []byte {
	if from == to || from == 0 || to == 0 {
		return sent
	}
	var levels []bool // one for each bit sent
	for _, b := range sent {
		levels = append(levels, false)
		for bit := range 8 {
			levels = append(levels, b>>bit&1 == 1)
		}
		levels = append(levels, true)
	}
	at := func(time float64) bool { // in bits of the sender; the line idles high
		i := int(time)
		return time < 0 || i >= len(levels) || levels[i]
	}
	step := float64(from) / float64(to)
	var got []byte
	for now := 0.0; now < float64(len(levels)); now += 1.0 / 16 {
		if at(now) || !at(now-1.0/16) {
			continue
		}
		var b byte
		for bit := range 8 {
			if at(now + (1.5+float64(bit))*step) {
				b |= 1 << bit
			}
		}
		got = append(got, b)
		now += 9.5 * step
	}
	return got
}

func TestMisread(t *testing.T) {
	text := []byte("-T\n@0/\n")
	require.Equal(t, text, misread(text, 9600, 9600))
	require.Equal(t, text, misread(text, 115200, 117000), "1.6 % off is near enough")
	require.NotEqual(t, text, misread(text, 115200, 9600))
	require.NotContains(t, string(misread(text, 9600, 115200)), "T")
}

// TestRates tells the chip a rate, by the kernel's driver and by ours, and asks
// QEMU's model of the chip which one it understood.
func TestRates(t *testing.T) {
	b := newFullBench(t)
	for _, rate := range []int{9600, 19200, 115200, 230400, 921600, 3_000_000} {
		u := b.plugUART(t, "rate", rate)
		seat(t, u, "good", firstLegal())
		b.tty(t, "SNrate")
		for _, address := range []string{"serial:sn=SNrate?baud=", "usb:0403:6001?sn=SNrate&baud="} {
			p := b.start(t, 0, playArgs(address+strconv.Itoa(rate), "bot:random")...)
			r, err := p.Wait(b.context(t))
			require.NoError(t, err)
			require.Zero(t, r.Status, r.Stderr)
			wants(t, r.Stdout, " wins by ")
			require.InEpsilon(t, rate, u.set(), 0.01)
			b.tty(t, "SNrate")
		}
		require.NoError(t, b.Unplug("rate"))
	}
}

// TestWrongRate plays against a board whose rate is another.
func TestWrongRate(t *testing.T) {
	b := newFullBench(t)
	seat(t, b.plugUART(t, "slow", 9600), "good", firstLegal())
	b.tty(t, "SNslow")
	// The right one first: what is misread is left in the board's line.
	wants(t, b.play(t, 0, "serial:sn=SNslow?baud=9600", "bot:random").Stdout, " wins by ")
	for _, address := range []string{"serial:sn=SNslow", "usb:0403:6001?sn=SNslow"} {
		r := b.run(t, 0, "play", "--white", address, "--red", "bot:random", "--handshake", "3s")
		wants(t, r.Stdout, "loses", "handshake")
		b.tty(t, "SNslow")
	}
}
