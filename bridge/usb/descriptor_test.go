package usb

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLies has devices that describe themselves wrongly.
func TestLies(t *testing.T) {
	good := ftdiDescriptors(1)
	cut := func(n int) []byte { return good[:n] }
	change := func(at int, b byte) []byte {
		lie := append([]byte(nil), good...)
		lie[at] = b
		return lie
	}
	for name, c := range map[string]struct {
		bytes []byte
		words string
	}{
		"nothing":                     {nil, "has 0 bytes of 18"},
		"half a device descriptor":    {cut(9), "has 9 bytes of 18"},
		"no configuration":            {cut(18), "no configuration"},
		"a cut configuration":         {cut(30), "there are 12"},
		"a device descriptor of 0":    {change(0, 0), "no device descriptor"},
		"a descriptor of 0 bytes":     {change(27, 0), "says it has 0 bytes"},
		"a descriptor beyond the end": {change(27, 200), "says it has 200 bytes"},
		"a short interface":           {change(27, 4), "has 4 bytes only"},
		"far too much":                {make([]byte, maxDescriptors+1), "longer than"},
	} {
		_, err := parseDescriptors(c.bytes, 0)
		var broken *DescriptorError
		require.ErrorAs(t, err, &broken, name)
		require.ErrorContains(t, err, c.words, name)
	}
}

// TestConfigurations takes the configuration that the kernel has set: it may be told to
// set another than the first.
func TestConfigurations(t *testing.T) {
	// The second is a CDC-ACM device in place of an FTDI chip.
	second := cdcDescriptors()[sizeDevice:]
	second[offsetConfigNum] = 7
	both := append(ftdiDescriptors(1), second...)
	for _, c := range []struct {
		set  int
		data int // interface that carries the bytes
	}{{0, 0}, {1, 0}, {7, 1}} {
		d := &Device{Path: "1-1", Vendor: 1, configuration: c.set, descriptors: both,
			Interfaces: []Interface{{Number: 0, Driver: "ftdi_sio"}}}
		if c.set == 7 {
			d.Interfaces[0].Driver = ""
		}
		p := onlyPort(t, d, "")
		require.Equal(t, c.data, p.Interface)
		e, err := findEnds(p)
		require.NoError(t, err)
		require.Equal(t, max(c.set, 1), e.configuration)
	}
	_, err := parseDescriptors(both, 3)
	require.ErrorContains(t, err, "no configuration 3, which the kernel has set")
	both[sizeDevice+offsetTotal], both[sizeDevice+offsetTotal+1] = 0, 0
	_, err = parseDescriptors(both, 7)
	require.ErrorContains(t, err, "the configuration says 0 bytes", "that of a configuration before it")
}

func TestNoEndpoints(t *testing.T) {
	var none, tiny, huge, zero, interrupt descriptors
	none.iface(0, 0, 0xff, 0xff)
	tiny.iface(0, 2, 0xff, 0xff).bulk(0x81, 1).bulk(0x02, 64)
	huge.iface(0, 2, 0xff, 0xff).bulk(0x81, 64).bulk(0x02, 0x7ff)
	zero.iface(0, 2, 0xff, 0xff).bulk(0x80, 64).bulk(0x00, 64)
	interrupt.iface(0, 1, 0xff, 0xff).add(descEndpoint, 0x81, 3, 64, 0, 1)
	for _, c := range []struct {
		d     descriptors
		words string
	}{
		{none, "no pair of bulk endpoints"}, {interrupt, "no pair of bulk endpoints"},
		{zero, "no pair of bulk endpoints"},
		{tiny, "endpoint 0x81 says its packets have 1 bytes"},
		{huge, "endpoint 0x02 says its packets have 2047 bytes"},
	} {
		d := &Device{Path: "1-1", Vendor: vendorFTDI, Product: 0x6001, descriptors: c.d.bytes()}
		_, err := openPort(t.Context(), onlyPort(t, d, ""), Config{}, func(Port, ends, Config) (pipeOf, error) {
			return nil, errors.New("was opened")
		})
		require.ErrorContains(t, err, c.words)
	}
	var loose descriptors
	loose.iface(4, 0, classControl, subclassACM).iface(5, 2, 0x0a, 0).bulk(0x81, 64).bulk(0x02, 64)
	d := &Device{Path: "1-1", descriptors: loose.bytes()}
	require.Equal(t, []int{4, 5}, onlyPort(t, d, "").Interfaces, "a union that was forgotten")
	var nowhere descriptors
	nowhere.iface(0, 0, classControl, subclassACM).add(descClass, classUnion, 0, 9)
	d = &Device{Path: "1-1", descriptors: nowhere.bytes()}
	_, err := findEnds(onlyPort(t, d, ""))
	require.ErrorContains(t, err, "no interface 9")
}

