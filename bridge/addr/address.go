package addr

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Schemes of addresses. The first five are opened by package bridge; the others are named
// here only so that a caller can tell them from a mistake.
const (
	SchemeSerial = "serial"
	SchemeUSB    = "usb"
	SchemeTCP    = "tcp"
	SchemeListen = "listen"
	SchemeExec   = "exec"
	SchemeBot    = "bot"
	SchemeSim    = "sim"
	SchemeBit    = "bit"
	SchemeHuman  = "human"
	SchemeWeb    = "web"
	SchemeAPI    = "api"
	SchemeRemote = "remote"
)

// maxAddress bounds the length of an address in bytes, as written and in full.
const maxAddress = 4096

// Address is the parsed address of a player. Besides Title, only the fields of its
// Scheme are set.
type Address struct {
	Scheme string

	// Serial selects and configures a serial device.
	Serial SerialAddress

	// USB selects a device for raw USB.
	USB USBAddress

	// Host and Port belong to tcp, listen, api and web. Port 0, with which the system
	// chooses one, is allowed for listen, and is that of web without a port. An empty Host of
	// web is all addresses of this machine.
	Host string
	Port int

	// MorePorts are further ports of a listen address, each for the next seat of the
	// game: a client may come to any of them.
	MorePorts []int

	// Allow lists who may connect to a listening address or an api.
	Allow []netip.Prefix

	// Token is the secret that a client of an api must send; empty accepts any client.
	// It belongs to one team: DisplayName leaves it out.
	Token string

	// Team is the code or the name that whoever connects must give, empty for any.
	Team string

	// Exec is the program of exec and what it is given.
	Exec ExecAddress

	// Name is the text after the colon of bot, sim, bit, remote and human; it isn't parsed
	// here.
	Name string

	// Preparation is done before a device of serial or usb is opened.
	Preparation Preparation

	// Title is the player's name from the option name=, of any scheme; empty if not
	// set.
	Title string
}

// Parse reads a player address. The error is an [*Error] that
// names the part at fault and what to write instead.
func Parse(s string) (Address, error) {
	a, err := parseAddress(s)
	if err != nil {
		err.Address = s
		return Address{}, err
	}
	return a, nil
}

func parseAddress(s string) (Address, *Error) {
	if len(s) > maxAddress {
		return Address{}, tooLong()
	}
	if strings.ContainsAny(s, "\x00\r\n") {
		return Address{}, fault("address", "holds a NUL or a line end",
			"write it on one line")
	}
	s, title, err := cutName(s)
	if err != nil {
		return Address{}, err
	}
	scheme, rest, colon := strings.Cut(s, ":")
	a := Address{Scheme: scheme, Title: title}
	switch scheme {
	case SchemeBot, SchemeHuman:
		a.Name = rest
		return a, nil
	case SchemeSim, SchemeBit, SchemeRemote:
		a.Name = rest
		if rest == "" {
			return a, fault(scheme, "names no board", "write "+exampleOf(scheme))
		}
		return a, nil
	}
	if s == SchemeWeb {
		return a, nil
	}
	parse := a.parser()
	if parse == nil {
		return a, unknownScheme(s, scheme, colon)
	}
	if !colon {
		return a, fault(scheme, "is followed by nothing",
			"write a colon and what to open, such as "+exampleOf(scheme))
	}
	if err := parse(rest); err != nil {
		return a, err
	}
	if len(a.String()) > maxAddress {
		return a, tooLong()
	}
	return a, nil
}

func tooLong() *Error {
	return fault("address", fmt.Sprintf("is longer than %d bytes", maxAddress),
		"shorten it")
}

func (a *Address) parser() func(rest string) *Error {
	switch a.Scheme {
	case SchemeSerial:
		return a.parseSerial
	case SchemeUSB:
		return a.parseUSB
	case SchemeTCP:
		return a.parseTCP
	case SchemeListen:
		return a.parseListen
	case SchemeExec:
		return a.parseExec
	case SchemeAPI:
		return a.parseAPI
	case SchemeWeb:
		return a.parseWeb
	}
	return nil
}

func exampleOf(scheme string) string {
	switch scheme {
	case SchemeSerial:
		return "serial:/dev/ttyUSB0?baud=115200"
	case SchemeUSB:
		return "usb:0403:6010?channel=A"
	case SchemeTCP:
		return "tcp:192.168.1.7:10001"
	case SchemeListen:
		return "listen::10001"
	case SchemeAPI:
		return "api:8880?token=SECRET"
	case SchemeWeb:
		return "web:8080"
	case SchemeSim:
		return "sim:reference"
	case SchemeBit:
		return "bit:top.bin?pcf=board.pcf&clk=12e6"
	case SchemeRemote:
		return "remote:NAME?at=tls://HOST:4222&key=host.access"
	}
	return "exec:./mybot"
}

