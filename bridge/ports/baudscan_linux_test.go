package ports

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/loopline/loopline/bridge/bridgetest"
	"github.com/loopline/loopline/internal/tier"
)

// virtualUART is a board on a pseudo-terminal whose UART has a bit rate: at any other it reads
// nothing and answers what no line is.
func virtualUART(t *testing.T, rate uint32) (name string) {
	pty, err := bridgetest.NewPTY()
	require.NoError(t, err)
	fd, err := unix.Open(pty.Name, unix.O_RDWR|unix.O_NOCTTY|unix.O_NONBLOCK, 0) // the device stays
	require.NoError(t, err)
	t.Cleanup(func() {
		pty.Unplug()
		unix.Close(fd)
	})
	go func() {
		buf := make([]byte, 64)
		for {
			n, err := pty.Read(buf)
			if err != nil {
				return
			}
			mode, err := unix.IoctlGetTermios(fd, unix.TCGETS2)
			if err != nil {
				return
			}
			switch {
			case mode.Ospeed == rate && bytes.Equal(buf[:n], []byte("-T\n")):
				_, err = pty.Write([]byte("FP\n"))
			case mode.Ospeed == 2*rate:
				_, err = pty.Write([]byte{0xf8, 0x80, 0x00})
			}
			if err != nil {
				return
			}
		}
	}()
	return pty.Name
}

// TestBaudScan finds the rate at which a board speaks, and says what came at the others.
func TestBaudScan(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	accept := func(line string) bool { return len(line) == 2 }
	for _, c := range []struct {
		rate  uint32
		found int
		says  []string
	}{
		{115200, 115200, []string{`  115200  answers "FP"`, "answers at 115200 baud, as its address has it"}},
		{111744, 111744, []string{"  115200  nothing\n  111744  answers", "the board answers at 111744 baud, not at 115200: play with serial:"}},
		{9600, 9600, []string{"    9600  answers", "baud=9600, or mend its divider: a bit lasts clk / 115200 clock cycles"}},
		{57600, 57600, []string{`  115200  3 bytes, no answer: "\xf8\x80\x00"`}},
		{1234, 0, []string{" 3000000  nothing\nno rate gave an answer: is this the port of the serial line"}},
	} {
		t.Run(fmt.Sprint(c.rate), func(t *testing.T) {
			t.Parallel() // they wait
			var out bytes.Buffer
			s := BaudScan{Question: "-T\n", Accept: accept, Out: &out}
			found, err := s.Run(t.Context(), "serial:"+virtualUART(t, c.rate))
			require.NoError(t, err)
			require.Equal(t, c.found, found)
			for _, text := range c.says {
				require.Contains(t, out.String(), text)
			}
		})
	}
	var out bytes.Buffer
	s := BaudScan{Question: "-T\n", Accept: accept, Out: &out, JSON: true}
	_, err := s.Run(t.Context(), "serial:"+virtualUART(t, 118656))
	require.NoError(t, err)
	require.Equal(t, `{"baud":118656,"answer":"FP","bytes":"\"FP\\n\""}`, strings.Split(out.String(), "\n")[2])
	_, err = s.Run(t.Context(), "tcp:localhost:1")
	require.ErrorContains(t, err, "only a serial or usb address has a bit rate")
	_, err = s.Run(t.Context(), "serial:"+os.DevNull)
	require.ErrorContains(t, err, "is not a serial device")
}
