package addr

import (
	"net/netip"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func plainSerial() SerialAddress {
	return SerialAddress{Baud: DefaultBaud, Bits: 8, Parity: "none", Stop: 1}
}

func serialWith(change func(*SerialAddress)) Address {
	s := plainSerial()
	change(&s)
	return Address{Scheme: SchemeSerial, Serial: s}
}

func goodAddresses() map[string]Address {
	return map[string]Address{
		"serial:/dev/ttyUSB0": serialWith(func(s *SerialAddress) { s.Device = "/dev/ttyUSB0" }),
		"serial:/dev/ttyUSB0?baud=19200&bits=7&parity=even&stop=2&dtr=off&rts=on&shared=1": serialWith(func(s *SerialAddress) {
			*s = SerialAddress{
				Device: "/dev/ttyUSB0", Baud: 19200, Bits: 7,
				Parity: "even", Stop: 2, DTR: "off", RTS: "on", Shared: true,
			}
		}),
		`serial:\\.\COM12`: serialWith(func(s *SerialAddress) { s.Device = "COM12" }),
		"serial:com12":     serialWith(func(s *SerialAddress) { s.Device = "COM12" }),
		"serial:sn=FT4X1ABC#B": serialWith(func(s *SerialAddress) {
			s.SerialNumber, s.Channel = "FT4X1ABC", "B"
		}),
		"serial:path=1-1.4": serialWith(func(s *SerialAddress) { s.USBPath = "1-1.4" }),
		"serial:by-id/usb-FTDI-if00": serialWith(func(s *SerialAddress) {
			s.Device = "/dev/serial/by-id/usb-FTDI-if00"
		}),
		"usb:0403:6010?sn=FT4&channel=A&baud=9600": {Scheme: SchemeUSB, USB: USBAddress{
			Vendor: 0x403, Product: 0x6010, SerialNumber: "FT4", Channel: "A",
			Baud: 9600, Bits: 8, Parity: "none", Stop: 1,
		}},
		"usb:0403:6001?path=1-1.4&bits=7&parity=even&dtr=off&low_latency=1&libusb=1": {
			Scheme: SchemeUSB, USB: USBAddress{
				Vendor: 0x403, Product: 0x6001, USBPath: "1-1.4", Baud: DefaultBaud, Bits: 7,
				Parity: "even", Stop: 1, DTR: "off", LowLatency: true, Libusb: true,
			}},
		"tcp:localhost:10001": {Scheme: SchemeTCP, Host: "localhost", Port: 10001},
		"tcp:[::1]:10001":     {Scheme: SchemeTCP, Host: "::1", Port: 10001},
		"listen::10001":       {Scheme: SchemeListen, Host: "127.0.0.1", Port: 10001},
		"listen:0.0.0.0:10001?allow=192.168.1.0/24,10.0.0.7": {
			Scheme: SchemeListen, Host: "0.0.0.0", Port: 10001,
			Allow: []netip.Prefix{
				netip.MustParsePrefix("192.168.1.0/24"), netip.MustParsePrefix("10.0.0.7/32"),
			},
		},
		"listen:0.0.0.0:1?allow=any": {Scheme: SchemeListen, Host: "0.0.0.0", Port: 1, Allow: anyPeer()},
		"exec:./mybot --flag 'a b'?": {Scheme: SchemeExec, Exec: ExecAddress{Command: "./mybot --flag 'a b'?"}},
		"bot":                        {Scheme: SchemeBot},
		"bot:search":                 {Scheme: SchemeBot, Name: "search"},
		"human":                      {Scheme: SchemeHuman},
		"web":                        {Scheme: SchemeWeb},
		"web?name=Ann":               {Scheme: SchemeWeb, Title: "Ann"},
		"web:8080":                   {Scheme: SchemeWeb, Port: 8080},
		"web:[::1]:8080?name=Ann":    {Scheme: SchemeWeb, Host: "::1", Port: 8080, Title: "Ann"},
		"api:8880":                   {Scheme: SchemeAPI, Host: "127.0.0.1", Port: 8880},
		"api:0.0.0.0:80?allow=any&token=s!": {
			Scheme: SchemeAPI, Host: "0.0.0.0", Port: 80, Token: "s!", Allow: anyPeer(),
		},
		"sim:path/to/dir?top=my_top&clk=12e6": {
			Scheme: SchemeSim, Name: "path/to/dir?top=my_top&clk=12e6",
		},
	}
}

func TestParseAddress(t *testing.T) {
	for text, want := range goodAddresses() {
		t.Run(text, func(t *testing.T) {
			got, err := Parse(text)
			require.NoError(t, err)
			require.Equal(t, want, got)
			again, err := Parse(got.String())
			require.NoError(t, err, got.String())
			require.Equal(t, want, again)
		})
	}
}

// badAddresses maps a mistake to the words that must say what and what instead.
func badAddresses() map[string][]string {
	return map[string][]string{
		"":                                   {"no scheme", "serial:"},
		"/dev/ttyUSB0":                       {"no scheme", "serial:/dev/ttyUSB0"},
		"./mybot":                            {"no scheme", "exec:./mybot"},
		"mybot":                              {"no scheme", "serial:"},
		"ftp:host":                           {`scheme "ftp"`, "tcp:"},
		"serial":                             {"followed by nothing", "serial:/dev/ttyUSB0"},
		"serial:":                            {"device is missing", "/dev/ttyUSB0"},
		"serial:ttyUSB0":                     {"not a path", "serial:/dev/ttyUSB0"},
		"serial:sn=":                         {"sn is empty", "loopline ports"},
		"serial:sn=A#":                       {"channel", "sn=A#B"},
		"serial:path=1-1#Z":                  {`channel "Z"`, "A to H"},
		"serial:/dev/x?baud=fast":            {`baud "fast"`, "number"},
		"serial:/dev/x?baud=0":               {`baud "0"`, "50"},
		"serial:/dev/x?baud=-9":              {`baud "-9"`, "50"},
		"serial:/dev/x?baud=1e5":             {`baud "1e5"`, "50"},
		"serial:/dev/x?baud=99999999999":     {"baud", "12000000"},
		"serial:/dev/x?bits=9":               {`bits "9"`, "5 to 8"},
		"serial:/dev/x?stop=3":               {`stop "3"`, "1 to 2"},
		"serial:/dev/x?parity=most":          {`parity "most"`, "parity=even"},
		"serial:/dev/x?dtr=1":                {`dtr "1"`, "dtr=on"},
		"serial:/dev/x?speed=9":              {`option "speed"`, "baud"},
		"serial:/dev/x?baud=9600&baud=19200": {"option baud", "twice"},
		"serial:/dev/x?baud":                 {`option "baud"`, "key=value"},
		"serial:/dev/x?":                     {"option", "key=value"},
		"usb:0403":                           {"vendor:product", "usb:0403:6010"},
		"usb:0403:60100":                     {"vendor:product", "hex"},
		"usb:0403:6010?channel=Q":            {`channel "Q"`, "A to H"},
		"tcp:host":                           {"host:port", "tcp:"},
		"tcp::80":                            {"host", "missing"},
		"web:":                               {`port ""`, "1 to 65535"},
		"web:http":                           {`port "http"`, "1 to 65535"},
		"web:8080?allow=any":                 {`option "allow"`, "web has no options"},
		"tcp:host:0":                         {`port "0"`, "1 to 65535"},
		"tcp:host:65536":                     {`port "65536"`, "65535"},
		"tcp:host:http":                      {`port "http"`, "65535"},
		"tcp:host:80?allow=any":              {`option "allow"`, "tcp has no options"},
		"listen:10001":                       {"host:port", "listen::10001"},
		"listen:0.0.0.0:10001":               {"other machines", "allow=192.168.1.0/24"},
		"listen::1?allow=all":                {`allow "all"`, "192.168.1.0/24"},
		"listen::1?deny=any":                 {`option "deny"`, "allow"},
		"api:0.0.0.0:80":                     {"other machines", "allow="},
		"api:80?token=":                      {"token", "key=value"},
		"api:80?token=a b":                   {"token", "token=SECRET"},
		"api:80?team=x":                      {`option "team"`, "token"},
		"api":                                {"followed by nothing", "api:8880"},
		"exec:":                              {"command", "exec:./mybot"},
		"exec:  ":                            {"command", "exec:./mybot"},
		"exec:./mybot 'x":                    {"split", "quotes"},
		"exec:./mybot\nrm":                   {"line end", "one line"},
		"sim:":                               {"names no board", "sim:reference"},
		// Short enough as written, not with its defaults.
		"serial:/" + strings.Repeat("x", 4080): {"longer than 4096", "shorten"},
		"bot:" + strings.Repeat("x", 5000):     {"longer than 4096", "shorten"},
	}
}

func TestParseAddressNamesPartAndRemedy(t *testing.T) {
	for text, words := range badAddresses() {
		_, err := Parse(text)
		var fault *Error
		require.ErrorAs(t, err, &fault, text)
		require.Equal(t, text, fault.Address)
		for _, word := range words {
			require.ErrorContains(t, err, word)
		}
		require.Less(t, len(err.Error()), 600)
	}
}

func FuzzParseAddress(f *testing.F) {
	for text := range goodAddresses() {
		f.Add(text)
	}
	for text := range badAddresses() {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := Parse(text)
		if err != nil {
			return
		}
		again, err := Parse(a.String())
		require.NoError(t, err, a.String())
		require.Equal(t, a, again)
	})
}