func unknownScheme(s, scheme string, colon bool) *Error {
	schemes := "start it with serial: tcp: listen: exec: usb: bot: sim: bit: api: remote: web or human"
	switch {
	case strings.HasPrefix(s, "/dev/"):
		return fault("address", "has no scheme", "write serial:"+s)
	case !colon && strings.Contains(s, "?") && strings.Contains(s, "top="):
		return fault("address", "has no scheme", "write sim:"+s)
	case !colon && strings.Contains(s, "/"):
		return fault("address", "has no scheme",
			"write exec:"+s+" to run a program")
	case !colon:
		return fault("address", "has no scheme", schemes)
	}
	return fault(fmt.Sprintf("scheme %q", scheme), "is not known", schemes)
}

func (a *Address) parseTCP(rest string) *Error {
	target, opts, err := splitOptions(rest)
	if err != nil {
		return err
	}
	if err := a.parseHostPort(target, 1); err != nil {
		return err
	}
	if a.Host == "" {
		return fault("host", "is missing", "write tcp:localhost:10001")
	}
	return opts.refuseRest(SchemeTCP)
}

// parseListen keeps strangers out: without a host the address is loopback, and
// an address that others can reach must say who may come.
func (a *Address) parseListen(rest string) *Error {
	target, opts, err := splitOptions(rest)
	if err != nil {
		return err
	}
	target, more, _ := strings.Cut(target, ",")
	if err := a.parseHostPort(target, 0); err != nil {
		return err
	}
	if more != "" {
		if err := a.parseMorePorts(more); err != nil {
			return err
		}
	}
	if err := a.parseReach(opts); err != nil {
		return err
	}
	if team, ok := opts.Take("team"); ok {
		if len(team) > maxTeam || !utf8.ValidString(team) ||
			strings.ContainsFunc(team, func(r rune) bool { return r == ' ' || !unicode.IsPrint(r) }) {
			return fault(fmt.Sprintf("team %q", team), "is not a code",
				"write the code or the name that the player gives, without blanks, such as team=AB")
		}
		a.Team = team
	}
	return opts.refuseRest(SchemeListen)
}

// parseMorePorts reads the ports after the first one.
func (a *Address) parseMorePorts(list string) *Error {
	for text := range strings.SplitSeq(list, ",") {
		n, err := strconv.ParseUint(text, 10, 16)
		if err != nil || n == 0 || a.Port == 0 || int(n) == a.Port || slices.Contains(a.MorePorts, int(n)) {
			return fault(fmt.Sprintf("port %q", text), "is not a further port",
				"write different numbers from 1 to 65535, such as listen::2009,2010")
		}
		a.MorePorts = append(a.MorePorts, int(n))
	}
	return nil
}

// parseReach takes who may connect to a host of ours.
func (a *Address) parseReach(opts *options) (err *Error) {
	if a.Host == "" {
		a.Host = "127.0.0.1"
	}
	if allow, ok := opts.Take("allow"); ok {
		a.Allow, err = parseAllow(allow)
		return err
	}
	if !isLoopback(a.Host) {
		return fault("host "+a.Host, "can be reached from other machines",
			"say who may connect, such as ?allow=192.168.1.0/24 or ?allow=any")
	}
	return nil
}

// parsePort takes a port, with a host before it or not, and leaves the options.
func (a *Address) parsePort(rest string) (*options, *Error) {
	target, opts, err := splitOptions(rest)
	if err != nil {
		return nil, err
	}
	if !strings.Contains(target, ":") {
		target = ":" + target
	}
	return opts, a.parseHostPort(target, 1)
}

// parseAPI takes where a client polls us.
func (a *Address) parseAPI(rest string) *Error {
	opts, err := a.parsePort(rest)
	if err != nil {
		return err
	}
	if err := a.parseReach(opts); err != nil {
		return err
	}
	if token, ok := opts.Take("token"); ok {
		if token == "" || len(token) > maxTeam || strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }) {
			return fault("token", "is invalid", fmt.Sprintf("write 1 to %d characters without blanks, such as token=SECRET", maxTeam))
		}
		a.Token = token
	}
	return opts.refuseRest(SchemeAPI, "allow", "token")
}

// parseWeb takes where a person's page is.
func (a *Address) parseWeb(rest string) *Error {
	opts, err := a.parsePort(rest)
	if err != nil {
		return err
	}
	return opts.refuseRest(SchemeWeb)
}

// maxTeam bounds the length of a code.
const maxTeam = 64

func isLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

// anyPeer returns the prefixes that allow=any stands for.
func anyPeer() []netip.Prefix {
	return []netip.Prefix{
		netip.MustParsePrefix("0.0.0.0/0"), netip.MustParsePrefix("::/0"),
	}
}

