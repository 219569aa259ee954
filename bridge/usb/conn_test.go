package usb

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// fastLine makes the reckoned time on the wire short.
var fastLine = Line{Baud: 3_000_000, Bits: 8, Parity: "none", Stop: 1}

// open opens an FTDI chip on a fake pipe by the way of a real one.
func open(t *testing.T, pipe *fakePipe, config Config) (*Conn, error) {
	t.Helper()
	if config.Line == (Line{}) {
		config.Line = fastLine
	}
	if pipe.answers[ftdiModemStatus] == nil {
		pipe.answers[ftdiModemStatus] = []byte{0x01, lineEmpty}
	}
	port := onlyPort(t, ftdiDevice("1-1", "S", 0x6001, 0x0600, 1), "")
	conn, err := openPort(t.Context(), port, config, func(Port, ends, Config) (pipeOf, error) { return pipe, nil })
	if err == nil {
		t.Cleanup(func() { conn.Close() })
	}
	return conn, err
}

type pipeOf = pipe

func mustOpen(t *testing.T, pipe *fakePipe, config Config) *Conn {
	t.Helper()
	conn, err := open(t, pipe, config)
	require.NoError(t, err)
	return conn
}

func TestReadStripsAndWaits(t *testing.T) {
	pipe := newFakePipe()
	conn := mustOpen(t, pipe, Config{})
	pipe.in <- packet(0, "")
	pipe.in <- nil
	pipe.in <- packet(0, "hello")
	got := make([]byte, 3)
	n, err := conn.Read(got)
	require.NoError(t, err)
	require.Equal(t, "hel", string(got[:n]))
	n, err = conn.Read(got)
	require.NoError(t, err)
	require.Equal(t, "lo", string(got[:n]))
}

func TestWriteAndDrain(t *testing.T) {
	pipe := newFakePipe()
	conn := mustOpen(t, pipe, Config{})
	text := strings.Repeat("0123456789", 1000)
	n, err := conn.Write([]byte(text))
	require.NoError(t, err)
	require.Equal(t, len(text), n)
	var got string
	for len(got) < len(text) {
		got += string(<-pipe.out)
	}
	require.Equal(t, text, got)
	require.NoError(t, conn.Drain())

	pipe.mu.Lock()
	pipe.answers[ftdiModemStatus] = []byte{0x01, 0}
	pipe.mu.Unlock()
	require.NoError(t, conn.SetWriteDeadline(time.Now().Add(20*time.Millisecond)))
	require.ErrorIs(t, conn.Drain(), os.ErrDeadlineExceeded)
	_, err = conn.Write([]byte("x"))
	require.ErrorIs(t, err, os.ErrDeadlineExceeded)
	require.NoError(t, conn.SetWriteDeadline(time.Time{}))
	_, err = conn.Write([]byte("x"))
	require.NoError(t, err)
	pipe.mu.Lock()
	pipe.answers[ftdiModemStatus] = []byte{0x01, lineEmpty}
	pipe.mu.Unlock()
}

// TestSendTime has the time of the line by its rate and frame, and no less than the packets take on the bus.
func TestSendTime(t *testing.T) {
	for _, c := range []struct {
		line  Line
		bytes int
		want  time.Duration
	}{
		{Line{Baud: 9600, Bits: 8, Parity: "none", Stop: 1}, 1000, 10_000 * time.Second / 9600}, // 1.0417 s
		{Line{Baud: 9600, Bits: 8, Parity: "even", Stop: 2}, 1000, 12_000 * time.Second / 9600},
		{Line{Baud: 300, Bits: 7, Parity: "odd", Stop: 1}, 1000, 10_000 * time.Second / 300},
		{fastLine, 1000, 16 * time.Millisecond}, // 3.3 ms on the line, 16 packets of 64 bytes
		{fastLine, 64, time.Millisecond},
		{fastLine, 65, 2 * time.Millisecond},
		{fastLine, 0, 0},
	} {
		conn := mustOpen(t, newFakePipe(), Config{Line: c.line})
		require.Equal(t, c.want, conn.SendTime(c.bytes), "%v, %d bytes", c.line, c.bytes)
	}
}

