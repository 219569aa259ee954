package web

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"time"

	"github.com/loopline/loopline/internal/rebinding"
	"github.com/loopline/loopline/internal/throttle"
)

// Listen listens at an address. Localhost is this machine even where no file of hosts says
// so, as on a bare system.
func Listen(ctx context.Context, addr string) (net.Listener, error) {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
	if own, ok := loopbackOf(addr, err); ok {
		return (&net.ListenConfig{}).Listen(ctx, "tcp", own)
	}
	return l, err
}

// loopbackOf returns the numeric address of a localhost that was not resolved.
func loopbackOf(addr string, err error) (own string, ok bool) {
	var unresolved *net.DNSError
	host, port, wrong := net.SplitHostPort(addr)
	if wrong != nil || host != "localhost" || !errors.As(err, &unresolved) {
		return "", false
	}
	return net.JoinHostPort("127.0.0.1", port), true
}

// AnswerTime sets how long an answer may take to be read, a record among them. Streams go
// on: each write of theirs has its own time.
const AnswerTime = 10 * time.Minute

// newServer makes a server with limits.
func newServer(h http.Handler, connections *throttle.Connections) *http.Server {
	return &http.Server{
		Handler: rebinding.Guard(h), ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 30 * time.Second, WriteTimeout: AnswerTime,
		IdleTimeout: time.Minute, MaxHeaderBytes: 16 << 10, ErrorLog: nil,
		ConnState: connections.Changed,
		ConnContext: func(ctx context.Context, conn net.Conn) context.Context {
			return context.WithValue(ctx, connKey{}, func(keep bool) { connections.Keep(conn, keep) })
		},
	}
}

type connKey struct{}

// KeepOpen has the connection of a request stay open when others come, or no more.
func KeepOpen(r *http.Request, kept bool) {
	if set, ok := r.Context().Value(connKey{}).(func(bool)); ok {
		set(kept)
	}
}

// Reachable returns an address that a browser on this machine can open.
func Reachable(addr string) string {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return addr
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return net.JoinHostPort(host, port)
}

// OnNetwork returns an address that a phone on the same network can open.
func OnNetwork(addr string) string {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return addr
	}
	if ip, err := netip.ParseAddr(host); err == nil && ip.IsUnspecified() {
		host = ownAddress()
	}
	return net.JoinHostPort(host, port)
}

// ownAddress is this machine's address on the network that leads out. Nothing is sent: the
// destinations are addresses of documentation.
func ownAddress() string {
	for _, outside := range []string{"192.0.2.1:9", "[2001:db8::1]:9"} {
		conn, err := net.Dial("udp", outside)
		if err != nil {
			continue
		}
		defer conn.Close()
		if own, ok := conn.LocalAddr().(*net.UDPAddr); ok {
			return own.AddrPort().Addr().WithZone("").String()
		}
	}
	return "localhost"
}

// Same compares in a time that tells neither where they differ nor how long they are.
func Same(a, b string) bool {
	x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}

// OwnOrigin reports whether a request comes from a page of the same address, where
// the browser says from which.
func OwnOrigin(r *http.Request) bool {
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" {
		return false
	}
	origin := r.Header.Get("Origin")
	if origin == "" {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && u.Host == r.Host
}

// Wrong codes of a source: a code has 128 bits, so this only keeps the log of a
// guesser short. The right code is let in all the same.
const (
	GuessRate  = 1 // a second
	GuessBurst = 10
	Guessers   = 4096
)
