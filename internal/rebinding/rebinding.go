// Package rebinding refuses requests by which a page of another site reads a server of this machine: it has its
// own name resolve to a loopback address (DNS rebinding), so that the browser takes both for one site.
package rebinding

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strings"
)

// Guard returns a handler that answers requests which come to a loopback address under the name of another
// host with status 421, and has h answer all others. Requests to other addresses of the machine may have any
// name: what is served there is for the network.
func Guard(h http.Handler) http.Handler {
	own, _ := os.Hostname()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if toLoopback(r) && !ofLoopback(r.Host, own) {
			http.Error(w, fmt.Sprintf("%.80q is not this machine's name; write localhost, or have the proxy set \"Host: localhost\"", r.Host),
				http.StatusMisdirectedRequest)
			return
		}
		h.ServeHTTP(w, r)
	})
}

// toLoopback reports whether a request came to a loopback address.
func toLoopback(r *http.Request) bool {
	at, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	return ok && at.IP.IsLoopback()
}

// ofLoopback reports whether a host of a request, perhaps with a port, may be this machine: by a name that
// nobody can have in the public DNS, by its own name or by an address.
func ofLoopback(host, own string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
	if _, err := netip.ParseAddr(host); err == nil {
		return true
	}
	return !strings.Contains(host, ".") || strings.HasSuffix(host, ".localhost") || strings.HasSuffix(host, ".local") ||
		host == strings.ToLower(own)
}
