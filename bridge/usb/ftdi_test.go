package usb

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestDivisor has the values that FTDI prints (AN120, chapter 3; AN232B-05).
func TestDivisor(t *testing.T) {
	for _, c := range []struct {
		baud      int
		fast, old bool
		code      uint32
		actual    float64
	}{
		{3_000_000, false, false, 0, 3_000_000},
		{2_000_000, false, false, 1, 2_000_000},
		{1_500_000, false, false, 2, 1_500_000},
		{921_600, false, false, 0x8003, 923_076.9},
		{115_200, false, false, 0x001a, 115_384.6},
		{38_400, false, false, 0xc04e, 38_400},
		{19_200, false, false, 0x809c, 19_200},
		{9_600, false, false, 0x4138, 9_600},
		{300, false, false, 0x2710, 300},
		{9_600, false, true, 0x4138, 9_600},
		{12_000_000, true, false, 0x20000, 12_000_000},
		{8_000_000, true, false, 0x20001, 8_000_000},
		{9_600, true, false, 0x204e2, 9_600},
	} {
		code, actual, err := ftdiDivisor(c.baud, c.fast, c.old)
		require.NoError(t, err, c.baud)
		require.Equal(t, c.code, code, "%d baud: %#x, want %#x", c.baud, code, c.code)
		require.InDelta(t, c.actual, actual, 0.1)
	}
}

// TestDivisorEverywhere goes through all rates: what is answered is near enough
// and is what a chip makes of the code, else an error.
func TestDivisorEverywhere(t *testing.T) {
	for _, fast := range []bool{false, true} {
		for baud := 50; baud <= 12_000_000; baud += 1 + baud/97 {
			code, actual, err := ftdiDivisor(baud, fast, false)
			off := math.Abs(actual/float64(baud) - 1)
			if err != nil {
				require.Greater(t, off, maxRateError)
				continue
			}
			require.LessOrEqual(t, off, maxRateError)
			require.InDelta(t, chipRate(code), actual, 0.01, "%d baud, code %#x", baud, code)
		}
	}
}

// chipRate is the rate that a chip makes of a code, as FTDI describes it.
func chipRate(code uint32) float64 {
	base := 3e6
	if code&ftdiFastest != 0 {
		base = 12e6
	}
	switch whole, fraction := code&0x3fff, code>>14&7; {
	case whole == 0 && fraction == 0:
		return base
	case whole == 1 && fraction == 0:
		return base / 1.5
	default:
		return base / (float64(whole) + []float64{0, .5, .25, .125, .375, .625, .75, .875}[fraction])
	}
}

var line8N1 = Line{Baud: 9600, Bits: 8, Parity: "none", Stop: 1}

func onlyPort(t *testing.T, d *Device, channel string) Port {
	t.Helper()
	ports, err := d.Ports()
	require.NoError(t, err)
	for _, p := range ports {
		if p.Channel == channel {
			return p
		}
	}
	require.Fail(t, "no channel "+channel)
	return Port{}
}

// TestFTDISetUp wants the rate and the channel where each kind of chip has them.
func TestFTDISetUp(t *testing.T) {
	for _, c := range []struct {
		name         string
		release      uint16
		channels     int
		channel      string
		value, index uint16 // of the rate
		other        uint16 // index of other requests
	}{
		{"FT232R", 0x0600, 1, "", 0x4138, 0, 0},
		{"FT2232D channel B", 0x0500, 2, "B", 0x4138, 2, 2},
		{"FT2232H channel A", 0x0700, 2, "A", 0x04e2, 0x0201, 1},
		{"FT4232H channel D", 0x0800, 4, "D", 0x04e2, 0x0204, 4},
		{"FT232H", 0x0900, 1, "", 0x04e2, 0x0200, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			pipe := newFakePipe()
			f := newFTDI(onlyPort(t, ftdiDevice("1-1", "S", 0x6010, c.release, c.channels), c.channel), pipe)
			_, err := f.open(line8N1)
			require.NoError(t, err)
			asked := pipe.asked()
			require.Contains(t, asked, request{ftdiOut, ftdiBaud, c.value, c.index, ""})
			require.Contains(t, asked, request{ftdiOut, ftdiData, 0x0008, c.other, ""})
			require.Contains(t, asked, request{ftdiOut, ftdiModem, 0x0303, c.other, ""})
			require.Equal(t, request{ftdiOut, ftdiReset, 0, c.other, ""}, asked[0])
		})
	}
}