// TestDeafDevice takes nothing: the deadline ends Write, even when it is moved
// while Write waits, and Close does.
func TestDeafDevice(t *testing.T) {
	pipe := newFakePipe()
	pipe.out = nil
	conn := mustOpen(t, pipe, Config{})
	time.AfterFunc(10*time.Millisecond, func() { conn.SetWriteDeadline(time.Unix(1, 0)) })
	_, err := conn.Write([]byte("x"))
	require.ErrorIs(t, err, os.ErrDeadlineExceeded)
	require.NoError(t, conn.SetWriteDeadline(time.Time{}))
	time.AfterFunc(10*time.Millisecond, func() { conn.Close() })
	_, err = conn.Write([]byte("x"))
	require.ErrorIs(t, err, os.ErrClosed)
}

func TestCloseWakesRead(t *testing.T) {
	pipe := newFakePipe()
	conn := mustOpen(t, pipe, Config{})
	read := make(chan error, 1)
	go func() {
		_, err := conn.Read(make([]byte, 1))
		read <- err
	}()
	<-pipe.reading
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() { require.NoError(t, conn.Close()) })
	}
	all.Wait()
	err := <-read
	require.ErrorIs(t, err, os.ErrClosed)
	require.Equal(t, 1, pipe.closes)
	_, err = conn.Write([]byte("x"))
	require.ErrorIs(t, err, os.ErrClosed)
	require.ErrorIs(t, conn.Drain(), os.ErrClosed)
	require.Equal(t, request{ftdiOut, ftdiModem, 0x0300, 0, ""}, pipe.asked()[len(pipe.asked())-1])
}

// TestBadDevices wants each way in which a device fails to be a clear end.
func TestBadDevices(t *testing.T) {
	for name, c := range map[string]struct {
		fail  func(*fakePipe)
		words string
	}{
		"unplugged":        {func(p *fakePipe) { p.unplug(errGone) }, "unplugged: usb:0403:6001?sn=S: device went away"},
		"a stalled pipe":   {func(p *fakePipe) { p.unplug(errStall) }, "refuses (stall)"},
		"a hub that drops": {func(p *fakePipe) { p.unplug(errors.New("transfer failed")) }, "connection lost"},
		"no status bytes": {func(p *fakePipe) {
			for range maxHeadless + 1 {
				p.in <- []byte{1}
			}
		}, "not an FTDI chip"},
	} {
		t.Run(name, func(t *testing.T) {
			pipe := newFakePipe()
			pipe.in = make(chan []byte, 2*maxHeadless)
			conn := mustOpen(t, pipe, Config{})
			c.fail(pipe)
			_, err := conn.Read(make([]byte, 10))
			var gone *DisconnectedError
			require.ErrorAs(t, err, &gone)
			require.ErrorContains(t, err, c.words)
		})
	}
}

// TestWire tells a device that was pulled out from one that is there and fails:
// either begins with a transfer that does not get through.
func TestWire(t *testing.T) {
	for node, words := range map[string]string{
		"/dev/null": "connection lost: usb:0403:6001?sn=S: a transfer failed",
		"/none":     "unplugged: usb:0403:6001?sn=S: device went away",
	} {
		pipe := newFakePipe()
		conn := mustOpen(t, pipe, Config{})
		conn.node = node
		pipe.unplug(errWire)
		_, err := conn.Read(make([]byte, 10))
		var gone *DisconnectedError
		require.ErrorAs(t, err, &gone)
		require.ErrorContains(t, err, words)
	}
}

// TestFloods ends a device that sends nothing as fast as it can.
func TestFloods(t *testing.T) {
	newChip := func(p pipe) chip { return newFTDI(Port{Device: &Device{Release: 0x0600}}, p) }
	for name, c := range map[string]struct {
		length int
		chip   func(pipe) chip
	}{
		"status alone":          {ftdiStatus, newChip},
		"nothing, without chip": {0, func(p pipe) chip { return newCDC(Port{Interfaces: []int{0}}, p) }},
		"nothing, from a chip":  {0, newChip},
	} {
		t.Run(name, func(t *testing.T) {
			pipe := &floodPipe{newFakePipe(), c.length}
			conn := newConn("usb:flood", fastLine, pipe, c.chip(pipe), nil)
			_, err := conn.Read(make([]byte, 10))
			require.ErrorContains(t, err, "floods us with empty packets")
			require.NoError(t, conn.Close())
			require.Equal(t, 1, pipe.closes)
		})
	}
}

type floodPipe struct {
	*fakePipe
	length int
}

func (f *floodPipe) read([]byte) (int, error) { return f.length, nil }