func parseAllow(list string) ([]netip.Prefix, *Error) {
	if list == "any" {
		return anyPeer(), nil
	}
	var allow []netip.Prefix
	for text := range strings.SplitSeq(list, ",") {
		prefix, err := parsePrefix(text)
		if err != nil {
			return nil, fault(fmt.Sprintf("allow %q", text),
				"is not an address or network", "write allow=192.168.1.0/24")
		}
		allow = append(allow, prefix)
	}
	return allow, nil
}

// parsePrefix reads a network, or one address as a network of its own.
func parsePrefix(text string) (netip.Prefix, error) {
	if strings.Contains(text, "/") {
		prefix, err := netip.ParsePrefix(text)
		return prefix.Masked(), err
	}
	ip, err := netip.ParseAddr(text)
	if err != nil || ip.Zone() != "" {
		return netip.Prefix{}, fmt.Errorf("no address: %q", text)
	}
	return netip.PrefixFrom(ip, ip.BitLen()), nil
}

func (a *Address) parseHostPort(target string, lowest int) *Error {
	host, port, err := net.SplitHostPort(target)
	if err != nil {
		return fault(fmt.Sprintf("%q", target), "is not host:port",
			"write "+exampleOf(a.Scheme)+", an IPv6 host in brackets")
	}
	if strings.ContainsAny(host, "[]?& ") {
		return fault(fmt.Sprintf("host %q", host), "is not a host name",
			"write "+exampleOf(a.Scheme))
	}
	n, err := strconv.ParseUint(port, 10, 16)
	if err != nil || int(n) < lowest {
		return fault(fmt.Sprintf("port %q", port), "is not a port number",
			"write a number from 1 to 65535")
	}
	a.Host, a.Port = host, int(n)
	return nil
}

// String returns the address in full, defaults included; Parse reads it back
// to an equal Address.
func (a Address) String() string { return a.withName(a.plain()) }

// plain returns the address without the player's name.
func (a Address) plain() string {
	switch a.Scheme {
	case SchemeSerial:
		return "serial:" + a.Serial.String() + a.Preparation.options()
	case SchemeUSB:
		return "usb:" + a.USB.String() + a.Preparation.options()
	case SchemeTCP:
		return "tcp:" + a.HostPort()
	case SchemeListen:
		return "listen:" + a.HostPort() + a.morePorts() + a.listenOptions()
	case SchemeAPI:
		return "api:" + a.HostPort() + a.listenOptions()
	case SchemeExec:
		return "exec:" + a.Exec.String()
	case SchemeWeb:
		if a.Port > 0 {
			return "web:" + a.HostPort()
		}
	}
	if a.Name == "" {
		return a.Scheme
	}
	return a.Scheme + ":" + a.Name
}

// HostPort returns the host and the port as package net takes them.
func (a Address) HostPort() string {
	return net.JoinHostPort(a.Host, strconv.Itoa(a.Port))
}

func (a Address) morePorts() (text string) {
	for _, port := range a.MorePorts {
		text += "," + strconv.Itoa(port)
	}
	return text
}

func (a Address) listenOptions() string {
	var all []string
	if len(a.Allow) > 0 {
		texts := make([]string, len(a.Allow))
		for i, prefix := range a.Allow {
			texts[i] = prefix.String()
		}
		all = append(all, "allow="+strings.Join(texts, ","))
	}
	if a.Team != "" {
		all = append(all, "team="+a.Team)
	}
	if a.Token != "" {
		all = append(all, "token="+a.Token)
	}
	if len(all) == 0 {
		return ""
	}
	return "?" + strings.Join(all, "&")
}

// IsAddress tells the address of a player, also a wrong one, from the name of a
// file. A file whose name would do as an address is written with a slash.
func IsAddress(s string) bool {
	_, err := Parse(s)
	if err == nil {
		return true
	}
	if _, err := os.Stat(s); err == nil || s == "-" {
		return false
	}
	var wrong *Error
	return !errors.As(err, &wrong) || wrong.Part != "address"
}

// Target returns the device of an address, without options.
func (a Address) Target() string {
	if a.Scheme == SchemeUSB {
		return fmt.Sprintf("usb:%04x:%04x", a.USB.Vendor, a.USB.Product)
	}
	return "serial:" + a.Serial.Target()
}

// Allows reports whether a peer at a network address may connect.
func (a Address) Allows(peer net.Addr) bool { return peerAllowed(a.Allow, peer) }

// peerAllowed lets everybody in who can reach a loopback address, where no list
// is given.
func peerAllowed(allow []netip.Prefix, peer net.Addr) bool {
	if len(allow) == 0 {
		return true
	}
	tcp, ok := peer.(*net.TCPAddr)
	if !ok {
		return false
	}
	ip := tcp.AddrPort().Addr().Unmap().WithZone("")
	for _, prefix := range allow {
		if prefix.Contains(ip) {
			return true
		}
	}
	return false
}
