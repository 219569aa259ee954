package httpapi

import (
	"fmt"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"github.com/loopline/loopline/internal/throttle"
)

// visitor identifies the sender of a request, as far as the request does.
type visitor struct {
	port        *port
	on          *connection
	source      netip.Prefix
	credentials []string
	seat        string        // of which it shows a secret
	locked      time.Duration // how long its secrets are still not looked at
}

type visitorKey struct{}

// identify finds out whose secret a request shows. Long ones are looked at always,
// short ones of a connection that has shown a secret of the same seat too; the rest is
// the lockout's.
func (p *port) identify(r *http.Request) *visitor {
	v := &visitor{port: p, source: throttle.Source(r.RemoteAddr), credentials: credentials(r)}
	v.on, _ = r.Context().Value(connectionKey{}).(*connection)
	if v.on == nil {
		v.on = newConnection(nil)
	}
	var long, short []string
	for _, c := range v.credentials {
		switch {
		case strings.Contains(c, " "): // no secret has a blank
		case len(c) >= longSecret:
			long = append(long, c)
		default:
			short = append(short, c)
		}
	}
	switch own := v.on.of(); {
	case len(long) > 0 && p.handler.Owner(long) != "":
		v.seat = p.handler.Owner(long)
	case len(short) == 0:
	case own != "" && p.handler.Owner(short) == own:
		v.seat = own
	default:
		v.seat, v.locked = p.lockout.try(time.Now(), v.source, short, p.handler.Owner)
	}
	switch {
	case v.seat != "":
		v.locked = 0
		v.belongs(v.seat)
	case v.locked > 0:
		v.credentials = nil
	}
	return v
}

// belongs has the connection belong to a seat.
func (v *visitor) belongs(seat string) {
	if v.on.belongs(seat) && v.on.conn != nil {
		v.port.conns.belongs(v.on.conn, seat)
	}
}

// Admit notes that the request's client was given a seat without showing a secret: from
// here on its connection, and the source that it comes from, are known to be that
// client's.
func Admit(r *http.Request, seat string) {
	if v, ok := r.Context().Value(visitorKey{}).(*visitor); ok {
		v.belongs(seat)
		v.port.lockout.admitted(seat, v.source)
	}
}

// SeatOf is the name of the seat of which the request, or its connection before, has
// shown a secret; "" of none.
func SeatOf(r *http.Request) string {
	v, ok := r.Context().Value(visitorKey{}).(*visitor)
	switch {
	case !ok:
		return ""
	case v.seat != "":
		return v.seat
	}
	return v.on.of()
}

// LockedOut reports whether the request shows secrets that are not looked at, because
// too many wrong ones came from its source. A wire that wants a secret then refuses the
// request with these words and status 429; Retry-After is set.
func LockedOut(w http.ResponseWriter, r *http.Request) (words string, locked bool) {
	v, ok := r.Context().Value(visitorKey{}).(*visitor)
	if !ok || v.locked <= 0 {
		return "", false
	}
	return fmt.Sprintf("too many wrong tokens or codes from this address; ask again in %d s", retryAfter(w, v.locked)), true
}

// longestWait is the time that a client waits at most before it asks again.
const longestWait = 5 * time.Second

// RetryAfter returns the time that a client refused with this header waits: what
// Retry-After says in seconds, from 1 s, which is also what nothing means, to 5 s.
func RetryAfter(h http.Header) time.Duration {
	seconds, err := strconv.Atoi(h.Get("Retry-After"))
	if err != nil {
		seconds = 1
	}
	return time.Duration(max(1, min(seconds, int(longestWait/time.Second)))) * time.Second
}

// retryAfter sets the header Retry-After, in whole seconds.
func retryAfter(w http.ResponseWriter, wait time.Duration) (seconds int) {
	seconds = max(1, int((wait+time.Second-1)/time.Second))
	w.Header().Set("Retry-After", strconv.Itoa(seconds))
	return seconds
}