func TestFTDIFormat(t *testing.T) {
	for want, line := range map[uint16]Line{
		0x0008: {Bits: 8, Parity: "none", Stop: 1},
		0x0107: {Bits: 7, Parity: "odd", Stop: 1},
		0x0407: {Bits: 7, Parity: "space", Stop: 1},
		0x1208: {Bits: 8, Parity: "even", Stop: 2},
	} {
		got, err := ftdiFormat(line)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	_, err := ftdiFormat(Line{Bits: 5, Parity: "none", Stop: 1})
	require.ErrorContains(t, err, "7 or 8")
	_, err = ftdiFormat(Line{Bits: 8, Parity: "sometimes", Stop: 1})
	require.ErrorContains(t, err, "write none, odd")
	require.Equal(t, uint16(0x0302), modemValue(Line{DTR: "off"}))
	require.Equal(t, uint16(0x0301), modemValue(Line{RTS: "off"}))
}

func TestFTDIStrip(t *testing.T) {
	pipe := newFakePipe()
	pipe.size = 8
	f := newFTDI(onlyPort(t, ftdiDevice("1-1", "S", 0x6001, 0x0600, 1), ""), pipe)
	// A transfer of two full packets and a short one, one of status alone, and
	// one that is no packet at all.
	transfer := append(append(packet(0, "abcdef"), packet(0, "ghijkl")...), packet(0, "m")...)
	got, err := f.payload(transfer)
	require.NoError(t, err)
	require.Equal(t, "abcdefghijklm", string(got))
	got, err = f.payload(packet(0, ""))
	require.NoError(t, err)
	require.Empty(t, got)
	got, err = f.payload(nil)
	require.NoError(t, err)
	require.Empty(t, got)
	for range maxHeadless {
		_, err = f.payload([]byte{1})
		require.NoError(t, err)
	}
	_, err = f.payload([]byte{1})
	require.ErrorContains(t, err, "not an FTDI chip")
}

// FuzzFTDIStrip wants any transfer taken apart: status that means nothing too.
func FuzzFTDIStrip(f *testing.F) {
	f.Add([]byte{0xff, 0xff, 'x'})
	f.Add([]byte{1})
	f.Fuzz(func(t *testing.T, transfer []byte) {
		size := 64
		chip := newFTDI(Port{Device: &Device{Release: 0x0600}}, &fakePipe{size: size})
		want := []byte{}
		for packet := range slices.Chunk(transfer, size) {
			want = append(want, packet[min(ftdiStatus, len(packet)):]...)
		}
		got, err := chip.payload(slices.Clone(transfer))
		require.NoError(t, err)
		require.Equal(t, want, append([]byte{}, got...))
		_ = chip.lineErrors()
	})
}

func TestFTDITrouble(t *testing.T) {
	f := newFTDI(onlyPort(t, ftdiDevice("1-1", "S", 0x6001, 0x0600, 1), ""), newFakePipe())
	require.Empty(t, f.lineErrors())
	for _, status := range []byte{lineFraming, lineParity, lineOverrun, lineBreak} {
		f.payload(packet(status, ""))
	}
	require.Equal(t, "1 packets with breaks (is the line connected?)", f.lineErrors(),
		"errors of a packet without data are old")
	f.payload(packet(lineFraming, "x"))
	require.Contains(t, f.lineErrors(), "is the baud rate right?")
}

func TestFTDIRefuses(t *testing.T) {
	for number, words := range map[uint8]string{
		ftdiReset: "reset", ftdiBaud: "setting 9600 baud", ftdiData: "setting the frame",
	} {
		pipe := newFakePipe()
		pipe.refuses[number] = errStall
		f := newFTDI(onlyPort(t, ftdiDevice("1-1", "S", 0x6001, 0x0600, 1), ""), pipe)
		_, err := f.open(line8N1)
		require.ErrorIs(t, err, errStall)
		require.ErrorContains(t, err, words)
	}
	pipe := newFakePipe()
	pipe.refuses[ftdiBitMode] = errStall
	_, err := newFTDI(onlyPort(t, ftdiDevice("1-1", "S", 0x6001, 0x0600, 1), ""), pipe).open(line8N1)
	require.NoError(t, err, "old chips have no bit mode")
}

func TestFTDILatency(t *testing.T) {
	pipe := newFakePipe()
	pipe.answers[ftdiGetLatency] = []byte{16}
	f := newFTDI(onlyPort(t, ftdiDevice("1-1", "S", 0x6001, 0x0600, 1), ""), pipe)
	ms, err := f.latency()
	require.NoError(t, err)
	require.Equal(t, 16, ms)
	pipe.answers[ftdiGetLatency] = nil
	_, err = f.latency()
	require.ErrorContains(t, err, "empty")
	old := newFTDI(onlyPort(t, ftdiDevice("1-1", "S", 0x6001, 0x0200, 1), ""), pipe)
	_, err = old.latency()
	require.ErrorIs(t, err, errNoTimer)
	require.ErrorIs(t, old.setLatency(1), errNoTimer)
}

func TestCDC(t *testing.T) {
	d := &Device{Path: "1-2", Vendor: 0x1d50, Product: 0x602b, descriptors: cdcDescriptors()}
	p := onlyPort(t, d, "")
	require.Equal(t, []int{0, 1}, p.Interfaces)
	require.Equal(t, 1, p.Interface)
	pipe := newFakePipe()
	remarks, err := newCDC(p, pipe).open(Line{Baud: 115200, Bits: 7, Parity: "even", Stop: 2})
	require.NoError(t, err)
	require.Empty(t, remarks)
	require.Equal(t, []request{
		{cdcOut, cdcSetLineCoding, 0, 0, "\x00\xc2\x01\x00\x02\x02\x07"},
		{cdcOut, cdcSetControlState, 3, 0, ""},
	}, pipe.asked())

	pipe = newFakePipe()
	pipe.refuses[cdcSetLineCoding] = fmt.Errorf("libusb: %w", errStall)
	pipe.refuses[cdcSetControlState] = errStall
	remarks, err = newCDC(p, pipe).open(line8N1)
	require.NoError(t, err, "boards without a UART refuse both")
	require.Len(t, remarks, 2)

	pipe.refuses[cdcSetLineCoding] = errors.New("broken")
	_, err = newCDC(p, pipe).open(line8N1)
	require.ErrorContains(t, err, "line coding")
}