// TestVanished opens a port that was listed and has gone since: the kernel's
// driver cannot be taken off it, and nothing is opened.
func TestVanished(t *testing.T) {
	device := ftdiDevice("1-1", "S", 0x6001, 0x0600, 1)
	device.Bus, device.Address = 999, 999
	device.Interfaces[0].Driver = "ftdi_sio"
	_, err := openPort(t.Context(), onlyPort(t, device, ""), Config{Line: fastLine}, func(Port, ends, Config) (pipeOf, error) {
		return nil, errors.New("was opened")
	})
	require.ErrorIs(t, err, os.ErrNotExist)
	require.ErrorContains(t, err, "usb:0403:6001?sn=S: ")
	require.ErrorContains(t, err, "unplugged")
	require.NotContains(t, err.Error(), "was opened")
}

// TestClaimed is refused what another program has by raw USB.
func TestClaimed(t *testing.T) {
	device := ftdiDevice("1-1", "S", 0x6001, 0x0600, 1)
	device.Interfaces[0].Driver = "usbfs"
	_, err := openPort(t.Context(), onlyPort(t, device, ""), Config{Line: fastLine}, nil)
	require.ErrorIs(t, err, ErrBusy)
}

// TestWriteToGone writes to a device that is gone.
func TestWriteToGone(t *testing.T) {
	pipe := newFakePipe()
	conn := mustOpen(t, pipe, Config{})
	pipe.mu.Lock()
	pipe.writeErr = errGone
	pipe.refuses[ftdiModemStatus] = errGone
	pipe.refuses[ftdiModem] = errGone
	pipe.mu.Unlock()
	_, err := conn.Write([]byte("x"))
	require.ErrorContains(t, err, "unplugged")
	require.ErrorContains(t, conn.Drain(), "unplugged")
	require.NoError(t, conn.Close(), "there is nothing to give back")
}

func TestLowLatency(t *testing.T) {
	var remarks []string
	pipe := newFakePipe()
	pipe.answers[ftdiGetLatency] = []byte{16}
	conn := mustOpen(t, pipe, Config{LowLatency: true, Log: func(s string) { remarks = append(remarks, s) }})
	require.Contains(t, pipe.asked(), request{ftdiOut, ftdiSetLatency, 1, 0, ""})
	require.Equal(t, []string{"usb:0403:6001?sn=S: latency timer 1 ms, was 16 ms"}, remarks)
	require.NoError(t, conn.Close())
	require.Contains(t, pipe.asked(), request{ftdiOut, ftdiSetLatency, 16, 0, ""})
}

// TestFailingSetUp gives everything back.
func TestFailingSetUp(t *testing.T) {
	for _, number := range []uint8{ftdiReset, ftdiBaud, ftdiGetLatency} {
		pipe := newFakePipe()
		pipe.refuses[number] = errTimeout
		_, err := open(t, pipe, Config{LowLatency: true})
		require.ErrorIs(t, err, errTimeout)
		require.ErrorContains(t, err, "usb:0403:6001?sn=S: ")
		require.Equal(t, 1, pipe.closes)
	}
	_, err := open(t, newFakePipe(), Config{Line: Line{Baud: 2_500_000, Bits: 8, Parity: "none", Stop: 1}})
	require.ErrorContains(t, err, "nearest rate")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	port := onlyPort(t, ftdiDevice("1-1", "S", 0x6001, 0x0600, 1), "")
	_, err = openPort(ctx, port, Config{}, nil)
	require.ErrorIs(t, err, context.Canceled)
}

func TestRemarksOnce(t *testing.T) {
	var remarks []string
	pipe := newFakePipe()
	conn := mustOpen(t, pipe, Config{Log: func(s string) { remarks = append(remarks, s) }})
	for range 3 {
		pipe.in <- packet(lineFraming, "?")
	}
	_, err := io.ReadFull(conn, make([]byte, 3))
	require.NoError(t, err)
	require.Len(t, remarks, 1)
	require.NoError(t, conn.Close())
	require.Len(t, remarks, 2)
	require.Contains(t, remarks[1], "in all 3 packets with framing errors")
}

func TestDeadlineMoves(t *testing.T) {
	d := newDeadline()
	open := func() bool {
		select {
		case <-d.channel():
			return false
		default:
			return true
		}
	}
	d.set(time.Now().Add(time.Hour))
	require.True(t, open())
	d.set(time.Now().Add(time.Millisecond))
	<-d.channel()
	d.set(time.Time{})
	require.True(t, open())
	d.set(time.Unix(1, 0))
	require.False(t, open())
	d.set(time.Now().Add(time.Hour))
	require.True(t, open())
	d.set(time.Time{})
}