// FuzzDescriptors wants an answer to any bytes.
func FuzzDescriptors(f *testing.F) {
	f.Add(ftdiDescriptors(4))
	f.Add(cdcDescriptors())
	f.Add(append(cdcDescriptors(), ftdiDescriptors(1)[sizeDevice:]...))
	f.Fuzz(func(t *testing.T, b []byte) {
		for set := range 3 {
			if l, err := parseDescriptors(b, set); err == nil && set != 0 {
				require.Equal(t, set, l.configuration)
			}
		}
		for _, vendor := range []uint16{vendorFTDI, 1} {
			d := &Device{Vendor: vendor, descriptors: b}
			ports, err := d.Ports()
			if err != nil {
				require.Empty(t, ports)
				continue
			}
			for _, p := range ports {
				e, err := findEnds(p)
				require.True(t, err != nil || e.in.packet >= minPacket && e.out.packet >= minPacket)
			}
		}
	})
}

func TestChoose(t *testing.T) {
	one := ftdiDevice("1-1", "ONE", 0x6010, 0x0700, 2)
	twin := ftdiDevice("1-2", "TWIN", 0x6001, 0x0600, 1)
	other := ftdiDevice("1-3", "TWIN", 0x6001, 0x0600, 1)
	liar := &Device{Path: "1-4", Vendor: 0x1234, Product: 1, descriptors: []byte{1}}
	mouse := &Device{Path: "1-5", Vendor: 0x1234, Product: 2, descriptors: (&descriptors{}).iface(0, 0, 3, 1).bytes()}
	all := []*Device{one, twin, other, liar, mouse}
	for name, c := range map[string]struct {
		s       Selector
		address string
		words   []string
		absent  bool
	}{
		"a channel":  {s: Selector{Vendor: 0x0403, Product: 0x6010, Channel: "B"}, address: "usb:0403:6010?sn=ONE&channel=B"},
		"a place":    {s: Selector{Vendor: 0x0403, Product: 0x6001, Path: "1-3"}, address: "usb:0403:6001?sn=TWIN"},
		"channel A":  {s: Selector{Vendor: 0x0403, Product: 0x6001, Path: "1-3", Channel: "A"}, address: "usb:0403:6001?sn=TWIN"},
		"no channel": {s: Selector{Vendor: 0x0403, Product: 0x6010}, words: []string{"several channels; add channel=", "channel=A", "channel=B"}},
		"twins":      {s: Selector{Vendor: 0x0403, Product: 0x6001, SerialNumber: "TWIN"}, words: []string{"several boards have this serial number; add path=", "at 1-2", "at 1-3"}},
		"several":    {s: Selector{Vendor: 0x0403, Product: 0x6001}, words: []string{"several boards match"}},
		"none":       {s: Selector{Vendor: 0x0403, Product: 0x6014}, words: []string{"no such port", "sn=ONE&channel=A"}, absent: true},
		"a liar":     {s: Selector{Vendor: 0x1234, Product: 1}, words: []string{"usb device 1234:0001 at 1-4", "broken at byte 1"}},
		"no port":    {s: Selector{Vendor: 0x1234, Product: 2}, words: []string{"no serial port that is known here"}},
	} {
		p, err := choose(c.s, all)
		if c.address != "" {
			require.NoError(t, err, name)
			require.Equal(t, c.address, p.Address(), name)
			continue
		}
		for _, word := range c.words {
			require.ErrorContains(t, err, word, name)
		}
		require.Equal(t, c.absent, errors.Is(err, os.ErrNotExist), name)
	}
	_, err := choose(Selector{Vendor: 1}, nil)
	require.ErrorContains(t, err, "no USB serial port is plugged in")
}

// TestOddSerialNumbers cannot be written in an address; the place can.
func TestOddSerialNumbers(t *testing.T) {
	for serial, want := range map[string]string{
		`a"b/c'd $(x)`: `usb:0403:6001?sn=a"b/c'd $(x)`,
		"a&b":          "usb:0403:6001?path=1-1", "a?b": "usb:0403:6001?path=1-1", "": "usb:0403:6001?path=1-1",
	} {
		p := onlyPort(t, ftdiDevice("1-1", serial, 0x6001, 0x0600, 1), "")
		require.Equal(t, want, p.Address())
	}
}

// TestDevices reads a tree as the kernel has it.
func TestDevices(t *testing.T) {
	root := t.TempDir()
	_, err := Devices(root)
	require.ErrorIs(t, err, ErrNoUSB)
	folder := filepath.Join(root, "sys/bus/usb/devices")
	write := func(path string, text []byte) {
		name := filepath.Join(folder, path)
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, text, 0o644))
	}
	for name, text := range map[string]string{
		"usb1/idVendor": "1d6b", "1-1/idVendor": "1d6b", "1-1/bDeviceClass": "09",
		"1-1.2/idVendor": "0403", "1-1.2/idProduct": "6010", "1-1.2/bcdDevice": "0700",
		"1-1.2/busnum": "1", "1-1.2/devnum": "14", "1-1.2/serial": "evil\x1b[2J\xff",
		"1-1.2:1.1/bInterfaceNumber": "01", "1-1.2:1.1/bInterfaceClass": "ff",
		"1-1.2:1.0/bInterfaceNumber": "00", "1-1.2:1.0/bInterfaceClass": "ff",
		"1-1.2:1.1/ttyUSB3/tty/ttyUSB3/dev": "188:3", "1-1.9/idProduct": "no vendor",
	} {
		write(name, []byte(text+"\n"))
	}
	write("1-1.2/descriptors", ftdiDescriptors(2))
	require.NoError(t, os.Symlink("../../drivers/ftdi_sio", filepath.Join(folder, "1-1.2:1.1/driver")))
	devices, err := Devices(root)
	require.NoError(t, err)
	require.Len(t, devices, 1)
	d := devices[0]
	require.Equal(t, "/dev/bus/usb/001/014", d.Node())
	require.Equal(t, "evil?[2J?", d.SerialNumber, "nothing that a terminal would obey")
	require.Equal(t, []Interface{
		{Number: 0, Class: 0xff}, {Number: 1, Class: 0xff, Driver: "ftdi_sio", TTY: "ttyUSB3"},
	}, d.Interfaces)
	p := onlyPort(t, d, "B")
	require.Equal(t, "ttyUSB3", p.TTY())
	driver, all := p.Bound()
	require.True(t, all)
	require.Equal(t, "ftdi_sio", driver)
	a := onlyPort(t, d, "A")
	_, all = a.Bound()
	require.False(t, all)
}

func TestReattacher(t *testing.T) {
	require.NoError(t, RunReattacher(strings.NewReader(doneWord), []string{"/none", "0"}))
	require.NoError(t, RunReattacher(strings.NewReader(""), []string{"/none", "0"}), "a device that is gone needs none")
	require.ErrorContains(t, RunReattacher(strings.NewReader(""), []string{"/none"}), "needs a node")
	require.ErrorContains(t, RunReattacher(strings.NewReader(""), []string{"/none", "x"}), "is not a number")
	g, err := startReattacher([]string{"sh", "-c", "read word; test $word = " + doneWord}, "/none", []int{0})
	require.NoError(t, err)
	require.NoError(t, g.dismiss())
	_, err = startReattacher([]string{"/no/such/program"}, "/none", nil)
	require.ErrorContains(t, err, "starting the reattacher")
}
